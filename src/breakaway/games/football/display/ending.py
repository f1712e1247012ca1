"""How a football match ended, and which of its plays a replay marks, as read from the play rows."""

from __future__ import annotations

from breakaway.core.game import Names
from breakaway.core.language import _, marked, say
from breakaway.display.gridiron import Told
from breakaway.games.football.counts import play_rows
from breakaway.games.football.counts.play_rows import PlayRow
from breakaway.games.football.display.brief import down_text, quarter_tag
from breakaway.games.football.rules import terms
from breakaway.games.football.text import names as called

KINDS = {
    play_rows.FIELD_GOAL: marked("Field goal"),
    play_rows.PUNT: marked("Punt"),
    play_rows.HAIL_MARY: marked("Hail Mary"),
    play_rows.KNEEL: marked("Kneel"),
    play_rows.KICKOFF: marked("Kickoff"),
    play_rows.ONSIDE: marked("Onside kick"),
    play_rows.FREE: marked("Free kick"),
    play_rows.EXTRA_POINT: marked("Extra point"),
}


def told(names: Names) -> Told:
    """The functions that put rows of plays into words, with the names of this match."""
    return Told(names, lambda row: play(names, row), lambda row: situation(names, row), quarter_tag)


def play(names: Names, row: PlayRow) -> str:
    """What was called: `Long 7 against Press 5`, `Field goal`."""
    if row.kind in KINDS or row.play_type == terms.NONE:
        return _(KINDS.get(row.kind, "")) or _("A play")
    call = f"{called.play_type(names, row.play_type)} {row.strength}"
    if row.defense_type == terms.NONE:
        return call
    against = f"{called.defense_type(names, row.defense_type)} {row.defense_strength}"
    return say("{play} against {defense}", play=call, defense=against)


def situation(names: Names, row: PlayRow) -> str:
    """The situation before a play: `Q4, Fire, 3rd and 2 lines at own 40`."""
    team, quarter = called.team(names, row.offense), quarter_tag(row.quarter)
    if row.is_try or not row.down or not row.line:
        return f"{quarter}, {team}"
    spot = called.at_spot(row.line)
    down = down_text(row.down, row.to_go)
    return say("{quarter}, {team}, {down} at {spot}", quarter=quarter, team=team, down=down, spot=spot)
