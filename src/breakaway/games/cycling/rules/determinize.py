"""Fills a view's blanks with values that its seat cannot tell from the truth (Blind and Spy, BA-V3 and BA-V4)."""

from __future__ import annotations

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.rules import rule
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.team import fill_line_up, sort_cards
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, HAND, LINE_UP, NOBODY, NOT_RACING

HIGHEST_FILLED = 15  # the boxed rules allow higher cards, but these are not guessed


@rule()
def determinize(s: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Gives rivals legal cards, and squares that fit the checkpoints and the published order."""
    if not config.blind:
        return
    fill_squares(s, config, seat, chance)
    for i in range(s.field):
        s.arrival[s.queue[i]] = i + 1
    for rider in range(config.teams * GRADES):
        if rider // GRADES != seat and s.phase != LINE_UP:
            start_step(chance)  # all guesses together draw more often than one step may
            fill_cards(s, config, seat, rider, chance)
    leader = s.queue[0]
    alone = s.field > 1 and s.square[leader] > s.square[s.queue[1]]
    if s.led_alone == NOBODY and alone and leader // GRADES != seat:
        s.led_alone = leader


@rule()
def fill_squares(s: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Guesses the squares of rivals, front to back, so that the guesses fit the race order and the squares shown."""
    above = 32000
    for i in range(s.field):
        rider = s.queue[i]
        if rider // GRADES == seat:
            above = int(s.square[rider])
            continue
        least = 0
        for j in range(i, s.field):
            least = max(least, int(s.square[s.queue[j]]))
        most = min(above, highest_square(s, config, rider))
        start_step(chance)
        s.square[rider] = least + below(chance, "hidden square", most - least + 1)
        above = int(s.square[rider])
    for rider in range(config.teams * GRADES):
        if s.status[rider] == FINISHED and rider // GRADES != seat:
            s.square[rider] = config.length[s.stage] + 1


@rule()
def highest_square(s: Race, config: RaceConfig, rider: int) -> int:
    """The highest square that a rival can be on, up to his next checkpoint or the finish.

    The view shows the lowest possible square.
    """
    shown = int(s.square[rider])
    top = shown + config.checkpoint - 1 if shown > 0 else int(config.checkpoint)
    return top if config.loop else min(top, int(config.length[s.stage]))


@rule()
def fill_cards(s: Race, config: RaceConfig, seat: int, rider: int, chance: Chance) -> None:
    """Guesses a rival's line-up and hand. Spied cards stay, and a finished rider has one card fewer."""
    seen = int(s.spied[seat][rider]) if seat >= 0 else 0
    less = 1 if s.status[rider] == FINISHED else 0
    fewest = int(config.least_cards[rider % GRADES]) - less
    most = int(config.most_cards[rider % GRADES]) - less
    for i in range(seen):
        if s.hand[rider][i] > 0:
            fewest = max(fewest, i + 1)
        else:
            most = min(most, i)
    cards = fewest + below(chance, "cards of a hidden hand", most - fewest + 1)
    fill_line_up(s, config, rider, cards + less, chance)
    if s.status[rider] != NOT_RACING:
        fill_hand(s, config, rider, seen, cards, chance)


@rule()
def fill_hand(s: Race, config: RaceConfig, rider: int, seen: int, cards: int, chance: Chance) -> None:
    """Guesses the unseen cards of a hand, none higher than the spied ones.

    On the first turn, uses the guessed line-up.
    """
    top = min(int(s.hand[rider][seen - 1]) if seen > 0 else int(config.codes) - 1, HIGHEST_FILLED)
    for i in range(seen, HAND):
        if i >= cards:
            s.hand[rider][i] = 0
        elif s.turn == 1:
            s.hand[rider][i] = s.line_up[rider][i]
        else:
            s.hand[rider][i] = 1 + below(chance, "hidden card", max(top, 1))
    sort_cards(s.hand[rider])
