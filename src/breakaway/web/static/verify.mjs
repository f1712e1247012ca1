// Checks the record of a match: everything but the rules of the game. Written from docs/record.md alone, so that nobody
// has to trust the program that made the record. Runs in browsers and in Node (tools/verify.mjs), without any library.

// At most: bytes of a file; lists and objects around a value; hashes from a link to the value shown before it.
const [LARGEST, DEEPEST, CHAIN] = [64 * 2 ** 20, 50, 64];

/** Stops unless `holds`. The sentence says what is wrong, with {names} for its values. */
function need(holds, sentence, values = {}) {
  if (!holds) throw { sentence, values };
}

/** Reads a line. JSON.parse rounds large numbers and accepts a key that comes twice, so each part is checked here, too. */
function parsed(line) {
  const value = JSON.parse(line), open = []; // the keys of each list or object that is not closed yet
  for (const [part, quoted, isKey] of line.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?|[-+.\w]+|[[\]{}]/g)) {
    const text = quoted && JSON.parse(quoted);
    if (quoted) need(text.isWellFormed(), "A string contains half a character (a lone surrogate).");
    const isNew = !isKey || (!open.at(-1).has(text) && open.at(-1).add(text));
    need(isNew, "An object has the key {quoted} twice.", { quoted });
    if ("]}".includes(part)) open.pop();
    else need(open.length < DEEPEST, "A value is nested too deeply, inside {most} or more lists and objects.", { most: DEEPEST });
    if ("[{".includes(part)) open.push(new Set());
    if (!/^[-\d]/.test(part)) continue;
    const isSmall = /^-?\d{1,17}$/.test(part) && BigInt(part) ** 2n <= 2n ** 106n;
    need(isSmall, "{part} must be a whole number up to 2^53, written in plain digits.", { part: part.slice(0, 40) });
  }
  return value;
}

/** What is hashed and signed. JavaScript quotes texts as docs/record.md asks, but sorts keys by halves of characters. */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map((part) => canonical(part)).join()}]`;
  if (!isObject(value)) return typeof value === "string" ? JSON.stringify(value) : String(value);
  const code = (key) => Array.from(key, (letter) => letter.codePointAt(0).toString(16).padStart(6, "0")).join("");
  const keys = Object.keys(value).sort((a, b) => (code(a) < code(b) ? -1 : 1));
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join()}}`;
}

const bytes = (text) => new TextEncoder().encode(text);
const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const hexed = (data) => Array.from(new Uint8Array(data), (byte) => byte.toString(16).padStart(2, "0")).join("");
const sha = async (data) => hexed(await crypto.subtle.digest("SHA-256", data));
const short = async (text) => (await sha(bytes(text))).slice(0, 32);
const isText = (value) => typeof value === "string";
const isNumber = (value) => typeof value === "number"; // every number of a record is whole (`parsed`)
const isWhole = (value) => isNumber(value) && value >= 0;
const isCount = (value) => isNumber(value) && value >= 0 && value < 2 ** 31;
const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
const isHex = (digits) => (value) => isText(value) && value.length === digits && /^[0-9a-f]*$/.test(value);
const isList = (each) => (value) => Array.isArray(value) && value.every(each);

