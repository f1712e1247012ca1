"""Re-reads the injuries of a FATE match from what was told and rolled, and says where the match differs.

Written from the document's tables alone, which `injury_tables` has typed once more; nothing is taken from the rules.
A match comes as a list of `Telling`: the dice of a step with their names, the events of the step, and, where the next
down is to be declared, who the match shows as out. The reader knows for each play who is on the field, who is hurt, for
how long he is out, and at what ratings he and his substitute play.

Decisions, where the document leaves room:

- The man on the field is the first who is not out. The n-th substitute is rated n less than the position, -2 at least
  (FF-G37); a man who is back has his own rating, whoever else is out.
- A call that is shown is a play from scrimmage, for the offense of one side and the defense of the other: a try and a
  play that a penalty takes back are plays too; kicks are none. The play on which he is hurt does not count.
- The carrier: the running back on runs and screens; on passes the receiver of the contest, else a wide receiver; the
  quarterback on sacks and his own runs; the safety on interceptions. Nobody on kicks.
- From scrimmage all positions of the table are on the field. On kicks quarterback and receivers are not; what else is
  not is left to the match.
- "Series" ends with a change of possession; SERIES_ENDS says with which.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .injury_tables import (
    APPROACHES,
    BALL_CARRIER,
    CONTESTS,
    DURATIONS,
    FOR,
    GAME,
    HALF,
    KICKOFFS,
    LETTERS,
    LOWEST,
    NEVER_ON_KICKS,
    OFFENSE,
    PLAY,
    PLAY_APPROACH,
    PLAYS,
    QUARTER,
    SERIES,
    TEMPLATE,
    TOLD_APART,
    WHO,
)

# With which change of possession a series injury ends, by what he was hurt on. A kick's own change is not the one, nor
# that of an interception, which comes before the event; the change after a score or a failed fourth down is.
SERIES_ENDS = {"scrimmage": 1, "interception": 2, "kick": 2}

INTERCEPTIONS = {"FF-080", "FF-120", "FF-121", "FF-122"}
RECOVERIES = {"FF-011", "FF-091", "FF-118"}
CONTEST_EVENTS = {"FF-102", "FF-103", "FF-104", "FF-105", "FF-110"}


class Told(NamedTuple):
    """An event: its rule and its numbers."""

    rule: str
    args: tuple[int, ...]


class Shown(NamedTuple):
    """Who is out, as the match shows it: by side and position the count, and a bit for each man."""

    out: tuple[tuple[int, ...], ...]
    men_out: tuple[tuple[int, ...], ...]


class Telling(NamedTuple):
    """One step of a match: its dice (name, outcome from 0), its events, and who is out before a declaration."""

    rolls: tuple[tuple[str, int], ...]
    events: tuple[Told, ...]
    shown: Shown | None = None


class Difference(NamedTuple):
    """Where the match is not as it has to be."""

    turn: int  # the step, from 1
    play: int  # from 1
    kind: str  # what is wrong, in a word: man, position, duration, chooser, ratings, out, injury, rating
    text: str


@dataclass
class Play:
    """The play that goes on."""

    kind: str = "none"  # scrimmage, punt, field goal, kickoff, free kick, none
    side: int = 0  # that has the ball or kicks it
    base: str = ""
    listed: str = ""  # the play whose approaches count
    contest: str = ""
    intercepted: bool = False
    quarterback: bool = False  # sacked, or ran
    turned: bool = False  # a ball that the other side had came back
    ticked: bool = False  # its change of possession is counted
    kicked: bool = False
    what: int | None = None  # the second roll of an event
    who: list[int] = field(default_factory=list)
    long: int = 0  # roll of the duration
    chosen: tuple[int, ...] = ()
    told: int = 0  # injuries
    counted: bool = False
    hurt: set[tuple[int, str, int]] = field(default_factory=set)


@dataclass
class Hurt:
    """Why a man is out: SEASON to SERIES or PLAY, and how many changes of possession or plays are left."""

    lasts: int
    left: int = 0
    on: str = ""  # the kind of play, and its number


class Reader:
    """Reads a match step by step; `found` has the differences."""

    def __init__(self, ratings: Sequence[Mapping[str, Sequence[int]]] = ({}, {})) -> None:
        self._ratings = [TEMPLATE | dict(each) for each in ratings]
        self._out: list[dict[str, dict[int, Hurt]]] = [{name: {} for name in LETTERS} for _ in range(2)]
        self._play = Play()
        self._plays = self._turn = 0
        self._holder = -1  # the side that has or last had the ball
        self._picker = 0
        self._free_kick = False
        self._waiting: Shown | None = None
        self.found: list[Difference] = []
        self.injuries = self.contests = self.compared = 0
        self.again: set[tuple[str, tuple[str, ...]]] = set()  # groups rolled again, by the kind of kick
        self.hurt: set[tuple[str, tuple[str, ...]]] = set()  # and those that were hurt

    def read(self, tellings: Sequence[Telling]) -> list[Difference]:
        """The differences of a whole match."""
        for each in tellings:
            self._turn += 1
            for name, k in each.rolls:
                self._roll(name, k)
            for event in each.events:
                self._event(event, dict(each.rolls))
            if each.shown is not None:
                self._waiting = each.shown
        self._close()
        return self.found

    def _say(self, kind: str, text: str) -> None:
        self.found.append(Difference(self._turn, self._plays, kind, text))

    # dice

    def _roll(self, name: str, k: int) -> None:
        play = self._play
        if name == "what happened":
            play.what = k
        elif name == "who is hurt":
            play.who.append(k)
        elif name == "how long":
            play.long = k
        elif name == "contest" and play.kind == "scrimmage":
            table = {"screen": "run outside"}.get(play.base, play.base)
            play.contest = CONTESTS[table][k]

    # events

    def _event(self, told: Told, rolls: Mapping[str, int]) -> None:
        rule, a, play = told.rule, told.args, self._play
        if rule in ("FF-029", "FF-043", "FF-045", "FF-005", "FF-087"):
            self._starts(rule, a)
        elif rule in INTERCEPTIONS:
            play.intercepted = True
        elif rule in ("FF-070", "FF-071"):
            play.quarterback = True
        elif rule in RECOVERIES:
            returned = play.intercepted or play.kind in ("punt", *KICKOFFS)
            play.turned |= returned and a[0] == play.side
        elif rule in CONTEST_EVENTS and "contest" in rolls:
            self._judge_contest(told)
        elif rule == "FF-131":
            play.chosen = a
        elif rule == "FF-134":
            self._injury(a)
        else:
            self._marks(rule, a)

    def _marks(self, rule: str, a: tuple[int, ...]) -> None:
        """Events that end something."""
        if rule == "FF-003":
            self._close()
            self._has_ball(a[0])
        elif rule == "FF-G18":
            self._has_ball(a[0])
        elif rule == "FF-G15":
            self._free_kick = True
        elif rule == "FF-013":
            self._close()
            self._heal(QUARTER)
            if a[0] in (2, 4):
                self._heal(HALF)

    def _starts(self, rule: str, a: tuple[int, ...]) -> None:
        side, old = a[0], self._play
        if rule == "FF-087" and old.kind == "punt" and not old.kicked:
            old.kicked = True
            return
        self._close()
        if rule == "FF-029":
            base, overlay = PLAYS[a[1]], PLAYS[a[2]]
            new = Play("scrimmage", side, base, overlay if a[2] else base)
        elif rule == "FF-043" or (rule == "FF-087" and not self._free_kick):
            new = Play("punt", side, kicked=rule == "FF-087")
        else:
            new = Play({"FF-045": "field goal", "FF-005": "kickoff"}.get(rule, "free kick"), side)
        if new.kind not in KICKOFFS:
            self._has_ball(side)
            self._compare()
        self._holder, self._free_kick, self._play = side, False, new
        self._plays += 1

    # ends

    def _has_ball(self, side: int) -> None:
        """The side has the ball: a change of possession if another had it, if it came back, and after a kickoff."""
        play = self._play
        if side != self._holder or ((play.kind in KICKOFFS or play.turned) and not play.ticked):
            play.ticked = True
            self._holder = side
            self._count(SERIES)

    def _close(self) -> None:
        """The play is over: those who were out for so many plays of the platoon have missed one more."""
        play = self._play
        if play.counted:
            return
        play.counted = True
        if play.what is not None and play.what >= 4 and not play.told:
            self._say("injury", "somebody was to be hurt and nobody was")
        if play.kind == "scrimmage":
            self._count(PLAY)

    def _count(self, lasts: int) -> None:
        play = self._play
        for side in range(2):
            for name, men in self._out[side].items():
                played = lasts == SERIES or (name in OFFENSE) == (side == play.side)
                for man in list(men) if played else ():
                    if men[man].lasts == lasts and not (lasts == PLAY and (side, name, man) in play.hurt):
                        men[man].left -= 1
                        if men[man].left == 0:
                            del men[man]

    def _heal(self, lasts: int) -> None:
        for positions in self._out:
            for men in positions.values():
                for man in [man for man, hurt in men.items() if hurt.lasts == lasts]:
                    del men[man]

    # who plays

    def _man(self, side: int, name: str) -> int:
        men = self._out[side][name]
        return next(i for i in range(99) if i not in men)

    def rating(self, side: int, name: str, approach: str) -> int:
        """Of the man who is on the field."""
        name = {"FS": "SF", "SS": "SF"}.get(name, name)  # G35
        return max(LOWEST, self._ratings[side][name][APPROACHES.index(approach)] - self._man(side, name))

    def _judge_contest(self, told: Told) -> None:
        play = self._play
        words = play.contest.split()
        approach = PLAY_APPROACH[play.listed][int(words[-1]) - 1]
        sums: list[int | None] = [None, None]
        for name in words[:-1]:
            if name not in ("+", "vs"):
                on = 0 if name in OFFENSE else 1
                rated = self.rating(play.side if on == 0 else 1 - play.side, name, approach)
                sums[on] = rated + (sums[on] or 0)
        offense, defense = sums
        right, numbers = self._contest_says(offense, defense)
        self.contests += 1
        said = told.args[2 : 2 + len(numbers)]
        if (told.rule, said) != (right, numbers):
            text = f"{play.contest}, {approach}: expected {right} {numbers}, told {told.rule} {said}"
            self._say("rating", text)

    def _contest_says(self, offense: int | None, defense: int | None) -> tuple[str, tuple[int, ...]]:
        """The rule of a contest between these ratings (None: nobody), and the numbers that are told."""
        if offense is None or defense is None:
            return ("FF-102" if offense is None else "FF-103"), (defense if offense is None else offense or 0,)
        if self._play.base in ("quick", "short", "long"):
            return "FF-110", (offense, defense, offense - defense)
        return ("FF-105", (offense,)) if offense == defense else ("FF-104", (offense, defense))

    # who is hurt

    def _carrier(self) -> tuple[str, int]:
        play = self._play
        if play.intercepted:
            return "SF", 1 - play.side
        if play.quarterback:
            return "QB", play.side
        if play.base in ("run inside", "run outside", "screen"):
            return "RB", play.side
        first = play.contest.split()[0] if play.contest else ""
        return (first if first in ("FB", "RB", "TE", "WR") else "WR"), play.side

    def _injury(self, a: tuple[int, ...]) -> None:
        side, name, lasts = a[0], LETTERS[a[1]], a[2]
        play = self._play
        play.told += 1
        self.injuries += 1
        if play.what is None or play.what < 4 or not play.who:
            self._say("injury", f"{name} is hurt without a roll for it")
            return
        self._check_position(side, name)
        if FOR[play.long] != lasts:
            self._say("duration", f"{name} is out for {lasts}, the roll says {FOR[play.long]}")
        self._check_man(side, name, a)
        ends = "interception" if play.intercepted else "scrimmage" if play.kind == "scrimmage" else "kick"
        lasts = FOR[play.long]
        left = lasts - PLAY + 1 if lasts >= PLAY else SERIES_ENDS[ends]
        hurt = Hurt(min(lasts, PLAY), left, f"{DURATIONS[lasts]} on {ends} {self._plays}")
        man = a[4]  # as told, so that one fault is one difference
        self._out[side][name][man] = hurt
        play.hurt.add((side, name, man))

    def _check_position(self, side: int, name: str) -> None:
        play = self._play
        group = WHO[play.who[-1]]
        for k in play.who[:-1]:
            if play.kind == "scrimmage":
                self._say("position", f"{WHO[k]} is on the field and was rolled again")
            else:
                self.again.add((play.kind, WHO[k]))
        if play.kind != "scrimmage":
            self.hurt.add((play.kind, group))
        if play.kind != "scrimmage" and group[0] in NEVER_ON_KICKS:
            self._say("position", f"{group[0]} is not on the field on a {play.kind}")
            return
        if group == (BALL_CARRIER,):
            position, owner = self._carrier()
            group = (position,)
        else:
            owner = play.side if group[0] in OFFENSE else 1 - play.side
        if name not in group or side != owner:
            self._say("position", f"expected one of {group} of side {owner}, told {name} of side {side}")
        if play.chosen or (len(group) > 1 and play.kind == "scrimmage"):
            if play.chosen != (self._picker, LETTERS.index(name)):
                self._say("chooser", f"{name}: expected side {self._picker} to choose, told {play.chosen}")
            self._picker = 1 - self._picker

    def _check_man(self, side: int, name: str, a: tuple[int, ...]) -> None:
        """Who was on the field is hurt; told as coming in is who would now, or who does once the play is counted."""
        men, man = self._out[side][name], self._man(side, name)
        still = {
            i
            for i, hurt in men.items()
            if not (self._play.kind == "scrimmage" and (hurt.lasts, hurt.left) == (PLAY, 1))
        }
        comes = {next(i for i in range(99) if i not in gone) for gone in (still | {man}, {*men, man})}
        if a[4] != man or a[5] not in comes or a[3] != a[5]:
            text = f"expected man {man}, then {sorted(comes)}; told man {a[4]}, then {a[5]}, rated {a[3]} less"
            self._say("man", f"{name} of side {side}: {text}")

    # who is out

    def _compare(self) -> None:
        """Holds what was shown against what is known, and goes on with what was shown."""
        shown, self._waiting = self._waiting, None
        if shown is None:
            return
        self.compared += 1
        for side in range(2):
            for i, name in enumerate(LETTERS):
                men = self._out[side][name]
                bits = {man for man in range(TOLD_APART) if shown.men_out[side][i] >> man & 1}
                if bits != set(men) or shown.out[side][i] != len(men):
                    known = ", ".join(f"man {man} ({men[man].on})" for man in sorted(men)) or "nobody"
                    text = f"expected {known} out, shown {sorted(bits)}, {shown.out[side][i]} of them"
                    self._say("out", f"{name} of side {side}: {text}")
                    self._out[side][name] = {man: men.get(man, Hurt(GAME)) for man in bits}


def reread(tellings: Sequence[Telling], ratings: Sequence[Mapping[str, Sequence[int]]] = ({}, {})) -> list[Difference]:
    """The differences of a match, in order; ratings by side and position where a roster has its own."""
    return Reader(ratings).read(tellings)
