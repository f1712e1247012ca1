"""Opening a table: the form with its presets, what the form would open, and the match made from it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from fastapi import APIRouter
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import Response

from breakaway.club.actions import waits_to_begin
from breakaway.club.club import Club, Created
from breakaway.club.hosting import NO_SEAT, add_chair, take_chair
from breakaway.club.names import headed
from breakaway.club.own_cards import BOX, cards_of, forms_of, lies_face_down, own_names, place_for
from breakaway.club.schema import BY_LINK, EMPTY, PUBLIC
from breakaway.club.seats import new_token, tidy
from breakaway.club.second_places import coaches_at
from breakaway.club.storage import NoRoom
from breakaway.club.time_control import DAY, MINUTE, NONE, Terms
from breakaway.core.game import Game
from breakaway.core.language import UserError, _, as_sentence, many, say
from breakaway.display.match_page import find_page
from breakaway.games.manifest import GAMES, RULES, TABLE, find
from breakaway.players import coaches
from breakaway.players.coaches import NoSuchCoach
from breakaway.players.own_cards import BETWEEN, Offers
from breakaway.players.seated_match import ADVICE, HUMAN, SHEET, asked_advice, with_advice
from breakaway.players.settings import CHOICE, TEXT, ZONES, Field, as_typed, find_setting, make_start, requested
from breakaway.players.settings import Form as Asked
from breakaway.players.staff import SETTING, staff_of
from breakaway.records.match import Start
from breakaway.server.budgets import PageRoute
from breakaway.server.visitors import Visitor, add_invites, keep_name
from breakaway.web.front_page import as_sent, my_matches, unusual
from breakaway.web.own_cards import set_folder
from breakaway.web.own_sets import CLOSED, chosen_files, own_choices
from breakaway.web.pages import go, page, period, resolve
from breakaway.web.request import Form, Posted, TheClub, Who
from breakaway.web.time_control import asked_terms, delays, pace_fields, preset_names, times
from breakaway.web.two_coaches import SharedTeam, asked_staff, sharing

router = APIRouter(include_in_schema=False, route_class=PageRoute)
HERE, LINK = "here", "link"  # who plays a seat, besides coaches
HOSTS = "host"  # the field: whether the visitor hosts and does not play
PHYSICAL, CARDS, OWN, SET = "physical", "cards", "own", "set"  # own dice; own cards, too; the name of their set
THEIRS = "theirs"  # the name of the set of another player at this computer
Given = dict[str, str]  # what the form's fields hold, by name


# --- Presets: the usual ways to play. A preset changes who plays and how much time they have, never game or teams.


OTHERS, WERE, EACH = "others", "others.were", "each"  # who plays all seats but the first, and did before; they differ
SOLO, LIVE, POST, AT_TABLE = "solo", "live", "post", BOX
HOW, WAS = "how", "was"  # the fields: the preset that is chosen, and the one that the form was made for


@dataclass(frozen=True)
class Preset:
    """A usual way to play: its title, what it means, who takes the first of the other seats, and the time limit."""

    title: str
    says: str
    by: str
    time: str


def presets(opponent: str, sends_mail: bool, has_box: bool = False, alone: bool = False) -> dict[str, Preset]:
    """The usual ways to play, by name. `opponent`: the coach who plays if no people do. `has_box`: whether people can
    play with their own cards. `alone`: whether nobody else can come.
    """
    by_mail = _("A day for each choice, in the browser or by email.")
    says = _("Your own dice and cards on your own table. The program plays your opponent and keeps the score.")
    box = {AT_TABLE: Preset(_("I have the box"), says, opponent, "")} if has_box else {}
    found = {
        SOLO: Preset(
            _("Now, against the computer"),
            _("Starts at once. There is no clock: stop and go on whenever you like."),
            opponent,
            "",
        ),
        LIVE: Preset(
            _("With a friend, live"),
            _("You get a link to send. Three minutes for each choice."),
            LINK,
            str(3 * MINUTE),
        ),
        POST: Preset(_("By post"), by_mail if sends_mail else _("A day for each choice."), LINK, str(DAY)),
        **box,
    }
    return {name: each for name, each in found.items() if each.by != LINK or not alone}


def put_preset(given: Given, name: str, preset: Preset) -> None:
    """Sets the fields that a preset decides. The other seats of a race stay as they are, unless nobody else plays."""
    if AT_TABLE in (name, given.get(WAS)):
        given |= {PHYSICAL: "", CARDS: ""}
    if name == AT_TABLE:
        given |= {PHYSICAL: "1", CARDS: OWN, "public": "", HOSTS: ""}
    if name in (SOLO, AT_TABLE):
        for each in [each for each in given if each.startswith("seat.") or each == HOSTS]:
            del given[each]
    given |= {HOW: name, WAS: name, "seat.1": preset.by, "time": preset.time}
    given.pop(OTHERS, None)


# --- The form.


@router.post("/quick/{name}")
def quick(request: Request, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Starts a match without a form: against the usual opponent or a level, or for two players at one machine."""
    asked = find_setting(find(name)).form()
    shared = form.text("how") == HERE and who.is_owner
    values = {field.name: field.value for field in asked.first}
    level = form.text("level")
    others = [level] * (asked.seats - 1) if level in coaches.levels(find(name)) else [HERE] if shared else []
    return _opened(request, club, who, NewTable(name, values, {}, others))