// The fields that each kind of line must have, and what they must be. Only those in MAY may be missing.
const FIELDS = {
  match: "game edition options names seats book book_hash chance commitment salts state hash seeded public version",
  anchor: "seat anchor", turn: "n orders chance steps answered changes hash", decree: "code by changes hash",
  undo: "hash", resign: "seat hash", book: "changes names book_hash",
  edition: "edition from state hash version", end: "why score rank secret instructions",
  signature: "server key players signature",
};
const PUBLIC = { ...FIELDS, turn: "n told changes hash", anchor: "", decree: "" };
const MAY = ["seeded", "public", "version", "answered", "by"];
const orNull = (each) => (value) => value === null || each(value);
const bySeat = (each) => (value) => isObject(value) && Object.entries(value).every(([seat, one]) => /^(\d|1\d)$/.test(seat) && each(one));
const isFlag = (value) => typeof value === "boolean";
const FORM = {
  game: isText, edition: isText, from: isText, version: isText, why: isText, n: isCount, steps: isCount,
  code: isNumber, by: orNull(isNumber), seeded: isFlag, public: isFlag, options: isObject, names: isObject, book: isObject,
  state: isObject, changes: isObject, salts: isList(isText), players: isList(isObject),
  seats: (seats) => isList(isObject)(seats) && seats.length > 0, score: isList(isNumber), rank: isList(isNumber),
  told: isList((event) => Array.isArray(event) && isText(event[0]) && event.slice(1).every(isNumber)),
  orders: bySeat(isList(orNull(isNumber))), answered: orNull(bySeat(isText)), instructions: bySeat(isList(isText)),
  server: (name) => isText(name) && /^[^\x00-\x1f\x7f]{1,300}$/u.test(name), hash: isHex(32), anchor: isHex(64), key: isHex(64), signature: isHex(128),
  seat: (seat, { head }) => isCount(seat) && seat < head.seats.length,
  chance: (value, { head }) => (head ? isList(isCount)(value) : ["sampled", "typed"].includes(value)),
  secret: (value) => value === null || isHex(64)(value),
};

// The options that records of these games may name: each with its name in `book`, if that differs, and its values.
const OPTIONS = {
  football: `flags=0..9 prevent_halves_all kickoff_one_touchback minus_stops event_fumble_after_gain interceptions_lose_ground
    free_kick_block_stands missed_kick_at_20 automatic_first_moves_marker illegal_call_forbidden low_percentage_ignored_complete
    spy_at_once winner_chooses overtime sudden_death sudden_death_draw late_incompletions defensive_two reshuffle_each_quarter
    coffin ice hidden_discards audibles spy_tokens=0..20 solo_sheets=standard:0,expert:1 solo_decisions=program:0,yours:1,book:2,strict:3
    regain=never:0,book:1,all:2 legacy_red_zone hail_mary_cards=any hail_mary_not_near onside_with_ability teams=any sheets=any box=any staff=any`,
  fate: `chain>chain_at=prose:3,table:4 quick_tie overlay>overlay_replaces=add:0,replace:1 draw=printed:0,realistic:1
    draw_inside_only run_modifier>modifier_in_yards=roll:0,yards:1 sack=seven:0,total:1,long:2 screen_gains_only>gains_only
    beat_field_goal>beat touchback=20:20,25:25,30:30,35:35 two_point sideline overtime=period:0,college:1,contest:2,tie:3 onside
    kneel spike platoons advanced same_roll forceful_fullback light_injuries grounding foul_down_counts kicker_approach`,
  cycling: `profile=postal:0,boxed:1,pursuit:2,blind:3,spy:4 teams=2..12 cap=0..60 crowd=0..48 ties>by_arrival=checks:0,arrival:1
    level_keeps_lead last_place=0..48 finishers>finishers_leave=stay:0,leave:1 dropped_gap=0..400 default_line_up=any turn_limit=1..200
    blind spy checkpoint=1..400 hands>fresh_hands=same:0,fresh:1 exact_totals seated bonus_by_order ends_at_once secret_hands tour=any`,
};

/** Checks the options of the first line. The games' tables (cards, tracks, line-ups) are not compared. */
function readOptions({ game, options, book, names }) {
  const rows = (OPTIONS[game] ?? "").matchAll(/(\w+)(?:>(\w+))?(?:=(\S+))?/g);
  const known = new Map(Array.from(rows, ([, name, field = name, form = "false:0,true:1"]) => [name, { field, form }]));
  known.set("lesson", { form: "any" });
  known.set("advice", { field: "advice", form: "off:0,on:1" });
  need(isText(options.lesson ?? ""), "The option {name} has a value that the game does not allow.", { name: "lesson" });
  for (const [name, value] of Object.hasOwn(OPTIONS, game) ? Object.entries(options) : []) {
    need(known.has(name), "The game {game} has no option {name}.", { game, name: name.slice(0, 40) });
    const { field, form } = known.get(name), [least, most] = form.split("..").map(Number);
    const pairs = form.split(",").map((pair) => pair.split(":")), quoted = canonical(value);
    const found = pairs.find(([key]) => quoted === (/^(\d+|true|false)$/.test(key) ? key : `"${key}"`));
    const number = isNumber(value) && least <= value && value <= most ? value : found && Number(found[1]);
    need(form === "any" || number !== undefined, "The option {name} has a value that the game does not allow.", { name });
    need(form === "any" || !(field in book) || book[field] === number, "The option {name} differs from the config ('book').", { name });
  }
  if (game !== "football") return;
  const isTeam = (team) => isObject(team) && Object.keys(team).sort().join() === "id,name" && isText(team.id) && isText(team.name);
  const { teams, sheets } = options, isPair = isList(isTeam)(teams) && teams.length === 2;
  const isCalled = isPair && (!("teams" in names) || canonical(teams.map(({ name }) => name)) === canonical(names.teams));
  need(!("teams" in options) || isCalled, "The option {name} differs from the names of the match.", { name: "teams" });
  const played = Object.entries(book.sheet ?? []).flatMap(([seat, sheet]) => (sheet ? [Number(seat)] : []));
  need(!("sheets" in options) || canonical(sheets) === canonical(played), "The option {name} differs from the config ('book').", { name: "sheets" });
}

