"""What a seat can do on its page: choose, undo, resign, give instructions, ask for help, rule, and play again."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from fastapi import APIRouter, Depends
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from breakaway.club import host_requests
from breakaway.club.absences import come_back, hold, keep_time, let_coach_answer, overdue, pause, show_up, take_vacation
from breakaway.club.actions import (
    TYPED,
    Action,
    TooLate,
    agree_to_resign,
    is_taken,
    may_ask_at,
    note_asked,
    note_press,
    take_ruling_back,
    waits_to_begin,
    withdraw,
)
from breakaway.club.actions import anchor as begin_chain
from breakaway.club.actions import choose as seal
from breakaway.club.actions import instruct as give
from breakaway.club.actions import rolls as rolls_now
from breakaway.club.actions import rule as rule_so
from breakaway.club.actions import show as show_to_all
from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.match_snapshot import Acted, Requester, Snapshot, nothing, snapshot
from breakaway.club.match_views import Found, SeatView, to_answer
from breakaway.club.own_cards import BOX
from breakaway.club.rematches import levels_to_offer, say_no, say_yes
from breakaway.club.seats import arrive, renew
from breakaway.club.store import store_of
from breakaway.club.take_backs import agree_back, ask_back, refuse_back, take_back
from breakaway.club.time_control import EVERYBODY
from breakaway.core.game import BadOrder
from breakaway.core.language import _, as_sentence, language, marked, read_by, say
from breakaway.core.observation import NotNow, Refused
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Why
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene, find_page, legal_draft, why
from breakaway.display.review import Suggestion, advice, percent
from breakaway.mail.host_acts import finish
from breakaway.mail.orders import read_text, scribe_of
from breakaway.players import coaches
from breakaway.players.coaches import BotError
from breakaway.players.seated_match import HUMAN, SCRIPTED, Table, refused_advice
from breakaway.records.record_file import ChangedUnderUs
from breakaway.server.background import Retries, Supervisor
from breakaway.server.budgets import PageRoute, in_turn
from breakaway.server.live_pages import TOKEN, Hub, Streamed
from breakaway.server.long_tasks import CHECK, JobQueue, RecentResults
from breakaway.server.request_checks import Identity
from breakaway.server.visitors import add_invites
from breakaway.web import lessons
from breakaway.web.match_panels import (
    back_panel,
    ending_of,
    people_of,
    reopening_of,
    standing_of,
    umpire_of,
    waiting_of,
)
from breakaway.web.pages import NoSuchPage, go, is_htmx, page, resolve, text_of, told
from breakaway.web.request import (
    At,
    AtKnown,
    Form,
    Posted,
    SeatRequest,
    TheClub,
    Who,
    bring_to_hand,
    must_be_shown,
    name_of,
)
from breakaway.web.time_control import time_of
from breakaway.web.two_coaches import two_coaches, watched

# --- The umpire's rulings in a browser.
#
# Any player may make a ruling, as at a real table, and everybody sees whose ruling it is.


router = APIRouter(include_in_schema=False, route_class=PageRoute)


@router.post("/match/{match_id}/{place}/umpire")
def rule(at: At, form: Form) -> Response:
    """Makes a ruling on the last play. Raises NoSuchPage or NotNow."""
    turn, words = _turn(at, form), " ".join(form.text("ruling").casefold().split())
    try:
        at.act(partial(make_ruling, words=words, turn=turn))
    except Refused as error:
        raise NoSuchPage(422, say("The umpire cannot make that ruling now: {why}", why=str(error))) from None
    return go(at.request, at.address)


def make_ruling(table: Table, seat: int, words: str, turn: int) -> None:
    """Makes a ruling after `turn` turns. Raises NoSuchPage for words that are no ruling in this game."""
    if words not in table.game.rulings:
        text = say(
            "In this game the umpire cannot make the ruling {words}. Nothing was changed.", words=repr(words[:40])
        )
        raise NoSuchPage(422, text)
    rule_so(table, seat, words, turn)


@router.post("/match/{match_id}/{place}/umpire/back")
def take_last_ruling_back(at: At, form: Form) -> Response:
    """Takes back the last ruling if nothing has happened since. Raises NoSuchPage or NotNow."""
    _turn(at, form)
    at.act(lambda table, _seat: take_ruling_back(table))
    return go(at.request, at.address)


def _turn(at: SeatRequest, form: Posted) -> int:
    """The turn that the page showed when the player sent the form. Raises NoSuchPage."""
    at.must_play(_("Only players can make rulings as the umpire."))
    turn = form.number("turn")
    if turn is None:
        raise NoSuchPage(422, _("This form does not say which play you want to rule on. Nothing was changed."))
    return turn


# --- Rematches on the match page: making, accepting, declining and withdrawing an offer, and going to the new match.


ONLY_PLAYERS = marked("Only the players in this match can ask for a rematch.")
NONE, OFFERED, WAITS, DECLINED, OPEN = "none", "offered", "waits", "declined", "open"
BOXED = "boxed"


@dataclass(frozen=True)
class RematchPanel:
    """What the end card says about a rematch. `stands` is `none`, `offered`, `waits`, `declined`, `open` or `boxed`.

    With `offered`, this seat has to answer. With `waits`, this seat has said yes. `yes` and `no` label the buttons, if
    there are any. `to` is the address of the new match or, with `boxed`, of
    the form for it. `by` is the seat that made the offer, whose color is shown.
    `levels` labels the levels of the computer that may play instead, by name.
    """

    stands: str
    text: str = ""
    note: str = ""
    yes: str = ""
    no: str = ""
    to: str = ""
    by: int = SPECTATOR
    levels: Mapping[str, str] = field(default_factory=dict)


def again_of(look: SeatView) -> RematchPanel | None:
    """What the end card tells this seat about a rematch. None while the match runs, and after a lesson."""
    seat, offer = look.observation.seat, look.offer
    if not look.is_over or look.is_scripted:
        return None
    if BOX in look.header["options"]:  # a new table, because each set is only in the browser of who has it
        to = f"/open/{look.observation.game.name}?how={BOX}&after={look.id}"
        return RematchPanel(BOXED, yes=_("Play again with the same set"), to=to) if seat != SPECTATOR else None
    if offer and offer.became:
        return RematchPanel(OPEN, _("The rematch is open."), to=f"/match/{offer.became}/{name_of(seat)}")
    if seat == SPECTATOR:
        return None
    if offer is None:
        return RematchPanel(NONE, yes=_("Rematch"), levels=levels_of(look))
    names = [each.name for each in look.seats]
    if offer.declined == seat:
        return RematchPanel(DECLINED, _("You have declined a rematch."), yes=_("Offer a rematch after all"))
    if offer.declined is not None:
        text = say("{name} has declined a rematch.", name=names[offer.declined])
        return RematchPanel(DECLINED, text, _("You will find this match on the front page."))
    if seat not in offer.taken:
        text = say("{name} offers a rematch.", name=names[offer.offerer])
        note = _("The same teams and house rules. Everybody keeps their seat.")
        return RematchPanel(OFFERED, text, note, _("Play again"), _("Not now"), by=offer.offerer)
    missing = [each.name for each in look.seats if each.by == HUMAN and each.seat not in offer.taken]
    note = say(
        "The new match opens here as soon as everybody has said yes. No answer yet from: {names}",
        names=", ".join(missing),
    )
    mine = offer.offerer == seat
    text = _("You have offered a rematch.") if mine else _("You have said yes to a rematch.")
    return RematchPanel(WAITS, text, note, no=_("Take it back") if mine else _("Not now"))


def levels_of(look: SeatView) -> dict[str, str]:
    """What the buttons of the next levels say, by level: the one below and the one above that of the computer."""
    game, found = look.observation.game, {}
    order = coaches.levels(game)
    now = next((each.by for each in look.seats if not each.is_for_people), "")
    for each in levels_to_offer(game, look.seats):
        name, up = coaches.label(game, each), order.index(each) > order.index(now)
        found[each] = say("One level up: {name}", name=name) if up else say("One level down: {name}", name=name)
    return found


@router.post("/match/{match_id}/{place}/again")
def offer_rematch(at: At, form: Form) -> Response:
    """Offers a rematch or accepts another player's offer. Opens the new match once all players have said yes."""
    offer, invitations = say_yes(at.club, at.match_id, _mine(at, _(ONLY_PLAYERS)), form.text("level"))
    if offer.became and not at.club.do(offer.became, waits_to_begin):
        resolve(at.club, offer.became)
    at.hub.changed(at.match_id)
    if not offer.became:
        return go(at.request, at.address)
    response = go(at.request, f"/match/{offer.became}")
    add_invites(at.request, response, list(invitations.values()))
    return response


