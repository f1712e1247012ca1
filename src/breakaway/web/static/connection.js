// The connection: a choice that cannot be sent is kept and sent once, and the page says when it is cut off.
// Without this file, a lost choice has to be made again.
(() => {
  "use strict";
  const QUIET = 20_000; // milliseconds without a byte after which a stream is dead: it says every 15 s that it is there
  const SLOW = 700, PROBE = 1000, CUT = 1000, PATIENCE = 10_000, SHOWN = 2000;
  const box = () => document.getElementById("connection");
  const now = () => Date.now();
  const place = `breakaway press ${location.pathname}`;
  const stored = () => { try { return JSON.parse(sessionStorage.getItem(place)); } catch { return null; } };
  const store = (press) => {
    try { if (press) sessionStorage.setItem(place, JSON.stringify(press)); else sessionStorage.removeItem(place); } catch { /* kept on this page only */ }
  };

  let reach = true, losses = 0; // whether the server answers, and how often it has not
  let stream = null, cut = now() + 2000, heard = now(); // the stream, since when it is down (null: it is up), its last byte
  let said = "", note = "", span = 0, until = 0; // what is shown; a passing note, and how long it stays once it can be seen
  let press = null, fresh = null; // the choice on its way, and one that is just being sent
  let wake = () => {};

  const isLost = () => !reach || (cut !== null && now() - cut > CUT);
  const tell = (name, choice = "") => {
    const texts = box()?.dataset ?? {};
    return ((choice ? undefined : texts[`${name}Plain`]) ?? texts[name] ?? "").replace("{choice}", choice);
  };
  let wasLost = false;
  function show() {
    const lost = isLost(), element = box();
    if (lost && press && !press.kept) { press.kept = true; store(press); }
    if (wasLost && !lost && !press && !note) pass(tell("back"));
    wasLost = lost;
    if (!lost && note) {
      if (until === 0) until = now() + span;
      else if (now() > until) note = "";
    }
    const text = lost ? (press ? tell("kept", press.says) : tell("lost")) : note;
    if (!element || (text === said && element.textContent === text)) return;
    said = element.textContent = text;
    element.classList.toggle("lost", lost);
  }
  function pass(text, time = SHOWN) { note = text; span = time; until = 0; }
  function up() { if (!reach) { reach = true; wake(); stream?.delayCanceller?.(); show(); } }
  function down() { losses++; if (reach) { reach = false; show(); } }

  // --- Every answer must be this server's: a network that wants a login answers in its place.

  const ask = window.fetch.bind(window);
  window.fetch = async (what, options) => {
    const before = losses, answer = await ask(what, options);
    if (answer.headers.get("X-Breakaway") !== "1") throw new TypeError("another server answered");
    if (answer.status < 500 && losses === before) up(); // else the network went while the answer was under way
    if (!answer.headers.get("Content-Type")?.includes("text/event-stream") || !answer.ok) return answer;
    heard = now();
    const body = answer.body.pipeThrough(new TransformStream({ transform(chunk, to) { heard = now(); to.enqueue(chunk); } }));
    return new Response(body, { status: answer.status, headers: answer.headers });
  };
  const probe = async () => {
    const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PROBE);
    try { return (await fetch(box()?.dataset.probe ?? location.href, { cache: "no-store", signal: stop.signal })).ok; } catch { return false; } finally { clearTimeout(timer); }
  };

  // --- The stream

  const source = () => document.querySelector("[hx-sse\\:connect]");
  const again = () => { stream?.reader?.cancel().catch(() => {}); stream?.delayCanceller?.(); };
  document.addEventListener("htmx:sse:before:connection", (event) => { stream = event.detail.connection; if (stream.attempt > 0) cut ??= now(); });
  document.addEventListener("htmx:sse:after:connection", () => { cut = null; heard = now(); show(); });
  document.addEventListener("htmx:sse:error", (event) => {
    const status = event.detail.status ?? 0;
    cut = status >= 400 && status < 429 ? null : cut ?? now(); // this browser may not have the page anymore
  });
  document.addEventListener("htmx:error", (event) => {
    const from = event.detail.ctx?.sourceElement;
    if (from && from === source()) { // its first connection failed, which nothing else repeats
      cut ??= now();
      setTimeout(() => { if (!from._htmx?.sse && from.isConnected) htmx.ajax("GET", from.getAttribute("hx-sse:connect"), { source: from }); }, 1000);
    } else if (event.detail.ctx) probe().then((is) => { if (!is) down(); });
  });
  window.addEventListener("offline", down);
  window.addEventListener("online", () => { probe(); wake(); again(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && now() - heard > QUIET) again(); });

  let probed = 0;
  setInterval(() => {
    if (cut === null && now() - heard > QUIET) { cut = now(); again(); } // a laptop has slept, or a network has changed
    if (!reach && now() - probed > 1000) { probed = now(); probe(); }
    show();
  }, 250);

  // --- A choice on its way

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches?.('#table form[action$="/choose"]')) return;
    note = "";
    const id = [...crypto.getRandomValues(new Uint8Array(12))].map((each) => each.toString(16).padStart(2, "0")).join("");
    const body = new URLSearchParams(new FormData(form, event.submitter));
    body.set("press", id);
    const says = event.submitter?.dataset.choice || form.querySelector("#free")?.value || "";
    fresh = { id, action: form.getAttribute("action"), body: String(body), says, kept: isLost() };
    if (!press) return;
    event.preventDefault(); // the new choice takes the place of the one that has not arrived
    event.stopImmediatePropagation();
    press = { ...fresh, kept: press.kept };
    fresh = null;
    store(press);
    wake();
    show();
  }, true);
  const drop = () => { if (press?.kept) { press = null; store(null); wake(); show(); } };
  document.addEventListener("click", (event) => { if (event.target.closest?.("#back")) drop(); });
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") drop(); });

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    if (!new URL(ctx.request.action, location.href).pathname.endsWith("/choose")) return;
    if (fresh) { press = fresh; fresh = null; store(press); }
    if (!press) return;
    clearTimeout(ctx.requestTimeout);
    ctx.fetch = (_action, request) => delivered(request);
  });

  // The server's answer to the choice on its way. Sends the choice until there is one; its id makes it count once.
  async function delivered(request) {
    const slow = setTimeout(async () => { if (press && !(await probe()) && press) down(); }, SLOW);
    try {
      for (let pause = 500; ; pause = Math.min(2 * pause, 4000)) {
        const mine = press;
        if (!mine) throw new DOMException("taken back", "AbortError");
        const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
        wake = () => { if (press !== mine) stop.abort(); };
        let answer = null;
        try {
          const headers = { ...request.headers, "Content-Type": "application/x-www-form-urlencoded" };
          answer = await fetch(mine.action, { method: "POST", credentials: "same-origin", body: mine.body, headers, signal: stop.signal });
        } catch { /* it is sent again */ }
        clearTimeout(timer);
        const fate = answer?.headers.get("X-Press");
        if (press === mine && answer && (fate || (answer.status < 500 && answer.status !== 429))) {
          settle(fate);
          return answer;
        }
        if (press !== mine) continue;
        if (!answer) down();
        await new Promise((go) => { wake = go; setTimeout(go, pause); });
      }
    } finally { clearTimeout(slow); wake = () => {}; }
  }

  function settle(fate) {
    const { kept, says } = press;
    press = null;
    store(null);
    if (fate === "late") pass(tell("over", says), Infinity);
    else if (kept) pass(tell(fate === "taken" ? "sent" : "back"));
    show();
  }

  document.addEventListener("htmx:after:swap", show); // the page came with an empty line
  document.addEventListener("DOMContentLoaded", () => {
    const left = stored(), table = document.getElementById("table"), csrf = document.querySelector("input[name=csrf]")?.value;
    if (!left || !table || !csrf) return;
    const body = new URLSearchParams(left.body);
    body.set("csrf", csrf);
    press = { ...left, body: String(body), kept: true };
    htmx.ajax("POST", press.action, { source: table, target: "#table", swap: "outerMorph" });
  });
})();
