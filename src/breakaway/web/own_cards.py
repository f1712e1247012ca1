"""Playing with one's own box: the page asks for what the game waits for, one question at a time, and remembers it.

Every answer is a line of text, as at a terminal: a tap sends the words for which it stands, and something new that is
filled in part by part becomes a line, too. So the page has no reading of its own. All of it works without scripts.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.match_snapshot import Requester, Snapshot
from breakaway.club.own_cards import (
    AnotherQuestion,
    Answered,
    answer,
    bring_set,
    cards_of,
    correct,
    meets_again,
    open_box,
    own_names,
    place_for,
    step_back,
    texts_to_play,
)
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, as_sentence, marked, read_by, say
from breakaway.core.observation import NotNow
from breakaway.display.endings import scene_of
from breakaway.games.manifest import find
from breakaway.players.own_cards import OwnCards
from breakaway.server.budgets import PageRoute
from breakaway.web.match_actions import rolls, tab_title, whose_turn
from breakaway.web.pages import NoSuchPage, go, is_htmx, page, text_of
from breakaway.web.request import At, Form, Posted, SeatRequest

router = APIRouter(include_in_schema=False, route_class=PageRoute)
LONGEST_LINE = 400  # characters
MOST_ANSWERS = 8  # to the questions that come up while a line is read
NOT_YOURS = marked("Only players can enter cards.")


# --- The table.


@router.get("/match/{match_id}/{place}/box")
def ask(at: At) -> Response:
    """The page with the current question. Raises NoSuchPage or NotNow."""
    at.must_play(_(NOT_YOURS))
    return page(at.request, "box.html", **_shown(at, Answered()))


@router.post("/match/{match_id}/{place}/box")
def answered(at: At, form: Form) -> Response:
    """Answers the current question. What is refused is shown again, with the reason."""
    at.must_play(_(NOT_YOURS))
    said, more = Answered(), _more(form)
    try:
        line = _line(at, form)
    except UserError as error:
        said.refused = str(error)
        return _again(at, said, form)
    ahead, stamp = form.text("ahead")[:LONGEST_LINE], form.text("stamp")
    return _did(at, said, partial(answer, line=line, more=more, ahead=ahead, stamp=stamp, said=said), form)


@router.post("/match/{match_id}/{place}/box/undo")
def undone(at: At, form: Form) -> Response:
    """Takes back what was typed last."""
    at.must_play(_(NOT_YOURS))
    said = Answered()
    return _did(at, said, partial(step_back, mine=_mine(at), stamp=form.text("stamp"), said=said), form)


@router.post("/match/{match_id}/{place}/box/correct")
def corrected(at: At, form: Form) -> Response:
    """Enters an entry again with the right words. What was played stays."""
    at.must_play(_(NOT_YOURS))
    said, n, words = Answered(), form.number("n") or 0, form.text("words")[:LONGEST_LINE]
    action = partial(correct, n=n, words=words, more=_more(form), stamp=form.text("stamp"), said=said)
    return _did(at, said, action, form, goes_on=False)


MEETS_AGAIN = marked(
    "The two of you play another match with one of these two sets. A card that lies face down there would show here. "
    "Finish that match first, or one of you brings a copy of the set: Your sets, a new set, a copy."
)


@router.post("/match/{match_id}/{place}/box/set")
def brought(at: At, form: Form) -> Response:
    """Brings the visitor's own set to a table that somebody else has opened with theirs."""
    at.must_play(_(NOT_YOURS))
    said, name = Answered(), form.text("set")[:60]
    game = find(at.club.found(at.match_id).listed.game)
    cards = _cards(game)
    try:
        texts_to_play(at.club.database, at.who.secrets, at.who.is_owner, cards, game.name, name)
    except UserError as error:
        said.refused = str(error)
        return _again(at, said, form)
    place = place_for(at.who.secrets, at.who.is_owner, name, cards, is_named=True)
    if meets_again(at.club, at.match_id, at.who.secrets, at.who.is_owner, place):
        said.refused = _(MEETS_AGAIN)
        return _again(at, said, form)
    return _did(at, said, partial(bring_set, place=place), form)


def _mine(at: SeatRequest) -> list[int]:
    """All seats that this browser plays."""
    found = at.club.found(at.match_id)
    return at.who.seats_in(found.listed.seats, found.held(at.who.secrets))


@router.get("/match/{match_id}/{place}/box/picture")
def picture(at: At) -> Response:
    """The picture of a card as far as it was tapped or typed. Depends on nothing but the address."""
    at.must_play(_(NOT_YOURS))
    at.seat()
    game = find(at.club.found(at.match_id).listed.game)
    given = {name: value[:LONGEST_LINE] for name, value in at.request.query_params.items()}
    return HTMLResponse(text_of(at.request, "box_picture.html", **_drawn(game, given)))


def _drawn(game: Game[Any, Any], given: dict[str, str]) -> dict[str, Any]:
    """The picture of a card as far as it was tapped or typed, or why there is none."""
    try:
        return {"drawn": _cards(game).drawn(given), "undrawn": ""}
    except UserError as error:
        return {"drawn": None, "undrawn": as_sentence(str(error))}


