"""A cell of a chart or sheet, or a part of a Game Day card, that a rule needs to know: the question and its answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from breakaway.core.chance import NeedsCell
from breakaway.core.language import UserError, _, marked, say
from breakaway.games.football.files.own_set import Drawn, OwnSet, OwnTeam, rolls_of
from breakaway.games.football.files.own_words import (
    SAID,
    described,
    expected,
    fold,
    formation_and_rest,
    known_text,
    named,
    of_card,
)
from breakaway.games.football.files.teams import SITUATIONS, parse_band
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.terms import AS_USUAL, NEITHER, NONE, STATES
from breakaway.games.football.text.names import CLASSES, CODES, DISTANCES_SAID, DOWNS_SAID, PLANS, SPIES, STRATEGIES
from breakaway.games.football.text.orders import Call, Play, play_text
from breakaway.players.own_cards import Asker, Offers

WINNERS = {"d": terms.DEFENSE_WINS, "o": terms.OFFENSE_WINS, "n": NEITHER}
USUAL_FORMATIONS = ("Goal Line", "Dime", "Nickel", "Quarter", "4-3", "3-4", "Bear", "46")
MILES = (marked("own 20"), marked("midfield"), marked("their 20"), marked("goal line"))
PLAY, CALL = "play", "call"  # what a cell holds, if it is not one of a few answers
PART_LABELS = {"event": "", "defense_corner": "d", "offense_corner": "o", "field_goal": "fg", "punt": "punt"}


class BoxReader(Protocol):
    """What these questions need of a match with a set: the set, its screen, and names that are read out."""

    own: OwnSet
    screen: Asker
    drawn_play: Drawn | None

    def team(self, seat: int) -> OwnTeam:
        """What is known of a seat's team."""

    def class_of(self, seat: int, text: str) -> int:
        """The class of a formation. Raises UserError."""

    def play(self, text: str) -> Play:
        """A play. Raises UserError."""

    def call(self, text: str) -> Call:
        """A defense. Raises UserError."""


@dataclass(frozen=True)
class AskedCell:
    """A cell that is asked for: where it is, what can be answered, and what enters an answer.

    `change` raises UserError. `offers` are answers to tap. `holds`: PLAY or CALL if it holds one of these.
    """

    where: str
    what: str
    change: Callable[[str], None]
    offers: Offers = ()
    holds: str = ""

    @property
    def question(self) -> str:
        """The whole question, as a terminal asks it."""
        return f"{self.where}: {self.what}"


def cell_of(box: BoxReader, needs: NeedsCell) -> AskedCell:
    """The question about a cell, and what enters an answer."""
    if needs.table in SAID:
        return _card_part(box, needs.table, needs.at[-1])
    if needs.table == "matchup":
        return _matchup(box, *needs.at)
    if needs.table == "spy":
        return _spy(box, *needs.at)
    return WAYS[needs.table](box, needs.seat, needs.at[-1])


def _team(box: BoxReader, seat: int, where: str) -> str:
    return f"{box.team(seat).name}, {where}"


def _card_part(box: BoxReader, part: str, at: int) -> AskedCell:
    title, card = box.own.cards[at]

    def change(text: str) -> None:
        label, title_now = PART_LABELS[part], box.own.cards[at][0]
        words = f"{label} {text}" if label and re.fullmatch(r"[+-]?\w+", fold(text)) else text
        said = described(words)
        if (part in ("event",) and said.event is None) or (label and getattr(said, part) is None):
            raise expected(_(SAID[part]), text)
        made = of_card(title_now, box.own.cards[at][1]).with_more(said)
        box.own.cards[at] = made.called(), made.card()

    kicks = {"field_goal": range(3, 10), "punt": range(1, 20)}
    corners = {
        "defense_corner": ("0", "-1", "-2", "turnover"),
        "offense_corner": ("-1", "0", "1", "2", "3", "TD", "football"),
    }
    offers = [(each, _(each)) for each in corners.get(part, ())]
    offers += [(str(n), str(n)) for n in kicks.get(part, ())] + ([("blocked", _("blocked"))] if part in kicks else [])
    if part == "event":
        offers = [(f"{kind} {n:+d}", f"{_(kind)} {n:+d}") for kind in ("run", "pass") for n in (-3, -2, -1, 1, 2, 3)]
        offers += [(each, _(each)) for each in ("pass incomplete", "run turnover", "pass turnover", "none")]
    where = say("Game Day card {n}, {card}", n=at + 1, card=title or known_text(card))
    return AskedCell(where, _(SAID[part]), change, offers)


