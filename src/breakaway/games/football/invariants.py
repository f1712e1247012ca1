"""Checks what must be true in every state of a match, and makes random legal configs.

The laws in `core` use these checks and these configs.
"""

from __future__ import annotations

from breakaway.core.chance import Chance, below
from breakaway.games.football.rules import clock, terms
from breakaway.games.football.rules.state import Football, FootballConfig, other


def invariants(s: Football, config: FootballConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    faults = []
    if s.phase not in terms.PHASES:
        return [f"phase {s.phase}"]
    if any(not 0 <= s.deck[card] <= config.copies[card] for card in range(terms.DECK)):
        faults.append("the Game Day deck has too many copies of a card")
    for seat in range(terms.SEATS):
        faults += _cards_kept(s, config, seat)
        if not 0 <= s.time_outs[seat] <= 3 or s.flags[seat] < 0:
            faults.append(f"seat {seat} has {s.time_outs[seat]} time outs and {s.flags[seat]} flags")
        if any(not 0 <= tokens <= config.spy_tokens for tokens in s.tokens[seat][1:]):
            faults.append(f"spy tokens {s.tokens[seat]}")
    if s.phase in (terms.CALL, terms.DEFENSE) and not (
        1 <= s.line < terms.GOAL and 1 <= s.down <= 4 and s.line < s.marker <= terms.GOAL
    ):
        faults.append(f"down {s.down} at line {s.line}, marker {s.marker}")
    return faults + _clock_kept(s, config)


def _cards_kept(s: Football, config: FootballConfig, seat: int) -> list[str]:
    known = (terms.HAND, terms.SPENT, terms.BURNT) if config.sheet[seat] else (terms.HAND, terms.DISCARDED, terms.GIVEN)
    faults = []
    if any(where not in known for where in s.card[seat]):
        faults.append(f"seat {seat} has a card that is not in any pile: {s.card[seat]}")
    if s.given[seat] != s.card[seat].count(terms.GIVEN):
        faults.append(f"seat {seat}: {s.given[seat]} cards given up, {s.card[seat].count(terms.GIVEN)} found")
    call = s.call[seat]
    if (
        seat == s.offense
        and call < terms.UNSEEN_CALL
        and not s.try_down
        and s.phase == terms.DEFENSE
        and not config.sheet[seat]
    ):
        if s.card[seat][call // 2] != terms.HAND:
            faults.append(f"seat {seat} has called card {call // 2 + 1}, which is not in its hand")
        if config.card_formation[seat][call // 2] != s.formation[seat]:
            faults.append(f"seat {seat} shows the formation of another card")
    return faults


def _clock_kept(s: Football, config: FootballConfig) -> list[str]:
    """Everything that is wrong with the clock.

    Hands must be equal in size when a drive begins, and a quarter without cards must end.
    """
    if s.phase != terms.CALL or s.try_down:
        return []
    if clock.cards_left(s, config) <= 0:
        return ["the quarter goes on although its cards are used up"]
    hands = [clock.cards_in_hand(s, seat) for seat in range(terms.SEATS)]
    two_people = not any(config.sheet)
    fresh = s.used == 0 and s.returns == 0 and s.down == 1
    if two_people and fresh and hands[0] != hands[1]:
        return [f"a drive begins with {hands[0]} and {hands[1]} cards"]
    if two_people and hands[s.offense] + s.used != hands[other(s.offense)]:
        return [f"{hands[s.offense]} cards in hand and {s.used} used, the other side holds {hands[other(s.offense)]}"]
    return []


def sample(chance: Chance) -> FootballConfig:
    """The config of a random legal match: teams, sheets, house rules."""
    from breakaway.core.data_files import sampled_house
    from breakaway.games.football.files.config import resolve, team_files

    house = sampled_house(FootballConfig, chance)
    teams = sorted(team_files())
    sheets = ((), (), (1,), (0,), (0, 1))[below(chance, "sheets", 5)]
    home, away = (teams[below(chance, "team", len(teams))] for _ in range(terms.SEATS))
    return resolve(home, away, sheets, house)[0]
