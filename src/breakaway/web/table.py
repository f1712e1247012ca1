"""The match page: what a seat sees, what it chooses, and the stream that keeps the page up to date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club.absences import show_up
from breakaway.club.actions import TYPED, Action
from breakaway.club.actions import anchor as begin_chain
from breakaway.club.actions import choose as seal
from breakaway.club.actions import resign as give_up
from breakaway.club.matches import Found, Look
from breakaway.club.rematches import take_back
from breakaway.club.seats import renew
from breakaway.club.snapshot import Asker, Snapshot, snapshot
from breakaway.core.game import BadOrder
from breakaway.core.language import _, language, say
from breakaway.core.observation import NotNow, Refused
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Why
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene, find_page, legal_draft, why
from breakaway.mail.orders import read_text, scribe_of
from breakaway.players.coaches import BotError
from breakaway.web import lessons
from breakaway.web.addresses import is_local, link_base
from breakaway.web.chair import At, AtKnown, Chair, name_of
from breakaway.web.ending import ending_of
from breakaway.web.failed import told
from breakaway.web.forms import Form, Posted, TheClub, Who
from breakaway.web.live import TOKEN, Streamed
from breakaway.web.once import Once
from breakaway.web.pages import go, is_htmx, page, text_of
from breakaway.web.panels import reopening_of, standing_of, umpire_of
from breakaway.web.plates import people_of
from breakaway.web.rematch import again_of
from breakaway.web.terms import time_of
from breakaway.web.waiting import waiting_of

router = APIRouter(include_in_schema=False)
LONGEST_ORDER = 2000  # characters
Said = list[tuple[str, Why | None]]  # sentences, each with its rule, if there is one


@router.get("/match/{match_id}")
def open_match(request: Request, match_id: str, club: TheClub, who: Who) -> Response:
    """Goes to the visitor's seat, or to the spectators' page. A visitor with several seats goes to the one whose turn
    it is.

    If the next page is secret, a hand-over page comes first.
    """
    mine: list[int] = []

    def whose(found: Found) -> int:
        mine[:] = who.seats_in(found.listed.seats, found.held(who.secrets))
        asked = found.listed.waiting if len(mine) > 1 else mine
        return next((seat for seat in asked if seat in mine), SPECTATOR)

    found = snapshot(club, match_id, Asker((), whose))
    observation = found.look.observation
    if len(mine) <= 1 or observation.seat == SPECTATOR or not find_page(observation.game).is_secret(observation):
        return go(request, f"/match/{match_id}/{name_of(observation.seat)}")
    match = {"id": match_id, "title": found.title}
    return page(
        request, "hand_over.html", match=match, seat=found.look.seats[observation.seat], place=name_of(observation.seat)
    )


@router.get("/match/{match_id}/{place}")
def see(at: At, draft: str = "") -> Response:
    """The match page as this seat or a spectator sees it. A player with an old link gets a new secret."""
    found = at.seen()
    if found.old_link and at.who.is_known:  # because others know the link too
        renew(at.club.database, at.match_id, found.old_link, at.who.secrets[0])
    return page(at.request, "match.html", **shown(at, found, draft))


@router.get("/match/{match_id}/{place}/stream")
async def stream(at: AtKnown, seen_stamp: str = "", draft: str = "", follows: bool = False) -> Response:
    """Streams the match page each time it changes. Last-Event-ID names the version that the browser has.

    If the browser `follows`, it gets a whole page only at first, and then what is new in it.
    """
    last = at.request.headers.get("last-event-id", seen_stamp)[:64]
    visit = replace(at.visit, follows=follows)
    return Streamed(at.hub.stream(at.match_id, last, lambda: shared_scene(at, at.seen(), draft), visit))


@router.post("/match/{match_id}/{place}/choose")
def choose(at: At, form: Form) -> Response:
    """Seals the order of a seat, and plays the turn if no other order is missing."""
    refused: list[tuple[str, str]] = []  # the objections, each with its rule
    status, is_declined = 422, False
    try:
        found = at.done(partial(_chosen, form))
    except BadOrder as error:
        refused = [(mistake, rule) for _line, rule, mistake in error.mistakes]
    except Refused as error:
        refused = [(error.refusal.text, error.refusal.rule)]
    except lessons.AnotherChoice:
        is_declined, status = True, 409
    except NotNow as error:
        refused, status = [(str(error), "")], 409
    except BotError as error:  # the choice is sealed
        refused, status = [(told(error), "")], 503
    if not refused and not is_declined:
        if found.look.seats[found.seat].reopens:  # a player who chooses is present
            show_up(at.club, at.match_id, found.seat)
            at.hub.changed(at.match_id)
            found = at.seen()
        return next_page(at, found)
    found, typed = at.seen(), form.text("free") or form.text("order")
    said = [(text, why(found.look.observation.game, rule) if rule else None) for text, rule in refused]
    given = shown(at, found, form.text("draft"), said, typed, form.parts(), is_declined)
    return page(at.request, "scene.html" if is_htmx(at.request) else "match.html", status, **given)


@router.post("/match/{match_id}/{place}/anchor")
def anchor(at: At, form: Form) -> Response:
    """Starts the hash chain of a seat's browser with the anchor that the browser sends. Raises NotNow."""
    at.must_play(_("Only players can add random numbers of their own."))
    value = form.text("anchor")
    at.done(lambda found: partial(begin_chain, seat=found.seat, value=value), goes_on=False)
    return Response(status_code=204)