@router.post("/next")
def play_next(request: Request, form: Form, club: TheClub, who: Who) -> Response:
    """Leads to the public table whose player has been sitting there, waiting, for longest.

    If nobody waits at a table of this game, opens a public table with a clock, where the next one finds the visitor.
    """
    name = find(form.text("game")).name
    presence, own = request.app.state.hub.presence, {match.id for match, _seats, _asked in my_matches(club, who)}
    for match in reversed(club.lobby()):  # latest first
        is_quick = match.terms.seconds is None or match.terms.is_live
        if match.game == name and is_quick and match.id not in own and match.host in presence.of(match.id):
            seat = next(seat.seat for seat in match.seats if seat.by == EMPTY)
            return go(request, f"/take/{match.id}/{seat}")
    asked = find_setting(find(name)).form()
    values = {field.name: field.value for field in asked.first}
    terms = Terms(int(presets(asked.opponents[0], sends_mail=False)[LIVE].time))
    return _opened(request, club, who, NewTable(name, values, {}, [LINK], visibility=PUBLIC, terms=terms))


@router.get("/open/{name}")
def ask(request: Request, name: str, club: TheClub, who: Who) -> Response:
    """The form for a new table. The address can name a preset, as in `/open/football?how=live`, and a match with the
    visitor's own cards to play again: `after`.
    """
    given = usual_values(find_setting(find(name)).form())
    _put_asked(request, find(name), given, request.query_params.get(HOW, ""))
    if after := request.query_params.get("after", "")[:40]:
        given |= _as_then(club, who, name, after)
    return _form(request, who, name, given, "")


def _as_then(club: Club, who: Visitor, name: str, match_id: str) -> Given:
    """The fields of the form as a match with the visitor's own cards had them. Raises NoSuchMatch.

    Nothing if the visitor has no seat in it. Another player brings their own set again.
    """
    found = club.found(match_id)
    listed, mine = found.listed, who.seats_in(found.listed.seats, found.held(who.secrets))
    if not mine or listed.game != name or BOX not in listed.options:
        return {}
    asked = find_setting(find(name)).form()
    options = club.do(match_id, lambda table: dict(table.match.record.header["options"]))  # `listed` has no lists
    given = {f"house.{each.name}": as_sent(each, options[each.name]) for each in asked.house if _is_kept(each, options)}
    if not min(mine):  # the set of somebody else who opened that table stays theirs
        given[SET] = str(options[BOX])
    for field, team in zip(
        [each.name for each in asked.first if each.seat >= 0], options.get("teams", ()), strict=False
    ):
        given[f"{OWN}.{field}"] = str(team["id"])
    for each in listed.seats[1:]:
        people = HERE if each.seat in mine and who.is_owner else LINK
        by = SHEET if each.seat in options.get("sheets", ()) else each.by
        given[f"seat.{each.seat}"] = people if by == HUMAN else by
    return given


def _is_kept(field: Field, options: Mapping[str, Any]) -> bool:
    """Whether the `options` of a match say what a field of the form for the next one holds."""
    return field.kind != ZONES and field.name in options


