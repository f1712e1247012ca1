// A bot in JavaScript that speaks Breakaway's protocol (docs/protocol.md). It plays at random, or the first order.
// Try it: breakaway watch fate --coaches "cmd:node examples/protocol_bot.js" --seed 1
"use strict";

const lines = require("readline").createInterface({ input: process.stdin });
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");
let asked = null; // the question that we are answering
let order = []; // the codes of our answer so far
let random = 0n; // the bot's random numbers come from the seed in the question alone

function draw(sides) {
  random = (random * 6364136223846793005n + 1442695040888963407n) & 0xffffffffffffffffn;
  return Number((random >> 33n) % BigInt(sides));
}

function pick(codes) {
  order.push(codes[draw(codes.length)]);
  if (order.length < asked.slots) say({ type: "legal", begun: order }); // which codes may follow?
  else say({ type: "choose", id: asked.id, order });
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    say({ type: "hello", protocol: 1, name: "random walk in JavaScript" });
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
