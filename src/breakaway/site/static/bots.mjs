// A bot of one's own: hands its text to a worker that plays its matches, and shows the score. To stop, the worker ends.

const find = (selector) => document.querySelector(selector);
const form = find("form"), game = find("#game"), text = find("#text"), start = find("#start"), stop = find("#stop");
const said = find("[role=status]"), count = find(".count"), fault = find("[role=alert] pre"), table = find("table");
const matches = find("progress").max, KEPT = "breakaway bot";
let worker, played = 0;

/** A sentence of the page, with its values. */
const sentence = (name, values = {}) => said.dataset[name].replace(/\{(\w+)\}/g, (_all, key) => values[key]);

function level() { return find(`#level-${game.value}`); }

function showLevels() {
  for (const each of document.querySelectorAll("[data-game]")) each.hidden = each.dataset.game !== game.value;
}

function end(sentenceNow) {
  worker?.terminate();
  worker = undefined;
  start.disabled = false;
  stop.disabled = true;
  said.textContent = sentenceNow;
}

function show({ bot, played: n, table: rows }) {
  played = n;
  if (said.dataset.now !== bot) said.textContent = sentence("playing", { bot: said.dataset.now = bot });
  find("progress").value = n;
  count.querySelector("span").textContent = n;
  table.hidden = n === 0;
  table.tBodies[0].replaceChildren(...rows.map(([name, ...cells]) => {
    const row = document.createElement("tr"), head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head, ...cells.map((each) => Object.assign(document.createElement("td"), { textContent: each })));
    return row;
  }));
  if (n >= matches) end(sentence("over"));
}

function heard({ data }) {
  if (data.fault) {
    fault.textContent = data.fault;
    fault.hidden = false;
    end(played ? sentence("stopped", { n: played }) : "");
  } else show(JSON.parse(data));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  played = 0;
  fault.hidden = table.hidden = true;
  count.hidden = false;
  find("progress").value = 0;
  count.querySelector("span").textContent = 0;
  start.disabled = true;
  stop.disabled = false;
  said.textContent = sentence("starting");
  delete said.dataset.now;
  worker = new Worker(new URL("bots-worker.mjs", location.href), { type: "module" });
  worker.onmessage = heard;
  worker.onerror = (error) => heard({ data: { fault: error.message || "bots-worker.mjs" } });
  const asked = { text: text.value, game: game.value, level: level().value, language: document.documentElement.lang, matches };
  worker.postMessage(asked);
});
stop.addEventListener("click", () => end(sentence("stopped", { n: played })));
game.addEventListener("change", showLevels);

// The text stays if the page is closed.
try {
  text.value = localStorage.getItem(KEPT) || text.value;
  text.addEventListener("input", () => localStorage.setItem(KEPT, text.value));
} catch { /* no storage here */ }
showLevels();

// Python comes from what the table has loaded.
const list = await caches.match(new URL("files.json", location.href));
if (!list || !navigator.serviceWorker?.controller) {
  find(".first").hidden = false;
  start.disabled = true;
}
