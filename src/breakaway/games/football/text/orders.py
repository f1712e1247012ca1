"""Choices as text, and cards as text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, many, marked, say
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.play import FORCED, can_force, card_strength, weakest_in_hand
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.text.names import KINDS, side

# --- Choices as text: reads and writes `run 7b`, `field goal, card 3`, `1a, time out after`, `discard 1 4 7`.


# The answers to each question, by code. All forms can be read; the first one is written.
ANSWERS: dict[int, tuple[tuple[str, ...], ...]] = {
    terms.TOSS: (("receive",), ("kick",)),
    terms.KICK: (("kickoff", "kick off", "kick", "deep"), ("onside", "onside kick")),
    terms.TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.OFFENSE_TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.AUDIBLE: (("stay", "no", "n"), ("audible", "turn", "yes", "y")),
    terms.AUDIBLE_DEFENSE: (("stay", "no", "n"), ("audible", "turn", "yes", "y")),
    terms.CHALLENGE: (("no", "n"), ("challenge", "flag", "yes", "y")),
    terms.CHALLENGE_DEFENSE: (("no", "n"), ("challenge", "flag", "yes", "y")),
    terms.PENALTY: (("decline", "no", "n"), ("accept", "yes", "y")),
    terms.OFFENSE_PICK: (("event",), ("corner",)),
    terms.DEFENSE_PICK: (("event",), ("corner",), ("force turnover", "force")),
    terms.ICE: (("no", "n"), ("ice", "yes", "y")),
    terms.KICK_EFFECT: (("no", "n", "leave"), ("use", "yes", "y")),
}
ACTIONS = {
    terms.FIELD_GOAL_CALL: ("field goal", "fg", "kick field goal"),
    terms.PUNT_CALL: ("punt",),
    terms.COFFIN_CALL: ("coffin", "coffin corner", "coffin-corner punt"),
    terms.HAIL_MARY_CALL: ("hail mary",),
    terms.KNEEL_CALL: ("kneel", "knee"),
    terms.TIME_OUT_CALL: ("time out", "timeout"),
}
EXTRA_POINT = ("kick", "extra point", "xp")
TIMES = ("", "time out unless first down", "time out after")  # with a call of edition 1, as records of it are shown
TIME_BETWEEN_DOWNS = marked(
    "call time between downs, not with your call: you are asked before the offense's last card of the half"
)


def wrong(rule: str, text: str) -> BadOrder:
    """The refusal of a one-line order that has one mistake."""
    return BadOrder([(1, rule, text)])


def read(text: str, config: FootballConfig, view: Football, seat: int) -> Order:
    """Reads an order from a line of text. For a mistake, raises BadOrder and says what would be right."""
    words = " ".join(text.replace("\n", " ").split()).casefold().strip(" .,;")
    if view.phase == terms.CALL:
        return read_call(words, config, view, seat)
    if view.phase == terms.DEFENSE:
        return read_defense(words, config, seat)
    if view.phase == terms.DISCARD:
        return read_discard(words, view, seat)
    for code, forms in enumerate(ANSWERS.get(view.phase, ())):
        if words in forms:
            return [code]
    forms_here = ANSWERS.get(view.phase, (("nothing",),))
    if view.phase == terms.DEFENSE_PICK and not can_force(view, config):
        forms_here = forms_here[:FORCED]
    expected = _(" or ").join(f"'{forms[0]}'" for forms in forms_here)
    raise wrong("", say("expected {expected}, not {words!r}", expected=expected, words=text.strip()))


def read_call(words: str, config: FootballConfig, view: Football, seat: int) -> Order:
    """Reads the offense's call: a play, a kick, a kneel or a time out.

    Before the call, the line may name the cards that time outs bring back.
    """
    back: list[int] = []
    while len(back) < view.returns and (found := re.match(r"(?:back )?(?:card )?(\d{1,2})\s*[, ]\s*", words)):
        back.append(card_number(found[1]))
        words = words[found.end() :]
    if len(back) < view.returns:
        back = best_back(config, view, seat, view.returns, back)
    return [*sorted(back), *read_action(words, config, view, seat, back)]


def read_action(words: str, config: FootballConfig, view: Football, seat: int, back: list[int]) -> Order:
    """Reads the action and its detail."""
    if view.try_down and words in EXTRA_POINT:
        return [terms.FIELD_GOAL_CALL, 0]
    if found := re.fullmatch(r"(?:(run|pass|play) )?(\d{1,2}) ?([ab])(?:,? (quick|quick release))?", words):
        play = 2 * card_number(found[2]) + "ab".index(found[3])
        kind = KINDS[config.type_kind[config.play_type[seat][play]]]
        if found[1] not in (None, "play", kind):
            told = say("{play} is a {kind}; type '{play}' alone or with its own kind", play=side(play), kind=_(kind))
            raise wrong("BF-022", told)
        return [play, int(found[4] is not None)]
    for code, forms in ACTIONS.items():
        for form in forms:
            if found := re.fullmatch(rf"{form}(?:,? ?(?:card )?(\d{{1,2}}))?", words):
                return [code, detail_of(code, found[1], config, view, seat, back)]
    if view.try_down:
        text = say(
            "expected 'kick' for the extra point, or a play such as '3a' for two points, not {words!r}", words=words
        )
    else:
        text = say(
            "expected a play such as '3a', 'field goal', 'punt', 'kneel', 'hail mary' or 'time out', not {words!r}",
            words=words,
        )
    raise wrong("BF-022", text)


def detail_of(code: int, number: str | None, config: FootballConfig, view: Football, seat: int, back: list[int]) -> int:
    """The named card or, if none is named, the obvious one: the weakest card goes, or the strongest comes back."""
    if view.try_down and number is not None and code == terms.FIELD_GOAL_CALL:
        raise wrong("BF-123", _("the extra point costs no card; type 'kick' alone"))
    if view.try_down:
        return 0
    if number is not None:
        return card_number(number)
    if code == terms.TIME_OUT_CALL:
        found = best_back(config, view, seat, 1, [], without=back)
        return found[0] if found else 0
    weakest = weakest_in_hand(view, config, seat)
    return back[0] if weakest == terms.NONE and back else min(weakest, terms.CARDS - 1)


def best_back(
    config: FootballConfig, view: Football, seat: int, count: int, chosen: list[int], without: list[int] | None = None
) -> list[int]:
    """The named cards plus the strongest discarded ones, `count` in all."""
    free = [
        card
        for card in range(terms.CARDS)
        if view.card[seat][card] in (terms.DISCARDED, terms.GIVEN)
        and card not in chosen
        and card not in (without or [])
    ]
    free.sort(key=lambda card: (-card_strength(config, seat, card), card))
    return sorted([*chosen, *free[: count - len(chosen)]])


def card_number(text: str) -> int:
    """Reads a card number, counted from 1. Raises BadOrder."""
    number = int(text)
    if not 1 <= number <= terms.CARDS:
        raise wrong("BF-004", say("unknown card {number}; choose 1 to {cards}", cards=terms.CARDS, number=number))
    return number - 1


def read_defense(words: str, config: FootballConfig, seat: int) -> Order:
    """Reads a call, optionally with a special defense."""
    if re.search(r"\btime ?out\b", words):
        raise wrong("BF-R52", _(TIME_BETWEEN_DOWNS))
    found = re.fullmatch(r"(?:call )?(\d{1,2}) ?([ab]?)(,? special)?", words)
    if not found:
        raise wrong("BF-023", say("expected a call such as '3a', or '3a, special', not {words!r}", words=words))
    card = int(found[1]) - 1
    if not 0 <= card < config.defenses[seat]:
        more = say("unknown defense card {number}; choose 1 to {cards}", cards=config.defenses[seat], number=found[1])
        raise wrong("BF-005", more)
    if not found[2]:
        raise wrong("BF-023", say("card {card} has two plays: choose '{card}a' or '{card}b'", card=card + 1))
    return [2 * card + "ab".index(found[2]), 0, int(found[3] is not None)]


def read_discard(words: str, view: Football, seat: int) -> Order:
    """Reads the cards to give up or take back, in any order."""
    owed = view.owed[seat]
    numbers = re.sub(rf"^(?:{'discard|give up' if owed > 0 else 'take back'})\s*", "", words)
    if not re.fullmatch(r"\d{1,2}(?:[ ,]+\d{1,2})*", numbers):
        raise wrong(
            "BF-107",
            many(
                "expected the number of one card, as in '{verb} 4', not {words!r}",
                "expected the numbers of {n} cards, as in '{verb} 1 4 7' for three cards, not {words!r}",
                abs(owed),
                verb="discard" if owed > 0 else "take back",
                words=words,
            ),
        )
    cards = sorted(card_number(each) for each in re.findall(r"\d+", numbers))
    if len(set(cards)) != len(cards):
        raise wrong("BF-107", _("you named a card twice; name each card once"))
    if len(cards) != abs(owed):
        raise wrong(
            "BF-107", many("name {n} card, not {named}", "name {n} cards, not {named}", abs(owed), named=len(cards))
        )
    return cards


# --- writing


def write(order: Order, config: FootballConfig, view: Football, seat: int) -> str:
    """Writes an order in the form that `read` reads."""
    if view.phase == terms.CALL:
        back, (action, detail) = order[: view.returns], order[view.returns : view.returns + 2]
        text = written_action(action, detail, config, view, seat)
        return ", ".join([*(str(card + 1) for card in back), text])
    if view.phase == terms.DEFENSE:
        extra = [TIMES[order[1]], "special" if order[2] else ""]
        return ", ".join([side(order[0]), *(part for part in extra if part)])
    if view.phase == terms.DISCARD:
        verb = "discard" if view.owed[seat] > 0 else "take back"
        return " ".join([verb, *(str(card + 1) for card in order)])
    forms = ANSWERS.get(view.phase, ())
    return forms[order[0]][0] if 0 <= order[0] < len(forms) else str(order[0])


def written_action(action: int, detail: int, config: FootballConfig, view: Football, seat: int) -> str:
    """Writes an action with its detail: `run 7b`, `pass 2a, quick`, `punt, card 3`."""
    if action < terms.PLAYS:
        kind = KINDS[config.type_kind[config.play_type[seat][action]]]
        return f"{kind} {side(action)}{', quick' if detail else ''}"
    if view.try_down:
        return EXTRA_POINT[0]
    return f"{ACTIONS[action][0]}, card {detail + 1}"


def hand_text(view: Football, seat: int, state: int = terms.HAND) -> str:
    """The numbers of the cards in hand, or in another `state`, for use in refusals."""
    return " ".join(str(card + 1) for card in range(terms.CARDS) if view.card[seat][card] == state) or _("none")


# --- Cards as text: reads and writes `Short 4 min`, `Zone 0-5`, `run +2, d 0, o 1, fg 7, punt 9`.
#
# Card files and adjudication cases use these forms. tests/cases/football/README.md explains these forms to people who
# write cases.


KIND_CODES = {"run": terms.RUN, "pass": terms.PASS}
KIND_WORDS = {number: word for word, number in KIND_CODES.items()}
CORNERS = {"td": terms.TOUCHDOWN_CORNER, "football": terms.FOOTBALL}
DEFENSE_CORNERS = {"0": 0, "-1": -1, "-2": -2, "turnover": terms.FOOTBALL}
OFFENSE_CORNERS = {"-1": -1, "0": 0, "1": 1, "2": 2, "3": 3, **CORNERS}
STRONGEST = 12  # in lines; the strongest known printed card has 8, the strongest of ours 9
# Name: number, default amount, default uses. An amount or uses of 0 means that the ability has none.
ABILITIES = {
    "none": (terms.NO_ABILITY, 0, 0),
    marked("kicking"): (terms.KICKING, 1, 0),
    marked("force turnover"): (terms.FORCE_TURNOVER, 0, 1),
    marked("quick release"): (terms.QUICK_RELEASE, 0, 2),
    marked("special defense"): (terms.SPECIAL_DEFENSE, 2, 3),
    marked("goal-line stand"): (terms.GOAL_LINE_STAND, 1, 0),
    marked("fourth down"): (terms.FOURTH_DOWN, 1, 0),
    marked("short yardage"): (terms.SHORT_YARDAGE, 1, 0),
    marked("extra flag"): (terms.EXTRA_FLAG, 1, 0),
}


class Play(NamedTuple):
    """One of the two plays of an offense card."""

    type: int
    strength: int
    low: int = 0
    minimum: int = 0


class Call(NamedTuple):
    """One call of a defense card: its type, and its strength against runs and against passes."""

    type: int
    run: int
    passing: int


class GameDay(NamedTuple):
    """A Game Day card. `side` is the side that its event concerns (0 offense, 1 defense), for display only."""

    event: int = terms.NO_EVENT
    side: int = 0
    kind: int = terms.RUN
    value: int = 0
    spot: int = terms.NONE
    returned: int = 0
    defense_corner: int = 0
    offense_corner: int = 0
    field_goal: int = 7
    punt: int = 8
    copies: int = 1


class Ability(NamedTuple):
    """A team's ability in numbers."""

    ability: int
    amount: int
    uses: int


