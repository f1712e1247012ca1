"""What the champion makes of what it cannot see: where rivals are likely to be, and which cards they may well hold.

A field rides close together: half of its riders share the square of the next, and a third are one square behind him.
Our own squares are known, and so is the order of all riders. A new card of our own says how many riders are in the
string ahead of it. So most rivals can be guessed to a square or two. With secret hands, only cards need a guess.
"""

from __future__ import annotations

from collections.abc import Sequence

from breakaway.core.chance import Chance, below, start_step
from breakaway.core.rules import rule
from breakaway.games.cycling.coaches.directeur import LINE_UPS
from breakaway.games.cycling.rules.cards import BASE, sort_cards, work_out_new_cards
from breakaway.games.cycling.rules.interface import highest_square
from breakaway.games.cycling.rules.state import Race, RaceConfig, shows_cards
from breakaway.games.cycling.rules.terms import FINISHED, FIRST_SLOT, GRADES, HAND, NOBODY, ON_TRACK, RIDERS

# Of 100 riders, how many are 0, 1 or 2 squares behind the next in races between planning coaches. The others are 3 to 6
# squares behind.
TOGETHER, ONE_BEHIND, TWO_BEHIND = 49, 37, 9
# Of 100 cards that such a rider has held for more than a turn: how many are threes early and late in the race, and how
# many are as high as cards go. The others are anything between.
THREES_EARLY, THREES_LATE, HIGH = 12, 30, 22
LATE = 8  # turns
MOST_DRAWN = 15
FOURTH_CARD = 75  # of 100 first riders, how many hold a fourth card if that is allowed


