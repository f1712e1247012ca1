"""What happened in brief, in lines that each hold one thing: the calls, the card, what came of it.

For every screen alike: the terminal prints these lines, pages set them with their rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from breakaway.core.events import Event
from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.games.football.display.story import Story
from breakaway.games.football.text import names as called
from breakaway.games.football.text.sentences import SENTENCES

Sentence = Callable[[Sequence[int], Names], str]

# What a line of the report holds; a change of kind begins a new line. What stands nowhere here is not told in brief.
CALLS, CARD, RESULT, NEWS = "calls", "card", "result", "news"
KINDS = {
    CALLS: "BF-206 BF-207 BF-024 BF-009 BF-012 BF-037 BF-047 BF-165 BF-170 BF-025 BF-048 BF-082 BF-083",
    CARD: (
        "BF-026 BF-035 BF-R21 BF-040 BF-041 BF-042 BF-043 BF-044 BF-049 BF-055 BF-057 BF-011 BF-027 BF-168 "
        "BF-R6 BF-094 BF-092 BF-096 BF-176 BF-178 BF-179 BF-R35 BF-124 BF-131 BF-132 BF-198 BF-234"
    ),
    RESULT: (
        "BF-028 BF-029 BF-117 BF-070 BF-073 BF-074 BF-075 BF-077 BF-079 BF-084 BF-169 BF-192 BF-091 BF-097 BF-098 "
        "BF-R13 BF-180 BF-R12 BF-R36 BF-061 BF-067"
    ),
    NEWS: (
        "BF-019 BF-R30 BF-187 BF-142 BF-143 BF-144 BF-145 BF-146 BF-147 BF-148 BF-R4 BF-150 BF-152 BF-R34 BF-153 "
        "BF-154 BF-156 BF-157 BF-159 BF-160 BF-161 BF-162 BF-163 BF-164 BF-100 BF-135 BF-138 BF-R8 BF-R10 BF-R11 "
        "BF-013 BF-104 BF-193 BF-194 BF-129 BF-175 BF-181 BF-196 BF-232 BF-235 BF-105 BF-107 BF-110 BF-111 BF-R27 "
        "BF-114 BF-122 BF-123 BF-136 BF-184 BF-101 BF-189 BF-190 BF-191 BF-R31 BF-R32 BF-085 BF-230 BF-R37 BF-238"
    ),
}
KIND_OF = {rule: kind for kind, rules in KINDS.items() for rule in rules.split()}
BOLD = {
    *("BF-122", "BF-132", "BF-136", "BF-163", "BF-123", "BF-091", "BF-105", "BF-114", "BF-184"),
    *("BF-101", "BF-189", "BF-190", "BF-191", "BF-R31"),
}
# These begin a line of their own even after their like.
OPENERS = {
    *("BF-024", "BF-026", "BF-122", "BF-136", "BF-013", "BF-105", "BF-107", "BF-114", "BF-142", "BF-104", "BF-129"),
    *("BF-232", "BF-101", "BF-184", "BF-019", "BF-181", "BF-175", "BF-110", "BF-124", "BF-138", "BF-150", "BF-131"),
}
SHORT: dict[str, Sentence] = {
    "BF-025": lambda a, n: say("base gain {gain}", gain=a[2]),
    "BF-048": lambda a, n: say("base gain {gain}", gain=0),
    "BF-037": lambda a, n: _("OFFENSE BREAKAWAY"),
    "BF-047": lambda a, n: _("DEFENSE BREAKAWAY"),
    "BF-026": lambda a, n: say("Card: {card}", card=called.game_day(n, a[0])),
    "BF-035": lambda a, n: _("not for this play"),
    "BF-040": lambda a, n: taken(a, n),
    "BF-049": lambda a, n: taken(a, n),
    "BF-041": lambda a, n: say("corner {value:+d}, {lines} so far", value=a[1], lines=called.lines(a[2])),
    "BF-057": lambda a, n: _("the event is ignored"),
    "BF-230": lambda a, n: _("an untimed down"),
}


@dataclass(frozen=True)
class Brief:
    """One line of a report, with the rules of what it tells; `strong` is news that nobody should miss."""

    text: str
    strong: bool
    rules: tuple[str, ...]


def briefs(told: Sequence[Event], names: Names) -> list[Brief]:
    """What was told to somebody, in brief."""
    play: Event | None = None
    lines: list[Brief] = []
    for group in groups(told):
        texts = []
        for each in group:
            if each.rule == "BF-022":
                play = each
            elif each.rule == "BF-024":
                texts.append(calls_text(play, each, names))
            else:
                texts.append(sentence(each, names))
        if texts:
            strong = any(each.rule in BOLD for each in group)
            lines.append(Brief("; ".join(texts), strong, tuple(dict.fromkeys(each.rule for each in group))))
    return lines


def taken(a: Sequence[int], n: Names) -> str:
    """What a side takes of a card in a breakaway."""
    team = called.team(n, a[0])
    if a[1] == 0:
        return say("{team:takes} the event", team=team)
    return say("{team:takes} the corner", team=team) if a[1] == 1 else say("{team:takes} the turnover", team=team)


def sentence(event: Event, names: Names) -> str:
    """An event in brief."""
    if event.rule in SHORT:
        return SHORT[event.rule](event.args, names)
    return SENTENCES[event.rule](event.args, names)


def calls_text(play: Event | None, defense: Event, names: Names) -> str:
    """Both calls in one sentence."""
    against = f"{called.defense_type(names, defense.args[1])} {defense.args[2]}"
    if play is None:
        return say("{team:defends} with {call}", team=called.team(names, defense.args[0]), call=against)
    seat, code, kind, strength = play.args
    what = f"{called.play_type(names, kind)} {strength} ({called.side(code)})"
    return say("{team:plays} {play} against {call}", team=called.team(names, seat), play=what, call=against)


def groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Events that share a line; those that are not told in brief are left out."""
    group: list[Event] = []
    kind = ""
    for each in events:
        if each.rule == "BF-022":
            yield [each]
            continue
        now = KIND_OF.get(each.rule, "")
        if not now:
            continue
        if group and (now != kind or each.rule in OPENERS):
            yield group
            group = []
        group.append(each)
        kind = now
    if group:
        yield group


