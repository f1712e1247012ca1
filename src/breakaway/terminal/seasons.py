"""`breakaway season`: seasons kept in files or by a server, at the terminal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Protocol, TypeAlias

from breakaway.core.data_files import read_toml, write_whole
from breakaway.core.language import UserError, _, many, say
from breakaway.display.document import Document, Grid, Line, Section
from breakaway.games.manifest import find
from breakaway.players.seated_match import HUMAN
from breakaway.seasons import pages
from breakaway.seasons.following import following, terms_text
from breakaway.seasons.ratings import ratings_by_game
from breakaway.seasons.rechecked import faults_of_results
from breakaway.seasons.results import (
    by_score,
    enter_for,
    enter_imported,
    enter_recorded,
    read_csv,
    read_score,
    recorded,
    result_in,
)
from breakaway.seasons.rounds import begun, draw
from breakaway.seasons.season import NotPossible, Season, SeasonMatch
from breakaway.seasons.simulated import check_entrants, is_simulated, simulate, start_of
from breakaway.seasons.terms import KNOCKOUT, checked_terms, sides_of
from breakaway.terminal.printing import drawn
from breakaway.terminal.saved_matches import ENDING
from breakaway.terminal.screen import Screen
from breakaway.terminal.server_commands import bar

# --- The file of a season, and the folder beside it with the records of its matches.


class SeasonPlace(Protocol):
    """A season that is not in a file, such as in the database of a server (`club_seasons.py`)."""

    def read(self) -> Season:
        """The season as it is now. Raises UserError."""

    def changing(self) -> AbstractContextManager[Season]:
        """Like `changing`."""

    def record_of(self, match: SeasonMatch) -> str | None:
        """The record of a match of the schedule; None if there is none. Raises UserError."""


Where: TypeAlias = str | SeasonPlace  # a file, or another place


def read(file: Where) -> Season:
    """The season in a `file`, or in another place. Raises UserError."""
    if not isinstance(file, str):
        return file.read()
    try:
        text = Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{file} is no season: it is not text") from None
    except OSError as error:
        raise UserError(f"{file}: {error.strerror or error}") from None
    try:
        return Season.read(text)
    except UserError as error:
        raise UserError(f"{file}: {error}") from None


@contextmanager
def changing(file: Where) -> Iterator[Season]:
    """The season in a `file`, or in another place, which is written when the block ends, whole or not at all. Raises
    UserError, also if another program has changed the file meanwhile.
    """
    if not isinstance(file, str):
        with file.changing() as season:
            yield season
        return
    season = read(file)
    before = season.text()
    yield season
    if season.text() == before:
        return
    if read(file).text() != before:
        raise UserError(f"{file} was changed by another program meanwhile; nothing was written. Try again")
    write_whole(Path(file), season.text())


def record_path(file: str, match: SeasonMatch) -> Path:
    """The file for the record of a match of the season in `file`."""
    return Path(f"{file}-matches") / f"{match.id}{ENDING}"


# --- The commands.


def new(terms: str, file: str) -> None:
    """Makes a season from a file of `terms`, and draws its first round. Raises UserError."""
    _write_new(file, lambda: drawn_from(terms))


def new_after(before: str, file: str) -> None:
    """Makes the season that follows the one in the file `before`, with those who take part now. Raises UserError."""
    _write_new(file, lambda: drawn_after(read(before)))


def _write_new(file: str, drawn: Callable[[], Season]) -> None:
    path = Path(file)
    if path.exists():
        raise UserError(f"{file} already exists; name another file")
    season = drawn()
    write_whole(path, season.text())
    Screen().tell(_status(season))
    Screen().say_whole(f"The season: {file}")


def drawn_from(terms: str) -> Season:
    """A new season from a file of `terms`, with its first stage drawn. Raises UserError."""
    season = begun(checked_terms(read_toml(Path(terms)), terms))
    check_entrants(season)
    return season


def drawn_after(before: Season) -> Season:
    """A new season that follows the season `before`, with its first stage drawn. Raises UserError."""
    season = begun(following(before))
    check_entrants(season)
    return season


def template_after(before: Where) -> None:
    """Prints the terms of the season that follows the season `before`, for a file to edit. Raises UserError."""
    Screen().say_whole(terms_text(following(read(before))).rstrip())


def status(file: Where) -> None:
    """Shows the table and the matches that come next."""
    Screen().tell(_status(read(file)))


def _status(season: Season) -> Document:
    """The table of the stage that is played now, and the round that waits for results, or the last one."""
    open_ones = {each.id for each in season.open_matches()}
    waiting = next((each for each in season.rounds if open_ones & set(each.matches)), season.rounds[-1])
    page = pages.season_page(season)
    now = Section(_("This round"), parts=[pages.round_grid(season, waiting)])
    return Document(page.title, page.under, page.lead, [pages.table_section(season, season.stage), now])


def round_(file: str, whole: bool) -> None:
    """Plays the computer's matches of this round, or of the `whole` season as far as no person is needed; then draws.

    Each result is saved at once, so nothing is lost after Ctrl-C.
    """
    played = 0
    while True:
        season = read(file)
        todo = [each for each in _this_round(season) if is_simulated(season, each)]
        with bar(_("Playing"), least=2) as tell:
            for n, match in enumerate(todo, 1):
                path = record_path(file, match)
                path.parent.mkdir(exist_ok=True)
                with changing(file) as at:
                    lines = simulate(at, match)
                    write_whole(path, "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
                tell(n, len(todo))
        played += len(todo)
        with changing(file) as at:
            has_drawn = draw(at)
        if not whole or not (todo or has_drawn):
            break
    season = read(file)
    Screen().tell(_status(season))
    waiting = [each for each in _this_round(season) if not is_simulated(season, each)]
    Screen().say_whole(many("{n} match was played.", "{n} matches were played.", played))
    for match in waiting:
        Screen().say_whole(
            say("{sides} is waiting: breakaway season play {file}", sides=pages.sides_text(season, match), file=file)
        )


def _this_round(season: Season) -> list[SeasonMatch]:
    """The open matches of the first round that has any."""
    still = season.open_matches()
    return [each for each in still if (each.stage, each.round) == (still[0].stage, still[0].round)]


def play(file: str) -> int:
    """Plays the next match in which a person sits, and enters its result. Returns the exit status.

    A match that was left goes on where it was. Raises UserError.
    """
    from breakaway.terminal import play as terminal
    from breakaway.terminal.saved_matches import named

    season = read(file)
    waiting = [each for each in season.open_matches() if not is_simulated(season, each)]
    if not waiting:
        raise UserError(f"{file}: no match waits for a person. To play the others: breakaway season round {file}")
    match = waiting[0]
    path = record_path(file, match)
    by = [season.entrants[each].by for each in match.sides]
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        done = terminal.resume(str(path))
    else:
        with start_of(season, match, None) as request:
            done = terminal.start_seated(request.model_copy(update={"record": str(path)}), by)
    if done == 0:
        table, _place = named(str(path))
        if table.match.is_over():
            with changing(file) as at:
                enter_recorded(at, result_in(table.match), match.sides)
                draw(at)
            status(file)
    return done


def enter(file: Where, names: Sequence[str], score: str, record: str | None, reason: str, match_id: str | None) -> None:
    """Enters a result: the `names` of the sides with their `score` and a `reason`, or out of a `record`. Raises
    UserError (NotPossible). `match_id` names the match if two meet more than once.
    """
    sides: list[int] | None = None
    with changing(file) as season:
        if record is not None:
            try:
                text = Path(record).read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise UserError(f"{record}: {getattr(error, 'strerror', None) or error}") from None
            try:
                found = recorded(text, season.terms.game)
                sides = [season.number_of(each) for each in names or found.names]
                done = enter_recorded(season, found, sides, reason)
            except NotPossible as error:
                raise UserError(f"{record}: {error}") from None
        else:
            given = read_score(score, find(season.terms.game).unit)
            match = _match_named(season, names, match_id)
            entrants = [season.number_of(each) for each in names] or list(match.sides)
            if len(given) != len(entrants):
                raise NotPossible(say("{n} scores are needed, in the order of the names", n=len(entrants)))
            enter_for(season, match, entrants, by_score(given), reason=reason)
            done = match.id
        said, match = _newest(season), season.matches[done]
        draw(season)
        if record is not None and sides is not None and tuple(sides) != match.sides:
            said += " " + _("The seats of the record are in another order; that is taken into account.")
        if _is_replayed(season, match):
            said += " " + _("A draw: they play once more.")
    Screen().say_whole(said)


def _match_named(season: Season, names: Sequence[str], match_id: str | None) -> SeasonMatch:
    entrants = [season.number_of(each) for each in names]
    if match_id is None:
        return season.match_between(entrants)
    match = season.matches.get(match_id)
    if match is None:
        raise NotPossible(say("there is no match {id}", id=match_id))
    if entrants and not set(match.sides) - set(season.gone_from(match)) <= set(entrants) <= set(match.sides):
        raise NotPossible(say("{id} is {sides}", id=match_id, sides=pages.sides_text(season, match)))
    return match


def _newest(season: Season) -> str:
    """What the newest line says, in a sentence."""
    before = Season.read("".join(json.dumps(line) + "\n" for line in season.lines[:-1]))
    return pages.said_of(before, season.lines[-1])


def _is_replayed(season: Season, match: SeasonMatch) -> bool:
    """Whether the next match of the same two in the same round was drawn because this one ended in a draw."""
    same = [each for each in season.in_stage(match.stage) if set(each.sides) == set(match.sides)]
    return season.terms.stages[match.stage].kind == KNOCKOUT and same[-1].id != match.id


def forfeit(file: Where, loser: str, winner: str, reason: str) -> None:
    """The `loser` does not play against the `winner`, for a `reason`. Raises UserError."""
    with changing(file) as season:
        one, two = season.number_of(loser), season.number_of(winner)
        season.forfeit(season.match_between([one, two]).id, one, reason)
        said = _newest(season)
        draw(season)
    status(file)
    Screen().say_whole(said)


def replace(file: Where, old: str, fresh: str, by: str, team: str | None, reason: str) -> None:
    """Somebody `fresh` takes over from `old`, played `by` a person or a coach, with a new `team` name if one is given,
    for a `reason`. Raises UserError.
    """
    with changing(file) as season:
        season.replace_entrant(season.number_of(old), fresh, by, reason, team)
        check_entrants(season)
    status(file)


def leave(file: Where, name: str, reason: str) -> None:
    """Somebody with this `name` plays no more, for a `reason`. Raises UserError."""
    with changing(file) as season:
        season.leave(season.number_of(name), reason)
        draw(season)
    status(file)


def undo(file: Where, reason: str) -> None:
    """Takes the newest entry back, for a `reason`. Raises UserError."""
    with changing(file) as season:
        season.undo(reason)
        said = _newest(season)
    status(file)
    Screen().say_whole(said)


def import_results(file: Where, csv: str, is_dry: bool) -> int:
    """Enters the results of a CSV file, all or none; a dry run (`is_dry`) only says what it would do.

    Returns the exit status. Raises UserError.
    """
    try:
        text = Path(csv).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise UserError(f"{csv}: this is not UTF-8; save it as CSV in UTF-8") from None
    except OSError as error:
        raise UserError(f"{csv}: {error.strerror or error}") from None
    screen = Screen()
    with changing(file) as season:
        rows, faults = read_csv(season, text)
        for fault in faults:
            screen.say_whole(f"{csv}: {fault}")
        if faults:
            screen.say_whole(
                many("{n} mistake. Nothing was entered.", "{n} mistakes. Nothing was entered.", len(faults))
            )
            return 1
        if is_dry:
            for row in rows:
                screen.say_whole(f"{row.match}: {pages.sides_text(season, season.matches[row.match])}")
            screen.say_whole(many("{n} result would be entered.", "{n} results would be entered.", len(rows)))
            return 0
        enter_imported(season, rows)
        draw(season)
    screen.say_whole(many("{n} result was entered.", "{n} results were entered.", len(rows)))
    return 0


def report(file: Where, out: str | None, which: str | None) -> None:
    """Prints the whole season, or the round-up of one round, to the terminal or to the file `out`, whose extension sets
    the format. `which` round: `1.3`, or 3, of the newest stage that has such a round. Raises UserError.
    """
    season = read(file)
    if which is None:
        page = pages.season_page(season)
    else:
        stage, _dot, number = which.rpartition(".")
        there = [(each.stage, each.number) for each in season.rounds]
        n = int(number) if number.isdigit() and len(number) < 4 else 0
        with_it = [each for each in there if each[1] == n]  # without a stage: the newest that has such a round
        wanted = (int(stage) - 1, n) if stage.isdigit() else with_it[-1] if with_it and not stage else (-1, n)
        if wanted not in there:
            listed = ", ".join(f"{s + 1}.{n}" for s, n in dict.fromkeys(there))
            raise UserError(f"there is no round {which}; there are: {listed}")
        page = pages.round_up(season, *wanted)
    if out is None:
        Screen().tell(page)
        return
    path = Path(out)
    if path.exists():
        raise UserError(f"--out: {path} already exists; name another file")
    path.write_bytes(drawn(page, path))
    Screen().say_whole(f"Written: {path}")


def ratings(files: Sequence[Where], from_records: bool = False) -> None:
    """Shows the ratings that follow from the rated matches of the seasons in `files`, by game.

    `from_records`: checks every line of their records first, and whether the results follow from them. Raises
    UserError, which names all that do not.
    """
    grids, read_now, checked = [], [read(each) for each in files], ""
    if from_records:
        checked = _follow_from_records(files, read_now)
    for game, found in ratings_by_game(read_now).items():
        rows = [
            [
                f"{player.name} (computer)" if player.is_computer else player.name,
                *(str(each.elo), f"± {each.error}", str(each.matches)),
                _("provisional") if each.is_provisional else "",
            ]
            for player, each in found.items()
        ]
        if rows:
            heads = (_("Player"), _("Rating"), _("nine times in ten"), _("Matches"), "")
            grids.append(Grid(find(game).title, heads, rows, right=(1, 2, 3), folded=False))
    says = "" if grids else _("No rated match has been played. A season counts if its terms say rated = true.")
    lead = [Line(_("Worked out from the records of all rated matches, in the order in which they were entered."))]
    lead += [Line(checked)] if checked else []
    Screen().tell(Document(_("Ratings"), "", lead, [Section(_("Ratings"), says, grids)]))


def _follow_from_records(files: Sequence[Where], found: Sequence[Season]) -> str:
    """Says that the results of the rated seasons follow from their records. Raises UserError if one does not."""
    total, faults = 0, []
    for where, season in zip(files, found, strict=True):
        if season.terms.rated:
            count, wrong = faults_of_results(season, _records_of(where))
            total += count
            faults += [f"{where}: {each}" for each in wrong]
    if faults:
        raise UserError("\n".join(faults))
    return many(
        "{n} result was worked out again from its record: it is the same.",
        "{n} results were worked out again from their records: they are the same.",
        total,
    )


def _records_of(where: Where) -> Callable[[SeasonMatch], str | None]:
    if not isinstance(where, str):
        return where.record_of

    def record_of(match: SeasonMatch) -> str | None:
        path = record_path(where, match)
        try:
            return path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError) as error:
            raise UserError(f"{path}: {error}") from None

    return record_of


TEMPLATE = """# The terms of a season. Make the season from it with:
#   breakaway season new FILE.toml FILE.season
title = "{title}"
game = "{game}"
rated = false
seed = 1                     # draws the schedule and the lots

