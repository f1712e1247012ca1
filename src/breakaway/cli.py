"""The command line: `breakaway serve`, `play`, `watch` and all other commands, including those from games' kits.

This module is thin on purpose: before a command runs, it imports only typer and the kits. So `breakaway --help` answers
at once.
"""

from __future__ import annotations

import os
import sys
import threading
from typing import Annotated, Any

import typer

from breakaway import cli_options as given
from breakaway.games.manifest import GAMES, Reference

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # rich takes as long to import as everything else together
    pretty_exceptions_enable=False,
    help="Tabletop sports games: play, watch coaches, look up rules and records. Start with: breakaway play",
)


@app.callback()
def _top(version: given.Version = False) -> None:
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
@given.asking("play")
def play(
    game: Annotated[str, typer.Argument(help="The game. If you leave it out, you are asked.", metavar="[GAME]")] = "",
    against: given.Against = None,
    physical: given.Physical = False,
    advice: given.Advice = None,
    house: given.House = None,
    seed: given.Seed = None,
    record: given.RecordFile = None,
    resume: given.Resume = False,
    bot_time: given.BotTime = None,
    **asked: Any,
) -> None:
    """Play a match in the terminal. Every choice is saved."""
    from breakaway.players.settings import requested
    from breakaway.terminal import play as terminal

    _own(against, bot_time)
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
    request = requested(game, house or (), seed=seed, record=record, physical=physical, advice=advice, **asked)
    raise typer.Exit(terminal.start(request, against))


@app.command()
@given.asking("watch")
def watch(
    game: given.Game = "cycling",
    coaches: given.Coaches = None,
    seed: given.Seed = None,
    as_json: given.AsJson = False,
    record: given.RecordFile = None,
    house: given.House = None,
    bot_time: given.BotTime = None,
    **asked: Any,
) -> None:
    """Watch coaches play a match."""
    from breakaway.players.settings import requested
    from breakaway.terminal import watch as terminal

    named = _own(coaches, bot_time)
    terminal.watch(requested(game, house or (), seed=seed, record=record, **asked), named, as_json)


@app.command()
def matches(delete: given.Delete = None, prune: given.Prune = False, yes: given.Yes = False) -> None:
    """List your matches, whether you play them in the terminal or in the browser."""
    from breakaway.terminal import listing as terminal
    from breakaway.terminal.screen import Screen

    screen = Screen()
    if delete:
        raise typer.Exit(terminal.delete(screen, delete, yes))
    terminal.prune(screen) if prune else terminal.list_matches(screen)


@app.command()
def replay(file: given.File, step: given.Step = False) -> None:
    """Replay a recorded match turn by turn. A match in progress shows only what is public."""
    from breakaway.terminal import replay as terminal

    terminal.replay(file, step)


@app.command()
def review(
    file: given.File,
    html: Annotated[
        str | None, typer.Option("--html", help="Write a page with a graph instead.", metavar="FILE")
    ] = None,
) -> None:
    """Review a finished match: chances of winning, costly choices, skill and luck."""
    from breakaway.terminal import review as terminal

    terminal.review(file, html)


@app.command()
def zine(
    file: given.File,
    out: Annotated[
        str | None, typer.Option("--out", help="A file that ends in .html, .pdf or .txt.", metavar="FILE")
    ] = None,
) -> None:
    """Put all reports of a match on one page, with drawings. Shows what a spectator may see."""
    from breakaway.terminal import zine as terminal

    terminal.show(file, out)


@app.command()
def verify(
    file: given.File,
    receipt: Annotated[
        str, typer.Option("--receipt", help="Also look for the order of this receipt.", metavar="SALT SHA-256")
    ] = "",
) -> None:
    """Check a match record. Exits with 1 and names the first wrong entry if there is one."""
    from breakaway.terminal import verify as terminal

    raise typer.Exit(terminal.verify(file, receipt))


@app.command()
def rules(
    game: given.Game, rule: given.RuleId = None, gaps: given.Gaps = False, house: given.HouseRules = False
) -> None:
    """List a game's rules by chapter, show one in full, or list those that contain certain words."""
    from breakaway.terminal import rulebook as terminal

    if gaps:
        raise typer.Exit(terminal.show_gaps(game))
    if house:
        terminal.list_house_rules(game)
    else:
        terminal.show_rule(game, " ".join(rule)) if rule else terminal.list_rules(game)


@app.command()
def cases(files: given.Files) -> None:
    """Run adjudication cases.

    Prints the expected and actual result of each failed case, and exits with 1 if any failed.
    """
    from breakaway.terminal import rulebook as terminal

    raise typer.Exit(terminal.run_cases(files))


@app.command()
def coaches(game: given.Game) -> None:
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
    """Print a page for the game table, on screen or to a file."""
    from breakaway.terminal import printing as terminal

    terminal.show(what, out)


