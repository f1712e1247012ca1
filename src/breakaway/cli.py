"""The command line: `breakaway serve`, `play`, `watch`, `matches`, `replay`, `verify`, `rules`, `cases`, `coaches`,
`odds`, `print`, and what games add by their kits, as `teams` and `referee`.

Thin on purpose: before a command runs, nothing but typer and the kits is imported; `breakaway --help` answers at once.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from breakaway.games.kit import Place
from breakaway.games.registry import GAMES

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
        help="Cycling: how many teams. Football: a folder with your own teams and cards. FATE: one or two rosters.",
        metavar="NUMBER|FOLDER|FILE,FILE",
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
File = Annotated[str, typer.Argument(help="A match record, or a name that `matches` prints.", metavar="FILE|NAME")]
Step = Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn; in football after each play.")]
RULE_ID = "A rule id, with its letters or without: BF-044, 44, R23; BA-6.5, 6.5. Or words to search for."
RuleId = Annotated[
    list[str] | None,
    typer.Argument(help=RULE_ID, metavar="[ID|WORDS...]"),
]
Gaps = Annotated[bool, typer.Option("--gaps", help="List the rules that nothing shows; exit 1 if there are any.")]
Files = Annotated[list[str], typer.Argument(help="Case files, or folders of them.", metavar="FILE...")]
Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
]


# What `odds` asks about
Cards = Annotated[list[str] | None, typer.Option("--call", help="By card: 7b; or punt, field goal, kickoff, ...")]
Calls = Annotated[list[str] | None, typer.Option("--against", help="The defense by card: 3a.", metavar="CARD")]
Plays = Annotated[list[str] | None, typer.Option("--offense", help="A play as on a card: 'Short 4 min'.")]
Defenses = Annotated[list[str] | None, typer.Option("--defense", help="A defense as on a card: 'Zone 1-4'.")]
Ball = Annotated[str, typer.Option(help="Where the ball is: 'own 30', '50', 'opp 20'.")]
Down = Annotated[int, typer.Option(help="The down, 1 to 4.")]
ToGo = Annotated[
    int | None,
    typer.Option(help="To the first-down line: in lines, the next one ahead if not said; FATE: in yards, 10."),
]
Quarter = Annotated[int, typer.Option(help="The quarter; 5 is overtime.")]
Score = Annotated[str, typer.Option(help="The offense's points first.")]
CardsLeft = Annotated[int, typer.Option("--cards", help="Cards left in the quarter, this play's among them.")]
Flags = Annotated[str, typer.Option(help="Challenge flags ready, the offense's first; used as the sheets use them.")]
TimeOuts = Annotated[str, typer.Option(help="Time outs left, the offense's first.")]
GameDayDeck = Annotated[str, typer.Option("--deck", help="Cards of your own: 'run +2, o 1; pass -1 x3'; or full.")]
Drawn = Annotated[str, typer.Option(help="Numbers of Game Day cards that have been drawn: 3,17,40.")]
TwoPoint = Annotated[bool, typer.Option("--two-point", help="A two-point try.")]
Abilities = Annotated[bool, typer.Option("--abilities", help="Use Quick Release and special defenses.")]
Options = Annotated[
    list[str] | None, typer.Option("--house", "--option", help="House rules as NAME=VALUE, with commas between them.")
]
InBalance = Annotated[bool, typer.Option("--equilibrium", help="How often to call what, and against what.")]


@app.callback()
def _top(version: Version = False) -> None:
    pass


@app.command()
def play(
    game: Annotated[str, typer.Argument(help="The game; without it you are asked.", metavar="[GAME]")] = "",
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

    if not game and not resume:
        from breakaway.terminal.screen import Left, Screen
        from breakaway.terminal.which import which_game

        try:
            game = which_game(Screen())
        except Left as leaving:
            raise typer.Exit(leaving.status) from None
        if not game:
            return
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


Delete = Annotated[
    list[str] | None, typer.Option("--delete", help="Delete this match for good; you are asked first.", metavar="NAME")
]
Prune = Annotated[bool, typer.Option("--prune", help="Delete the matches in which nobody has chosen anything.")]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]


@app.command()
def matches(delete: Delete = None, prune: Prune = False, yes: Yes = False) -> None:
    """List the matches that are kept: those of the terminal and those of the browser."""
    from breakaway.terminal import listing as terminal
    from breakaway.terminal.screen import Screen

    screen = Screen()
    if delete:
        raise typer.Exit(terminal.delete(screen, delete, yes))
    terminal.prune(screen) if prune else terminal.list_matches(screen)


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
    """List a game's rules by chapter, show one in full, or list those with certain words."""
    from breakaway.terminal import rulebook as terminal

    if gaps:
        raise typer.Exit(terminal.show_gaps(game))
    terminal.show_rule(game, " ".join(rule)) if rule else terminal.list_rules(game)


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


