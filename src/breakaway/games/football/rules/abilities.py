"""Abilities that a team's file declares from parts: when they count, what they do, how often, and what unlocks them.

A team has up to four parts. Nobody decides about them: a part counts whenever it fits, for people and sheets alike. Its
count of unlocking moments and its uses that are left are packed into the seat's `unlocked` and `uses`, with three bits
a part.
"""

from __future__ import annotations

from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.events import ABILITY_GREW, ABILITY_USED
from breakaway.games.football.rules.state import Football, FootballConfig

PARTS, FIELDS = 4, 12
# The fields of a part in the config.
EFFECT, AMOUNT, KIND, FORMATION, DOWN, ZONE = 0, 1, 2, 3, 4, 5
LIMIT, PER, UNLOCK, AFTER, MOST, LOST = 6, 7, 8, 9, 10, 11
GAIN, COMPLETED, STRENGTH, AUDIBLE = 1, 2, 3, 4  # effects
ANYWHERE, RED_ZONE, SHORT = 0, 1, 2  # zones: the defense's 15 or nearer to its goal; one line to go
GAME, DRIVE = 0, 1  # what gives uses back: nothing, or each drive of the other side (defense) or of its own (offense)
AT_ONCE, TAKEAWAY, BREAKAWAY, STOP, TOUCHDOWN, SCRIPT = 0, 1, 2, 3, 4, 5  # what unlocks a part, or makes it grow
NEVER, GIVEAWAY = 0, 1  # what sets a part's count back to 0
SCRIPT_AHEAD, SCRIPT_ON, SCRIPT_OVER = 0, 1, 2  # a script's place in `uses`
BITS, MOST_COUNT = 3, 7


@rule()
def packed(value: int, part: int) -> int:
    """The three bits of a part in a packed number."""
    return int(value >> (BITS * part) & MOST_COUNT)


@rule()
def put(value: int, part: int, new: int) -> int:
    """A packed number in which a part has a new value."""
    return int(value - (packed(value, part) << (BITS * part)) + (new << (BITS * part)))


@rule("BF-R54")
def has_parts(config: FootballConfig, seat: int) -> bool:
    """Whether the team's ability is declared from parts."""
    return bool(config.ability[seat] == terms.DECLARED)


@rule("BF-R54")
def begin(s: Football, config: FootballConfig, seat: int) -> None:
    """All uses at the start of the match."""
    if has_parts(config, seat):
        s.uses[seat] = 0
        for part in range(PARTS):
            s.uses[seat] = put(int(s.uses[seat]), part, int(config.parts[seat][part * FIELDS + LIMIT]))


@rule("BF-R54")
def is_on(s: Football, config: FootballConfig, seat: int, part: int, effect: int) -> bool:
    """Whether a part has this effect, is unlocked and has a use left."""
    parts, at = config.parts[seat], part * FIELDS
    if not has_parts(config, seat) or parts[at + EFFECT] != effect:
        return False
    if parts[at + UNLOCK] != AT_ONCE and packed(int(s.unlocked[seat]), part) < parts[at + AFTER]:
        return False
    return bool(parts[at + LIMIT] == 0 or packed(int(s.uses[seat]), part) > 0)


@rule("BF-R54")
def fits(s: Football, config: FootballConfig, seat: int, part: int, play_type: int) -> bool:
    """Whether a part counts on this play: its kind, the offense's formation, the down and the place."""
    parts, at = config.parts[seat], part * FIELDS
    if parts[at + KIND] != 0 and parts[at + KIND] != config.type_kind[play_type]:
        return False
    if parts[at + FORMATION] != 0 and parts[at + FORMATION] - 1 != s.formation[s.offense]:
        return False
    if parts[at + DOWN] != 0 and (parts[at + DOWN] != s.down or s.try_down == 1):
        return False
    if parts[at + ZONE] == RED_ZONE:
        return bool(s.line >= terms.GOAL - 3)
    return bool(parts[at + ZONE] == ANYWHERE or s.marker - s.line == 1)


@rule("BF-R54")
def amount_of(s: Football, config: FootballConfig, seat: int, part: int) -> int:
    """What a part adds: its amount, or for a part that grows, as many times as it has grown, up to its limit."""
    parts, at = config.parts[seat], part * FIELDS
    if parts[at + MOST] == 0:
        return int(parts[at + AMOUNT])
    grown = packed(int(s.unlocked[seat]), part) - parts[at + AFTER] + 1
    return int(min(parts[at + MOST], parts[at + AMOUNT] * grown))


