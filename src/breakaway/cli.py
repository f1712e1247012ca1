"""The command line: `breakaway play`, `watch`, `replay`, `verify`, `rules`, `cases`, `coaches`, `referee`.

Thin on purpose, and nothing but typer is imported before a command runs: `breakaway --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # help is drawn without rich, whose import takes as long as all the rest
    pretty_exceptions_enable=False,
    help="Tabletop sports games: play, watch coaches play, look into records and rules. Begin with: breakaway play",
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"breakaway {version('breakaway')}")
        raise typer.Exit()


Game = Annotated[str, typer.Argument(help="The game.", metavar="GAME")]
Teams = Annotated[int | None, typer.Option(help="How many teams. [default: as the game recommends]", min=2, max=12)]
Profile = Annotated[str | None, typer.Option(help="A named set of rules: postal, boxed, pursuit, blind, spy.")]
House = Annotated[list[str] | None, typer.Option(help="House rules: NAME=VALUE,... as last_place=1,crowd=0.")]
Track = Annotated[str | None, typer.Option(help="A track or tour: one of ours by name, or a TOML file.")]
Seed = Annotated[int | None, typer.Option(help="The same number gives the same opponents and chance again.")]
RecordFile = Annotated[str | None, typer.Option("--record", help="The file of the match record.", metavar="FILE")]
TeamNames = Annotated[
    list[str] | None, typer.Option("--team", help="Your team's name; with its riders: 'Ants: Al, Bo, Cy, Di'.")
]
Against = Annotated[
    str | None, typer.Option(help="Who rides the other teams: a coach, or human to share the screen; a,b,... by team.")
]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the newest unfinished match, or the one named.")]
Coaches = Annotated[str | None, typer.Option(help="Coaches by team: a,b,...; the last takes all further teams.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")]
File = Annotated[str, typer.Argument(help="A match record.", metavar="FILE")]
Step = Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")]
RuleId = Annotated[str | None, typer.Argument(help="A rule id, as BA-6.5 or 6.5.", metavar="ID")]
Gaps = Annotated[bool, typer.Option("--gaps", help="List the rules that nothing shows; exit 1 if there are any.")]
Files = Annotated[list[str], typer.Argument(help="Case files, or folders of them.", metavar="FILE...")]
Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
]


@app.callback()
def _top(version: Version = False) -> None:
    pass


@app.command()
def play(
    game: Game = "cycling",
    teams: Teams = None,
    team: TeamNames = None,
    against: Against = None,
    profile: Profile = None,
    house: House = None,
    track: Track = None,
    seed: Seed = None,
    record: RecordFile = None,
    resume: Resume = False,
) -> None:
    """Play a match in the terminal. It is saved choice by choice."""
    from breakaway.terminal import play as terminal
    from breakaway.terminal.wishes import Wishes

    wishes = Wishes(game, teams, profile, house or [], track, seed, record)
    raise typer.Exit(terminal.resume(wishes) if resume else terminal.start(wishes, against, team or []))


@app.command()
def watch(
    game: Game = "cycling",
    teams: Teams = None,
    coaches: Coaches = None,
    seed: Seed = None,
    as_json: AsJson = False,
    record: RecordFile = None,
    profile: Profile = None,
    house: House = None,
    track: Track = None,
) -> None:
    """Watch coaches play a match."""
    from breakaway.terminal import watch as terminal
    from breakaway.terminal.wishes import Wishes

    terminal.watch(Wishes(game, teams, profile, house or [], track, seed, record), coaches, as_json)


@app.command()
def replay(file: File, step: Step = False) -> None:
    """Tell a recorded match turn by turn. Of a match that still runs only what is public is shown."""
    from breakaway.terminal import replay as terminal

    terminal.replay(file, step)


@app.command()
def verify(file: File) -> None:
    """Check a match record. Exit 1, naming the first entry that differs, when anything in it was altered."""
    from breakaway.terminal import verify as terminal

    raise typer.Exit(terminal.verify(file))


@app.command()
def rules(game: Game, rule: RuleId = None, gaps: Gaps = False) -> None:
    """List a game's rules by chapter, or show one in full."""
    from breakaway.terminal import rulebook as terminal

    if gaps:
        raise typer.Exit(terminal.show_gaps(game))
    terminal.show_rule(game, rule) if rule else terminal.list_rules(game)


@app.command()
def cases(files: Files) -> None:
    """Run adjudication cases. Each failure is printed with what was expected and what came; exit 1 then."""
    from breakaway.terminal import rulebook as terminal

    raise typer.Exit(terminal.run_cases(files))


@app.command()
def coaches(game: Game) -> None:
    """List the coaches (automatic opponents) of a game."""
    from breakaway.terminal import rulebook as terminal

    terminal.list_coaches(game)


@app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def referee(ctx: typer.Context) -> None:
    """Run a postal match from order files."""
    from breakaway.post.commands import app as desk

    desk(ctx.args, prog_name="breakaway referee")


def main() -> None:
    """The program."""
    from breakaway.terminal.trouble import guarded

    sys.exit(guarded(lambda: app(prog_name="breakaway")))
