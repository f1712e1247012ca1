// Starts a Python with the program in it. What it is packed in is unpacked once for each edition, and kept.

import { unpack } from "./files.mjs";

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

/** Python with the program of the edition in `list` (`files.json`). `options`: for `loadPyodide`. */
export async function started(list, options) {
  const cache = await caches.open(`breakaway ${list.edition}`);
  const archives = list.files.filter((each) => each.packed?.endsWith(".xz"));
  // read while Python starts
  const read = archives.map(async ({ name }) => (await cache.match(new URL(name, import.meta.url)))?.arrayBuffer());
  const { loadPyodide } = await import("./pyodide.mjs");
  const python = await loadPyodide({ indexURL: new URL("./", import.meta.url).href, ...options });
  for (const [n, each] of archives.entries()) {
    const kept = await read[n];
    unpack(python, kept ? new Uint8Array(kept) : await unpacked(python, cache, each), list.packages);
  }
  python.runPython("import importlib; importlib.invalidate_caches()");
  return python;
}
