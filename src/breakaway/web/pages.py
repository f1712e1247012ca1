"""What all pages share: templates, static files, QR codes, times in words and error pages."""

from __future__ import annotations

import gzip
import logging
import mimetypes
import re
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache, partial
from hashlib import sha256
from importlib.resources import files
from math import ceil
from pathlib import Path
from threading import Lock
from typing import Any

import segno
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup, escape
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from breakaway.club.club import Club
from breakaway.club.time_control import DAY, HOUR, MINUTE
from breakaway.core import language
from breakaway.core.language import UserError, _, many, marked, say
from breakaway.core.version import version
from breakaway.display import svg
from breakaway.display.renderers import LOOK
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.players.coaches import BotError
from breakaway.server.visitors import remember, visitor_of

# --- QR codes of addresses, as drawings for a page.


BORDER = 4  # modules of white around a code, so that every reader finds it


@lru_cache(64)
def qr(address: str, label: str) -> Markup:
    """The QR code of an `address` as SVG, dark on white in any theme. `label` describes it for people who cannot see
    it.

    Raises segno.DataOverflowError for an address of more than 2331 bytes.
    """
    rows = segno.make(address, error="m", micro=False).matrix
    size = len(rows) + 2 * BORDER
    dark = "".join(
        f"M{x + BORDER} {y + BORDER}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    drawn = svg.rect("light", 0, 0, size, size) + svg.path("dark", dark)
    view = f"0 0 {size} {size}"
    return Markup(svg.element("svg", drawn, class_="qr", viewBox=view, role="img", aria_label=label))


# --- Says in words how much time is left. On the page, a script keeps counting down (`static/clock.js`).


DAYS = marked("{d} d {h} h left")
HOURS = marked("{h} h {m} min left")
MINUTES = marked("{m} min {s} s left")
SECONDS = marked("{s} s left")
OVER = marked("time is up")
GRACE = marked("grace period: {left}")
LITTLE = 20  # seconds: with less, a clock says so in a word
WORDS = (marked("hurry"), marked("grace"), marked("late"), marked("{d} d"), marked("{h} h"))
SHORT = (
    *(marked("Mon"), marked("Tue"), marked("Wed"), marked("Thu")),
    *(marked("Fri"), marked("Sat"), marked("Sun")),
)
UNTIL = marked("until {moment}")


@dataclass(frozen=True)
class Clock:
    """A deadline. `at`: the moment, written for programs.

    `until`: the moment, written for people. `left`: the whole seconds until then, of which none pass for another
    `waits` seconds. After the deadline, choices count for another `grace` seconds; meanwhile `left` is 0 or less.
    `day`, `hour`: the moment in short.
    """

    at: str
    until: str
    left: int
    waits: int = 0
    grace: int = 0
    day: str = ""
    hour: str = ""

    @property
    def rest(self) -> int:
        """The seconds until the deadline or, after it, until the end of the grace period."""
        return self.left if self.left > 0 else self.left + self.grace

    @property
    def says(self) -> str:
        """The time left, as people read it."""
        rest = self.rest
        if rest <= 0:
            return _(OVER)
        if rest >= DAY:
            text = say(DAYS, d=rest // DAY, h=rest % DAY // HOUR)
        elif rest >= HOUR:
            text = say(HOURS, h=rest // HOUR, m=rest % HOUR // MINUTE)
        elif rest >= MINUTE:
            text = say(MINUTES, m=rest // MINUTE, s=rest % MINUTE)
        else:
            text = say(SECONDS, s=rest)
        return text if self.left > 0 else say(GRACE, left=text)

    @property
    def patterns(self) -> list[tuple[str, str]]:
        """The sentences of `says` for the script, each with its name and with placeholders for the numbers."""
        named = {"days": DAYS, "hours": HOURS, "minutes": MINUTES, "seconds": SECONDS, "over": OVER, "until": UNTIL}
        found = [(name, _(text)) for name, text in named.items()]
        return [*found, ("grace", str(self.grace)), ("in-grace", _(GRACE))] if self.grace else found

    @property
    def figure(self) -> str:
        """The time left in a few characters, such as `2:58`, `19 h` or, in the grace period, `+0:24`."""
        return f"{'+' * (self.left <= 0 < self.rest)}{figure(self.rest)}"

    @property
    def word(self) -> tuple[str, str]:
        """What the time left is called if it is called anything, with the CSS class that says the same."""
        if self.rest <= 0:
            return _(WORDS[2]), "low"
        if self.left <= 0:
            return _(WORDS[1]), "in-grace"
        return (_(WORDS[0]), "low") if self.left < LITTLE else ("", "")


def figure(seconds: int) -> str:
    """A time in a few characters: `2:58`, `19 h`, `3 d`."""
    if seconds >= DAY:
        return say(WORDS[3], d=seconds // DAY)
    return say(WORDS[4], h=seconds // HOUR) if seconds >= HOUR else f"{seconds // MINUTE}:{seconds % MINUTE:02}"


def clock(due: datetime | None, now: datetime, since: datetime | None = None, grace: int = 0) -> Clock | None:
    """The clock for the deadline `due`, which runs from `since` on, with `grace` seconds after it. None without one."""
    if due is None:
        return None
    starts, at = max(now, since or now), due.astimezone(UTC)
    left, waits = max(-grace, ceil((due - starts).total_seconds())), ceil((starts - now).total_seconds())
    short = _(SHORT[at.weekday()]), f"{at:%H:%M}"
    return Clock(_for_programs(due), say(UNTIL, moment=in_utc(due)), left, waits, grace, *short)


def moment(at: datetime) -> Markup:
    """A moment in a page. A script shows it in the reader's own time zone; without scripts it stands in UTC."""
    return Markup('<time datetime="{}" data-at>{}</time>').format(_for_programs(at), in_utc(at))


def with_moments(text: str, **values: object) -> Markup:
    """A sentence with its values, escaped, except for each `moment`."""
    return escape(text).format(**values)


def _for_programs(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def in_utc(at: datetime) -> str:
    """A moment, written for people."""
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def period(seconds: int) -> str:
    """A number of seconds as people say it, such as `3 minutes`."""
    if seconds % DAY == 0:
        return many("{n} day", "{n} days", seconds // DAY)
    if seconds % HOUR == 0:
        return many("{n} hour", "{n} hours", seconds // HOUR)
    if seconds % MINUTE == 0:
        return many("{n} minute", "{n} minutes", seconds // MINUTE)
    return many("{n} second", "{n} seconds", seconds)


# --- The styles, scripts and icons of the pages. A browser loads each of them once and keeps it until it changes.
#
# The address of a file ends in a digest of its bytes, so a changed file has a new address (RFC 8246).


ROOT = Path(__file__).parent / "static"
CHARTS = ("board.css",)  # reports use them as well
# Files that a page loads as one: a first visit then has fewer to wait for, and together they pack better.
_HANDS, _REST = ("table.css", "hands.css"), ("motion.css", "keys.css", "print.css")
_PLAYS = ("changes.js", "connection.js", "table.js", "motion.js", "alerts.js", "lobby.js", "page.js")
TOGETHER = {
    "every.css": ("board.css", "page.css"),
    "match.css": (*_HANDS, *_REST),
    "match-calls.css": (*_HANDS, "calls.css", *_REST),
    "match-broad.css": (*_HANDS, "race.css", *_REST),
    "match.js": (*_PLAYS, "clock.js", "keys.js"),
}
FOR_GOOD, ASK_AGAIN = "public, max-age=31536000, immutable", "no-cache"


@dataclass(frozen=True, slots=True)
class StaticFile:
    """A file as it is sent: its bytes, the same bytes compressed with gzip, and a digest of them.

    Pages are never compressed: if a page contains a secret and a visitor's own words, its compressed length could
    reveal the secret.
    """

    data: bytes
    packed: bytes
    digest: str


def static_file(name: str) -> StaticFile | None:
    """The file with this `name`, or the files that are loaded `TOGETHER` by this name, as they are now. None for any
    other name.
    """
    places = [_places().get(each) for each in TOGETHER.get(name, (name,))]
    paths = tuple(path for path in places if path)
    if not paths:
        return None
    with _READING:
        return _read(paths, tuple(path.stat().st_mtime_ns for path in paths))


def address(name: str) -> str:
    """The path of a file, as links in pages name it. Raises LookupError if there is no such file."""
    found = static_file(name)
    if found is None:
        raise LookupError(f"no static file {name!r}")
    return f"/static/{name}?v={found.digest}"


async def send(request: Request, name: str) -> Response:
    """The response to a request for a file.

    With the digest of today's bytes in the address, a browser may keep it for good. With another digest or none, it
    asks each time, and gets a new copy only if the file has changed.
    """
    found = static_file(name)
    if found is None:
        raise HTTPException(404)
    tag = f'W/"{found.digest}"'
    is_current = request.query_params.get("v") == found.digest
    headers = {"ETag": tag, "Vary": "Accept-Encoding", "Cache-Control": FOR_GOOD if is_current else ASK_AGAIN}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    media = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.data, media_type=media, headers=headers)
    return Response(found.packed, media_type=media, headers={**headers, "Content-Encoding": "gzip"})


@cache
def _places() -> dict[str, Path]:
    """The names of all files that pages may load, and where these files are."""
    places = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*") if path.is_file()}
    return places | {each: Path(str(files("breakaway.display").joinpath(each))) for each in CHARTS}


def _is_ours(path: Path) -> bool:
    """Whether a file is a style or script of ours. `verify.mjs` is sent as it is, because people read it."""
    return path.suffix in (".css", ".js") and path.parent.name != "vendor"


def without_comments(suffix: str, text: str) -> str:
    """A style or script without comments and spare spaces, which are a fifth of its weight over the wire.

    In a script, a comment stands on a line of its own or after `;`, `{` or `}`, and no text goes over several lines. In
    a style, no text has a bracket, comma or semicolon.
    """
    if suffix == ".css":
        bare = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        return re.sub(r":\s+", ":", re.sub(r"\s*([{};,>])\s*", r"\1", bare)).replace(";}", "}").strip() + "\n"
    lines = (re.sub(r"(?<=[;{}]) // .*", "", line.strip()) for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//")) + "\n"


_READING = Lock()  # the first pages after a start are often asked for at once, and each file is packed once


@cache
def _read(paths: tuple[Path, ...], _modified: tuple[int, ...]) -> StaticFile:
    data = b"".join(_data(path, is_alone=len(paths) == 1) for path in paths)
    return StaticFile(data, gzip.compress(data, mtime=0), sha256(data).hexdigest()[:16])


def _data(path: Path, is_alone: bool) -> bytes:
    """What is sent of a file. Styles for print say so themselves if they are sent with others."""
    if not _is_ours(path):
        return path.read_bytes()
    bare = without_comments(path.suffix, path.read_text("utf-8"))
    return (bare if is_alone or path.name != "print.css" else f"@media print{{{bare}}}\n").encode()


# --- Makes responses from templates, and adds what every page needs besides its own content.


HERE = Path(__file__).parent
MOST = 2**24  # characters of the parts of pages that are kept
_written: dict[Hashable, tuple[Markup, Any]] = {}  # each part with the value that it shows
_length = 0  # characters in `_written`, or more if two threads wrote the same part


class NoSuchPage(UserError):
    """The page does not exist, or this browser may not open it. The error leads to an error page with this `status`.

    `seat` is the address where a player can enter a code or phrase for a seat that this browser does not play.
    """

    def __init__(self, status: int, text: str, seat: str = "") -> None:
        super().__init__(text)
        self.status, self.seat = status, seat


class BasePath(Extension):
    """Puts the server's base path before every page's address in a template.

    Templates, like the rest of the program, write addresses as if the server had a host name for itself: `/match/ID`.
    An address that a template has from elsewhere needs `{{ root }}` before it.
    """

    ADDRESS = re.compile(r'(?<![\w:-])(href|src|action|formaction|hx-[\w:-]+|data-at|data-anchor-at|data-record)="/')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The `source` of a template, with the base path where it belongs."""
        return self.ADDRESS.sub(rf'\1="{self.environment.globals["root"]}/', source)


@cache
def environment(root: str = "") -> Environment:
    """The template environment of servers with the base path `root`. It escapes everything except drawings."""
    made = Environment(
        loader=FileSystemLoader([HERE / "templates", LOOK]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        extensions=["jinja2.ext.i18n", BasePath],
    )
    made.globals["root"] = root
    made.install_gettext_callables(language._, _counted, newstyle=True)  # type: ignore[attr-defined]
    made.globals["_"] = _said  # as the extension's own, in less than half the time
    made.filters["drawing"] = Markup
    made.globals["printable"] = tuple(name for name in GAMES if GAMES[name].sheets)
    made.globals["guides"] = tuple(name for name in GAMES if GAMES[name].howto)  # the games with a page on how to play
    made.globals["reviewed"] = tuple(name for name in GAMES if GAMES[name].review)
    made.globals["advised"] = tuple(name for name in GAMES if GAMES[name].advice)
    made.globals["in_folder"] = False  # whether the pages stand in a folder of static files (`breakaway.site`)
    made.globals["clock"] = clock
    made.filters["moment"] = moment
    made.globals["own_names"] = language.OWN_NAMES
    made.globals["version"] = version()
    made.globals["file"] = lambda name: root + address(name)
    made.globals["once"] = partial(_once, root)
    made.filters["identity"] = id
    made.filters["qr"] = qr
    made.globals["coach_called"] = lambda game, coach: coaches.called(find(game), coach)
    return made


def _said(text: str, /, **values: Any) -> Markup:
    """A text of a template in the visitor's language, with its values, which are escaped."""
    found = Markup(language._(text))
    return found % values if values else found.replace("%%", "%")


def _counted(one: str, other: str, n: int) -> str:
    return language.catalog(language.language()).ngettext(one, other, n)


def _once(root: str, macro: Callable[[Any], Markup], value: Any, known: Hashable = None) -> Markup:
    """The text that a macro writes for one value, such as a card that many pages show, turn after turn.

    The macro must depend on nothing but this value, the language, and the base path `root`. A value that cannot be
    hashed has another that can, by which it is `known`: its text, or its `identity` if many pages show the very same
    object. As long as a part is kept, its value is too, so that no other object can have the same identity.
    """
    global _length
    key = root, language.language(), macro.name, value if known is None else known  # type: ignore[attr-defined]
    if (kept := _written.get(key)) is not None:
        return kept[0]
    found = macro(value)
    _length += len(found)
    if _length > MOST:
        _written.clear()
        _length = len(found)
    _written[key] = found, value
    return found


def text_of(request: Request, template: str, **given: Any) -> str:
    """A template filled with the `given` values and with what every page needs."""
    visitor = visitor_of(request)
    every = {
        "visitor": visitor,
        "csrf": visitor.csrf,
        "language": language.language(),
        "languages": [(name, language.OWN_NAMES.get(name, name)) for name in language.languages()],
        "path": request.url.path,
        "is_fragment": is_htmx(request),
        "alone": request.app.state.alone,
    }
    return environment(request.app.state.identity.base_path).get_template(template).render({**every, **given})


def page(request: Request, template: str, status: int = 200, **given: Any) -> Response:
    """A response with a filled template and this `status`. Gives a new browser its cookie."""
    response = HTMLResponse(text_of(request, template, **given), status)
    remember(request, response)
    return response


def is_htmx(request: Request) -> bool:
    """Whether htmx sent this request, to get part of a page."""
    return request.headers.get("hx-request") == "true"


def go(request: Request, where: str) -> Response:
    """Sends the browser on to the page with the path `where`."""
    where = f"{request.app.state.identity.base_path}/{where.lstrip('/')}"
    if is_htmx(request):
        return Response(status_code=200, headers={"HX-Redirect": where})
    response = RedirectResponse(where, 303)
    remember(request, response)
    return response


# --- What happens when one of the owner's bots fails: the owner's log says why, and visitors learn only that it failed.


LOG = logging.getLogger(__name__)


def told(error: BotError) -> str:
    """The sentence that visitors may read about a failure. The whole error goes to the log."""
    LOG.error("%s", error)
    return error.public


def resolve(club: Club, match_id: str) -> None:
    """Plays on until a person has to choose. If a bot fails, the match waits, and its page names the bot."""
    try:
        club.resolve(match_id)
    except BotError as error:
        told(error)


# --- The verifier that runs in a visitor's browser (`static/verify.mjs`): its sentences, in the visitor's language.


SCRIPT = Path(__file__).parent / "static" / "verify.mjs"
_SENTENCE = re.compile(r'"([A-Z{][^"\n]*[.}])"')  # the script writes all its sentences in this form, and nothing else


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence that the verifier can say, with placeholders in braces for its findings."""
    return tuple(dict.fromkeys(_SENTENCE.findall(SCRIPT.read_text("utf-8"))))


def words() -> dict[str, str]:
    """Each sentence with its translation into the visitor's language."""
    return {each: _(each) for each in sentences()}
