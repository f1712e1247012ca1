"""The front page, the forms that open a table, and the choice of theme and language."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.actions import waits_to_begin
from breakaway.club.club import Club, Created
from breakaway.club.matches import Listed
from breakaway.club.schema import BY_LINK, OVER, PUBLIC
from breakaway.club.time_control import NONE, Terms
from breakaway.core.game import Game
from breakaway.core.language import ENGLISH, Trouble, _, languages, say
from breakaway.display.match_page import find_page
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.players.coaches import NoSuchCoach
from breakaway.players.seated_match import ADVICE, HUMAN, asked_advice, with_advice
from breakaway.players.settings import CHOICE, TEXT, ZONES, Field, as_typed, find_setting, make_start, requested
from breakaway.players.settings import Form as Asked
from breakaway.web import lesson_files
from breakaway.web.failed import resolve
from breakaway.web.forms import Form, Posted, TheClub, Who
from breakaway.web.guard import HEAD, LANGUAGE
from breakaway.web.pace import pace_fields
from breakaway.web.pages import go, page
from breakaway.web.scores import Scores
from breakaway.web.terms import asked_terms, delays, times
from breakaway.web.tiles import sorted_tiles, tiles_of
from breakaway.web.visitor import OWNER, THEME, THEMES, Visitor, add_invites, keep

router = APIRouter(include_in_schema=False)
HERE, LINK = "here", "link"
SHOWN = 30  # matches on the front page


@router.get("/")
def front(request: Request, club: TheClub, who: Who) -> Response:
    """The front page: all games, the visitor's own matches, and public matches with an empty seat."""
    shown = [(find(name), find_page(find(name))) for name in GAMES]
    scores: Scores = request.app.state.scores
    mine = my_matches(club, who)
    own = {match.id for match, _seats, _asked in mine}
    free = [(match, frozenset[int](), False) for match in club.lobby() if match.id not in own]
    return page(
        request,
        "front.html",
        shown=shown,
        mine=sorted_tiles(tiles_of(scores, mine)),
        free=tiles_of(scores, free[:SHOWN]),
        now=club.database.now(),
        lessons=lesson_files.names(),
        is_local=request.app.state.is_local,
        sends_mail=request.app.state.postman is not None,
    )


def my_matches(club: Club, who: Visitor) -> list[tuple[Listed, frozenset[int], bool]]:
    """The visitor's matches. Matches that wait for the visitor come first, the most urgent on top; finished matches
    come last. Each match comes with the visitor's seats and whether it is the visitor's turn.
    """
    by_link = {match.id: match for match in club.matches(who.secrets)}
    here = club.matches() if who.is_owner else []
    found = {**by_link, **{match.id: match for match in here if match.mine}}
    rows = []
    for match in found.values():
        mine = frozenset({*match.mine, *(by_link[match.id].mine if match.id in by_link else ())})
        rows.append((match, mine, not match.is_scripted and any(seat in mine for seat in match.waiting)))
    rows.sort(key=lambda row: row[0].began, reverse=True)  # not `updated`: a sealed order must move nothing
    never = datetime.max.replace(tzinfo=UTC)
    rows.sort(key=lambda row: (not row[2], row[0].status == OVER, row[2] and (row[0].due or never)))
    return rows[:SHOWN]


