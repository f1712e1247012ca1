"""The options and arguments of the command line: the name, the values and the help text of each."""

from __future__ import annotations

from collections.abc import Callable
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, TypeVar, get_type_hints

import typer

from breakaway.games.manifest import GAMES, Asked

F = TypeVar("F", bound=Callable[..., None])


def _show_version(asked: bool) -> None:
    if asked:
        from breakaway.core.version import version

        typer.echo(f"breakaway {version()}")
        raise typer.Exit()


Game = Annotated[str, typer.Argument(help="The game.", metavar="GAME")]
HOUSE = "House rules as NAME=VALUE,...: flags=1,ice=false. To list them: breakaway rules GAME --house."
House = Annotated[list[str] | None, typer.Option(help=HOUSE)]
Seed = Annotated[
    int | None, typer.Option(help="Any number. The same number repeats the dice, the cards and the coaches' choices.")
]
RecordFile = Annotated[str | None, typer.Option("--record", help="The file of the match record.", metavar="FILE")]
Against = Annotated[
    str | None,
    typer.Option(
        help="Who plays against you: a coach, your own bot (FILE.py:CLASS or cmd:COMMAND), or human for a person at "
        "the same screen. Cycling: a,b,... by team. To list the coaches: breakaway coaches GAME."
    ),
]
Host = Annotated[str, typer.Option(help="The address to listen on. 0.0.0.0 lets others in.")]
Port = Annotated[str | None, typer.Option(help="1 to 65535. Default: the first free one from 8000.", metavar="NUMBER")]
Place = Annotated[
    str | None, typer.Option(help="A SQLite file or a postgresql:// address. Default: a file in the data folder.")
]
Browse = Annotated[bool, typer.Option("--browse", help="Open the page in the browser.")]
Proxy = Annotated[
    str | None,
    typer.Option(help="The proxy to trust for visitors' addresses and https, such as 127.0.0.1.", metavar="ADDRESS"),
]
Forget = Annotated[bool, typer.Option("--forget", help="Revoke the owner's access in all earlier browsers.")]
LargestRecord = Annotated[
    int, typer.Option(min=1, max=64, help="The largest record that visitors may upload, in MiB.", metavar="MIB")
]
Log = Annotated[str, typer.Option(help="How to write the log: text, or json for programs.")]
ServerWorkers = Annotated[
    int, typer.Option("--workers", min=1, max=64, help="How many processes share the port.", metavar="NUMBER")
]
MailOut = Annotated[
    str | None,
    typer.Option(
        help="Email players through smtps://user@host, smtp://host:25, lmtp://host or maildir:/folder. The password "
        "comes from BREAKAWAY_MAIL_PASSWORD.",
        metavar="URL",
    ),
]
MailIn = Annotated[
    str | None,
    typer.Option(help="Read players' answers from imaps://user@host or maildir:/folder.", metavar="URL"),
]
MailFrom = Annotated[str | None, typer.Option(help="The address that emails come from.", metavar="ADDRESS")]
MailPasswordFile = Annotated[
    Path | None, typer.Option(help="A file with the password for the mail server.", metavar="FILE")
]
Pages = Annotated[
    str | None,
    typer.Option(help="The server's address in emails, as in https://play.example.org.", metavar="URL"),
]
Physical = Annotated[bool, typer.Option("--physical", help="Use your own dice and cards, and type in the results.")]
Advice = Annotated[
    str | None,
    typer.Option(
        help="Whether players may ask what a coach would do (suggest). Default: on, but off with several people.",
        metavar="on|off",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with your newest unfinished match, or with the one you name.")
]
Coaches = Annotated[
    str | None,
    typer.Option(
        help="Coaches or your own bots (FILE.py:CLASS or cmd:COMMAND) by team: a,b,...; the last one plays all other "
        "teams. "
        "To list the coaches: breakaway coaches GAME."
    ),
]
BotTime = Annotated[
    float | None,
    typer.Option(
        "--bot-time",
        help="How many seconds a bot of your own may take for an answer. Default: 30; 0 means no limit.",
        metavar="SECONDS",
    ),
]
BOT = "A bot of your own that visitors can play against, under this name (FILE.py:CLASS or cmd:COMMAND)."
Bots = Annotated[list[str] | None, typer.Option("--bot", help=BOT, metavar="NAME=BOT")]
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
    list[str] | None, typer.Option("--offense", help="The offense's call as printed on its card: 'Short 4 min'.")
]
Defenses = Annotated[
    list[str] | None, typer.Option("--defense", help="The defense's call as printed on its card: 'Zone 1-4'.")
]
Ball = Annotated[str, typer.Option(help="Where the ball is: 'own 30', '50', 'opp 20'.")]
Down = Annotated[int, typer.Option(help="The down, 1 to 4.")]
ToGo = Annotated[
    int | None,
    typer.Option(
        help="Distance to the first-down line. Football: in lines (default: to the next first-down line). "
        "FATE: in yards (default: 10)."
    ),
]
Quarter = Annotated[int, typer.Option(help="The quarter; 5 is overtime.")]
Score = Annotated[str, typer.Option(help="The score, the offense's points first.")]
CardsLeft = Annotated[int, typer.Option("--cards", help="Cards left in the quarter, including this play's.")]
Flags = Annotated[
    str,
    typer.Option(
        help="Challenge flags left, the offense's first. Each side uses them in the way that wins most often."
    ),
]
TimeOuts = Annotated[str, typer.Option(help="Time outs left, the offense's first.")]
GameDayDeck = Annotated[str, typer.Option("--deck", help="Cards of your own: 'run +2, o 1; pass -1 x3'; or full.")]
Drawn = Annotated[str, typer.Option(help="Numbers of Game Day cards that have been drawn: 3,17,40.")]
TwoPoint = Annotated[bool, typer.Option("--two-point", help="A two-point try.")]
Abilities = Annotated[bool, typer.Option("--abilities", help="Use Quick Release and special defenses.")]
Options = Annotated[
    list[str] | None, typer.Option("--house", "--option", help="House rules as NAME=VALUE, separated by commas.")
]
InBalance = Annotated[bool, typer.Option("--equilibrium", help="Show how often to make each call, and each defense.")]


