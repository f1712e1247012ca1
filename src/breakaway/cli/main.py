"""Every command of `breakaway`, with its options."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from inspect import Parameter, signature
from pathlib import Path
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

from breakaway.cli.seasons import seasons
from breakaway.games.manifest import GAMES, Asked, Reference

# --- The options and arguments of the command line: the name, the values and the help text of each.


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
KeyFolder = Annotated[
    str | None, typer.Option("--keys", help="The folder of the server's keys. Back it up.", metavar="FOLDER")
]
NewKeys = Annotated[
    bool, typer.Option("--new-keys", help="Start although the database was used with keys that are lost.")
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
MailAuthserv = Annotated[
    str | None,
    typer.Option(
        "--mail-authserv-id",
        help="The name of your mail server in the header Authentication-Results, by which it vouches for senders.",
        metavar="NAME",
    ),
]
ReportTo = Annotated[
    str | None,
    typer.Option(help="Email a weekly report on the server to this address: late players, failed email, disk, errors."),
]
ReportLanguage = Annotated[str, typer.Option("--report-language", help="The language of the report: en or de.")]
Address = Annotated[
    str | None,
    typer.Option(
        help="The address at which people reach the server, for all links, emails and signatures, as in "
        "https://play.example.org or https://example.org/games/.",
        metavar="URL",
    ),
]
AllowHost = Annotated[
    list[str] | None,
    typer.Option(help="Another host name that the server answers to. Repeat the option for more.", metavar="NAME"),
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
Again = Annotated[
    bool,
    typer.Option("--again", help="Play another match with the teams and house rules of the finished one you name."),
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
ServerDatabase = Annotated[
    str | None,
    typer.Option("--database", help="List the matches of a server: a SQLite file or a postgresql:// address."),
]
Archived = Annotated[bool, typer.Option("--archived", help="List the matches that hosts have archived instead.")]
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


# --- The command line: `breakaway serve`, `play`, `watch` and all other commands, including those from games' kits.
#
# This module is thin on purpose: before a command runs, it imports only typer and the kits. So `breakaway --help`
# answers at once.


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # rich takes as long to import as everything else together
    pretty_exceptions_enable=False,
    help="Tabletop sports games: play, watch coaches, look up rules and records. Start with: breakaway play",
)


@app.callback()
def _top(version: Version = False) -> None:
    pass


def _own(named: str | None, limit: float | None = None) -> str | None:
    """Loads those of the `named` players that are the user's own bots. Returns `named`.

    `limit`: the seconds that a bot has for each answer.
    """
    coaches = {name for kit in GAMES.values() for name in (*kit.coaches, *kit.rules_play, "human")}
    if limit is not None or (named and {each.strip() for each in named.split(",")} - coaches):
        from breakaway.api.own_bots import allow

        allow(named or "", limit)
    return named


@app.command()
@asking("play")
def play(
    game: Annotated[str, typer.Argument(help="The game. If you leave it out, you are asked.", metavar="[GAME]")] = "",
    against: Against = None,
    physical: Physical = False,
    advice: Advice = None,
    house: House = None,
    seed: Seed = None,
    record: RecordFile = None,
    resume: Resume = False,
    again: Again = False,
    bot_time: BotTime = None,
    **asked: Any,
) -> None:
    """Play a match in the terminal. Every choice is saved."""
    from breakaway.core.language import UserError
    from breakaway.players.settings import requested
    from breakaway.terminal import play as terminal

    _own(against, bot_time)
    if resume:
        raise typer.Exit(terminal.resume(record or game))
    if again:
        more = {"physical": physical or None, "advice": advice, "house": house, **asked}
        if given := [f"--{name}" for name, each in more.items() if each]:
            raise UserError(
                f"play --again: the new match has the settings of the old one, so leave out {', '.join(given)}; only "
                "--against, --seed and --record can differ"
            )
        raise typer.Exit(terminal.again(game, against, seed, record))
    if not game:
        from breakaway.terminal.play import which_game
        from breakaway.terminal.screen import Screen, UserQuit

        try:
            game = which_game(Screen())
        except UserQuit as leaving:
            raise typer.Exit(leaving.status) from None
        if not game:
            return
    request = requested(game, house or (), seed=seed, record=record, physical=physical, advice=advice, **asked)
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
    bot_time: BotTime = None,
    **asked: Any,
) -> None:
    """Watch coaches play a match."""
    from breakaway.players.settings import requested
    from breakaway.terminal import play as terminal

    named = _own(coaches, bot_time)
    terminal.watch(requested(game, house or (), seed=seed, record=record, **asked), named, as_json)


@app.command()
def matches(
    delete: Delete = None,
    prune: Prune = False,
    yes: Yes = False,
    database: ServerDatabase = None,
    archived: Archived = False,
) -> None:
    """List your matches, whether you play them in the terminal or in the browser, or all matches of a server."""
    from breakaway.core.language import UserError
    from breakaway.terminal import saved_matches as terminal
    from breakaway.terminal.screen import Screen

    screen = Screen()
    if database is not None:
        if delete or prune:
            raise UserError("matches: --database only lists; leave out --delete and --prune")
        terminal.list_club(screen, database, archived)
        return
    if archived:
        raise UserError("matches: --archived needs --database")
    if delete:
        raise typer.Exit(terminal.delete(screen, delete, yes))
    terminal.prune(screen) if prune else terminal.list_matches(screen)


HOSTS = """What to do: late, show, announce, extend, set, pause, resume, close (the turn), order, back, rule, seat, stop
(the match), open, archive, restore, title, delete, withdraw (what everybody was asked)."""


@app.command()
def host(
    act: Annotated[str, typer.Argument(help=" ".join(HOSTS.split()), metavar="ACT")],
    match: Annotated[
        list[str] | None, typer.Argument(help="Matches by the names that `matches --database` prints, or all.")
    ] = None,
    database: Annotated[
        str | None, typer.Option("--database", help="The server's database: a SQLite file or a postgresql:// address.")
    ] = None,
    keys: KeyFolder = None,
    reason: Annotated[str, typer.Option(help="Why. Everybody at the table reads it.")] = "",
    text: Annotated[str, typer.Option(help="What to announce.")] = "",
    hours: Annotated[str, typer.Option(help="How many hours to extend the deadline by.", metavar="N")] = "",
    due: Annotated[str, typer.Option(help="The deadline, as in '2026-12-27 21:00', in the match's time zone.")] = "",
    days: Annotated[str, typer.Option(help="How many days to pause.", metavar="N")] = "",
    team: Annotated[str, typer.Option(help="The team, for order and seat.")] = "",
    order: Annotated[str, typer.Option(help="The order, as its player would type it.")] = "",
    step: Annotated[
        int | None, typer.Option(help="Roll back to before this step. Default: the last one.", metavar="N")
    ] = None,
    ruling: Annotated[str, typer.Option(help="The ruling in words. An unknown one lists them.")] = "",
    player: Annotated[str, typer.Option(help="Who gets the seat: a coach, or the word empty for a person.")] = "",
    title: Annotated[str | None, typer.Option(help="The match's new title.")] = None,
    subtitle: Annotated[str | None, typer.Option(help="Its new subtitle.")] = None,
    day: Annotated[str | None, typer.Option(help="The day of the match, as in 2026-12-27.")] = None,
    yes: Yes = False,
) -> None:
    """Host the matches of a server: see who is late, move deadlines, roll back, close, archive, delete and more.

    An act that needs the consent of all players is asked of them. Exits with 1 if an act was refused in one match.
    """
    from breakaway.terminal import saved_matches
    from breakaway.terminal.screen import Screen

    if database is None:
        from breakaway.core.language import UserError

        raise UserError("host: name the server's database, as in: breakaway host late --database club.sqlite")
    saved_matches.need_club("host --database")
    from breakaway.terminal import hosting as terminal

    given = {"reason": reason, "text": text, "hours": hours, "due": due, "days": days, "order": order, "player": player}
    heads = {"title": title, "subtitle": subtitle, "day": day}
    given |= {name: value for name, value in heads.items() if value is not None}
    place = terminal.open_server(database, keys)
    try:
        raise typer.Exit(
            terminal.run(Screen(), place, terminal.Typed(act, match or [], given, team, step, ruling, yes))
        )
    finally:
        place.close()


@app.command()
def replay(file: File, step: Step = False) -> None:
    """Replay a recorded match turn by turn. A match in progress shows only what is public."""
    from breakaway.terminal import replay as terminal

    terminal.replay(file, step)


@app.command()
def review(
    file: File,
    html: Annotated[
        str | None, typer.Option("--html", help="Write a page with a graph instead.", metavar="FILE")
    ] = None,
) -> None:
    """Review a finished match: chances of winning, costly choices, skill and luck."""
    from breakaway.terminal import replay as terminal

    terminal.review(file, html)


@app.command()
def zine(
    file: File,
    out: Annotated[
        str | None, typer.Option("--out", help="A file that ends in .html, .pdf or .txt.", metavar="FILE")
    ] = None,
) -> None:
    """Put all reports of a match on one page, with drawings. Shows what a spectator may see."""
    from breakaway.terminal import replay as terminal

    terminal.show_zine(file, out)


@app.command()
def verify(
    file: File,
    receipt: Annotated[
        str, typer.Option("--receipt", help="Also look for the order of this receipt.", metavar="SALT SHA-256")
    ] = "",
    key: Annotated[
        list[str] | None,
        typer.Option("--key", help="A key that must have signed the record, or a file of such keys.", metavar="KEY"),
    ] = None,
) -> None:
    """Check a match record. Exits with 1 and names the first wrong entry if there is one.

    Without --key, the keys of servers that you trust are those in the file trusted-keys of your data folder.
    """
    from breakaway.terminal import replay as terminal

    raise typer.Exit(terminal.verify_file(file, receipt, key or []))


@app.command()
def rules(game: Game, rule: RuleId = None, gaps: Gaps = False, house: HouseRules = False) -> None:
    """List a game's rules by chapter, show one in full, or list those that contain certain words."""
    from breakaway.terminal import rules as terminal

    if gaps:
        raise typer.Exit(terminal.show_gaps(game))
    if house:
        terminal.list_house_rules(game)
    else:
        terminal.show_rule(game, " ".join(rule)) if rule else terminal.list_rules(game)