@router.post("/match/{match_id}/{place}/again/no")
def not_again(at: At, form: Form) -> Response:
    """Withdraws this player's offer of a rematch, or declines another player's offer."""
    say_no(at.club, at.match_id, _mine(at, _(ONLY_PLAYERS)))
    at.hub.changed(at.match_id)
    return go(at.request, at.address)


@router.get("/match/{match_id}/{place}/again")
def follow(at: At) -> Response:
    """Goes to the same place at the table of the rematch. An open page requests this address automatically."""
    offer = at.seen().look.offer
    if offer is None or offer.became is None:
        raise NoSuchPage(404, _("There is no rematch yet."))
    return go(at.request, f"/match/{offer.became}/{at.place}")


def _mine(at: SeatRequest, refusal: str) -> list[int]:
    """The seats for which this browser answers, the one in the address first. Raises NoSuchPage with this `refusal` if
    the address is for spectators.
    """
    at.must_play(refusal)
    found = at.club.found(at.match_id)
    mine, seats = at.seat_in(found), found.listed.seats
    others = at.who.seats_in(seats, found.held(at.who.secrets))
    return [mine, *(seat for seat in others if seat != mine and seats[seat].by == HUMAN)]


# --- The match page: what a seat sees, what it chooses, and the stream that keeps the page up to date.


