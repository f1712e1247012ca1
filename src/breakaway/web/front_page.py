"""The front page: opening a table, and the lists of matches with scores and unusual rules."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.actions import advice_of
from breakaway.club.club import Club
from breakaway.club.match_snapshot import Requester, snapshot
from breakaway.club.match_views import Listed, SeatView
from breakaway.club.schema import EMPTY, OPEN, OVER
from breakaway.club.storage import Keeper
from breakaway.core.language import (
    ALL_SIDES,
    ENGLISH,
    OWN_NAMES,
    UserError,
    _,
    language,
    languages,
    many,
    read_by,
    say,
)
from breakaway.core.rules import SPECTATOR
from breakaway.display.endings import scene_of
from breakaway.display.match_page import Scene, Side, find_page
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.players.settings import CHOICE, SWITCH, ZONES, Field, find_setting, requested
from breakaway.server.budgets import PageRoute
from breakaway.server.request_checks import HEAD, LANGUAGE
from breakaway.server.visitors import OWNER, THEME, THEMES, Visitor, keep
from breakaway.web import lessons
from breakaway.web.pages import go, page, period
from breakaway.web.request import Form, Posted, TheClub, Who

# --- The scores of matches in lists: what a spectator may see of each, in a few words.


KEPT = 512  # scores that are kept in memory
AFRESH = 6  # the most scores that one page works out, 30 ms each; the rest wait until the page is opened again


@dataclass(frozen=True)
class Score:
    """A match in a few words: its sides with their points, and how far along it is (`stands`; empty before the first
    turn).

    `is_ranked`: whether the sides, which may be many, are listed best first.
    """

    sides: tuple[Side, ...]
    stands: str
    is_ranked: bool


@dataclass(frozen=True)
class Question:
    """What a match asks a seat: the sentence of its turn bar, and the act in a few words, for a button."""

    says: str
    act: str


class Scores:
    """Works out scores and questions, and keeps each until something new is known about its match. Safe to use from
    several threads.

    A score comes from a spectator's view. A sealed order does not change what everybody may know, so it does not cause
    a score to be worked out again. A question comes from the view of the seat that is asked.
    """

    def __init__(self, club: Club) -> None:
        self.club = club
        self._guard = threading.Lock()
        self._made: OrderedDict[Hashable, Score | None] = OrderedDict()
        self._asked: OrderedDict[Hashable, Question | None] = OrderedDict()

    def question(self, match: Listed, seat: int, is_shared: bool = False) -> Question | None:
        """What this match asks a seat that it waits for, as that seat's page says it. None if it cannot be read.

        `is_shared`: whether the browser plays other seats of the match, too.
        """
        key = match.id, seat, match.turn, match.began, language(), is_shared
        with self._guard:
            if key in self._asked:
                return self._asked[key]
        try:
            with read_by(ALL_SIDES if is_shared else None):
                ask = scene_of(self.club.look(match.id, seat).observation, []).ask
        except UserError:
            ask = None
        found = Question(ask.question, ask.act or _("Choose")) if ask else None
        with self._guard:
            self._asked[key] = found
            if len(self._asked) > KEPT:
                self._asked.popitem(last=False)
        return found

    def of(self, listed: list[tuple[Listed, bool]]) -> dict[str, Score]:
        """The scores of these matches, by id. `listed` says for each match whether the reader plays in it.

        Players see a match without the delay for spectators. A match that cannot be read has no score.
        """
        found, afresh = {}, 0
        for match, plays in listed:
            is_late = bool(match.terms.delay) and not plays
            key = match.id, match.turn, match.began, match.status == OVER, is_late, language()
            with self._guard:
                is_known, score = key in self._made, self._made.get(key)
            if not is_known:
                afresh += 1
                if afresh > AFRESH:
                    continue
                score = self._score(match.id, is_late)
                with self._guard:
                    self._made[key] = score
                    if len(self._made) > KEPT:
                        self._made.popitem(last=False)
            if score:
                found[match.id] = score
        return found

    def _score(self, match_id: str, is_late: bool) -> Score | None:
        try:
            look = snapshot(self.club, match_id, Requester((), lambda _found: SPECTATOR)).look if is_late else None
            return score_of(look or self.club.look(match_id))
        except UserError:
            return None


def score_of(look: SeatView) -> Score | None:
    """The score of a match, as a seat sees it. None if the game has no score."""
    scene = scene_of(look.observation, [])
    sides = sides_of(scene)
    if not sides:
        return None
    headline = scene.scoreboard.headline if scene.scoreboard else scene.headline
    more = scene.scoreboard.note if scene.scoreboard else ""
    stands = " · ".join(filter(None, (headline, more))) if look.turn else ""
    stands = scene.headline if look.is_over else stands
    return Score(sides, stands, scene.ranks is not None)


def sides_of(scene: Scene) -> tuple[Side, ...]:
    """The sides of a match with their points and colors: two sides in the order of their seats, more than two from best
    to worst.
    """
    if scene.scoreboard:
        return scene.scoreboard.sides
    return scene.ranks.sides if scene.ranks else ()


# --- What is unusual about a match: the options that differ from the usual ones.


MOST = 4  # the most options that are named; a number stands for the rest


def unusual(game: str, options: Mapping[str, Any], most: int = MOST) -> list[str]:
    """The options of a match of this `game` that differ from the usual ones, in words. Names at most `most` of them.

    The name of a set of rules comes first, followed only by the options that differ from that set.
    """
    first, house = _fields(game, language())
    sent = {each.name: as_sent(each, options[each.name]) for each in (*first, *house) if each.name in options}
    chosen = [each for each in first if sent.get(each.name, each.value) != each.value]
    usual = _usual(game, tuple((each.name, sent[each.name]) for each in chosen))
    changed = [each for each in house if each.name in sent and sent[each.name] != as_sent(each, usual[each.name])]
    found = [_said(each, sent[each.name]) for each in (*chosen, *changed)]
    rest = len(found) - most
    return found if rest <= 0 else [*found[:most], many("{n} more", "{n} more", rest)]


@lru_cache(32)
def _fields(game: str, _language: str) -> tuple[list[Field], list[Field]]:
    """The fields of the game's form in the current language: choices and house rules. Leaves out options with a
    number for each zone, and also teams, which lists show anyway.
    """
    asked = find_setting(find(game)).form()
    return [each for each in asked.first if each.kind == CHOICE], [each for each in asked.house if each.kind != ZONES]


@lru_cache(64)
def _usual(game: str, chosen: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    """The options of a match in which only these fields are `chosen`."""
    setting = find_setting(find(game))
    fields = {each.name: each.value for each in setting.form().house}
    try:
        asked = requested(game, {}, physical=False, **dict(chosen))
        return {**fields, **setting.set_up(asked, setting.players(asked, None))[1]}
    except UserError:  # chosen on the command line, from a file that is not here
        return fields


def as_sent(field: Field, value: Any) -> str:
    """An option's value as the form would send it."""
    if field.kind == SWITCH:
        return "1" if value else ""
    return str(value)


