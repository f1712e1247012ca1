"""Lists the differences between the report of a corrected turn and the report that was sent before."""

from __future__ import annotations

from collections.abc import Iterator

from breakaway.core.language import _, many, say
from breakaway.games.cycling.post.parts import Report, RiderRow


def corrections(now: Report, was: Report) -> list[str]:
    """The differences between two reports for the same seat, as sentences: riders first, then teams."""
    lines = [f"{name}: {'; '.join(facts)}" for name, facts in _riders(now, was) if facts]
    before = {row.name: row.points for row in was.table}
    for row in now.table:
        if row.points != before[row.name]:
            points = {"points": row.points, "was": before[row.name]}
            one = 1 if row.points == "1" else 2
            lines.append(
                f"{row.name}: " + many("{points} point, not {was}", "{points} points, not {was}", one, **points)
            )
    if now.over != was.over:
        lines.append(_("This turn ends the race.") if now.over else _("The race goes on after this turn."))
    return lines or [_("Nothing in this report has changed.")]


def _riders(now: Report, was: Report) -> Iterator[tuple[str, list[str]]]:
    before = {row.name: row for group in was.groups for row in group.rows}
    rows = [row for group in now.groups for row in group.rows]
    for row in rows:
        if row.name in before:
            yield row.name, list(_facts(row, before[row.name], now.moved, now.blind))


def _facts(row: RiderRow, old: RiderRow, moved: bool, blind: bool) -> Iterator[str]:
    """The changed facts about a rider. After a turn, new cards are compared; after the line-ups, whole hands."""
    if row.card != old.card:
        yield say("card {card}, not {was}", card=row.card or "-", was=old.card or "-")
    if row.where != old.where:
        yield say("square {square}, not {was}", square=row.where or "-", was=old.where or "-")
    if blind and row.position != old.position:
        yield say("place {place} on the road, not {was}", place=row.position or "-", was=old.position or "-")
    if moved and row.drawn != old.drawn:
        yield say("new card {card}, not {was}", card=row.drawn or "-", was=old.drawn or "-")
    if not moved and row.hand != old.hand:
        hands = (" ".join(map(str, each.hand)) for each in (row, old))
        yield say("cards {cards}, not {was}", cards=next(hands), was=next(hands))
    if row.dropped != old.dropped:
        yield _("dropped by the pack") if row.dropped else _("not dropped by the pack")
