"""Review and advice, as data for pages and the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, TypeAlias, cast

from breakaway.core.chance import sampled
from breakaway.core.language import ALL_SIDES, Called, Names, UserError, _, decimal, many, marked, read_by, reader, say
from breakaway.core.observation import Observation
from breakaway.core.odds import ONE
from breakaway.core.state import copy
from breakaway.display.document import Document, Figure, Grid, Line, Part, Section
from breakaway.display.endings import CARD, Course, CourseMark, LeadShape, PointsLine, lead
from breakaway.display.judged import (
    CLASSES,
    CLOSE,
    INACCURACY,
    LIMITS,
    MISTAKE,
    SIGNS,
    WORDS,
    ChoiceOption,
    ForReader,
    JudgedChoice,
    PlayedLike,
    RatedLevel,
    SideVerdict,
    graded,
    side_verdict,
)
from breakaway.games.manifest import GAMES, find, kit_of, load
from breakaway.records.match import Match
from breakaway.records.record_file import Record

# --- The review of a finished match, as plain data and as a document: chances of winning, skill and luck, costly
# choices.
#
# A game fills in a `Review` with its own words (lab/review.py helps). Terminals and pages show the same document.


MOST_COSTLY, LARGEST = 3, 5
MOVED = 50_000  # in a match of several sides, a change that large is named
BARS = "▁▂▃▄▅▆▇█"
WIDE = 60  # width of the graph at a terminal, in characters
Address = Callable[[int], str]  # the address of the position after a turn


@dataclass(frozen=True)
class Swing:
    """A play or turn with each side's chance of winning before and after it, in millionths.

    `skill` is the change that came from choices, and `luck` is the rest. For each side, skill and luck add up to
    `after` minus `before`. `turn`: the turn after which the chances are those in `after`. `part` names the part of the
    match, `where` describes the situation, and `play` says what was played.
    """

    turn: int
    before: Sequence[int]
    after: Sequence[int]
    skill: Sequence[int]
    luck: Sequence[int]
    part: str = ""
    where: str | ForReader = ""
    play: str = ""

    @property
    def change(self) -> int:
        """The largest change in a side's chance."""
        return max(abs(two - one) for one, two in zip(self.before, self.after, strict=True))


@dataclass(frozen=True)
class Review:
    """A reviewed match.

    - `names`, `classes`: each side's name and CSS class. `under` is the final score, and `lead` says where the chances
      come from.
    - `moments`: the plays in order. `choices`: the choices that could be judged.
    - `heads` gives this game's words for skill and luck, and `sources` explains them. `foot` names the assumptions.
    - `sides`: the side of each seat, if the words depend on the side that reads them.
    - `title_of_sources`: the heading above `sources`, if it is not skill and luck.
    - `levels`: the levels of the game, for the rating. Empty if they have not been measured.
    - `tries`: what another order would have been worth, in a sentence, by turn, side and text. None if the options of a
      choice are all there is. Raises BadOrder and Refused.
    """

    names: Sequence[str]
    classes: Sequence[str]
    under: str
    lead: str
    moments: Sequence[Swing]
    choices: Sequence[JudgedChoice]
    heads: tuple[str, str]
    sources: str
    foot: str = ""
    sides: Sequence[int] = ()
    title_of_sources: str = ""
    levels: Sequence[RatedLevel] = ()
    tries: Callable[[int, int, str], str] | None = None

    @property
    def weight(self) -> int:
        """About how many bytes it takes in memory, for whoever keeps it: a race keeps its match as well."""
        options = sum(len(each.options) + len(each.rivals) for each in self.choices)
        return 400 * options + (2_500_000 if self.tries else 0)

    def verdict_on(self, side: int) -> SideVerdict:
        """The verdict on all choices of a side."""
        return side_verdict([each for each in self.choices if each.side == side], self.levels)


def review_of(record: Record, names: Names | None = None) -> Review:
    """The review of a recorded match. Raises UserError if the match is not over, or if its game has no reviews.

    `names`: those that players have given since the match began, or None for those of the record.
    """
    game = find(record.header["game"])
    place = kit_of(game).review
    if not place:
        if find_spec("breakaway.lab") is None:
            raise UserError(_("a review needs the lab, and this installation was made without it"))
        there = ", ".join(name for name, each in GAMES.items() if each.review)
        raise UserError(say("{game} has no reviews yet. Games with reviews: {there}", game=game.title, there=there))
    if not record.is_ended:
        raise UserError(
            _("the match is still in progress, and a review would reveal its secrets; finish the match first")
        )
    match = Match.load(game, record, None)
    if names:
        match.rename(names)
    is_known = any(each.edition == match.fold.edition for each in (game, *game.earlier))
    if not is_known or not any(state is not None for state, _orders in match.history):
        raise UserError(
            _("no turn of the match was played under this edition of the rules; there is nothing to review")
        )
    return cast(Review, load(place)(match))


