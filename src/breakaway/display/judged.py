"""Judged choices, as plain data: what each option was worth, what a choice lost, the word for it, and a rating."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace

from breakaway.core.language import _, decimal, marked, say
from breakaway.core.odds import ONE

GOOD, CLOSE, INACCURACY, MISTAKE, BLUNDER = range(5)
LIMITS = {INACCURACY: 10_000, MISTAKE: 30_000, BLUNDER: 80_000}  # from this loss on, in millionths
SAME = 1_000  # options of a mix may differ by so much, because the mixtures are not quite exact
WORDS = (marked("good"), marked("too close to call"), marked("inaccuracy"), marked("mistake"), marked("blunder"))
SIGNS = ("✓", "≈", "?!", "?", "??")
CLASSES = ("good", "close", "inac", "mist", "blun")


@dataclass(frozen=True)
class ForReader:
    """A text that depends on its reader: a `row`, which `words` puts into words when the text is shown.

    So all readers share a review, which takes long to make.
    """

    words: Callable[..., str]
    row: object

    def __str__(self) -> str:
        return self.words(self.row)


@dataclass(frozen=True)
class ChoiceOption:
    """One of the options of a choice, with its chance of winning in millionths.

    `chance` is against the best play of the other side, `versus` against what this opponent does (None: nothing known).
    `share`: how often the best mix makes it, in millionths; 0 if it is not in the mix.
    """

    what: str
    chance: int
    share: int = 0
    versus: int | None = None
    kind: str = ""  # a class for the color of its card


@dataclass(frozen=True)
class RivalOption:
    """What the other side may call: how often it should and, as far as the match shows, how often it does.

    Both are in millionths.
    """

    what: str
    should: int
    does: int | None = None


@dataclass(frozen=True)
class JudgedChoice:
    """A side's choice with all its options, the best first.

    `error`: how far the loss may be off, in 19 cases of 20; 0 if it is exact. `lesson` is a sentence for a mistake, and
    `theme` names the kind of situation, so that mistakes of the same kind add up. `edge`: how much better the
    choice was than what it is compared with, if the rating counts that and not the cost.
    """

    turn: int
    side: int
    where: str | ForReader
    chosen: ChoiceOption
    options: Sequence[ChoiceOption]
    rivals: Sequence[RivalOption] = ()
    error: int = 0
    lesson: str = ""
    theme: str = ""
    edge: int | None = None

    @property
    def best(self) -> ChoiceOption:
        """The best option."""
        return self.options[0]

    @property
    def mix(self) -> list[ChoiceOption]:
        """The options of the best mix. Empty if one option is best."""
        found = [each for each in self.options if each.share]
        return found if len(found) > 1 else []

    @property
    def cost(self) -> int:
        """How far the choice lowered the chance of winning, 0 or more."""
        return max(0, self.best.chance - self.chosen.chance)

    @property
    def rated_loss(self) -> int:
        """What the choice counts for in a rating, in the unit of the game's levels; less than 0 if it was better."""
        if self.edge is not None:
            return -self.edge
        return 0 if self.grade == CLOSE else self.cost

    @property
    def missed(self) -> int | None:
        """How much better the best answer to what this opponent does would have been. None if nothing is known."""
        known = [each.versus for each in self.options if each.versus is not None]
        return None if self.chosen.versus is None else max(0, max(known) - self.chosen.versus)

    @property
    def grade(self) -> int:
        """The word for the loss, which counts only if it is larger than its own error."""
        if self.error and self.cost and self.cost <= self.error:
            return CLOSE
        return max((each for each, limit in LIMITS.items() if self.cost >= limit), default=GOOD)

    def at_least(self, kindest: Callable[[], int]) -> JudgedChoice:
        """The same choice if it loses little, or else with the chance that it has against each best mix of the other
        side: `kindest` works out its chance against the one that punishes it least.

        A rating still counts the loss as it was, as it was measured for the levels.
        """
        if self.cost < LIMITS[INACCURACY]:
            return self
        chance = min(self.best.chance, max(self.chosen.chance, kindest()))
        chosen = replace(self.chosen, chance=chance)
        options = [chosen if each is self.chosen else each for each in self.options]
        options.sort(key=lambda each: (-each.chance, -each.share))
        return replace(self, chosen=chosen, options=options, edge=-self.rated_loss)


def of_two(
    turn: int, side: int, where: str | ForReader, chosen: ChoiceOption, best: ChoiceOption, error: int = 0
) -> JudgedChoice:
    """A choice of which only the best option and the chosen one are known.

    `turn`, `side`, `where` and `error` are those of the `JudgedChoice`.
    """
    options = [chosen] if chosen == best else sorted((best, chosen), key=lambda each: -each.chance)
    return JudgedChoice(turn, side, where, chosen, options, error=error)


def instead(made: JudgedChoice) -> str:
    """A lesson: how much more the best option of the choice `made` wins."""
    more = decimal(100 * made.cost / ONE)
    return say("Better there: {best} ({points} more wins in 100 matches).", best=made.best.what, points=more)


def mixing(made: JudgedChoice) -> str:
    """A lesson: what to mix instead of the choice `made` or, without a mix, how much more the best option wins."""
    often = sorted(made.mix, key=lambda each: -each.share)[:3]
    return say("Mix {calls} there.", calls=", ".join(each.what for each in often)) if often else instead(made)


def graded(choice: JudgedChoice) -> str:
    """The word for a choice."""
    return _(WORDS[choice.grade])