@router.post("/open/{name}/draft")
def draft(request: Request, name: str, form: Form, who: Who) -> Response:
    """The form as it is filled in, with what it would open. Opens nothing."""
    return _form(request, who, name, _filled(request, name, form), "")


@router.post("/open/{name}")
def open_table(request: Request, name: str, form: Form, club: TheClub, who: Who) -> Response:
    """Opens a new table as the form asks. After a mistake, shows the form again, filled in, with the error above it."""
    given = _filled(request, name, form)
    try:
        own = own_choices(club, who, name)
        return _opened(request, club, who, new_table(name, given, asked_terms(_as_form(given)), own))
    except (UserError, NoSuchCoach) as error:
        if isinstance(error, NoRoom):
            request.app.state.numbers.refuse("storage")
        return _form(
            request, who, name, given, as_sentence(str(error)), error.status if isinstance(error, NoRoom) else 422
        )


def _filled(request: Request, name: str, form: Posted) -> Given:
    """What the form holds. A preset that was chosen since the form was made sets its fields first."""
    given = {key: value for key, value in form.form.items() if isinstance(value, str)}
    given |= {f"weekday.{each}": "1" for each in form.texts("weekday")}
    _spread(given, find_setting(find(name)).form().seats)
    if given.get(HOW) != given.get(WAS):
        _put_asked(request, find(name), given, given.get(HOW, ""))
    return given


def _spread(given: Given, seats: int) -> None:
    """Puts the one who plays all other seats into each of the `seats` but the first, if that has just been chosen."""
    everybody = given.get(OTHERS, EACH)
    if everybody not in (EACH, given.get(WERE, everybody)):
        given |= {f"seat.{seat}": everybody for seat in range(1, seats)}


def _others(given: Given, seats: int, usual: str) -> str:
    """Who plays all seats but the first of so many `seats`, or EACH if they differ or are to differ."""
    found = {given.get(f"seat.{seat}") or usual for seat in range(1, seats)}
    return EACH if given.get(OTHERS) == EACH or len(found) != 1 else found.pop()


def _as_form(given: Given) -> Posted:
    """The fields as a form again. The days are boxes of one name."""
    days = [("weekday", key.removeprefix("weekday.")) for key in given if key.startswith("weekday.")]
    return Posted(FormData([*given.items(), *days]))


def _put_asked(request: Request, game: Game[Any, Any], given: Given, how: str) -> None:
    known = _presets(request, game, find_setting(game).form())
    if how in known:
        put_preset(given, how, known[how])


def _presets(request: Request, game: Game[Any, Any], asked: Asked) -> dict[str, Preset]:
    state = request.app.state
    return presets(asked.opponents[0], state.postman is not None, _has_box(game), state.alone)


def _form(request: Request, who: Visitor, name: str, given: Given, text: str, status: int = 200) -> Response:
    game, own = find(name), own_choices(request.app.state.club, who, name)
    asked = _with_own(find_setting(game).form(), own)
    hows = _presets(request, game, asked)
    cards, database, staff = cards_of(game), request.app.state.club.database, staff_of(game)
    usual = new_table(name, usual_values(asked))
    try:
        found = new_table(name, given, own=own)
        drawn = drawn_table(request, found, given, who)
    except (UserError, NoSuchCoach):  # opening the table tells what is wrong
        found, drawn = usual, drawn_table(request, usual, {}, who)
    return page(
        request,
        "open.html",
        status,
        game=game,
        asked=asked,
        given=given,
        text=text,
        games=[(each, find(each).title, find_page(find(each))) for each in GAMES],
        hows=hows,
        how=given.get(HOW) if given.get(HOW) in hows else SOLO,
        players=_players(game, asked, who, request.app.state.alone),
        drawn=drawn,
        others=_others(given, len(drawn.plates), asked.opponents[0]),
        EACH=EACH,
        shares=_shares(game, found, drawn, given),
        ways=[(way, _(label)) for way, label in staff.ways] if staff else [],
        longest_coach=staff.longest if staff else 0,
        rest=_rest(game, asked, found, given),
        sets=own_names(database, who.secrets, who.is_owner, cards, name) if cards else [],
        usual_set=cards.usual if cards else "",
        own_files=forms.words.of if own[0] and (forms := forms_of(game)) else "",
        times=times(),
        delays=delays(),
        pace=pace_fields(game),
        TABLE=TABLE,
        RULES=RULES,
    )


