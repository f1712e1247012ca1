// Copies and shares links to pass on, and shows who is at the table. Without this file, players select and copy the links by hand.
(() => {
  "use strict";
  if (window.breakawayLobby) return; // a page can load this file twice
  window.breakawayLobby = true;
  const root = document.documentElement;
  root.classList.add("copies");
  if (navigator.share) root.classList.add("shares");

  const copied = async (field) => {
    field.focus();
    field.select();
    field.setSelectionRange(0, field.value.length);
    try {
      await navigator.clipboard.writeText(field.value); // a page over plain http has no clipboard
      return true;
    } catch {
      try { return document.execCommand("copy"); } catch { return false; }
    }
  };
  document.addEventListener("click", async (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-copy], [data-share]") : null;
    if (!button) return;
    if (button.dataset.share) {
      navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => null); // the player chose nobody
      return;
    }
    const field = document.getElementById(button.dataset.copy), words = button.firstChild;
    if (!field || !words) return;
    const done = await copied(field);
    button.dataset.says ??= words.data;
    words.data = done ? button.dataset.done : button.dataset.byHand;
    button.focus();
    if (!done) field.select(); // Ctrl+C copies what is selected
    setTimeout(() => { words.data = button.dataset.says; }, 1800);
  });

  let present = null; // the seats whose players are at the table, as the stream last said
  const show = () => {
    if (!present) return;
    for (const each of document.querySelectorAll("[data-at-table]")) each.hidden = !present.includes(Number(each.dataset.atTable));
  };
  document.addEventListener("present", (event) => {
    try { present = JSON.parse(event.detail.data); } catch { return; }
    show();
  });
  document.addEventListener("htmx:after:swap", show);
})();