def find_name(text: str, names: Sequence[str], what: str) -> int:
    """The position of a name in `names`, ignoring case. `what` is the kind of name. Raises a ValueError that lists the
    names.
    """
    folded = " ".join(text.split()).casefold()
    for number, name in enumerate(names):
        if name.casefold() == folded:
            return number
    raise ValueError(f"unknown {what} {text!r}; known: {', '.join(names)}")


def parse_play(text: str, types: Sequence[str]) -> Play:
    """Reads `Short 4 min` or `Long 8 low`: a type, a strength, and marks. Raises ValueError."""
    found = re.fullmatch(r"\s*([^\d].*?)\s+(\d+)((?:\s+(?:min|low))*)\s*", text)
    if not found or int(found[2]) > STRONGEST:
        form = f"a type, a strength of 0 to {STRONGEST} and perhaps 'min' or 'low', as in 'Short 2 min' or 'Long 8 low'"
        raise ValueError(f"expected {form}, not {text!r}")
    marks = found[3].split()
    return Play(find_name(found[1], types, "type of play"), int(found[2]), int("low" in marks), int("min" in marks))


def play_text(play: Play, types: Sequence[str]) -> str:
    """Writes a play so that `parse_play` can read it."""
    return f"{types[play.type]} {play.strength}{' low' * play.low}{' min' * play.minimum}"


