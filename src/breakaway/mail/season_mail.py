"""A season in the emails of its players: how it stands, on request; that a round has opened; its round-up."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from breakaway.club.club import Club
from breakaway.club.database import Unreachable
from breakaway.club.email_addresses import Mailbox
from breakaway.club.mail_log import PostedMail, has, put, put_told
from breakaway.club.seasons.kept import KeptSeason, kept_season, season_of
from breakaway.club.seasons.told import LEFT, ROUND, RoundNews, changed_seasons, round_news
from breakaway.club.seats import changes
from breakaway.core.language import UserError, _, say, spoken
from breakaway.display.document import Document, Line
from breakaway.display.renderers import as_html
from breakaway.mail.letters import MORNING, File, Sender, labelled, mail_of
from breakaway.seasons import pages
from breakaway.seasons.leaders import LEADERS
from breakaway.seasons.season import FORFEIT, Season
from breakaway.seasons.standing import standing
from breakaway.seasons.terms import KNOCKOUT, stage_name

# --- On request.


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
    said = _("The season is attached: its tables, its schedule and what was decided.")
    return " ".join([*_table_line(_season_of(club, box).season), said])


def _table_line(season: Season) -> list[str]:
    """The first places of the table, in a sentence; nothing in a cup."""
    if season.terms.stages[season.stage].kind == KNOCKOUT or not season.matches:
        return []
    rows = standing(season, season.stage).rows
    names = ", ".join(f"{row.place} {pages.named(season, row.entrant)}" for row in rows[:LEADERS])
    return [say("The table: {names}.", names=names)]


# --- By themselves: one email when the player's match of a round is open, one when a round is over.


LOG = logging.getLogger(__name__)


class RoundTeller:
    """Tells the players of a `club`'s seasons of their rounds, in emails from `sender`.

    Each email is written once, by whichever server is first, also after a restart. Whoever wants one email a day gets
    none of these before the morning.
    """

    def __init__(self, club: Club, sender: Sender) -> None:
        self.club, self.sender = club, sender
        self._done: set[tuple[str, int, int]] = set()  # seasons of which nothing is new, as they were

    def tell(self) -> int:
        """Writes the emails that are due. Returns how many. Raises Unreachable."""
        changed = changed_seasons(self.club.database)
        self._done &= set(changed)
        return sum(self._tell(each) for each in changed if each not in self._done)

    def _tell(self, season: tuple[str, int, int]) -> int:
        written, is_all = 0, True
        try:
            for news in round_news(self.club.database, season[0]):
                if _is_too_early(news.box, self.club.database.now()):
                    is_all = False
                else:
                    written += self._write(news)
        except Unreachable:
            raise
        except Exception:  # one faulty season must not hold up the email of others
            LOG.exception("the players of season %s could not be told of a round", season[0])
        if is_all:
            self._done.add(season)
        return written

    def _write(self, news: RoundNews) -> bool:
        """Writes the email, unless it was written before. Of several rounds that are over, it tells only of the last
        one, which has the newest table.
        """
        database = self.club.database
        new = {this: what for this, what in news.purposes.items() if not has(database, what)}
        if not new:
            return False
        this = max(new)
        if news.kind == ROUND:
            letter = opened_letter(self.sender, news, new[this], database.now())
        elif news.kind == LEFT:
            letter = left_letter(self.sender, news, new[this], database.now())
        else:
            letter = round_up_letter(self.sender, news, this, new[this], database.now())
        with changes(database) as connection:
            if not put(connection, database.keys, letter, database.now()):
                return False
            for other, what in new.items():
                if other != this:
                    put_told(connection, database.keys, replace(letter, what=what), database.now())
        return True


def _is_too_early(box: Mailbox, now: datetime) -> bool:
    """Whether the player gets one email a day, and it is night where he is."""
    return box.digest and now.astimezone(ZoneInfo(box.zone or "UTC")).hour < MORNING


def opened_letter(sender: Sender, news: RoundNews, what: str, now: datetime) -> PostedMail:
    """The email from `sender` that tells a player that his match of a round is open: whom he meets, by when, and where.

    `what` is the email's purpose, `now` its date. It says nothing that is not on the season's page, and its links are
    those of the reader.
    """
    season, box = news.kept.season, news.box
    match = season.matches[news.fixture]
    with spoken(box.language):
        called = say("{stage}, round {n}", stage=stage_name(season.terms.stages, match.stage), n=match.round)
        lead = [Line(pages.sides_text(season, match), style="bold")]
        if match.due is not None:
            lead.append(Line(say("To be played by {day}.", day=match.due.isoformat())))
        lead.append(labelled(_("At the table"), f"{sender.pages}/match/{box.match}/{box.seat + 1}"))
        lead.append(labelled(_("The season"), f"{sender.pages}/season/{news.kept.id}"))
        if any(each.result is not None for each in season.matches.values()):
            lead += [Line(each) for each in _table_line(season)]
        lead.append(Line(_("Whoever has to choose first gets an email of its own.")))
        document = Document(season.terms.title, called, lead, (), _foot(sender, box))
        subject = say("{title}: {round} is open", title=season.terms.title, round=called)
        return mail_of(sender, box, news.kind, what, subject, document, now)


def left_letter(sender: Sender, news: RoundNews, what: str, now: datetime) -> PostedMail:
    """The email from `sender` that tells a player that his opponent has left the season, and what becomes of their
    match.

    `what` is the email's purpose, `now` its date. It says nothing that is not on the season's page.
    """
    season, box = news.kept.season, news.box
    match = season.matches[news.fixture]
    (gone,) = season.gone_from(match)
    result = season.result_of(match)
    with spoken(box.language):
        name = season.entrants[gone].name
        if result is None:
            counts = _("Your match counts for nothing.")
        elif result.how == FORFEIT:
            counts = _("You win your match by forfeit.")
        else:
            counts = _("The result that the organizer has entered stands.")
        lead = [
            Line(pages.sides_text(season, match), style="bold"),
            Line(say("{name} has left the season: {reason}", name=name, reason=season.left[gone])),
            Line(counts),
            Line(_("The match was closed: nobody can choose in it, and no clock runs.")),
            Line(_("If somebody takes over, it is opened again, and you get an email when you have to choose.")),
            labelled(_("The season"), f"{sender.pages}/season/{news.kept.id}"),
        ]
        document = Document(season.terms.title, "", lead, (), _foot(sender, box))
        subject = say("{title}: {name} has left the season", title=season.terms.title, name=name)
        return mail_of(sender, box, news.kind, what, subject, document, now)


def round_up_letter(sender: Sender, news: RoundNews, this: tuple[int, int], what: str, now: datetime) -> PostedMail:
    """The email from `sender` with the round-up of the round `this` (its stage, from 0, and its number).

    `what` is the email's purpose, `now` its date. It holds the same as the round-up on the season's page.
    """
    with spoken(news.box.language):
        found = pages.round_up(news.kept.season, *this)
        where = f"{sender.pages}/season/{news.kept.id}/round/{this[0] + 1}.{this[1]}"
        lead = [labelled(_("This round-up in the browser"), where)]
        lead.append(labelled(_("The season"), f"{sender.pages}/season/{news.kept.id}"))
        document = replace(found, lead=[*lead, *found.lead], foot=_foot(sender, news.box))
        subject = say("{title}: {round} is over", title=found.title, round=found.under)
        return mail_of(sender, news.box, news.kind, what, subject, document, now)


def _foot(sender: Sender, box: Mailbox) -> str:
    where = f"{sender.pages}/match/{box.match}/{box.seat + 1}/seat"
    said = say("To stop getting emails, open {address} and press the button there.", address=where)
    more = _("To get the whole season as a file, reply with “season”.") if sender.key else ""
    return f"{said} {more}".strip()
