"""Injuries of the advanced game (rules 128 to 134)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.events import Log, tell
from breakaway.core.rule import rule
from breakaway.games.fate.rules.state import (
    CARRIER,
    CB,
    COMPLETE,
    GAME_LONG,
    HURT_TIME,
    HURT_WHO,
    INCOMPLETE,
    INTERCEPTED,
    MEN,
    NONE,
    PLAY,
    QB,
    RAN,
    RB,
    ROOM,
    RUN_INSIDE,
    RUN_OUTSIDE,
    SACKED,
    SCREEN_PASS,
    SERIES,
    SETTLE,
    SF,
    TOUCHBACK,
    WR,
    Fate,
    FateBook,
    other,
)


@rule("FF-128", "FF-130", "FF-G40")
def roll_group(s: Fate, book: FateBook, chance: Chance, log: Log) -> None:
    """The group of positions; 0 is the ball carrier, rolled again where there is none."""
    total = fate(chance, "who is hurt")
    s.group = total + 4
    position = book.injured[s.group][0]
    if position == CARRIER:
        position = carrier(s)
        if position == NONE:
            tell(log, "FF-G40", total)
            return
        tell(log, "FF-130", side_of_position(s, position), position)
    if book.injured[s.group][1] != NONE:
        s.phase = HURT_WHO
        return
    s.position = position
    s.phase = HURT_TIME


@rule("FF-130", "FF-G40")
def carrier(s: Fate) -> int:
    """Who carried the ball: quarterback, running back, the receiver of the contest or a wide one, a safety."""
    if s.declared != PLAY:
        return NONE
    ran = s.base == RUN_INSIDE or s.base == RUN_OUTSIDE or s.base == SCREEN_PASS
    if s.result == INTERCEPTED or s.result == TOUCHBACK:
        return SF
    if s.result == SACKED:
        return QB
    if s.result == RAN and not ran:
        return QB
    if ran:
        return RB
    if s.result == COMPLETE or s.result == INCOMPLETE:
        return int(s.named if s.named != NONE else WR)
    return NONE


@rule("FF-128")
def side_of_position(s: Fate, position: int) -> int:
    """A position of the offense is the offense's man, one of the defense the defense's."""
    return other(s.offense) if position >= CB else int(s.offense)


@rule("FF-131")
def group_size(s: Fate, book: FateBook) -> int:
    """How many positions the group has."""
    size = 0
    for i in range(3):
        if book.injured[s.group][i] != NONE:
            size += 1
    return size


@rule("FF-131")
def pick_injured(s: Fate, book: FateBook, answer: int, log: Log) -> None:
    """Where several positions qualify, the coaches choose in turn."""
    s.position = book.injured[s.group][answer]
    tell(log, "FF-131", s.picker, s.position)
    s.picker = other(s.picker)
    s.phase = HURT_TIME


@rule("FF-129", "FF-132", "FF-133", "FF-134")
def roll_duration(s: Fate, book: FateBook, chance: Chance, log: Log) -> None:
    """For how long he is out; his replacement is rated one less, the next one two less."""
    lasts = book.duration[fate(chance, "how long") + 4]
    side = side_of_position(s, s.position)
    man = man_on_field(s, side, s.position)
    s.out[side][s.position] += 1
    if man < MEN:
        s.men_out[side][s.position] += 1 << man
    tell(log, "FF-134", side, s.position, lasts, s.out[side][s.position], man, man_on_field(s, side, s.position))
    note_end(s, side, lasts, man)
    s.phase = SETTLE


@rule("FF-132", "FF-133")
def man_on_field(s: Fate, side: int, position: int) -> int:
    """The first man of the roster who is not out, from 0; MEN when nobody is told apart any more."""
    man = 0
    while man < MEN and s.men_out[side][position] >> man & 1:
        man += 1
    return man


@rule("FF-134")
def note_end(s: Fate, side: int, lasts: int, man: int) -> None:
    """An injury for less than the game is written down until it ends; where there is no room it lasts the game."""
    if lasts <= GAME_LONG:
        return
    for i in range(ROOM):
        if s.hurt_left[i] == 0:
            s.hurt_side[i] = side
            s.hurt_position[i] = s.position
            s.hurt_kind[i] = min(lasts, SERIES + 1)
            s.hurt_left[i] = max(1, lasts - SERIES)
            s.hurt_man[i] = man
            s.healed[i] = 0
            return


@rule("FF-134")
def heal(s: Fate, i: int) -> None:
    """One man comes back."""
    count_out(s, i, -1)


@rule("FF-134", "FF-G45")
def count_out(s: Fate, i: int, by: int) -> None:
    """A man who is noted comes back (-1), or is out again because what brought him back was taken back (1)."""
    side, position = s.hurt_side[i], s.hurt_position[i]
    s.hurt_left[i] = 1 if by > 0 else 0
    s.healed[i] = 1 - s.hurt_left[i]
    s.out[side][position] += by
    if s.hurt_man[i] < MEN:
        s.men_out[side][position] += by * (1 << s.hurt_man[i])


@rule("FF-134")
def heal_kind(s: Fate, kind: int) -> None:
    """All injuries of a kind are over: at the end of a quarter, a half or a series."""
    for i in range(ROOM):
        if s.hurt_left[i] > 0 and s.hurt_kind[i] == kind:
            heal(s, i)


@rule("FF-134")
def count_play(s: Fate) -> None:
    """A play from scrimmage counts for the platoons on the field: one's offense, the other's defense."""
    for i in range(ROOM):
        counts = s.hurt_left[i] > 0 and s.hurt_kind[i] > SERIES
        if counts and side_of_position(s, s.hurt_position[i]) == s.hurt_side[i]:
            if s.hurt_left[i] == 1:
                heal(s, i)
            else:
                s.hurt_left[i] -= 1
