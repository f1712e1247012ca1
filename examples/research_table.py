"""The learner of these examples: a table of how much each code has brought in each situation.

A situation is a few numbers of what the seat sees: the fields that you name, whether the seat is on offense, and the
slot of its order. After each code the table looks how the lead grows; what comes later counts less.
"""

import numpy as np

SHRINK = 50  # a code that was tried so often counts half
LOOKS_AT = {"football": ["phase", "down"], "fate": ["phase", "down"], "cycling": ["phase"]}


class Table:
    """Learns from matches in which the codes were partly random. `space` is that of the game."""

    def __init__(self, space, looks_at, discount=0.9):
        self.space, self.looks_at, self.discount = space, looks_at, discount
        self.count = np.zeros((2 * 16 * 64 ** len(looks_at), space.codes))
        self.total = np.zeros_like(self.count)

    def situations(self, rows):
        """The number of the situation in each of these rows (each a tensor)."""
        layout = self.space.layout
        found = (rows[:, layout["order"]] > 0).sum(1)
        if "offense" in layout:
            found = 2 * found + (rows[:, layout["offense"].start] == rows[:, 0])
        for name in self.looks_at:
            found = 64 * found + rows[:, layout[name].start].clip(0, 63)
        return found

    def leads(self, rows):
        """How many points each seat is ahead of the others' mean, as far as it sees."""
        layout, seats = self.space.layout, self.space.seats
        if "score" in layout:
            points = rows[:, layout["score"]][:, :seats]
        else:
            points = rows[:, layout["points"]].reshape(len(rows), -1, 4).sum(2)[:, :seats] / 360360
        own = points[np.arange(len(rows)), rows[:, 0]]
        return (seats * own - points.sum(1)) / (seats - 1)

    def choose(self, rows, masks, rng, explore=0.0):
        """The best legal code in each row, or with the probability `explore` a random one."""
        at = self.situations(rows)
        count, total = self.count[at], self.total[at]
        usual = total.sum(1, keepdims=True) / np.maximum(count.sum(1, keepdims=True), 1)
        better = (total - usual * count) / (count + SHRINK)  # codes that were seldom tried stay near the usual
        noise = rng.random(masks.shape)
        best = np.where(masks, better + 1e-9 * noise, -np.inf).argmax(1)
        return np.where(rng.random(len(rows)) < explore, (masks * (noise + 1)).argmax(1), best)

    def learn(self, at, codes, gained, ended):
        """Learns from choices in order: the situations, the codes, what the lead gained until the next choice, and
        whether the match ended there. Each may have a column for each of many matches.
        """
        later = np.zeros(np.shape(gained)[1:])
        for t in reversed(range(len(gained))):
            later = gained[t] + self.discount * later * ~np.asarray(ended[t])
            np.add.at(self.count, (at[t], codes[t]), 1)
            np.add.at(self.total, (at[t], codes[t]), later)


def exploring(lesson, lessons):
    """The share of random codes in this lesson: all at first, a fifth from the middle on."""
    return max(0.2, 1 - 1.6 * lesson / lessons)


def beats(rewards):
    """Prints the mean reward with its standard error. Returns by how many standard errors it is above 0."""
    mean, error = np.mean(rewards), (np.std(rewards) + 1e-9) / len(rewards) ** 0.5
    print(f"{len(rewards)} matches against random: {mean:+.2f} ± {error:.2f} (1 is a win, -1 a loss)")
    return mean / error
