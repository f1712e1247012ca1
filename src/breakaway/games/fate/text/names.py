"""The names that people use for sides, plays, defenses and spots on the field."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from breakaway.core.language import ENGLISH, Names, _, is_plural, language, many, marked, say
from breakaway.games.fate.rules.terms import DRAW, NEITHER, OVERTIME, PASS_RUSH, PLAY_ACTION, RUN_OUTSIDE, SHORT
from breakaway.games.words import FIELD, read_spot, yard_line
from breakaway.games.words import ordinal as ordinal
from breakaway.games.words import team as team

# Printed on the dice and in the matrix, and the same in every language: shown by `printed`.
BASE_WORDS = ("run inside", "run outside", "screen", "quick", "short", "long")
ROW_WORDS = (*BASE_WORDS, "draw", "play action")
DEFENSE_WORDS = ("run", "neutral", "pass", "prevent", "blitz")
POSITION_NAMES = (
    marked("quarterback"),
    marked("wide receiver"),
    marked("tight end"),
    marked("fullback"),
    marked("running back"),
    marked("tackle"),
    marked("guard"),
    marked("center"),
    marked("kicker"),
    marked("cornerback"),
    marked("safety"),
    marked("outside linebacker"),
    marked("inside linebacker"),
    marked("defensive end"),
    marked("defensive tackle"),
    marked("punter"),
)
POSITION_LETTERS = ("QB", "WR", "TE", "FB", "RB", "OT", "OG", "OC", "K", "CB", "SF", "OL", "IL", "DE", "DT", "P")
LASTS = (
    marked("for the season"),
    marked("for the game"),
    marked("for the half"),
    marked("for the quarter"),
    marked("for the series"),
    marked("for 1 play"),
    marked("for 2 plays"),
    marked("for 3 plays"),
    marked("for 4 plays"),
)
FOULS = {
    1: marked("offside"),
    2: marked("movement"),
    5: marked("a personal foul"),
    6: marked("a face mask"),
    7: marked("holding"),
    8: marked("pass interference"),
    10: marked("intentional grounding"),
    12: marked("offside or movement"),
    14: marked("illegal procedure"),
    15: marked("a kickoff out of bounds"),
}
RULINGS_SAID = {  # by what is typed
    "face mask offense": marked("face mask by the offense"),
    "face mask defense": marked("face mask by the defense"),
    "grounding": marked("intentional grounding"),
}
QUARTER_WORDS = (
    marked("first quarter"),
    marked("second quarter"),
    marked("third quarter"),
    marked("fourth quarter"),
    marked("overtime"),
)


def printed(words: str) -> str:
    """A printed term, in lower case in English and capitalized in other languages."""
    return words if language() == ENGLISH else words.title()


def position_name(position: int) -> str:
    """The name of a position: `quarterback`."""
    return _(POSITION_NAMES[position])


def man(names: Names, side: int, position: int, number: int) -> str:
    """A player by name and position, or by position alone if there is no roster: `Silas Clodhopper (quarterback)`."""
    listed = _listed(names, side, position)
    if number < len(listed):
        return say("{player} ({position})", player=listed[number], position=position_name(position))
    return man_name(names, side, position, number)


def man_name(names: Names, side: int, position: int, number: int) -> str:
    """A player by name alone, or by position if there is no roster: `Silas Clodhopper`, `quarterback`."""
    listed = _listed(names, side, position)
    if number < len(listed):
        return str(listed[number])
    return say("an emergency {position}", position=position_name(position)) if listed else position_name(position)


def _listed(names: Names, side: int, position: int) -> Sequence[str]:
    rosters = names.get("rosters", ())
    players = rosters[side].get("players", {}) if side < len(rosters) else {}
    found: Sequence[str] = players.get(POSITION_LETTERS[position], ())
    return found


def play(base: int, overlay: int = NEITHER) -> str:
    """The name of an offensive call: `short`, `draw inside`, `play action long`."""
    if overlay == DRAW:
        return printed("draw outside" if base == RUN_OUTSIDE else "draw inside")
    if overlay == PLAY_ACTION:
        return printed("play action short" if base == SHORT else "play action long")
    return printed(BASE_WORDS[base])


def defense(call: int) -> str:
    """The name of a defensive call."""
    return printed(DEFENSE_WORDS[call])


def foul(kind: int) -> str:
    """The name of a foul: `holding`, `a face mask`."""
    return _(FOULS[kind])


def spot(ball: int) -> str:
    """A yard line as the side with the ball sees it: `own 30`, `the 50`, `opp 20`.

    So cases, typed orders, odds and data name it. Whatever a reader sees takes `spot_of`.
    """
    return yard_line(ball)


def spot_of(names: Names, side: int, ball: int) -> str:
    """A yard line in the words of its reader, worded for use on its own: `your 30`, `their 20`, `Mudlarks 30`.

    `ball` is counted from the goal line of `side`.
    """
    return read_spot(names, side, ball) or spot(ball)


def at_spot(ball: int) -> str:
    """The phrase for where something is, in a heading: `at own 30`."""
    if ball <= 0:
        return _("at own goal line")
    if ball >= FIELD:
        return _("at the goal line")
    if ball == FIELD // 2:
        return _("at the 50")
    return say("at own {yard}", yard=ball) if ball < FIELD // 2 else say("at opp {yard}", yard=FIELD - ball)


def to_spot(ball: int) -> str:
    """The phrase for where something ends, in a heading: `to own 30`."""
    if ball <= 0:
        return _("to own goal line")
    if ball >= FIELD:
        return _("to the goal line")
    if ball == FIELD // 2:
        return _("to the 50")
    return say("to own {yard}", yard=ball) if ball < FIELD // 2 else say("to opp {yard}", yard=FIELD - ball)


def at_spot_of(names: Names, side: int, ball: int) -> str:
    """The phrase for where something is, in a heading, in the words of its reader: `at your 30`."""
    read = read_spot(names, side, ball, is_alone=False)
    return say("at {spot}", spot=read) if read else at_spot(ball)


def to_spot_of(names: Names, side: int, ball: int) -> str:
    """The phrase for where something ends, in a heading, in the words of its reader: `to your 30`."""
    read = read_spot(names, side, ball, is_alone=False)
    return say("to {spot}", spot=read) if read else to_spot(ball)


AT_TEAM = (marked("at its own goal line"), marked("at its own {yard}"))
AT_TEAMS = (marked("at their own goal line"), marked("at their own {yard}"))
TO_TEAM = (marked("to its own goal line"), marked("to its own {yard}"))
TO_TEAMS = (marked("to their own goal line"), marked("to their own {yard}"))
FROM_TEAM, FROM_TEAMS = marked("from its own {yard}"), marked("from their own {yard}")


def at_team_spot(names: Names, side: int, ball: int) -> str:
    """The phrase for where something is, in a sentence about the team of a side.

    In the words of its reader, or `at its own 30`, `at the opponent's 20`.
    """
    if read := read_spot(names, side, ball, is_alone=False):
        return say("at {spot}", spot=read)
    if ball < FIELD // 2:
        return _own(ball, AT_TEAMS if is_plural(team(names, side)) else AT_TEAM)
    return say("at the opponent's {yard}", yard=FIELD - ball) if FIELD // 2 < ball < FIELD else at_spot(ball)


def to_team_spot(names: Names, side: int, ball: int) -> str:
    """The phrase for where something ends, in a sentence about the team of a side.

    In the words of its reader, or `to its own 30`, `to the opponent's 20`.
    """
    if read := read_spot(names, side, ball, is_alone=False):
        return say("to {spot}", spot=read)
    if ball < FIELD // 2:
        return _own(ball, TO_TEAMS if is_plural(team(names, side)) else TO_TEAM)
    return say("to the opponent's {yard}", yard=FIELD - ball) if FIELD // 2 < ball < FIELD else to_spot(ball)


def from_team_spot(names: Names, side: int, ball: int) -> str:
    """The phrase for where a kick begins, in the kicking team's own half: `from your 20`, or `from its own 20`."""
    if read := read_spot(names, side, ball, is_alone=False):
        return say("from {spot}", spot=read)
    return say(FROM_TEAMS if is_plural(team(names, side)) else FROM_TEAM, yard=ball)


