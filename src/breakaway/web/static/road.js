// Scrolls the road of a race if it is wider than the window: first to the player's own riders, then to where a card leads.
// Everything works without this file.
(() => {
  "use strict";
  const calm = matchMedia("(prefers-reduced-motion: reduce)"), narrow = matchMedia("(max-width: 56rem)");
  const MARGIN = 12;
  let shown = null; // the turn for which the road was scrolled; news within a turn moves nothing

  const roads = () => [...document.querySelectorAll(".road")].filter((each) => each.scrollWidth > each.clientWidth + 1);

  function edges(parts) {
    const boxes = parts.map((each) => each.getBoundingClientRect());
    return [Math.min(...boxes.map((each) => each.left)), Math.max(...boxes.map((each) => each.right))];
  }

  function begin() {
    const turn = document.getElementById("table")?.dataset.turn ?? "";
    if (turn === shown && turn !== "") return;
    shown = turn;
    for (const road of roads()) {
      let riders = [...road.querySelectorAll(".rider.own")];
      if (riders.length === 0) { // spectators see the front of the race
        const all = [...road.querySelectorAll(".rider")].map((each) => [each.getBoundingClientRect().right, each]);
        riders = all.sort((a, b) => b[0] - a[0]).slice(0, 4).map(([, each]) => each);
      }
      if (riders.length === 0) continue;
      const [left, right] = edges(riders), room = road.clientWidth, wide = right - left;
      const start = wide + 2 * MARGIN < room ? (room - wide) / 2 : MARGIN;
      road.scrollLeft += left - road.getBoundingClientRect().left - start;
    }
  }

  document.addEventListener("change", (event) => {
    const at = event.target.dataset?.at;
    if (!at) return;
    for (const road of roads()) {
      const ghost = road.querySelector(`.ghost-sign.ghost-${at}`), frame = road.getBoundingClientRect();
      if (!ghost) continue;
      const [left, right] = edges([ghost]);
      const over = right > frame.right - MARGIN ? right - frame.right + MARGIN : Math.min(0, left - frame.left - MARGIN);
      if (over) road.scrollBy({ left: over, behavior: calm.matches ? "auto" : "smooth" });
    }
  });
  document.addEventListener("htmx:after:swap", begin);
  document.addEventListener("shown", begin); // the replay shows another turn
  narrow.addEventListener("change", () => { shown = null; begin(); });
  begin();
})();
