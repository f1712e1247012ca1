"""The names of seats, cards, types and spots on the field, or their numbers if they have no names.

Words that are `marked` in this module are translated when they are shown. Names printed on cards and sheets stay as
they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from breakaway.core.game import Shape
from breakaway.core.language import Names, _, is_plural, many, marked, say
from breakaway.core.rules import speak
from breakaway.games.football.rules import event_words as units
from breakaway.games.football.rules.event_words import COFFIN, FIELD_GOAL, GO, PUNT, WEIGH
from breakaway.games.football.rules.scoring import next_marker
from breakaway.games.football.rules.solo import NO_TOKENS, RED_ZONE
from breakaway.games.football.rules.terms import FOOTBALL, GOAL, NONE, RUN, TOUCHDOWN_CORNER
from breakaway.games.words import FIELD, read_spot, yard_line
from breakaway.games.words import ordinal as ordinal
from breakaway.games.words import team as team

YARDS = 5  # in a line
SHAPE: Shape = {  # the shape of the names in a match's record
    "teams": [str],
    "cards": [[{"formation": str, "plays": (str, str)}]],
    "defenses": [[{"formation": str, "calls": [str]}]],
    **{key: [str] for key in ("types", "defense_types", "defense_formations", "deck")},
    "formations": [[str]],
    "abilities": [{"name": str, "says": str}],
}

CLASSES = (marked("run heavy"), marked("balanced"), marked("pass heavy"))
STRATEGIES = ("Eagle", "Stunt", "Twist")  # of a defense sheet
PLANS = ("Green 18", "Blue 80", "Red 98")  # of an offense sheet
CODES = tuple(f"{word} {suit}" for word in ("Mike", "Smoke", "Jet", "Gold") for suit in ("Joker", "Razor", "Dragon"))
# The rows (lines to go) and columns (downs) of the formation chart, as in team files and as in sentences.
DISTANCES = ("5+", "3-4", "1-2")
DISTANCES_SAID = (marked("5 or more lines"), marked("3 or 4 lines"), marked("1 or 2 lines"))
DOWNS = ("1st", "2nd", "3rd/4th")
DOWNS_SAID = (marked("1st down"), marked("2nd down"), marked("3rd or 4th down"))
KINDS = ("", marked("run"), marked("pass"))
ITS_OWN, THEIR_OWN = marked("its own {yards}"), marked("their own {yards}")
HEADING = ""  # for `at_spot`: no sentence
YOUR_OWN, OFFENSE_OWN = marked("your own {yards}"), marked("the offense's own {yards}")
SPIES = ("", "Spy Run", "Spy Pass")  # tables of a defense sheet
QUARTERS = (marked("first quarter"), marked("second quarter"), marked("third quarter"), marked("fourth quarter"))
DECK_TEXT = re.compile(r"(.*) \((offense|defense) (run|pass) (.*)\)")  # a Game Day card in the names of a match
EVENTS = (
    *(marked("turnover"), marked("turnover return"), marked("incomplete")),
    *(marked("false start"), marked("holding"), marked("touchdown")),
)  # the words of the last group of DECK_TEXT


def spot(line: int) -> str:
    """A line as the offense sees it, worded for use on its own: `own 30`, `the 50`, `opp 20`, or a goal line.

    So cases, typed orders, odds and data name it. Whatever a reader sees takes `spot_of`.
    """
    return yard_line(YARDS * line)


def spot_of(names: Names, seat: int, line: int) -> str:
    """A line in the words of its reader, worded for use on its own: `your 30`, `their 20`, `the 50`, `Fire 30`.

    `line` is counted from the goal line of the team at `seat`.
    """
    return read_spot(names, seat, YARDS * line) or spot(line)


def at_spot(line: int, own: str = "") -> str:
    """A line, worded to follow `at`, `to` or `from`. For a heading: `own 35`, `the 50` or `opp 20`.

    For a sentence, pass one of the texts that end in _OWN: `its own 35` or `the opponent's 20`. Unlike the text from
    `spot`, this text can be in a different grammatical case in other languages.
    """
    yards = YARDS * line
    if yards >= FIELD:
        return say("the {goal_line}", goal_line=_("goal line"))
    if yards == FIELD // 2:
        return say("the {yards}", yards=yards)
    # translators: after "an", "bis zu" or "von", with an article; `{yard}` without s stands by itself
    if yards < FIELD // 2:
        return say(own or marked("own {yards}"), yards=yards if yards > 0 else _("goal line"))
    return say(marked("the opponent's {yards}") if own else marked("opp {yards}"), yards=FIELD - yards)


def at_spot_of(names: Names, seat: int, line: int, own: str | None = None) -> str:
    """A line in the words of its reader, worded to follow `at`, `to` or `from`: `your 30`, `the Fire 30`.

    `line` is counted from the goal line of the team at `seat`. For nobody in particular, `own` is as in `at_spot`.
    Without it, the sentence is about this team: `its own 35`.
    """
    if own is None:
        own = THEIR_OWN if is_plural(team(names, seat)) else ITS_OWN
    return read_spot(names, seat, YARDS * line, is_alone=False) or at_spot(line, own)


def milestone(i: int) -> str:
    """The first-down line for a column of the fourth-down chart, in no match."""
    return (_("own 20"), _("midfield"), _("the opponent's 20"), say("the {goal_line}", goal_line=_("goal line")))[i]


def lines(n: int) -> str:
    """A number of lines: `1 line`, `-2 lines`."""
    return many("{n} line", "{n} lines", n)


def capital(text: str) -> str:
    """The text with its first letter capitalized."""
    return text[:1].upper() + text[1:]


def _listed(names: Names, key: str, i: int, otherwise: str) -> str:
    listed: Sequence[str] = names.get(key, ())
    return str(listed[i]) if i < len(listed) else otherwise


def play_type(names: Names, i: int) -> str:
    """The name of a type of play."""
    return _listed(names, "types", i, say("play type {number}", number=i + 1))


def defense_type(names: Names, i: int) -> str:
    """The name of a type of defense, or `-` for none."""
    return "-" if i == NONE else _listed(names, "defense_types", i, say("defense type {number}", number=i + 1))


def formation(names: Names, seat: int, i: int) -> str:
    """The name of a formation of the offense, with its class."""
    found = formation_name(names, seat, i)
    return f"{found} ({_(CLASSES[i])})" if found else _(CLASSES[i])


def formation_name(names: Names, seat: int, i: int) -> str:
    """The name of a formation of the offense as its cards print it. Empty if the match has no names."""
    own = names.get("formations", ())
    return str(own[seat][i]) if seat < len(own) and i < len(own[seat]) else ""


def defense_formation(names: Names, i: int) -> str:
    """The name of a formation of the defense."""
    return _listed(names, "defense_formations", i, say("formation {number}", number=i + 1))


def play(names: Names, seat: int, code: int) -> str:
    """A play, named by its card and side, with its text: `7b, Short 4 min`."""
    cards = names.get("cards", ())
    if seat < len(cards) and code // 2 < len(cards[seat]):
        return f"{side(code)}, {cards[seat][code // 2]['plays'][code % 2]}"
    return side(code)


def is_entered(names: Names, seat: int, card: int) -> bool:
    """Whether people who play with their own cards have entered this offense card, or play with cards of ours."""
    return not names.get("unseen") or any(names["cards"][seat][card]["plays"])


def is_open(names: Names, part: str, card: int) -> bool:
    """Whether people who play with their own cards have not looked up this part of a Game Day card yet."""
    return card in names.get("unseen", {}).get(part, ())


def side(code: int) -> str:
    """A card and its side: `7b`."""
    return f"{code // 2 + 1}{'ab'[code % 2]}"


def game_day(names: Names, card: int) -> str:
    """A Game Day card, named by its title and event, `Cutback lane (offense run +1)`, or by its number."""
    text = _listed(names, "deck", card, say("card {number}", number=card + 1))
    found = DECK_TEXT.fullmatch(text)
    if not found:
        return text
    title, side, kind, event = found.groups()
    what, at, where = event.partition(" at ")
    said = say("{event} at {place}", event=_(what), place=where) if at else _(what)
    return say("{title} ({side} {kind} {event})", title=title, side=_(side), kind=_(kind), event=said)


def game_day_group(names: Names, card: int) -> str:
    """The plays that a Game Day card applies to: `Offense, run`. Empty if the match has no names."""
    found = DECK_TEXT.fullmatch(_listed(names, "deck", card, ""))
    return capital(say("{side}, {kind}", side=_(found[2]), kind=_(found[3]))) if found else ""


def game_day_title(names: Names, card: int) -> str:
    """The printed title of a Game Day card."""
    text = _listed(names, "deck", card, say("card {number}", number=card + 1))
    return text.partition(": ")[0].partition(" (")[0]


def corner(value: int) -> str:
    """A corner of a Game Day card as text."""
    return {TOUCHDOWN_CORNER: "TD", FOOTBALL: _("a football")}.get(value, str(value))


def quarter(n: int) -> str:
    """The name of a quarter or a period of overtime."""
    if n < 5:
        return _(QUARTERS[n - 1])
    return _("overtime") if n == 5 else say("overtime {number}", number=n - 4)


# --- How sentences put the numbers of events into words, by unit.


# The line of each column of the fourth-down chart
MILESTONES = tuple(dict.fromkeys(next_marker(line) for line in range(GOAL)))
# What the fourth-down die says, and what would throw the match away, by the action of a sheet
SAID = {
    GO: marked("go for it"),
    FIELD_GOAL: marked("kick a field goal"),
    PUNT: marked("punt"),
    COFFIN: marked("punt to the coffin corner"),
    WEIGH: marked("do not go for it: a field goal or a punt, by the card"),
}
LOSING = {
    GO: marked("a play"),
    FIELD_GOAL: marked("a field goal"),
    PUNT: marked("a punt"),
    COFFIN: marked("a punt"),
    WEIGH: marked("a kick"),
}


def why_spied(why: int, kind: int) -> str:
    """Why the spy is on against this kind of play."""
    if why == NO_TOKENS:
        return _("no orange tokens left") if kind == RUN else _("no blue tokens left")
    if why == RED_ZONE:
        return _("in a red zone")
    return _("last two cards of the half")


def fourth_down_roll(total: int, die: int) -> str:
    """The fourth-down die and its modifier. Far behind or losing late (232): the event does not say which."""
    if total == die:
        return str(die)
    sign, why = ("+", _("behind")) if total > die else ("-", _("leading late"))
    return f"{die} {sign} {abs(total - die)} ({why}) = {total}"


speak(units.SEAT, lambda seat, owner, names: team(names, seat))
speak(units.PAYER, lambda seat, owner, names: team(names, seat))
speak(units.LINES, lambda n, owner, names: lines(n))
speak(units.LINE, lambda n, owner, names: at_spot_of(names, owner, n))
speak(units.OFFENSE_LINE, lambda n, owner, names: at_spot_of(names, owner, n, OFFENSE_OWN))
speak(units.SPOT, lambda n, owner, names: at_spot_of(names, owner, n))
speak(units.OTHER_LINE, lambda n, owner, names: at_spot_of(names, 1 - owner, n, ITS_OWN))
speak(units.CARD, lambda i, owner, names: i + 1)
speak(units.CARD_OR_NONE, lambda i, owner, names: i + 1)
speak(units.GAME_DAY, lambda i, owner, names: game_day(names, i))
speak(units.CORNER, lambda n, owner, names: corner(n))
speak(units.PLAY, lambda code, owner, names: play(names, owner, code))
speak(units.TYPE, lambda i, owner, names: play_type(names, i))
speak(units.DEFENSE, lambda i, owner, names: defense_type(names, i))
speak(units.FORMATION, lambda i, owner, names: formation(names, owner, i))
speak(units.CLASS, lambda i, owner, names: _(CLASSES[i]))
speak(units.SHAPE, lambda i, owner, names: defense_formation(names, i))
speak(units.SPY_TABLE, lambda kind, owner, names: SPIES[kind])
speak(units.DOWN, lambda n, owner, names: ordinal(n))
speak(units.QUARTER, lambda n, owner, names: quarter(n))
speak(units.PERIOD, lambda n, owner, names: capital(quarter(n)))
speak(units.CARDS, lambda n, owner, names: many("{n} card", "{n} cards", abs(n)))
speak(units.TOTAL, lambda total, die, names: fourth_down_roll(total, die))
speak(units.STRATEGY, lambda i, owner, names: STRATEGIES[i])
speak(units.PLAN, lambda i, owner, names: PLANS[i])
speak(units.CODE, lambda i, owner, names: CODES[i])
speak(units.ROW, lambda i, owner, names: _(DISTANCES_SAID[i]))
speak(units.COLUMN, lambda i, owner, names: _(DOWNS_SAID[i]))
speak(units.MILESTONE, lambda i, owner, names: at_spot_of(names, owner, MILESTONES[i]))
speak(units.ACTION, lambda action, owner, names: _(SAID[action]))
speak(units.LOSING, lambda action, owner, names: _(LOSING[action]))
speak(units.SPY_REASON, lambda why, kind, names: why_spied(why, kind))