def parse_call(text: str, types: Sequence[str]) -> Call:
    """Reads `Zone 0-5` or `Zone 0/5`: a type, and its strengths against runs and against passes. Raises ValueError."""
    found = re.fullmatch(r"\s*(.*?)\s+(\d+)\s*[-/]\s*(\d+)\s*", text)
    if not found or max(int(found[2]), int(found[3])) > STRONGEST:
        form = f"a type, its run and its pass strength (0 to {STRONGEST}), as in 'Zone 0-5'"
        raise ValueError(f"expected {form}, not {text!r}")
    return Call(find_name(found[1], types, "defense"), int(found[2]), int(found[3]))


def call_text(call: Call, types: Sequence[str]) -> str:
    """Writes a call so that `parse_call` can read it."""
    return f"{types[call.type]} {call.run}-{call.passing}"


def parse_card(text: str) -> tuple[str, list[str]]:
    """Reads `Dime: Zone 0-5 / Man to Man 1-4`: a formation and its plays or calls, still as text. Raises ValueError."""
    formation, colon, rest = text.partition(":")
    # Only a slash between spaces separates two plays: `Zone 0/5` contains a slash too.
    parts = [part.strip() for part in re.split(r"\s+/\s+", rest)]
    if not colon or not formation.strip() or not all(parts) or len(parts) > 2:
        raise ValueError(
            f"expected a formation, a colon and one or two plays, as in 'Dime: Zone 0-5 / Blitz 0-5', not {text!r}"
        )
    return formation.strip(), parts


