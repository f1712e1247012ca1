"""A host's acts by name, with what was typed: the same in the browser, in the terminal and by email."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any, TypeAlias

from breakaway.club import closing, host_requests, hosting, names
from breakaway.club.club import Club, listed_of
from breakaway.club.host_requests import HostRequest
from breakaway.club.hosting import NO_SEAT, OWNER, TrailLine
from breakaway.club.schema import COACH, EMPTY, WAIT
from breakaway.core.game import BadOrder, Game, Order
from breakaway.core.language import Names, UserError, _, as_sentence, many, say
from breakaway.core.observation import NotNow, Refused
from breakaway.mail.orders import read_text, scribe_of
from breakaway.players import coaches
from breakaway.players.seated_match import Table
from breakaway.players.settings import find_setting
from breakaway.records.match import Match

# --- The acts. Each reads what was typed, and is refused with a sentence, or done and noted in the trail.


Given: TypeAlias = Mapping[str, str]  # what was typed, by the names of the fields on the host's page
REFUSALS = (UserError, NotNow, Refused, BadOrder, coaches.NoSuchCoach)  # why an act was not done


@dataclass(frozen=True)
class Doing:
    """An act to carry out: in which match of the `club`, with what was `given`, and by whom (`TrailLine.by`).

    `is_agreed`: whether everybody has agreed to it.
    """

    club: Club
    match: str
    given: Given
    by: int
    is_agreed: bool = False

    @property
    def reason(self) -> str:
        """The reason, as typed."""
        return self.text("reason")

    @property
    def was(self) -> str | None:
        """The deadline on the page from which the form came, if the form says so."""
        return self.text("was") or None

    @property
    def turn(self) -> int:
        """The turn that the act is about. Raises UserError."""
        return self.number("turn", _("This form does not say which turn it is for. Nothing was changed."))

    @property
    def seat(self) -> int:
        """The seat that the act is about. Raises UserError."""
        return self.number("seat", _("Choose a seat. Nothing was changed."))

    def text(self, name: str) -> str:
        """What was typed into a field, without spaces around it."""
        return self.given.get(name, "").strip()

    def number(self, name: str, fault: str = "") -> int:
        """The whole number in a field. Without one, returns -1, or raises UserError if there is a `fault` to tell."""
        text = self.text(name)
        if text.isascii() and text.isdigit() and len(text) < 10:
            return int(text)
        if fault:
            raise UserError(fault)
        return -1


def _announce(doing: Doing) -> None:
    hosting.announce(doing.club.database, doing.match, doing.text("text"), doing.by)


def _extend(doing: Doing) -> None:
    hosting.extend(doing.club.database, doing.match, doing.number("hours"), doing.reason, doing.by, doing.was)


def _set(doing: Doing) -> None:
    pace = doing.club.listed(doing.match).terms.pace
    try:
        typed = datetime.fromisoformat(doing.text("due"))
    except ValueError:
        raise UserError(_("Write the deadline in the form 2026-12-27 21:00. Nothing was changed.")) from None
    due = typed if typed.tzinfo else typed.replace(tzinfo=pace.tz)
    hosting.move_deadline(doing.club.database, doing.match, due, doing.reason, doing.by, doing.was)


def _pause(doing: Doing) -> None:
    hosting.pause_all(doing.club.database, doing.match, doing.number("days"), doing.reason, doing.by)


def _resume(doing: Doing) -> None:
    hosting.resume(doing.club.database, doing.match, doing.reason, doing.by)


def _close(doing: Doing) -> None:
    doing.club.do(doing.match, partial(hosting.close_now, turn=doing.turn, reason=doing.reason, by=doing.by))


def _order(doing: Doing) -> None:
    seat, turn, reason = doing.seat, doing.turn, doing.reason

    def enter(table: Table) -> None:
        hosting.enter_order(table, seat, _typed_order(table, seat, doing.text("order")), turn, reason, doing.by)

    doing.club.do(doing.match, enter)


def _typed_order(table: Table, seat: int, text: str) -> Order:
    fault = hosting.why_no_entry(table, seat)
    if fault:
        raise NotNow(fault)
    observation = table.match.observation(seat)
    order, is_partial = read_text(observation, scribe_of(observation, table.match.turn), text)
    if is_partial:
        raise UserError(_("Enter the whole order. Nothing was changed."))
    return order


def _roll_back(doing: Doing) -> None:
    back = partial(hosting.roll_back, goal=doing.number("goal"), turn=doing.turn, reason=doing.reason, by=doing.by)
    doing.club.do(doing.match, partial(back, is_agreed=doing.is_agreed))


def _rule(doing: Doing) -> None:
    codes, turn, reason = _codes(doing.text("ruling")), doing.turn, doing.reason
    doing.club.do(doing.match, partial(hosting.rule_as_host, codes=codes, turn=turn, reason=reason, by=doing.by))


def _codes(text: str) -> list[int]:
    parts = text.split(",")
    if not all(each.isascii() and each.isdigit() and len(each) < 5 for each in parts):
        raise UserError(_("Choose a ruling. Nothing was changed."))
    return [int(each) for each in parts]


def _change_seat(doing: Doing) -> str:
    seat, player = doing.seat, doing.text("player")
    if player == EMPTY:
        return hosting.reopen_seat(doing.club, doing.match, seat, doing.reason, doing.by)
    hosting.substitute(doing.club, doing.match, seat, player, doing.reason, doing.by)
    return ""


def _stop(doing: Doing) -> None:
    closing.stop(doing.club.database, doing.match, doing.reason, doing.by)


def _go_on(doing: Doing) -> None:
    closing.go_on(doing.club.database, doing.match, doing.reason, doing.by)


def _archive(doing: Doing) -> None:
    closing.archive(doing.club.database, doing.match, doing.reason, doing.by)


def _restore(doing: Doing) -> None:
    closing.restore(doing.club.database, doing.match, doing.reason, doing.by)


def _head(doing: Doing) -> None:
    names.head(
        doing.club.database, doing.match, doing.text("title"), doing.text("subtitle"), doing.text("day"), doing.by
    )


def _delete(doing: Doing) -> None:
    hosting.reason_of(doing.reason)
    closing.delete_match(doing.club, doing.match, doing.is_agreed)


ACTS: dict[str, Callable[[Doing], str | None]] = {
    "announce": _announce,
    "extend": _extend,
    "set": _set,
    "pause": _pause,
    "resume": _resume,
    "close": _close,
    "order": _order,
    "back": _roll_back,
    "rule": _rule,
    "seat": _change_seat,
    "stop": _stop,
    "open": _go_on,
    "archive": _archive,
    "restore": _restore,
    "title": _head,
    hosting.DELETE: _delete,
}
# What a host may do who plays, and the owner in every match.
OF_ALL = ("announce", "extend", "pause", "resume", "title")
OF_TURN = ("close", "order", "back", "rule")  # these are about one turn; a request for one lapses when play goes on
PLAYS_ON = ("close", "order", "rule", "seat", "open")  # after these, a turn may be ready to be played


# --- Who may do what: a host who does not play does everything alone, except what harms somebody for good. A host who
# plays asks all others for everything that does not give everybody the same. So does the owner, where the host plays.


@dataclass(frozen=True)
class ActDone:
    """What has become of an act. `is_asked`: it waits until everybody has agreed. `invitation`: leads to a seat that it
    has opened. `is_gone`: the match was deleted.
    """

    is_asked: bool = False
    invitation: str = ""
    is_gone: bool = False


def carry_out(club: Club, match_id: str, act: str, given: Given, by: int, mine: Sequence[int] = ()) -> ActDone:
    """Carries out an `act` of the host of a match in this `club`, or asks everybody to agree to it.

    `given`: what the host has typed. `by`: the seat of a host who plays, NO_SEAT or OWNER. `mine`: the seats of the
    host's browser. Raises NotNow or another of the errors in REFUSALS.
    """
    doing = Doing(club, match_id, given, by)
    if act not in ACTS:
        raise NotNow(_("There is no such act. Nothing was changed."))
    if not _needs_all(doing, act, mine):
        return _perform(doing, act)
    turn = doing.turn if act in OF_TURN else None
    hosting.reason_of(doing.reason)
    club.do(match_id, lambda table: _check(table, doing, act))
    kept = {key: value for key, value in given.items() if key in ("due", "seat", "order", "goal", "player", "ruling")}
    host_requests.ask(club, match_id, by, act, {**kept, "turn": str(turn)}, doing.reason, turn, mine)
    return ActDone(is_asked=True)


def _needs_all(doing: Doing, act: str, mine: Sequence[int]) -> bool:
    def find(table: Table) -> bool:
        others, listed = set(host_requests.concerned(table, act)) - {*mine, doing.by}, listed_of(table)
        plays = doing.by >= 0 or (doing.by == OWNER and (listed.host != NO_SEAT or bool(listed.mine)))
        if plays and act not in OF_ALL:
            return bool(others)
        if act == hosting.DELETE:
            return bool(others) and not closing.is_unplayed(table)
        return act == "back" and bool(others) and hosting.was_rolled_back(table, max(0, doing.number("goal")))

    return doing.club.do(doing.match, find)


def _check(table: Table, doing: Doing, act: str) -> None:
    """Raises one of REFUSALS if an act could not be carried out now, even if everybody agreed to it."""
    listed, match = listed_of(table), table.match
    if act in OF_TURN:
        hosting.check_turn(table, doing.turn)
    if act in ("order", "seat") and not 0 <= doing.seat < len(listed.seats):
        raise NotNow(_("The match has no such seat. Nothing was changed."))
    if act == "order":
        _typed_order(table, doing.seat, doing.text("order"))
    elif act == "rule" and tuple(_codes(doing.text("ruling"))) not in [x.codes for x in hosting.rulings_of_host(table)]:
        raise NotNow(_("This ruling is not possible now. Nothing was changed."))
    elif act == "seat" and doing.text("player") != EMPTY:
        coaches.check(match.game, doing.text("player"))
    elif act == hosting.DELETE:
        with doing.club.database.reading() as connection:
            closing.check_delete(connection, listed, closing.is_unplayed(table))


def _perform(doing: Doing, act: str) -> ActDone:
    return _done(doing, act, ACTS[act](doing))


def _done(doing: Doing, act: str, found: str | None) -> ActDone:
    if act in PLAYS_ON:
        doing.club.resolve(doing.match)
    return ActDone(invitation=found or "", is_gone=act == hosting.DELETE)


def answer(club: Club, match_id: str, seat: int, agrees: bool, mark: str, mine: Sequence[int] = ()) -> ActDone:
    """Answers what the host asks, for the player of a `seat`. The last player who agrees sets it off.

    `mark`: of the request that the player has read. `mine`: the seats of the player's browser. Raises NotNow if that is
    not possible.
    """
    if not agrees:
        host_requests.decline(club, match_id, seat, mark=mark)
        return ActDone()
    asked = host_requests.agree(club, match_id, seat, mark, mine)
    if asked is None:
        return ActDone(is_asked=True)
    return carry_out_agreed(club, match_id, asked)


def finish(club: Club, match_id: str) -> None:
    """Carries out what everybody in a match of the `club` has agreed to (`host_requests.all_agreed`), because the
    server that took the last answer has not. If it is impossible, the trail says so.
    """
    asked = club.do(match_id, lambda table: host_requests.request_of(club, table))
    if asked is not None and not asked.missing:
        with suppress(NotNow):
            carry_out_agreed(club, match_id, asked)


def carry_out_agreed(club: Club, match_id: str, asked: HostRequest) -> ActDone:
    """Carries out what everybody in a match of the `club` has agreed to (`asked`). Raises NotNow if it is impossible.

    Nothing is wrong if another process has been faster.
    """
    doing = Doing(club, match_id, {**asked.given, "reason": asked.said}, asked.by, is_agreed=True)
    try:
        with host_requests.carrying_out(asked):
            found = ACTS[asked.act](doing)
    except REFUSALS as error:
        if not host_requests.is_there(club, match_id, asked):  # another process has been faster
            return ActDone()
        host_requests.note_failed(club, match_id, asked, why(error))
        raise NotNow(say("Everybody agreed, but it could not be done: {why}", why=why(error))) from error
    return _done(doing, asked.act, found)


def why(error: Exception) -> str:
    """Why an act was refused, as a sentence. `error` is one of REFUSALS."""
    if isinstance(error, BadOrder):
        return as_sentence("; ".join(each[2] for each in error.mistakes))
    return as_sentence(str(error))


# --- Acts, requests and the trail in words.


@dataclass(frozen=True)
class TrailText:
    """A line of the trail in words."""

    at: datetime
    text: str
    said: str
    due: datetime | None = None


def teams_of(table: Table) -> list[str]:
    """What the team of each seat is called. Other than a player's name, this no longer changes after the first turn."""
    if table.match.names != table.match.record.header["names"]:
        return find_setting(table.game).seat_names(table.match.names)
    given = table.match.record.header["seats"]
    return [str(each.get("name", "")) or seat.name for each, seat in zip(given, listed_of(table).seats, strict=True)]


