#!/usr/bin/env node
// Checks records of matches as docs/record.md says: node tools/verify.mjs [--key KEY]... FILE...
// A KEY is a key of a server that you trust, or a file of such keys.
// Exit status: 0 if all records are consistent (with --key: and signed with one of the keys), 1 if one is not, 2 if
// a file cannot be read.
import { readFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { isWeak, verify } from "../src/breakaway/web/static/verify.mjs";

process.removeAllListeners("warning"); // Node 20 calls Ed25519 experimental, which helps no reader

/** The keys in the files and texts behind --key. In a file, a server's name may follow its key, and # begins a comment. */
async function read(named) {
  const isKey = (text) => /^[0-9a-f]{64}$/.test(text);
  const rows = await Promise.all(named.map(async (text) => (isKey(text) ? text : readFile(text, "utf8"))));
  const keys = rows.flatMap((text) => text.split("\n").map((row) => row.replace(/#.*/, "").trim().split(/\s/)[0]).filter(Boolean));
  const wrong = keys.find((key) => !isKey(key) || isWeak(key));
  if (wrong) throw new Error(`${wrong.slice(0, 80)} is not a key that you can trust: a key has 64 hexadecimal digits.`);
  return keys;
}

async function main() {
  const { values, positionals: files } = parseArgs({ options: { key: { type: "string", multiple: true } }, allowPositionals: true });
  if (!files.length) throw new Error("Name at least one file: node tools/verify.mjs [--key KEY]... FILE...");
  const keys = await read(values.key ?? []);
  for (const file of files) {
    const data = await readFile(file).catch(({ code }) => console.error(`${file}: cannot be read (${code}).`));
    const { grade, title, said } = data ? await verify(data, () => {}, {}, keys) : {};
    if (data) console.log([`${file}: ${title}`, ...said].join("\n  "));
    const holds = values.key ? grade === "trusted" : grade !== "inconsistent";
    process.exitCode = Math.max(process.exitCode ?? 0, data ? Number(!holds) : 2);
  }
}

await main().catch(({ message }) => {
  console.error(message);
  process.exitCode = 2;
});