def _said(field: Field, value: str) -> str:
    label = _(field.label)
    if field.kind == SWITCH:
        return label if value else say("without: {option}", option=label)
    return f"{label}: {next((_(words) for each, words in field.choices if each == value), value)}"


# --- Matches in lists on the front page: the visitor's own, and public ones with an empty seat.
#
# Scores come from what a spectator may see (`Scores`), and everything else comes from the match's row, which is
# public.


NAMED = 3  # the most players that a tile names


def is_asked_by_host(match: Listed, mine: Iterable[int]) -> bool:
    """Whether the player of these seats (`mine`) of a `match` has still to answer what its host asks everybody."""
    asked = match.host_ask
    return asked is not None and asked.turn in (None, match.turn) and not {*mine} <= {*asked.agreed}


@dataclass(frozen=True)
class Tile:
    """A match in a list.

    `mine`: the visitor's seats. `asked`: whether the match waits for the visitor. `others`: who else plays. `stands`
    says how far along the match is, and `waits` says whom it waits for. `options` lists what is unusual about the
    match. `advice` says whether players may ask a coach. `goodbye`: when the match will be deleted, if that is soon.
    `question` is what the match asks the visitor, and `pace` how much time players have.
    """

    match: Listed
    game: str
    mine: frozenset[int]
    asked: bool
    score: Score | None
    others: str
    stands: str
    waits: str
    options: tuple[str, ...]
    advice: str
    pace: str = ""
    goodbye: datetime | None = None
    question: Question | None = None

    @property
    def is_over(self) -> bool:
        """Whether the match is over."""
        return self.match.status == OVER

    @property
    def is_asked_by_host(self) -> bool:
        """Whether the visitor has still to answer what the host asks everybody."""
        return is_asked_by_host(self.match, self.mine)

    @property
    def free(self) -> list[tuple[int, str]]:
        """The empty seats, each with its name."""
        return [(seat.seat, seat.name) for seat in self.match.seats if seat.by == EMPTY]