@router.post("/match/{match_id}/{place}/undo")
def undo(at: At, form: Form) -> Response:
    """Takes back the seat's last choice if nothing has been revealed and nobody has chosen since."""
    at.must_play(_("Only players can take a choice back."))
    return next_page(at, at.done(lambda found: partial(take_back, seat=found.seat), goes_on=False))


@router.post("/match/{match_id}/{place}/resign")
def resign(at: At, form: Form) -> Response:
    """Resigns for the player of the seat. Raises NotNow."""
    at.must_play(_("Only players can resign."))
    at.done(lambda found: partial(give_up, seat=found.seat))  # with several opponents, the others play on
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/go")
def go_on(at: At, form: Form) -> Response:
    """Continues a match that waits for nobody, for example after the server was stopped or a choice was taken back."""
    return next_page(at, at.done(lambda _found: lambda _table: None))


# --- what all of these share


def shown(
    at: Chair,
    found: Snapshot,
    draft: str = "",
    refused: Said | None = None,
    typed: str = "",
    parts: Sequence[tuple[str, str]] = (),
    is_declined: bool = False,
) -> dict[str, Any]:
    """Everything that the templates of a match need, made only from what this seat may see at that moment."""
    look = found.look
    game, seat = look.observation.game, look.observation.seat
    scene = scene_of(look.observation, look.log, codes_of(draft, look), lambda: found.plays, look.thrown)
    lesson = lessons.panel(look, scene, is_declined)
    scene = lessons.led(scene, lesson)
    turn = whose_turn(look, scene)
    return {
        "look": look,
        "back": at.address,
        **turn,
        "tab_title": tab_title(scene, found.title, turn["is_my_turn"]),
        "match": {"id": look.id, "title": found.title, "game": game.name},
        "game": game,
        "scene": scene,
        "lesson": lesson,
        "seat": seat,
        "place": at.place,
        **sent_back(draft, refused, typed, parts),
        "may_undo": found.may_undo and not lesson,
        "rolls": rolls(look),
        "stuck": is_stuck(look),
        "follows": False,  # whether the page goes to the rematch automatically
        **people(at, found, scene),
        **panels(found),
    }


def whose_turn(look: Look, scene: Scene) -> dict[str, Any]:
    """Whether this seat may choose, and whether it has chosen already."""
    seat, sealed = look.observation.seat, sealed_text(look)
    may_choose = scene.ask is not None and seat != SPECTATOR and not rolls(look) and seat not in look.gone
    return {
        "sealed": sealed,
        "begins": look.begins,
        "may_choose": may_choose,
        "is_my_turn": may_choose and not sealed and not look.is_over and not look.begins,
        "choosable": may_choose and is_choosable(scene),
    }


def people(at: Chair, found: Snapshot, scene: Scene) -> dict[str, Any]:
    """Who is at the table, who is missing, and the links that invite them."""
    look, links, state = found.look, invites(at, found), at.request.app.state
    is_here = is_local(at.request) and not state.outside
    return {
        "waiting_names": ", ".join(look.seats[each].name for each in look.waiting or look.holding),
        "invites": links,
        "waiting": waiting_of(found, scene, links, is_here, state.postman is not None),
        "present": present(at, look.observation.seat),
        "by_mail": state.postman is not None,
        "people": people_of(look, scene),
    }


def panels(found: Snapshot) -> dict[str, Any]:
    """Everything that the menu and the end card say."""
    look = found.look
    return {
        "time": time_of(found),
        "chain": chain_of(look),
        "reopening": reopening_of(found),
        "standing": standing_of(look),
        "umpire": umpire_of(found, rolls(look)),
        "ending": ending_of(found),
        "again": again_of(look),
    }


def tab_title(scene: Scene, title: str, is_my_turn: bool) -> str:
    """The title of the browser's tab: first whether it is this seat's turn, then the score, then the match."""
    score = f"{scene.stands or scene.headline} · {title}"
    return say("● Your turn: {score}", score=score) if is_my_turn else score


def is_choosable(scene: Scene) -> bool:
    """Whether the page has choices that take two presses: the first selects a choice, and the second plays it."""
    return bool(scene.ask and (scene.ask.buttons or any(card.halves for row in scene.hand for card in row.cards)))


def is_stuck(look: Look) -> bool:
    """Whether the match is stuck even though it is not waiting for a person: the server was stopped, or an owner's
    bot has failed.
    """
    waits = any(look.seats[seat].is_for_people for seat in look.waiting)
    return not (look.is_over or look.is_scripted or look.begins or waits or look.holding)


