// This browser's own share of chance: a hash chain that the server cannot know in advance (docs/record.md, "Hash chains").
// Without this file a match goes on; the record then says that no link was given.
(() => {
  "use strict";
  const LENGTH = 2048; // links of a chain, as in breakaway.core.chance
  const hex = (bytes) => [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));

  // SHA-256 of 32 bytes, one block. A page over plain http has no crypto.subtle, and a chain needs thousands of hashes at once.
  const part = (root, p) => { const x = p ** (1 / root); return ((x - Math.floor(x)) * 2 ** 32) | 0; };
  const primes = []; for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p)) primes.push(n);
  const K = primes.map((p) => part(3, p)), H = primes.slice(0, 8).map((p) => part(2, p));
  const turn = (x, n) => (x >>> n) | (x << (32 - n));
  const sha256 = (bytes) => {
    const w = new Int32Array(64), view = new DataView(bytes.buffer, bytes.byteOffset, 32);
    for (let i = 0; i < 8; i++) w[i] = view.getInt32(4 * i);
    w[8] = 1 << 31; w[15] = 256; // the end mark, and the length in bits
    for (let i = 16; i < 64; i++) {
      const a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[i - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
    }
    let [a, b, c, d, e, f, g, h] = H;
    for (let i = 0; i < 64; i++) {
      const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i]) | 0;
      const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    const out = new DataView(new ArrayBuffer(32));
    [a, b, c, d, e, f, g, h].forEach((each, i) => out.setInt32(4 * i, each + H[i]));
    return new Uint8Array(out.buffer);
  };

  const chains = new Map(); // by seed: all values, the anchor first
  const chainOf = (seed) => {
    if (!chains.has(seed)) {
      const values = [bytesOf(seed)];
      while (values.length <= LENGTH) values.push(sha256(values.at(-1)));
      chains.set(seed, values.map(hex).reverse());
    }
    return chains.get(seed);
  };
  const place = (table) => `breakaway chain ${table.dataset.chain}`;
  const stored = (table) => { try { return localStorage.getItem(place(table)); } catch { return null; } };

  // Starts this browser's own chain and returns its anchor.
  const begun = (where) => {
    const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
    try { localStorage.setItem(place(where), seed); } catch { return ""; } // a browser that keeps nothing gives no links
    return chainOf(seed)[0];
  };
  // Shows a new anchor. It counts from the next turn on; before the first turn, at once.
  const anchor = async (table) => {
    const value = begun(table), form = new FormData();
    form.set("csrf", document.querySelector("input[name=csrf]").value);
    form.set("anchor", value);
    if (value) await fetch(table.dataset.anchorAt, { method: "POST", body: form, credentials: "same-origin" }).catch(() => null);
  };

  let asked = false;
  const give = () => { // the link after the one that the page shows goes into the form
    const table = document.getElementById("table");
    if (!table?.dataset.chain) return;
    const shown = table.dataset.shown, seed = stored(table);
    const values = seed ? chainOf(seed) : [], at = values.indexOf(shown);
    for (const each of document.querySelectorAll("input[name=link]")) each.value = at >= 0 ? values[at + 1] ?? "" : "";
    if (!shown && !asked) { asked = true; anchor(table); }
  };
  const choose = (event) => {
    const sits = event.target.querySelector("input[name=anchor]");
    if (sits) { sits.value = begun(event.target); return; }
    give();
    const table = document.getElementById("table"), link = document.querySelector("input[name=link]");
    // the chain belongs to another device or is used up: this browser starts one of its own for the next turns
    if (table?.dataset.chain && table.dataset.shown && link && !link.value) setTimeout(() => anchor(table), 300);
  };
  document.addEventListener("submit", choose, true);
  document.addEventListener("htmx:after:swap", give);
  document.addEventListener("DOMContentLoaded", give);
})();
