"""Injuries of the advanced game (rules 128 to 134)."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.happened import CARRIER_HURT, HURT_MAN_CHOSEN, NOBODY_THERE, PLAYER_OUT
from breakaway.games.fate.rules.state import Fate, FateConfig, other

PAIR = terms.ROOM + 1


@rule("FF-128", "FF-130", "FF-G40")
def roll_group(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see which group of positions is hurt; 0 is the ball carrier.

    If nobody carried the ball, or the group is not on the field, the next step rolls again.
    """
    total = fate(chance, "who is hurt")
    s.group = total + 4
    position = config.injured[s.group][0]
    if position == terms.CARRIER:
        position = carrier(s)
        if position == terms.NONE:
            tell(log, NOBODY_THERE, total, terms.CARRIER if s.result == terms.KICKED else terms.NONE)
            return
        tell(log, CARRIER_HURT, side_of_position(s, position), position)
    elif config.benched[s.declared][position] == 1:  # a group is on the field whole, or not at all
        tell(log, NOBODY_THERE, total, position)
        return
    if config.injured[s.group][1] != terms.NONE:
        s.phase = terms.HURT_WHO
        return
    s.position = position
    s.phase = terms.HURT_TIME


@rule("FF-130", "FF-G40")
def carrier(s: Fate) -> int:
    """The position of the player who carried the ball, or NONE.

    The carrier is the quarterback on sacks and his own runs, the running back on runs and screens, and the safety after
    an interception. On other passes the carrier is the receiver whom the contest named, or a wide receiver if it named
    none.
    """
    if s.declared != terms.PLAY:
        return terms.NONE
    ran = s.base == terms.RUN_INSIDE or s.base == terms.RUN_OUTSIDE or s.base == terms.SCREEN_PASS
    if s.result == terms.INTERCEPTED or s.result == terms.TOUCHBACK:
        return terms.SF
    if s.result == terms.SACKED:
        return terms.QB
    if s.result == terms.RAN and not ran:
        return terms.QB
    if ran:
        return terms.RB
    if s.result == terms.COMPLETE or s.result == terms.INCOMPLETE:
        return int(s.named if s.named != terms.NONE else terms.WR)
    return terms.NONE


@rule("FF-128")
def side_of_position(s: Fate, position: int) -> int:
    """The side that a position plays for: the defense from CB on, otherwise the offense."""
    return other(s.offense) if position >= terms.CB else int(s.offense)


@rule("FF-131")
def group_size(s: Fate, config: FateConfig) -> int:
    """The number of positions in the injured group."""
    size = 0
    for i in range(3):
        if config.injured[s.group][i] != terms.NONE:
            size += 1
    return size


@rule("FF-131")
def pick_injured(s: Fate, config: FateConfig, answer: int, log: Log) -> None:
    """Picks the injured position from the group. The two coaches take turns choosing who is hurt."""
    s.position = config.injured[s.group][answer]
    tell(log, HURT_MAN_CHOSEN, s.picker, s.position)
    s.picker = other(s.picker)
    s.phase = terms.HURT_TIME


@rule("FF-129", "FF-132", "FF-133", "FF-134")
def roll_duration(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see how long the player on the field is out.

    The ratings of each replacement are one lower than those of the player before him.
    """
    lasts = config.duration[fate(chance, "how long") + 4]
    side = side_of_position(s, s.position)
    man = man_on_field(s, side, s.position)
    come_back(s)  # only now, because a player who missed this play was not on the field
    s.out[side][s.position] += 1
    if man < terms.MEN:
        s.men_out[side][s.position] += 1 << man
    following = man_on_field(s, side, s.position)
    tell(log, PLAYER_OUT, side, s.position, lasts, following, man, following)
    note_end(s, side, lasts, man)
    s.phase = terms.SETTLE


@rule("FF-132", "FF-133")
def man_on_field(s: Fate, side: int, position: int) -> int:
    """The number, counted from 0, of the first player at this position who is not out.

    Returns MEN if all players whom the rules track are out.
    """
    man = 0
    while man < terms.MEN and s.men_out[side][position] >> man & 1:
        man += 1
    return man


@rule("FF-134")
def note_end(s: Fate, side: int, lasts: int, man: int) -> None:
    """Records when an injury ends, unless it lasts the whole game.

    If the list of injuries is full, the new injury lasts the whole game.
    """
    if lasts <= terms.GAME_LONG:
        return
    for i in range(terms.ROOM):
        if s.hurt_left[i] == 0:
            s.hurt_side[i] = side
            s.hurt_position[i] = s.position
            s.hurt_kind[i] = min(lasts, terms.SERIES + 1)
            s.hurt_left[i] = max(1, lasts - terms.SERIES + 1)
            s.hurt_man[i] = man
            s.healed[i] = 0
            kick = s.declared in (terms.PUNT_IT, terms.KICK_IT, terms.KICKOFF, terms.FREE_KICK)
            picked = s.result in (terms.INTERCEPTED, terms.TOUCHBACK)
            if lasts == terms.SERIES and (kick or picked):
                s.fresh = s.fresh % PAIR * PAIR + i + 1
            return


@rule("FF-134")
def heal(s: Fate, i: int) -> None:
    """Brings one injured player back."""
    count_out(s, i, -1)


@rule("FF-134", "FF-G45")
def count_out(s: Fate, i: int, by: int) -> None:
    """Counts a player on the injury list as back (`by` -1), or as out again (1) when a ruling undoes his return."""
    side, position = s.hurt_side[i], s.hurt_position[i]
    s.hurt_left[i] = 1 if by > 0 else 0
    s.healed[i] = 1 - s.hurt_left[i]
    s.out[side][position] += by
    if s.hurt_man[i] < terms.MEN:
        s.men_out[side][position] += by * (1 << s.hurt_man[i])


@rule("FF-134")
def is_fresh(s: Fate, i: int) -> bool:
    """Whether this injury happened on the play that now changes possession, or on the field goal before a kickoff."""
    return bool(s.fresh % PAIR == i + 1 or s.fresh // PAIR == i + 1)


@rule("FF-134")
def heal_kind(s: Fate, kind: int) -> None:
    """Ends all injuries of one kind, at the end of a quarter, half or series.

    A kick or an interception does not end the injuries that happened on it.
    """
    for i in range(terms.ROOM):
        if s.hurt_left[i] > 0 and s.hurt_kind[i] == kind and not is_fresh(s, i):
            heal(s, i)


@rule("FF-134")
def count_play(s: Fate) -> None:
    """Counts a play from scrimmage as missed by every injured player whose platoon is on the field."""
    for i in range(terms.ROOM):
        counts = s.hurt_left[i] > 1 and s.hurt_kind[i] > terms.SERIES
        if counts and side_of_position(s, s.hurt_position[i]) == s.hurt_side[i]:
            s.hurt_left[i] -= 1


@rule("FF-134")
def come_back(s: Fate) -> None:
    """Brings back the players who have missed enough plays, once the event of the last play is known."""
    for i in range(terms.ROOM):
        if s.hurt_left[i] == 1 and s.hurt_kind[i] > terms.SERIES:
            heal(s, i)