def chain_of(look: Look) -> dict[str, Any]:
    """The seat's own hash chain: whether this match has hash chains, and the latest value that the seat has shown.

    `seats` names the seats that have a hash chain.
    """
    counts = look.header["chance"] != TYPED and not look.is_scripted
    seats = [look.seats[seat].name for seat in sorted(look.chains)]
    shown = look.chains.get(look.observation.seat, "")
    return {"counts": counts, "shown": shown, "seats": seats}


def sent_back(draft: str, refused: Said | None, typed: str, parts: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Sends back the player's draft or typed text with the reasons why it was refused."""
    given = {"parts_sent": set(parts), "given": dict(parts)}
    return {"draft": draft, "refused": refused or [], "typed": typed, **given}


def codes_of(draft: str, look: Look) -> list[int]:
    """The legal beginning of an order that a `draft` in an address stands for. Without one, the order already sealed.

    An address can hold anything. Only a sealed order is as long as a whole order.
    """
    parts = draft.split(".")[: look.observation.game.max_slots + 1]
    codes = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 7]
    begun = legal_draft(look.observation, codes) if codes and look.observation.is_asked() else []
    return begun or (list(look.sealed.order) if look.sealed else [])


def shared_scene(at: Chair, found: Snapshot, draft: str = "") -> tuple[str, str]:
    """The stamp of what a seat sees, and the part of the page that shows what it sees.

    A reply and a stream share one copy, as do all spectators of a match. In the forms of this copy, `TOKEN` stands for
    each browser's token.
    """
    look, who = found.look, at.who
    made: Once[tuple[str, str]] = at.request.app.state.scenes
    own = who.browser, *who.secrets, *who.invites, who.is_owner, str(at.request.base_url)
    here = at.hub.presence.of(at.match_id)
    key = look.id, look.observation.seat, look.stamp, here, draft, language(), *(at.shared or own)

    def make() -> tuple[str, str]:
        given = {**shown(at, found, draft), "follows": True, **({"csrf": TOKEN} if at.shared else {})}
        return look.stamp, text_of(at.request, "scene.html", **given)

    return made.get(key, make)


def rolls(look: Look) -> bool:
    """Whether all choices are in and the players now roll their own dice and draw their cards."""
    return look.header["chance"] == TYPED and not look.is_over and not look.waiting and not look.is_scripted


def sealed_text(look: Look) -> str:
    """The seat's own sealed order, while other orders are still missing. Empty if there is none."""
    if look.sealed is None or look.sealed.partial or not look.observation.is_asked():
        return ""
    return look.observation.write(look.sealed.order)


def present(at: Chair, seat: int) -> list[int]:
    """The seats whose players are at the table now, as far as this seat may know. Spectators are not told."""
    return sorted(at.hub.presence.of(at.match_id)) if seat != SPECTATOR else []


def invites(at: Chair, found: Snapshot) -> list[tuple[str, str]]:
    """The name and link of each empty seat whose link this browser may pass on."""
    base, seats = link_base(at.request), found.look.seats
    return [(seats[seat].name, f"{base}/seat/{each}") for each, seat in found.invited.items()]


def order_of(form: Posted) -> str:
    """The order in a form: the pressed button, the typed text or the order parts, then every selected checkbox."""
    text = form.text("order") or form.text("free")
    text = text or " ".join(value for _name, value in form.parts() if value)[:LONGEST_ORDER]
    picks, extras = form.texts("pick"), form.texts("extra")
    return ", ".join([" ".join([text, *picks]).strip(), *extras])[:LONGEST_ORDER]


def _chosen(form: Posted, found: Snapshot) -> Action:
    look, text, turn = found.look, order_of(form), form.number("turn")
    observation = look.observation
    if observation.seat == SPECTATOR:
        raise NotNow(_("You are watching. Take a seat to play."))
    if rolls(look):
        raise NotNow(_("All choices have been made. Now roll the dice and draw the cards."))
    if not observation.is_asked():
        raise NotNow(_("It is not your turn."))
    if turn is None:
        raise NotNow(_("This form does not say which turn your choice is for."))
    order, is_partial = read_text(observation, scribe_of(observation, look.turn), text)
    if look.is_scripted:
        return lessons.choosing(look, order, is_partial, turn)
    return partial(seal, seat=observation.seat, order=order, partial=is_partial, turn=turn, link=form.text("link"))


def next_page(at: Chair, found: Snapshot) -> Response:
    """Goes back to the table or to its dice page. If several players share the screen, goes to the next player."""
    look = found.look
    if rolls(look):
        return go(at.request, f"{at.address}/dice")
    if len(at.mine(found)) > 1 and look.waiting and look.observation.seat not in look.waiting:
        return go(at.request, f"/match/{at.match_id}")
    if is_htmx(at.request):
        return HTMLResponse(shared_scene(at, found)[1].replace(TOKEN, at.who.csrf))
    return go(at.request, at.address)
