"""`breakaway season`: every command about a season that is kept in a file or by a server, with its options."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from breakaway.terminal.club_seasons import ClubSeason
    from breakaway.terminal.seasons import Where

seasons = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Leagues, cups and series of races, in a file or on a server. Begin with: breakaway season template football",
)
SeasonFile = Annotated[str, typer.Argument(help="The file of the season, or with --database its id.", metavar="SEASON")]
Server = Annotated[
    str | None,
    typer.Option(
        "--database", help="The season is in this database of a server: a SQLite file or a postgresql:// address."
    ),
]
ServerKeys = Annotated[str | None, typer.Option("--keys", help="The folder of the server's keys.", metavar="FOLDER")]
Clock = Annotated[
    int | None, typer.Option("--seconds", help="On a server: the time for each choice in its matches.", metavar="N")
]
Before = Annotated[
    str | None,
    typer.Option("--from", help="The season before: its file, or with --database its id.", metavar="SEASON"),
]
Because = Annotated[str, typer.Option(help="Why. The season keeps it, and everybody can read it.")]


@contextmanager
def _place(file: str, database: str | None, keys: str | None) -> Iterator[Where]:
    """The season: a file, or with a `database` the id of a season in it."""
    if database is None:
        yield file
        return
    with _at_server(file, database, keys, "") as at:
        yield at


@contextmanager
def _at_server(name: str, database: str | None, keys: str | None, command: str) -> Iterator[ClubSeason]:
    _need_server(database, command)
    from breakaway.terminal import club_seasons

    assert database is not None
    with club_seasons.season_in(database, keys, name) as at:
        yield at


def _need_server(database: str | None, command: str) -> None:
    """Raises UserError if the server's `database`, which this `command` needs, is not named, or the club is missing."""
    from breakaway.core.language import UserError
    from breakaway.terminal.saved_matches import need_club

    if database is None:
        raise UserError(f"season {command}: name the server's database, as in: --database club.sqlite")
    need_club("season --database")