@rule("BF-R54")
def added(s: Football, config: FootballConfig, seat: int, effect: int, log: Log) -> int:
    """What all parts with this effect add to the play, and spends their uses."""
    total = 0
    for part in range(PARTS):
        if is_on(s, config, seat, part, effect) and fits(s, config, seat, part, s.play_type):
            more = amount_of(s, config, seat, part)
            total += more
            spend(s, config, seat, part)
            tell(log, ABILITY_USED, seat, terms.DECLARED, more)
    return total


@rule("BF-R54")
def spend(s: Football, config: FootballConfig, seat: int, part: int) -> None:
    """Spends a use of a part that has a limit."""
    if config.parts[seat][part * FIELDS + LIMIT] > 0:
        s.uses[seat] = put(int(s.uses[seat]), part, packed(int(s.uses[seat]), part) - 1)


@rule("BF-R54")
def begin_drive(s: Football, config: FootballConfig) -> None:
    """Gives back the uses per drive, of the offense's parts and of the defense's strength.

    A script begins with its team's first drive, and ends with it.
    """
    for seat in range(terms.SEATS):
        if not has_parts(config, seat):
            continue
        for part in range(PARTS):
            parts, at = config.parts[seat], part * FIELDS
            is_own = (parts[at + EFFECT] == STRENGTH) == (seat != s.offense)
            if parts[at + UNLOCK] == SCRIPT and seat == s.offense:
                s.uses[seat] = put(int(s.uses[seat]), part, min(SCRIPT_OVER, packed(int(s.uses[seat]), part) + 1))
            elif parts[at + PER] == DRIVE and is_own:
                s.uses[seat] = put(int(s.uses[seat]), part, int(parts[at + LIMIT]))


@rule("BF-R54")
def note(s: Football, config: FootballConfig, seat: int, moment: int, log: Log) -> None:
    """Counts a moment that unlocks parts of a team, or makes them grow."""
    if not has_parts(config, seat):
        return
    for part in range(PARTS):
        parts, at = config.parts[seat], part * FIELDS
        is_from = moment != BREAKAWAY or parts[at + FORMATION] == 0 or parts[at + FORMATION] - 1 == s.formation[seat]
        if parts[at + EFFECT] != 0 and parts[at + UNLOCK] == moment and is_from:
            count_up(s, config, seat, part, log)


@rule("BF-R54")
def count_up(s: Football, config: FootballConfig, seat: int, part: int, log: Log) -> None:
    """Adds one to a part's count, and says so when the part is unlocked or grows."""
    count = packed(int(s.unlocked[seat]), part)
    if count == MOST_COUNT:
        return
    before = amount_of(s, config, seat, part)
    s.unlocked[seat] = put(int(s.unlocked[seat]), part, count + 1)
    after = config.parts[seat][part * FIELDS + AFTER]
    now = amount_of(s, config, seat, part)
    grows = now > before or config.abilities_mended == 0
    if count + 1 == after or (config.parts[seat][part * FIELDS + MOST] > 0 and count >= after and grows):
        tell(log, ABILITY_GREW, seat, part + 1, now)


@rule("BF-R54")
def follow_script(s: Football, config: FootballConfig, log: Log) -> None:
    """Compares the offense's play with the script of its first drive. Another play ends the script."""
    seat = s.offense
    if not has_parts(config, seat) or s.try_down == 1:
        return
    for part in range(PARTS):
        parts, at = config.parts[seat], part * FIELDS
        count = packed(int(s.unlocked[seat]), part)
        is_open = parts[at + UNLOCK] == SCRIPT and packed(int(s.uses[seat]), part) == SCRIPT_ON
        if is_open and count < parts[at + AFTER]:
            if config.script[seat][count] == s.play_type + 1:
                count_up(s, config, seat, part, log)
            else:
                s.uses[seat] = put(int(s.uses[seat]), part, SCRIPT_OVER)


@rule("BF-R54")
def end_script(s: Football, config: FootballConfig) -> None:
    """Ends the offense's script, because it knelt or threw a Hail Mary instead of the next play."""
    seat = s.offense
    if not has_parts(config, seat) or config.abilities_mended == 0:
        return
    for part in range(PARTS):
        parts, at = config.parts[seat], part * FIELDS
        if parts[at + UNLOCK] == SCRIPT and packed(int(s.unlocked[seat]), part) < parts[at + AFTER]:
            s.uses[seat] = put(int(s.uses[seat]), part, SCRIPT_OVER)


@rule("BF-R54")
def lose(s: Football, config: FootballConfig, seat: int) -> None:
    """Sets the counts that a giveaway costs the team back to 0."""
    if not has_parts(config, seat):
        return
    for part in range(PARTS):
        if config.parts[seat][part * FIELDS + LOST] == GIVEAWAY:
            s.unlocked[seat] = put(int(s.unlocked[seat]), part, 0)
