#!/usr/bin/env node
// Checks records of matches: node tools/verify.mjs FILE...
// Exit status: 0 all hold, 1 one does not hold, 2 one cannot be read. docs/record.md says what is checked.
import { readFile } from "node:fs/promises";
import { verify } from "../src/breakaway/web/static/verify.mjs";

process.removeAllListeners("warning"); // Node 20 calls Ed25519 experimental, which helps no reader
const files = process.argv.slice(2);
if (!files.length) console.error("Name at least one file: node tools/verify.mjs FILE...");
let status = files.length ? 0 : 2;
for (const file of files) {
  try {
    const { holds, said } = await verify(await readFile(file));
    console.log([`${file}: ${holds ? "holds" : "DOES NOT HOLD"}`, ...said].join("\n  "));
    if (!holds) status = Math.max(status, 1);
  } catch (error) {
    console.error(`${file}: cannot be read (${error.code ?? error.message}).`);
    status = 2;
  }
}
process.exitCode = status;
