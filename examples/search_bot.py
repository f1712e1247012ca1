"""A bot that looks one turn ahead, for all three games. It never looks at what its seat cannot know.

It fills in everything unknown at random (`breakaway.determinize`), several times, and tries some of its orders in each
of these worlds: the rivals play at random. It keeps the order with the best average.

Try it: breakaway watch cycling --teams 2 --coaches examples/search_bot.py:OneTurn,random
"""

import breakaway

WORLDS = 6  # guesses of what is hidden
ORDERS = 12  # orders to try; there can be millions


class OneTurn:
    def choose(self, observation, legal, rng):
        orders = some(legal, rng)
        if len(orders) == 1:
            return orders[0]
        worlds = [breakaway.determinize(observation, rng.getrandbits(32)) for _ in range(WORLDS)]
        rivals = [
            {seat: world.legal(seat).random(rng) for seat in world.to_move if seat != observation.seat}
            for world in worlds
        ]
        ties = sum if "offense" not in observation.data else lambda order: rng.random()  # a race: high cards
        return max(
            orders, key=lambda order: (sum(map(value_after(observation.seat, order), worlds, rivals)), ties(order))
        )


def some(legal, rng):
    """All orders if there are few, otherwise some at random, and the one with the highest codes."""
    highest = []
    while len(highest) < legal.slots:
        highest.append(legal.codes(highest)[-1])
    found = [highest]
    for _ in range(4 * ORDERS):
        order = legal.random(rng)
        if order not in found and len(found) < ORDERS:
            found.append(order)
    return found


def value_after(seat, order):
    """A function that gives the value of a world for the seat after this order and the rivals' orders."""

    def value(world, rivals):
        after = world.apply({**rivals, seat: order})
        score, data = after.result.score, after.data
        lead = score[seat] - max(score[:seat] + score[seat + 1 :])
        ground = data["ball"] / 20 if "ball" in data else data.get("line", 0) / 20  # how far the offense has come
        return lead + (ground if data.get("offense") == seat else -ground)

    return value