def document(found: Review) -> Document:
    """Writes the review in `found` as a document."""
    with _for_reader():
        parts = [judged(found), course(found), *costly(found), sources(found), largest(found)]
    return Document(title(found), found.under, [Line(found.lead)], parts, found.foot)


def _for_reader() -> AbstractContextManager[None]:
    """Texts of a review are for a reader of all sides, unless `read_by` has named one."""
    return read_by(ALL_SIDES if reader() is None else reader())


def title(found: Review) -> str:
    """The title of the review `found`."""
    if len(found.names) == 2:
        return say("{one} vs. {two}: a review", one=found.names[0], two=found.names[1])
    return say("{names}: a review", names=", ".join(found.names))


def percent(chance: float) -> str:
    """A chance as a percentage: `48.3%`."""
    return say("{number}%", number=decimal(100 * chance / ONE))


def points(change: float) -> str:
    """A change in a chance, in percentage points: `+4.2`."""
    return decimal(100 * change / ONE, signed=True)


def course(
    found: Review, address: Address | None = None, choice: Address | None = None, shape: LeadShape = CARD
) -> Section:
    """The chance of winning after each play of the review `found`, as a drawing of this `shape`.

    With `address`, each play links to its position, with `choice`, a mark on each choice that lost a point to it.
    """
    moments, first = found.moments, found.names[0]
    chances = [moments[0].before, *(each.after for each in moments)]
    key = 1 + max(range(len(moments)), key=lambda i: moments[i].change)
    tracks = tuple(
        PointsLine(name, class_, [100 * each[side] / ONE for each in chances])
        for side, (name, class_) in enumerate(zip(found.names, found.classes, strict=True))
    )
    ticks, part = list[tuple[int, str]](), ""
    for n, each in enumerate(moments):
        if each.part and each.part != part:
            part = each.part
            ticks.append((n, part))
    bars = graph([each[0] for each in chances])
    says = say("The chance of winning through the match, from 0 to 100 percent. {team}: {at}.", team=first, at=bars)
    links = [(address(each.turn), label(found, each)) for each in moments] if address else []
    heading = _("Chance of winning through the match")
    marks = marked_choices(found, choice) if choice else ()
    drawing = lead(Course(heading, says, tracks, tuple(ticks), key, 100.0, marks), links, shape)
    return Section(heading, "", [Figure(f"100%  {bars}  {first}", drawing, says)])


def marked_choices(found: Review, choice: Address) -> tuple[CourseMark, ...]:
    """A mark for each choice that lost a point or more, on the play before whose end it was made."""
    marks = []
    for n, each in enumerate(found.choices):
        if each.grade >= INACCURACY:
            play = next(
                (i for i, moment in enumerate(found.moments, 1) if moment.turn >= each.turn), len(found.moments)
            )
            says = f"{graded(each)}: {each.where}, {each.chosen.what}"
            track = each.side if len(found.names) > 2 else 0
            marks.append(CourseMark(play, track, CLASSES[each.grade], SIGNS[each.grade], choice(n), says))
    return tuple(marks)


def label(found: Review, each: Swing) -> str:
    """A play (`each`) of the match `found`, in one line: the situation, what was played, and the chances after it."""
    said = ", ".join(f"{name} {percent(chance)}" for name, chance in zip(found.names, each.after, strict=True))
    with _for_reader():
        return ": ".join(part for part in (str(each.where), each.play, said) if part)


