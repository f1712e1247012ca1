"""The panel of a table that still waits for players: who is there, who is missing, and the links that invite them."""

from __future__ import annotations

from dataclasses import dataclass

from breakaway.club.snapshot import Snapshot
from breakaway.core.rules import SPECTATOR
from breakaway.display.match_page import Scene
from breakaway.web.plates import Plate, plates_of


@dataclass(frozen=True)
class OpenTable:
    """What the panel shows: a plate for each seat, and the sides without a player.

    `links` lists the links that this browser may pass on, each with its side. `is_local`: whether these links work
    only on this computer. `by_mail`: whether the server can send these links by email.
    """

    plates: list[Plate]
    missing: list[str]
    links: list[tuple[str, str]]
    is_local: bool
    by_mail: bool


def waiting_of(
    found: Snapshot, scene: Scene, invites: list[tuple[str, str]], is_local: bool, by_mail: bool = False
) -> OpenTable | None:
    """The panel as the viewing seat sees it. None if all seats are taken, after the end, and for spectators.

    `invites` lists the name and link of each empty seat whose link this browser may pass on.
    """
    if found.seat == SPECTATOR or found.look.is_over:
        return None
    plates = plates_of(found.look, scene)
    missing = [each.side for each in plates if each.is_empty]
    return OpenTable(plates, missing, invites, is_local, by_mail) if missing else None