@dataclass(frozen=True)
class MyMatches:
    """The visitor's matches: those waiting for the visitor (the most urgent first), those waiting for others, and those
    that are over.
    """

    asked: list[Tile]
    others: list[Tile]
    over: list[Tile]

    def __bool__(self) -> bool:
        return bool(self.asked or self.others or self.over)


def sorted_tiles(tiles: Iterable[Tile]) -> MyMatches:
    """The tiles in three groups: those whose matches wait for the visitor, those whose matches wait for others, and
    those whose matches are over. Tiles in the same group keep their order.
    """
    found = MyMatches([], [], [])
    for each in tiles:
        (found.over if each.is_over else found.asked if each.asked else found.others).append(each)
    return found


def tiles_of(scores: Scores, matches: Sequence[tuple[Listed, frozenset[int], bool]]) -> list[Tile]:
    """A tile for each match. Each match comes with the visitor's seats and whether it waits for one of them."""
    known = scores.of([(match, bool(mine)) for match, mine, _asked in matches])
    return [_tile(match, mine, asked, known.get(match.id)) for match, mine, asked in matches]


def _tile(match: Listed, mine: frozenset[int], asked: bool, score: Score | None) -> Tile:
    return Tile(
        match=match,
        game=find(match.game).title,
        mine=mine,
        asked=asked,
        score=score,
        others=_others(match, mine),
        stands=score.stands if score else "",
        waits=_waits(match, mine),
        options=tuple(unusual(match.game, match.options)) if not mine else (),
        advice=advice_of(match.game, match.options, match.seats) if not mine else "",
        pace=_pace(match),
    )


def _pace(match: Listed) -> str:
    """How much time the players of a match have for a choice, in a few words."""
    terms = match.terms
    if terms.seconds is None:
        return _("no clock")
    if terms.pace.at:
        return say("turns close at {hour} ({zone})", hour=terms.pace.at, zone=terms.pace.zone)
    return say("{time} for each choice", time=period(terms.seconds))


def _others(match: Listed, mine: frozenset[int]) -> str:
    """The players at a table besides the visitor: people by name, coaches, and empty seats. Empty in a lesson."""
    if match.is_scripted:
        return ""
    others = [seat for seat in match.seats if seat.seat not in mine]
    people = [seat.name for seat in others if seat.by == HUMAN]
    named = people[:NAMED]
    if len(people) > NAMED:
        named.append(many("{n} more", "{n} more", len(people) - NAMED))
    programs = [seat for seat in others if seat.by not in (HUMAN, EMPTY)]
    if len(programs) == 1:
        named.append(coaches.label(find(match.game), programs[0].by))
    elif programs:
        named.append(many("{n} coach", "{n} coaches", len(programs)))
    empty = sum(seat.by == EMPTY for seat in others)
    if empty:
        named.append(many("an empty seat", "{n} empty seats", empty))
    return ", ".join(named)


def _waits(match: Listed, mine: frozenset[int]) -> str:
    """Whom a match in progress is waiting for besides the visitor, in words. Empty if it is waiting for nobody else."""
    if match.status == OVER or match.is_scripted:
        return ""
    names = [match.seats[seat].name for seat in match.waiting if seat not in mine and match.seats[seat].by != EMPTY]
    if match.stopped:
        return _("closed until it is opened again")
    if match.status == OPEN:
        return _("waiting for a player")
    return say("waiting for {names}", names=", ".join(names)) if names else ""


# --- The front page, the forms that open a table, and the choice of theme and language.


router = APIRouter(include_in_schema=False, route_class=PageRoute)
SHOWN = 30  # matches on the front page
CARDS = 3  # matches that wait for the visitor and are shown with what they ask


@router.get("/")
def front(request: Request, club: TheClub, who: Who) -> Response:
    """The front page: the visitor's own matches, public matches with an empty seat, and all games.

    `?game=`, `?time=` and `?language=` filter the public matches.
    """
    shown = [(find(name), find_page(find(name))) for name in GAMES]
    scores: Scores = request.app.state.scores
    rows = my_matches(club, who)
    own = {match.id for match, _seats, _asked in rows}
    mine = sorted_tiles(replace(each, goodbye=goodbye_of(request, each)) for each in tiles_of(scores, rows))
    mine = replace(mine, asked=[*map(partial(_with_question, scores), mine.asked[:CARDS]), *mine.asked[CARDS:]])
    free = [match for match in club.lobby() if match.id not in own]
    chosen = {name: request.query_params.get(name, "") for name in FILTERS}
    fitting = [match for match in free if all(value in ("", FILTERS[name](match)) for name, value in chosen.items())]
    return page(
        request,
        "front.html",
        shown=shown,
        mine=mine,
        free=tiles_of(scores, [(match, frozenset[int](), False) for match in fitting[:SHOWN]]),
        open_tables=len(free),
        filters=filters(free, chosen),
        pictures={game.name: about.picture for game, about in shown},
        now=club.database.now(),
        lessons=lessons.names(),
        levels={game.name: levels_on_offer(game.name) for game, _about in shown},
        is_local=request.app.state.is_local,
        sends_mail=request.app.state.postman is not None,
    )