def _shares(game: Game[Any, Any], found: NewTable, drawn: Drawn, given: Given) -> list[SharedTeam]:
    """What the form asks about the seats that two people may share. Empty in a game without such seats."""
    if staff_of(game) is None or found.box:
        return []
    people = [True, *(player in (HERE, LINK, HUMAN) for player in found.seats)]
    return sharing(given, {seat: each.name for seat, each in enumerate(drawn.plates) if people[seat]})


def _players(game: Game[Any, Any], asked: Asked, who: Visitor, alone: bool) -> list[tuple[str, list[tuple[str, str]]]]:
    """The possible players for another seat, people and coaches apart: each value in the form with its label."""
    people = [] if alone else [(LINK, _("a player with a link"))]
    if who.is_owner:
        people.append((HERE, _("a player at this computer")))
    levels = coaches.levels(game)
    ranked = [(by, coaches.called(game, by)) for by in levels]
    usual, *others = [(by, coaches.called(game, by)) for by in asked.opponents if by not in levels]
    named = (
        (_("The usual opponent"), [usual]),  # first, because a browser chooses the first one if none is chosen
        (_("The computer, from weak to strong"), ranked),
        (_("Other computer players"), others),
    )
    return [*(each for each in named if each[1]), (_("People"), people)]


# --- What a form would open, in pictures and words.


@dataclass(frozen=True)
class Plate:
    """A seat of the new table: the name of its team, the CSS class of its colors, and who plays it."""

    name: str
    class_: str
    player: str


@dataclass(frozen=True)
class Drawn:
    """The new table. `empty` counts the seats that wait for a player; `says` lists in sentences what will happen."""

    title: str
    plates: list[Plate]
    empty: int
    says: list[str]


def drawn_table(request: Request, found: NewTable, given: Given, who: Visitor) -> Drawn:
    """What the form would open. Raises UserError or NoSuchCoach if it cannot be opened."""
    game = find(found.game)
    start, seats = start_of(request, found, who)
    classes = [*find_page(game).dress(start.names, start.config), *[""] * len(start.seats)]
    players = [
        _("an empty seat") if found.hosts else _("you"),
        *(_player(game, seats[seat]) for seat in range(1, len(start.seats))),
    ]
    plates = [Plate(each["name"], classes[seat], players[seat]) for seat, each in enumerate(start.seats)]
    empty, limit = sum(by == LINK for by in seats.values()) + found.hosts, given.get("time", "")
    says = [_("It starts at once, and it is kept when you leave.")]
    if empty:
        says = [
            many(
                "You get a link to send. Whoever opens it takes the empty seat.",
                "You get a link for each of the {n} empty seats.",
                empty,
            )
        ]
        if found.visibility == PUBLIC:
            says.append(_("The front page lists this table, and anybody may take an empty seat."))
    says.append(say("Time for each choice: {time}.", time=_time(limit)) if limit else _("There is no clock."))
    if found.box:
        text = _("Your set “{name}” remembers each card that you enter. Nobody else sees it.")
        if HERE in seats.values() and who.is_owner:
            text = _("Your set “{name}” remembers each card that you enter. Nobody but the players sees it.")
        says.append(text.format(name=found.box))
        if LINK in seats.values():
            says.append(_("The other side plays with a set of its own for its team, and enters its cards itself."))
    pairs = coaches_at(game, start.options, range(len(start.seats)))
    linked = [names[1] for seat, names in pairs.items() if seats.get(seat) != HERE]
    if linked:
        says.append(
            many(
                "You get a link for the second coach: {names}.",
                "You get {n} links for the second coaches: {names}.",
                len(linked),
                names=", ".join(linked),
            )
        )
    changed = unusual(found.game, start.options)
    says.append(say("Rules: {rules}.", rules="; ".join(changed)) if changed else _("Rules: as in the book."))
    return Drawn(_title(game, seats, limit), plates, empty, says)