@app.command()
@given.asking("simulate")
def simulate(
    game: Annotated[str | None, typer.Argument(help="The game.", metavar="GAME")] = None,
    matches: given.Matches = 1000,
    coaches: given.Coaches = None,
    house: given.House = None,
    seed: given.Seed = None,
    out: given.Out = None,
    plays: given.KeepPlays = False,
    workers: given.Workers = None,
    engine: given.EngineName = "threads",
    cluster: given.ClusterAddress = None,
    replay: given.ReplayRow = None,
    record: given.RecordFile = None,
    bot_time: given.BotTime = None,
    **asked: Any,
) -> None:
    """Play thousands of matches at full speed. The same seed always gives the same rows, on any number of machines."""
    from breakaway import experiments
    from breakaway.core.language import Trouble
    from breakaway.players.settings import requested

    named = _own(coaches, bot_time)
    if replay is not None:
        experiments.replay_row(*replay, record)
    elif game is None:
        raise Trouble("simulate: name a game, as in: breakaway simulate football --matches 1000")
    else:
        request = requested(game, house or (), seed=seed, **asked)
        machines = experiments.Machines(engine, workers, cluster)
        raise typer.Exit(experiments.simulate(request, matches, named, out, plays, machines))


@app.command()
def report(
    file: Annotated[str, typer.Argument(help="A file or folder that breakaway simulate wrote.", metavar="FILE")],
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Report on simulated matches, in the terminal and as HTML."""
    from breakaway import experiments

    experiments.report(file, html)


@app.command()
def compare(
    first: Annotated[str, typer.Argument(help="A file or folder that breakaway simulate wrote.", metavar="A")],
    second: Annotated[str, typer.Argument(help="Another one, with other rules, cards or coaches.", metavar="B")],
    html: Annotated[str | None, typer.Option("--html", help="The HTML file to write.", metavar="FILE")] = None,
) -> None:
    """Compare two simulations to see what a house rule, a card or a coach changes. Run both with the same --seed."""
    from breakaway import experiments

    experiments.compare(first, second, html)


@app.command()
@given.asking("odds")
def odds(
    game: given.Game,
    call: given.Cards = None,
    against: given.Calls = None,
    offense: given.Plays = None,
    defense: given.Defenses = None,
    ball: given.Ball = "own 25",
    down: given.Down = 1,
    to_go: given.ToGo = None,
    quarter: given.Quarter = 1,
    score: given.Score = "0-0",
    cards_left: given.CardsLeft = 15,
    flags: given.Flags = "0,0",
    time_outs: given.TimeOuts = "3,3",
    deck: given.GameDayDeck = "full",
    drawn: given.Drawn = "",
    two_point: given.TwoPoint = False,
    abilities: given.Abilities = False,
    house: given.Options = None,
    equilibrium: given.InBalance = False,
    as_json: given.AsJson = False,
    **asked: Any,
) -> None:
    """Work out exact odds: one call against one defense, or all calls against all defenses."""
    from breakaway import experiments
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
    experiments.odds(game, lambda: config_of(requested(game, house or (), **asked)), typed, equilibrium, as_json)


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
    host: given.Host = "127.0.0.1",
    port: given.Port = None,
    database: given.Place = None,
    browse: given.Browse = False,
    behind_proxy: given.Proxy = None,
    forget: given.Forget = False,
    mail_out: given.MailOut = None,
    mail_in: given.MailIn = None,
    mail_from: given.MailFrom = None,
    mail_password_file: given.MailPasswordFile = None,
    address: given.Pages = None,
    largest_record: given.LargestRecord = 4,
    log: given.Log = "text",
    workers: given.ServerWorkers = 1,
    bot: given.Bots = None,
    bot_time: given.BotTime = None,
) -> None:
    """Start the server, so that you can play in the browser: alone, together at one screen, or far apart."""
    from breakaway.web import serve as web

    web.need_packages()
    mail = None
    if mail_out or mail_in or mail_from or address:
        from breakaway.mailing.options import MailOptions

        mail = MailOptions(mail_out or "", mail_in or "", mail_from, mail_password_file, address or "")
    if bot or bot_time is not None:
        from breakaway.api.own_bots import offer, set_limit

        set_limit(bot_time)
        for each in bot or ():
            offer(each)
    asked = web.Serving(host, port, database, browse, behind_proxy, forget, largest_record, log, mail, workers)
    web.serve(asked)


bots = typer.Typer(no_args_is_help=True, rich_markup_mode=None, help="Tools for the authors of bots.")
app.add_typer(bots, name="bot")


@bots.command("check")
def check_bot(
    command: Annotated[str, typer.Argument(help="The command that starts the bot, in quotes.", metavar="CMD")],
    game: Annotated[
        list[str] | None, typer.Option(help="Check only this game. Repeat the option for more games. Default: all.")
    ] = None,
    bot_time: given.BotTime = None,
) -> None:
    """Check whether a bot speaks the protocol, point by point. Exits with 1 if it does not."""
    from breakaway.terminal.bots import check

    raise typer.Exit(check(command, game or list(GAMES), bot_time))


@bots.command("list")
def list_bots() -> None:
    """List the bots that installed packages provide."""
    from breakaway.terminal.bots import list_installed

    list_installed()


def main() -> None:
    """Runs the command line."""
    from breakaway.terminal.trouble import guarded

    status = guarded(lambda: app(prog_name="breakaway"))
    if any(each.name.startswith("breakaway-hanging") for each in threading.enumerate()):
        sys.stdout.flush()
        os._exit(status)  # otherwise a compiled bot that hangs would keep the program from ending
    sys.exit(status)