def _own(ball: int, phrases: tuple[str, str]) -> str:
    """A phrase for a yard line in the team's own half: the first for the goal line, the second for any other."""
    return say(phrases[1], yard=ball) if ball > 0 else _(phrases[0])


def yards(n: int) -> str:
    """A number of yards in words: `1 yard`, `-2 yards`."""
    return many("{n} yard", "{n} yards", n)


def signed(n: int) -> str:
    """A total of Fate dice: `+2`, `0`, `-1`."""
    return f"{n:+d}" if n else "0"


def cell(n: int) -> str:
    """A cell of the matrix as the matrix shows it."""
    return "Pass Rush" if n == PASS_RUSH else signed(n)


def modifier(n: int) -> str:
    """A cell of the matrix as a sentence names it."""
    return _("the Pass Rush") if n == PASS_RUSH else signed(n)


def time(units: int) -> str:
    """The time on the clock, from units of 15 seconds: `2:15`."""
    return f"{units // 4}:{units % 4 * 15:02d}"


def quarter(n: int) -> str:
    """The name of a quarter or of overtime."""
    return _(QUARTER_WORDS[min(n, OVERTIME) - 1])


def upper_first(text: str) -> str:
    """The text with its first letter capitalized. The rest of the text is not changed."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[str]) -> str:
    """Words joined by "and": `run and pass`."""
    return _(" and ").join(words)