@app.command()
def cases(files: Files) -> None:
    """Run adjudication cases.

    Prints the expected and actual result of each failed case, and exits with 1 if any failed.
    """
    from breakaway.terminal import rules as terminal

    raise typer.Exit(terminal.run_cases(files))


@app.command()
def coaches(game: Game) -> None:
    """List the coaches (automatic opponents) of a game."""
    from breakaway.terminal import rules as terminal

    terminal.list_coaches(game)


@app.command("print")
def print_sheet(
    what: Annotated[
        list[str] | None,
        typer.Argument(help="A game and one of its sheets, or fate-solitaire or fate-roster.", metavar="WHAT"),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--out", "-o", help="The file to write: .pdf, for fate-solitaire also .html or .txt.", metavar="FILE"
        ),
    ] = None,
    listed: Annotated[bool, typer.Option("--list", help="List everything that can be printed.")] = False,
    team: Annotated[
        list[str] | None, typer.Option("--team", help="A team or roster; several are allowed.", metavar="TEAM")
    ] = None,
    teams: Annotated[
        str, typer.Option("--teams", help="A folder with football teams and cards of your own.", metavar="FOLDER")
    ] = "",
    box: Annotated[
        str, typer.Option("--box", help="Your own set of football cards, by name or folder.", metavar="SET")
    ] = "",
    track: Annotated[str, typer.Option("--track", help="A track of the race.", metavar="TRACK")] = "",
    seats: Annotated[int, typer.Option("--seats", help="How many teams ride.", metavar="NUMBER")] = 0,
    paper: Annotated[str, typer.Option("--paper", help="a4 or letter.", metavar="PAPER")] = "a4",
    gray: Annotated[bool, typer.Option("--gray", "--grey", help="Without colors.")] = False,
    blank: Annotated[bool, typer.Option("--blank", help="Forms to fill in.")] = False,
    expert: Annotated[bool, typer.Option("--expert", help="Football's expert solo sheets.")] = False,
) -> None:
    """Print cards, sheets, boards and forms for the game table as PDF.

    For example: breakaway print football cards --team fire --paper letter --out cards.pdf
    """
    from breakaway.display.printing import Printing
    from breakaway.terminal import printing as terminal

    order = Printing(paper.casefold(), gray, blank, tuple(team or ()), teams, box, track, seats, int(expert))
    terminal.print_sheet([] if listed else what or [], out, order)