def graph(chances: Sequence[int]) -> str:
    """The first side's chances as a row of bars, with one character for every few plays."""
    step = max(1, -(-len(chances) // WIDE))
    return "".join(BARS[min(7, chance * 8 // ONE)] for chance in [*chances[::step], chances[-1]])


def sources(found: Review) -> Section:
    """How much of the change in each chance of the review `found` came from choices, and how much from luck.

    The rows add up to the whole change.
    """
    if len(found.names) > 2 or not any(each.part for each in found.moments):
        return Section(found.title_of_sources or _("Skill and luck"), found.sources, [by_side(found)])
    rows, total = list[list[str]](), [0, 0]
    for part in dict.fromkeys(each.part for each in found.moments):
        some = [each for each in found.moments if each.part == part]
        skill, luck = sum(each.skill[0] for each in some), sum(each.luck[0] for each in some)
        total = [total[0] + skill, total[1] + luck]
        rows.append([part or _("After the last play"), points(skill), points(luck), points(skill + luck)])
    rows.append([_("The match"), points(total[0]), points(total[1]), points(sum(total))])
    heading = say("What changed {team:'s} chance, in percentage points", team=Called(found.names[0]))
    grid = Grid(heading, ["", *found.heads, _("both")], rows, strong=(len(rows) - 1,), folded=False)
    return Section(_("Skill and luck"), found.sources, [grid])


def by_side(found: Review) -> Grid:
    """How far choices moved each side's chance of winning over the whole match, and how far luck moved it."""
    rows = []
    for side, name in enumerate(found.names):
        skill, luck = sum(each.skill[side] for each in found.moments), sum(each.luck[side] for each in found.moments)
        first, last = found.moments[0].before[side], found.moments[-1].after[side]
        rows.append([name, percent(first), points(skill), points(luck), percent(last)])
    heads = ["", _("at the start"), *found.heads, _("at the end")]
    return Grid(_("What changed each chance of winning, in percentage points"), heads, rows, folded=False)


def judged(found: Review) -> Section:
    """How each side chose: how many choices of each grade, what they lost, and how strong that is."""
    rows, lines = list[list[str]](), list[Part]()
    grades = [grade for grade in range(len(WORDS)) if grade != CLOSE or any(each.error for each in found.choices)]
    is_rated = False
    for side, name in enumerate(found.names):
        verdict = found.verdict_on(side)
        rating = verdict.rating
        is_rated = is_rated or rating is not None
        like = say("{elo} ± {error}", elo=rating.elo, error=rating.error) if rating else "–"
        counts = [str(verdict.counts[grade]) for grade in grades]
        lost = points(-verdict.lost) if verdict.lost else decimal(0)
        rows.append([name, *counts, lost, *([like] if found.levels else [])])
        if rating:
            lines.append(Line(say("{name} played like {elo} ± {error}: {says}.", **played_as(name, rating))))
        if verdict.lesson:
            lines.append(Line(say("{name}: {lesson}", name=name, lesson=verdict.lesson)))
    if is_rated:
        lines.append(Line(_(RATED)))
    heads = [
        "",
        *(_(WORDS[grade]) for grade in grades),
        _("percentage points lost"),
        *([_("played like")] if found.levels else []),
    ]
    grid = Grid(_("How each side chose"), heads, rows, right=range(1, len(heads)), folded=False)
    return Section(_("Every choice, judged"), thresholds(found), [grid, *lines])


RATED = marked(
    "“Played like” is a strength on the scale of the levels: with 400 more, one wins ten matches for each that is "
    "lost. One match shows little, so the true strength lies within the ± only about 19 times in 20."
)


def played_as(name: str, rating: PlayedLike) -> dict[str, object]:
    """The values of the sentence that says how strong a side played."""
    return {"name": name, "elo": rating.elo, "error": rating.error, "says": rating.says}


def thresholds(found: Review) -> str:
    """Says from what loss on a choice of the review `found` is called what."""
    given = {name: LIMITS[grade] * 100 // ONE for name, grade in zip(("one", "two", "three"), LIMITS, strict=True)}
    said = say(
        "A choice is an inaccuracy if it loses {one} percentage point of the chance of winning or more, a mistake from "
        "{two} on, and a blunder from {three} on.",
        **given,
    )
    if not any(each.mix for each in found.choices):
        return said
    same = _("All calls of a mix are worth the same, so each of them is good.")
    least = _("Another call is judged against the best mix of the other side that punishes it least.")
    return f"{said} {same} {least}"


def costly(found: Review) -> list[Section]:
    """The choices of each side that lost most, each with what was better and a lesson."""
    sections = []
    for side, name in enumerate(found.names):
        mine = [each for each in found.choices if each.side == side]
        most = sorted((each for each in mine if each.grade >= INACCURACY), key=lambda each: -each.cost)
        lines: list[Part] = [
            Line(choice_text(each), f"{n}. ", turn=each.turn) for n, each in enumerate(most[:MOST_COSTLY], 1)
        ]
        count = many("{n} choice was judged.", "{n} choices were judged.", len(mine))
        if len(most) > MOST_COSTLY:
            more = len(most) - MOST_COSTLY
            count += " " + many(
                "{n} more lost a percentage point or more.", "{n} more lost a percentage point or more.", more
            )
        none = _("No choice lost a percentage point or more.") if mine else _("No choice could be judged.")
        says = count if mine else ""
        sections.append(Section(say("The most costly choices of {team}", team=name), says, lines or [Line(none)]))
    return sections


def choice_text(each: JudgedChoice) -> str:
    """A choice that lost something: what was better, what this opponent does, and the lesson."""
    parts = [
        say(
            "{situation}: {chosen} ({at}), {word}, {cost} percentage points.",
            situation=each.where,
            chosen=each.chosen.what,
            at=percent(each.chosen.chance),
            word=graded(each),
            cost=cost_text(each),
        ),
        better_text(each),
    ]
    if each.missed is not None and each.rivals:
        parts.append(versus_text(each))
    parts.append(each.lesson if each.grade >= MISTAKE else "")
    return " ".join(part for part in parts if part)


def cost_text(each: JudgedChoice) -> str:
    """What a choice lost, in percentage points: `-4.2`, or `-4.2 ± 1.5`."""
    cost = points(-each.cost) if each.cost else decimal(0)
    return f"{cost} ± {decimal(100 * each.error / ONE)}" if each.error else cost


def better_text(each: JudgedChoice) -> str:
    """What was better: the mix, or the best option."""
    if each.mix:
        mix = ", ".join(f"{option.what} {share_text(option.share)}" for option in in_mix(each))
        return say("Better: a mix of {mix} ({would}).", mix=mix, would=percent(each.best.chance))
    return say("Better: {best} ({would}).", best=each.best.what, would=percent(each.best.chance))


def in_mix(each: JudgedChoice) -> list[ChoiceOption]:
    """The options of the best mix, those that come most often first."""
    return sorted(each.mix, key=lambda option: -option.share)


def share_text(share: int) -> str:
    """A share of a mix: `35%`."""
    return say("{number}%", number=max(1, round(100 * share / ONE)))


def judged_share(done: int, of: int) -> str:
    """How much of a match is judged: so many parts of it (`done`) of so many (`of`), as in `35%`."""
    return say("{number}%", number=100 * done // of if of else 0)


def versus_text(each: JudgedChoice) -> str:
    """How a choice did against what this opponent does, and what would have done best."""
    best = max(each.options, key=lambda option: option.versus or 0)
    return say(
        "Against how this opponent calls: {at}, and {best} {would}.",
        at=percent(each.chosen.versus or 0),
        best=best.what,
        would=percent(best.versus or 0),
    )


def largest(found: Review) -> Section:
    """The plays of the review `found` that changed the chances most."""
    most = sorted(found.moments, key=lambda each: -each.change)[:LARGEST]
    if len(found.names) > 2:
        return _moved(found, sorted(most, key=lambda each: each.turn))
    rows = []
    for each in sorted(most, key=lambda each: each.turn):
        before, after = percent(each.before[0]), percent(each.after[0])
        rows.append([str(each.where), each.play, before, after, points(each.skill[0]), points(each.luck[0])])
    heads = [_("situation"), _("play"), _("before"), _("after"), *found.heads]
    if not any(each.play for each in most):
        rows, heads = [[row[0], *row[2:]] for row in rows], [heads[0], *heads[2:]]
    heading = say("{team:'s} chance before and after", team=Called(found.names[0]))
    return Section(
        _("The plays that changed the chances most"),
        "",
        [Grid(heading, heads, rows, right=range(len(heads) - 4, len(heads)), folded=False)],
    )


def _moved(found: Review, most: Sequence[Swing]) -> Section:
    """These turns of the review `found`, with a row for each side that moved far, and at least for the one that moved
    farthest.
    """
    rows = []
    for each in most:
        changes = {side: abs(each.after[side] - each.before[side]) for side in range(len(found.names))}
        where = str(each.where)
        for side in sorted(changes, key=lambda side: -changes[side]):
            if changes[side] >= min(MOVED, each.change):
                chances = percent(each.before[side]), percent(each.after[side])
                rows.append([where, found.names[side], *chances, points(each.skill[side]), points(each.luck[side])])
                where = ""
    heads = [_("situation"), _("team"), _("before"), _("after"), *found.heads]
    heading = say("Every chance that moved by {n} percentage points or more", n=MOVED * 100 // ONE)
    return Section(_("The turns that changed the chances most"), "", [Grid(heading, heads, rows, folded=False)])


# --- Help during play: what a coach would do, judged only from what the seat may see.
#
# A game's `kit.advice` names a function that gives suggestions for an observation, best first. A game without such a
# function gives no suggestions.


BEST = 3  # suggestions
SEED = 17  # fills in what the seat cannot see, always in the same way


@dataclass(frozen=True)
class Suggestion:
    """A choice that a coach suggests: as typed and in words, with its chance of winning in millionths.

    `reason` says why the coach suggests it, in the words of the game.
    """

    order: str
    what: str
    chance: int
    reason: str


Advice: TypeAlias = Callable[[Observation[Any, Any]], list[Suggestion]]


def advice(observation: Observation[Any, Any]) -> list[Suggestion]:
    """The best choices of a seat that chooses now, best first. Empty if the game has no advice for this question."""
    place = kit_of(observation.game).advice
    if not place or not observation.is_asked():
        return []
    ask: Advice = load(place)
    return ask(observation)[:BEST]


def best_first(found: list[Suggestion]) -> list[Suggestion]:
    """The suggestions in `found` by their chance of winning, the highest first."""
    return sorted(found, key=lambda each: -each.chance)


def imagined(observation: Observation[Any, Any]) -> Any:
    """The seat's view with its blanks filled in."""
    state = copy(observation.view)
    observation.game.determinize(state, observation.config, observation.seat, sampled(SEED))
    return state
