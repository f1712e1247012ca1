// A stream sends a whole page first, and then only what is new in it: the page is put together again before it is shown.
(() => {
  "use strict";
  let last = null; // the page that the stream sent last, with its stamp
  // as in server/live_pages.py: two numbers name lines, two more the pieces within them
  const lines = (text) => text.match(/[^\n]*\n|[^\n]+/g) ?? [];
  const pieces = (text) => text.match(/<[^<\n]*\n?|[^<\n]+\n?|\n/g) ?? [];
  const applied = (before, parts) => parts.map((part) => {
    if (typeof part === "string") return part;
    const old = before.slice(part[0], part[1]).join("");
    return part.length > 2 ? pieces(old).slice(part[2], part[3]).join("") : old;
  }).join("");
  document.addEventListener("htmx:sse:before:message", (event) => {
    const { connection, message } = event.detail;
    if (message.event) return;
    if (message.data.startsWith("{")) {
      const { since, parts } = JSON.parse(message.data);
      if (last?.stamp !== since) { // a message was lost: a new stream begins with a whole page
        event.preventDefault();
        last = null;
        connection.lastEventId = "none";
        connection.reader?.cancel();
        return;
      }
      message.data = applied(lines(last.text), parts);
    }
    last = { stamp: message.id, text: message.data };
  });
})();
