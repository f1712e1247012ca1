"""The command line: `breakaway serve`, `play`, `watch` and all other commands, with those that games add by their kits.

Thin on purpose: before a command runs, it imports only typer and the kits. So `breakaway --help` answers at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from inspect import Parameter, signature
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from breakaway.games.kit import Asked, Place
from breakaway.games.registry import GAMES

F = TypeVar("F", bound=Callable[..., None])
app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # rich takes as long to import as everything else together
    pretty_exceptions_enable=False,
    help="Tabletop sports games: play, watch coaches, look up rules and records. Start with: breakaway play",
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"breakaway {version('breakaway')}")
        raise typer.Exit()


Game = Annotated[str, typer.Argument(help="The game.", metavar="GAME")]
HOUSE = "House rules as NAME=VALUE,...: flags=1,ice=false. To list them: breakaway rules GAME --house."
House = Annotated[list[str] | None, typer.Option(help=HOUSE)]
Seed = Annotated[int | None, typer.Option(help="Any number. The same number gives the same opponents, dice and cards.")]
RecordFile = Annotated[str | None, typer.Option("--record", help="The file of the match record.", metavar="FILE")]
Against = Annotated[
    str | None,
    typer.Option(
        help="Who plays against you: a coach, your own bot (FILE.py:CLASS), or human to share the screen. "
        "Football: sheet, its solo sheets. Cycling: a,b,... by team."
    ),
]
Physical = Annotated[bool, typer.Option("--physical", help="Use your own dice and cards, and type in the results.")]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with your newest unfinished match, or with the one you name.")
]
Coaches = Annotated[
    str | None,
    typer.Option(
        help="Coaches or your own bots (FILE.py:CLASS) by team: a,b,...; the last one takes all other teams. "
        "Football: sheet, the team's solo sheets."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print the result as one JSON object, and nothing else.")]
File = Annotated[str, typer.Argument(help="A match record, or a name that `matches` prints.", metavar="FILE|NAME")]
Step = Annotated[bool, typer.Option("--step", help="Wait for Enter after each turn, in football after each play.")]
RULE_ID = "A rule id, with or without its letters (BF-044, 44, R23; BA-6.5, 6.5), or words to search for."
RuleId = Annotated[
    list[str] | None,
    typer.Argument(help=RULE_ID, metavar="[ID|WORDS...]"),
]
Gaps = Annotated[
    bool, typer.Option("--gaps", help="List the rules that no case or test shows. Exits with 1 if there are any.")
]
HouseRules = Annotated[bool, typer.Option("--house", help="List the house rules: values, default, and what each does.")]
Files = Annotated[list[str], typer.Argument(help="Case files, or folders of them.", metavar="FILE...")]
Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
]


# Options of `odds`
Cards = Annotated[
    list[str] | None,
    typer.Option("--call", help="The offense's call by its card (7b), or punt, field goal, kickoff, ..."),
]
Calls = Annotated[
    list[str] | None, typer.Option("--against", help="The defense's call by its card (3a).", metavar="CARD")
]
Plays = Annotated[
    list[str] | None, typer.Option("--offense", help="The offense's call as its card has it: 'Short 4 min'.")
]
Defenses = Annotated[
    list[str] | None, typer.Option("--defense", help="The defense's call as its card has it: 'Zone 1-4'.")
]
Ball = Annotated[str, typer.Option(help="Where the ball is: 'own 30', '50', 'opp 20'.")]
Down = Annotated[int, typer.Option(help="The down, 1 to 4.")]
ToGo = Annotated[
    int | None,
    typer.Option(help="To the first-down line. Football: lines (default: the next one). FATE: yards (default: 10)."),
]
Quarter = Annotated[int, typer.Option(help="The quarter; 5 is overtime.")]
Score = Annotated[str, typer.Option(help="The score, the offense's points first.")]
CardsLeft = Annotated[int, typer.Option("--cards", help="Cards left in the quarter, including this play's.")]
Flags = Annotated[
    str, typer.Option(help="Challenge flags left, the offense's first. The odds use them as the solo sheets do.")
]
TimeOuts = Annotated[str, typer.Option(help="Time outs left, the offense's first.")]
GameDayDeck = Annotated[str, typer.Option("--deck", help="Cards of your own: 'run +2, o 1; pass -1 x3'; or full.")]
Drawn = Annotated[str, typer.Option(help="Numbers of Game Day cards that have been drawn: 3,17,40.")]
TwoPoint = Annotated[bool, typer.Option("--two-point", help="A two-point try.")]
Abilities = Annotated[bool, typer.Option("--abilities", help="Use Quick Release and special defenses.")]
Options = Annotated[
    list[str] | None, typer.Option("--house", "--option", help="House rules as NAME=VALUE, separated by commas.")
]
InBalance = Annotated[bool, typer.Option("--equilibrium", help="How often to make each call, and each defense.")]


def asking(command: str) -> Callable[[F], F]:
    """Replaces a command's `**asked` with one option for each thing that games ask for there (`Kit.asks`)."""
    found: dict[str, dict[str, Asked]] = {}
    for kit in GAMES.values():
        for each in kit.asks:
            if command in each.commands and (kit.odds or command != "odds"):
                found.setdefault(each.name, {})[kit.name] = each

    def change(function: F) -> F:
        hints = get_type_hints(function, include_extras=True)
        own = [each.replace(annotation=hints[each.name]) for each in signature(function).parameters.values()][:-1]
        names = {each.name for each in own}
        more = [_option(name, asks) for name, asks in found.items() if name not in names]
        parameters = [each.replace(kind=Parameter.KEYWORD_ONLY) for each in (own[0], *more, *own[1:])]
        function.__signature__ = signature(function).replace(parameters=parameters)  # type: ignore[attr-defined]
        function.__annotations__ = {each.name: each.annotation for each in parameters}
        return function

    return change


