"""A season with its results: what its lines add up to, and what may be added to them.

A season's file has one JSON value on each line. The first holds the terms. Each further one is a round that was drawn,
a result, a forfeit, a replacement, a departure, or takes back the line before. Nothing is ever changed or removed, so
the file tells how each number came about. `Season` reads the lines and adds new ones; who keeps them (a file, a
database) is not its business.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, TypeAlias

from breakaway.core.language import UserError, _, say
from breakaway.core.lookalikes import alike
from breakaway.core.state import canonical, json_of
from breakaway.seasons.terms import (
    KNOCKOUT,
    Entrant,
    SeasonTerms,
    checked_terms,
)

FORMAT = 1
LARGEST = 16 * 1024 * 1024  # characters of a file
LONGEST_REASON = 400

Line: TypeAlias = dict[str, Any]

PLAYED, BY_HAND, FORFEIT = "played", "by_hand", "forfeit"
HOWS = (PLAYED, BY_HAND, FORFEIT)


class BadSeason(UserError):
    """The file is not a season, or it was damaged. Names the line."""


class NotPossible(UserError):
    """What somebody wants to enter does not fit the season. Says what would be right."""


@dataclass(frozen=True)
class SeasonResult:
    """How a match ended.

    `score` and `rank` are by side of the match; the score is in the game's own unit, the best rank is 1. A forfeit has
    no score. `how`: from a record (`played`), entered by somebody with a `reason` (`by_hand`), or `forfeit`. `record`
    is the hash of the last line of the record. `figures` counts what the game counts, by side and name. `carried` is
    what the match leaves behind for later ones, by side. `absent` are entrants who had left and did not ride in a race.
    """

    rank: tuple[int, ...]
    score: tuple[int, ...] | None = None
    how: str = PLAYED
    reason: str = ""
    record: str = ""
    figures: tuple[Mapping[str, int], ...] = ()
    carried: tuple[Sequence[Mapping[str, str]], ...] = ()
    absent: tuple[int, ...] = ()

    @property
    def winner(self) -> int | None:
        """The side that won alone, or None."""
        first = [side for side, rank in enumerate(self.rank) if rank == 1]
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True)
class SeasonMatch:
    """A match of the schedule: its id such as `1.3.2` (stage, round, number), its sides (entrants), and its result."""

    id: str
    stage: int
    round: int
    sides: tuple[int, ...]
    due: date | None = None
    result: SeasonResult | None = None

    def side_of(self, entrant: int) -> int:
        """Which side the `entrant` is on. Raises ValueError."""
        return self.sides.index(entrant)


@dataclass
class SeasonRound:
    """A round of a stage: its matches, and who rests in it. The first round of a cup has the `seeds`, best first."""

    stage: int
    number: int
    due: date | None
    matches: list[str] = field(default_factory=list)
    rests: tuple[int, ...] = ()
    seeds: tuple[int, ...] = ()


@dataclass
class Season:
    """A season: its terms, its lines, and what they add up to. Entrants are numbers, from 0, in the order of the terms.

    `matches` has every match by id, in the order of the schedule. `left` has those who have left, with the reason, and
    `left_in` the stage in which they left. `entrants` has who plays now: after a replacement it is the new player;
    `before` has the earlier names.
    """

    terms: SeasonTerms
    lines: list[Line] = field(default_factory=list)
    entrants: list[Entrant] = field(default_factory=list)
    before: dict[int, list[str]] = field(default_factory=dict)
    left: dict[int, str] = field(default_factory=dict)
    left_in: dict[int, int] = field(default_factory=dict)
    rounds: list[SeasonRound] = field(default_factory=list)
    matches: dict[str, SeasonMatch] = field(default_factory=dict)

    # --- Reading and writing the lines.

    @classmethod
    def of(cls, terms: SeasonTerms) -> Season:
        """A season with these `terms`, of which nothing was drawn yet (`rounds.begun`)."""
        return cls._of(
            [{"kind": "season", "format": FORMAT, "terms": terms.model_dump(mode="json", exclude_none=True)}]
        )

    @classmethod
    def read(cls, text: str) -> Season:
        """The season of a file. Raises BadSeason, which names the line."""
        if len(text) > LARGEST:
            raise BadSeason(say("this file is larger than {most} MiB", most=LARGEST // 2**20))
        lines = []
        for i, row in enumerate(text.splitlines(), 1):
            try:
                line = json_of(row)
            except ValueError as error:
                raise BadSeason(say("line {i}: not JSON ({error})", i=i, error=error)) from None
            if not isinstance(line, dict) or not isinstance(line.get("kind"), str):
                raise BadSeason(say("line {i}: expected an object with a kind", i=i))
            lines.append(line)
        return cls._of(lines)

    @classmethod
    def _of(cls, lines: Sequence[Line]) -> Season:
        if not lines or lines[0].get("kind") != "season":
            raise BadSeason(_("this is no season: its first line must hold the terms"))
        if lines[0].get("format") != FORMAT:
            raise BadSeason(_("this season was written by a newer version of Breakaway; install that version"))
        season = cls(checked_terms(lines[0].get("terms"), say("line {i}", i=1)), [lines[0]])
        season.entrants = list(season.terms.entrants)
        for i, line in enumerate(lines[1:], 2):
            try:
                season._take(line)
            except (UserError, KeyError, TypeError, ValueError, IndexError) as error:
                why = str(error) if isinstance(error, UserError) else _("the line does not fit the season before it")
                raise BadSeason(say("line {i}: {why}", i=i, why=why)) from None
            season.lines.append(line)
        return season

    def text(self) -> str:
        """The lines of the season's file."""
        return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in self.lines)

    def add(self, line: Line) -> None:
        """Adds a `line`. If it does not fit, nothing changes: raises NotPossible, KeyError, TypeError or ValueError."""
        canonical(line)  # half a character could not be written
        self._take(line)
        self.lines.append(line)

    def _take(self, line: Line) -> None:
        """Adds what a line says. Raises NotPossible, KeyError, TypeError or ValueError if it does not fit."""
        kind = line["kind"]
        if kind == "round":
            self._take_round(line)
        elif kind == "result":
            self._take_result(line)
        elif kind == "replaced":
            self._take_replacement(line)
        elif kind == "left":
            self._check_entrant(line["entrant"])
            self.left[line["entrant"]] = str(line["reason"])
            self.left_in[line["entrant"]] = self.stage
        elif kind == "undo":
            self._take_back()
        else:
            raise NotPossible(say("{kind} is no kind of line", kind=repr(kind)))

    def _take_round(self, line: Line) -> None:
        stage, number = line["stage"], line["number"]
        if not (type(stage) is int and 0 <= stage < len(self.terms.stages) and type(number) is int and number > 0):
            raise NotPossible(_("there is no such round"))
        if self.rounds and (stage, number) < (self.rounds[-1].stage, self.rounds[-1].number):
            raise NotPossible(_("a later round was drawn before"))
        due = date.fromisoformat(line["due"]) if line.get("due") else None
        rests, seeds, busy = tuple(line.get("rests", ())), tuple(line.get("seeds", ())), set[int]()
        for each in (*rests, *seeds, *(each for sides in line["matches"] for each in sides)):
            self._check_entrant(each)
        for sides in line["matches"]:
            if len(set(sides)) != len(sides) or busy & set(sides) or len(sides) < 2:
                raise NotPossible(_("somebody would play twice in one round"))
            busy |= set(sides)
        if not self.rounds or (self.rounds[-1].stage, self.rounds[-1].number) != (stage, number):
            self.rounds.append(SeasonRound(stage, number, due, [], rests, seeds))
        this = self.rounds[-1]
        for sides in line["matches"]:
            match_id = f"{stage + 1}.{number}.{len(this.matches) + 1}"
            this.matches.append(match_id)
            self.matches[match_id] = SeasonMatch(match_id, stage, number, tuple(sides), due)

    def _take_result(self, line: Line) -> None:
        match = self.matches.get(line["match"])
        if match is None:
            raise NotPossible(say("there is no match {id}", id=line["match"]))
        rank = tuple(line["rank"])
        score = None if line.get("score") is None else tuple(line["score"])
        seats = len(match.sides)
        if len(rank) != seats or (score is not None and len(score) != seats) or line["how"] not in HOWS:
            raise NotPossible(say("match {id} has {n} sides", id=match.id, n=seats))
        if not all(type(each) is int for each in (*rank, *(score or ()))):
            raise NotPossible(_("scores and places are whole numbers"))
        if min(rank) != 1 or any(each != 1 + sum(other < each for other in rank) for each in rank):
            raise NotPossible(_("the places do not fit each other: 1, 2, 2, 4 would"))
        told = line.get("reason", ""), line.get("record", "")
        figures, carried = tuple(line.get("figures", ())), tuple(line.get("carried", ()))
        absent = tuple(line.get("absent", ()))
        result = SeasonResult(rank, score, line["how"], *told, figures, carried, absent)
        self.matches[match.id] = replace(match, result=result)

    def _take_replacement(self, line: Line) -> None:
        i = line["entrant"]
        self._check_entrant(i)
        old = self.entrants[i]
        told = {"name": line["name"], "team": line.get("team", old.team), "by": line.get("by", "human")}
        self.entrants[i] = Entrant(**told, roster=old.roster)
        self.before.setdefault(i, []).append(old.name)
        self.left.pop(i, None)
        self.left_in.pop(i, None)

    def _take_back(self) -> None:
        standing = self._standing()
        if not standing:
            raise NotPossible(_("there is nothing to take back"))
        fresh = Season(self.terms, [self.lines[0]], list(self.terms.entrants))
        for line in standing[:-1]:
            fresh._take(line)
        self.entrants, self.before, self.left, self.left_in = fresh.entrants, fresh.before, fresh.left, fresh.left_in
        self.rounds, self.matches = fresh.rounds, fresh.matches

    def _check_entrant(self, i: Any) -> None:
        if type(i) is not int or not 0 <= i < len(self.terms.entrants):
            raise NotPossible(_("there is no such entrant"))

    # --- What is known.

    @property
    def stage(self) -> int:
        """The stage that is played now, from 0; after the end, the last one."""
        return self.rounds[-1].stage if self.rounds else 0

    def in_stage(self, stage: int) -> list[SeasonMatch]:
        """The matches of a `stage` that were drawn, in the order of the schedule."""
        return [each for each in self.matches.values() if each.stage == stage]

    def in_it(self, stage: int) -> list[int]:
        """Who takes part in a `stage` that has begun, in the order of the terms."""
        found = {each for match in self.in_stage(stage) for each in match.sides}
        found |= {each for this in self.rounds if this.stage == stage for each in this.rests}
        return sorted(found)

    def gone_from(self, match: SeasonMatch) -> list[int]:
        """The sides of a match that have left the season, in its stage or before."""
        return [each for each in match.sides if each in self.left and self.left_in[each] <= match.stage]

    def result_of(self, match: SeasonMatch) -> SeasonResult | None:
        """The result of a match as it counts: what was entered, a forfeit if somebody has left, or None if it is open
        or counts for nothing.
        """
        if self.is_annulled(match):
            return None
        gone = self.gone_from(match)
        if match.result is None and len(match.sides) == 2 and len(gone) == 1:
            return SeasonResult(
                tuple(2 if each in gone else 1 for each in match.sides), how=FORFEIT, reason=self.left[gone[0]]
            )
        return match.result

    def is_annulled(self, match: SeasonMatch) -> bool:
        """Whether a match counts for nothing, because somebody has left. In cups and races, matches always count."""
        if self.terms.stages[match.stage].kind == KNOCKOUT or len(match.sides) > 2:
            return False
        return any(self._is_annulled(each, match.stage) for each in self.gone_from(match))

    def _is_annulled(self, entrant: int, stage: int) -> bool:
        """Whether the results of somebody who has left count for nothing in the stage in which he left."""
        if self.terms.leaving != "half" or self.left_in[entrant] < stage:
            return self.terms.leaving == "annul"
        his = [each for each in self.in_stage(stage) if entrant in each.sides]
        return 2 * sum(each.result is not None for each in his) < len(his)

    def carried_by(self, entrant: int) -> list[Mapping[str, str]]:
        """What the matches of an `entrant` so far have left behind for later ones."""
        results = ((each, each.result) for each in self.matches.values() if entrant in each.sides)
        return [
            what
            for match, result in results
            if result is not None and result.carried
            for what in result.carried[match.side_of(entrant)]
        ]

    def open_matches(self, stage: int | None = None) -> list[SeasonMatch]:
        """The matches that are still to be played, in one `stage` or in all that were drawn."""
        return [
            each
            for each in self.matches.values()
            if stage in (None, each.stage)
            and self.result_of(each) is None
            and not self.is_annulled(each)
            and len(each.sides) - len(self.gone_from(each)) >= 2
        ]

    def number_of(self, name: str) -> int:
        """The entrant with this `name`, whatever its capitals; teams and earlier names count, too. Raises NotPossible,
        which lists the names.
        """
        wanted = " ".join(name.split()).casefold()
        for names in (
            [each.name for each in self.entrants],
            [each.team for each in self.entrants],
        ):
            found = [i for i, each in enumerate(names) if each.casefold() == wanted]
            if len(found) == 1:
                return found[0]
        for i, earlier in self.before.items():
            if wanted in (each.casefold() for each in earlier):
                return i
        there = ", ".join(each.name for each in self.entrants)
        raise NotPossible(say("nobody here is called {name}; there are: {there}", name=repr(name), there=there))

    def match_between(self, entrants: Sequence[int]) -> SeasonMatch:
        """The match of these `entrants`: the first that is open, else the last that was played. Those who have left may
        be missing from a race. Raises NotPossible.
        """
        found = [
            each
            for each in self.matches.values()
            if set(each.sides) - set(self.gone_from(each)) <= set(entrants) <= set(each.sides) and len(entrants) > 1
        ]
        if not found:
            names = ", ".join(self.entrants[each].name for each in entrants)
            raise NotPossible(say("no match was drawn with these names: {names}", names=names))
        still = [each for each in found if self.result_of(each) is None]
        return still[0] if still else found[-1]

    # --- What people and programs enter. Each adds lines or raises NotPossible, and then nothing has changed.

    def enter(
        self,
        match_id: str,
        score: Sequence[int] | None,
        rank: Sequence[int] | None = None,
        how: str = BY_HAND,
        reason: str = "",
        record: str = "",
        figures: Sequence[Mapping[str, int]] = (),
        carried: Sequence[Sequence[Mapping[str, str]]] = (),
        absent: Sequence[int] = (),
    ) -> None:
        """Enters the result of a match.

        `score`, `rank`, `figures` and `carried` are by side of the match; without `rank`, the score decides. `how`,
        `reason`, `record` and `absent` are as in `SeasonResult`. A result that changes an earlier one needs a reason.
        Raises NotPossible.
        """
        match = self._open_for(match_id, reason)
        if rank is None:
            if score is None:
                raise NotPossible(_("a result needs a score"))
            rank = [1 + sum(other > each for other in score) for each in score]
        if how == BY_HAND:
            _check_reason(reason)
        line = _result_line(match, score, rank, how, reason)
        for name, value in (
            ("record", record),
            ("figures", [dict(each) for each in figures]),
            ("carried", [[dict(each) for each in side] for side in carried] if any(carried) else []),
            ("absent", list(absent)),
        ):
            if value:
                line[name] = value
        self.add(line)

    def forfeit(self, match_id: str, entrant: int, reason: str) -> None:
        """The `entrant` loses a match between two without playing it, for a `reason`. Raises NotPossible."""
        match = self._open_for(match_id, reason)
        _check_reason(reason)
        if len(match.sides) != 2 or entrant not in match.sides:
            raise NotPossible(_("only one of two opponents can forfeit a match"))
        self.add(_result_line(match, None, [2 if each == entrant else 1 for each in match.sides], FORFEIT, reason))

    def _open_for(self, match_id: str, reason: str) -> SeasonMatch:
        match = self.matches.get(match_id)
        if match is None:
            raise NotPossible(say("there is no match {id}", id=match_id))
        if match.result is None:
            return match
        if not reason.strip():
            raise NotPossible(_("this match has a result already; to change it, say why"))
        newest = self.rounds[-1]
        follows = (newest.stage, newest.number) > (match.stage, match.round)
        if self.terms.stages[match.stage].kind == KNOCKOUT and follows:
            raise NotPossible(_("the next round was drawn from this result; take that draw back first (undo)"))
        if newest.stage > match.stage:
            raise NotPossible(_("the next stage was drawn from this result; take that draw back first (undo)"))
        return match

    def replace_entrant(
        self, entrant: int, name: str, by: str = "human", reason: str = "", team: str | None = None
    ) -> None:
        """Somebody with this `name` takes the place of an `entrant`, with all results, for a `reason`.

        `by` is who plays for the team from now on, `team` its new name, if it gets one. Raises NotPossible.
        """
        self._check_entrant(entrant)
        _check_reason(reason)
        name = " ".join(name.split())
        try:
            Entrant(name=name, by=by, team=team or "")
        except ValueError:
            raise NotPossible(_("a name has 1 to 40 characters")) from None
        if not name.isprintable():
            raise NotPossible(say("{name} has a character that cannot be shown", name=repr(name)))
        others = [each.name for i, each in enumerate(self.entrants) if i != entrant]
        if name.casefold() in (each.casefold() for each in others):
            raise NotPossible(say("{name} takes part already", name=name))
        if fault := alike([*others, name]):
            raise NotPossible(fault)
        line: Line = {"kind": "replaced", "entrant": entrant, "name": name, "by": by, "reason": reason}
        self.add(line if team is None else {**line, "team": team})

    def leave(self, entrant: int, reason: str) -> None:
        """The `entrant` plays no more, for a `reason`. The terms say what becomes of his matches.

        Raises NotPossible.
        """
        self._check_entrant(entrant)
        _check_reason(reason)
        if entrant in self.left:
            raise NotPossible(say("{name} has left already", name=self.entrants[entrant].name))
        self.add({"kind": "left", "entrant": entrant, "reason": reason})

    def undo(self, reason: str) -> Line:
        """Takes back the newest line that still counts, for a `reason`, and returns it. The file keeps it. Raises
        NotPossible.
        """
        _check_reason(reason)
        newest = self.newest()
        self.add({"kind": "undo", "reason": reason})
        return newest

    def newest(self) -> Line:
        """The newest line that still counts. Raises NotPossible if there is none."""
        standing = self._standing()
        if not standing:
            raise NotPossible(_("there is nothing to take back"))
        return standing[-1]

    def _standing(self) -> list[Line]:
        """The lines that still count, without the terms."""
        standing: list[Line] = []
        for line in self.lines[1:]:
            if line["kind"] == "undo":
                standing.pop()
            else:
                standing.append(line)
        return standing


def _result_line(match: SeasonMatch, score: Sequence[int] | None, rank: Sequence[int], how: str, reason: str) -> Line:
    line: Line = {"kind": "result", "match": match.id, "rank": list(rank), "how": how}
    if score is not None:
        line["score"] = list(score)
    return {**line, "reason": reason} if reason else line


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise NotPossible(_("a reason is needed (--reason at the terminal); everybody can read it"))
    if len(reason) > LONGEST_REASON or not reason.isprintable():
        raise NotPossible(say("a reason is one line of at most {n} characters", n=LONGEST_REASON))
