// The page around the pages: keeps the files of this folder, starts Python in a worker, hands requests over to it, and
// shows the app in a frame, which goes from page to page while Python goes on running.

const HOME = new URL("./", location.href);
const APP = new URL("app/", HOME), LIST = new URL("files.json", HOME);
const frame = document.querySelector("iframe"), note = document.querySelector("[role=status]");
const bar = document.querySelector("progress"), fault = document.querySelector("[role=alert]");
const news = document.querySelector(".news"), sizes = document.querySelector(".sizes");
let worker, leads = false, words = {};

/** Writes what the page says in the visitor's language; until then, it is in English. */
async function translate() {
  const all = await (await fetch(new URL("words.json", HOME))).json();
  const found = navigator.languages.map((each) => each.slice(0, 2)).find((each) => each in all) ?? "en";
  words = all[found];
  document.documentElement.lang = found;
  for (const each of document.querySelectorAll("[data-word]")) {
    if (each === bar) each.setAttribute("aria-label", words.bar);
    else each.textContent = words[each.dataset.word];
  }
}

const inApp = () => new URL(location.hash.replace(/^#\/?/, ""), APP).href;

/** What is kept of an edition that was loaded whole: its list of files. Null before the first visit has ended. */
async function kept() {
  const found = await caches.match(LIST);
  return found ? found.json() : null;
}

/** The list of files that the network has now. */
async function offered() {
  const answer = await fetch(LIST, { cache: "reload" });
  if (!answer.ok) throw new Error(`files.json: ${answer.status}`);
  return answer.json();
}

/** Downloads an edition and keeps its files, unpacked but for what Python unpacks. Only when all are there does it take
 * the place of the last one. */
async function keep(list) {
  const cache = await caches.open(`breakaway ${list.edition}`);
  const missing = [];
  for (const each of list.files) {
    const found = await cache.match(new URL(each.name, HOME)) ?? await cache.match(new URL(each.packed ?? each.name, HOME));
    if (!found) missing.push(each);
  }
  bar.max = missing.reduce((sum, each) => sum + each.size, 0) || 1;
  bar.value = 0;
  await Promise.all(missing.map(async ({ name, packed, type }) => {
    const answer = await fetch(new URL(packed ?? name, HOME), { cache: "reload" });
    if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
    const counted = answer.body.pipeThrough(new TransformStream({
      transform(part, on) { bar.value += part.length; showSizes(); on.enqueue(part); },
    }));
    const isGzip = packed?.endsWith(".gz");
    const body = isGzip ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
    const kept = new URL(isGzip ? name : packed ?? name, HOME);
    await cache.put(kept, new Response(body, { headers: { "Content-Type": type } }));
  }));
  await cache.put(LIST, new Response(JSON.stringify(list), { headers: { "Content-Type": "application/json" } }));
  for (const name of await caches.keys()) {
    if (name.startsWith("breakaway ") && name !== `breakaway ${list.edition}`) await caches.delete(name);
  }
}

/** Offers a new edition, if the network has one. */
async function lookForNews(now) {
  const list = await offered();
  if (list.edition === now.edition) return;
  news.hidden = false;
  news.querySelector("button").addEventListener("click", async () => {
    news.hidden = true;
    document.body.classList.remove("open");
    frame.hidden = true;
    say(words.renewing);
    try {
      await keep(list);
      location.reload();
    } catch (error) { // the table goes on as it was
      console.warn(error);
      news.querySelector("span").textContent = words.notRenewed;
      news.hidden = frame.hidden = false;
      document.body.classList.add("open");
    }
  });
}

function say(text) { note.textContent = text; }

/** Says how much is loaded, in the words of the page. */
function showSizes() {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const said = (bytes) => (bytes / 1e6).toLocaleString(document.documentElement.lang, digits);
  sizes.textContent = words.sizes.replace("{loaded}", said(bar.value)).replace("{whole}", said(bar.max));
}

function open() {
  frame.src = inApp();
  frame.hidden = false;
  document.body.classList.add("open");
}

frame.addEventListener("load", () => {
  let inside;
  try { inside = frame.contentWindow.location.href; } catch { return; }
  if (!inside.startsWith(APP.href)) return;
  document.title = frame.contentDocument.title;
  document.documentElement.lang = frame.contentDocument.documentElement.lang;
  history.replaceState(null, "", `#/${inside.slice(APP.href.length)}`);
});
addEventListener("hashchange", () => frame.contentWindow.location.replace(inApp()));

navigator.serviceWorker?.addEventListener("message", ({ data: { asked, port } }) => {
  if (!leads) port.postMessage("elsewhere");
  else worker.postMessage({ ...asked, url: asked.url.slice(HOME.origin.length), port }, [port]);
});

function heard({ data }) {
  if (data === "leads") leads = true;
  else if (data === "ready") open();
  else failed(data.fault);
}

function failed(error) {
  fault.hidden = false;
  fault.querySelector("code").textContent = String(error);
}

async function begin() {
  await translate();
  if (!navigator.serviceWorker) throw new Error(words.insecure);
  await navigator.serviceWorker.register(new URL("service-worker.js", HOME));
  const { active } = await navigator.serviceWorker.ready;
  let list = await kept();
  const isFirst = list === null;
  if (isFirst) await keep(list = await offered());
  if (!navigator.serviceWorker.controller && active) {
    await new Promise((come) => navigator.serviceWorker.addEventListener("controllerchange", come, { once: true }));
  }
  say(words.starting);
  sizes.textContent = "";
  worker = new Worker(new URL("worker.mjs", HOME), { type: "module" }); // only now: it comes from what is kept
  worker.onmessage = heard;
  bar.removeAttribute("value");
  const locks = await navigator.locks.query();
  if (locks.held.some((each) => each.name === `breakaway ${APP.href}`)) open(); // another tab has Python
  if (!isFirst) lookForNews(list).catch(() => {}); // without a network, there are no news
  worker.postMessage({ begin: { address: APP.href, languages: navigator.languages, list } });
}

begin().catch(failed);