def _option(name: str, asks: dict[str, Asked]) -> Parameter:
    """One option, with help that says what it means in each game. Games with the same meaning share one text."""
    says = dict.fromkeys(each.says for each in asks.values())
    games = {text: ", ".join(game for game, each in asks.items() if each.says == text) for text in says}
    text = "; ".join(f"{games[each]}: {each}" for each in says)
    metavar = "|".join(dict.fromkeys(each.metavar for each in asks.values()))
    kind = list[str] if any(each.many for each in asks.values()) else str
    option = typer.Option(f"--{name}", help=f"{text[0].upper()}{text[1:]}.", metavar=metavar)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])


@app.callback()
def _top(version: Version = False) -> None:
    pass


def _own(named: str | None) -> str | None:
    """The players named, after loading the bots of the user's own among them."""
    if named and ":" in named:
        from breakaway.api.own import allow

        allow(named)
    return named


@app.command()
@asking("play")
def play(
    game: Annotated[str, typer.Argument(help="The game; without it you are asked.", metavar="[GAME]")] = "",
    against: Against = None,
    physical: Physical = False,
    house: House = None,
    seed: Seed = None,
    record: RecordFile = None,
    resume: Resume = False,
    **asked: Any,
) -> None:
    """Play a match in the terminal. Every choice is saved."""
    from breakaway.setting.request import requested
    from breakaway.terminal import play as terminal

    _own(against)
    if resume:
        raise typer.Exit(terminal.resume(record or game))
    if not game:
        from breakaway.terminal.screen import Left, Screen
        from breakaway.terminal.which import which_game

        try:
            game = which_game(Screen())
        except Left as leaving:
            raise typer.Exit(leaving.status) from None
        if not game:
            return
    request = requested(game, house or (), seed=seed, record=record, physical=physical, **asked)
    raise typer.Exit(terminal.start(request, against))


@app.command()
@asking("watch")
def watch(
    game: Game = "cycling",
    coaches: Coaches = None,
    seed: Seed = None,
    as_json: AsJson = False,
    record: RecordFile = None,
    house: House = None,
    **asked: Any,
) -> None:
    """Watch coaches play a match."""
    from breakaway.setting.request import requested
    from breakaway.terminal import watch as terminal

    terminal.watch(requested(game, house or (), seed=seed, record=record, **asked), _own(coaches), as_json)


Delete = Annotated[
    list[str] | None, typer.Option("--delete", help="Delete this match for good. You are asked first.", metavar="NAME")
]
Prune = Annotated[bool, typer.Option("--prune", help="Delete all matches without a single choice.")]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]


@app.command()
def matches(delete: Delete = None, prune: Prune = False, yes: Yes = False) -> None:
    """List your matches, from the terminal and the browser."""
    from breakaway.terminal import listing as terminal
    from breakaway.terminal.screen import Screen

    screen = Screen()
    if delete:
        raise typer.Exit(terminal.delete(screen, delete, yes))
    terminal.prune(screen) if prune else terminal.list_matches(screen)


@app.command()
def replay(file: File, step: Step = False) -> None:
    """Replay a recorded match turn by turn. A running match shows only what is public."""
    from breakaway.terminal import replay as terminal

    terminal.replay(file, step)


@app.command()
def verify(file: File) -> None:
    """Check a match record. Exits with 1 and names the first wrong entry if anything was altered."""
    from breakaway.terminal import verify as terminal

    raise typer.Exit(terminal.verify(file))


