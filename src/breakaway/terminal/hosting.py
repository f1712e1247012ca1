"""`breakaway host`: what the host of matches on a server does, at the terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from breakaway.club import host_requests, hosting
from breakaway.club.club import Club, listed_of, open_club
from breakaway.club.database import Keys, lost_keys
from breakaway.club.hosting import OWNER, TrailLine, dry_run, readable, rulings_of_host, trail_of, ways_back
from breakaway.club.match_views import Listed, soonest_first
from breakaway.club.schema import EMPTY, OVER
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from breakaway.core.rules import SPECTATOR
from breakaway.display.document import Line, Part
from breakaway.games.manifest import open_turn
from breakaway.mail.host_acts import (
    ACTS,
    OF_TURN,
    REFUSALS,
    carry_out,
    request_says,
    rule_says,
    ruling_says,
    teams_of,
    told_lines,
    why,
)
from breakaway.players.seated_match import Table
from breakaway.records.record_file import existing_database
from breakaway.terminal.saved_matches import local_time
from breakaway.terminal.screen import Screen, UserQuit

# --- Opens a server's database with its keys. It makes neither.


def open_server(database: str, keys: str | None) -> Club:
    """The club in a server's `database`, with the keys in the folder `keys`, or in the usual folder.

    Raises UserError if there is no such database, or if it was used with other keys.
    """
    place = open_club(existing_database(database))
    found = place.database.keys = Keys(Path(keys) if keys is not None else None)
    if lost_keys(place.database):
        place.close()
        raise UserError(
            f"The database was used with keys that are not in {found.folder}. Name their folder with --keys FOLDER"
        )
    return place


# --- The acts. `Typed` has what the options say. A team is named as in the match.


SHOW, LATE, WITHDRAW = "show", "late", "withdraw"
EVERY = "all"  # the word for all matches that are not over


@dataclass(frozen=True)
class Typed:
    """What was typed: the act, the matches, and the options. `yes`: delete without asking."""

    act: str
    matches: Sequence[str]
    given: Mapping[str, str]
    team: str = ""
    step: int | None = None
    ruling: str = ""
    yes: bool = False


def run(screen: Screen, place: Club, typed: Typed) -> int:
    """Carries out an act in each of the matches, and says what came of it on the `screen`.

    `place`: the club with the matches. Returns the exit status: 1 if an act was refused in one of them. With `all`, a
    match in which the act is not possible now is only skipped. Raises UserError.
    """
    if typed.act not in (*ACTS, SHOW, LATE, WITHDRAW):
        raise UserError(f"unknown act {typed.act!r}; there are: {', '.join((LATE, SHOW, *ACTS, WITHDRAW))}")
    if typed.act == LATE:
        return _list_late(screen, place)
    status = 0
    for listed in _meant(place, typed.matches):
        if typed.act == SHOW:
            screen.show(_shown(place, listed.id))
            continue
        try:
            said = _do(screen, place, listed, typed)
        except REFUSALS as error:
            if EVERY in typed.matches and listed.id not in typed.matches and isinstance(error, NotNow):
                said = f"skipped: {why(error)}"
            else:
                said, status = f"not done: {why(error)}", 1
        screen.say(f"{listed.id} {listed.title}: {said}")
    return status


def _meant(place: Club, names: Sequence[str]) -> list[Listed]:
    if not names:
        raise UserError("name a match, as in: breakaway host show MATCH --database FILE; 'all' means all in progress")
    known = {each.id: each for each in place.matches(archived=None)}
    found = list[Listed]()
    for name in names:
        if name == EVERY:
            found += [each for each in known.values() if each.status != OVER and not each.archived]
        elif name in known:
            found.append(known[name])
        else:
            raise UserError(f"there is no match {name[:80]!r} in this database; to list them: breakaway matches")
    return list({each.id: each for each in found}.values())


def _do(screen: Screen, place: Club, listed: Listed, typed: Typed) -> str:
    if typed.act == WITHDRAW:
        host_requests.decline(place, listed.id, OWNER, OWNER)
        return "withdrawn."
    if typed.act == hosting.DELETE and not typed.yes:
        with suppress(UserQuit):
            if screen.ask(f"Delete {listed.id} {listed.title} for good? Type yes: ").strip().casefold() == "yes":
                typed = replace(typed, yes=True)
        if not typed.yes:
            raise NotNow("it was kept. Add --yes to delete without asking")
    given = place.do(listed.id, lambda table: _given(table, listed, typed))
    done = carry_out(place, listed.id, typed.act, given, OWNER)
    if done.is_asked:
        return "everybody is asked to agree. Nothing happens before."
    if done.invitation:
        return f"done. The new player's link ends with: /seat/{done.invitation}"
    return "done."


def _given(table: Table, listed: Listed, typed: Typed) -> dict[str, str]:
    """What was typed, as the fields of the host's page. Raises UserError."""
    match, given = table.match, dict(typed.given)
    if typed.act in OF_TURN:
        given["turn"] = str(match.turn)
    if typed.act in ("order", "seat"):
        given["seat"] = str(_seat(teams_of(table), typed.team))
    if typed.act == "back":
        given["goal"] = str(_goal(table, typed.step))
    if typed.act == "rule":
        given["ruling"] = _ruling(table, typed.ruling)
    if typed.act == "title":
        given = {"title": listed.title, "subtitle": listed.subtitle, "day": listed.day} | given
    return given


