#!/usr/bin/env node
// Checks records of matches as docs/record.md says: node tools/verify.mjs FILE...
// Exit status: 0 if all are valid, 1 if one is not, 2 if one cannot be read.
import { readFile } from "node:fs/promises";
import { verify } from "../src/breakaway/web/static/verify.mjs";

process.removeAllListeners("warning"); // Node 20 calls Ed25519 experimental, which helps no reader
const files = process.argv.slice(2);
process.exitCode = files.length ? 0 : 2;
if (!files.length) console.error("Name at least one file: node tools/verify.mjs FILE...");
for (const file of files) {
  const data = await readFile(file).catch(({ code }) => console.error(`${file}: cannot be read (${code}).`));
  const { holds, said } = data ? await verify(data) : { said: [] };
  if (data) console.log([`${file}: ${holds ? "valid" : "NOT VALID"}`, ...said].join("\n  "));
  process.exitCode = Math.max(process.exitCode, data ? Number(!holds) : 2);
}
