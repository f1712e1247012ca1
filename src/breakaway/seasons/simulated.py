"""Plays the matches of a season: those of the computer's entrants, and the start of those in which people sit."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from breakaway.core.language import UserError, say
from breakaway.games.manifest import find, kit_of
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, SHEET, Table
from breakaway.players.settings import Request, find_setting, make_start, requested
from breakaway.records.match import Match
from breakaway.records.record_file import Line, Memory
from breakaway.seasons.carried import carrier_of
from breakaway.seasons.results import enter_recorded, result_in
from breakaway.seasons.season import Season, SeasonMatch
from breakaway.seasons.terms import RACES, SeasonTerms, TermsFault


def request_for(season: Season, match: SeasonMatch) -> Request:
    """The request for a match of the season: its teams, rosters, course and house rules. Raises UserError."""
    names = [season.entrants[each].team or season.entrants[each].name for each in match.sides]
    asked = {each.name: each for each in kit_of(find(season.terms.game)).asks}
    said: dict[str, Any] = {}
    if any(each.counts_seats for each in asked.values()):
        said |= {"teams": str(len(names)), "team": names}
    elif "team" in asked:
        said |= {"team": names[0], "versus": names[1]}
    rosters = [season.entrants[each].roster for each in match.sides]
    if all(rosters):
        said["teams"] = ",".join(rosters)
    if season.terms.decks is not None:
        said["teams"] = season.terms.decks
    said |= season.terms.stages[match.stage].course(match.round)
    return requested(season.terms.game, season.terms.house, **said)


def shipped_rosters(game: str) -> list[str]:
    """The rosters that ship with a `game`, in the words of a file of terms. Empty: it has none. Raises NoSuchGame."""
    found = find(game)
    if kit_of(found).season is None:
        return []
    pairs = [value for asked in find_setting(found).form().first if asked.name == "teams" for value, _ in asked.choices]
    return list(dict.fromkeys(each for pair in pairs for each in pair.split(",") if each))


@contextmanager
def start_of(season: Season, match: SeasonMatch, seed: int | None) -> Iterator[Request]:
    """The request for a match of the season with what was carried over from earlier ones, and with this `seed`.

    The files that it names are there until the block ends. Raises UserError.
    """
    request, carrier = request_for(season, match).model_copy(update={"seed": seed}), carrier_of(season.terms.game)
    if carrier is None:
        yield request
        return
    with TemporaryDirectory(prefix="breakaway-") as folder:
        carried = [season.carried_by(each) for each in match.sides]
        yield carrier.request(request, carried, Path(folder))


def seed_of(season: Season, match: SeasonMatch) -> int:
    """The seed of a match that the computer plays: always the same for the same season and match."""
    text = f"{season.terms.title} {season.terms.seed} {match.id} {[season.entrants[each].name for each in match.sides]}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")


def is_simulated(season: Season, match: SeasonMatch) -> bool:
    """Whether only the computer plays in a match of the `season`."""
    return all(season.entrants[each].by != HUMAN for each in match.sides)


def check_entrants(season: Season) -> None:
    """Makes sure that matches of the season can begin: coaches, teams, courses and house rules exist. Raises UserError
    with all that is wrong.

    People without a team may play elsewhere, with teams that this program does not know.
    """
    if faults := entrant_faults(season):
        raise UserError("\n".join(text for _path, text in faults))


def entrant_faults(season: Season) -> list[TermsFault]:
    """Why matches of the `season` could not begin, by the path of the field in its terms. Empty: they can."""
    game = find(season.terms.game)
    try:
        requested(season.terms.game, season.terms.house)
    except UserError as error:
        return [(("house",), _plain(error))]
    known = (HUMAN, SHEET, *coaches.names(game), *coaches.own_names(game))
    faults: list[TermsFault] = []
    for i, each in enumerate(season.entrants):
        if each.by not in known:
            there = ", ".join(known)
            text = say(
                "{name}: {game} has no coach {coach}; there are: {there}",
                name=each.name,
                game=game.title,
                coach=repr(each.by),
                there=there,
            )
            faults.append((("entrants", i), text))
    decks = season.terms.decks
    if decks is not None and not Path(decks).is_dir():
        faults.append((("decks",), say("decks: {folder} is not a folder", folder=repr(decks))))
    return [*faults, *_course_faults(season)] or _match_faults(season)


def _course_faults(season: Season) -> list[TermsFault]:
    """The sets of rules and tracks of all stages that do not exist, each told once, or do not fit the house rules."""
    faults: list[TermsFault] = []
    for i, stage in enumerate(season.terms.stages):
        sides = season.terms.size(i) if stage.kind == RACES else 2
        for field, names in (("profile", stage.profile), ("track", stage.track)):
            for name in dict.fromkeys(names or ()):
                if fault := _set_up_fault(season.terms, {field: name}, sides):
                    faults.append((("stages", i, field), fault))
        courses = [] if faults else [stage.course(n) for n in range(1, (stage.rounds or 1) + 1)]
        for course in (each for n, each in enumerate(courses) if each and each not in courses[:n]):
            if fault := _set_up_fault(season.terms, course, sides):
                faults.append((("stages", i, "profile"), fault))
    return faults


def _set_up_fault(terms: SeasonTerms, course: Mapping[str, str], sides: int) -> str:
    """Why no match of so many `sides` can have this `course`; empty if it can."""
    game = find(terms.game)
    try:
        seats = {each.name: str(sides) for each in kit_of(game).asks if each.counts_seats}
        find_setting(game).set_up(requested(terms.game, terms.house, **seats, **course), [HUMAN] * sides)
    except UserError as error:
        return _plain(error)
    return ""


def _match_faults(season: Season) -> list[TermsFault]:
    game, seen = find(season.terms.game), set[int]()
    faults: list[TermsFault] = []
    for match in season.matches.values():
        sides = [season.entrants[each] for each in match.sides]
        is_elsewhere = all(each.by == HUMAN for each in sides) and not all(each.team for each in sides)
        if is_elsewhere or seen >= set(match.sides):
            continue
        seen |= set(match.sides)
        by, names = [each.by for each in sides], ", ".join(each.name for each in sides)
        try:
            request = request_for(season, match)
        except UserError as error:
            faults.append((("entrants",), _plain(error)))
            continue
        try:
            seats = game.seat_count(find_setting(game).set_up(request, by)[0])
        except UserError as error:
            faults.append((("entrants",), f"{names}: {_plain(error)}"))
            continue
        if seats != len(by):
            return [(("house",), say("with these house rules, {game} has {n} seats", game=game.title, n=seats))]
    return list(dict.fromkeys(faults))


def _plain(error: UserError) -> str:
    """The text of an `error` without the dashes of the command line's options."""
    return str(error).replace("--", "")


def simulate(season: Season, match: SeasonMatch, tell: Callable[[], None] = lambda: None) -> list[Line]:
    """Plays a match of the `season` between entrants of the computer, and enters its result.

    Returns the lines of the match's record. `tell` is called after each turn. Raises UserError.
    """
    game = find(season.terms.game)
    by = [season.entrants[each].by for each in match.sides]
    with start_of(season, match, seed_of(season, match)) as request:
        played: Match[Any, Any] = Match.new(game, make_start(request, by), Memory())
    table = Table(game, played)
    while not played.is_over():
        table.play_turn()
        tell()
    enter_recorded(season, result_in(played), match.sides)
    return played.record.lines