@router.post("/quick/{name}")
def quick(request: Request, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a match without a form: against the usual opponent, or for two players at one machine."""
    asked = find_setting(find(name)).form()
    shared = form.text("how") == HERE and who.is_owner
    values = {field.name: field.value for field in asked.first}
    return _opened(request, club, who, name, values, {}, [HERE] if shared else [])


@router.get("/open/{name}")
def ask(request: Request, name: str, who: Who) -> Response:
    """The form for a new table."""
    return _form(request, who, name, {}, "")


@router.post("/open/{name}")
def open_table(request: Request, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Opens a new table as the form asks. After a mistake, shows the form again, filled in, with the error above it."""
    asked = find_setting(find(name)).form()
    try:
        values = {field.name: _offered(field, form.text(field.name, "")) for field in asked.first}
        values[ADVICE] = asked_advice(form.text(ADVICE)) or ""
        house = {field.name: _given(field, form) for field in asked.house}
        seats = [form.text(f"seat.{seat}") for seat in range(1, asked.seats)]
        changed = {
            each.name: as_typed(each, house[each.name]) for each in asked.house if house[each.name] != each.value
        }
        title, visibility = form.text("title"), PUBLIC if form.text("public") else BY_LINK
        physical = asked.chance and bool(form.text("physical"))
        return _opened(request, club, who, name, values, changed, seats, title, visibility, physical, asked_terms(form))
    except (Trouble, NoSuchCoach) as error:
        given = {key: value for key, value in form.form.items() if isinstance(value, str)}
        given |= {f"weekday.{each}": "1" for each in form.texts("weekday")}
        return _form(request, who, name, given, str(error), 422)


def _form(request: Request, who: Visitor, name: str, given: dict[str, str], text: str, status: int = 200) -> Response:
    game = find(name)
    asked = find_setting(game).form()
    more = {"players": _players(game, asked, who), "times": times(), "delays": delays()}
    more |= {"pace": pace_fields(game)}
    return page(request, "open.html", status, game=game, asked=asked, given=given, text=text, **more)


def _players(game: Game[Any, Any], asked: Asked, who: Visitor) -> list[tuple[str, str]]:
    """The possible players for another seat: each value in the form, with its label."""
    found = [(by, coaches.called(game, by)) for by in asked.opponents]
    if who.is_owner:
        found.append((HERE, _("a player at this computer")))
    return [*found, (LINK, _("a player with a link"))]


def _given(field: Field, form: Posted) -> str:
    """The value of a house rule in a form.

    If a rule has a number for each zone, all numbers are joined with `/`. An empty text field means the default. Raises
    Trouble for a zone without a number.
    """
    name = f"house.{field.name}"
    if field.kind != ZONES:
        return form.text(name) or (field.value if field.kind == TEXT else "")
    parts = [form.text(f"{name}.{i}", usual) for i, usual in enumerate(field.value.split("/"), 1)]
    for zone, part in zip(field.zones, parts, strict=True):
        if not (part.isascii() and part.isdigit()):
            called = f"{_(field.label)}, {zone}"
            raise Trouble(say("{field}: expected a whole number, not {value}", field=called, value=repr(part[:40])))
    return "/".join(parts)


def _offered(field: Field, text: str) -> str:
    """Returns the `text` if it is a value that the form offers.

    Raises Trouble for any other value, such as a path, which only the command line accepts.
    """
    if field.kind == CHOICE and text not in [value for value, _label in field.choices]:
        raise Trouble(
            say(
                "{field}: choose a value from the list; {value} is not on it",
                field=_(field.label),
                value=repr(text[:40]),
            )
        )
    return text


def _opened(
    request: Request,
    club: Club,
    who: Visitor,
    name: str,
    values: dict[str, str],
    house: dict[str, str],
    seats: list[str],
    title: str = "",
    visibility: str = BY_LINK,
    physical: bool = False,
    terms: Terms = NONE,
) -> Response:
    """Creates a match and gives the visitor its first seat. Raises Trouble."""
    setting = find_setting(find(name))
    said = {key: value for key, value in values.items() if value}
    asked = requested(name, house, physical=physical, **said)
    by = setting.players(asked, None)
    given = dict(enumerate(seats, 1))
    for seat in range(1, len(by)):
        player = given.get(seat) or by[seat]
        by[seat] = HUMAN if player in (HERE, LINK) else player
    here = [seat for seat in range(1, len(by)) if given.get(seat) == HERE and who.is_owner]
    start = with_advice(make_start(asked, by), asked.advice)
    called = title or " – ".join(str(each["name"]) for each in start.seats[:2])
    made = club.create(name, start, called, [0, *here] if who.is_owner else here, visibility, terms)
    return opened(request, club, who, made, 0)


def opened(request: Request, club: Club, who: Visitor, made: Created, seat: int) -> Response:
    """Seats visitors in a match that they have just opened, and lets them pass on the other invitations."""
    if seat in made.tokens:
        club.sit(made.tokens.pop(seat), who.sitter())
    if not club.do(made.id, waits_to_begin):
        resolve(club, made.id)
    response = go(request, f"/match/{made.id}")
    add_invites(request, response, list(made.tokens.values()))
    return response


# --- ways in


@router.post("/join")
def join(request: Request, form: Form, club: TheClub) -> Response:
    """Goes to the match named by a pasted link or a match id."""
    text = form.text("link").rstrip("/").rpartition("/")[2][:200]
    if len(text) <= 16 and text:
        club.listed(text)
        return go(request, f"/match/{text}")
    return go(request, f"/seat/{text}")


@router.get("/owner/{code}")
def own(request: Request, code: str, who: Who) -> Response:
    """Gives a browser the owner's rights if it brings a one-time code from `breakaway serve`. Raises UsedCode."""
    response = go(request, "/")
    if not who.is_owner and not request.scope.get(HEAD):
        keep(request, response, OWNER, request.app.state.owners.come(code))
    return response


@router.post("/theme")
def theme(request: Request, form: Form) -> Response:
    """Sets the theme (light, dark or the system's) and goes back to the page."""
    response = _back(request, form)
    chosen = form.text("theme")
    keep(request, response, THEME, chosen if chosen in THEMES else THEMES[0])
    return response


@router.post("/language")
def language(request: Request, form: Form) -> Response:
    """Sets the language of the pages and goes back to the page."""
    response = _back(request, form)
    chosen = form.text("language")
    keep(request, response, LANGUAGE, chosen if chosen in languages() else ENGLISH)
    return response


def _back(request: Request, form: Posted) -> Response:
    """Goes to the page that a form came from if it is one of ours, otherwise to the front page."""
    back = form.text("back")
    own = back.startswith("/") and not back.startswith(("//", "/\\"))
    return go(request, back if own and back.isprintable() and len(back) < 500 else "/")
