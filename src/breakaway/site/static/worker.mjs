// Runs Python, and in it the app. It answers the requests that the shell hands over, each on a port of its own:
// { status, headers }, then parts of the body, then null.
//
// Of all tabs, only one has a Python that runs: the lock passes to the next when its tab is closed or dies.

import { held, mount, unpack } from "./files.mjs";

const PLACE = "/club";
const FILES = ["club.sqlite", "club.sqlite-journal", "cookies.json"];
const HOME = "/home/pyodide";

const UNPACK = `
import lzma
def unpacked(packed, send):
    reader, left = lzma.LZMADecompressor(), packed.to_bytes()
    while not reader.eof:
        send(reader.decompress(left, 2**22))
        left = b""
unpacked`;

/** A tar file of this edition, which Python unpacks the first time. From then on it is kept unpacked. */
async function unpacked(python, cache, { name, packed, whole, type }) {
  const data = new Uint8Array(whole);
  let at = 0;
  const there = await cache.match(new URL(packed, import.meta.url)) ?? await fetch(packed);
  const work = python.runPython(UNPACK, { globals: python.toPy({}) });
  work(await there.arrayBuffer(), (part) => {
    const view = part.getBuffer("u8");
    data.set(view.data, at);
    at += view.data.length;
    view.release();
  });
  work.destroy();
  await cache.put(new URL(name, import.meta.url), new Response(data, { headers: { "Content-Type": type } }));
  await cache.delete(new URL(packed, import.meta.url));
  return data;
}

/** Loads Python and the program, and opens the site at `address`. `languages`: those of the visitor, best first. `list`:
 * the files of this edition. */
async function begun({ address, languages, list }) {
  const cache = await caches.open(`breakaway ${list.edition}`);
  const archives = list.files.filter((each) => each.packed?.endsWith(".xz"));
  // read while Python starts
  const read = archives.map(async ({ name }) => (await cache.match(new URL(name, import.meta.url)))?.arrayBuffer());
  const { loadPyodide } = await import("./pyodide.mjs");
  const python = await loadPyodide({
    indexURL: new URL("./", import.meta.url).href,
    env: { HOME, BREAKAWAY_DATA: `${HOME}/data` },
  });
  for (const [n, each] of archives.entries()) {
    const kept = await read[n];
    unpack(python, kept ? new Uint8Array(kept) : await unpacked(python, cache, each), list.packages);
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  const handles = await held(FILES);
  mount(python, PLACE, handles);
  const inside = python.pyimport("breakaway.site.inside");
  // SQLite asks for fdatasync, which does nothing here
  const flush = () => { for (const each of Object.values(handles)) each.flush(); };
  return { python, flush, site: await inside.begin(address, PLACE, languages.join(",")) };
}

async function answer({ python, flush, site }, { method, url, headers, body, port }) {
  const left = python.pyimport("asyncio").Event();
  port.onmessage = () => left.set();
  try {
    await site.answer(
      method, url, python.toPy(headers), python.toPy(new Uint8Array(body)).tobytes(),
      (status, said) => { flush(); port.postMessage({ status, headers: said.toJs() }); },
      (part) => port.postMessage(part.toJs()),
      left,
    );
    port.postMessage(null);
  } catch (error) {
    console.error(error);
    port.postMessage({ fault: String(error) });
  }
}

let ready;

function begin(given) {
  navigator.locks.request(`breakaway ${given.address}`, () => {
    postMessage("leads");
    ready = begun(given);
    ready.then(
      () => postMessage("ready"),
      (error) => { console.error(error); postMessage({ fault: String(error) }); },
    );
    return new Promise(() => {}); // until this tab is closed
  });
}

onmessage = ({ data }) => {
  if (data.begin) begin(data.begin);
  else ready.then((it) => answer(it, data)); // the shell hands over nothing before this tab leads
};