# --- Progress: whoever waits for a review may follow how much of a match is judged.


_follower: ContextVar[Callable[[int, int], None] | None] = ContextVar("follower", default=None)


@contextmanager
def followed_by(told: Callable[[int, int], None]) -> Iterator[None]:
    """Within a `with` block, `told` learns how much is judged: so many of so many parts of a match."""
    token = _follower.set(told)
    try:
        yield
    finally:
        _follower.reset(token)


def judged_so_far(done: int, of: int) -> None:
    """Tells whoever follows that so many parts of a match (`done`) of so many (`of`) are judged.

    A part may have several choices to judge, or none, so these numbers are no numbers of choices.
    """
    if (told := _follower.get()) is not None:
        told(done, of)


# --- A rating: the levels whose matches look like this one.


@dataclass(frozen=True)
class RatedLevel:
    """A level of the game: its name, its Elo number, and what it loses with a choice on average, in millionths: of a
    sure win, or of whatever the game counts as an `edge`.

    `spread`: how far the mean of a match is from that, as a standard deviation, times the root of its choices.
    """

    name: str
    elo: int
    loss: int
    spread: int


@dataclass(frozen=True)
class PlayedLike:
    """How strong a side played in one match: Elo points with half of their 95% interval, and the levels around it."""

    elo: int
    error: int
    above: str = ""  # the level below it, if there is one
    below: str = ""

    @property
    def says(self) -> str:
        """The levels around it, in words."""
        if self.above and self.below:
            return say("between {low} and {high}", low=self.above, high=self.below)
        return say("above {level}", level=self.above) if self.above else say("below {level}", level=self.below)


FEWEST = 8  # choices: with fewer, a match says nothing
BEYOND = 100  # Elo points below the weakest and above the strongest level that a rating may be
STEP = 10  # Elo points between the strengths that are compared


def played_like(losses: Sequence[int], levels: Sequence[RatedLevel]) -> PlayedLike | None:
    """The rating of a side from what it lost with each choice. `levels`: the weakest first. None if too few choices.

    Before the match, all strengths are as likely. After it, each is as likely as its players are to lose as much. The
    rating is the mean, and 95% of the likelihood is within the interval.
    """
    if len(losses) < FEWEST or len(levels) < 2:
        return None
    mean = sum(losses) / len(losses)
    strengths = range(levels[0].elo - BEYOND, levels[-1].elo + BEYOND + 1, STEP)
    chances = [likelihood(mean, len(losses), elo, levels) for elo in strengths]
    most = max(chances)
    weights = [math.exp(each - most) for each in chances]
    whole = sum(weights)
    elo = sum(at * weight for at, weight in zip(strengths, weights, strict=True)) / whole
    error, inside = 0, 0.0
    while inside < 0.95 * whole:
        error += STEP
        inside = sum(weight for at, weight in zip(strengths, weights, strict=True) if abs(at - elo) <= error)
    low = [each for each in levels if each.elo <= elo]
    high = [each for each in levels if each.elo > elo]
    return PlayedLike(10 * round(elo / 10), error, low[-1].name if low else "", high[0].name if high else "")


def likelihood(mean: float, many: int, elo: int, levels: Sequence[RatedLevel]) -> float:
    """The logarithm of how likely it is that a player of this strength loses so much on average of `many` choices.

    Between two `levels`, what is lost and its spread lie on a line, and beyond the last ones they stay the same.
    """
    at = max(1, min(len(levels) - 1, bisect_right([each.elo for each in levels], elo)))
    one, two = levels[at - 1], levels[at]
    part = max(0.0, min(1.0, (elo - one.elo) / (two.elo - one.elo)))
    loss, spread = (x + part * (y - x) for x, y in ((one.loss, two.loss), (one.spread, two.spread)))
    error = spread / math.sqrt(many)
    return -(((mean - loss) / error) ** 2) / 2 - math.log(error)


# --- All choices of a side.


@dataclass(frozen=True)
class SideVerdict:
    """A side's choices in a match: how many of each grade, what they lost together, and how strong that is."""

    counts: tuple[int, ...]
    lost: int
    rating: PlayedLike | None = None
    lesson: str = ""


def side_verdict(choices: Sequence[JudgedChoice], levels: Sequence[RatedLevel] = ()) -> SideVerdict:
    """The verdict on these choices of one side."""
    counts = tuple(sum(each.grade == grade for each in choices) for grade in range(len(WORDS)))
    lost = sum(each.cost for each in choices if each.grade != CLOSE)
    rating = played_like([each.rated_loss for each in choices], levels)
    return SideVerdict(counts, lost, rating, main_lesson(choices))


def main_lesson(choices: Sequence[JudgedChoice]) -> str:
    """The lesson of the theme on which the mistakes lost most. Empty without a mistake."""
    themes = dict[str, list[JudgedChoice]]()
    for each in choices:
        if each.grade >= INACCURACY and each.lesson:
            themes.setdefault(each.theme, []).append(each)
    if not any(one.grade >= MISTAKE for some in themes.values() for one in some):
        return ""
    worst = max(themes.values(), key=lambda some: sum(each.cost for each in some))
    lost = sum(each.cost for each in worst)
    lesson = max(worst, key=lambda each: each.cost).lesson
    given = {"points": decimal(100 * lost / ONE), "theme": worst[0].theme, "lesson": lesson}
    if not worst[0].theme:
        return say("This cost {points} percentage points. {lesson}", **given)
    return say("{theme} cost {points} percentage points. {lesson}", **given)