@app.command()
def site(
    out: Annotated[
        str | None, typer.Option("--out", "-o", help="The folder to build; site by default.", metavar="DIR")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Then show the folder at this machine, until Ctrl-C.")] = False,
    docs: Annotated[
        str | None,
        typer.Option("--docs", help="A clone with the texts of the documentation, if this is not one.", metavar="DIR"),
    ] = None,
) -> None:
    """Build a folder of static files in which the whole table runs without a server."""
    from breakaway.site import folder

    place = Path(out or "site")
    folder.build(place, folder.downloads(), docs=Path(docs) if docs else None)
    if serve:
        folder.serve(place)


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
    engine: EngineName = "threads",
    cluster: ClusterAddress = None,
    replay: ReplayRow = None,
    record: RecordFile = None,
    bot_time: BotTime = None,
    **asked: Any,
) -> None:
    """Play thousands of matches at full speed. The same seed always gives the same rows, on any number of machines."""
    from breakaway.cli import lab
    from breakaway.core.language import UserError
    from breakaway.players.settings import requested

    named = _own(coaches, bot_time)
    if replay is not None:
        lab.replay_row(*replay, record)
    elif game is None:
        raise UserError("simulate: name a game, as in: breakaway simulate football --matches 1000")
    else:
        request = requested(game, house or (), seed=seed, **asked)
        machines = lab.Machines(engine, workers, cluster)
        raise typer.Exit(lab.simulate(request, matches, named, out, plays, machines))


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A file or folder that breakaway simulate wrote.", metavar="FILE")],
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Report on simulated matches, in the terminal and as HTML."""
    from breakaway.cli import lab

    lab.report(file, html)


@app.command()
def compare(
    first: Annotated[str, typer.Argument(help="A file or folder that breakaway simulate wrote.", metavar="A")],
    second: Annotated[str, typer.Argument(help="Another one, with other rules, cards or coaches.", metavar="B")],
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Compare two simulations to see what a house rule, a card or a coach changes. Run both with the same --seed."""
    from breakaway.cli import lab

    lab.compare(first, second, html)


