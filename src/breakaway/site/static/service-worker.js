// Stands between the pages and the network. The files of this folder come from a cache; what lies under app/ is answered
// by Python, which runs in the worker of a tab: this hands the request over and streams the answer back.

const HOME = new URL("./", self.location.href);
const APP = new URL("app/", HOME).href;
const PATIENCE = 30000; // milliseconds until a tab must have taken a request
const PAUSE = 200;
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
  + "connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; form-action 'self'; "
  + "base-uri 'none'; frame-ancestors 'self'";
const HEADERS = {
  "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin",
};

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event, { origin } = new URL(request.url);
  if (origin !== HOME.origin) return;
  event.respondWith(request.url.startsWith(APP) ? fromApp(event) : fromFolder(request));
});

/** A file of the folder: as it was kept, or else from the network. */
async function fromFolder(request) {
  const plain = new URL(request.url);
  plain.search = plain.hash = "";
  if (plain.href === HOME.href) plain.pathname += "index.html";
  const kept = request.cache === "reload" ? undefined : await caches.match(plain.href);
  if (!kept) return fetch(request);
  const headers = new Headers(kept.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(kept.body, { headers });
}

async function fromApp(event) {
  const { request } = event;
  const inTab = request.mode === "navigate" && request.destination === "document";
  if (inTab && request.method === "GET") { // a page by itself: the shell shows it
    return Response.redirect(`${HOME.href}#${request.url.slice(APP.length - 1)}`);
  }
  if (request.method !== "GET" && request.mode === "navigate" && !request.referrer.startsWith(HOME.href)) {
    return new Response("This form came from another site. Nothing was changed.\n", { status: 403 });
  }
  const body = await request.arrayBuffer();
  const asked = { method: request.method, url: request.url, headers: [...request.headers], body };
  const until = Date.now() + PATIENCE;
  while (Date.now() < until) {
    const answer = await handedOver(asked, event);
    if (answer) return answer;
    await new Promise((soon) => setTimeout(soon, PAUSE));
  }
  return new Response("Breakaway is not open in any tab. Open it, and try again.\n", { status: 503 });
}

/** The answer of the tab that has Python. None while no tab has. */
async function handedOver(asked, event) {
  const found = await clients.matchAll({ type: "window" });
  const shells = found.filter((each) => [HOME.href, `${HOME.href}index.html`].includes(each.url.replace(/[?#].*/, "")));
  for (const shell of shells) {
    const answer = await from(shell, asked, event);
    if (answer) return answer;
  }
  return null;
}

/** The answer that one shell gives: null if another one has Python. */
function from(shell, asked, event) {
  return new Promise((answered) => {
    const { port1: port, port2: its } = new MessageChannel();
    let end, feed;
    event.waitUntil(new Promise((ended) => { end = ended; }));
    port.onmessage = ({ data }) => {
      if (data === "elsewhere") { answered(null); end(); }
      else if (data?.status) {
        const hasBody = ![204, 205, 304].includes(data.status);
        const body = new ReadableStream({
          start(controller) { feed = controller; },
          cancel() { port.postMessage("left"); end(); },
        });
        answered(new Response(hasBody ? body : null, { status: data.status, headers: data.headers }));
      }
      else if (data === null) { try { feed?.close(); } catch { /* left */ } end(); }
      else if (data?.fault) { feed ? feed.error(new Error(data.fault)) : answered(Response.error()); end(); }
      else feed.enqueue(data);
    };
    shell.postMessage({ asked, port: its }, [its]);
  });
}
