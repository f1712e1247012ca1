"""The zine of a match: every report from the first turn to the last, as one document for the screen or paper."""

from __future__ import annotations

from breakaway.core.language import _, many, say
from breakaway.display.chapters import Retold, chapters_of
from breakaway.display.document import Document, Grid, Line, Section
from breakaway.display.ending import scene_of
from breakaway.display.page import Scene
from breakaway.games.manifest import open_turn

MOST_LINKS = 40  # with more chapters, links to each of them would only be in the way
STANDINGS = ("score", "points")  # the sheets of a match page that say how the match stands


def zine(title: str, told: Retold, is_over: bool, behind: int = 0) -> Document:
    """The zine of the match `told`, with this `title`.

    `is_over`: whether the match is over. `behind`: how many turns the reader is behind the match.
    """
    now = told.now
    scene = scene_of(now, told.log, played=lambda: told.plays)
    lead = [Line(scene.stands, style="bold")] if scene.stands else []
    if behind:
        lead.append(Line(many("You see this match {n} turn late.", "You see this match {n} turns late.", behind)))
    elif not is_over:
        lead.append(Line(say("Next: {turn}.", turn=open_turn(now, told.last))))
    found = chapters_of(told)
    sections = [Section(_("Final standings") if is_over else _("Standings"), parts=_standings(scene))]
    sections += [each.section for each in found]
    if not found:
        sections.append(Section(_("The reports"), _("No turn has been played yet.")))
    under = now.game.title if title != now.game.title else _("The whole match")
    foot = _("Numbers in parentheses refer to the rules.")
    return Document(title, under, lead, sections, foot, has_contents=1 < len(found) <= MOST_LINKS, in_halves=False)


def latest(title: str, told: Retold) -> Document:
    """A report on only the last turn or drive of the match `told`, with this `title`."""
    now = told.now
    scene = scene_of(now, told.log, played=lambda: told.plays)
    lead = [Line(scene.stands, style="bold")] if scene.stands else []
    sections = [each.section for each in chapters_of(told, max(1, told.last))[-1:]]
    if not sections:
        sections = [Section(_("The reports"), _("No turn has been played yet."))]
    heading = _("Final standings") if now.standing.is_over else _("Where the match stands")
    sections.append(Section(heading, parts=_standings(scene)))
    return Document(title, now.game.title, lead, sections, _("Numbers in parentheses refer to the rules."))


def _standings(scene: Scene) -> list[Grid]:
    """The standings of the match, as its page shows them."""
    found = [grid for tab in scene.tabs if tab.icon in STANDINGS for grid in tab.grids[:1]]
    return found[:1] or ([Grid("", ("", ""), scene.rows, folded=False, right=())] if scene.rows else [])