LONGEST_ORDER = 2000  # characters
PRESS, TAKEN, LATE, REFUSED = "X-Press", "taken", "late", "refused"  # the header that says what became of a press
Said = list[tuple[str, Why | None]]  # sentences, each with its rule, if there is one


@router.get("/match/{match_id}", dependencies=[Depends(bring_to_hand)])
def open_match(request: Request, match_id: str, club: TheClub, who: Who) -> Response:
    """Goes to the visitor's seat, or to the spectators' page. A visitor with several seats goes to the one whose turn
    it is.

    If the next page is secret, a hand-over page comes first.
    """
    mine: list[int] = []

    def whose(found: Found) -> int:
        mine[:] = who.seats_in(found.listed.seats, found.held(who.secrets))
        must_be_shown(found, who)
        asked = found.listed.waiting if len(mine) > 1 else mine
        return next((seat for seat in asked if seat in mine), SPECTATOR)

    found = snapshot(club, match_id, Requester((), whose))
    observation = found.look.observation
    is_boxed = BOX in found.look.header["options"] and not found.look.is_over
    if is_boxed and mine and (observation.seat == SPECTATOR or not plays_several(found.look, mine)):
        return go(request, f"/match/{match_id}/{name_of(mine[0])}")
    if len(mine) <= 1 or observation.seat == SPECTATOR or not find_page(observation.game).is_secret(observation):
        return go(request, f"/match/{match_id}/{name_of(observation.seat)}")
    match = {"id": match_id, "title": found.title}
    return page(
        request,
        "hand_over.html",
        match=match,
        name=called_to(found),
        place=name_of(observation.seat),
    )


def plays_several(look: SeatView, mine: Sequence[int]) -> bool:
    """Whether several people share this browser: it plays several seats (`mine`) for which no rules decide.

    One person with the box may also decide for the sheets, on the page of their own seat.
    """
    decides = look.observation.game.decides
    return len({*mine} - {*(decides(look.observation.config) if decides else ())}) > 1


def called_to(found: Snapshot) -> str:
    """Who is called to the screen: the player of the seat, or of its two coaches the one who decides."""
    look = found.look
    pair, name = look.pair, look.seats[look.observation.seat].name
    return pair.names[pair.decides] if pair else name


@router.get("/match/{match_id}/{place}")
def see(at: At, draft: str = "") -> Response:
    """The match page as this seat or a spectator sees it. A player with an old link gets a new secret. `draft` is the
    beginning of a player's order; spectators have no drafts.
    """
    found = at.seen()
    if found.old_link and at.who.is_known:  # because others know the link too
        renew(at.club.database, at.match_id, found.old_link, at.who.secrets[0])
    if found.seat >= 0 and found.look.seats[found.seat].reads:
        arrive(at.club.database, at.match_id, found.seat)
        at.hub.changed(at.match_id)
        found = at.seen()
    if BOX in found.look.header["options"] and enters_cards(found.look) and "table" not in at.request.query_params:
        return go(at.request, f"{at.address}/box")
    return page(at.request, "match.html", **shown(at, found, draft))


@router.get("/match/{match_id}/{place}/stream")
async def stream(at: AtKnown, seen_stamp: str = "", draft: str = "", follows: bool = False) -> Response:
    """Streams the match page each time it changes. Last-Event-ID names the version that the browser has.

    If the browser `follows`, it gets a whole page only at first, and then what is new in it.
    """
    last = at.request.headers.get("last-event-id", seen_stamp)[:64]
    visit = replace(at.visit, follows=follows)

    def say(seen: str) -> tuple[str, str] | None:
        found = at.seen()
        return shared_scene(at, found, draft) if found.look.stamp != seen else None

    return Streamed(at.hub.stream(at.match_id, last, say, visit))


@router.post("/match/{match_id}/{place}/choose")
def choose(at: At, form: Form) -> Response:
    """Seals the order of a seat, and plays the turn if no other order is missing.

    The answer's header says what became of the press: its browser sends it again until it has read this header.
    """
    response = _chosen(at, form)
    response.headers.setdefault(PRESS, REFUSED)
    return response