def _seat(teams: Sequence[str], team: str) -> int:
    found = [n for n, each in enumerate(teams) if each.casefold() == team.strip().casefold()]
    if len(found) != 1:
        raise UserError(f"name the team with --team; this match has: {', '.join(teams)}")
    return found[0]


def _goal(table: Table, step: int | None) -> int:
    """The place in the record of this step. Without a step, that of the last one."""
    match, can = table.match, ways_back(table.match)
    if step is None:
        return match.place_of(match.turn - 1)
    found = match.place_of(step - 1)
    if found not in [place for place, _text in can]:
        steps = ", ".join(f"{match.turn_at(place) + 1} ({text})" for place, text in reversed(can))
        raise NotNow(f"there is no such step; name one with --step: {steps or 'there is none yet'}")
    return found


def _ruling(table: Table, text: str) -> str:
    can = {ruling_says(table.match.game, table.match.names, each.codes): each.codes for each in rulings_of_host(table)}
    wanted = " ".join(text.casefold().split())
    found = next((codes for words, codes in can.items() if words.casefold() == wanted), None)
    if found is None:
        raise UserError(f"name a ruling with --ruling; now there are: {'; '.join(can) or 'none'}")
    return ",".join(map(str, found))


# --- What the terminal shows: only what everybody at the table may know.


def _list_late(screen: Screen, place: Club) -> int:
    now = place.database.now()
    late = [each for each in place.matches() if each.is_late(now)]
    for match in soonest_first(late):
        closes = f"closes {local_time(match.due)}; " if match.due else ""
        parts = f"{closes}late: {', '.join(match.waiting_names)}"
        screen.show([Line(match.title, f"{match.id}   "), Line(parts, "    ")])
    if not late:
        screen.say("Nobody is late.")
    return 0


def _shown(place: Club, match_id: str) -> list[Part]:
    lines = trail_of(place.database, match_id)
    return place.do(match_id, partial(_parts, place, lines))


def _parts(place: Club, lines: Sequence[TrailLine], table: Table) -> list[Part]:
    listed, match, teams, dry = listed_of(table), table.match, teams_of(table), dry_run(table)
    stands = open_turn(match.observation(SPECTATOR), match.turn) if not match.is_over() else "over"
    stands = "closed" if listed.stopped and not match.is_over() else stands
    parts: list[Part] = [Line(f"{listed.title}; {stands}", f"{listed.id}   ")]
    if listed.closes is not None and listed.terms.due is not None:
        parts.append(Line(f"closes {local_time(listed.terms.due)}", "    "))
    if listed.held == match.fold.turns and not match.is_over():
        parts.append(Line("kept open until you close it (close) or its deadline comes", "    "))
    missing = dict(dry.missing)
    for seat, team in enumerate(teams):
        said = "no order is needed"
        if seat in match.choosers():
            said = "missing" if seat in missing else "in"
        if missing.get(seat):
            said += f", missed {missing[seat]} in a row"
        player = "empty" if listed.seats[seat].by == EMPTY else listed.seats[seat].by
        parts.append(Line(f"{said} ({player})", f"    {team}: "))
    if missing and not match.is_over():
        late = ", ".join(teams[seat] for seat in missing)
        parts.append(Line(f"If the turn closed now, {late} would have no order. {rule_says(dry.rule)}", "    "))
    asked = host_requests.request_of(place, table)
    if asked:
        waits = ", ".join(teams[seat] for seat in asked.missing)
        parts.append(Line(f"{request_says(table, asked, OWNER)}; not answered yet: {waits}", "    Asked: "))
    for each in told_lines(table, readable(match, lines, SPECTATOR))[:20]:
        due = f" {local_time(each.due)}." if each.due else ""
        parts.append(Line(f"{each.text}{due} {each.said}", f"    {local_time(each.at)}: "))
    return parts