def told_lines(table: Table, lines: Iterable[TrailLine]) -> list[TrailText]:
    """The `lines` of the trail of this match in words, in the same order."""
    teams = teams_of(table)
    return [_in_words(table.match, teams, each) for each in lines]


def _in_words(match: Match[Any, Any], teams: list[str], line: TrailLine) -> TrailText:
    game, called = match.game, match.names
    name = teams[line.seat] if line.seat is not None and line.seat < len(teams) else ""
    if line.act == hosting.DEADLINE:
        text = _("The host moved the deadline of the turn to:")
        return TrailText(line.at, _who(text, line.by), line.said, datetime.fromisoformat(line.value))
    texts: dict[str, Callable[[], str]] = {
        hosting.ANNOUNCE: lambda: _("The host told everybody:"),
        hosting.PAUSE: lambda: many("The host paused for {n} day.", "The host paused for {n} days.", int(line.value)),
        hosting.RESUME: lambda: _("The host ended the pause."),
        hosting.CLOSED: lambda: _("The host closed the turn."),
        hosting.ORDER: lambda: say("The host entered the order of {name}.", name=name),
        hosting.REOPEN: lambda: say("The host opened the seat of {name} for another player.", name=name),
        hosting.ROLL_BACK: lambda: _rolled_back(match, line.value),
        hosting.SUBSTITUTE: lambda: say(
            "The host gave the seat of {name} to a coach: {coach}.", name=name, coach=coaches.label(game, line.value)
        ),
        hosting.RULE: lambda: say("The host ruled: {words}.", words=ruling_says(game, called, _codes(line.value))),
        hosting.STOP: lambda: (
            say("The match was closed, because {name} has left the season.", name=name)
            if line.value == hosting.LEFT
            else _("The host closed the match.")
        ),
        hosting.GO_ON: lambda: (
            say("The match was opened again, because the season has a player for {name}.", name=name)
            if line.value == hosting.LEFT
            else _("The host opened the match again.")
        ),
        hosting.ARCHIVE: lambda: _("The host put the match into the archive."),
        hosting.RESTORE: lambda: _("The host took the match out of the archive."),
        hosting.HEAD: lambda: _("The host gave the match its title:"),
        hosting.ASK: lambda: say("The host asked everybody to agree: {act}.", act=act_says(line.value)),
        hosting.DECLINE: lambda: (
            say("{name} did not agree: {act}.", name=name, act=act_says(line.value))
            if name
            else say("The host withdrew the request: {act}.", act=act_says(line.value))
        ),
        hosting.FAIL: lambda: say("Everybody agreed, but it was not possible: {act}.", act=act_says(line.value)),
    }
    return TrailText(line.at, _who(texts[line.act](), line.by), line.said)