def parse_ability(text: str) -> Ability:
    """Reads `kicking 1` or `force turnover`: a name and its amount. Raises a ValueError that lists the names."""
    found = re.fullmatch(r"\s*(.*?)(?:\s+(\d+))?\s*", text)
    assert found  # every text has this form
    names = list(ABILITIES)
    number, amount, uses = ABILITIES[names[find_name(found[1], names, "ability")]]
    return Ability(number, int(found[2]) if found[2] else amount, uses)


EVENTS = {
    "incomplete": terms.INCOMPLETE,
    "turnover": terms.TURNOVER,
    "turnover return": terms.TURNOVER,
    "false start": terms.FALSE_START,
    "holding": terms.HOLDING,
    "touchdown": terms.EVENT_TOUCHDOWN,
}
EVENT_KINDS = {
    terms.INCOMPLETE: terms.PASS,
    terms.FALSE_START: terms.RUN,
    terms.HOLDING: terms.PASS,
}  # the kind that an event needs
EVENT_FORMS = (
    "'none', 'run +2', 'pass -1', 'pass incomplete', 'run turnover', 'run turnover at -1', 'pass turnover', "
    "'pass turnover return', 'run false start', 'pass holding', 'run touchdown' or 'pass touchdown'"
)
SPOTS = 20  # spots count in lines from scrimmage; the field has 20
HIGHEST_MODIFIER = 9