def _chosen(at: SeatRequest, form: Posted) -> Response:
    try:
        acted = at.act(partial(seal_order, form=form, check=at.check_decides))
    except TooLate as error:  # a browser that names its presses says so itself, on a page that has gone on
        is_named = bool(form.text("press"))
        response = refuse(at, form, 409, [] if is_named else [(str(error), "")])
        response.headers[PRESS] = LATE
        return response
    except BadOrder as error:
        return refuse(at, form, 422, [(mistake, rule) for _line, rule, mistake in error.mistakes])
    except Refused as error:
        return refuse(at, form, 422, [(error.refusal.text, error.refusal.rule)])
    except lessons.AnotherChoice:
        return refuse(at, form, 409, [], is_declined=True)
    except NotNow as error:
        return refuse(at, form, 409, [(str(error), "")])
    except BotError as error:  # the choice is sealed
        return refuse(at, form, 503, [(told(error), "")])
    if acted.seats[acted.seat].reopens:  # a player who chooses is present
        show_up(at.club, at.match_id, acted.seat)
        acted = at.act(nothing, goes_on=False)
    response = next_page(at, acted)
    response.headers[PRESS] = TAKEN
    return response


def seal_order(table: Table, seat: int, form: Posted, check: Action = nothing) -> None:
    """Reads the order in a form, and seals it. Does nothing if the order was sealed before: the answer was lost.

    `check` raises an error if the decision is not this browser's. Raises BadOrder, Refused, NotNow or AnotherChoice.
    """
    observation, turn, press = table.match.observation(seat), form.number("turn"), form.text("press")
    if seat == SPECTATOR:
        raise NotNow(_("You are watching. Take a seat to play."))
    if is_taken(table, seat, press):
        return
    if turn is not None and turn != table.match.turn:
        raise TooLate
    if rolls_now(table):
        raise NotNow(_("All choices have been made. Now roll the dice and draw the cards."))
    if not observation.is_asked():
        raise NotNow(_("It is not your turn."))
    if turn is None:
        raise NotNow(_("This form does not say which turn your choice is for."))
    if store_of(table).found.listed.pairs:
        check(table, seat)
    order, is_partial = read_text(observation, scribe_of(observation, table.match.turn), order_of(form))
    if SCRIPTED in table.by:
        lessons.choose(table, seat, order, is_partial, turn)
    else:
        seal(table, seat, order, is_partial, turn, form.text("link"))
    note_press(table, seat, press)


def refuse(
    at: SeatRequest, form: Posted, status: int, refused: list[tuple[str, str]], is_declined: bool = False
) -> Response:
    """The page with the player's order and the objections to it, each with its rule."""
    found, typed = at.seen(), form.text("free") or form.text("order")
    said = [(as_sentence(text), why(found.look.observation.game, rule) if rule else None) for text, rule in refused]
    given = shown(at, found, form.text("draft"), said, typed, form.parts(), is_declined)
    return page(at.request, "scene.html" if is_htmx(at.request) else "match.html", status, **given)


@router.post("/match/{match_id}/{place}/anchor")
def anchor(at: At, form: Form) -> Response:
    """Starts the hash chain of a seat's browser with the anchor that the browser sends. Raises NotNow."""
    at.must_play(_("Only players can add random numbers of their own."))
    value = form.text("anchor")
    at.act(partial(begin_chain, value=value), goes_on=False)
    return Response(status_code=204)


ONLY_TAKE_BACK = marked("Only players can take a choice back.")


@router.post("/match/{match_id}/{place}/undo")
def undo(at: At, form: Form) -> Response:
    """Takes back the seat's last choice if that harms nobody."""
    at.must_play(_(ONLY_TAKE_BACK))
    return next_page(at, at.act(partial(take_back, turn=form.number("turn")), goes_on=False))


@router.post("/match/{match_id}/{place}/undo/ask")
def ask_to_undo(at: At, form: Form) -> Response:
    """Asks the other players whether the seat's last choice may be taken back. Nobody is asked twice at one screen."""
    asked = partial(ask_back, mine=_mine(at, _(ONLY_TAKE_BACK)), turn=form.number("turn"))
    return next_page(at, at.act(asked, goes_on=False))


@router.post("/match/{match_id}/{place}/undo/yes")
def agree_to_undo(at: At, form: Form) -> Response:
    """Agrees that another player takes a choice back. Once everybody has agreed, play goes back to that choice."""
    agreed = partial(agree_back, mine=_mine(at, _(ONLY_TAKE_BACK)), turn=form.number("turn"))
    return next_page(at, at.act(agreed, goes_on=False))