def _matchup(box: BoxReader, d: int, t: int) -> AskedCell:
    defense, play = box.own.defense_types[d], box.own.types[t]

    def change(text: str) -> None:
        words = fold(text)
        if re.match(r"(wins|loses)\b", words):
            return _bubbles(box, d, words)
        if words[:1] not in WINNERS or not any(
            each.startswith(words) for each in ("defense", "offense", "neither", "no")
        ):
            raise expected(_("d, o or n, or all of the card, as in wins Short, loses Long"), text)
        box.own.chart[d, t] = WINNERS[words[:1]]
        return None

    offers = [
        ("n", _("Nobody's")),
        ("d", say("The defense's: {name}", name=defense)),
        ("o", say("The offense's: {name}", name=play)),
    ]
    where = say("{defense} against {play}", defense=defense, play=play)
    return AskedCell(where, _("whose breakaway is it (d defense, o offense, n neither)"), change, offers)


def _bubbles(box: BoxReader, d: int, words: str) -> None:
    """A defense card's two bubbles: `wins short, slant; loses long`. All other plays are neither."""
    row = dict.fromkeys(range(terms.TYPES), NEITHER)
    parts = re.findall(r"(wins|loses)\s*(?:vs\.?|v|to|against)?\s*:?\s*(.*?)(?=[;,]?\s*\b(?:wins|loses)\b|$)", words)
    for verb, listed in parts:
        for name in filter(None, (each.strip() for each in re.split(r"[,;]", listed))):
            if name not in ("-", "nothing", "none"):
                row[named(name, box.own.types, "type of play")] = (
                    terms.DEFENSE_WINS if verb == "wins" else terms.OFFENSE_WINS
                )
    box.own.chart |= {(d, t): won for t, won in row.items()}


