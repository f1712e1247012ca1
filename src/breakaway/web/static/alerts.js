// Calls players back with a soft chime and a notification when it is their turn. Both are off until the player turns them on.
(() => {
  "use strict";
  const kept = (name) => { try { return localStorage.getItem(name) === "on"; } catch { return false; } };
  const keep = (name, on) => { try { localStorage.setItem(name, on ? "on" : "off"); } catch { /* a private window */ } };
  const isAsked = () => document.getElementById("table")?.hasAttribute("data-asked") ?? false;
  let was = isAsked(), sound = null;

  function chime() { // two soft notes; nothing is loaded
    sound ??= new AudioContext();
    [[660, 0], [880, 0.16]].forEach(([pitch, after]) => {
      const tone = sound.createOscillator(), volume = sound.createGain(), at = sound.currentTime + after;
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0, at);
      volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      tone.connect(volume).connect(sound.destination);
      tone.start(at);
      tone.stop(at + 0.55);
    });
    document.dispatchEvent(new CustomEvent("chime"));
  }

  function dress() { // what is chosen, and what this browser allows
    const ring = document.getElementById("chime"), call = document.getElementById("notify");
    if (ring) ring.checked = kept("chime");
    if (!call) return;
    const may = window.isSecureContext && "Notification" in window && Notification.permission !== "denied";
    call.disabled = !may;
    call.checked = may && kept("notify") && Notification.permission === "granted";
    const why = document.getElementById("notify-why");
    if (why) why.hidden = may;
  }

  // Offered once, on the front page, while tables wait. Whoever answers is not asked again.
  const offer = document.getElementById("offer");
  if (offer && !kept("notify-offered") && window.isSecureContext && "Notification" in window && Notification.permission === "default") {
    offer.hidden = false;
    offer.addEventListener("click", async (event) => {
      if (!event.target.matches("button")) return;
      keep("notify-offered", true);
      offer.hidden = true;
      if (event.target.id === "offer-yes") keep("notify", await Notification.requestPermission() === "granted");
    });
  }

  document.addEventListener("change", async (event) => {
    if (event.target.id === "chime") { keep("chime", event.target.checked); if (event.target.checked) chime(); }
    if (event.target.id === "notify") {
      if (event.target.checked && Notification.permission !== "granted") await Notification.requestPermission();
      keep("notify", event.target.checked && Notification.permission === "granted");
      dress();
    }
  });
  document.addEventListener("htmx:after:swap", () => {
    const now = isAsked();
    dress();
    if (now && !was) {
      if (kept("chime")) chime();
      if (document.hidden && kept("notify") && window.isSecureContext && Notification.permission === "granted") {
        new Notification(document.getElementById("asked")?.textContent ?? document.title, { tag: location.pathname });
      }
    }
    was = now;
  });
  dress();
})();
