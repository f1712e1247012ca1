"""`breakaway review` for football: the review of a finished match as a document."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.language import _, many, say
from breakaway.core.match import Match
from breakaway.core.winning import ONE
from breakaway.display.document import Document, Figure, Grid, Line, Section
from breakaway.display.ending import Course, PointsLine
from breakaway.display.gridiron.colours import team_classes
from breakaway.display.lead import lead
from breakaway.games.football.display.ending import told
from breakaway.games.football.lab.judged import GO, Judged
from breakaway.games.football.lab.review import Reviewed, Swing, reviewed
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.breakaways import CORNER, EVENT, FORCED

MOST_COSTLY, LARGEST = 3, 5
BARS = "▁▂▃▄▅▆▇█"
WIDE = 60  # width of the graph at a terminal, in characters


def page(match: Match[Any, Any]) -> Document:
    """The review of a finished match. Everybody may see it, because nothing is secret any more."""
    return document(match, reviewed(match))


def document(match: Match[Any, Any], found: Reviewed) -> Document:
    """The findings about a match, as a document."""
    names = match.record.header["names"]
    words = told(names)
    score = match.state.score
    board = [(words.team(seat), str(score[seat]), "") for seat in (0, 1)]
    return Document(
        say("{one} v {two}: a review", one=words.team(0), two=words.team(1)),
        say("Final score: {score}", score=", ".join(f"{team} {points}" for team, points, _class in board)),
        [Line(_("Chances of winning come from simulated matches between the teams' sheets; a tie counts as half."))],
        [
            course(found, words, team_classes(names)),
            sources(found, words),
            *costly(found, words),
            largest(found, words),
        ],
        _("During a play, decisions still to come are taken to be those that win most often."),
    )


def percent(chance: float) -> str:
    """A chance in percent: `48.3 %`."""
    return f"{100 * chance / ONE:.1f} %"


def points(change: float) -> str:
    """A change in a chance, in percentage points: `+4.2`."""
    return f"{100 * change / ONE:+.1f}"


def course(found: Reviewed, words: Any, classes: tuple[str, str]) -> Section:
    """The chance of winning after each play, as a drawing."""
    chances = [found.plays[0].before, *(each.after for each in found.plays)]
    key = 1 + max(range(len(found.plays)), key=lambda i: abs(found.plays[i].after - found.plays[i].before))
    tracks = tuple(
        PointsLine(words.team(seat), classes[seat], [100 * (c if seat == 0 else ONE - c) / ONE for c in chances])
        for seat in (0, 1)
    )
    ticks, quarter = list[tuple[int, str]](), 0
    for n, each in enumerate(found.plays):
        if each.row.quarter > quarter:
            quarter = each.row.quarter
            ticks.append((n, words.quarter(quarter)))
    says = say(
        "The chance of winning after each play, from 0 to 100 percent. {team}: {at}.",
        team=words.team(0),
        at=graph(chances),
    )
    drawing = lead(Course(_("Chance of winning, play by play"), says, tracks, tuple(ticks), key, 100.0))
    text = f"100 %  {graph(chances)}  {words.team(0)}"
    return Section(_("Chance of winning, play by play"), "", [Figure(text, drawing, says)])


def graph(chances: Sequence[int]) -> str:
    """The home side's chances as a row of bars, with one character for every few plays."""
    step = max(1, -(-len(chances) // WIDE))
    return "".join(BARS[min(7, chance * 8 // ONE)] for chance in [*chances[::step], chances[-1]])


def sources(found: Reviewed, words: Any) -> Section:
    """What the calls and what the cards changed, by quarter. The rows add up to the whole swing."""
    rows, total = list[list[str]](), [0, 0]
    for quarter in sorted({each.row.quarter for each in found.plays}):
        some = [each for each in found.plays if each.row.quarter == quarter]
        calls, cards = sum(each.calls for each in some), sum(each.cards for each in some)
        total = [total[0] + calls, total[1] + cards]
        name = words.quarter(quarter) if quarter else _("After the last play")
        rows.append([name, points(calls), points(cards), points(calls + cards)])
    rows.append([_("The match"), points(total[0]), points(total[1]), points(sum(total))])
    title = say("What moved {team}'s chance, in percentage points", team=words.team(0))
    grid = Grid(title, ["", _("calls"), _("cards"), _("both")], rows, strong=(len(rows) - 1,), folded=False)
    text = _(
        "Calls: what both sides' choices changed, before a card was drawn. Cards: what the draw then changed. "
        "Together they are the whole way from the first chance to the last."
    )
    return Section(_("Skill and luck"), text, [grid])


def costly(found: Reviewed, words: Any) -> list[Section]:
    """The costliest choices of each side, among those that exact odds can judge."""
    sections = []
    for seat in (0, 1):
        mine = sorted((each for each in found.judged if each.seat == seat and each.cost), key=lambda each: -each.cost)
        lines = [Line(choice_text(found, words, each), f"{n}. ") for n, each in enumerate(mine[:MOST_COSTLY], 1)]
        count = many(
            "{n} choice could be judged.", "{n} choices could be judged.", sum(j.seat == seat for j in found.judged)
        )
        parts = lines or [Line(_("None: every choice that could be judged was the best one."))]
        sections.append(Section(say("The most costly choices of {team}", team=words.team(seat)), count, parts))
    return sections


def choice_text(found: Reviewed, words: Any, each: Judged) -> str:
    """A costly choice, and what was better."""
    row = found.plays[min(each.play, len(found.plays) - 1)].row
    return say(
        "{situation}: {chosen} ({at}). Better: {best} ({would}), by {cost} points.",
        situation=words.situation(row),
        chosen=option(each, each.chosen),
        at=percent(each.options[each.chosen]),
        best=option(each, each.best),
        would=percent(each.options[each.best]),
        cost=f"{100 * each.cost / ONE:.1f}",
    )


def option(each: Judged, code: int) -> str:
    """An option in words."""
    if each.phase == terms.CALL:
        kicks = {
            GO: _("going for it"),
            terms.FIELD_GOAL_CALL: _("a field goal"),
            terms.PUNT_CALL: _("a punt"),
            terms.COFFIN_CALL: _("a coffin-corner punt"),
        }
        return kicks[code]
    if each.phase in (terms.CHALLENGE, terms.CHALLENGE_DEFENSE):
        return _("throwing the flag") if code else _("keeping the flag")
    if each.phase == terms.PENALTY:
        return _("accepting the penalty") if code else _("declining the penalty")
    if each.phase in (terms.OFFENSE_PICK, terms.DEFENSE_PICK):
        return {EVENT: _("the event"), CORNER: _("the corner"), FORCED: _("a forced turnover")}[code]
    if each.phase == terms.ICE:
        return _("icing the kicker") if code else _("not icing the kicker")
    return _("using the ability") if code else _("not using the ability")


def largest(found: Reviewed, words: Any) -> Section:
    """The plays that changed the chances most."""
    most = sorted(found.plays, key=lambda each: -abs(each.after - each.before))[:LARGEST]
    rows = [_row(each, words) for each in sorted(most, key=lambda each: each.turn)]
    heads = [_("situation"), _("play"), _("before"), _("after"), _("calls"), _("cards")]
    title = say("The chance of {team} before and after", team=words.team(0))
    return Section(_("The plays that changed most"), "", [Grid(title, heads, rows, right=(2, 3, 4, 5), folded=False)])


def _row(each: Swing, words: Any) -> list[str]:
    where = words.situation(each.row) if each.row.quarter else ""
    changed = [percent(each.before), percent(each.after), points(each.calls), points(each.cards)]
    return [where, words.play(each.row) if each.row.quarter else "", *changed]
