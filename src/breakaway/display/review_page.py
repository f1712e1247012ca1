"""A review as a page shows it: how each side played, the choices in a list, and one of them with all its options."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from breakaway.core.language import _, decimal, many, say
from breakaway.core.odds import ONE
from breakaway.display import svg
from breakaway.display.judged import (
    BLUNDER,
    CLASSES,
    CLOSE,
    GOOD,
    INACCURACY,
    MISTAKE,
    SIGNS,
    ChoiceOption,
    JudgedChoice,
    graded,
)
from breakaway.display.review import Review, cost_text, in_mix, percent, share_text

WIDE, HIGH = 1000, 40  # of a bar, in its own units
MOST_OTHERS = 5  # the types of the other side's calls that a bar shows; the rest is one part


@dataclass(frozen=True)
class SideLine:
    """How a side played: its rating in words, how many choices of each grade, and the lesson of its mistakes."""

    name: str
    class_: str
    elo: str
    error: str
    says: str
    tally: Sequence[tuple[str, str, str]]  # class, sign and words of each grade
    lesson: str


@dataclass(frozen=True)
class ChoiceLine:
    """A choice in the list: its number, the situation, what was chosen, and the word and the loss."""

    n: int
    class_: str
    where: str
    what: str
    grade: str
    sign: str
    word: str
    cost: str
    before: int  # the turn before it


@dataclass(frozen=True)
class TriedOption:
    """An option to try: its chance, its chance against this opponent, and what there is to say about it."""

    what: str
    kind: str
    chance: str
    versus: str
    says: str
    is_chosen: bool


@dataclass(frozen=True)
class MixShown:
    """A mix: a bar, and its parts with their shares. `title` says whose mix it is."""

    title: str
    bar: str
    parts: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class ChoiceShown:
    """One choice with all its options."""

    line: ChoiceLine
    says: str
    mixes: Sequence[MixShown]
    options: Sequence[TriedOption]
    lesson: str
    tie: str
    order: str  # to try another one, if that is possible; empty if not


def side_lines(found: Review) -> list[SideLine]:
    """How each side of the review `found` played."""
    lines = []
    for side, (name, class_) in enumerate(zip(found.names, found.classes, strict=True)):
        verdict = found.verdict_on(side)
        rating = verdict.rating
        tally = [
            (CLASSES[grade], SIGNS[grade], counted(grade, verdict.counts[grade]))
            for grade in (GOOD, CLOSE, INACCURACY, MISTAKE, BLUNDER)
            if verdict.counts[grade] or grade == GOOD
        ]
        elo, error, says = (str(rating.elo), f"± {rating.error}", rating.says) if rating else ("", "", "")
        lines.append(SideLine(name, class_, elo, error, says, tally, verdict.lesson))
    return lines


def counted(grade: int, n: int) -> str:
    """A number of choices of a grade: `2 mistakes`."""
    if grade == GOOD:
        return say("{n} good", n=n)
    if grade == CLOSE:
        return say("{n} too close to call", n=n)
    if grade == INACCURACY:
        return many("{n} inaccuracy", "{n} inaccuracies", n)
    return many("{n} mistake", "{n} mistakes", n) if grade == MISTAKE else many("{n} blunder", "{n} blunders", n)


def choice_line(found: Review, n: int) -> ChoiceLine:
    """A choice of the review `found` in the list, by its number."""
    each = found.choices[n]
    where = str(each.where)
    if found.names[each.side] not in where:
        where = say("{team}, {situation}", team=found.names[each.side], situation=where)
    cost = cost_text(each) if each.cost else ""
    class_, sign = CLASSES[each.grade], SIGNS[each.grade]
    before = max(0, each.turn - 1)
    return ChoiceLine(n, found.classes[each.side], where, each.chosen.what, class_, sign, graded(each), cost, before)


def costing(found: Review) -> list[int]:
    """The numbers of the choices of the review `found` that lost a point or more."""
    return [n for n, each in enumerate(found.choices) if each.grade >= INACCURACY]


def first_shown(found: Review, mine: Callable[[int], bool]) -> int | None:
    """The number of the choice of the review `found` to show first: the costliest of the reader's own, or of all.

    `mine` says whether the reader plays a side.
    """
    costs = costing(found) or range(len(found.choices))
    numbers = [n for n in costs if mine(found.choices[n].side)] or costs
    return max(numbers, key=lambda n: found.choices[n].cost, default=None)


def choice_shown(found: Review, n: int) -> ChoiceShown:
    """Choice number `n` of the review `found`, with all its options."""
    each = found.choices[n]
    best, chosen = percent(each.best.chance), percent(each.chosen.chance)
    if each.mix:
        says = say("Every call of the best mix was worth {best}, this one {chosen}.", best=best, chosen=chosen)
    elif each.cost:
        says = say("{option} was worth {best}, this choice {chosen}.", option=each.best.what, best=best, chosen=chosen)
    else:
        says = say("Nothing was worth more than this choice: {chosen}.", chosen=chosen)
    return ChoiceShown(
        choice_line(found, n),
        says,
        [*own_mix(each), *rival_mix(each)],
        [tried(each, option) for option in each.options],
        each.lesson if each.grade >= INACCURACY else "",
        tie_text(each),
        each.chosen.what if found.tries else "",
    )


def tie_text(each: JudgedChoice) -> str:
    """Says that several options differ by less than their error."""
    if each.error and each.grade == CLOSE:
        return _("These options differ by less than the error: any of them was right.")
    return ""


def own_mix(each: JudgedChoice) -> list[MixShown]:
    """The best mix of the side that chose."""
    mix = in_mix(each)
    if not mix:
        return []
    parts = [(option.what, share_text(option.share)) for option in mix]
    return [MixShown(_("The best mix here"), bar([(option.kind or "def", option.share) for option in mix]), parts)]


def rival_mix(each: JudgedChoice) -> list[MixShown]:
    """What the other side should call and, as far as the match shows, what it does."""
    rivals = sorted(each.rivals, key=lambda rival: -max(rival.should, rival.does or 0))
    if not rivals:
        return []
    should = [(rival.what, share_text(rival.should)) for rival in rivals[:MOST_OTHERS] if rival.should >= ONE // 200]
    shown = [MixShown(_("What the other side should mix"), bar([("def", rival.should) for rival in rivals]), should)]
    if any(rival.does is not None for rival in rivals):
        often = sorted(rivals, key=lambda rival: -(rival.does or 0))[:MOST_OTHERS]
        does = [(rival.what, share_text(rival.does or 0)) for rival in often]
        title = _("What it does, as far as this match shows")
        shown.append(MixShown(title, bar([("def", rival.does or 0) for rival in often]), does))
    return shown


def bar(parts: Sequence[tuple[str, int]]) -> str:
    """A bar of parts, each with its class and its share in millionths."""
    drawn, at = list[str](), 0.0
    for class_, share in parts:
        wide = WIDE * share / ONE
        drawn.append(svg.rect(class_, at, 0, max(1.0, wide - 4), HIGH))
        at += wide
    sized = {"viewBox": f"0 0 {WIDE} {HIGH}", "preserveAspectRatio": "none", "aria_hidden": "true"}
    return svg.element("svg", *drawn, class_="mix", **sized)


def tried(each: JudgedChoice, option: ChoiceOption) -> TriedOption:
    """What there is to say about an option."""
    cost = each.best.chance - option.chance
    shown = JudgedChoice(each.turn, each.side, "", option, each.options, error=each.error)
    if option.share:
        says = say("In the best mix, this comes {share} of the time.", share=share_text(option.share))
    elif cost <= 0:
        says = _("Nothing is worth more here.")
    else:
        says = say(
            "{points} percentage points less than the best: {word}.",
            points=decimal(100 * cost / ONE),
            word=graded(shown),
        )
    versus = percent(option.versus) if option.versus is not None else ""
    return TriedOption(option.what, option.kind, percent(option.chance), versus, says, option == each.chosen)
