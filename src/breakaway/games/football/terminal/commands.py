"""`breakaway teams`: the commands for your own teams, cards and solo sheets."""

from __future__ import annotations

from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Football: your own teams, cards and solo sheets.",
)
TeamFiles = Annotated[list[str], typer.Argument(help="Team files, a deck.toml or a matchups.toml.", metavar="FILE...")]
NewTeam = Annotated[
    str | None,
    typer.Argument(help="Writes NAME.toml into this folder. Without NAME, it prints the template.", metavar="[NAME]"),
]
Folder = Annotated[str | None, typer.Option("--teams", help="A folder with your own teams.", metavar="FOLDER")]


@app.command("check")
def check_teams(files: TeamFiles) -> None:
    """Check your own files. Lists every mistake with its file, card and field, and exits with 1 if there are any."""
    from breakaway.games.football.terminal import team_files as terminal

    raise typer.Exit(terminal.check_files(files))


@app.command("new")
def new_team(name: NewTeam = None) -> None:
    """Write a commented team file to start from."""
    from breakaway.games.football.terminal import team_files as terminal

    terminal.new_team(name)


@app.command("list")
def list_teams(folder: Folder = None) -> None:
    """List the teams."""
    from breakaway.games.football.terminal import team_files as terminal

    terminal.list_teams(folder)