def _spy(box: BoxReader, die: int, column: int) -> AskedCell:
    def change(text: str) -> None:
        if fold(text) in ("-", "no", "none", "nothing"):
            box.own.spy[die, column] = NONE
        else:
            box.own.spy[die, column] = named(text, box.own.defense_types, "defense")

    strategy, spy = STRATEGIES[column // 2], SPIES[column % 2 + 1]
    where = say("Spy table, {strategy}, {spy}, die {die}", strategy=strategy, spy=spy, die=die + 1)
    offers = [*((each, each) for each in box.own.defense_types), ("-", _("no spy"))]
    return AskedCell(where, _("which defense (- for none)"), change, offers)


def _front(box: BoxReader, seat: int, at: int) -> AskedCell:
    base, die = at // 6, at % 6
    formation, state = base // STATES, base % STATES

    def change(text: str) -> None:
        band, rest = _band(text, state)
        rolls = _rolls(rest, STRATEGIES, "strategy", die)
        for each in band:
            for roll, strategy in rolls.items():
                box.team(seat).front[(formation * STATES + each) * 6 + roll] = strategy

    kind = _(CLASSES[formation])
    where = say("defense sheet, front, {kind}, Game State {state}, die {die}", kind=kind, state=state, die=die + 1)
    what = _("Eagle, Stunt or Twist (or the row: 2-4 Eagle 1-2, Twist 3-4, Stunt 5-6)")
    return AskedCell(_team(box, seat, where), what, change, [(each, each) for each in STRATEGIES])


def _back(box: BoxReader, seat: int, at: int) -> AskedCell:
    formation, strategy, die = at // 18, at // 6 % 3, at % 6

    def change(text: str) -> None:
        now = box.team(seat)
        known = [*{each for each, _call in now.back.values()}, *USUAL_FORMATIONS]
        shows, rest = formation_and_rest(text, box.own.defense_types, known)
        if not shows:
            raise expected(_("a formation and a defense, as in Dime: Zone 0/5"), text)
        now.back[at] = (shows[:1].upper() + shows[1:], box.call(rest))

    kind, called = _(CLASSES[formation]), STRATEGIES[strategy]
    where = say("defense sheet, back, {kind}, {strategy}, die {die}", kind=kind, strategy=called, die=die + 1)
    return AskedCell(_team(box, seat, where), _("which defense, such as Dime: Zone 0/5"), change, holds=CALL)


def _fourth(box: BoxReader, seat: int, at: int) -> AskedCell:
    def change(text: str) -> None:
        numbers = [int(each) for each in re.findall(r"\d+", text)]
        if len(numbers) not in (1, 4) or not all(1 <= each <= 15 for each in numbers):
            raise expected(_("a number, or all four of the row as in 8 8 8 6"), text)
        fourth = box.team(seat).fourth
        fourth |= dict(enumerate(numbers)) if len(numbers) == 4 else {at: numbers[0]}

    where = say("defense sheet, 4th down, milestone {mile}", mile=_(MILES[at]))
    what = _("lowest roll to go for it (or all four)")
    return AskedCell(_team(box, seat, where), what, change, [(str(n), str(n)) for n in range(1, 16)])


def _formation(box: BoxReader, seat: int, at: int) -> AskedCell:
    formations, cell, die = box.team(seat).formations, at // 6, at % 6

    def change(text: str) -> None:
        now = box.team(seat)
        if re.search(r"\d\s*$", text) and "," in text:
            rolls = rolls_in(text, now.formations, "formation")
        else:
            rolls = {die: box.class_of(seat, text)}
        now.chart |= {cell * 6 + roll: kind for roll, kind in rolls.items()}

    down, distance = _(DOWNS_SAID[cell % 3]), _(DISTANCES_SAID[cell // 3])
    where = say("offense sheet, {down}, {distance}, die {die}", down=down, distance=distance, die=die + 1)
    what = say(
        "{first}, {second} or {third} (or the row)", first=formations[0], second=formations[1], third=formations[2]
    )
    return AskedCell(_team(box, seat, where), what, change, [(each, each) for each in formations])


def _plan(box: BoxReader, seat: int, state: int) -> AskedCell:
    def change(text: str) -> None:
        band, rest = _band(text, state)
        box.team(seat).plan |= dict.fromkeys(band, named(rest, PLANS, "plan"))

    where = say("offense sheet, Game State {state}", state=state)
    what = _("Green 18, Blue 80 or Red 98 (with its row: 5-6 blue)")
    return AskedCell(_team(box, seat, where), what, change, [(each, each) for each in PLANS])


def _late(box: BoxReader, seat: int, at: int) -> AskedCell:
    def change(text: str) -> None:
        plan = named(text, (*PLANS, "as usual"), "plan")
        box.team(seat).late[at] = AS_USUAL if plan == len(PLANS) else plan

    where = say("offense sheet, last five cards, {situation}", situation=_(SITUATIONS[at]))
    offers = [*((each, each) for each in PLANS), ("as usual", _("as usual"))]
    return AskedCell(_team(box, seat, where), _("Green 18, Blue 80, Red 98 or as usual"), change, offers)


def _code(box: BoxReader, seat: int, at: int) -> AskedCell:
    def change(text: str) -> None:
        codes = [named(each, CODES, "code") for each in text.split(",")]
        if len(codes) not in (1, 6):
            raise UserError(_("expected one code, or the six of the column with commas between them"))
        first = at if len(codes) == 1 else at - at % 6
        box.team(seat).codes |= {first + n: code for n, code in enumerate(codes)}

    where = say("offense sheet, {plan}, die {die}", plan=PLANS[at // 6], die=at % 6 + 1)
    return AskedCell(
        _team(box, seat, where), _("which code, such as Jet Dragon"), change, [(each, each) for each in CODES]
    )


def _coded(box: BoxReader, seat: int, at: int) -> AskedCell:
    team = box.team(seat)
    kind, code = at // len(CODES), at % len(CODES)

    def change(text: str) -> None:
        now = box.team(seat)
        rest = formation_and_rest(text, box.own.types, now.formations)[1]
        is_drawn = at in now.plays or bool(re.match(r"(drawn|flip|card)\b", fold(rest)))
        words = re.sub(r"^(drawn|flip|card)\b[ :,]*", "", rest, flags=re.IGNORECASE)
        if is_drawn and not words:
            words = box.screen.ask(_("Turn over the card on the board: which play is it"))
        play = box.play(words)
        now.add_play(kind, play)
        now.plays[at] = None if is_drawn else play
        if is_drawn:
            box.drawn_play = seat, at, play

    where = _team(
        box, seat, say("offense sheet, back, {formation}, {code}", formation=team.formations[kind], code=CODES[code])
    )
    if at in team.plays:
        return AskedCell(
            where, _("turn over the card on the board. Which play is it, such as Draw 2"), change, holds=PLAY
        )
    drawn = [("drawn", _("The card on the board is turned over"))]
    what = _("which play, such as Short 4 (or drawn, if its card is turned over)")
    return AskedCell(where, what, change, drawn, PLAY)


def _other_side(box: BoxReader, seat: int, code: int) -> AskedCell:
    team = box.team(seat)
    card = team.offense[code // 2] if code // 2 < len(team.offense) else None
    shown = card.plays[1 - code % 2] if card else None
    says = play_text(shown, box.own.types) if shown else _("nothing yet")

    def change(text: str) -> None:
        now = box.team(seat)
        known = now.offense[code // 2] if code // 2 < len(now.offense) else None
        if known is None:
            raise UserError(_("type undo, and call another play"))
        known.plays[code % 2] = box.play(text)

    where = _team(box, seat, say("the card with {play}", play=says))
    return AskedCell(where, _("which play is on its other side"), change, holds=PLAY)


WAYS: dict[str, Callable[[BoxReader, int, int], AskedCell]] = {
    "front": _front,
    "back_type": _back,
    "fourth_target": _fourth,
    "formation_chart": _formation,
    "strategy_by_state": _plan,
    "strategy_late": _late,
    "code_chart": _code,
    "code_play": _coded,
    "play_type": _other_side,
}


# --- Rows as people read them out.


def _band(text: str, state: int) -> tuple[list[int], str]:
    """The Game States that an answer is about, and the rest of it: `2-4 twist`. Without a band, it is about `state`."""
    found = re.match(r"\s*(\d{1,2}\s*-\s*\d{1,2}|\d{1,2}\+|\d{1,2})\s*[: ]\s*(.*\D.*)", text)
    if not found:
        return [state], text
    try:
        band = list(parse_band(found[1]))
    except ValueError as error:
        raise UserError(str(error)) from None
    if state not in band:
        raise UserError(
            say("the row {row} does not have Game State {state}, which was rolled for", row=found[1], state=state)
        )
    return band, found[2]


def _rolls(text: str, names: Sequence[str], what: str, die: int) -> dict[int, int]:
    """The names for rolls: one name for the roll that was made, or `Eagle 1-2, Twist 3-4, Stunt 5-6`."""
    if not re.search(r"\d", text):
        return {die: named(text, names, what)}
    found = rolls_in(text, names, what)
    if die not in found:
        raise UserError(say("{typed} says nothing for a roll of {die}", typed=repr(text[:60]), die=die + 1))
    return found


def rolls_in(text: str, names: Sequence[str], what: str) -> dict[int, int]:
    """The number for each roll (from 0) in a row as people read it out. Raises UserError."""
    parts = [each.strip() for each in re.split(r"[,;]|(?<=\d)\s+(?=[A-Za-z])", text) if each.strip()]
    full = []
    for part in parts:
        found = re.fullmatch(r"(.*?)\s+([1-6][\d\s&-]*)", part)
        if not found:
            raise expected(say("a name and its rolls, as in {name} 1-2", name=names[0]), part)
        full.append(f"{names[named(found[1], names, what)]} {found[2]}")
    try:
        return rolls_of(", ".join(full), names, what)
    except ValueError as error:
        raise UserError(str(error)) from None
