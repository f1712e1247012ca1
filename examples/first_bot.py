"""A first bot, for all three games: it takes the highest legal code in every slot.

Try it: breakaway watch cycling --teams 2 --coaches examples/first_bot.py:Highest,random
"""


class Highest:
    def choose(self, observation, legal, rng):
        order = []
        while len(order) < legal.slots:
            order.append(legal.codes(order)[-1])
        return order
