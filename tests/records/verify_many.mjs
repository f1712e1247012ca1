// Checks many records in one process: reads a JSON list of texts or {path} from stdin, prints the list of results.
import { readFileSync } from "node:fs";
import { parts, verify } from "../../src/breakaway/web/static/verify.mjs";

const { rows, vectors, words, keys } = JSON.parse(readFileSync(0, "utf8"));
const hex = (n, digits) => n.toString(16).padStart(digits, "0");
const results = [];
for (const row of rows ?? []) results.push(await verify(row.path ? readFileSync(row.path) : row, () => {}, words, keys));
const answers = {};
for (const [value, times] of vectors?.chains ?? []) {
  let now = value;
  for (let i = 0; i < times; i += 1) now = await parts.sha(parts.unhex(now));
  (answers.chains ??= []).push(now);
}
for (const [secret, shares, step] of vectors?.seeds ?? [])
  (answers.seeds ??= []).push(hex(await parts.seeded(parts.unhex(secret), shares, step), 16));
for (const seed of vectors?.numbers ?? []) {
  const next = parts.generator(BigInt(`0x${seed}`));
  (answers.numbers ??= []).push([1, 2, 3, 4].map(() => hex(next(2 ** 32), 8)));
}
for (const [seed, total, count] of vectors?.units ?? []) {
  const next = parts.generator(BigInt(`0x${seed}`));
  (answers.units ??= []).push(Array.from({ length: count }, () => next(total)));
}
for (const place of vectors?.rolls ?? []) (answers.rolls ??= []).push(parts.ROLLS[place]);
console.log(JSON.stringify({ results, answers }));
