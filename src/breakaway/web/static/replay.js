// The replay's slider and its Play button. Without this file the links First, Back, Forward and Last do the same.
(() => {
  "use strict";
  const player = document.getElementById("player"), slider = document.getElementById("turn"), button = document.getElementById("play");
  if (!player || !slider || !button) return;
  const STEP = 1600; // milliseconds that a turn is shown at speed 1
  const still = matchMedia("(prefers-reduced-motion: reduce)"), last = () => Number(slider.max);
  let at = Number(slider.value), asked = at, playing = 0, next = null;
  for (const id of ["running", "slide"]) document.getElementById(id).hidden = false;

  const load = (turn) => {
    if (next?.turn === turn) return next.page;
    const page = fetch(player.dataset.at + turn, { credentials: "same-origin" }).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.status);
      return new DOMParser().parseFromString(await answer.text(), "text/html");
    });
    next = { turn, page };
    return page;
  };
  const take = (found) => { // shows the position of the fetched page; the element with the focus stays
    const open = [...document.querySelectorAll("#table details[open]")].map((each) => each.querySelector("summary")?.textContent);
    const parts = [".score", ".stage", ".rail", "#hand"].map((part) => {
      const shown = document.importNode(found.querySelector(part), true);
      for (const each of shown.querySelectorAll("details")) if (open.includes(each.querySelector("summary")?.textContent)) each.open = true;
      document.querySelector(part).replaceWith(shown);
      return shown;
    });
    document.dispatchEvent(new Event("shown"));
    document.getElementById("moment").textContent = found.getElementById("moment").textContent;
    document.title = found.title;
    const steps = document.querySelectorAll("#steps a"), others = found.querySelectorAll("#steps a");
    steps.forEach((each, i) => {
      for (const name of ["href", "data-key", "aria-disabled", "role"]) {
        const value = others[i].getAttribute(name);
        if (value === null) each.removeAttribute(name); else each.setAttribute(name, value);
      }
    });
    slider.max = found.getElementById("turn").max;
    if (!still.matches) parts[1].animate([{ opacity: .5 }, { opacity: 1 }], { duration: 160, easing: "ease-out" });
  };
  const show = async (turn) => {
    asked = Math.max(Number(slider.min), Math.min(last(), turn));
    slider.value = String(asked);
    const wanted = asked;
    try {
      const found = await load(wanted);
      if (wanted !== asked) return; // the reader has gone on
      take(found);
      at = wanted;
      history.replaceState(history.state, "", player.dataset.at + at);
      if (playing && at < last()) load(at + 1).catch(() => { next = null; });
    } catch { // the server is gone, or the match was removed: the browser says so
      next = null;
      location.assign(player.dataset.at + wanted);
    }
  };
  const say = () => {
    button.setAttribute("aria-pressed", String(playing > 0));
    button.firstElementChild.textContent = playing ? button.dataset.pause : button.dataset.play;
  };
  let runs = 0;
  const stop = () => { playing = 0; say(); };
  const play = async () => {
    const mine = playing = ++runs;
    say();
    if (at >= last()) await show(Number(slider.min));
    while (playing === mine && at < last()) {
      await new Promise((done) => setTimeout(done, STEP / Number(document.getElementById("speed").value)));
      if (playing === mine) await show(at + 1);
    }
    if (playing === mine) stop();
  };
  button.addEventListener("click", () => { if (playing) stop(); else play(); });
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const way = link.getAttribute("href");
    if (!way.startsWith(player.dataset.at)) return;
    event.preventDefault();
    stop();
    show(Number(way.slice(player.dataset.at.length)));
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target instanceof Element && event.target.closest("a, button, summary, select, textarea, input:not([type=range])")) return;
    event.preventDefault();
    button.click();
  });
})();