def _player(game: Game[Any, Any], by: str) -> str:
    named = {LINK: _("an empty seat"), HERE: _("at this computer"), HUMAN: _("an empty seat")}
    return named.get(by) or coaches.label(game, by)


def _title(game: Game[Any, Any], seats: Mapping[int, str], limit: str) -> str:
    """What the table is, in a few words."""
    if LINK not in seats.values():
        text = _("{game}, two players at this computer") if HERE in seats.values() else _("{game} against the computer")
    elif not limit:
        text = _("{game} with a friend")
    elif limit.isascii() and limit.isdigit() and int(limit) < DAY // 24:
        text = _("{game} with a friend, live")
    else:
        text = _("{game} by post")
    return text.format(game=game.title)


def _time(limit: str) -> str:
    """A time limit of the form, in words."""
    named = dict(preset_names())
    if limit in named:
        return named[limit]
    return period(int(limit)) if limit.isascii() and limit.isdigit() and len(limit) < 10 else limit


def _rest(game: Game[Any, Any], asked: Asked, found: NewTable, given: Given) -> list[str]:
    """What the folded part of the form holds, so that nobody has to open it to read the defaults."""
    says = []
    for field in asked.first:
        if field.seat == RULES:
            value = found.values[field.name]
            label = next((label for each, label in field.choices if each == value), value)
            says.append(f"{_(field.label)}: {_(label)}.")
    says.append(say("Spectators see the match {when}.", when=dict(delays()).get(given.get("delay", "0"), "")))
    if GAMES[game.name].advice:
        words = {"on": _("allowed for everybody"), "off": _("not allowed")}
        asked_for = words.get(found.values[ADVICE], _("only if nobody else plays"))
        says.append(say("Help from the coach: {who}.", who=asked_for))
    says.append(house_says(len(found.house), len(asked.house)))
    return says


# --- The match that a form asks for.


@dataclass(frozen=True)
class NewTable:
    """A table as somebody asked for it.

    `values` answers the questions of the game's form, `house` the house rules that were changed, and `seats` says who
    plays the other seats: a coach, HERE, LINK, or nothing for the usual opponent. `name` is the host's. `hosts`:
    whether the host does not play. `title`, `subtitle` and `day` stand above the reports. `box`: the name of the set
    with the host's own cards, if they play with it. `staff`: who shares a seat (`players.staff`). `theirs`: the name of
    another player's set at this computer, if it is another one.
    """

    game: str
    values: dict[str, str]
    house: dict[str, str]
    seats: list[str]
    title: str = ""
    visibility: str = BY_LINK
    physical: bool = False
    terms: Terms = NONE
    name: str = ""
    hosts: bool = False
    subtitle: str = ""
    day: str = ""
    box: str = ""
    staff: str = ""
    theirs: str = ""


def usual_values(asked: Asked) -> Given:
    """What the fields of a new form hold."""
    return {field.name: field.value for field in asked.first} | usual_house(asked.house)


def usual_house(house: Sequence[Field]) -> Given:
    """What the fields of a new form hold for these `house` rules, by their names, such as `house.flags`."""
    given: Given = {}
    for field in house:
        parts = field.value.split("/") if field.kind == ZONES else [field.value]
        names = [f"house.{field.name}.{i}" for i in range(1, len(parts) + 1)] if field.kind == ZONES else []
        given |= dict(zip(names or [f"house.{field.name}"], parts, strict=True))
    return given


def _with_own(asked: Asked, own: tuple[str, Offers]) -> Asked:
    """The questions of a form with answers out of the visitor's own sets (`own_choices`)."""
    name, answers = own
    first = [replace(each, choices=(*each.choices, *answers)) if each.name == name else each for each in asked.first]
    return replace(asked, first=tuple(first))