@app.command("print")
def print_sheet(
    what: Annotated[str, typer.Argument(help="fate-solitaire or fate-roster.", metavar="WHAT")],
    out: Annotated[
        str | None, typer.Option("--out", help="A file that ends in .pdf, .html or .txt.", metavar="FILE")
    ] = None,
) -> None:
    """Print a page for the table: to the terminal, or into a file."""
    from breakaway.terminal import printing as terminal

    terminal.show(what, out)


Matches = Annotated[int, typer.Option("--matches", help="How many.", metavar="N")]
Out = Annotated[str | None, typer.Option("--out", help="Write a row a match into this Parquet file.", metavar="FILE")]
KeepPlays = Annotated[
    bool, typer.Option("--plays", help="Write a row a play into --out, and a row a match into NAME.matches.parquet.")
]
Workers = Annotated[int | None, typer.Option("--workers", help="Threads. Usual: one a processor.", metavar="N")]
ReplayRow = Annotated[
    tuple[str, int] | None,
    typer.Option("--replay", help="Tell the match of this row of a file, from 1, again.", metavar="FILE ROW"),
]


@app.command()
def simulate(
    game: Annotated[str | None, typer.Argument(help="The game.", metavar="GAME")] = None,
    matches: Matches = 1000,
    coaches: Coaches = None,
    teams: Teams = None,
    home: Home = None,
    away: Away = None,
    profile: Profile = None,
    house: House = None,
    track: Track = None,
    seed: Seed = None,
    out: Out = None,
    plays: KeepPlays = False,
    workers: Workers = None,
    replay: ReplayRow = None,
    record: RecordFile = None,
) -> None:
    """Play matches by the thousand, compiled. The same seed gives the same rows, whatever the workers."""
    from breakaway import experiments
    from breakaway.terminal.trouble import Trouble
    from breakaway.terminal.wishes import Wishes

    if replay is not None:
        experiments.replay_row(*replay, record)
    elif game is None:
        raise Trouble("simulate: name a game, as in: breakaway simulate football --matches 1000")
    else:
        wishes = Wishes(game, teams, profile, house or [], track, seed, None, home=home, versus=away)
        raise typer.Exit(experiments.simulate(wishes, matches, coaches, out, plays, workers))


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A file of breakaway simulate.", metavar="FILE")],
    html: Annotated[str | None, typer.Option("--html", help="Where to write it as HTML.", metavar="FILE")] = None,
) -> None:
    """Print what simulated matches show, and write it as HTML."""
    from breakaway import experiments

    experiments.report(file, html)


@app.command()
def odds(
    game: Game,
    team: TeamNames = None,
    versus: Versus = None,
    call: Cards = None,
    against: Calls = None,
    offense: Plays = None,
    defense: Defenses = None,
    ball: Ball = "own 25",
    down: Down = 1,
    to_go: ToGo = None,
    quarter: Quarter = 1,
    score: Score = "0-0",
    cards_left: CardsLeft = 15,
    flags: Flags = "0,0",
    time_outs: TimeOuts = "3,3",
    deck: GameDayDeck = "full",
    drawn: Drawn = "",
    two_point: TwoPoint = False,
    abilities: Abilities = False,
    teams: Teams = None,
    house: Options = None,
    equilibrium: InBalance = False,
    as_json: AsJson = False,
) -> None:
    """The exact odds of a play: one call against one defense, or all of a team's against all of another's."""
    from breakaway.lab import odds as lab
    from breakaway.setting import start, wishes

    wish = wishes.Wishes(game, teams, house=house or [], versus=versus)
    typed: dict[str, object] = {
        "call": call or (),
        "against": against or (),
        "offense": offense or (),
        "defense": defense or (),
    }
    typed |= {"ball": ball, "down": down, "to_go": to_go, "quarter": quarter, "score": score, "cards": cards_left}
    typed |= {"flags": flags, "time_outs": time_outs, "deck": deck, "drawn": drawn}
    typed |= {"two_point": two_point, "abilities": abilities, "team": team or (), "versus": versus}
    typer.echo(lab.answer(game, lambda: start.book_of(wish, team or []), typed, equilibrium, as_json))


def _of_a_game(name: str, place: Place) -> None:
    """A command that one game adds; what it does is imported when it is called."""

    def command(ctx: typer.Context) -> None:
        from breakaway.games.registry import load

        load(place.at)(ctx.args, prog_name=f"breakaway {name}")

    everything: dict[str, object] = {"allow_extra_args": True, "ignore_unknown_options": True}
    app.command(name, help=place.says, add_help_option=False, context_settings=everything)(command)


for _kit in GAMES.values():
    for _name, _place in _kit.commands.items():
        _of_a_game(_name, _place)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at; 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        str | None, typer.Option(help="1 to 65535. Usual: the first free one from 8000 on.", metavar="NUMBER")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="A SQLite file or a postgresql:// address. Usual: in the data folder.")
    ] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in the browser.")] = False,
) -> None:
    """Play in the browser: alone, side by side, head to head."""
    from breakaway.web.serve import serve as web

    web(host, port, database, browse)


def main() -> None:
    """The program."""
    from breakaway.terminal.trouble import guarded

    sys.exit(guarded(lambda: app(prog_name="breakaway")))
