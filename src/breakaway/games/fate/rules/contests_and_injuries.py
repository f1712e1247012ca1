"""The advanced game: contests of approaches, and injuries."""

from __future__ import annotations

from breakaway.core.chance import Chance, fate
from breakaway.core.rules import Log, rule, tell
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.events import (
    ATTACKER_ALONE,
    CARRIER_HURT,
    CONTEST_EVEN,
    DEFENDER_ALONE,
    HIGHER_COUNTED,
    HURT_MAN_CHOSEN,
    NOBODY_THERE,
    PASS_CONTESTED,
    PLAYER_OUT,
)
from breakaway.games.fate.rules.state import Fate, FateConfig, other

# --- Injuries of the advanced game (rules 128 to 134).


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


# --- Approaches and contests of the advanced game (rules 97 to 112).


MOST_LOST_INSIDE = 3


@rule("FF-097", "FF-098", "FF-132", "FF-133", "FF-G34", "FF-G35", "FF-G36", "FF-G37")
def rating(s: Fate, config: FateConfig, side: int, position: int, approach: int) -> int:
    """The rating of the player on the field: the starter's, minus one for each player replaced, never below -2."""
    weaker = man_on_field(s, side, position)
    return int(max(terms.LOWEST, config.rating[side][position * terms.APPROACHES + approach] - weaker))


@rule("FF-101", "FF-G33")
def contest_row(base: int) -> int:
    """The row of a base play in the contest tables. A screen uses the row of Run Outside."""
    if base == terms.SCREEN_PASS:
        return terms.RUN_OUTSIDE
    return base if base < terms.QUICK else base - 1


@rule("FF-099", "FF-100", "FF-G33")
def approach_row(s: Fate) -> int:
    """The row for the play in the table of approaches. Draw and Play Action have rows of their own."""
    return int(s.base if s.overlay == terms.NEITHER else s.overlay)


@rule("FF-106")
def rating_sum(s: Fate, config: FateConfig, side: int, players: list[int], roll: int, approach: int) -> int:
    """The sum of a side's ratings: those of the one or two players whom the cell for this roll names."""
    total = 0
    for i in range(2):
        position = players[2 * roll + i]
        if position != terms.NONE:
            total += rating(s, config, side, position, approach)
    return total


@rule("FF-101", "FF-G32")
def roll_contest(s: Fate, config: FateConfig, chance: Chance, log: Log) -> None:
    """Rolls to see which players face each other, then goes on to the run or the completion roll."""
    judge_contest(s, config, fate(chance, "contest"), log)
    s.phase = terms.PASS if s.base >= terms.QUICK else terms.RUN


@rule("FF-102", "FF-103", "FF-104", "FF-105", "FF-109", "FF-110", "FF-111", "FF-112", "FF-G32")
def judge_contest(s: Fate, config: FateConfig, total: int, log: Log) -> None:
    """Sets the number that the contest adds: on a pass the difference between the ratings, on a run the higher rating.

    On a run, the rating of a player without an opponent is used alone. The rating of a player on defense is subtracted.
    Does nothing in the basic game.
    """
    if config.advanced == 0:
        return
    roll = total + 4
    row = contest_row(s.base)
    approach = config.play_approach[approach_row(s)][config.contest_slot[row][roll]]
    attackers, defenders = config.contest_offense[row], config.contest_defense[row]
    ours = rating_sum(s, config, s.offense, attackers, roll, approach)
    theirs = rating_sum(s, config, other(s.offense), defenders, roll, approach)
    s.named = config.contest_receiver[row][roll]
    if s.base >= terms.QUICK:
        s.contest = ours - theirs
        tell(log, PASS_CONTESTED, s.offense, total, ours, theirs, s.contest)
    elif attackers[2 * roll] == terms.NONE:
        s.contest = -theirs
        tell(log, DEFENDER_ALONE, s.offense, total, theirs)
    elif defenders[2 * roll] == terms.NONE:
        s.contest = ours
        tell(log, ATTACKER_ALONE, s.offense, total, ours)
    elif ours == theirs:
        s.contest = 0
        tell(log, CONTEST_EVEN, s.offense, total, ours)
    else:
        s.contest = ours if ours > theirs else -theirs
        tell(log, HIGHER_COUNTED, s.offense, total, ours, theirs)


@rule("FF-102", "FF-103", "FF-107", "FF-108", "FF-G33")
def contested_yards(s: Fate, yards: int) -> int:
    """The yards of a play after the contest's number has been added.

    The contest never makes a Run Inside lose more than three yards.
    """
    total = yards + s.contest
    if s.base == terms.RUN_INSIDE and s.contest < 0:
        total = max(total, min(yards, -MOST_LOST_INSIDE))
    return int(total)


@rule("FF-G50")
def kicker_bonus(s: Fate, config: FateConfig, position: int) -> int:
    """The number that a kicker or punter adds to his roll: under a house rule his Careful rating minus 2, otherwise
    0.
    """
    if config.kicker_approach == 0:
        return 0
    return rating(s, config, s.offense, position, terms.CAREFUL) - 2
