// One's own box: the list narrows to what begins with the letters that are typed, and each new question begins empty.
// Everything works without this file.
(() => {
  "use strict";
  const narrow = (field) => {
    const words = field.value.trim().toLowerCase();
    for (const each of document.querySelectorAll("#answer .hits button")) {
      const parts = each.textContent.toLowerCase().split(/[\s,:/]+/);
      each.hidden = words !== "" && !parts.some((word, at) => parts.slice(at).join(" ").startsWith(words));
    }
  };
  const stamp = () => document.querySelector("#in [name=stamp], .turn [name=stamp]")?.getAttribute("value");
  let shown = stamp(), wasTyping = false; // a finger gets no keyboard that it did not ask for
  document.addEventListener("input", (event) => { if (event.target.id === "line") narrow(event.target); });
  document.addEventListener("submit", () => { wasTyping = ["line", "reply"].includes(document.activeElement?.id); }, true);
  document.addEventListener("htmx:after:swap", () => {
    const now = stamp() + (document.querySelector("#reply") ? " asked" : "");
    if (now === shown) return;
    shown = now;
    for (const form of document.querySelectorAll("#table form")) form.reset();
    document.querySelectorAll("#answer .hits button[hidden]").forEach((each) => { each.hidden = false; });
    const next = wasTyping ? document.querySelector("#reply") ?? document.querySelector("#line") : document.querySelector("#asked");
    next?.focus({ preventScroll: true });
    document.querySelector("#in")?.scrollTo(0, 0);
  });
})();
