"""`breakaway season`: every command about a season that is kept in a file, with its options."""

from __future__ import annotations

from typing import Annotated

import typer

seasons = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    help="Leagues, cups and series of races, kept in a file. Begin with: breakaway season template football",
)
SeasonFile = Annotated[str, typer.Argument(help="The file of the season.", metavar="SEASON")]
Because = Annotated[str, typer.Option(help="Why. The season keeps it, and everybody can read it.")]


@seasons.command("template")
def season_template(game: Annotated[str, typer.Argument(help="The game.", metavar="GAME")]) -> None:
    """Print a file of terms to start from: entrants, stages, points, tie-breaks."""
    from breakaway.terminal import seasons as terminal

    terminal.template(game)


@seasons.command("new")
def season_new(
    terms: Annotated[str, typer.Argument(help="The file of terms.", metavar="TERMS.toml")],
    file: SeasonFile,
) -> None:
    """Make a season from a file of terms, and draw its first round."""
    from breakaway.terminal import seasons as terminal

    terminal.new(terms, file)


@seasons.command("status")
def season_status(file: SeasonFile) -> None:
    """Show the table, and the round that is played now."""
    from breakaway.terminal import seasons as terminal

    terminal.status(file)


@seasons.command("round")
def season_round(
    file: SeasonFile,
    whole: Annotated[bool, typer.Option("--all", help="Go on through all rounds, until a person has to play.")] = False,
) -> None:
    """Play the computer's matches of this round, and draw the next one if all matches are over."""
    from breakaway.terminal import seasons as terminal

    terminal.round_(file, whole)


@seasons.command("play")
def season_play(file: SeasonFile) -> None:
    """Play your next match at the terminal. Its result goes into the season."""
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
) -> None:
    """Enter the result of a match that was played elsewhere, or correct one."""
    from breakaway.terminal import seasons as terminal

    terminal.enter(file, names or (), score, record, reason, match)


@seasons.command("forfeit")
def season_forfeit(
    file: SeasonFile,
    loser: Annotated[str, typer.Argument(help="Who does not play.")],
    winner: Annotated[str, typer.Argument(help="The opponent.")],
    reason: Because = "",
) -> None:
    """Give a match to the opponent of somebody who does not play it."""
    from breakaway.terminal import seasons as terminal

    terminal.forfeit(file, loser, winner, reason)


@seasons.command("replace")
def season_replace(
    file: SeasonFile,
    old: Annotated[str, typer.Argument(help="Who plays no more.")],
    fresh: Annotated[str, typer.Argument(help="Who takes over, with all results.")],
    by: Annotated[str, typer.Option(help="human, or a coach or level of the computer.")] = "human",
    team: Annotated[str | None, typer.Option(help="The team's new name, if it gets one.")] = None,
    reason: Because = "",
) -> None:
    """Let somebody else take an entrant's place."""
    from breakaway.terminal import seasons as terminal

    terminal.replace(file, old, fresh, by, team, reason)


@seasons.command("leave")
def season_leave(
    file: SeasonFile,
    name: Annotated[str, typer.Argument(help="Who plays no more.")],
    reason: Because = "",
) -> None:
    """Take somebody out who plays no more. The terms say what becomes of the matches."""
    from breakaway.terminal import seasons as terminal

    terminal.leave(file, name, reason)


@seasons.command("undo")
def season_undo(file: SeasonFile, reason: Because = "") -> None:
    """Take back the newest entry that still counts: a result, a forfeit, a replacement, a round that was drawn."""
    from breakaway.terminal import seasons as terminal

    terminal.undo(file, reason)


@seasons.command("import")
def season_import(
    file: SeasonFile,
    csv: Annotated[str, typer.Argument(help="A CSV file: home,away,home_score,away_score or race,entrant,points.")],
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what would be entered.")] = False,
) -> None:
    """Enter the results in a CSV file, all or none. Lists every mistake, and then exits with 1."""
    from breakaway.terminal import seasons as terminal

    raise typer.Exit(terminal.import_results(file, csv, dry_run))


@seasons.command("report")
def season_report(
    file: SeasonFile,
    out: Annotated[str | None, typer.Option(help="The file to write: .html, .pdf or .txt.", metavar="FILE")] = None,
    round_: Annotated[
        str | None, typer.Option("--round", help="Only the round-up of one round, such as 3 or 1.3.", metavar="N")
    ] = None,
) -> None:
    """Print the whole season or the round-up of a round."""
    from breakaway.terminal import seasons as terminal

    terminal.report(file, out, round_)


@seasons.command("ratings")
def season_ratings(
    files: Annotated[list[str], typer.Argument(help="The files of seasons.", metavar="SEASON...")],
) -> None:
    """Work out the ratings that follow from the rated matches of seasons."""
    from breakaway.terminal import seasons as terminal

    terminal.ratings(files)