def _rolled_back(match: Match[Any, Any], value: str) -> str:
    goal, _top, *named = value.split()
    turn = hosting.back_says(match, " ".join(named)) or say("step {n}", n=int(goal) + 1)
    if find_setting(match.game).form().chance:
        return say("The host rolled play back to before {turn}. What was drawn is drawn anew.", turn=turn)
    return say("The host rolled play back to before {turn}.", turn=turn)


def _who(text: str, by: int) -> str:
    return say("As the owner of this server: {text}", text=text) if by == OWNER else text


def act_says(act: str) -> str:
    """An act that needs everybody, in a few words."""
    return {
        "set": lambda: _("set the deadline"),
        "close": lambda: _("close the turn"),
        "order": lambda: _("enter an order for a player"),
        "back": lambda: _("roll back"),
        "rule": lambda: _("make a ruling"),
        "seat": lambda: _("replace a player"),
        "stop": lambda: _("close the match"),
        "open": lambda: _("open the match again"),
        "archive": lambda: _("put the match into the archive"),
        "restore": lambda: _("take the match out of the archive"),
        hosting.DELETE: lambda: _("delete the match with everything about it"),
    }.get(act, lambda: act)()


def rule_says(rule: str) -> str:
    """What happens to late players (`DryRun.rule`), in words."""
    if rule == WAIT:
        return _("Nobody chooses for a late player: the turn waits.")
    if rule == COACH:
        return _("A coach makes this one choice.")
    return _("The rules for absent players apply.")


