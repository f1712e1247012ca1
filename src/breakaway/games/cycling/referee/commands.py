"""The commands of `breakaway referee`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from breakaway.core.language import UserError
from breakaway.games.cycling.referee.race_files import DeskError

# --- `breakaway referee`: the referee's commands. Modules that do the work are imported only when needed.


OWN_FILES = ("", ".sealed", ".referee", ".mail")  # the endings of a race's own files
MOST_BYTES = 400_000  # the most bytes in an order's text


class _Group(TyperGroup):
    """The commands, which work on files only: the matches of a server have a command of their own."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments after the group's own options."""
        if any(each.partition("=")[0] == "--database" for each in args):
            _fail("a race in a server's database has a command of its own: breakaway host late --database FILE", 2)
        return super().parse_args(ctx, args)


referee = typer.Typer(
    cls=_Group,
    no_args_is_help=True,
    help="Run a postal race: orders in, reports out. The race is a FILE, with the sealed orders in a file beside it.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app = referee  # the command line mounts it by this name

File = Annotated[str, typer.Argument(help="The race's file.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation (for scripts).")]


Lang = Annotated[str, typer.Option("--lang", help="The report's language: en or de.")]
FORMATS = ("text", "html", "pdf")


@contextmanager
def _plain_errors() -> Iterator[None]:
    """Turns every expected error into one message on stderr and exit code 1, or 2 for a malformed option."""

    try:
        yield
    except UserError as error:
        _fail(str(error), 2 if isinstance(error, Mistyped) else 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        _fail(f"{error.filename or 'output'}: {error.strerror or error}")


def _say(text: str, err: bool = False) -> None:
    """Writes text as UTF-8 to any output. Characters in a file name that cannot be encoded are replaced."""
    typer.echo(text.encode("utf-8", "replace"), err=err)


def _at_terminal() -> bool:
    return sys.stdin.isatty()


def _ask(doubt: str, question: str, yes: bool) -> None:
    """Asks the referee to confirm, and ends the command if the answer is no.

    A script, which cannot answer, needs --yes.
    """
    if yes:
        return
    if not _at_terminal():
        _fail(f"{doubt}\nNothing was changed. Add --yes to do it anyway.")
    _say(doubt, err=True)
    if not typer.confirm(question, default=False, err=True):
        _fail("nothing was changed")


def _fail(message: str, status: int = 1) -> NoReturn:
    _say(f"referee: {message}", err=True)
    raise typer.Exit(status)


@referee.command()
def new(
    file: File,
    teams: Annotated[str, typer.Option(help="The teams' names, separated by commas: Red,Blue,Green.")],
    names: Annotated[str | None, typer.Option(help="A TOML file: [riders] with Red = [four names, A to D].")] = None,
    profile: Annotated[str, typer.Option(help="postal, boxed, pursuit, blind or spy.")] = "postal",
    house: Annotated[str, typer.Option(help="House rules: cap=0,crowd=0,dropped_gap=20.")] = "",
    track: Annotated[str | None, typer.Option(help="A built-in track or tour by name, or a TOML file.")] = None,
    seed: Annotated[int | None, typer.Option(help="A seed: the same number always makes the same file.")] = None,
) -> None:
    """Start a race in a new FILE."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk

        listed = team_names(teams)
        riders = rider_names(Path(names)) if names else None
        _say(desk.new(Path(file), listed, riders, profile, house_rules(house), track, seed))


@referee.command()
def orders(
    file: File,
    team: Annotated[
        str | None,
        typer.Argument(help="A team's name, its beginning, or its number. Without it, each email says whose it is."),
    ] = None,
    text: Annotated[str | None, typer.Option(help="The orders as text, if not from standard input.")] = None,
    turn: Annotated[
        str | None, typer.Option(help="The turn that they are for: 7, or 2.7 in a tour; 0 for the line-ups.")
    ] = None,
    mail: Annotated[
        str | None, typer.Option(help="The emails: an .eml file, or a Maildir or folder with several.")
    ] = None,
    addresses: Annotated[
        str | None, typer.Option(help="A TOML file: [addresses] with Red = 'liz@example.org'.")
    ] = None,
    authserv_id: Annotated[
        str, typer.Option(help="Your mail server's name in Authentication-Results, which vouches for senders.")
    ] = "",
    again: Annotated[bool, typer.Option("--again", help="Read emails again that were read before.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Take the emails that are clear, even if others are not.")] = False,
) -> None:
    """Seal a TEAM's orders, or its line-up before the start. New orders replace older ones."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk
        from breakaway.games.cycling.referee.mailbox import Mail, Senders, mails_at, take_mails
        from breakaway.mail.received import looks_like_mail

        if mail is not None and text is not None:
            _fail("give the orders with --text or with --mail, not with both", 2)
        raw = b"" if mail is not None or text is not None else _standard_input()
        if mail is not None or looks_like_mail(raw):
            mails = [Mail("standard input", raw)] if mail is None else mails_at(Path(mail))
            senders = Senders(Path(addresses) if addresses else None, authserv_id)
            _say(take_mails(Path(file), team, mails, turn, yes, senders, again))
        elif team is None:
            _fail("name the team whose orders these are; only emails can say whose they are", 2)
        else:
            _say(desk.take_orders(Path(file), team, _as_text(raw) if text is None else text, turn))


LONGEST_LINE = 2000  # characters of a line that is typed at a real board


def _standard_input() -> bytes:
    raw = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(raw) > MOST_BYTES:
        _fail(f"the text is longer than {MOST_BYTES} bytes, which is too long for an order")
    return raw


def _as_text(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        _fail(f"the text is not UTF-8: byte {error.start + 1} cannot be read. Save it as UTF-8 and send it again")


@referee.command()
def addresses(
    file: File, address: Annotated[str, typer.Argument(help="Your own address, such as tom@example.org.")]
) -> None:
    """Print a signed address for each team. An email that comes to it is that team's."""
    with _plain_errors():
        from breakaway.games.cycling.referee.mailbox import signed_addresses

        _say(signed_addresses(Path(file), address))


@referee.command()
def status(file: File) -> None:
    """Show which teams have sent orders, but never what is in them."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk

        _say(desk.status(Path(file)).text())


@referee.command()
def run(
    file: File,
    report: Annotated[str, typer.Option(help="The turn's report: text, html, pdf or none.")] = "text",
    out: Annotated[str | None, typer.Option(help="The report's file.")] = None,
    lang: Lang = "en",
    turn: Annotated[str | None, typer.Option(help="Close only this turn: 7, or 2.7 in a tour.")] = None,
    yes: Yes = False,
) -> None:
    """Close the turn. If orders are missing, asks first, because teams without orders play their highest cards."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk

        if report != "none":
            _check_out(file, report, out, lang)
        if turn is not None:
            desk.check_open(Path(file), turn)
        seen = desk.status(Path(file))
        if doubt := seen.doubt():
            _ask(doubt, f"Close {seen.turn} anyway?", yes)
        _say(desk.run(Path(file), seen).text(), err=report != "none" and out is None)
        if report != "none":
            _write_report(file, None, None, report, out, lang)


@referee.command()
def board(file: File) -> None:
    """Referee a race on a real board: type what the people around the table play, and read out what to move."""
    with _plain_errors():
        from breakaway.games.cycling.referee.board import BoardTable

        table = BoardTable(Path(file), _say)
        table.begin()
        while True:
            if _at_terminal():
                print("> ", end="", flush=True)
            line = sys.stdin.readline(LONGEST_LINE)
            if not line or not table.take(line.strip()):
                return


@referee.command()
def undo(file: File, yes: Yes = False) -> None:
    """Reopen the last turn with its orders, or take back the last ruling. Asks for confirmation first."""
    with _plain_errors():
        from breakaway.games.cycling.referee.desk import undo as take_back
        from breakaway.games.cycling.referee.desk import undoing

        seen = undoing(Path(file))
        _ask(seen.what, "Take it back?", yes)
        _say(take_back(Path(file), seen))


@referee.command()
def reopen(file: File) -> None:
    """Go on after losing the .sealed file. The orders for the open turn are lost."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk
        from breakaway.games.cycling.referee.race_files import reopen as open_again

        open_again(Path(file))
        _say(f"{desk.status(Path(file)).text()}\nThe orders sent for this turn are lost: ask for them again.")


@referee.command()
def report(
    file: File,
    turn: Annotated[str | None, typer.Option(help="An earlier turn: 7, or 2.7 in a tour; 0 for the line-ups.")] = None,
    team: Annotated[str | None, typer.Option(help="What this team may see. Default: what everybody may see.")] = None,
    format: Annotated[str, typer.Option(help="text, html or pdf.")] = "text",
    out: Annotated[str | None, typer.Option(help="A file to write to.")] = None,
    lang: Lang = "en",
) -> None:
    """Report a closed turn. Changes nothing and reveals no sealed orders."""
    with _plain_errors():
        _check_out(file, format, out, lang)
        _write_report(file, turn, team, format, out, lang)


def _check_out(file: str, form: str, out: str | None, lang: str) -> None:
    """Checks, before anything is done, that the report can be made and written."""
    from breakaway.core.language import languages

    if lang not in languages():
        _fail(f"--lang: {lang!r}: choose one of these languages: {', '.join(languages())}", 2)
    if form not in FORMATS:
        _fail(f"expected text, html or pdf, not {form!r}", 2)
    if form == "pdf":
        from breakaway.display.renderers import find_typst

        find_typst()
    if form == "pdf" and out is None and sys.stdout.isatty():
        _fail("a PDF needs a file: add --out report.pdf")
    if out is not None:
        _check_place(Path(file), Path(out))


def _check_place(file: Path, out: Path) -> None:
    if out.is_dir():
        _fail(f"{out} is a folder; name a file")
    if not out.parent.is_dir():
        _fail(f"{out}: there is no folder {out.parent}")
    if out.resolve() in [file.with_name(f"{file.name}{ending}").resolve() for ending in OWN_FILES]:
        _fail(f"{out} is the race's own file; name another one for the report")


def _write_report(file: str, turn: str | None, team: str | None, form: str, out: str | None, lang: str) -> None:
    from breakaway.core.language import spoken
    from breakaway.core.rules import SPECTATOR
    from breakaway.games.cycling.referee import report as reports
    from breakaway.games.cycling.referee.race_files import damage_told, find_team, read_past

    past = read_past(Path(file), whole=team is not None)
    seat = SPECTATOR if team is None else find_team(past.header["names"]["teams"], team)
    with damage_told(Path(file)), spoken(lang):
        data = _rendered(reports.build(past, turn, seat), form)
    if out is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    Path(out).write_bytes(data)
    _say(f"Report: {out}", err=True)


def _rendered(built: Any, form: str) -> bytes:
    from breakaway.games.cycling.referee.report_document import as_html, as_pdf, as_text

    if form == "pdf":
        return as_pdf(built)
    return (as_html if form == "html" else as_text)(built).encode()


@referee.command()
def drop(file: File, rider: Annotated[str, typer.Argument(help="A rider: 'Red D', or his own name.")]) -> None:
    """Record a ruling that a rider was dropped by the pack and needs no orders."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk

        _say(desk.drop(Path(file), rider))


@referee.command()
def undrop(file: File, rider: Annotated[str, typer.Argument(help="A rider: 'Red D', or his own name.")]) -> None:
    """Record a ruling that a rider is no longer dropped."""
    with _plain_errors():
        from breakaway.games.cycling.referee import desk

        _say(desk.drop(Path(file), rider, back=True))


# --- Reads the options with which a referee starts a race: teams, riders' names and house rules.


class Mistyped(DeskError):
    """An option in the wrong form."""


def team_names(text: str) -> list[str]:
    """The team names in a string like `Red, Blue, Green`. Raises Mistyped if a name is empty."""
    listed = [name.strip() for name in text.split(",")]
    if not all(listed):
        raise Mistyped("--teams: expected names separated by commas, like Red,Blue,Green")
    return listed


def rider_names(path: Path) -> dict[str, Any]:
    """The riders' names by team, from a TOML file with a table [riders]. Raises DeskError."""
    from breakaway.core.data_files import BadData, read_toml

    try:
        data = read_toml(path)
    except BadData as error:
        raise DeskError(str(error)) from None
    riders = data.get("riders")
    if set(data) != {"riders"} or not isinstance(riders, dict):
        raise DeskError(
            f"{path}: expected a [riders] table and nothing else, with lines like Red = ['Ann', 'Bo', 'Cy', 'Di']"
        )
    return riders


def house_rules(text: str) -> dict[str, Any]:
    """The options in a string like `cap=0,blind=true,ties=arrival`. Raises Mistyped for any other form."""
    from breakaway.core.language import UserError
    from breakaway.games.cycling.rules.state import RaceConfig
    from breakaway.players.settings import house_texts, house_values

    try:
        return house_values(RaceConfig, house_texts([text]))
    except UserError as error:
        raise Mistyped(str(error)) from None
