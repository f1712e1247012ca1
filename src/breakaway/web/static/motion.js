// One play, shown once: cards turn over, numbers meet, the ball travels, a banner gives the result.
// A click or a key ends it; with reduced motion nothing moves. Everything works without this file.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), narrow = matchMedia("(max-width: 56rem)");
  const EASE = "cubic-bezier(.2, .75, .3, 1)";
  let running = [], before = null, timer = 0;

  const table = () => document.getElementById("table");
  const seen = () => { try { return sessionStorage.getItem(`play ${table().dataset.match}`); } catch { return null; } };
  const remember = (play) => { try { sessionStorage.setItem(`play ${table().dataset.match}`, play); } catch { /* a private window */ } };

  function animate(element, frames, delay, duration, more = {}) {
    if (!element) return;
    running.push(element.animate(frames, { delay, duration, fill: "backwards", easing: EASE, ...more }));
  }

  const rest = () => table()?.classList.remove("playing"); // the page may lay itself out anew: never between a press and its click

  function end(pressed = false) {
    clearTimeout(timer);
    for (const each of running) each.finish();
    running = [];
    if (pressed) for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, () => setTimeout(rest), { once: true });
    else rest();
  }

  function turnOver(flip, delay) {
    animate(flip.querySelector(".back"), [{ transform: "none" }, { transform: "rotateY(-180deg)" }], delay, 260, { fill: "both" });
    animate(flip.querySelector(".front"), [{ transform: "rotateY(180deg)" }, { transform: "none" }], delay, 260, { fill: "both" });
  }

  function show() {
    const showdown = document.getElementById("showdown"), banner = document.getElementById("banner");
    end();
    table().classList.add("playing");
    document.dispatchEvent(new CustomEvent("play", { detail: table().dataset.play }));
    const last = showdown?.querySelector(".rolled") ? 1500 : 1250; // then the next choice is open
    if (showdown) { // on a phone it lies over the hand
      animate(showdown, [{ opacity: 0 }, { opacity: 1, offset: 0.03 }, { opacity: 1, offset: 0.9 }, { opacity: 0 }], 0, narrow.matches ? last : 3000);
      for (const each of showdown.querySelectorAll(".flip:not(.gameday)")) turnOver(each, 0);
      showdown.querySelectorAll(".rolled .die").forEach((die, n) => animate(
        die, [{ transform: "translateY(-3rem) rotate(-200deg)", opacity: 0 }, { transform: "none", opacity: 1 }], 200 + 60 * n, 550));
      const dice = showdown.querySelector(".rolled") !== null;
      showdown.querySelectorAll(".sum > *").forEach((piece, n) => animate(
        piece, [{ transform: "scale(.4)", opacity: 0 }, { transform: "none", opacity: 1 }], (dice ? 850 : 240) + 45 * n, 150));
      const gameday = showdown.querySelector(".gameday");
      if (gameday) turnOver(gameday, 500);
      travel(showdown, dice ? 1000 : 750);
    }
    const race = document.querySelector(".stage .road") !== null;
    if (race) ride();
    const from = showdown?.querySelector(".rolled") ? 1200 : race ? 950 : 1100;
    const when = narrow.matches ? [last - 800, 800] : [from, 2300]; // on a phone it goes with the cards
    if (banner) animate(banner, [
      { opacity: 0, scale: 0.6 }, { opacity: 1, scale: 1.05, offset: 0.09 }, { opacity: 1, scale: 1, offset: 0.14 },
      { opacity: 1, offset: 0.9 }, { opacity: 0 }], ...when);
    timer = setTimeout(rest, last);
  }

  function travel(showdown, delay) {
    const ball = document.querySelector(".stage .ball"), stage = ball?.closest(".stage, .field") ?? null;
    if (!ball || showdown.dataset.start === undefined) return;
    const box = stage.getBoundingClientRect(), at = ball.getBoundingClientRect();
    const lies = at.left + at.width / 2 - box.left; // where it is drawn now; after a score the play ended elsewhere
    const from = Number(showdown.dataset.start) / 100 * box.width - lies, to = Number(showdown.dataset.end) / 100 * box.width - lies;
    const nearer = showdown.dataset.flies === undefined ? 1 : 1.1; // a ball in the air looks larger; it stays in its row, below the cards
    const frames = [{ translate: `${from}px 0` }, { translate: `${(from + to) / 2}px 0`, scale: nearer }, { translate: `${to}px 0` }];
    if (Math.abs(to) < 0.08 * box.width) frames[2] = { translate: "0 0" };
    animate(ball, frames, delay, 450, { easing: "cubic-bezier(.35, .1, .3, 1)" });
  }

  function ride() { // riders glide, then strings form and new cards drop in
    for (const rider of document.querySelectorAll(".stage [data-from]")) glide(rider);
    for (const each of document.querySelectorAll(".stage .string, .stage .string-name")) animate(each, [{ opacity: 0 }, { opacity: 1 }], 950, 300);
    for (const card of document.querySelectorAll(".hand label.dealt")) animate(card, [{ translate: "0 -1.4rem", opacity: 0 }, { translate: "0 0", opacity: 1 }], 950, 300);
  }

  function glide(rider) { // from the rider's last square; data-from is in pixels of the drawing
    const way = Number(rider.dataset.from);
    if (way) animate(rider, [{ translate: `${way}px 0` }, { translate: "0 0" }], Number(rider.dataset.nth ?? 0) * 45, 620);
  }

  function news() {
    const play = table()?.dataset.play;
    if (!play || play === before) return;
    before = play;
    remember(play);
    if (!calm.matches) show();
  }

  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, () => { if (running.length) end(kind === "pointerdown"); }, true);
  document.addEventListener("htmx:after:swap", news);
  if (table()) {
    before = seen();
    if (before === null) { before = table().dataset.play ?? null; if (before) remember(before); } else news();
  }
})();