def ruling_says(game: Game[Any, Any], called: Names, codes: Sequence[int]) -> str:
    """A host's ruling in words, given by its `codes`. `called`: the names of teams and people in the match."""
    if game.host_ruling_says is not None:
        return game.host_ruling_says(called, codes)
    words = next((words for words, code in game.rulings.items() if [code] == list(codes)), str(codes))
    return _(game.rulings_say.get(words, words))


def request_says(table: Table, asked: HostRequest, seat: int) -> str:
    """What the host asks (`asked`) of the player of a `seat`, in words. Only the player of a seat reads its order."""
    teams, given = teams_of(table), asked.given
    about = int(given.get("seat") or NO_SEAT)
    name = teams[about] if 0 <= about < len(teams) else ""
    if asked.act == "order":
        order = given.get("order", "") if seat in (about, asked.by) else ""
        text = say("enter an order for {name}", name=name)
        return f"{text}: {order}" if order else text
    if asked.act == "seat" and given.get("player") == EMPTY:
        return say("open the seat of {name} for another player", name=name)
    if asked.act == "seat":
        coach = coaches.label(table.match.game, given.get("player", ""))
        return say("give the seat of {name} to a coach: {coach}", name=name, coach=coach)
    if asked.act == "back":
        goal = int(given.get("goal") or 0)
        turn = hosting.back_at(table.match, goal) or say("step {n}", n=goal + 1)
        return say("roll play back to before {turn}", turn=turn)
    if asked.act == "rule":
        return ruling_says(table.match.game, table.match.names, _codes(given["ruling"]))
    if asked.act == "set":
        return say("set the deadline to {due}", due=given.get("due", "").replace("T", " "))
    return act_says(asked.act)
