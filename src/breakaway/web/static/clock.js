// Counts down the time left, and fills in the browser's time zone. Without this file the page shows the time that was
// left when it was opened.
(() => {
  "use strict";
  const ends = new WeakMap();
  const words = (element, left) => {
    const { days, hours, minutes, seconds, over } = element.dataset;
    const text = left <= 0 ? over : left >= 86400 ? days : left >= 3600 ? hours : left >= 60 ? minutes : seconds;
    const d = Math.floor(left / 86400), h = Math.floor(left % 86400 / 3600), m = Math.floor(left % 3600 / 60), s = left % 60;
    return text.replace(/\{([dhms])\}/g, (_, name) => ({ d, h, m, s })[name]);
  };
  const tick = () => {
    for (const element of document.querySelectorAll("time[data-left]")) {
      const key = `${element.dateTime} ${element.dataset.left}`; // a different key: the server has sent a new time
      let end = ends.get(element);
      if (end?.key !== key) ends.set(element, end = { key, at: Date.now() + 1000 * Number(element.dataset.left) });
      const left = Math.max(0, Math.ceil((end.at - Date.now()) / 1000)), text = words(element, left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("over", left === 0);
    }
  };
  tick();
  setInterval(tick, 500);
  document.addEventListener("htmx:after:swap", tick);
  for (const field of document.querySelectorAll("input[data-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }
})();