def new_table(name: str, given: Given, terms: Terms = NONE, own: tuple[str, Offers] = ("", ())) -> NewTable:
    """The table that a filled-in form asks for. Raises UserError for a value that the form does not offer.

    `own`: a question that the visitor's sets can answer, and the answers (`own_choices`).
    """
    asked = _with_own(find_setting(find(name)).form(), own)
    values = {field.name: _offered(field, _text(given, field.name, field.value)) for field in asked.first}
    values[ADVICE] = asked_advice(_text(given, ADVICE)) or ""
    physical, cards = asked.chance and bool(_text(given, PHYSICAL)), cards_of(find(name))
    box = (_text(given, SET) or cards.usual) if cards and physical and _text(given, CARDS) == OWN else ""
    if box:
        teams = {each.name: _team_id(_text(given, f"{OWN}.{each.name}")) for each in asked.first if each.seat >= 0}
        values |= {each: team for each, team in teams.items() if team}
    seats = [_text(given, f"seat.{seat}") for seat in range(1, asked.seats)]
    staff = asked_staff(find(name), given, [True, *(player in (HERE, LINK, HUMAN) for player in seats)])
    if staff and box:
        raise UserError(_("With cards of your own, nobody shares your team here. Delete the names of the coaches."))
    return NewTable(
        name,
        values,
        changed_house(asked.house, given),
        seats,
        _text(given, "title"),
        PUBLIC if _text(given, "public") and not box else BY_LINK,
        physical,
        terms,
        _text(given, "name"),
        bool(_text(given, HOSTS)),
        _text(given, "subtitle"),
        _text(given, "day"),
        box,
        staff,
        _text(given, THEIRS) if box and HERE in given.values() else "",
    )


def changed_house(house: Sequence[Field], given: Given) -> dict[str, str]:
    """The `house` rules that a form (`given`) changes, as people would type them. Raises UserError."""
    values = {field.name: _house_value(field, given) for field in house}
    return {each.name: as_typed(each, values[each.name]) for each in house if values[each.name] != each.value}


def house_says(changed: int, there: int) -> str:
    """How many house rules a form changes, of so many that are `there`, in a sentence."""
    if changed:
        return many("{n} house rule is changed.", "{n} house rules are changed.", changed)
    return say("House rules: as in the book ({n} can be changed).", n=there)


