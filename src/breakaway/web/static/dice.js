// The players' own dice and cards: the list narrows while a number or name is typed, and the number pad types without a new page.
// Everything works without this file. Which results fit is decided as in display/match_page.py (narrowed).
(() => {
  "use strict";
  const form = document.getElementById("finder"), field = document.getElementById("said");
  if (!form || !field) return;
  const taps = [...document.querySelectorAll("a.tap[data-typed]")], groups = [...document.querySelectorAll("#cards details")];
  const cards = document.getElementById("cards"), fits = document.getElementById("fits");
  const isNumber = (text) => /^[+-]?[0-9]+$/.test(text);
  const plain = (text) => {
    const words = text.replaceAll("−", "-").trim().split(/\s+/).join(" ").toLowerCase();
    return isNumber(words) ? String(Number(words)) : words;
  };
  const tokens = (text) => text.match(/[^\s,;:.()]+/g) ?? [];
  const labels = new Map(taps.map((each) => [each, each.firstChild.textContent]));
  const printed = new Map(taps.map((each) => [each, [...each.childNodes].map((node) => node.textContent).join(" ").toLowerCase()]));
  const couldBe = (words) => (each) => {
    if (words === "") return true;
    if (words === "+" || words === "-") return labels.get(each).startsWith(words);
    if (isNumber(words)) return each.dataset.typed.startsWith(words);
    const parts = tokens(words), text = printed.get(each), whole = tokens(text);
    return parts.length > 0 && parts.every((part) => (isNumber(part) ? whole.includes(part) : text.includes(part)));
  };
  let isRefused = field.getAttribute("aria-invalid") === "true"; // the list stays whole, and the next digit begins anew
  const narrow = () => {
    const words = isRefused ? "" : plain(field.value), left = taps.filter(couldBe(words)), all = left.length === taps.length;
    for (const each of taps) each.hidden = !left.includes(each);
    for (const each of groups) {
      // of groups that share a name only one can be open, so they have no name while the list is narrowed
      if (all) { each.open = false; each.setAttribute("name", "group"); } else { each.removeAttribute("name"); each.open = true; }
      const count = [...each.querySelectorAll("a.tap")].filter((one) => !one.hidden).length;
      each.hidden = count === 0;
      each.querySelector(".count").textContent = count;
    }
    cards?.classList.toggle("narrowed", !all);
    fits.textContent = all ? "" : fits.dataset.says.replace("{n}", left.length).replace("{all}", taps.length);
  };
  const type = (key) => {
    if (isRefused) field.value = "";
    isRefused = false;
    field.value = key === "back" ? field.value.slice(0, -1) : (field.value + key).slice(0, field.maxLength);
    narrow();
  };
  field.addEventListener("input", () => { isRefused = false; narrow(); });
  field.addEventListener("focus", () => { if (isRefused) field.select(); });
  form.addEventListener("click", (event) => {
    const key = event.target.closest?.("button[name=digit]");
    if (!key) return;
    event.preventDefault();
    type(key.value);
  });
  // a key that is pressed with a finger or mouse does not take the focus: Enter would press it again
  form.addEventListener("pointerdown", (event) => { if (event.target.closest?.(".keypad button")) event.preventDefault(); });
  form.addEventListener("mousedown", (event) => { if (event.target.closest?.(".keypad button")) event.preventDefault(); });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === field) return;
    const own = event.target instanceof Element ? event.target.closest("a, button, summary, input, select, textarea") : null;
    if (/^[0-9+-]$/.test(event.key)) type(event.key);
    else if (event.key === "Backspace" && field.value !== "") type("back");
    else if (event.key === "Enter" && own === null && field.value !== "") form.requestSubmit();
    else return;
    event.preventDefault();
    event.stopImmediatePropagation(); // otherwise page.js would take back the last result on Backspace
  }, true);
  addEventListener("pageshow", () => narrow()); // with the back button the field may come back filled
})();