def parse_event(text: str) -> GameDay:
    """Reads the event of a Game Day card: `run +2`, `run turnover at -1`, `none`. Raises ValueError.

    Everything else about the card keeps its default value.
    """
    words = " ".join(text.split()).casefold()
    wrong = ValueError(f"expected an event such as {EVENT_FORMS}, not {text!r}")
    if words == "none":
        return GameDay()
    kind_word, _, rest = words.partition(" ")
    if kind_word not in KIND_CODES:
        raise wrong
    kind = KIND_CODES[kind_word]
    if re.fullmatch(r"[+-]\d", rest) and rest[1] != "0":
        return GameDay(terms.MODIFIER, int(int(rest) < 0), kind, int(rest))
    spot = terms.NONE
    if found := re.fullmatch(r"turnover at ([+-]?\d{1,2})", rest):
        rest, spot = "turnover", int(found[1])
    event = EVENTS.get(rest)
    if event is None or EVENT_KINDS.get(event, kind) != kind or (abs(spot) > SPOTS and spot != terms.NONE):
        raise wrong
    returned = int(rest == "turnover return")
    if (kind == terms.RUN and returned) or (
        kind == terms.PASS and spot != terms.NONE
    ):  # 92, 97: a fumble is not returned, and an interception is where the pass was caught
        raise wrong
    return GameDay(event, int(event in (terms.INCOMPLETE, terms.TURNOVER, terms.HOLDING)), kind, 0, spot, returned)


def parse_game_day(text: str) -> GameDay:
    """Reads `run +2, d 0, o 1, fg 7, punt 9`, optionally with ` x3` for three copies. Raises ValueError.

    Missing parts default to no event, d 0, o 0, fg 7 and punt 8.
    """
    copies = 1
    if found := re.fullmatch(r"(.*?)\s+x\s*(\d{1,2})\s*", text):
        text, copies = found[1], int(found[2])
    if not 1 <= copies <= 54:
        raise ValueError(f"expected 1 to 54 copies, not {copies}")
    card, seen = GameDay(), set()
    for part in text.split(","):
        name, _, value = part.strip().partition(" ")
        field = name.casefold() if name.casefold() in ("d", "o", "fg", "punt") else "event"
        if field in seen:
            raise ValueError(f"{text!r} gives {field!r} twice")
        seen.add(field)
        card = (
            parse_event(part)._replace(**_corners(card))
            if field == "event"
            else _with_value(card, field, value.strip())
        )
    return card._replace(copies=copies)


def _corners(card: GameDay) -> dict[str, int]:
    return {name: getattr(card, name) for name in ("defense_corner", "offense_corner", "field_goal", "punt")}


def _with_value(card: GameDay, field: str, value: str) -> GameDay:
    """The card with one of its four corners set."""
    if field in ("d", "o"):
        corners = DEFENSE_CORNERS if field == "d" else OFFENSE_CORNERS
        number = corners.get(value.casefold().removeprefix("+"))
        if number is None:
            raise ValueError(f"{field}: expected {', '.join(corners)}, not {value!r}")
        return card._replace(**{"defense_corner" if field == "d" else "offense_corner": number})
    least, most = (3, 9) if field == "fg" else (1, 19)
    number = terms.BLOCKED if value.casefold() == "blocked" else int(value) if value.isdecimal() else terms.NONE
    if number != terms.BLOCKED and not least <= number <= most:
        raise ValueError(f"{field}: expected 'blocked' or {least} to {most}, not {value!r}")
    return card._replace(**{"field_goal" if field == "fg" else "punt": number})


def event_text(card: GameDay) -> str:
    """Writes an event so that `parse_event` can read it."""
    if card.event == terms.NO_EVENT:
        return "none"
    kind = KIND_WORDS[card.kind]
    if card.event == terms.MODIFIER:
        return f"{kind} {card.value:+d}"
    word = next(word for word, number in EVENTS.items() if number == card.event)
    at = f" at {card.spot:+d}" if card.spot != terms.NONE else ""
    return f"{kind} {word}{' return' * card.returned}{at}"


def game_day_text(card: GameDay) -> str:
    """Writes a Game Day card so that `parse_game_day` can read it."""
    defense = next(word for word, number in DEFENSE_CORNERS.items() if number == card.defense_corner)
    offense = next(word for word, number in OFFENSE_CORNERS.items() if number == card.offense_corner)
    kick, punt = (value if value != terms.BLOCKED else "blocked" for value in (card.field_goal, card.punt))
    corner = offense.upper() if offense == "td" else offense
    copies = f" x{card.copies}" if card.copies > 1 else ""
    return f"{event_text(card)}, d {defense}, o {corner}, fg {kick}, punt {punt}{copies}"
