"""What chance is compared with: splitmix64 once more, its published numbers, and every script of a draw."""

from __future__ import annotations

from breakaway.core.chance import exhaustive, next_script, probability

# Published outputs of splitmix64 for the seed 1234567 (Vigna's splitmix64.c, as listed at rosettacode.org).
PUBLISHED = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
# Their upper halves: each divided by 2**32, rounded down.
UPPER = (1503580183, 745795716, 2285812965, 1069479744, 3820500071)


def splitmix64(seed):
    """The published algorithm once more, in whole numbers without any width."""
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) % 2**64
        z = seed
        z = (z ^ z // 2**30) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ z // 2**27) * 0x94D049BB133111EB % 2**64
        yield z ^ z // 2**31


def everything(draw):
    """What `draw` returns in every script, with the exact probability of each script."""
    c, seen = exhaustive(), []
    while True:
        seen.append((draw(c), probability(c)))
        if not next_script(c):
            return seen