// What each kind of line does to `match`, which holds everything known so far.
const play = {
  async match(match, line) {
    need(line.format === 1, "This program reads only records of format 1.");
    need((await short(canonical(line.book))) === line.book_hash, "The hash of the match's config ('book') differs from the one in the record.");
    readOptions(line);
    need(!("lesson" in line.options) || line.chance === "typed", "A lesson must have the chance 'typed'.");
    const { state, edition, salts: shares, public: isPublic = false } = line;
    const hasSecrets = line.game === "cycling" && line.book.blind === 1;
    need(!isPublic || hasSecrets, "Only a match whose secrets outlast it can have a public record, and this is no such match.");
    Object.assign(match, { head: line, isPublic, state, edition, shares, book: line.book });
  },
  async book(match, { changes, book_hash }) {
    match.book = { ...match.book, ...changes };
    const isCard = (name) => Array.isArray(match.head.book[name]);
    need(match.head.chance === "typed" && Object.keys(changes).every(isCard), "Only cards and tables of people who play with real dice and cards can change here.");
    need((await short(canonical(match.book))) === book_hash, "The hash of the match's config ('book') differs from the one in the record.");
  },
  anchor({ chains, turns, shares }, { seat, anchor }) {
    need(chains[seat]?.since !== turns.length, "Seat {seat} shows two anchors before the same turn.", { seat });
    chains[seat] = { value: anchor, since: turns.length };
    if (!turns.length) shares[seat] = anchor;
  },
  async turn(match, line) {
    if (!match.isPublic) await follow(match, line);
    const shares = Array.from(match.shares, (share) => share ?? "");
    match.turns.push({ ...line, shares, at: match.line, first: match.steps, isShown: match.isShown });
    match.steps += line.steps ?? 0;
    play.decree(match, line);
    const right = match.stands.length - (match.isPublic ? match.floor : 0);
    need(line.n === right, "This turn has the number {n}, but its number must be {right}.", { n: line.n, right });
  },
  decree(match, { changes }) {
    const isKnown = Object.keys(changes).every((name) => Object.hasOwn(match.state, name));
    need(isKnown, "The changes name a field that the state does not have.");
    match.stands.push({ state: match.state, out: match.out });
    match.state = { ...match.state, ...changes };
  },
  undo(match) {
    need(match.stands.length > match.floor, "There is no turn or ruling to take back here.");
    Object.assign(match, match.stands.pop(), { end: null });
  },
  resign(match, { seat }) {
    need(!match.out.includes(seat), "Seat {seat} resigns a second time.", { seat });
    match.out = [...match.out, seat];
  },
  edition(match, { edition, from, state }) {
    need(from === match.edition, "Before this line, the edition was {right}, not {from}.", { from, right: match.edition });
    const isSame = (name) => !(name in match.state) || canonical(match.state[name]) === canonical(state[name]);
    need(Object.keys(state).every(isSame), "The new edition must not change the value of any field that the state already has.");
    Object.assign(match, { edition, state, floor: match.stands.length });
  },
  async end(match, line) {
    const isRight = line.secret === null || (await sha(unhex(line.secret))) === match.head.commitment;
    need(isRight, "The secret does not match the commitment in the first line.");
    Object.assign(match, { end: line, isShown: match.isShown || line.secret !== null });
  },
  async signature(match, { signature, seal, ...line }) {
    need(!isWeak(line.key), "The key {key} proves nothing, because anybody can sign with it.", line);
    const before = unhex(await sha(bytes(match.whole.join(""))));
    const message = joined(bytes("Breakaway record\n"), before, bytes(canonical(line)));
    const key = crypto.subtle.importKey("raw", unhex(line.key), "Ed25519", false, ["verify"]);
    const isRight = key.then((made) => crypto.subtle.verify("Ed25519", made, unhex(signature), message));
    match.isSigned = await isRight.catch(({ name }) => (name === "NotSupportedError" ? null : false)); // null: unknown
    need(match.isSigned !== false, "The signature is wrong: the server signed a record that differs from this one.");
    match.signed = { server: line.server, key: line.key, players: line.players };
  },
};

