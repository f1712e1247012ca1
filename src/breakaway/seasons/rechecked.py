"""Whether the results of a season follow from the records of its matches, of which every line is checked again."""

from __future__ import annotations

from collections.abc import Callable

from breakaway.core.language import UserError, _, say
from breakaway.seasons.results import RecordedResult, among, recorded
from breakaway.seasons.season import NotPossible, Season, SeasonMatch, SeasonResult


def faults_of_results(season: Season, record_of: Callable[[SeasonMatch], str | None]) -> tuple[int, list[str]]:
    """Compares each result of a `season` that came out of a record with what the record says.

    `record_of` gives the text of the record of a match, or None if there is none. Returns how many results were
    compared, and a sentence for each that does not follow from its record. If there is no such sentence, everything
    that is worked out from the results, such as ratings, is what the records alone would give.
    """
    count, faults = 0, []
    for match in season.matches.values():
        if match.result is None or not match.result.record:
            continue
        count += 1
        try:
            _compare(season, match, match.result, record_of(match))
        except UserError as error:
            faults.append(say("match {id}: {why}", id=match.id, why=error))
    return count, faults


def _compare(season: Season, match: SeasonMatch, result: SeasonResult, text: str | None) -> None:
    """Raises NotPossible if the `result` of a `match` is not the one in the `text` of its record."""
    if text is None:
        raise NotPossible(_("its record is not there"))
    found = recorded(text, season.terms.game)
    if found.record != result.record:
        raise NotPossible(_("its record is another one"))
    seats = _seats(season, match, found)
    rode = [side for side, each in enumerate(match.sides) if each not in result.absent]
    fresh = among(found, [seats[side] for side in rode])
    score = None if result.score is None else tuple(result.score[side] for side in rode)
    if (fresh.score, fresh.rank) != (score, tuple(result.rank[side] for side in rode)):
        raise NotPossible(_("its record has another result"))


def _seats(season: Season, match: SeasonMatch, found: RecordedResult) -> list[int]:
    """The seat in the record of each side of a match: by the names, or if these do not tell, in the same order."""
    if len(found.names) != len(match.sides):
        raise NotPossible(say("its record has {n} seats", n=len(found.names)))
    try:
        entrants = [season.number_of(name) for name in found.names]
    except NotPossible:
        entrants = []
    if sorted(entrants) != sorted(match.sides):
        entrants = [*match.sides]
    return [entrants.index(each) for each in match.sides]
