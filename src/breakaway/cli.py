"""The command line: `breakaway play`, `watch`, `replay`, `verify`, `rules`, `cases`, `coaches`, `teams`, `referee`.

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
Teams = Annotated[
    str | None,
    typer.Option(
        help="Cycling: how many teams. Football: a folder with your own teams and cards.", metavar="NUMBER|FOLDER"
    ),
]
Profile = Annotated[str | None, typer.Option(help="Cycling: a set of rules: postal, boxed, pursuit, blind, spy.")]
HOUSE = "House rules: NAME=VALUE,... as flags=1,ice=false; the game's page in docs/ lists them."
House = Annotated[
    list[str] | None,
    typer.Option(help=HOUSE),
]
Track = Annotated[str | None, typer.Option(help="Cycling: a track or tour, one of ours by name or a TOML file.")]
Seed = Annotated[int | None, typer.Option(help="The same number gives the same opponents and chance again.")]
RecordFile = Annotated[str | None, typer.Option("--record", help="The file of the match record.", metavar="FILE")]
TeamNames = Annotated[
    list[str] | None,
    typer.Option(
        "--team",
        help="Your team. Football: one of: breakaway teams list. Cycling: its name, also 'Ants: Al, Bo, Cy, Di'.",
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Who plays against you: a coach, or human to share the screen. "
        "Football: sheet, the team's own solo sheets. Cycling: a,b,... by team."
    ),
]
Versus = Annotated[str | None, typer.Option(help="Football: the other team.", metavar="TEAM")]
Home = Annotated[str | None, typer.Option(help="Football: the team at home.", metavar="TEAM")]
Away = Annotated[str | None, typer.Option(help="Football: the visiting team.", metavar="TEAM")]
Physical = Annotated[bool, typer.Option("--physical", help="You roll the dice and draw the cards, and type them in.")]
Resume = Annotated[bool, typer.Option("--resume", help="Go on with the newest unfinished match, or the one named.")]
Coaches = Annotated[
    str | None,
    typer.Option(help="Coaches by team: a,b,...; the last takes all further teams. Football: sheet, its solo sheets."),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")]
File = Annotated[str, typer.Argument(help="A match record.", metavar="FILE")]
Step = Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn.")]
RULE_ID = "A rule id, with its letters or without: BF-044, 44, R23; BA-6.5, 6.5."
RuleId = Annotated[
    str | None,
    typer.Argument(help=RULE_ID, metavar="ID"),
]
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
    versus: Versus = None,
    physical: Physical = False,
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

    wishes = Wishes(game, teams, profile, house or [], track, seed, record, versus=versus, physical=physical)
    raise typer.Exit(terminal.resume(wishes) if resume else terminal.start(wishes, against, team or []))


@app.command()
def watch(
    game: Game = "cycling",
    teams: Teams = None,
    home: Home = None,
    away: Away = None,
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

    wishes = Wishes(game, teams, profile, house or [], track, seed, record, home=home, versus=away)
    terminal.watch(wishes, coaches, as_json)


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


team_files = typer.Typer(
    no_args_is_help=True, rich_markup_mode=None, help="Football: your own teams, cards and solo sheets."
)
app.add_typer(team_files, name="teams")
TeamFiles = Annotated[list[str], typer.Argument(help="Team files, a deck.toml or a matchups.toml.", metavar="FILE...")]
NewTeam = Annotated[
    str | None, typer.Argument(help="Writes NAME.toml here; without it the template is printed.", metavar="[NAME]")
]
Folder = Annotated[str | None, typer.Option("--teams", help="A folder with your own teams.", metavar="FOLDER")]


@team_files.command("check")
def check_teams(files: TeamFiles) -> None:
    """Check files of your own: every mistake with its file, card and field. Exit 1 when there is one."""
    from breakaway.terminal.football import team_files as terminal

    raise typer.Exit(terminal.check_files(files))


@team_files.command("new")
def new_team(name: NewTeam = None) -> None:
    """Write a team file to begin with, with a comment at everything."""
    from breakaway.terminal.football import team_files as terminal

    terminal.new_team(name)


@team_files.command("list")
def list_teams(folder: Folder = None) -> None:
    """List the teams that can be played."""
    from breakaway.terminal.football import team_files as terminal

    terminal.list_teams(folder)


@app.command(add_help_option=False, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})
def referee(ctx: typer.Context) -> None:
    """Run a postal match from order files."""
    from breakaway.post.commands import app as desk

    desk(ctx.args, prog_name="breakaway referee")


def main() -> None:
    """The program."""
    from breakaway.terminal.trouble import guarded

    sys.exit(guarded(lambda: app(prog_name="breakaway")))