/** Whether anybody can sign with this key (a point of small order), or it is written in an unusual way. */
export function isWeak(key) {
  const prime = 2n ** 255n - 19n, eighth = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
  const point = BigInt(`0x${hexed(unhex(key).reverse())}`) % 2n ** 255n;
  return point >= prime || [0n, 1n, prime - 1n, eighth, prime - eighth].includes(point);
}

/** The links of a turn: each must lead to what its seat has shown, and becomes its share. */
async function follow({ chains, turns, shares, head }, { orders, links }) {
  const [asked, linked, seats] = [orders, links ?? {}, head.seats].map((each) => Object.keys(each).sort());
  need(asked.every((seat) => seats.includes(seat)), "This turn has orders for a seat that this match does not have.");
  const isSame = links == null ? !chains.length : isObject(links) && linked.join() === asked.join();
  need(isSame, "This turn must list a link, or null, for each seat that had to choose, and for no other seat.");
  for (const [seat, link] of Object.entries(links ?? {}).filter(([, link]) => link !== null)) {
    const chain = chains[seat];
    need(chain && isHex(64)(link), "Seat {seat} shows a link of a hash chain, but has not shown the anchor of the chain.", { seat });
    const isEarly = chain.since > 0 && chain.since === turns.length;
    need(!isEarly, "Seat {seat} uses its new hash chain too early: a turn must be played between the anchor and the first link.", { seat });
    let value = link, left = CHAIN;
    do value = await sha(unhex(value)); while (value !== chain.value && --left);
    need(left, "The link from seat {seat} does not continue the seat's hash chain.", { seat });
    chain.value = shares[seat] = link;
  }
}

// All rolls of four Fate dice by their sum, then face by face: the roll at place p belongs to unit p.
const sum = ([a, b, c, d]) => a + b + c + d;
const roll = (_, place) => [27, 9, 3, 1].map((power) => (Math.floor(place / power) % 3) - 1);
const ROLLS = Array.from({ length: 81 }, roll).sort((a, b) => sum(a) - sum(b));

/** The seed of a step; `secret` is a key of HMAC. */
async function seeded(secret, shares, step) {
  const key = await crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const number = (size, value) => unhex(value.toString(16).padStart(2 * size, "0"));
  const parts = shares.map(bytes).flatMap((share) => [number(4, share.length), share]);
  return new DataView(await crypto.subtle.sign("HMAC", key, joined(...parts, number(8, step)))).getBigUint64(0);
}

/** splitmix64: each call draws a number of 32 bits and gives the unit out of `total` that it picks. */
function generator(s) {
  const cut = (value) => BigInt.asUintN(64, value);
  return (total) => {
    s = cut(s + 0x9e3779b97f4a7c15n);
    let z = cut((s ^ (s >> 30n)) * 0xbf58476d1ce4e5b9n);
    z = cut((z ^ (z >> 27n)) * 0x94d049bb133111ebn);
    return Number((((z ^ (z >> 31n)) >> 32n) * BigInt(total)) >> 32n);
  };
}