@seasons.command("template")
def season_template(
    game: Annotated[str | None, typer.Argument(help="The game. Leave it out with --from.", metavar="GAME")] = None,
    before: Before = None,
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Print a file of terms to start from: entrants, stages, points, tie-breaks.

    With --from, these are the terms of the season that follows: edit the teams, rosters and decks in it.
    """
    from breakaway.core.language import UserError
    from breakaway.terminal import seasons as terminal

    if (game is None) == (before is None):
        raise UserError("season template: name either a game, or with --from the season before")
    if game is not None:
        terminal.template(game)
        return
    with _place(before or "", database, keys) as at:
        terminal.template_after(at)


@seasons.command("new")
def season_new(
    terms: Annotated[
        str | None, typer.Argument(help="The file of terms. Leave it out with --from.", metavar="TERMS.toml")
    ] = None,
    file: Annotated[
        str | None, typer.Argument(help="The file of the season. Leave it out with --database.", metavar="SEASON")
    ] = None,
    before: Before = None,
    database: Server = None,
    keys: ServerKeys = None,
    seconds: Clock = None,
) -> None:
    """Make a season from a file of terms, or with --from the one that follows a season, and draw its first round."""
    from breakaway.core.language import UserError
    from breakaway.terminal import seasons as terminal

    if before is not None:
        if file is not None:
            raise UserError("season new --from: name only the file for the new season; the terms come from the old one")
        terms, file = None, terms
    elif terms is None:
        raise UserError("season new: name a file of terms, or with --from the season before")
    if (file is None) == (database is None):
        raise UserError("season new: name either a file for the season, or with --database the server that keeps it")
    if file is not None:
        if terms is not None:
            terminal.new(terms, file)
        else:
            terminal.new_after(before or "", file)
        return
    _need_server(database, "new")
    from breakaway.terminal import club_seasons

    if terms is not None:
        club_seasons.new(terms, database or "", keys, seconds)
    else:
        club_seasons.new_after(before or "", database or "", keys, seconds)


@seasons.command("upload")
def season_upload(file: SeasonFile, database: Server = None, keys: ServerKeys = None, seconds: Clock = None) -> None:
    """Put the season in a file into the database of a server, and print the links for the organizer and the players."""
    _need_server(database, "upload")
    from breakaway.terminal import club_seasons

    club_seasons.put(file, database or "", keys, seconds)


@seasons.command("save")
def season_save(
    season: SeasonFile,
    out: Annotated[str, typer.Argument(help="The file to write.", metavar="FILE")],
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Save a season of a server in a file."""
    with _at_server(season, database, keys, "save") as at:
        from breakaway.terminal import club_seasons

        club_seasons.save(at, out)


@seasons.command("remove")
def season_remove(
    season: SeasonFile,
    database: Server = None,
    keys: ServerKeys = None,
    yes: Annotated[bool, typer.Option("--yes", help="Remove it. Without this, nothing happens.")] = False,
) -> None:
    """Remove a season from a server. Its matches stay, as matches of no season."""
    with _at_server(season, database, keys, "remove") as at:
        from breakaway.terminal import club_seasons

        club_seasons.remove(at, yes)


@seasons.command("list")
def season_list(database: Server = None, keys: ServerKeys = None) -> None:
    """List the seasons of a server."""
    _need_server(database, "list")
    from breakaway.terminal import club_seasons

    club_seasons.list_all(database or "", keys)


@seasons.command("link")
def season_link(
    season: SeasonFile,
    name: Annotated[str, typer.Argument(help="The player. Without a name: the organizer.")] = "",
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Print a new link for a player or the organizer of a season on a server. The old one stops working."""
    with _at_server(season, database, keys, "link") as at:
        from breakaway.terminal import club_seasons

        club_seasons.link(at, name)


@seasons.command("status")
def season_status(file: SeasonFile, database: Server = None, keys: ServerKeys = None) -> None:
    """Show the table, and the round that is played now."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.status(at)


@seasons.command("round")
def season_round(
    file: SeasonFile,
    whole: Annotated[bool, typer.Option("--all", help="Go on through all rounds, until a person has to play.")] = False,
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Play the computer's matches of this round, and draw the next one if all matches are over.

    On a server, also opens the matches of people.
    """
    from breakaway.terminal import seasons as terminal

    if database is None:
        terminal.round_(file, whole)
        return
    with _at_server(file, database, keys, "round") as at:
        from breakaway.terminal import club_seasons

        club_seasons.round_(at, whole)


@seasons.command("play")
def season_play(file: SeasonFile) -> None:
    """Play your next match at the terminal. Its result goes into the season, which is in a file."""
    from breakaway.terminal import seasons as terminal

    raise typer.Exit(terminal.play(file))


@seasons.command("result")
def season_result(
    file: SeasonFile,
    names: Annotated[list[str] | None, typer.Argument(help="The names of all sides, such as: Ada Tom")] = None,
    score: Annotated[str, typer.Option(help="Their scores, in the same order: 27-17.")] = "",
    record: Annotated[
        str | None, typer.Option(help="The record of the match, instead of a score.", metavar="FILE")
    ] = None,
    match: Annotated[str | None, typer.Option(help="The match, such as 1.3.2, if they meet twice.")] = None,
    reason: Because = "",
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Enter the result of a match that was played elsewhere, or correct one."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.enter(at, names or (), score, record, reason, match)


@seasons.command("forfeit")
def season_forfeit(
    file: SeasonFile,
    loser: Annotated[str, typer.Argument(help="Who does not play.")],
    winner: Annotated[str, typer.Argument(help="The opponent.")],
    reason: Because = "",
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Give a match to the opponent of somebody who does not play it."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.forfeit(at, loser, winner, reason)


@seasons.command("replace")
def season_replace(
    file: SeasonFile,
    old: Annotated[str, typer.Argument(help="Who plays no more.")],
    fresh: Annotated[str, typer.Argument(help="Who takes over, with all results.")],
    by: Annotated[str, typer.Option(help="human, or a coach or level of the computer.")] = "human",
    team: Annotated[str | None, typer.Option(help="The team's new name, if it gets one.")] = None,
    reason: Because = "",
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Let somebody else take an entrant's place."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.replace(at, old, fresh, by, team, reason)


@seasons.command("leave")
def season_leave(
    file: SeasonFile,
    name: Annotated[str, typer.Argument(help="Who plays no more.")],
    reason: Because = "",
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Take somebody out who plays no more. The terms say what becomes of the matches."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.leave(at, name, reason)


@seasons.command("undo")
def season_undo(file: SeasonFile, reason: Because = "", database: Server = None, keys: ServerKeys = None) -> None:
    """Take back the newest entry that still counts: a result, a forfeit, a replacement, a round that was drawn."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.undo(at, reason)


@seasons.command("import")
def season_import(
    file: SeasonFile,
    csv: Annotated[str, typer.Argument(help="A CSV file: home,away,home_score,away_score or race,entrant,points.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be entered.")] = False,
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Enter the results in a CSV file, all or none. Lists every mistake, and then exits with 1."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        raise typer.Exit(terminal.import_results(at, csv, dry_run))


@seasons.command("report")
def season_report(
    file: SeasonFile,
    out: Annotated[str | None, typer.Option(help="The file to write: .html, .pdf or .txt.", metavar="FILE")] = None,
    round_: Annotated[
        str | None, typer.Option("--round", help="Only the round-up of one round, such as 3 or 1.3.", metavar="N")
    ] = None,
    database: Server = None,
    keys: ServerKeys = None,
) -> None:
    """Print the whole season or the round-up of a round."""
    from breakaway.terminal import seasons as terminal

    with _place(file, database, keys) as at:
        terminal.report(at, out, round_)


@seasons.command("ratings")
def season_ratings(
    files: Annotated[
        list[str] | None,
        typer.Argument(
            help="The files of seasons, or with --database their ids: the oldest first. With --database and no id: "
            "all of its seasons.",
            metavar="SEASON...",
        ),
    ] = None,
    database: Server = None,
    keys: ServerKeys = None,
    records: Annotated[
        bool,
        typer.Option(
            "--records", help="First check every line of the matches' records, and that the results follow from them."
        ),
    ] = False,
) -> None:
    """Work out the ratings that follow from the rated matches of seasons."""
    from breakaway.core.language import UserError
    from breakaway.terminal import seasons as terminal

    if not files and database is not None:
        _need_server(database, "ratings")
        from breakaway.terminal import club_seasons

        files = club_seasons.all_ids(database, keys)
    elif not files:
        raise UserError("season ratings: name the files of seasons, or --database")
    with ExitStack() as stack:
        terminal.ratings([stack.enter_context(_place(each, database, keys)) for each in files], records)