@router.post("/match/{match_id}/{place}/undo/no")
def refuse_to_undo(at: At, form: Form) -> Response:
    """Does not agree that another player takes a choice back, or withdraws this seat's own request."""
    at.must_play(_(ONLY_TAKE_BACK))
    return next_page(at, at.act(partial(refuse_back, turn=form.number("turn")), goes_on=False))


@router.post("/match/{match_id}/{place}/resign")
def resign(at: At, form: Form) -> Response:
    """Resigns for the player of the seat. Raises NotNow."""
    at.must_play(_("Only players can resign."))
    at.act(lambda table, seat: agree_to_resign(table, seat, at.places(table, seat)))  # several opponents play on
    return go(at.request, at.address)


@router.post("/match/{match_id}/{place}/show")
def show(at: At, form: Form) -> Response:
    """Shows everybody the cards that only this seat knows. Raises NotNow."""
    at.must_play(_("Only players can show their cards."))
    at.act(partial(_by_decider, at=at, action=show_to_all))
    return go(at.request, at.address)


def _by_decider(table: Table, seat: int, at: SeatRequest, action: Action) -> None:
    """Carries out an `action` of the one who decides. Raises NotNow for the other one of a seat's two coaches."""
    at.check_decides(table, seat)
    action(table, seat)


@router.post("/match/{match_id}/{place}/go")
def go_on(at: At, form: Form) -> Response:
    """Continues a match that waits for nobody, for example after the server was stopped."""
    return next_page(at, at.act(nothing))


# --- what all of these share


def shown(
    at: SeatRequest,
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
    draft = "" if seat == SPECTATOR else draft
    with read_by(at.reader(found)):
        scene = scene_of(look.observation, look.log, codes_of(draft, look), lambda: found.plays, look.thrown)
        menu = panels(found, scene)
        scene = decided(look, scene) if look.decides else scene
        shared = two_coaches(found) if found.pairs else None
        scene = watched(scene, shared) if shared else scene
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
        "may_undo": found.may_undo,
        "may_ask_back": found.may_ask_back,
        "may_change": bool(turn["sealed"]) and turn["may_choose"] and (look.closes is None or look.closes > found.now),
        "shared": shared,
        "rolls": rolls(look),
        "stuck": is_stuck(look),
        "follows": False,  # whether the page goes to the rematch automatically
        "goodbye": at.request.app.state.keeper.goodbye(found.ended) if found.ended and seat != SPECTATOR else None,
        **people(at, found, scene),
        **menu,
    }


def whose_turn(look: SeatView, scene: Scene) -> dict[str, Any]:
    """Whether this seat may choose, and whether it has chosen already."""
    seat, sealed = look.observation.seat, sealed_text(look)
    may_choose = scene.ask is not None and seat != SPECTATOR and not rolls(look) and seat not in look.gone
    boxed = BOX in look.header["options"] and enters_cards(look)
    may_choose = may_choose and not boxed
    is_pressed_twice = scene.ask and (scene.ask.buttons or any(card.halves for row in scene.hand for card in row.cards))
    return {
        "sealed": sealed,
        "begins": look.begins,
        "may_choose": may_choose,
        "is_my_turn": may_choose and not sealed and not look.is_over and not look.begins,
        "boxed": boxed,
        "choosable": may_choose and bool(is_pressed_twice),  # the first press selects a choice, the second plays it
    }


def decided(look: SeatView, scene: Scene) -> Scene:
    """The scene of a seat that the rules play: it says for whom its player decides, and what the rules would answer."""
    if scene.ask is None:
        return scene
    said = [say("You decide for {team}.", team=look.seats[look.observation.seat].name)]
    if look.recommended is not None:
        said.append(say("The program would answer: {order}.", order=look.observation.write(look.recommended)))
    return replace(scene, ask=replace(scene.ask, note=" ".join([*said, scene.ask.note])))


def people(at: SeatRequest, found: Snapshot, scene: Scene) -> dict[str, Any]:
    """Who is at the table, who is missing, and the links that invite them."""
    look, links, state = found.look, invites(at, found), at.request.app.state
    return {
        "waiting_names": ", ".join(look.seats[each].name for each in look.waiting or look.holding),
        "invites": links,
        "waiting": waiting_of(found, scene, links, state.identity.is_local, state.postman is not None),
        "present": present(at, look.observation.seat),
        "by_mail": state.postman is not None,
        "people": people_of(look, scene),
    }


