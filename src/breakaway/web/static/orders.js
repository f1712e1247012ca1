// Orders in parts: the turn bar says who still needs a card, and a ready-made order selects the cards for the player to seal.
// Everything works without this file.
(() => {
  "use strict";
  const rows = () => [...document.querySelectorAll("#table .asks")];
  const isMissing = (row) => row.querySelector("input[type=radio]:checked") === null;

  function tell() {
    const words = document.getElementById("words"), go = document.getElementById("go");
    if (document.querySelector(".is-sealed") && rows().length) { // sealed orders can be sealed again once they differ
      const differs = [...document.querySelectorAll("#table .asks input")].some((each) => each.checked !== each.defaultChecked);
      document.getElementById("confirm")?.classList.toggle("differs", differs);
      document.querySelector(".frame")?.classList.toggle("touched", differs);
      return;
    }
    if (!words || words.dataset.missing === undefined || rows().length === 0) return;
    const head = document.getElementById("asked"), missing = rows().filter(isMissing);
    head.dataset.question ??= head.textContent;
    const names = missing.map((row) => row.dataset.short);
    const listed = names.length > 1 ? `${names.slice(0, -1).join(", ")} & ${names.at(-1)}` : names.join("");
    if (missing.length === rows().length) head.textContent = head.dataset.question;
    else head.textContent = missing.length ? words.dataset.missing.replace("{names}", listed) : words.dataset.complete;
    go?.setAttribute("aria-disabled", String(missing.length > 0));
    document.querySelector(".frame")?.classList.toggle("touched", missing.length === 0);
  }

  function fill(order) { // whether all parts of a ready-made order were found among the cards
    const found = order.split(/\s+/).map((part) => rows().flatMap((row) => [...row.querySelectorAll("input[type=radio]")])
      .find((each) => each.value === part));
    if (found.length === 0 || found.includes(undefined)) return false;
    for (const each of found) each.checked = true;
    tell();
    return true;
  }

  document.addEventListener("click", (event) => {
    if (!(event.target instanceof Element)) return;
    const ready = event.target.closest("#table [data-fills]");
    if (ready && fill(ready.dataset.fills)) { event.preventDefault(); return; }
    const go = event.target.closest("#table #go[aria-disabled=true]");
    if (go && rows().length) event.preventDefault();
  });
  document.addEventListener("change", (event) => { if (event.target.closest?.(".asks")) tell(); });
  document.addEventListener("focusin", (event) => { if (event.target.closest?.(".asks")) tell(); }); // a key checks a card
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || rows().length === 0) return;
    for (const each of document.querySelectorAll("#table .asks input:checked")) each.checked = false;
    tell();
  });
  document.addEventListener("htmx:after:swap", () => { delete document.getElementById("asked")?.dataset.question; tell(); });
  tell();
})();
