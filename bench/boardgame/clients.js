// The clients of bench/streams.py for a boardgame.io server: pairs choose, and spectators watch their matches.
// node clients.js PORT PAIRS WATCHING EVERY SECONDS; prints the milliseconds until all arrivals as JSON
const { io } = require("socket.io-client");
const [port, pairs, watching, every, seconds] = process.argv.slice(2).map(Number);
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

function join(match, player) {
  const one = { match, player, came: null, id: 0, current: "0" };
  const socket = io(`http://localhost:${port}/football`, { transports: ["websocket"], forceNew: true });
  one.socket = socket;
  one.ready = new Promise((done) => {
    socket.on("connect", () => socket.emit("sync", match, player, undefined, 2));
    socket.on("sync", (_match, info) => { one.id = info.state._stateID; one.current = info.state.ctx.currentPlayer; done(); });
  });
  const note = () => { one.came ??= performance.now(); };
  socket.on("update", (_match, state) => { note(); one.id = state._stateID; one.current = state.ctx.currentPlayer; });
  socket.on("patch", (_match, _before, id, patch) => {
    note();
    one.id = id;
    for (const each of patch) if (each.path === "/ctx/currentPlayer") one.current = each.value;
  });
  return one;
}

async function play(pair, crowd, n, until, found) {
  await pause(1000 * every * n / pairs);
  for (let turn = 0; performance.now() < until; turn++) {
    const start = performance.now(), mine = pair[Number(pair[0].current)], other = pair[1 - Number(pair[0].current)];
    const all = [...pair, ...crowd];
    for (const each of all) each.came = null;
    const action = { type: "MAKE_MOVE", payload: { type: "call", args: [turn % 50], playerID: mine.player } };
    mine.socket.emit("update", action, mine.id, mine.match, mine.player);
    while (all.some((each) => each.came === null) && performance.now() < start + 60_000) await pause(5);
    if (other.came) found.opponents.push(other.came - start);
    for (const each of crowd) if (each.came) found.spectators.push(each.came - start);
    await pause(Math.max(100, start + 1000 * every - performance.now()));
  }
}

(async () => {
  const found = { opponents: [], spectators: [] };
  const seats = Array.from({ length: pairs }, (_, n) => ["0", "1"].map((player) => join(`match-${n}`, player)));
  await Promise.all(seats.flat().map((each) => each.ready));
  const crowd = Array.from({ length: watching }, (_, n) => join(`match-${n % pairs}`, null));
  await Promise.all(crowd.map((each) => each.ready));
  await pause(2000);
  console.log("begins"); // then the processor time of the server counts
  const until = performance.now() + 1000 * seconds;
  await Promise.all(seats.map((pair, n) => play(pair, crowd.filter((_, k) => k % pairs === n), n, until, found)));
  process.stdout.write(`${JSON.stringify(found)}\n`, () => process.exit(0)); // a pipe takes a long text in parts
})();