@app.command()
def ladder(
    game: Game,
    players: Annotated[
        str | None, typer.Option("--players", help="Coaches and levels, separated by commas. Default: all levels.")
    ] = None,
    pairs: Annotated[int, typer.Option("--pairs", help="Pairs of matches for each pairing.", metavar="N")] = 200,
    house: House = None,
    seed: Seed = None,
    keep: Annotated[
        str | None, typer.Option("--keep", help="Keep finished pairings in this file, and go on.", metavar="FILE")
    ] = None,
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Rank the levels of the computer, or any coaches, by matches on paired seeds."""
    from breakaway.cli import lab
    from breakaway.players.settings import requested

    raise typer.Exit(lab.ladder(requested(game, house or (), seed=seed), players, pairs, keep, html))


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
    from breakaway.cli import lab
    from breakaway.players.settings import config_of, requested

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
    if asked.get("situation"):
        requested(game, house or (), **asked)  # refuses it for a game that does not ask for it
        typed["situation"] = asked["situation"]
    lab.odds(game, lambda: config_of(requested(game, house or (), **asked)), typed, equilibrium, as_json)


def _of_a_game(name: str, place: Reference) -> None:
    """Adds a command from one game's kit. The command's code is imported only when it is called."""

    def command(ctx: typer.Context) -> None:
        from breakaway.games.manifest import load

        load(place.at)(ctx.args, prog_name=f"breakaway {name}")

    everything: dict[str, object] = {"allow_extra_args": True, "ignore_unknown_options": True}
    app.command(name, help=place.says, add_help_option=False, context_settings=everything)(command)


for _kit in GAMES.values():
    for _name, _place in _kit.commands.items():
        _of_a_game(_name, _place)


@app.command()
def serve(
    host: Host = "127.0.0.1",
    port: Port = None,
    database: Place = None,
    keys: KeyFolder = None,
    new_keys: NewKeys = False,
    browse: Browse = False,
    behind_proxy: Proxy = None,
    forget: Forget = False,
    mail_out: MailOut = None,
    mail_in: MailIn = None,
    mail_from: MailFrom = None,
    mail_password_file: MailPasswordFile = None,
    mail_authserv_id: MailAuthserv = None,
    report_to: ReportTo = None,
    report_language: ReportLanguage = "en",
    address: Address = None,
    allow_host: AllowHost = None,
    largest_record: LargestRecord = 4,
    log: Log = "text",
    workers: ServerWorkers = 1,
    bot: Bots = None,
    bot_time: BotTime = None,
) -> None:
    """Start the server, so that you can play in the browser: alone, together at one screen, or far apart.

    The owner's page /storage sets how long matches are kept and how much visitors may store. A match in which no player
    has chosen for 30 days is deleted.
    """
    from breakaway.web import serve as web

    web.need_packages()
    mail = None
    if mail_out or mail_in or mail_from or mail_authserv_id or report_to:
        from breakaway.mail.postman import MailOptions

        given = (mail_out or "", mail_in or "", mail_from, mail_password_file, mail_authserv_id or "")
        mail = MailOptions(*given, report_to or "", report_language)
    if bot or bot_time is not None:
        from breakaway.api.own_bots import offer, set_limit

        set_limit(bot_time)
        for each in bot or ():
            offer(each)
    shown = address or "", tuple(allow_host or ())
    asked = web.Serving(host, port, database, browse, behind_proxy, forget, largest_record, log, mail, workers, *shown)
    web.serve(replace(asked, keys=keys, new_keys=new_keys))


BackupFile = Annotated[str, typer.Argument(help="The file of the backup.", metavar="FILE")]
Verify = Annotated[
    bool,
    typer.Option("--verify", help="Also replay every record in the backup, and try the keys on all sealed orders."),
]
LostKeys = Annotated[bool, typer.Option("--lost-keys", help="Save the database although keys that it needs are lost.")]
Replace = Annotated[
    bool,
    typer.Option(
        "--replace",
        help="Delete the matches and seasons that the database holds. Keys that are replaced are kept in a folder.",
    ),
]
NewPlace = Annotated[str, typer.Option("--to", help="A SQLite file or a postgresql:// address.", metavar="DATABASE")]


@app.command()
def backup(
    file: BackupFile,
    database: Place = None,
    keys: KeyFolder = None,
    verify: Verify = False,
    lost_keys: LostKeys = False,
) -> None:
    """Save all matches of a server and its keys in one file, while the server runs. The file holds secrets."""
    from breakaway.terminal import server_commands as terminal

    raise typer.Exit(terminal.back_up(file, database, keys, verify, lost_keys))


@app.command()
def restore(
    file: BackupFile, database: Place = None, keys: KeyFolder = None, replace: Replace = False, verify: Verify = False
) -> None:
    """Restore a backup into a new database, SQLite or PostgreSQL, with its keys. If anything fails, nothing changes."""
    from breakaway.terminal import server_commands as terminal

    raise typer.Exit(terminal.restore(file, database, keys, replace, verify))


@app.command()
def move(to: NewPlace, database: Place = None, replace: Replace = False) -> None:
    """Copy the database of a server to another one, such as from SQLite to PostgreSQL. Stop the server first."""
    from breakaway.terminal import server_commands as terminal

    terminal.move(database, to, replace)


@app.command()
def weekly(database: Place = None, report_language: ReportLanguage = "en") -> None:
    """Print the weekly report on a server, which `serve --report-to` sends by email. Shows no secrets."""
    from breakaway.terminal import server_commands as terminal

    terminal.print_weekly(database, report_language)


app.add_typer(seasons, name="season")


bots = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Tools for the authors of bots.")
app.add_typer(bots, name="bot")


@bots.command("check")
def check_bot(
    command: Annotated[str, typer.Argument(help="The command that starts the bot, in quotes.", metavar="CMD")],
    game: Annotated[
        list[str] | None, typer.Option(help="Check only this game. Repeat the option for more games. Default: all.")
    ] = None,
    bot_time: BotTime = None,
) -> None:
    """Check whether a bot speaks the protocol, point by point. Exits with 1 if it does not."""
    from breakaway.terminal.bot_commands import check

    raise typer.Exit(check(command, game or list(GAMES), bot_time))


@bots.command("list")
def list_bots() -> None:
    """List the bots that installed packages provide."""
    from breakaway.terminal.bot_commands import list_installed

    list_installed()


def main() -> None:
    """Runs the command line."""
    from breakaway.terminal.screen import guarded

    status = guarded(lambda: app(prog_name="breakaway"))
    if any(each.name.startswith("breakaway-hanging") for each in threading.enumerate()):
        sys.stdout.flush()
        os._exit(status)  # otherwise a compiled bot that hangs would keep the program from ending
    sys.exit(status)