def panels(found: Snapshot, scene: Scene) -> dict[str, Any]:
    """Everything that the menu, the score strip's clocks and the end card say."""
    look = found.look
    return {
        "time": time_of(found, scene),
        "chain": chain_of(look),
        "reopening": reopening_of(found),
        "back_request": back_panel(look, look.back_request) if look.back_request else None,
        "standing": standing_of(look),
        "umpire": umpire_of(found, rolls(look)),
        "ending": ending_of(found),
        "again": again_of(look),
    }


def tab_title(scene: Scene, title: str, is_my_turn: bool) -> str:
    """The title of the browser's tab: first whether it is this seat's turn, then the score, then the match."""
    score = f"{scene.stands or scene.headline} · {title}"
    return say("● Your turn: {score}", score=score) if is_my_turn else score


def is_stuck(look: SeatView) -> bool:
    """Whether the match is stuck even though it is not waiting for a person: the server was stopped, or an owner's
    bot has failed.
    """
    waits = any(look.seats[seat].is_for_people for seat in look.waiting)
    return not (look.is_over or look.is_scripted or look.begins or waits or look.holding)


def chain_of(look: SeatView) -> dict[str, Any]:
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


def codes_of(draft: str, look: SeatView) -> list[int]:
    """The legal beginning of an order that a `draft` in an address stands for. Without one, the order already sealed.

    An address can hold anything. Only a sealed order is as long as a whole order.
    """
    parts = draft.split(".")[: look.observation.game.max_slots + 1]
    codes = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 7]
    begun = legal_draft(look.observation, codes) if codes and look.observation.is_asked() else []
    return begun or (list(look.sealed.order) if look.sealed else [])


def shared_scene(at: SeatRequest, found: Snapshot, draft: str = "") -> tuple[str, str]:
    """The stamp of what a seat sees, and the part of the page that shows what it sees.

    A reply and a stream share one copy, as do all spectators of a match. In the forms of this copy, `TOKEN` stands for
    each browser's token.
    """
    look, who = found.look, at.who
    made: RecentResults[tuple[str, str]] = at.request.app.state.scenes
    own = who.browser, *who.secrets, *who.invites, who.is_owner
    here = at.hub.presence.of(at.match_id)
    key = look.id, look.observation.seat, look.stamp, here, *(at.shared or (draft, language(), *own))

    def make() -> tuple[str, str]:
        given = {**shown(at, found, draft), "follows": True, **({"csrf": TOKEN} if at.shared else {})}
        return look.stamp, text_of(at.request, "scene.html", **given)

    return made.get(key, make)


def rolls(look: SeatView) -> bool:
    """Whether all choices are in and the players now roll their own dice and draw their cards."""
    return look.header["chance"] == TYPED and not look.is_over and not look.waiting and not look.is_scripted


def enters_cards(look: SeatView) -> bool:
    """Whether this seat plays with people's own cards, which are entered on a page of their own."""
    seat, is_typed = look.observation.seat, look.header["chance"] == TYPED
    return BOX in look.header["options"] and is_typed and seat != SPECTATOR and not look.is_over


def sealed_text(look: SeatView) -> str:
    """The seat's own sealed order, while other orders are still missing. Empty if there is none."""
    if look.sealed is None or look.sealed.partial or not look.observation.is_asked():
        return ""
    return look.observation.write(look.sealed.order)


def present(at: SeatRequest, seat: int) -> list[int]:
    """The seats whose players are at the table now, as far as this seat may know. Spectators are not told."""
    return sorted(at.hub.presence.of(at.match_id)) if seat != SPECTATOR else []


def invites(at: SeatRequest, found: Snapshot) -> list[tuple[str, str]]:
    """The name and link of each empty seat, or place at one, whose link this browser may pass on."""
    if at.shared:  # a page for everybody has nobody's links
        return []
    identity: Identity = at.request.app.state.identity
    seats = found.look.seats
    pairs = found.pairs
    names = [
        (pairs[seat].names[0] if seat in pairs else seats[seat].name, each) for each, seat in found.invited.items()
    ]
    names += [(pairs[seat].names[1], each) for each, seat in found.invited_beside.items()]
    return [(name, f"{identity.base}/seat/{each}") for name, each in names]


def order_of(form: Posted) -> str:
    """The order in a form: the pressed button, the typed text or the order parts, then every selected checkbox."""
    text = form.text("order") or form.text("free")
    text = text or " ".join(value for _name, value in form.parts() if value)[:LONGEST_ORDER]
    picks, extras = form.texts("pick"), form.texts("extra")
    return ", ".join([" ".join([text, *picks]).strip(), *extras])[:LONGEST_ORDER]