def _did(at: SeatRequest, said: Answered, action: Any, form: Posted, goes_on: bool = True) -> Response:
    """Carries out an answer and shows what comes next."""
    empty = Answered(said.asks, said.line, said.more, said.ahead)

    def work(table: Any, seat: int) -> None:
        vars(said).update(vars(empty) | {"said": [], "refused": ""})  # a second attempt begins anew
        action(table, seat)

    status = 200
    try:
        at.act(work, goes_on)
    except AnotherQuestion as error:
        vars(said).update(vars(Answered(refused=str(error))))
        status = 409
    except (NotNow, UserError) as error:
        said.refused, status = str(error), 409 if isinstance(error, NotNow) else 422
    return _again(at, said, form, status)


def _again(at: SeatRequest, said: Answered, form: Posted, status: int = 200) -> Response:
    """The page after an answer. A browser without scripts goes to the page's own address if there is nothing to say."""
    if said.refused and status == 200:
        status = 422
    if is_htmx(at.request):
        return HTMLResponse(text_of(at.request, "box_table.html", **_shown(at, said, form)))
    if not (said.refused or said.asks or said.ahead or said.said):
        return go(at.request, f"{at.address}/box")
    return page(at.request, "box.html", status, **_shown(at, said, form))


def _line(at: SeatRequest, form: Posted) -> str:
    """The line for which a form stands. Raises UserError."""
    extra = [f", {each}" for each in form.texts("extra")]
    if sheet := form.text("sheet"):
        game = find(at.club.found(at.match_id).listed.game)
        given = {name: value.strip()[:60] for name, value in form.form.items() if isinstance(value, str)}
        return (_cards(game).composed(sheet, given) + "".join(extra))[:LONGEST_LINE]
    if picks := form.texts("pick"):
        return ", ".join(picks)[:LONGEST_LINE]
    line = form.text("tap") or form.text("line")
    return (line + ("".join(extra) if line else ""))[:LONGEST_LINE]


def _more(form: Posted) -> list[str]:
    replies = [*form.texts("more"), *(each for each in (form.text("tapped"), form.text("reply")) if each)]
    return [each[:LONGEST_LINE] for each in replies][:MOST_ANSWERS]


def _cards(game: Game[Any, Any]) -> OwnCards:
    """What a game offers to people with their own cards. Raises NoSuchPage."""
    found = cards_of(game)
    if found is None:
        raise NoSuchPage(404, _("This game has no cards to enter."))
    return found


def _shown(at: SeatRequest, said: Answered, form: Posted | None = None) -> dict[str, Any]:
    """Everything that the page shows, made only from what this seat may see."""
    found = at.seen()
    look = found.look
    observation = look.observation
    with read_by(at.reader(found)):
        box = open_box(at.club, at.match_id, Requester(at.who.secrets, at.seat_in), _mine(at))
        scene = scene_of(observation, look.log, (), lambda: found.plays, look.thrown)
    turn = whose_turn(look, scene)
    given = _kept(form) if form and said.refused else {}
    return {
        **_drawn(observation.game, given),
        "match": {"id": look.id, "title": found.title, "game": observation.game.name},
        "place": at.place,
        "look": look,
        "scene": scene,
        "box": box,
        "said": said,
        "refused": as_sentence(said.refused) if said.refused else "",
        "typed": said.line if said.refused else "",
        "given": given,
        "correcting": at.request.url.path.endswith("/correct") and bool(said.asks),
        "n": form.text("n") if form else "",
        "sets": _sets(at, observation.game) if box.lacks_set else [],
        "usual_set": _cards(observation.game).usual,
        "tab_title": tab_title(scene, found.title, box.question is not None),
        "is_my_turn": box.question is not None,
        "present": [],
        "waits": _waits(found, turn),
    }


def _sets(at: SeatRequest, game: Game[Any, Any]) -> list[str]:
    """The names of the visitor's sets of a game."""
    return own_names(at.club.database, at.who.secrets, at.who.is_owner, _cards(game), game.name)


def _kept(form: Posted) -> dict[str, str]:
    """What was filled in, so that a refusal loses nothing."""
    return {name: value for name, value in form.form.items() if isinstance(value, str) and name != "csrf"}


def _waits(found: Snapshot, turn: dict[str, Any]) -> str:
    look = found.look
    if look.is_over:
        return _("The match is over.")
    if rolls(look):
        return ""
    return say("Waiting for {names}", names=", ".join(look.seats[each].name for each in look.waiting))


# --- Opening a table with a set.


@contextmanager
def set_folder(request: Request, who: Any, game: Game[Any, Any], name: str) -> Iterator[str]:
    """A folder with the files of a visitor's set, from which a match can be set up. Raises UserError."""
    cards = cards_of(game)
    if cards is None:
        raise UserError(_("This game cannot be played with cards of your own."))
    texts = texts_to_play(request.app.state.club.database, who.secrets, who.is_owner, cards, game.name, name)
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        cards.put(texts, path)
        yield str(path)
