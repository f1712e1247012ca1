// Counts down the time left, shows moments in the reader's own time zone, and fills in the browser's time zone. Without
// this file the page shows the time that was left when it was opened, and moments in UTC.
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
      const { left: full, waits = 0 } = element.dataset;
      const key = `${element.dateTime} ${full} ${waits}`; // a different key: the server has sent a new time
      let end = ends.get(element);
      if (end?.key !== key) ends.set(element, end = { key, at: Date.now() + 1000 * (Number(full) + Number(waits)) });
      const left = Math.min(full, Math.max(0, Math.ceil((end.at - Date.now()) / 1000))), text = words(element, left);
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("over", left === 0);
    }
  };
  const local = (at) => { // the day only when it is not today, its name only in the week around today
    const now = new Date(), hour = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
    const year = at.getFullYear() === now.getFullYear() ? {} : { year: "numeric" };
    const day = Math.abs(at - now) < 5e8 ? { weekday: "short" } : { ...year, day: "numeric", month: "short" };
    return at.toLocaleString(document.documentElement.lang, at.toDateString() === now.toDateString() ? hour : { ...day, ...hour });
  };
  const moments = () => {
    for (const element of document.querySelectorAll("time[data-at], time[data-until]")) {
      const text = local(new Date(element.dateTime)), { until } = element.dataset;
      if (until) element.title = until.replace("{moment}", text);
      else if (element.textContent !== text) element.textContent = text;
    }
  };
  const all = () => { tick(); moments(); };
  all();
  setInterval(tick, 500);
  setInterval(moments, 60000);
  document.addEventListener("htmx:after:swap", all);
  for (const field of document.querySelectorAll("input[data-zone]")) {
    field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
  }
})();
