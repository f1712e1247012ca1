"""A season in the emails of its players: how it stands, on request."""

from __future__ import annotations

from breakaway.club.club import Club
from breakaway.club.email_addresses import Mailbox
from breakaway.club.seasons.kept import KeptSeason, kept_season, season_of
from breakaway.core.language import UserError, _, say
from breakaway.display.renderers import as_html
from breakaway.mail.letters import File
from breakaway.seasons import pages
from breakaway.seasons.leaders import LEADERS
from breakaway.seasons.standing import standing
from breakaway.seasons.terms import KNOCKOUT


def _season_of(club: Club, box: Mailbox) -> KeptSeason:
    found = season_of(club.database, box.match)
    if found is None:
        raise UserError(_("This match belongs to no season."))
    return kept_season(club.database, found)


def season_paper(club: Club, box: Mailbox) -> File:
    """The page of the season of a match, as a file for the player in `box`. The match is in this `club`.

    It holds what every reader of the season may know. Raises UserError if the match belongs to no season.
    """
    kept = _season_of(club, box)
    return File(f"season-{kept.id}.html", "text/html", as_html(pages.season_page(kept.season)).encode())


def season_stands(club: Club, box: Mailbox) -> str:
    """How the season of a match stands and where its player in `box` stands in it, in a sentence or two.

    The match is in this `club`. Raises UserError if the match belongs to no season.
    """
    season = _season_of(club, box).season
    said = _("The season is attached: its tables, its schedule and what was decided.")
    if season.terms.stages[season.stage].kind == KNOCKOUT or not season.matches:
        return said
    rows = standing(season, season.stage).rows
    names = ", ".join(f"{row.place} {pages.named(season, row.entrant)}" for row in rows[:LEADERS])
    return " ".join([say("The table: {names}.", names=names), said])
