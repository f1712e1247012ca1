// Counts down the time left, shows moments in the reader's own time zone, and fills in the browser's time zone. Without
// this file the page shows the time that was left when it was opened, and moments in UTC.
(() => {
  "use strict";
  const ends = new WeakMap();
  const filled = (text, left) => {
    const d = Math.floor(left / 86400), h = Math.floor(left % 86400 / 3600), m = Math.floor(left % 3600 / 60), s = left % 60;
    return text.replace(/\{(\w+)\}/g, (_, name) => ({ d, h, m, s, ss: String(s).padStart(2, "0") })[name]);
  };
  const words = (element, left) => {
    const { days, hours, minutes, seconds, over } = element.dataset;
    return filled(left <= 0 ? over : left >= 86400 ? days : left >= 3600 ? hours : left >= 60 ? minutes : seconds, left);
  };
  // A clock of the score strip: its figure, and a word or, far off, the day and hour in the reader's own time zone.
  const strip = (element, left, rest) => {
    const [hurry, grace, late, days, hours] = element.dataset.words.split("|"), [head, under] = element.children, set = (to, text) => { if (to.textContent !== text) to.textContent = text; };
    const figure = filled(rest >= 86400 ? days : rest >= 3600 ? hours : "{m}:{ss}", rest);
    const word = rest <= 0 ? late : left <= 0 ? grace : left < 20 ? hurry : "", far = !word && left >= 3600;
    const at = far && Object.fromEntries(new Intl.DateTimeFormat(document.documentElement.lang, { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" })
      .formatToParts(new Date(element.dateTime)).map((each) => [each.type, each.value]));
    set(head, left <= 0 && rest > 0 ? `+${figure}` : figure);
    set(under.firstChild, word || (far ? at.weekday : element.dataset.whose));
    set(under.lastChild, far ? `${at.hour}:${at.minute}` : "");
    element.querySelector("progress").value = Math.max(left, 0);
    element.classList.toggle("in-grace", word === grace);
    element.classList.toggle("low", word === hurry || word === late);
  };
  const tick = () => {
    for (const element of document.querySelectorAll("time[data-left]")) {
      const { left: full, waits = 0 } = element.dataset;
      const key = `${element.dateTime} ${full} ${waits}`; // a different key: the server has sent a new time
      let end = ends.get(element);
      if (end?.key !== key) ends.set(element, end = { key, at: Date.now() + 1000 * (Number(full) + Number(waits)) });
      const grace = Number(element.dataset.grace ?? 0), left = Math.min(full, Math.max(-grace, Math.ceil((end.at - Date.now()) / 1000)));
      const rest = left > 0 ? left : left + grace; // in the grace period, until its end
      if (element.dataset.words) { strip(element, left, rest); continue; }
      const text = left > 0 || rest <= 0 ? words(element, rest) : element.dataset.inGrace.replace("{left}", words(element, rest));
      if (element.textContent !== text) element.textContent = text;
      element.classList.toggle("over", rest <= 0);
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
