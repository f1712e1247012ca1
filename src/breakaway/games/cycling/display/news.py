"""What happened in a turn: own riders first with reasons and rules, then sprints, then everybody else in brief.

The terminal and the page both tell it in these words.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from breakaway.core.events import Event
from breakaway.core.language import _, say
from breakaway.core.window import Window
from breakaway.games.cycling.rules.state import GRADES, Race, RaceBook
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, rider_name, short_name, team_name

RaceWindow = Window[Race, RaceBook]

MOVE, CARD, LINE, FINISH = "BA-6.1", "BA-6.5", "BA-5.1", "BA-5.2"
RIDER_NEWS = {
    "BA-6.1",
    "BA-6.5",
    "BA-6.7",
    "BA-6.9",
    "BA-6.10",
    "BA-6.11",
    "BA-R14",
    "BA-R15",
    "BA-R16",
    "BA-R17",
    "BA-10.1",
}
START = "BA-3.1"
POINTS = {"BA-5.1", "BA-5.2"}
ORDER_OF_MOVEMENT = {"BA-7.2.1", "BA-7.2.2", "BA-7.2.3", "BA-7.2.4", "BA-7.2.5"}
OF_TEAMS = {"BA-9.1"}
ENDINGS = {"BA-R13", "BA-V2", "BA-V5"}
LINE_UP_NEWS, LINE_NEWS, MOVES = "line-up", "line", "moves"  # kinds of news


@dataclass(frozen=True)
class News:
    """A sentence with the rules behind it; `label` says whom or what it is about, `kind` what sort of news it is."""

    text: str
    rules: tuple[str, ...] = ()
    strong: bool = False
    label: str = ""
    kind: str = ""


def row(text: str, ids: Sequence[str], strong: bool = False, label: str = "", kind: str = "") -> News:
    """News whose rules are named once each."""
    return News(text, tuple(dict.fromkeys(ids)), strong, label, kind)


def report(window: RaceWindow, events: Sequence[Event], mine: list[int]) -> list[News]:
    """What the seat may know of a turn, own riders first."""
    told = window.told(events)
    parts: list[News] = [*_line_ups(window, told)]
    for seat in mine:
        parts += _own(window, told, seat)
    parts += _sprints(window, told)
    parts += _team_news(window, told, mine)
    parts += _others(window, told, mine)
    parts += _endings(window, told)
    return parts


def brief(window: RaceWindow, events: Sequence[Event]) -> list[News]:
    """What everybody may know of a turn, in a few lines."""
    told = window.told(events)
    news = [*_line_ups(window, told), *_team_news(window, told, [])]
    return [*news, *_sprints(window, told), *_others(window, told, []), *_endings(window, told)]


def _line_ups(window: RaceWindow, told: Sequence[Event]) -> Iterator[News]:
    """A line for each team whose line-up the seat may know."""
    dealt: dict[int, list[str]] = {}
    for each in told:
        if each.rule == START:
            rider, *cards = each.args
            text = f"{LETTERS[rider % GRADES]} {' '.join(str(card) for card in cards if card)}"
            dealt.setdefault(rider // GRADES, []).append(text)
    for team in sorted(dealt):
        yield row("   ".join(dealt[team]), [], label=team_name(window.names, team), kind=LINE_UP_NEWS)


def _own(window: RaceWindow, told: Sequence[Event], seat: int) -> Iterator[News]:
    """One sentence a rider: his move, his new card, whatever befell him."""
    nmr = [each for each in told if each.rule in OF_TEAMS and each.args[0] == seat]
    for each in nmr:
        yield row(window.game.words.event(each, window.names, window.book), [each.rule], True)
    for rider in range(seat * GRADES, seat * GRADES + GRADES):
        news = [each for each in told if each.rule in RIDER_NEWS and each.args[0] == rider]
        if not news:
            continue
        name = rider_name(window.names, rider)
        texts = [window.game.words.event(each, window.names, window.book) for each in _kept(news)]
        texts = [text.removeprefix(name).strip() for text in texts]
        told_of = "; ".join(texts)
        between = "" if told_of.startswith(",") else " "
        yield row(f"{name}{between}{told_of}", [each.rule for each in _kept(news)], True)


def _kept(news: Sequence[Event]) -> list[Event]:
    """Without the ordinary card where a further rule replaced it."""
    replaced = {"BA-6.7", "BA-6.9", "BA-6.10", "BA-R14"} & {each.rule for each in news}
    return [each for each in news if not (replaced and each.rule == CARD)]


def _sprints(window: RaceWindow, told: Sequence[Event]) -> Iterator[News]:
    """A line for each line that was crossed: who, in order, for how much; shared places say so."""
    crossings: dict[str, list[Event]] = {}
    for each in told:
        if each.rule in POINTS:
            name = say("Sprint after {square}", square=each.args[4]) if each.rule == LINE else _("Finish")
            crossings.setdefault(name, []).append(each)
    for name, found in crossings.items():
        texts = []
        for each in found:
            rider, place, units, riders = each.args[:4]
            shared = "=" if riders > 1 else ""
            worth = f" {points_text(units)}" if units else ""
            texts.append(f"{ordinal(place)}{shared} {short_name(window.names, rider)}{worth}")
        is_shared = any(each.args[3] > 1 for each in found)
        ids = [found[0].rule, *(["BA-R11"] if is_shared else [])]
        yield row(" · ".join(texts), ids, label=name, kind=LINE_NEWS)


def _team_news(window: RaceWindow, told: Sequence[Event], mine: list[int]) -> Iterator[News]:
    """Teams without orders, breakaways and dropped riders of other teams."""
    for each in told:
        team = each.args[0] if each.rule in OF_TEAMS else each.args[0] // GRADES if each.args else -1
        if team not in mine and each.rule in OF_TEAMS | {"BA-6.9", "BA-10.1", "BA-R17"}:
            yield row(window.game.words.event(each, window.names, window.book), [each.rule])


def _others(window: RaceWindow, told: Sequence[Event], mine: list[int]) -> Iterator[News]:
    """A line for each other team: each rider's move and new card."""
    drawn: dict[int, str] = {}
    for each in told:
        if each.rule in {CARD, "BA-6.7", "BA-6.9", "BA-6.10"}:
            drawn[each.args[0]] = f" ({each.args[1]})"
        elif each.rule == "BA-R14":
            drawn[each.args[0]] = " (3)"
    moved: dict[int, list[str]] = {}
    for each in sorted((each for each in told if each.rule == MOVE), key=lambda each: each.args[0]):
        rider, _, square, card = each.args
        text = f"{LETTERS[rider % GRADES]} {card}→{square}{drawn.get(rider, '')}"
        moved.setdefault(rider // GRADES, []).append(text)
    teams = [team for team in sorted(moved) if team not in mine]
    for team in teams:
        yield row("   ".join(moved[team]), [], label=team_name(window.names, team), kind=MOVES)


def _endings(window: RaceWindow, told: Sequence[Event]) -> Iterator[News]:
    for each in told:
        if each.rule in ENDINGS:
            yield row(window.game.words.event(each, window.names, window.book), [each.rule], True)


def everything(window: RaceWindow, events: Sequence[Event]) -> list[News]:
    """Every sentence with its rule, as it was told."""
    return [row(window.game.words.event(each, window.names, window.book), [each.rule]) for each in window.told(events)]