def asking(command: str) -> Callable[[F], F]:
    """Replaces `**asked` with an option for each setting that the games need for this `command` (`Kit.asks`)."""
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
    """One option, with help that says what it means in each game.

    One help text serves all games in which the option means the same thing.
    """
    says = dict.fromkeys(each.says for each in asks.values())
    games = {text: ", ".join(game for game, each in asks.items() if each.says == text) for text in says}
    text = "; ".join(f"{games[each]}: {each}" for each in says)
    metavar = "|".join(dict.fromkeys(each.metavar for each in asks.values()))
    kind = list[str] if any(each.many for each in asks.values()) else str
    option = typer.Option(f"--{name}", help=f"{text[0].upper()}{text[1:]}.", metavar=metavar)
    return Parameter(name, Parameter.KEYWORD_ONLY, default=None, annotation=Annotated[kind | None, option])


Delete = Annotated[
    list[str] | None, typer.Option("--delete", help="Delete this match for good. You are asked first.", metavar="NAME")
]
Prune = Annotated[bool, typer.Option("--prune", help="Delete all matches without a single choice.")]
Yes = Annotated[bool, typer.Option("--yes", help="Delete without asking.")]
Matches = Annotated[int, typer.Option("--matches", help="The number of matches.", metavar="N")]
Out = Annotated[
    str | None,
    typer.Option(
        "--out",
        help="Write one row per match to this Parquet file. With a slash at its end, or as an address (s3://...), "
        "it is a folder of Parquet files.",
        metavar="FILE",
    ),
]
KeepPlays = Annotated[
    bool, typer.Option("--plays", help="Write one row per play to --out, and one per match to NAME.matches.parquet.")
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", help="The number of threads or processes. Default: one per processor.", metavar="N"),
]
EngineName = Annotated[
    str, typer.Option("--engine", help="What plays: threads, or dask for processes and clusters.", metavar="ENGINE")
]
ClusterAddress = Annotated[
    str | None,
    typer.Option(
        "--cluster", help="The Dask scheduler to use with --engine dask, as in tcp://host:8786.", metavar="ADDRESS"
    ),
]
ReplayRow = Annotated[
    tuple[str, int] | None,
    typer.Option(
        "--replay", help="Replay the match in this row of the file. Rows are counted from 1.", metavar="FILE ROW"
    ),
]