@rule("BA-V3", "BA-V4", "BA-V6")
def imagine_field(view: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Gives rivals likely squares and cards. With secret hands, only likely cards; in an open race, nothing."""
    if config.blind:
        imagine_places(view, config, seat, chance)
    if config.blind or config.secret_hands:
        imagine_hands(view, config, seat, chance)


@rule("BA-V3", "BA-6.5")
def imagine_places(view: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """In a Blind race, guesses the rivals' squares, and the order of arrival and new cards that follow from them."""
    for rider in range(config.teams * GRADES):
        if view.status[rider] == FINISHED and rider // GRADES != seat:
            view.square[rider] = config.length[view.stage] + 1
    imagine_squares(view, config, seat, chance)
    for i in range(view.field):
        view.arrival[view.queue[i]] = i + 1
    leader = view.queue[0]
    alone = view.field > 1 and view.square[leader] > view.square[view.queue[1]]
    if view.led_alone == NOBODY and alone and leader // GRADES != seat:
        view.led_alone = leader
    drawn = [0] * RIDERS  # our own new cards are known
    for rider in range(config.teams * GRADES):
        drawn[rider] = int(view.drawn[rider])
    work_out_new_cards(view, config, None)
    for rider in range(config.teams * GRADES):
        if rider // GRADES == seat:
            view.drawn[rider] = drawn[rider]
        elif view.turn == 1:
            view.drawn[rider] = 0


@rule("BA-V4", "BA-V6")
def imagine_hands(view: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Guesses the cards of all rivals, except those of teams that have shown theirs."""
    start_step(chance)
    line_up = below(chance, "rivals' line-up", len(LINE_UPS))
    for i in range(view.field):
        rider = int(view.queue[i])
        if rider // GRADES != seat and not shows_cards(view, rider // GRADES):
            start_step(chance)
            imagine_hand(view, config, seat, rider, LINE_UPS[(line_up + rider // GRADES) % len(LINE_UPS)], chance)


@rule()
def gap_of(chance: Chance) -> int:
    """A likely number of squares between a rider and the next."""
    drawn = below(chance, "gap", 100)
    if drawn < TOGETHER:
        return 0
    if drawn < TOGETHER + ONE_BEHIND:
        return 1
    return 2 if drawn < TOGETHER + ONE_BEHIND + TWO_BEHIND else 3 + below(chance, "large gap", 4)


@rule("BA-V3", "BA-6.5", "BA-6.6")
def imagine_squares(view: Race, config: RaceConfig, seat: int, chance: Chance) -> None:
    """Guesses the squares of rivals, from our own squares on. They fit the order, the checkpoints and our new cards."""
    field = int(view.field)
    least, most, gaps = [0] * RIDERS, [0] * RIDERS, [0] * (RIDERS + 1)
    low, high, first, last = 0, 32000, field, field
    for k in range(field):
        i = field - 1 - k
        low = max(low, int(view.square[view.queue[i]]))
        least[i] = low
    for i in range(field):
        rider = int(view.queue[i])
        if rider // GRADES == seat:
            high = min(high, int(view.square[rider]))
            first = min(first, i)
            last = i
        else:
            high = min(high, highest_square(view, config, rider))
        most[i] = max(high, least[i])
    if view.turn == 1 or first == field:
        for i in range(field):
            rider = int(view.queue[i])
            if rider // GRADES != seat:
                view.square[rider] = least[i]
        return
    for i in range(last + 1, field):  # behind our last rider
        start_step(chance)
        ahead = int(view.square[view.queue[i - 1]])
        view.square[view.queue[i]] = min(most[i], max(least[i], ahead - gap_of(chance)))
    behind = last  # the last of our riders whose place is done
    while behind >= 0:
        front = behind - 1  # our next rider ahead, if there is one
        while front >= 0 and view.queue[front] // GRADES != seat:
            front -= 1
        fill_between(view, config, front, behind, least, most, gaps, chance)
        behind = front


@rule("BA-6.5", "BA-6.6")
def fill_between(
    view: Race,
    config: RaceConfig,
    front: int,
    behind: int,
    least: list[int],
    most: list[int],
    gaps: list[int],
    chance: Chance,
) -> None:
    """Guesses the squares between our riders at places `front` and `behind` in the race order, or before the first of
    ours if `front` is below 0. `gaps` is scratch: the gap after each rider, from `behind` on.
    """
    own = int(view.queue[behind])
    count = behind - front - 1
    if count <= 0:
        return
    string = int(view.drawn[own]) - BASE  # how many riders are in the string ahead
    known = view.turn > 2 and view.drawn[own] > 0 and (config.cap == 0 or view.drawn[own] < config.cap)
    total = 0
    for k in range(count + 1):
        start_step(chance)
        gaps[k] = gap_of(chance)
        if known and k < string:
            gaps[k] = 1 if k == 0 else min(1, gaps[k])
        if known and k == string:
            gaps[k] = max(2, gaps[k])
        total += gaps[k]
    if front >= 0:
        apart = int(view.square[view.queue[front]] - view.square[own])
        start_step(chance)
        place = string if known and string <= count else below(chance, "break", count + 1)
        if total < apart and not (known and string > count):
            gaps[place] += apart - total
            total = apart
        tries = 0
        while total != apart and tries < 8 * RIDERS:  # the string goes on, or the riders are closer together
            tries += 1
            start_step(chance)
            k = below(chance, "closer", count + 1)
            if total < apart and gaps[k] == 0:
                gaps[k] = 1
                total += 1
            elif total > apart and gaps[k] > 0:
                gaps[k] -= 1
                total -= 1
    square = int(view.square[own])
    for k in range(count):
        square += gaps[k]
        at = behind - 1 - k
        square = min(most[at], max(least[at], square))
        view.square[view.queue[at]] = square


@rule("BA-V4", "BA-V6")
def imagine_hand(view: Race, config: RaceConfig, seat: int, rider: int, start: Sequence[int], chance: Chance) -> None:
    """Guesses a rival's unseen cards: his new card from his place, the others as such riders usually hold them.

    On the first two turns, he has cards of the line-up `start`.
    """
    hand = view.hand[rider]
    if view.status[rider] != ON_TRACK:
        return
    seen = int(view.spied[seat][rider])
    grade = rider % GRADES
    cards = int(config.least_cards[grade])
    if config.most_cards[grade] > cards and below(chance, "fourth card", 100) < FOURTH_CARD:
        cards = int(config.most_cards[grade])
    if seen > 0 and hand[seen - 1] == 0:
        cards = seen - 1
    fresh = int(view.drawn[rider])
    top = int(hand[seen - 1]) if seen > 0 and hand[seen - 1] > 0 else max(MOST_DRAWN, fresh)
    has_fresh = fresh == 0
    for i in range(min(seen, HAND)):
        has_fresh = has_fresh or hand[i] == fresh
    threes = THREES_EARLY if view.turn < LATE else THREES_LATE
    for i in range(seen, HAND):
        card = 0
        if i < cards:
            drawn = below(chance, "hidden card", 100)
            slot = FIRST_SLOT[grade] + i
            if view.turn <= 2 and slot < FIRST_SLOT[grade + 1] and (has_fresh or i < cards - 1):
                card = start[slot]
            elif not has_fresh:
                card = fresh
                has_fresh = True
            elif drawn < threes:
                card = BASE
            elif drawn < threes + HIGH:
                card = MOST_DRAWN
            else:
                card = BASE + 1 + below(chance, "hidden card", MOST_DRAWN - BASE - 1)
            card = min(card, top)
        hand[i] = card
    sort_cards(hand)