def _team_id(text: str) -> str:
    """The id of a team of somebody's own box, made from its name."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-")[:30]


def _has_box(game: Game[Any, Any]) -> bool:
    return cards_of(game) is not None


def _house_value(field: Field, given: Given) -> str:
    """The value of a house rule in a form.

    If a rule has a number for each zone, all numbers are joined with `/`. An empty text field means the default. Raises
    UserError for a zone without a number.
    """
    name = f"house.{field.name}"
    if field.kind != ZONES:
        return _text(given, name) or (field.value if field.kind == TEXT else "")
    parts = [_text(given, f"{name}.{i}", usual) for i, usual in enumerate(field.value.split("/"), 1)]
    for zone, part in zip(field.zones, parts, strict=True):
        if not (part.isascii() and part.isdigit()):
            called = f"{_(field.label)}, {zone}"
            raise UserError(say("{field}: expected a whole number, not {value}", field=called, value=repr(part[:40])))
    return "/".join(parts)


def _offered(field: Field, text: str) -> str:
    """Returns the `text` if it is a value that the form offers.

    Raises UserError for any other value, such as a path, which only the command line accepts.
    """
    if field.kind == CHOICE and text not in [value for value, _label in field.choices]:
        raise UserError(
            say(
                "{field}: choose a value from the list; {value} is not on it",
                field=_(field.label),
                value=repr(text[:40]),
            )
        )
    return text


def _text(given: Given, name: str, usual: str = "") -> str:
    return given.get(name, usual).strip()


def start_of(request: Request, asked_for: NewTable, who: Visitor) -> tuple[Start, dict[int, str]]:
    """The start of a match, and who plays each of the other seats: a coach, HERE or LINK.

    Only the owner can have players at this computer. Raises UserError or NoSuchCoach.
    """
    game, club = find(asked_for.game), request.app.state.club
    with ExitStack() as folders:
        if not asked_for.box:
            own = own_choices(club, who, game.name)[0]
            answer = asked_for.values.get(own, "")
            if "/" not in answer:
                return _start_of(asked_for, who, {})
            return _start_of(asked_for, who, {own: folders.enter_context(chosen_files(club, who, game.name, answer))})
        more = {BOX: folders.enter_context(set_folder(request, who, game, asked_for.box))}
        if has_second_set(asked_for, who):
            more[THEIRS] = folders.enter_context(set_folder(request, who, game, asked_for.theirs))
        return _start_of(asked_for, who, more)


def has_second_set(asked_for: NewTable, who: Visitor) -> bool:
    """Whether two people at this computer play with a set each."""
    return bool(asked_for.theirs) and asked_for.theirs != asked_for.box and HERE in asked_for.seats and who.is_owner


def _start_of(asked_for: NewTable, who: Visitor, more: dict[str, str]) -> tuple[Start, dict[int, str]]:
    game = find(asked_for.game)
    setting = find_setting(game)
    said = {key: value for key, value in asked_for.values.items() if value} | more
    said |= {SETTING: asked_for.staff} if asked_for.staff else {}
    asked = requested(asked_for.game, asked_for.house, physical=asked_for.physical, **said)
    by = setting.players(asked, None)
    given, seats = dict(enumerate(asked_for.seats, 1)), dict[int, str]()
    for seat in range(1, len(by)):
        player = given.get(seat) or by[seat]
        if player not in (HERE, LINK, HUMAN, SHEET):
            coaches.check(game, player)
        seats[seat] = LINK if player == HERE and not who.is_owner else player
        by[seat] = HUMAN if player in (HERE, LINK) else player
    return with_advice(make_start(asked, by), asked.advice), seats


def _opened(request: Request, club: Club, who: Visitor, asked_for: NewTable) -> Response:
    """Creates a match and gives the visitor its first seat. Raises UserError."""
    start, seats = start_of(request, asked_for, who)
    here = [seat for seat, player in seats.items() if player == HERE]
    called = asked_for.title or " – ".join(str(each["name"]) for each in start.seats[:2])
    head = headed(asked_for.subtitle, asked_for.day)
    if asked_for.box and lies_face_down(club, who.secrets, who.is_owner, asked_for.game, asked_for.box):
        raise UserError(_(CLOSED))
    if asked_for.hosts and asked_for.box:
        raise UserError(_("With your own cards you play yourself. Nothing was opened."))
    if asked_for.hosts:
        if here:
            raise UserError(_("Who hosts without playing cannot have players at this computer. Nothing was opened."))
        link = new_token()
        made = club.create(
            *(asked_for.game, start, called, [], asked_for.visibility, asked_for.terms, NO_SEAT, add_chair(link, head))
        )
        take_chair(club.database, link, who.secrets)
        response = go(request, f"/host/{made.id}")
        add_invites(request, response, [*made.tokens.values(), *made.seconds.values()])
        return response
    decides = find(asked_for.game).decides
    decided = decides(start.config) if decides else ()
    mine = [0, *here, *decided] if who.is_owner else here
    cards, place = cards_of(find(asked_for.game)), ""
    if asked_for.box and cards:
        place = place_for(who.secrets, who.is_owner, asked_for.box, cards)
        if has_second_set(asked_for, who):
            place += BETWEEN + place_for(who.secrets, who.is_owner, asked_for.theirs, cards, is_named=True)
        elif LINK in seats.values():  # who takes the seat says which set
            place += BETWEEN
    terms = asked_for.terms
    made = club.create(
        asked_for.game, start, called, mine, asked_for.visibility, terms, within=head, decided=decided, place=place
    )
    for seat in set(decided) & set(made.tokens):
        club.sit(made.tokens.pop(seat), who.sitter(asked_for.name or who.name))
    return opened(request, club, who, made, 0, asked_for.name)


def opened(request: Request, club: Club, who: Visitor, made: Created, seat: int, name: str = "") -> Response:
    """Seats visitors in a match that they have just opened, under a `name`, or else the one that their browser keeps.

    Lets them pass on the other invitations.
    """
    name = name or who.name
    if seat in made.tokens:
        club.sit(made.tokens.pop(seat), who.sitter(name))
    elif tidy(name) and seat not in club.listed(made.id).pairs:
        club.rename_seat(made.id, seat, name)
    if not club.do(made.id, waits_to_begin):
        resolve(club, made.id)
    response = go(request, f"/match/{made.id}")
    add_invites(request, response, [*made.tokens.values(), *made.seconds.values()])
    keep_name(request, response, name)
    return response