@app.command()
def rules(game: Game, rule: RuleId = None, gaps: Gaps = False, house: HouseRules = False) -> None:
    """List a game's rules by chapter, show one in full, or list those with certain words."""
    from breakaway.terminal import rulebook as terminal

    if gaps:
        raise typer.Exit(terminal.show_gaps(game))
    if house:
        terminal.list_house_rules(game)
    else:
        terminal.show_rule(game, " ".join(rule)) if rule else terminal.list_rules(game)


@app.command()
def cases(files: Files) -> None:
    """Run adjudication cases. Prints the expected and the actual result of each failure, and exits with 1."""
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
    """Print a page for the table, to the terminal or to a file."""
    from breakaway.terminal import printing as terminal

    terminal.show(what, out)


Matches = Annotated[int, typer.Option("--matches", help="The number of matches.", metavar="N")]
Out = Annotated[str | None, typer.Option("--out", help="Write one row per match to this Parquet file.", metavar="FILE")]
KeepPlays = Annotated[
    bool, typer.Option("--plays", help="Write one row per play to --out, and one per match to NAME.matches.parquet.")
]
Workers = Annotated[
    int | None, typer.Option("--workers", help="The number of threads. Default: one per processor.", metavar="N")
]
ReplayRow = Annotated[
    tuple[str, int] | None,
    typer.Option("--replay", help="Replay the match of this row of the file. Rows count from 1.", metavar="FILE ROW"),
]


@app.command()
@asking("simulate")
def simulate(
    game: Annotated[str | None, typer.Argument(help="The game.", metavar="GAME")] = None,
    matches: Matches = 1000,
    coaches: Coaches = None,
    house: House = None,
    seed: Seed = None,
    out: Out = None,
    plays: KeepPlays = False,
    workers: Workers = None,
    replay: ReplayRow = None,
    record: RecordFile = None,
    **asked: Any,
) -> None:
    """Play thousands of matches at full speed. The same seed gives the same rows with any number of workers."""
    from breakaway import experiments
    from breakaway.setting.request import requested
    from breakaway.terminal.trouble import Trouble

    if replay is not None:
        experiments.replay_row(*replay, record)
    elif game is None:
        raise Trouble("simulate: name a game, as in: breakaway simulate football --matches 1000")
    else:
        request = requested(game, house or (), seed=seed, **asked)
        raise typer.Exit(experiments.simulate(request, matches, _own(coaches), out, plays, workers))


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A file that breakaway simulate wrote.", metavar="FILE")],
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Report on simulated matches, in the terminal and as HTML."""
    from breakaway import experiments

    experiments.report(file, html)


@app.command()
@asking("odds")
def odds(
    game: Game,
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
    house: Options = None,
    equilibrium: InBalance = False,
    as_json: AsJson = False,
    **asked: Any,
) -> None:
    """Work out exact odds: one call against one defense, or all calls against all defenses."""
    from breakaway.lab import odds as lab
    from breakaway.setting.request import requested
    from breakaway.setting.start import config_of

    typed: dict[str, object] = {
        "call": call or (),
        "against": against or (),
        "offense": offense or (),
        "defense": defense or (),
    }
    typed |= {"ball": ball, "down": down, "to_go": to_go, "quarter": quarter, "score": score, "cards": cards_left}
    typed |= {"flags": flags, "time_outs": time_outs, "deck": deck, "drawn": drawn}
    typed |= {"two_point": two_point, "abilities": abilities}
    typed |= {"team": asked.get("team"), "versus": asked.get("versus")}
    typer.echo(lab.answer(game, lambda: config_of(requested(game, house or (), **asked)), typed, equilibrium, as_json))


def _of_a_game(name: str, place: Place) -> None:
    """Adds a command from one game's kit. Its code is imported only when it is called."""

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
    host: Annotated[str, typer.Option(help="The address to listen on. 0.0.0.0 lets others in.")] = "127.0.0.1",
    port: Annotated[
        str | None, typer.Option(help="1 to 65535. Default: the first free one from 8000.", metavar="NUMBER")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="A SQLite file or a postgresql:// address. Default: a file in the data folder.")
    ] = None,
    browse: Annotated[bool, typer.Option("--browse", help="Open the page in the browser.")] = False,
) -> None:
    """Start the server for play in the browser: alone, side by side or far apart."""
    from breakaway.web.serve import serve as web

    web(host, port, database, browse)


def main() -> None:
    """Runs the command line."""
    from breakaway.terminal.trouble import guarded

    sys.exit(guarded(lambda: app(prog_name="breakaway")))
