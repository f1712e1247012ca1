// The table: the tabs beside the field, and choosing in two presses. Everything works without this file.
(() => {
  "use strict";
  const $ = (where, from = document) => from.querySelector(where);
  const $$ = (where, from = document) => [...from.querySelectorAll(where)];
  const narrow = matchMedia("(max-width: 56rem)");
  const table = () => document.getElementById("table");

  // --- tabs

  let step = null; // the lesson's step whose choice was brought into view
  let tab = null; // the id of the tab that the reader has opened; none: the usual one

  function open(name) {
    const chosen = document.getElementById(name ?? (narrow.matches ? "tab-hand" : "tab-plays")) ?? $("#tab-plays");
    if (!chosen) return;
    for (const each of $$(".tabs [role=tab]")) {
      each.setAttribute("aria-selected", String(each === chosen));
      each.tabIndex = each === chosen ? 0 : -1;
    }
    const inSheet = chosen.id !== "tab-hand";
    const shown = inSheet ? chosen.getAttribute("aria-controls") : "sheet-plays";
    for (const each of $$(".rail .sheet")) each.hidden = each.id !== shown;
    $(".frame")?.classList.toggle("sheet-open", narrow.matches && inSheet);
    showNewest();
  }

  function showNewest() {
    const sheet = $("#sheet-plays");
    if (!sheet || sheet.hidden) return;
    const latest = $(".play.latest", sheet); // in a race, the first block of the last turn comes to the top
    sheet.scrollTop = latest ? latest.offsetTop - sheet.offsetTop - 6 : sheet.scrollHeight;
  }

  document.addEventListener("click", (event) => {
    const pressed = event.target.closest?.(".tabs [role=tab]");
    if (pressed) { tab = pressed.id; open(tab); }
  });
  document.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !event.target.matches?.(".tabs [role=tab]")) return;
    const all = $$(".tabs [role=tab]").filter((each) => each.offsetParent !== null);
    const next = all[(all.indexOf(event.target) + step + all.length) % all.length];
    tab = next.id;
    open(tab);
    next.focus();
    event.stopPropagation();
  }, true);
  narrow.addEventListener("change", () => { tab = null; open(tab); step = null; lead(); });

  // --- choosing: the first press touches a choice, the second plays it

  let touched = null; // the order that is touched, with the turn that it is for

  const choices = () => $$("#table button[data-choice]");
  const words = () => [$("#asked"), $("#words p"), $("#asks")];

  const ticked = () => $$("#hand input[name=pick]:checked");

  function touch(button) { // cards that are ticked are touched as one, and the question stays
    const isTicked = button.matches(".ticked .main");
    if (touched === null) for (const each of words()) if (each) each.dataset.asked = each.textContent;
    touched = { order: button.value, turn: table().dataset.turn };
    for (const each of choices()) each.setAttribute("aria-pressed", String(each === button));
    const says = isTicked ? [] : [button.dataset.choice, button.dataset.under], whole = says.join(". ");
    if (!isTicked) words().forEach((each, n) => { if (each) each.textContent = says[n] ?? whole; });
    const go = $("#go"), back = $("#back"), what = $("#what");
    if (go) go.setAttribute("aria-disabled", "false");
    $("#confirm")?.classList.add("differs");
    if (back) back.hidden = isTicked;
    if (what) { what.hidden = false; what.textContent = button.dataset.choice; }
    $(".frame")?.classList.add("touched");
  }

  function letGo() {
    if (touched === null) return;
    touched = null;
    for (const each of choices()) each.removeAttribute("aria-pressed");
    for (const each of words()) if (each?.dataset.asked !== undefined) each.textContent = each.dataset.asked;
    const go = $("#go"), back = $("#back"), what = $("#what");
    if (go) go.setAttribute("aria-disabled", "true");
    $("#confirm")?.classList.remove("differs");
    if (back) back.hidden = true;
    if (what) what.hidden = true;
    $(".frame")?.classList.remove("touched");
  }

  function play() {
    const button = touched && choices().find((each) => each.value === touched.order);
    if (!button) return;
    document.getElementById("choose").requestSubmit(button);
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    if (event.target.closest("#back")) { letGo(); return; }
    if (event.target.closest("#go[type=button]")) { play(); return; }
    const button = event.target.closest("#table button[data-choice]");
    if (!button) return;
    if (button.getAttribute("aria-pressed") === "true") return; // the second press: it is sent
    event.preventDefault();
    for (const each of ticked()) each.checked = false;
    touch(button);
  });
  document.addEventListener("change", (event) => {
    if (!(event.target instanceof Element) || !event.target.matches("#hand input[name=pick]")) return;
    letGo();
    const send = ticked().length && $(".ticked .main");
    if (send) touch(send);
  });
  document.addEventListener("keydown", (event) => {
    if (touched === null || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") { letGo(); return; }
    const target = event.target instanceof Element ? event.target : document.body;
    if (event.key === "Enter" && !target.closest("a, button, summary, input, select")) { event.preventDefault(); play(); }
  });

  // --- a lesson leads to a choice: it is brought into view, and has the focus

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element) || !event.target.closest('a[href="#led1"]')) return;
    const led = document.getElementById("led1");
    if (!led) return;
    event.preventDefault();
    led.scrollIntoView({ block: "center" });
    (led.matches("label") ? document.getElementById(led.htmlFor) : led)?.focus({ preventScroll: true });
  });

  function lead() {
    const now = document.getElementById("lesson")?.dataset.step ?? null;
    if (now === step) return;
    step = now;
    $("#hand .led")?.scrollIntoView({ block: "nearest" });
  }

  // --- a page that changes: nothing jumps, and what was touched stays touched

  function dress() {
    const now = table();
    if (!now) return;
    document.title = now.dataset.title ?? document.title;
    const icon = document.getElementById("icon"), mark = now.hasAttribute("data-asked") ? icon.dataset.mine : icon.dataset.theirs;
    if (icon.getAttribute("href") !== mark) icon.setAttribute("href", mark);
    const sealed = now.dataset.sealed ?? "", parts = sealed.split(" "), whole = [sealed, parts.at(-1), sealed.split(",")[0]];
    for (const each of choices()) each.classList.toggle("sealed", sealed !== "" && whole.includes(each.value));
    for (const each of $$(".hand input[name=pick]")) each.closest(".card").classList.toggle("sealed", parts.includes(each.value));
    const mix = [...document.querySelectorAll("#advice li")].map((each) => each.dataset.brief).join(", "), coached = $("#coached");
    if (coached) coached.textContent = mix && `${coached.dataset.coach} ${mix}.`;
    open(tab);
    lead();
  }

  document.addEventListener("click", (event) => { // a pin leads to what it names, in the sheet of this match
    const opens = event.target.closest?.("[data-opens]"), fold = opens && document.getElementById(opens.dataset.opens);
    if (!fold) return;
    event.preventDefault();
    fold.open = true;
    open(tab = "tab-menu");
    fold.scrollIntoView();
  });

  document.addEventListener("htmx:after:swap", () => {
    const was = touched;
    touched = null;
    $(".frame")?.classList.remove("touched");
    for (const each of words()) if (each) delete each.dataset.asked;
    dress();
    const again = was && was.turn === table()?.dataset.turn && choices().find((each) => each.value === was.order);
    if (again) touch(again);
  });
  document.addEventListener("shown", () => open(tab)); // the replay shows another turn
  dress();
})();