def next_page(at: SeatRequest, acted: Acted) -> Response:
    """Goes back to the table or to its dice page. If several players share the screen, goes to the next player."""
    if acted.rolls:
        return go(at.request, f"{at.address}/dice")
    if acted.waiting and acted.seat not in acted.waiting and len(at.who.seats_in(acted.seats, acted.held)) > 1:
        return go(at.request, f"/match/{at.match_id}")
    if acted.shown:
        return HTMLResponse(shared_scene(at, acted.shown)[1].replace(TOKEN, at.who.csrf))
    return go(at.request, at.address)


# --- Standing instructions in a browser: a player selects those that may answer for the seat. The selection is secret.


@router.post("/match/{match_id}/{place}/instruct")
def instruct(at: At, form: Form) -> Response:
    """Replaces the seat's standing instructions with the selected ones. Raises NoSuchPage or NotNow.

    Instructions that were already in use keep their order, and new ones follow.
    """
    at.must_play(_("Only players can give standing instructions."))
    acted = at.act(partial(select_instructions, ticked=form.texts("standing")))
    if acted.is_played:  # one of them has answered the current question
        return next_page(at, acted)
    return go(at.request, f"{at.address}#standing")


def select_instructions(table: Table, seat: int, ticked: list[str]) -> None:
    """Replaces a seat's standing instructions with the `ticked` ones. Raises NoSuchPage."""
    if table.match.is_over():
        raise NoSuchPage(409, _("The match is over."))
    known = table.game.instructions
    for name in ticked:
        if name not in known:
            text = say("This game has no standing instruction {name}. Nothing was changed.", name=repr(name[:40]))
            raise NoSuchPage(422, text)
    kept = [name for name in table.match.instructions_of(seat) if name in ticked]
    new = [name for name in known if name in ticked and name not in kept]
    give(table, seat, [*kept, *new])


# --- Help during play: what a coach would do in a player's place, knowing only what the player may see.


@router.get("/match/{match_id}/{place}/help")
async def back_to_the_table(request: Request, at: At) -> Response:
    """Goes back to the table. Only the button asks a coach, because the other players are told about it."""
    at.must_play(_("Only players can ask the coach."))
    return go(request, at.address)


@router.post("/match/{match_id}/{place}/help")
async def what_a_coach_would_do(request: Request, at: At, form: Form) -> Response:
    """The three best choices for a seat. Other visitors never get them, because they depend on what this seat sees."""
    at.must_play(_("Only players can ask the coach."))
    found = await in_turn(_seen, at)
    workshop: JobQueue = request.app.state.workshop
    best, look = list[Suggestion](), found.look
    if not (look.is_over or look.is_scripted or look.begins or rolls(look)):
        best = await workshop.do(request, lambda: advice(found.look.observation), CHECK, free=at.who.is_owner)
    if best and found.look.people > 1:  # noted before the player sees it
        await in_turn(note_asked, at.club.database, at.match_id, found.seat, found.look.turn)
    said = [(each, percent(each.chance)) for each in best]
    given: dict[str, Any] = {"said": said, "match": {"id": at.match_id, "title": found.title}, "back": at.address}
    if is_htmx(request):
        return HTMLResponse(await in_turn(lambda: text_of(request, "advice.html", **given)))
    return await in_turn(lambda: page(request, "help.html", **given))


def _seen(at: SeatRequest) -> Snapshot:
    """The match as the seat sees it. Raises NoSuchPage if players may not ask a coach."""
    found = at.seen()
    if not may_ask_at(found.look):
        raise NoSuchPage(403, refused_advice())
    shared = two_coaches(found)
    if shared and not shared.may:
        raise NotNow(say("{because} Nothing was changed.", because=shared.because))
    return found


# --- Deadlines on the server: the server watches the clock, and players decide what to do about a late player.


LOG = logging.getLogger(__name__)
GLANCE = 1.0  # seconds between two looks at the clock
LOST = timedelta(seconds=10)  # after so long, the process that took the last player's consent has died


