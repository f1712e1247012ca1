// The documentation: its search, the table in a frame, and reading without a network.

const BASE = new URL(document.documentElement.dataset.base, location.href);
const words = document.querySelector("#words"), results = document.querySelector(".results");
const article = document.querySelector("article"), heading = document.querySelector("#found");
const said = document.querySelector("[role=status]");
const SHOWN = 30, SOON = 150; // results; milliseconds after the last letter
let searching;

if (matchMedia("(max-width: 61.99rem)").matches) document.querySelector(".all").open = false;

// --- The search: MkDocs' worker, with its index of all sections.

/** The worker, once it can answer. */
function searcher() {
  searching ??= new Promise((ready, failed) => {
    const worker = new Worker(new URL("search/worker.js", BASE));
    worker.onerror = failed;
    worker.onmessage = ({ data }) => { if (data.allowSearch) ready(worker); else if (data.results) show(data.results); };
    worker.postMessage({ init: true });
  });
  return searching;
}

function show(found) {
  const asked = words.value.trim();
  results.hidden = !asked;
  article.hidden = Boolean(asked);
  if (!asked) return;
  const n = found.length;
  tell(n ? `${n} ${n === 1 ? "section fits" : "sections fit"} “${asked}”` : `Nothing fits “${asked}”`);
  results.querySelector("ol").replaceChildren(...found.slice(0, SHOWN).map(entry));
}

/** Says how the search went, also to those who hear the page. */
function tell(text) { heading.textContent = said.textContent = text; results.hidden = false; }

function entry({ location: place, title, summary }) {
  const item = document.createElement("li"), link = document.createElement("a"), text = document.createElement("p");
  link.href = new URL(place, BASE);
  link.textContent = plain(title);
  link.addEventListener("click", () => { words.value = ""; show([]); }); // it may lead to this same page
  text.textContent = plain(summary);
  item.append(link, text);
  return item;
}

/** The index has texts as markup: only its few escapes are undone. */
const plain = (text) => text.replace(/&(lt|gt|quot|#39|amp);/g, (_all, name) => ({ lt: "<", gt: ">", quot: "\"", "#39": "'", amp: "&" })[name]);

/** Words as the index wants them: all must be there, and the last may be just begun. Its own signs mean nothing here. */
function query(text) {
  const parts = text.replace(/[^\p{L}\p{N}\s]+/gu, " ").trim().split(/\s+/).filter(Boolean);
  return parts.map((each, i) => i === parts.length - 1 && each.length > 2 ? `${each}^2 ${each}*` : parts.length > 1 ? `+${each}` : each).join(" ");
}

let waiting;
words.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(async () => {
    const asked = query(words.value);
    if (!asked) return show([]);
    try { (await searcher()).postMessage({ query: asked }); } catch { tell("The search cannot start here"); }
  }, SOON);
});
words.addEventListener("keydown", ({ key }) => { if (key === "Escape") { words.value = ""; show([]); } });
document.querySelector(".search").hidden = false;

// --- The table in a frame: only when somebody asks, since it loads Python.

for (const button of document.querySelectorAll("[data-try]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const frame = document.createElement("iframe");
    frame.title = "The table";
    frame.src = new URL(`../${button.dataset.try}`, BASE);
    button.replaceWith(frame);
    frame.focus();
  });
}

// --- Without a network: who has opened one page can read all.

/** Keeps all files. Whoever leaves the page meanwhile goes on from there with the next one: the list comes last. */
async function keep() {
  const LIST = new URL("files.json", BASE), answer = await fetch(LIST, { cache: "reload" });
  const list = await answer.clone().json(), name = `breakaway-documentation ${list.edition}`;
  const cache = await caches.open(name);
  if (await cache.match(LIST)) return;
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  const missing = list.files.map((each) => new URL(each, BASE).href).filter((each) => !kept.has(each));
  await Promise.all(missing.map((each) => cache.add(new Request(each, { cache: "reload" }))));
  await cache.put(LIST, answer);
  for (const each of await caches.keys()) if (each.startsWith("breakaway-documentation ") && each !== name) await caches.delete(each);
}

if (navigator.serviceWorker?.controller) keep().catch(() => {}); // without a network, or without room, it stays as it is
