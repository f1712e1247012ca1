// A bot in JavaScript that speaks Breakaway's protocol (docs/protocol.md). It plays at random, or the first order.
// Try it: breakaway watch fate --coaches "cmd:node examples/protocol_bot.js" --seed 1
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let asked = null; // the question that we are answering
let order = []; // the codes of our answer so far
let random = 0n; // the bot's random numbers come from the seed in the question alone

// A hash chain: the bot's own part of the dice and cards, which nobody can know in advance.
const { createHash, randomBytes } = require("crypto");
const after = (value) => createHash("sha256").update(Buffer.from(value, "hex")).digest("hex");
const chain = [randomBytes(32).toString("hex")]; // the anchor comes last, each link before the one that follows
while (chain.length <= 2048) chain.push(after(chain[chain.length - 1]));
const link = () => (asked.shown ? { link: chain[chain.indexOf(asked.shown) - 1] } : {});

function draw(sides) {
  random = (random * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((random >> 33n) % BigInt(sides));
}

function pick(codes) {
  order.push(codes[draw(codes.length)]);
  if (order.length < asked.slots) say({ type: "legal", begun: order }); // which codes may follow?
  else say({ type: "choose", id: asked.id, order, ...link() });
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    const hello = { type: "hello", protocol: 1, name: "random walk in JavaScript" };
    say(message.share ? { ...hello, anchor: chain[chain.length - 1] } : hello);
  } else if (message.type === "choose") {
    asked = message;
    order = [];
    random = BigInt(message.random);
    pick(message.codes);
  } else if (message.type === "legal") {
    pick(message.codes);
  } else if (message.type === "bye") {
    lines.close();
  } // everything else, such as "observe", needs no answer
});