class Timekeeper:
    """While the server runs, looks for deadlines that have passed.

    Several servers that share a club can each run a timekeeper at the same time.
    """

    def __init__(self, club: Club, hub: Hub, supervisor: Supervisor | None = None) -> None:
        self.club, self.hub, self.supervisor = club, hub, supervisor or Supervisor()
        self._retries = Retries(self.supervisor.clock)
        self._done: set[tuple[str, datetime]] = set()  # deadlines that have been handled
        self._agreed: dict[str, datetime] = {}  # matches whose host has everybody's consent, and since when we know

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Handles deadlines while a block runs.

        The first check handles those that passed while no server was running.
        """
        async with self.supervisor.running("deadlines", self._watch):
            yield

    async def _watch(self, well: Callable[[], None]) -> None:
        while True:
            pause = await run_in_threadpool(self.glance)
            well()
            await self.supervisor.sleep(pause)

    def glance(self) -> float:
        """Handles everything that is due in any match, and wakes the open pages of the matches that changed. Also
        carries out what all players have agreed to, if the process that took the last answer died before it did.

        Returns the seconds until the next check: GLANCE, or fewer if a standing instruction may answer before that. If
        instructions answered only at regular intervals, that rhythm would give them away. Raises Unreachable.
        """
        late, answers, now = overdue(self.club), to_answer(self.club.database), self.club.database.now()
        self._agreed = {each: self._agreed.get(each, now) for each in host_requests.all_agreed(self.club)}
        self._done &= {*late, *answers}
        self._retries.only([*late, *answers, *self._agreed.items()])
        due = [(each, Club.resolve) for each in answers if each[1] <= now]
        for each, work in [*((each, keep_time) for each in late), *due]:
            if each not in self._done and self._retries.may(each) and self._is_dealt_with(each, work):
                self._done.add(each)
                self.hub.changed(each[0])
        for each in self._agreed.items():
            if each[1] + LOST <= now and self._retries.may(each) and self._is_dealt_with(each, finish):
                self.hub.changed(each[0])
        soon = ((moment - now).total_seconds() for _match, moment in answers if moment > now)
        return min((GLANCE, *soon))

    def _is_dealt_with(self, due: tuple[str, datetime], work: Callable[[Club, str], object]) -> bool:
        """Handles what is due in a match. Returns True if the match needs no second check. Raises Unreachable."""
        try:
            work(self.club, due[0])
        except Unreachable:
            raise
        except ChangedUnderUs:
            return False
        except Exception:  # one faulty match must not hold up all others
            LOG.exception("match %s at its deadline", due[0])
            self._retries.failed(due)
            return False
        return True


@router.post("/match/{match_id}/{place}/late")
def late(at: At, form: Form) -> Response:
    """Lets a coach make this one choice for the late players, if a waiting player asks for it. Raises NotNow."""
    turn = form.number("turn")
    if turn is None:
        raise NoSuchPage(422, _("This form does not say which turn it is for. Nothing was changed."))
    return next_page(at, at.act(partial(let_coach_answer, turn=turn, now=at.club.database.now())))


@router.post("/match/{match_id}/{place}/ready")
def ready(at: At, form: Form) -> Response:
    """Notes whether the player lets the turn be played before its deadline. Raises NotNow."""
    turn, seat = form.number("turn"), _player(at)
    if turn is None:
        raise NoSuchPage(422, _("This form does not say which turn it is for. Nothing was changed."))
    at.act(at.check_decides, goes_on=False)
    hold(at.club.database, at.match_id, seat, turn, form.text("ready") == "1")
    return next_page(at, at.act(nothing))


@router.post("/match/{match_id}/{place}/withdraw")
def withdrawn(at: At, form: Form) -> Response:
    """Takes back the player's sealed order before the turn closes. Raises NotNow."""
    at.must_play(_("Only players can withdraw an order."))
    turn = form.number("turn")
    if turn is None:
        raise NoSuchPage(422, _("This form does not say which turn it is for. Nothing was changed."))
    return next_page(at, at.act(partial(_by_decider, at=at, action=partial(withdraw, turn=turn)), goes_on=False))


@router.post("/match/{match_id}/{place}/vacation")
def vacation(at: At, form: Form) -> Response:
    """Saves a player's vacation. Raises NotNow or UserError."""
    seat = _player(at)
    take_vacation(at.club.database, at.match_id, seat, _day(form, "first"), _day(form, "last"))
    return next_page(at, at.act(nothing))


@router.post("/match/{match_id}/{place}/pause")
def pauses(at: At, form: Form) -> Response:
    """Pauses the match at a player's request. Raises NotNow or UserError."""
    _player(at)
    pause(at.club.database, at.match_id, form.number("days") or 0)
    return next_page(at, at.act(nothing))


@router.post("/match/{match_id}/{place}/back")
def back(at: At, form: Form) -> Response:
    """Ends the player's vacation, or the pause of the match. Raises NotNow."""
    seat = _player(at)
    come_back(at.club.database, at.match_id, EVERYBODY if form.text("what") == "pause" else seat)
    return next_page(at, at.act(nothing))


def _player(at: SeatRequest) -> int:
    """The seat that this browser plays. Raises NoSuchPage."""
    at.must_play(_("Only players can change the times at which turns are played."))
    return at.seat()


def _day(form: Posted, name: str) -> date:
    """The date in a field of a form. Raises NoSuchPage."""
    try:
        return date.fromisoformat(form.text(name))
    except ValueError:
        raise NoSuchPage(422, _("Write dates in the form 2026-08-01. Nothing was changed.")) from None