OFFERED = ("newcomer", "club", "strong")  # on the front page, besides the strongest; the form offers all levels


def levels_on_offer(name: str) -> list[tuple[str, str]]:
    """The levels that the front page offers for a game, each with what its button says."""
    game = find(name)
    found = coaches.levels(game)
    return [(level, coaches.label(game, level)) for level in found if level in (*OFFERED, found[-1])]


def _with_question(scores: Scores, tile: Tile) -> Tile:
    seat = next(seat for seat in tile.match.waiting if seat in tile.mine)
    return replace(tile, question=scores.question(tile.match, seat, len(tile.mine) > 1))


# --- Filters for the public tables: by game, time and language.


LIVE, BY_POST, NO_CLOCK = "live", "post", "none"


def _kind_of_time(match: Listed) -> str:
    if match.terms.seconds is None:
        return NO_CLOCK
    return LIVE if match.terms.is_live else BY_POST


FILTERS: Mapping[str, Callable[[Listed], str]] = {
    "game": lambda match: match.game,
    "time": _kind_of_time,
    "language": lambda match: match.language,
}


@dataclass(frozen=True)
class Filter:
    """A button that shows only some public tables, or, if it is `chosen`, all again. `query` is its address's query."""

    label: str
    query: str
    chosen: bool


def filters(free: Sequence[Listed], chosen: Mapping[str, str]) -> list[Filter]:
    """The filters that make a difference: for each kind, the values that occur, if there are several."""
    words = {LIVE: _("Live"), BY_POST: _("By post"), NO_CLOCK: _("No clock"), **OWN_NAMES}
    found = []
    for name, value_of in FILTERS.items():
        values = {value_of(match) for match in free} - {""}
        if len(values) < 2 and not chosen[name]:
            continue
        for value in sorted(values | ({chosen[name]} - {""})):
            label = find(value).title if name == "game" and value in GAMES else words.get(value, value[:20])
            given = {**chosen, name: "" if chosen[name] == value else value}
            query = urlencode({key: each for key, each in given.items() if each})
            found.append(Filter(label, query, chosen[name] == value))
    return found


def goodbye_of(request: Request, tile: Tile) -> datetime | None:
    """When a match will be deleted, if it is over and that is soon."""
    keeper: Keeper = request.app.state.keeper
    return keeper.goodbye(tile.match.updated) if tile.is_over else None


def my_matches(club: Club, who: Visitor) -> list[tuple[Listed, frozenset[int], bool]]:
    """The visitor's matches. Matches that wait for the visitor come first, the most urgent on top; finished matches
    come last. Each match comes with the visitor's seats and whether it is the visitor's turn.

    Of the matches in the archive, only those are among them whose host asks something of the visitor.
    """
    shown = [each for each in club.matches(who.secrets, None, SHOWN) if _is_shown(each)]
    by_link = {match.id: match for match in shown}
    here = [each for each in club.at_this_machine(SHOWN) if _is_shown(each)] if who.is_owner else []
    found = {**by_link, **{match.id: match for match in here}}
    rows = []
    for match in found.values():
        mine = frozenset({*match.mine, *(by_link[match.id].mine if match.id in by_link else ())})
        is_open = not match.is_scripted and match.stopped is None
        asked = [seat for seat in match.waiting if seat in mine and seat not in match.partners]
        rows.append((match, mine, is_open and bool(asked)))
    rows.sort(key=lambda row: row[0].began, reverse=True)  # not `updated`: a sealed order must move nothing
    never = datetime.max.replace(tzinfo=UTC)
    rows.sort(key=lambda row: (not row[2], row[0].status == OVER, row[2] and (row[0].due or never)))
    return rows[:SHOWN]


def _is_shown(match: Listed) -> bool:
    return match.archived is None or is_asked_by_host(match, match.mine)


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
def choose_language(request: Request, form: Form) -> Response:
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
