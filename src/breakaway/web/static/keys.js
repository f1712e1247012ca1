// `?` lists the keys that this page has: those of its elements with data-key, and a few fixed ones. page.js presses them.
(() => {
  "use strict";
  const dialog = document.getElementById("keys"), button = document.getElementById("keys-button");
  if (!dialog || !button) return;
  const list = dialog.querySelector("ul"), names = JSON.parse(dialog.dataset.names);
  const shown = (element) => element.getClientRects().length > 0 && element.getAttribute("aria-disabled") !== "true";
  const typing = (target) => target instanceof Element && target.closest("input:not([type=checkbox], [type=radio]), textarea, select") !== null;
  const LONGEST = 90; // characters of a label

  const words = (element) => {
    const copy = element.cloneNode(true);
    for (const each of copy.querySelectorAll("kbd, title, desc")) each.remove();
    for (const each of copy.querySelectorAll("*")) each.before(" "); // what a page sets apart by its layout
    for (const each of copy.querySelectorAll("small")) if (each.textContent.trim()) each.replaceWith(`: ${each.textContent.trim()}`);
    return copy.textContent.replace(/\s+/g, " ").replace(/\s+([:,.;])/g, "$1").replace(/^[:,\s]+/, "").trim();
  };
  const label = (element) => {
    const found = element.dataset.keySays || element.getAttribute("aria-label") || (element.labels?.length ? words(element.labels[0]) : "")
      || (element.matches("fieldset") ? words(element.querySelector("legend") ?? element) : "")
      || words(element) || element.querySelector("[aria-label]")?.getAttribute("aria-label") || element.title;
    const whole = found.charAt(0).toUpperCase() + found.slice(1);
    return whole.length > LONGEST ? `${whole.slice(0, LONGEST - 1)}…` : whole;
  };
  const row = (key, text) => {
    const made = document.createElement("li"), left = document.createElement("span"), cap = document.createElement("kbd"), right = document.createElement("span");
    made.dataset.own = "";
    left.className = "caps";
    cap.textContent = names[key] ?? key;
    right.textContent = text;
    left.append(cap);
    made.append(left, right);
    return made;
  };
  const fill = () => {
    for (const each of list.querySelectorAll("[data-own]")) each.remove();
    const rows = new Map();
    for (const element of document.querySelectorAll("[data-key]")) {
      const key = element.dataset.key;
      if (!key || rows.has(key) || !shown(element)) continue; // page.js presses the first one that is shown
      rows.set(key, row(key, label(element)));
    }
    list.prepend(...rows.values());
    for (const each of list.querySelectorAll("[data-when]")) {
      each.hidden = ![...document.querySelectorAll(each.dataset.when)].some((element) => !dialog.contains(element) && shown(element));
    }
  };
  const open = () => { if (!dialog.open) { fill(); dialog.showModal(); } };
  button.hidden = false;
  button.addEventListener("click", open);
  dialog.addEventListener("keydown", (event) => { // the page behind the dialog gets no keys
    event.stopPropagation();
    if (event.key === "?") { event.preventDefault(); dialog.close(); }
  });
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); }); // a click outside the list
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || typing(event.target)) return;
    event.preventDefault();
    open();
  });
})();
