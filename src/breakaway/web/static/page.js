// Keys for actions: a key presses the element that has it as data-key. Everything works without this file.
(() => {
  "use strict";
  const typing = (target) => target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select") !== null;
  const shown = (element) => element.offsetParent !== null && element.getAttribute("aria-disabled") !== "true";
  document.addEventListener("htmx:sse:before:message", (event) => {
    // a message sent while a form was answered may be older than the page, or may be the answer itself
    const data = event.detail.message.data, table = document.getElementById("table");
    const told = /data-entries="(\d+)"/.exec(data), stamp = /data-stamp="(\w+)"/.exec(data);
    if (!told || !stamp || !table) return;
    if (Number(told[1]) < Number(table.dataset.entries) || stamp[1] === table.dataset.stamp) event.preventDefault();
  });
  let sent = null, own = false, open = [], turn = null, taught = null;
  document.addEventListener("submit", () => { sent = document.getElementById("free")?.value ?? null; own = true; }, true);
  document.addEventListener("htmx:error", () => { own = false; }); // the request failed: ticked boxes stay ticked
  document.addEventListener("htmx:before:swap", () => {
    open = own ? [] : [...document.querySelectorAll("#table details[open][id], #setup details[open][id]")].map((each) => each.id);
    turn = document.getElementById("table")?.dataset.turn ?? null;
    taught = document.getElementById("lesson")?.dataset.step ?? null;
  });
  document.addEventListener("htmx:after:swap", () => {
    // a change by another player closes nothing and unticks nothing; a new turn begins with nothing ticked
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (own || document.getElementById("table")?.dataset.turn !== turn) {
      for (const each of document.querySelectorAll(".part-row input")) { each.checked = each.defaultChecked; each.value = each.defaultValue; }
    }
    own = false;
    const step = document.getElementById("lesson")?.dataset.step;
    if (step && (step !== taught || document.querySelector("#lesson .hint"))) document.getElementById("table").scrollIntoView(); // show the new text at the top
    const free = document.getElementById("free"); // clear accepted text; keep refused text
    if (!free || sent === null || free.value !== sent) return;
    if (document.querySelector("[role=alert]")) free.select(); else { free.value = ""; sent = null; }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && typing(event.target)) { event.target.blur(); return; }
    if (event.key === "/" && event.target.matches?.("#free") && event.target.value === "") { event.preventDefault(); return; }
    if (typing(event.target)) return;
    if (event.key === "Enter" && event.target instanceof Element && event.target.closest("a, button, summary")) return;
    if (event.key.startsWith("Arrow") && event.target instanceof Element && event.target.closest(".half, .cards")) {
      const parts = [...document.querySelectorAll("button.half")].filter(shown);
      const at = parts.indexOf(event.target);
      const step = { ArrowRight: 2, ArrowLeft: -2, ArrowDown: 1, ArrowUp: -1 }[event.key];
      const next = parts[at < 0 ? 0 : at + step];
      if (next) { next.focus(); event.preventDefault(); return; }
    }
    if (event.key.startsWith("Arrow") && event.target instanceof Element && event.target.closest("input, [role=tab], .sheet") === null) {
      const choices = [...document.querySelectorAll("#hand button[data-choice], #hand .asks input[type=radio]")].filter(shown);
      const at = choices.indexOf(event.target), step = ["ArrowRight", "ArrowDown"].includes(event.key) ? 1 : -1;
      const pressed = choices.findIndex((each) => each.checked || each.getAttribute("aria-pressed") === "true");
      const onPage = event.target === document.body || event.target.id === "hand"; // from the page: to what is chosen, or to the first
      const next = at >= 0 ? choices[at + step] : onPage ? choices[Math.max(pressed, 0)] : undefined;
      if (next) { next.focus(); event.preventDefault(); return; }
    }
    for (const element of document.querySelectorAll("[data-key]")) {
      if (element.dataset.key !== event.key || !shown(element)) continue;
      event.preventDefault();
      if (element.matches("fieldset")) { // the next of its cards
        const cards = [...element.querySelectorAll("input[type=radio]")];
        const next = cards[(cards.findIndex((each) => each.checked) + 1) % cards.length];
        if (next) { next.focus(); next.checked = true; }
      } else if (element.matches("input")) { element.focus(); element.select(); } else element.click();
      return;
    }
  });
})();
