"""The rule book's solo opponent on defense: strategy, spy, call (rules 200 to 216, 238)."""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.core.rules import Log, rule, tell
from breakaway.games.football.rules import clock, sense
from breakaway.games.football.rules.happened import (
    BLUE_SPENT,
    CARDS_DEFENDED,
    ORANGE_SPENT,
    SHEET_DEFENDED,
    SPY_IGNORED,
    SPY_WON,
    STRATEGY_ROLLED,
)
from breakaway.games.football.rules.play import winner_of
from breakaway.games.football.rules.state import Football, FootballConfig, other
from breakaway.games.football.rules.terms import DEFENSE_WINS, GOAL, NONE, PASS, REVEAL, RUN, STATES

NO_TOKENS, RED_ZONE, LATE_PASS = 1, 2, 3  # why the spy is on
HIGH_RUN, HIGH_PASS = 4, 7  # plays of this printed strength or more cost a token (206, 207)


@rule("BF-205", "BF-220")
def game_state(s: Football) -> int:
    """The Game State: down plus lines to go, at most 15."""
    return int(min(STATES - 1, s.down + s.marker - s.line))


@rule("BF-200", "BF-203", "BF-204", "BF-208", "BF-209", "BF-214")
def call_defense(s: Football, config: FootballConfig, chance: Chance, log: Log) -> None:
    """Calls the sheet's defense, after the offense's call is locked.

    One die sets the strategy. A second die is used for the spy and for the call. A strong play costs the offense a
    token.
    """
    seat, offense = other(s.offense), s.offense
    play = s.call[offense]
    play_type = config.play_type[offense][play]
    kind = config.type_kind[play_type]
    sense.use_special_defense(s, config, seat)
    if config.legacy_red_zone == 1:
        spend_token(s, config, play, kind, log)
        call_by_card(s, config, chance, seat, kind, log)
        s.phase = REVEAL
        return
    state, formation = game_state(s), s.formation[offense]
    first = below(chance, "strategy die", 6)
    strategy = config.front[seat][(formation * STATES + state) * 6 + first]
    tell(log, STRATEGY_ROLLED, seat, formation, state, first + 1, strategy)
    spied = why_spied(s, config, kind)
    spend_token(s, config, play, kind, log)
    if config.spy_at_once == 1:
        spied = why_spied(s, config, kind)
    second = below(chance, "call die", 6)
    if not (spied > 0 and spy_wins(s, config, strategy, kind, second, play_type, spied, log)):
        call_by_sheet(s, config, seat, formation, strategy, second, kind, log)
    s.phase = REVEAL


@rule("BF-201", "BF-206", "BF-207", "BF-R24")
def spend_token(s: Football, config: FootballConfig, play: int, kind: int, log: Log) -> None:
    """Spends a spy token for a strong play, if one is left.

    A run of printed strength 4 or more costs an orange token, a pass of 7 or more a blue one.
    """
    strength = config.play_strength[s.offense][play]
    if strength < (HIGH_RUN if kind == RUN else HIGH_PASS) or s.tokens[s.offense][kind] == 0:
        return
    s.tokens[s.offense][kind] -= 1
    s.spent_token = kind
    if kind == RUN:
        tell(log, ORANGE_SPENT, s.offense, s.tokens[s.offense][kind])
    else:
        tell(log, BLUE_SPENT, s.offense, s.tokens[s.offense][kind])


@rule("BF-210", "BF-211", "BF-212", "BF-213", "BF-R23", "BF-R25")
def why_spied(s: Football, config: FootballConfig, kind: int) -> int:
    """Why the spy is on, or 0 if it is off.

    The spy is on when no tokens of this kind are left, when the ball is in a red zone, or for a pass late in a half.
    """
    if s.tokens[s.offense][kind] == 0:
        return NO_TOKENS
    if s.line <= 3 or s.line >= GOAL - 3:
        return RED_ZONE
    last_two = clock.half_ends_with_quarter(s) and clock.cards_left(s, config) <= 2 and s.try_down == 0
    return LATE_PASS if kind == PASS and last_two else 0


@rule("BF-208", "BF-214", "BF-215", "BF-216")
def spy_wins(
    s: Football, config: FootballConfig, strategy: int, kind: int, die: int, play_type: int, why: int, log: Log
) -> bool:
    """Whether the spy's call replaces the sheet's. The spy's call is used only if it makes a Defense Breakaway.

    The spy table has a column for each strategy and kind of play, and a row for each roll of the die.
    """
    found = config.spy[die][strategy * 2 + kind - 1]
    if found == NONE or winner_of(s, config, found, play_type) != DEFENSE_WINS:
        tell(log, SPY_IGNORED, strategy, kind, die + 1, found)
        return False
    s.defense_type = found
    s.defense_value = 0  # the base of a Defense Breakaway is 0, whatever the strengths are
    tell(log, SPY_WON, strategy, kind, die + 1, found, why)
    return True


@rule("BF-200", "BF-209")
def call_by_sheet(
    s: Football, config: FootballConfig, seat: int, formation: int, strategy: int, die: int, kind: int, log: Log
) -> None:
    """Looks up the roll on the back of the sheet. The result is the call: its formation, type and strength."""
    at = (formation * 3 + strategy) * 6 + die
    s.defense_type = config.back_type[seat][at]
    s.defense_value = config.back_run[seat][at] if kind == RUN else config.back_pass[seat][at]
    s.formation[seat] = config.back_formation[seat][at]
    tell(log, SHEET_DEFENDED, seat, formation, strategy, die + 1, s.defense_type, s.defense_value)


@rule("BF-238")
def call_by_card(s: Football, config: FootballConfig, chance: Chance, seat: int, kind: int, log: Log) -> None:
    """Calls a defense the older way: a random card of the team, and one of its sides at random."""
    code = 2 * below(chance, "defense card", int(config.defenses[seat]))
    if config.call_type[seat][code + 1] != NONE:
        code += below(chance, "side", 2)
    s.defense_type = config.call_type[seat][code]
    s.defense_value = config.call_run[seat][code] if kind == RUN else config.call_pass[seat][code]
    s.formation[seat] = config.defense_formation[seat][code // 2]
    tell(log, CARDS_DEFENDED, seat, s.defense_type, s.defense_value)
