"""What matches of a season leave behind for the next: players who are hurt for the season (FF-129, FF-133)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from breakaway.core.language import say
from breakaway.games.fate.files import Roster, read_roster, resolve
from breakaway.games.fate.rules.events import PLAYER_OUT
from breakaway.games.fate.rules.terms import APPROACHES, LOWEST, MEN, SEASON
from breakaway.games.fate.text.names import POSITION_LETTERS
from breakaway.players.settings import Request
from breakaway.records.match import Match


class Injuries:
    """Players who are hurt for the season miss the rest of it. Those who come in for them are rated one lower (FF-132).

    What is carried from match to match are the `position` and the `name` of each.
    """

    def left_by(self, match: Match[Any, Any], seat: int) -> list[dict[str, str]]:
        """The players of a `seat` who were hurt for the season in a `match` that is over."""
        rosters = match.names.get("rosters") or ()
        players: Mapping[str, Sequence[str]] = rosters[seat]["players"] if seat < len(rosters) else {}
        found = []
        for _turn, events in match.log:
            for event in events:
                if event.rule == PLAYER_OUT and (event.seat, event.lasts) == (seat, SEASON):
                    position, man = POSITION_LETTERS[event.position], event.man
                    names = players.get(position, ())
                    found.append({"position": position, "name": names[man] if man < len(names) else ""})
        return found

    def request(self, request: Request, carried: Sequence[Sequence[Mapping[str, str]]], folder: Path) -> Request:
        """The `request` for a match before which these players are out: with rosters in which others stand for them.

        `carried`: by seat, what `left_by` found in earlier matches. The rosters are written into the `folder`.
        """
        named = [each.strip() for each in (request["teams"] or "").split(",") if each.strip()]
        if len(named) != len(carried) or not any(carried):
            return request
        written = []
        for side, (name, out) in enumerate(zip(named, carried, strict=True)):
            path = folder / f"roster-{side}.toml"
            path.write_text(roster_text(without(read_roster(name), out)), encoding="utf-8")
            written.append(str(path))
        return request.model_copy(update={"teams": ",".join(written)})

    def says(self, carried: Mapping[str, str]) -> str:
        """What was carried over, in words: `Zip Pendulum (WR) is out for the season`."""
        who = carried["name"] or say("a player")
        return say("{name} ({position}) is out for the season", name=who, position=carried["position"])


def without(roster: Roster, out: Sequence[Mapping[str, str]]) -> Roster:
    """The `roster` of a team whose players in `out` are missing. Each makes the ratings of his position one lower."""
    data = roster.model_dump()
    usual = resolve({}, [roster])[0].rating[0]
    for each in out:
        i, position = POSITION_LETTERS.index(each["position"]), data["players"][each["position"]]
        ratings = position["ratings"] or usual[i * APPROACHES : (i + 1) * APPROACHES]
        position["ratings"] = [max(LOWEST, rating - 1) for rating in ratings]
        position["names"] = [name for name in position["names"] if name != each["name"]]
        if not position["names"]:
            reserves = (say("Reserve {position} {n}", position=each["position"], n=n) for n in range(1, MEN + 2))
            position["names"] = [next(name for name in reserves if name != each["name"])]
    return Roster.model_validate(data)


def roster_text(roster: Roster) -> str:
    """The file of a `roster`."""
    coach = roster.coach.model_dump()
    approaches = ", ".join(f"{name} = {value}" for name, value in coach.pop("approaches").items())
    lines = [f"name = {_text(roster.name)}", f"says = {_text(roster.says)}", "", "[coach]"]
    lines += [f"{name} = {_text(value)}" for name, value in coach.items()]
    lines += [f"approaches = {{ {approaches} }}", "", "[players]"]
    for name in POSITION_LETTERS:
        position = roster.position(name)
        ratings = "" if position.ratings is None else f", ratings = {position.ratings}"
        lines.append(f"{name} = {{ names = {_text(position.names)}{ratings} }}")
    return "\n".join(lines) + "\n"


def _text(value: str | Sequence[str]) -> str:
    """Text or a list of texts in TOML, which writes them as JSON does."""
    return json.dumps(value, ensure_ascii=False)


INJURIES = Injuries()
