// A boardgame.io server with a game of the size of our football: about 1 kB of numbers that change, 7 kB of cards that do
// not, and a log. Two sides call a card in turn, the first one face down. Nothing is written to a disk.
// node server.js PORT [delta]
const { Server } = require("boardgame.io/server");
const [port, delta] = [Number(process.argv[2]), process.argv[3] === "delta"];

const CARDS = 50, LOG = 80;
const deck = (seat) => Array.from({ length: CARDS }, (_, n) => (
  { n, seat, kind: ["run", "pass", "kick"][n % 3], strength: 1 + n % 9, formation: `Formation ${n % 7}` }));

const game = {
  name: "football",
  deltaState: delta,
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({
    cards: [deck(0), deck(1)],
    numbers: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`number${n}`, 0])),
    used: [Array(CARDS).fill(0), Array(CARDS).fill(0)],
    called: [null, null],
    plays: [],
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    call: {
      client: false,
      move: ({ G, playerID }, card) => {
        const seat = Number(playerID);
        G.called[seat] = card;
        G.used[seat][card] += 1;
        if (G.called[1 - seat] === null) return;
        const [one, two] = [0, 1].map((each) => G.cards[each][G.called[each]]);
        const gain = one.strength - two.strength, down = G.plays.length % 4;
        for (let n = 0; n < 12; n++) G.numbers[`number${(5 * down + n) % 60}`] += gain + n;
        G.plays.push({ down: down + 1, one: one.n, two: two.n, says: `A ${one.kind} for ${gain} from ${one.formation}.` });
        if (G.plays.length > LOG) G.plays.shift();
        G.called = [null, null];
      },
    },
  },
  playerView: ({ G, playerID }) => ({ ...G, called: G.called.map((card, seat) => (String(seat) === playerID ? card : null)) }),
};

Server({ games: [game], origins: [/localhost/] }).run(port, () => console.log("ready"));
