"""What is agreed before a season begins: who takes part, the stages, the points, and how ties are broken."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Annotated, Any, Literal, Self, TypeAlias, get_args

from pydantic import BeforeValidator, Field, ValidationError, model_validator

from breakaway.core.data_files import BadData, Strict, explained, place
from breakaway.core.language import UserError, _, many, say
from breakaway.core.lookalikes import alike
from breakaway.games.manifest import find, kit_of

LONGEST_NAME = 40
MOST_ENTRANTS = 64
MOST_ROUNDS = 60
USUAL_DAYS = 7  # from round to round

ROUND_ROBIN, SWISS, KNOCKOUT, RACES = "round_robin", "swiss", "knockout", "races"
Kind = Literal["round_robin", "swiss", "knockout", "races"]

# How ties on points are broken, in the words of a file of terms. `lot` is drawn once for the whole season.
Tie = Literal["head_to_head", "difference", "scored", "wins", "last", "lot"]
USUAL_TIES: tuple[Tie, ...] = ("head_to_head", "difference", "scored", "lot")
USUAL_RACE_TIES: tuple[Tie, ...] = ("wins", "last", "lot")

# What becomes of the matches of somebody who leaves. `half`: his results count for nothing if he has played less than
# half of his matches; otherwise they stand, and the others win the rest by forfeit.
Leaving = Literal["half", "annul", "forfeit"]

# What a drawn match of a cup leads to: another match, or the place goes to the better seed.
Drawn = Literal["replay", "better_seed"]


def _date(given: Any) -> Any:
    if isinstance(given, str):
        try:
            return date.fromisoformat(given)
        except ValueError:
            raise ValueError(say("expected a date such as 2026-10-22, not {given}", given=repr(given))) from None
    return given


def _list(given: Any) -> Any:
    return [given] if isinstance(given, str) else given


Day = Annotated[date, BeforeValidator(_date)]
Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Course = Annotated[str, Field(min_length=1, max_length=400)]
Courses = Annotated[list[Course], Field(min_length=1, max_length=MOST_ROUNDS), BeforeValidator(_list)]

# Something wrong in terms: where it is in their data, such as `("stages", 1, "take")`, and what would be right.
TermsFault: TypeAlias = tuple[tuple[str | int, ...], str]


class Entrant(Strict):
    """Somebody who takes part: a person's name, the team, and who plays it.

    `by` is `human`, or the name of a coach or level of the computer. `team` is what the season's tables show beside the
    name; for a match it may be a team of the game. `roster`: in FATE, a roster that ships with the game, or a file.
    """

    name: Name
    team: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    by: Name = "human"
    roster: Annotated[str, Field(max_length=400)] = ""


class TablePoints(Strict):
    """The points of the table for a match won, drawn and lost, and for a round without an opponent in a Swiss stage."""

    win: Annotated[int, Field(ge=0, le=100)] = 2
    draw: Annotated[int, Field(ge=0, le=100)] = 1
    loss: Annotated[int, Field(ge=0, le=100)] = 0
    bye: Annotated[int, Field(ge=0, le=100)] = 2

    @model_validator(mode="after")
    def _in_order(self) -> Self:
        if not self.win > self.loss or not self.win >= self.draw >= self.loss:
            raise ValueError(
                _("a win must be worth more than a loss, and a draw no more than a win and no less than a loss")
            )
        return self


class Stage(Strict):
    """A part of a season.

    - `kind`: `round_robin` (everybody meets everybody), `swiss` (in each round, one meets somebody with as many
      points), `knockout` (who loses is out) or `races` (everybody rides in each race).
    - `legs`: how often two entrants meet in a round robin: 1 or 2.
    - `rounds`: the number of rounds of a Swiss stage, or of races.
    - `take`: how many of the stage before go on to this one. Without it, all of them.
    - `drawn`: what a drawn match of a knockout leads to.
    - `scale`: in races, the points for the first place, the second and so on. Without it, the points of the race.
    - `profile`, `track`: in the race, the set of rules and the track, as for one match: one for the whole stage, or in
      races a list with one for each of them.
    - `first`, `days`: the day by which the first round should be played, and the days from round to round. Without
      `first`, the next round begins when the last one is over.
    """

    kind: Kind
    name: Annotated[str, Field(max_length=LONGEST_NAME)] = ""
    legs: Annotated[int, Field(ge=1, le=2)] | None = None
    rounds: Annotated[int, Field(ge=1, le=MOST_ROUNDS)] | None = None
    take: Annotated[int, Field(ge=2, le=MOST_ENTRANTS)] | None = None
    drawn: Drawn | None = None
    scale: Annotated[list[Annotated[int, Field(ge=0, le=1000)]], Field(min_length=1, max_length=12)] | None = None
    profile: Courses | None = None
    track: Courses | None = None
    first: Day | None = None
    days: Annotated[int, Field(ge=1, le=366)] | None = None

    @model_validator(mode="after")
    def _fits(self) -> Self:
        for field, kinds in BELONGS.items():
            if getattr(self, field) is not None and self.kind not in kinds:
                raise ValueError(
                    say(
                        "{field} is not for {kind}, only for {kinds}",
                        field=field,
                        kind=self.kind,
                        kinds=" / ".join(kinds),
                    )
                )
        if self.kind in (SWISS, RACES) and self.rounds is None:
            raise ValueError(say("{kind} needs the number of rounds: rounds = 5", kind=self.kind))
        if self.days is not None and self.first is None:
            raise ValueError(_("days needs first, the day of the first round"))
        if self.scale is not None and self.scale != sorted(self.scale, reverse=True):
            raise ValueError(_("scale must not rise: a better place is worth at least as much as the next one"))
        return self

    @property
    def spacing(self) -> int:
        """The days from one round to the next."""
        return USUAL_DAYS if self.days is None else self.days

    def course(self, number: int) -> dict[str, str]:
        """The `profile` and the `track` of the round with this `number`, from 1, as far as the terms name them."""
        named = {"profile": self.profile, "track": self.track}
        return {name: each[0 if len(each) == 1 else number - 1] for name, each in named.items() if each}


BELONGS = {
    "legs": (ROUND_ROBIN,),
    "rounds": (SWISS, RACES),
    "drawn": (KNOCKOUT,),
    "scale": (RACES,),
}


class SeasonTerms(Strict):
    """The terms of a season, as in its file of terms (TOML). `house` are house rules of all matches. `decks`: in
    football, a folder with the entrants' own teams and cards, instead of those that ship with the game.

    `seed` decides the draw of the schedule and of lots: the same number draws the same.
    """

    title: Annotated[str, Field(min_length=1, max_length=60)]
    game: str
    entrants: Annotated[list[Entrant], Field(min_length=2, max_length=MOST_ENTRANTS)]
    stages: Annotated[list[Stage], Field(min_length=1, max_length=6)]
    points: TablePoints = TablePoints()
    ties: Annotated[list[Tie], Field(max_length=6)] | None = None
    leaving: Leaving = "half"
    rated: bool = False
    house: dict[str, str] = Field(default_factory=dict)
    decks: Annotated[str, Field(min_length=1, max_length=400)] | None = None
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0

    def tie_breaks(self, stage: int) -> tuple[Tie, ...]:
        """How ties on points are broken in the stage with this number, from 0."""
        if self.ties is not None:
            return tuple(self.ties)
        return USUAL_RACE_TIES if self.stages[stage].kind == RACES else USUAL_TIES

    def size(self, stage: int) -> int:
        """How many take part in the stage with this number, if nobody has left."""
        count = len(self.entrants)
        for each in self.stages[1 : stage + 1]:
            count = min(count, each.take or count)
        return count


def checked_terms(data: Any, where: str) -> SeasonTerms:
    """The terms in `data`, as TOML or JSON give them. Raises UserError or BadData naming all that is wrong; `where`
    says where the data comes from.
    """
    terms, faults = examined_terms(data)
    if terms is None:
        raise BadData("\n".join(f"{where}: {place(*path)}: {text}" for path, text in faults))
    if faults:
        raise UserError("\n".join(f"{where}: {text}" for _path, text in faults))
    return terms


def examined_terms(data: Any) -> tuple[SeasonTerms | None, list[TermsFault]]:
    """The terms in `data` and all that is wrong with them; None if a field has a value that it cannot have."""
    try:
        terms = SeasonTerms.model_validate(data)
    except ValidationError as error:
        return None, list(explained(SeasonTerms, error, data).items())
    faults = (_faults_of_names(terms), _faults_of_stages(terms), _faults_of_ties(terms), _faults_of_days(terms))
    return terms, [fault for each in faults for fault in each]


def _faults_of_names(terms: SeasonTerms) -> list[TermsFault]:
    names = [each.name for each in terms.entrants]
    faults: list[TermsFault] = [
        (("entrants", i), say("{name} has a character that cannot be shown", name=repr(name)))
        for i, name in enumerate(names)
        if not name.isprintable()
    ]
    if fault := alike(names):
        faults.append((("entrants",), fault))
    if terms.decks is not None and not has_decks(terms.game):
        faults.append((("decks",), say("decks: {game} has no decks", game=terms.game)))
    rosters = [each.name for each in terms.entrants if each.roster]
    if 0 < len(rosters) < len(terms.entrants):
        faults.append((("entrants",), say("{name} has a roster: then all entrants need one", name=rosters[0])))
    return faults


def has_decks(game: str) -> bool:
    """Whether entrants of a season of this `game` can play with teams and cards from a folder of their own."""
    try:
        return any((each.name, each.metavar) == ("teams", "FOLDER") for each in kit_of(find(game)).asks)
    except UserError:  # there is no such game, which is said elsewhere
        return True


def has_courses(game: str) -> bool:
    """Whether matches of this `game` have a set of rules and a track to choose. Raises NoSuchGame."""
    return {"profile", "track"} <= {each.name for each in kit_of(find(game)).asks}


def sides_of(game: str) -> tuple[int, int]:
    """The least and the most sides that can meet in a match of a `game`. Raises NoSuchGame."""
    found = find(game)
    return found.seats if any(each.counts_seats for each in kit_of(found).asks) else (2, 2)


def _faults_of_stages(terms: SeasonTerms) -> list[TermsFault]:
    faults: list[TermsFault] = []
    try:
        least, most = sides_of(terms.game)
    except UserError as error:
        return [(("game",), str(error))]
    if terms.stages[0].take is not None:
        faults.append((("stages", 0, "take"), _("take is not for the first stage: all entrants begin in it")))
    for i, stage in enumerate(terms.stages):
        label, size = stage_name(terms.stages, i), terms.size(i)
        before = len(terms.entrants) if i == 0 else terms.size(i - 1)
        if stage.take is not None and stage.take > before:
            text = say("{stage}: only {n} can go on, not {take}", stage=label, n=before, take=stage.take)
            faults.append((("stages", i, "take"), text))
        if i and terms.stages[i - 1].kind == KNOCKOUT:
            faults.append((("stages", i, "kind"), say("{stage}: nothing can follow a knockout", stage=label)))
        if stage.kind == RACES and most == 2:
            text = say("{stage}: races are for games with more than two sides", stage=label)
            faults.append((("stages", i, "kind"), text))
        elif stage.kind == RACES and not least <= size <= most:
            text = say(
                "{stage}: a match of {game} is for {least} to {most} sides, not {size}",
                stage=label,
                game=terms.game,
                least=least,
                most=most,
                size=size,
            )
            faults.append((("stages", i, "kind"), text))
        if stage.kind == SWISS and stage.rounds is not None and stage.rounds > most_swiss_rounds(size):
            limit = most_swiss_rounds(size)
            text = many(
                "{stage}: with {size} entrants, a Swiss stage has at most {n} round, so that nobody meets twice",
                "{stage}: with {size} entrants, a Swiss stage has at most {n} rounds, so that nobody meets twice",
                limit,
                stage=label,
                size=size,
            )
            faults.append((("stages", i, "rounds"), text))
        faults += _faults_of_courses(terms, i)
    return faults


def _faults_of_courses(terms: SeasonTerms, i: int) -> list[TermsFault]:
    faults: list[TermsFault] = []
    stage, label = terms.stages[i], stage_name(terms.stages, i)
    for field, named in (("profile", stage.profile), ("track", stage.track)):
        if named is None:
            continue
        if not has_courses(terms.game):
            text = say("{stage}: {game} has no {field} to choose", stage=label, game=terms.game, field=field)
            faults.append((("stages", i, field), text))
        elif len(named) > 1 and stage.kind != RACES:
            text = say("{stage}: only races can each have their own {field}; name one", stage=label, field=field)
            faults.append((("stages", i, field), text))
        elif len(named) not in (1, stage.rounds or 1):
            text = say(
                "{stage}: {field} has {there} names for {n} races; name one for all, or one for each",
                stage=label,
                field=field,
                there=len(named),
                n=stage.rounds or 1,
            )
            faults.append((("stages", i, field), text))
    return faults


def most_swiss_rounds(size: int) -> int:
    """How many rounds a Swiss stage of so many entrants can have, whatever the results, without two meeting twice.

    With `size` made even, after r rounds each entrant has met r of the others. While size - 1 - r is at least half of
    size, Dirac's theorem finds a round of new pairs.
    """
    return max(1, (size + size % 2) // 2)


def _faults_of_ties(terms: SeasonTerms) -> list[TermsFault]:
    ties, kinds = terms.ties or [], {each.kind for each in terms.stages}
    faults: list[TermsFault] = []
    for i, tie in enumerate(ties):
        if tie in ties[:i]:
            if ties[:i].count(tie) == 1:
                faults.append((("ties", i), say("ties: {tie} is there twice", tie=tie)))
        elif tie == "last" and RACES not in kinds:
            faults.append((("ties", i), _("ties: last is only for races")))
        elif tie in ("head_to_head", "difference") and kinds == {RACES}:
            faults.append((("ties", i), say("ties: {tie} is not for races", tie=tie)))
    return faults


def _faults_of_days(terms: SeasonTerms) -> list[TermsFault]:
    faults: list[TermsFault] = []
    last: tuple[date, str] | None = None
    for i, stage in enumerate(terms.stages):
        label = stage_name(terms.stages, i)
        if stage.first is None:
            continue
        if last is not None and stage.first <= last[0]:
            text = say(
                "{stage} begins on {first}, before {other} is over on {last}",
                stage=label,
                first=stage.first.isoformat(),
                other=last[1],
                last=last[0].isoformat(),
            )
            faults.append((("stages", i, "first"), text))
        try:
            last = (date.fromordinal(stage.first.toordinal() + stage.spacing * (rounds_of(terms, i) - 1)), label)
        except (ValueError, OverflowError):
            faults.append((("stages", i, "first"), say("{stage} would end after the year 9999", stage=label)))
    return faults


def rounds_of(terms: SeasonTerms, stage: int) -> int:
    """How many rounds the stage with this number has, if no match of a knockout is replayed."""
    this, size = terms.stages[stage], terms.size(stage)
    if this.kind == ROUND_ROBIN:
        return (size - 1 + size % 2) * (this.legs or 1)
    if this.kind == KNOCKOUT:
        return (size - 1).bit_length()
    return this.rounds or 1


def stage_name(stages: Sequence[Stage], i: int) -> str:
    """What people call the stage with the number `i`, from 0, of these `stages`."""
    if stages[i].name:
        return stages[i].name
    words = {ROUND_ROBIN: _("League"), SWISS: _("Swiss"), KNOCKOUT: _("Cup"), RACES: _("Races")}
    return words[stages[i].kind]


assert set(get_args(Kind)) == {ROUND_ROBIN, SWISS, KNOCKOUT, RACES}