/** Draws each outcome of the match once more. */
async function drawAgain(match) {
  for (const { at, shares, chance, draws: noted, first, steps } of match.turns) {
    match.line = at; // where the fault is, if there is one
    const draws = noted ?? [], isEach = isList(Array.isArray)(draws) && draws.length === (noted ? chance.length : 0);
    need(isEach, "This turn must have exactly one draw for each outcome.");
    let last = first, next = null;
    for (const [i, [step, how, label, sides, low, weight, total, ...faces]] of draws.entries()) {
      const number = i + 1, outcome = chance[i], same = ROLLS.filter((one) => sum(one) === outcome - 4);
      const isFour = how === "fate" && sides === 9 && total === 81;
      const isFate = isFour && weight === same.length && low === ROLLS.indexOf(same[0]);
      const isEven = how === "even" && total === sides && weight === 1 && low === outcome;
      const isForm = isList(isWhole)([step, sides, low, weight, total]) && isText(label) && faces.length === Number(isFate);
      const isDraw = isForm && (isEven || isFate || how === "weighted") && outcome < sides && low + weight <= total;
      need(isDraw, "Draw {number} does not match its outcome.", { number });
      need(step >= last && step < first + steps, "Draw {number} belongs to a step of another turn.", { number });
      if (!next || step !== last) next = generator(await seeded(unhex(match.end.secret), shares, step));
      const p = next(total), isRoll = !isFate || canonical(ROLLS[p]) === canonical(faces[0]);
      const isRight = low <= p && p < low + weight && isRoll;
      need(isRight, "Outcome {number} does not follow from the secret and any random numbers that the players added.", { number });
      last = step;
    }
  }
}

/** What is proven about chance, and what is not: sentences with their values. */
async function* aboutChance(match, { head, end, turns } = match) {
  const all = (name) => turns.reduce((sum, turn) => sum + (turn[name]?.length ?? 0), 0);
  if (match.isPublic) return yield ["Not proven: the outcomes. This is only the public record of a match with secrets."];
  if (head.chance === "typed") return yield ["Not proven: the outcomes. The players typed them in, or a lesson chose them."];
  if (!end) return yield ["Not proven: the outcomes. The match has not ended, so its secret is not public yet."];
  need(end.secret !== null || !all("chance"), "Outcomes were drawn, but the secret that they were drawn from is missing from the record.");
  await drawAgain(match);
  const again = all("draws"), old = all("chance") - again, isLate = turns.some((each) => each.isShown && each.chance.length);
  if (again) yield ["Proven: {again} outcomes, drawn again here, follow from the secret and any random numbers that the players added.", { again }];
  if (old) yield ["Not proven: {old} outcomes. The record does not say how they were drawn.", { old }];
  if (head.seeded) yield ["Not proven: that chance was fair. The secret was made from a seed, and the person who chose the seed could predict the outcomes."];
  if (isLate) yield ["Not proven: the outcomes drawn after somebody undid the end of the match. The secret was already public by then."];
  for (const [seat, { name = seat + 1 }] of again ? head.seats.entries() : []) {
    const asked = turns.filter(({ orders }) => seat in orders), given = asked.filter(({ links }) => links?.[seat]);
    const values = { name, given: given.length, count: asked.length };
    if (asked.length) yield ["{name} added random numbers of their own in {given} of {count} turns. For the other turns you have only the server's word.", values];
  }
}

async function walk(match, text, progress) {
  need(text.length <= LARGEST && bytes(text).length <= LARGEST, "The file is larger than 64 MiB.");
  need(text.endsWith("\n"), "The last line is incomplete: it does not end with a line feed.");
  for (const [i, raw, lines] of text.slice(0, -1).split("\n").map((raw, i, { length }) => [i, raw, length])) {
    match.line = i + 1;
    const line = parsed(raw), { kind, seal, ...rest } = Object(line);
    need(isText(kind) && isText(seal), "This line must be an object with a kind and a seal.");
    const isNext = seal === (await short(match.seal + canonical({ kind, ...rest })));
    need(isNext, "The seal is wrong, so this line or an earlier one was changed.");
    need((i === 0) === (kind === "match"), "The first line must be of kind 'match', and no other line may be of this kind.");
    need(kind !== "signature" || i + 1 === lines, "A signature can only be the very last line.");
    need(!match.end || ["undo", "signature"].includes(kind), "After the end of a match, only an undo or a signature can follow.");
    const isAlone = match.out.length > 0 && match.out.length === match.head.seats.length - 1;
    need(!isAlone || ["end", "signature"].includes(kind), "All seats but one have resigned, so the match must end here.");
    const known = (match.head ?? line).public === true ? PUBLIC : FIELDS;
    need(Object.hasOwn(known, kind) && known[kind], "This program cannot read lines of kind {kind}.", { kind });
    const isWrong = (field) => (line[field] === undefined ? !MAY.includes(field) : FORM[field]?.(line[field], match) === false);
    const wrong = known[kind].split(" ").find(isWrong);
    need(!wrong, "The field {wrong} is missing, or its value is not allowed.", { wrong });
    await play[kind](match, line);
    const isState = line.hash === undefined || (await short(canonical(match.state))) === line.hash;
    need(isState, "The hash in this line does not match the state.");
    match.whole.push(canonical(line), "\n");
    match.seal = seal;
    progress(match.line, lines);
  }
}

