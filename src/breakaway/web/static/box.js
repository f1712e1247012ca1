// One's own box: the list narrows to what begins with the letters that are typed. Everything works without this file.
(() => {
  "use strict";
  const narrow = (field) => {
    const words = field.value.trim().toLowerCase();
    for (const each of document.querySelectorAll("#answer .hits button")) {
      const text = each.textContent.toLowerCase();
      each.hidden = words !== "" && !text.split(/[\s,:/]+/).some((word, at, all) => all.slice(at).join(" ").startsWith(words));
    }
  };
  document.addEventListener("input", (event) => { if (event.target.id === "line") narrow(event.target); });
})();