# Ties on points are broken in this order. Also possible: wins, last (races).
ties = [{ties}]

# What becomes of the matches of somebody who leaves: half (all count for nothing before half of them are played, then
# the others win the rest), annul or forfeit.
leaving = "half"

[points]
win = 2
draw = 1
loss = 0

# Who takes part. by = "human" for a person, or a coach or level of the computer (breakaway coaches {game}).
{entrants}
{stages}"""


def template(game: str) -> None:
    """Prints a file of terms to start from. Raises NoSuchGame."""
    most = sides_of(game)[1]
    names = {"football": ["Lightning", "Fire", "Maulers", "Sharks"]}.get(game, ["Ants", "Bees", "Crows", "Dogs"])
    players = zip(("Ada", "Bob", "Cleo", "Dan"), names, (HUMAN, "club", "strong", "league"), strict=True)
    entrants = [f'[[entrants]]\nname = "{name}"\nteam = "{team}"\nby = "{by}"\n' for name, team, by in players]
    races = '[[stages]]\nkind = "races"               # everybody rides in each race\nname = "Races"\nrounds = 3\n'
    league = (
        '[[stages]]\nkind = "round_robin"         # everybody meets everybody; also: swiss (with rounds = 3)\n'
        'name = "League"\nlegs = 1\n'
        "# first = 2026-10-22        # the day of the first round; without it, rounds have no days\n"
        "# days = 7                  # from round to round\n\n"
        '[[stages]]\nkind = "knockout"\nname = "Cup"\ntake = 2                     # the first two of the league\n'
    )
    print(
        TEMPLATE.format(
            title="Thursday League" if most == 2 else "Tour of the Vale",
            game=game,
            ties='"head_to_head", "difference", "scored"' if most == 2 else '"wins", "last"',
            entrants="\n".join(entrants),
            stages=league if most == 2 else races,
        ),
        end="",
    )