// The grades: what each is called, and what it proves and does not prove.
const GRADES = {
  trusted: [
    "Signed by a server you trust.",
    "Proven: the server with the key {key}, which you trust, signed exactly this record. It calls itself {server}.",
    "Not proven: that this server tells the truth about who played.",
  ],
  unknown: [
    "Signed by a server you do not know.",
    "Proven: the owner of the key {key} signed exactly this record.",
    "Not proven: whose key this is. Anybody can make a key and write {server} beside it. Compare the key with the one on that server's /key page.",
  ],
  unchecked: [
    "Consistent, signature not checked.",
    "Proven: the lines of this record fit together.",
    "Not proven: the signature. This browser or program cannot check Ed25519 signatures.",
  ],
  unsigned: [
    "Consistent, unsigned.",
    "Proven: the lines of this record fit together.",
    "Not proven: that anybody ever played this match. The record is unsigned, so anybody could have made it, with names, options and dice of their choice.",
  ],
  inconsistent: [
    "Not consistent.",
    "Proven: the file was changed or damaged, or it never was the record of a match. No true record looks so.",
    "Not proven: anything that the file says.",
  ],
};

/**
 * Checks a record: its text, or its bytes. `progress(done, all)` counts lines; `words` translates sentences. `keys` are
 * the keys of servers that the reader trusts, in hex.
 */
export async function verify(record, progress = () => {}, words = {}, keys = []) {
  const filled = (sentence, values) => sentence.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
  const say = ([sentence, values = {}]) => filled(words[sentence] ?? sentence, values);
  const graded = (grade, values, details) => {
    const [title, ...said] = [...GRADES[grade].map((sentence) => [sentence, values]), ...details].map(say);
    return { grade, title, said };
  };
  const match = { seal: "", whole: [], chains: [], turns: [], stands: [], out: [], floor: 0, steps: 0 }, said = [];
  try {
    const text = isText(record) ? record : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(record);
    need(text.isWellFormed(), "The file is not UTF-8 text.");
    await walk(match, text, progress);
    const { signed, isSigned, line } = match;
    const grade = !signed ? "unsigned" : !isSigned ? "unchecked" : keys.includes(signed.key) ? "trusted" : "unknown";
    said.push(["Proven: all {line} lines fit together, and every seal, hash and link is correct.", { line }]);
    for await (const each of aboutChance(match)) said.push(each);
    said.push(["Not checked here: the rules of the game, and whether its tables (cards, tracks) are those of its options. The `breakaway verify` command checks both."]);
    return { ...graded(grade, signed ?? {}, said), holds: true, line: null, fault: null, signed: isSigned ? signed : null };
  } catch ({ name, message, sentence, values }) {
    const other = { SyntaxError: "This line is not JSON.", TypeError: match.line ? "" : "The file is not UTF-8 text." }[name];
    const fault = say([sentence ?? (other || "This program cannot read any further: {message}."), values ?? { message }]);
    const where = match.line ? ["Line {line}: {fault}", { line: match.line, fault }] : [fault];
    return { ...graded("inconsistent", {}, [where]), holds: false, line: match.line ?? null, fault, signed: null };
  }
}

export const parts = { sha, unhex, seeded, generator, ROLLS }; // for the test vectors of docs/record.md