HEADED = {"BF-022", "BF-104", "BF-129", "BF-175", "BF-181", "BF-142"}
PLAYED = HEADED | {"BF-150"}
OPENS = PLAYED | {"BF-021", "BF-193", "BF-218", "BF-232", "BF-236"}  # a play is told from the first of these on


def plays(told: Sequence[Event], names: Names, story: Story) -> list[tuple[str, Sequence[Event]]]:
    """A turn cut where a play begins, each play with its headline; what follows the last play stays with it."""
    cut: list[tuple[str, list[Event]]] = [("", [])]
    played = False
    for each in told:
        if played and each.rule in OPENS:
            cut.append((headline(names, story, each.rule in ("BF-142", "BF-150")), []))
            played = False
        cut[-1][1].append(each)
        played = played or each.rule in PLAYED
        story.take(each)
    if not played and len(cut) > 1:
        _, rest = cut.pop()
        cut[-1][1].extend(rest)
    return [*cut]


def headline(names: Names, story: Story, kickoff: bool) -> str:
    """`Q1  Fire 7, Lightning 0  Fire, 2nd and 3 lines at own 40`."""
    score = ", ".join(f"{called.team(names, seat)} {side.score}" for seat, side in enumerate(story.sides))
    begin = f"{quarter_tag(story.quarter)}  {score}   "
    if kickoff:
        return begin + _("kickoff")
    team = called.team(names, story.offense)
    if story.in_try:
        return begin + say("{team}, two-point try", team=team)
    down = down_text(story.down, story.marker - story.line)
    return begin + say("{team}, {down} at {spot}", team=team, down=down, spot=called.at_spot(story.line))


def quarter_tag(quarter: int) -> str:
    """Q1 to Q4, then OT1."""
    return say("Q{number}", number=quarter) if quarter < 5 else say("OT{number}", number=quarter - 4)


def down_text(down: int, to_go: int) -> str:
    """`3rd and 4 lines`."""
    return say("{ordinal} and {lines}", ordinal=called.ordinal(down), lines=called.lines(to_go))
