"""The race at the terminal: the desk, hands, reports and standings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from breakaway.core.game import Order
from breakaway.core.rules import Event
from breakaway.display.document import Figure, Grid, Line, Part
from breakaway.display.endings import verdict
from breakaway.display.renderers import drawn, tied
from breakaway.games.cycling.display import field as board
from breakaway.games.cycling.display import news
from breakaway.games.cycling.display.cards_and_standings import (
    LineUp,
    cards_of,
    crossed_by,
    everybody,
    has_points,
    line_letter,
    line_name,
    line_up_rules,
    lines_news,
    own_name,
    points,
    points_line,
    ready_made,
    riding,
    strong_line_up,
    tie_breaks,
)
from breakaway.games.cycling.display.news import LINE_NEWS
from breakaway.games.cycling.rules.cards import leads_alone
from breakaway.games.cycling.rules.state import RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, ON_TRACK, OVER, RACING
from breakaway.games.cycling.setup import RaceSetting
from breakaway.games.cycling.text.words import LETTERS, exact_points, ordinal, points_text, short_name
from breakaway.terminal.game_desk import Command, Desk, Lookup, TerminalOptions

# --- The table that a team sees before it gives orders: each rider, and what his cards would do if nobody else moved.


def card_text(observation: RaceObservation, rider: int, card: int, copies: int) -> str:
    """A card as `12→36 (5)`: the card, the square that it leads to, and the new card, then the lines on the way."""
    view, config = observation.view, observation.config
    square, drawn = observation.preview(rider % GRADES, card)
    new = "" if config.blind or drawn == 0 else f" ({drawn})"
    lines = "".join(
        f" {line_letter(view, config, line)}" for line in crossed_by(view, config, view.square[rider], square)
    )
    return f"{card}→{square}{new}{lines}" + (f" x{copies}" if copies > 1 else "")


def hands_table(observation: RaceObservation) -> Grid:
    """A row for each rider of the seat: his square and his cards."""
    view = observation.view
    rows = []
    for rider in range(observation.seat * GRADES, observation.seat * GRADES + GRADES):
        if view.status[rider] != ON_TRACK:
            place = view.place[rider]
            rows.append([own_name(observation, rider), "-", f"finished {ordinal(place)}" if place else "finished"])
            continue
        copies = Counter(cards_of(view, rider))
        cells = [card_text(observation, rider, card, copies[card]) for card in sorted(copies, reverse=True)]
        mark = " dropped" if view.dropped[rider] else ""
        led = " leads" if leads_alone(view, rider) else ""
        rows.append([own_name(observation, rider) + mark + led, str(view.square[rider]), *cells])
    return Grid("", ("rider", "square", "his cards"), rows, right=(1,))


def legend(observation: RaceObservation) -> str:
    """Explains how to read the table, with one of its cards as an example."""
    view, config = observation.view, observation.config
    riders = riding(observation, observation.seat)
    if not riders:
        return ""
    rider = riders[0]
    card = cards_of(view, rider)[0]
    square, drawn = observation.preview(rider % GRADES, card)
    shown = f"{card}→{square}" + (f" ({drawn})" if drawn and not config.blind else "")
    new = f", new card {drawn} if nobody else moved" if drawn and not config.blind else ""
    lines = {
        line
        for each in riders
        for other in cards_of(view, each)
        for line in crossed_by(view, config, view.square[each], view.square[each] + other)
    }
    signs = [f"{line_letter(view, config, line)} = across {line_name(view, config, line)}" for line in sorted(lines)]
    return "; ".join([f"{shown} = card {card} to {square}{new}", *signs])


def spied_cards(observation: RaceObservation) -> list[Part]:
    """In a Spy race, the cards that last turn's namings revealed."""
    view, config = observation.view, observation.config
    if not config.spy or observation.seat < 0:
        return []
    parts: list[str] = []
    for rider in range(config.teams * GRADES):
        if rider // GRADES != observation.seat and view.spied[observation.seat][rider] and cards_of(view, rider):
            cards = " ".join(map(str, cards_of(view, rider)))
            parts.append(f"{observation.names['teams'][rider // GRADES]} {LETTERS[rider % GRADES]} {cards}")
    return [Line("Spied: " + " · ".join(parts))] if parts else []


def default_order(observation: RaceObservation) -> Order | None:
    """The default line-up (BA-R16), which a bare Enter chooses, or None during the race."""
    view, config = observation.view, observation.config
    if view.phase != LINE_UP:
        return None
    order = [0] * FIRST_SLOT[GRADES]
    for grade in range(GRADES):
        for i in range(FIRST_SLOT[grade + 1] - FIRST_SLOT[grade]):
            order[FIRST_SLOT[grade] + i] = int(config.default_hand[grade][i])
    return order


def rider_rows(observation: RaceObservation) -> list[Part]:
    """All riders on the track, front to back, with what the seat may know of them."""
    return [replace(everybody(observation), title="")] if observation.view.field else [Line("Nobody is on the track.")]


# --- What happened in a turn, as lines for a terminal.


def report(observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
    """What the seat may know of a turn, with the riders of the seats in `mine` first."""
    return _lines(news.report(observation, events, mine))


def brief(observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
    """What the seat may know of a turn, in a few lines."""
    return _lines(news.brief(observation, events))


def digest(observation: RaceObservation, events: Sequence[Event], teams: Sequence[int] | None = None) -> list[Part]:
    """A brief report. Its results at lines name only the riders who scored.

    If `teams` is not None, the report has only the moves of these teams.
    """
    return _lines(news.brief(observation, events, scorers=True, teams=teams))


def full(observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
    """Every event as a sentence with its rule, in the order in which they happened."""
    return _lines(news.everything(observation, events))


def _lines(found: Sequence[Line]) -> list[Part]:
    """The lines, with team labels padded to the same width so that the riders are aligned."""
    wide = max((len(each.label) for each in found if each.kind != LINE_NEWS), default=0)
    return [replace(each, text=whole(each.text), label=f" {_label(each, wide)}") for each in found]


def whole(text: str) -> str:
    """The text, changed so that a line never wraps within a rider's move. Three spaces separate the riders."""
    return "   ".join(tied(each) for each in text.split("   ")) if "   " in text else text


def _label(each: Line, wide: int) -> str:
    if not each.label:
        return ""
    return f"{each.label}: " if each.kind == LINE_NEWS else f"{each.label:{wide}}  "


# --- The tables: the points so far and, at the end, the winner and the tie-breaks.


def standings(observation: RaceObservation) -> list[Part]:
    """A row for each team, best first."""
    return [replace(points(observation), title="", note="")]


def final(observation: RaceObservation) -> list[Part]:
    """The final table with its tie-breaks and the winner."""
    said, rule = verdict(observation), observation.standing.rule
    parts: list[Part] = standings(observation)
    parts += [Line(f" {text}") for text in tie_breaks(observation)]
    why = observation.game.rules.entries.get(rule)
    if why:
        parts.append(Line(f" {why.says} ({why.id})", style="dim"))
    return [*parts, *([Line(f"\n {said.winner}.", style="bold")] if said else [])]


# --- The race's desk: everything that the terminal needs from this game.


AROUND = 4  # other rows on the screen: two heads, what to type, the prompt
ORDER_HELP = (
    (
        "",
        "Each turn every rider plays a card from his hand and moves that many squares. All teams order in secret.",
    ),
    ("A12 B7 C9 D5   ", "a card for each rider, in any order; you can write riders' names instead of letters"),
    ("A12            ", "one rider at a time: you are asked for the rest, and the last card for a rider is used"),
    ("A12 B7 partial ", "only these riders: the others play their highest cards"),
    (
        "",
        "Once played, a card is gone. The new one is 3, plus 1 for each rider ahead in the unbroken "
        "string of squares. On the first turn that a rider leads alone, his new card is his lead; after that, "
        "3. The first eight across each line score.",
    ),
)
SPY_HELP = (("A12 B7 C9 D5 spy Red A, Red B   ", "also shows you a card of up to four rivals, the highest first"),)
LINE_UP_HELP = (
    (
        "",
        "Choose the starting cards of your four riders, A to D. Each turn a rider plays one, moves that many "
        "squares, and draws a new one that depends on his position in the field.",
    ),
    ("A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6   ", "all four riders, or one after the other"),
    ("2                                    ", "the second of the line-ups above"),
    ("Enter alone                          ", "the first of them"),
)


class RaceDesk(RaceSetting, Desk):
    """Breaking Away at the terminal."""

    manner = TerminalOptions(
        verb="ride",
        end="The final table",
        turns_have_heads=True,
        open_news=False,
        secret="Orders are secret: everybody else, look away now.",
    )
    commands: Mapping[str, Command] = {
        "riders": Command("every rider with his cards", lambda look: rider_rows(look.observation), bare=False),
        "box": Command("the same as table", lambda look: standings(look.observation), bare=False),
        "table": Command("the points by team and rider", lambda look: standings(look.observation), bare=False),
    }

    def welcome(self, observation: RaceObservation, options: dict[str, Any]) -> list[Part]:
        """The track and the teams in two lines."""
        config, tour = observation.config, options.get("tour", {})
        stages = "; ".join(self._stage(config, stage) for stage in range(config.stages))
        name = f"{tour.get('name', '')}: " if tour.get("name") else ""
        says = f"Breaking Away, profile {options.get('profile', 'postal')}. {name}{stages}."
        return [Line(says), Line(f"{config.teams} teams of four riders, A to D. Most points win.")]

    def _stage(self, config: RaceConfig, stage: int) -> str:
        at = [str(square) for square in config.line_at[stage][: config.lines[stage]]]
        if config.loop:
            return f"a loop of {config.length[stage]} squares, sprint after {', '.join(at)}"
        sprints = f"sprint lines after {' and '.join(at[:-1])}" if at[:-1] else "no sprint lines"
        return f"{config.length[stage]} squares, {sprints}, finish after {at[-1]}"

    def field(self, observation: RaceObservation, color: bool, width: int) -> list[Part]:
        """The field as a strip of text."""
        drawn = board.strip(observation.view, observation.config, observation.names, width=width, color=color)
        return [Figure(drawn)]

    def situation(
        self, observation: RaceObservation, draft: Order, color: bool, width: int, again: bool = False, short: int = 0
    ) -> list[Part]:
        """The strip, the points, the lines and each rider's cards; before the start, the ready-made line-ups."""
        if observation.view.phase == LINE_UP:
            return self._line_ups(observation)
        parts = self.field(observation, color, width)
        if short:
            return [*self._road_alone(parts), *spied_cards(observation), hands_table(observation)]
        if has_points(observation):
            parts.append(Line(points_line(observation), "Points  "))
        lines = lines_news(observation)
        says = f"next across {lines}" if lines else "no more points to win"
        parts.append(Line(says, "Lines   "))
        parts += spied_cards(observation)
        parts += [Line(), hands_table(observation), Line(legend(observation), style="dim")]
        return parts

    def _road_alone(self, parts: list[Part]) -> list[Part]:
        """The strip without the team names below it."""
        return [
            Figure(part.text.rpartition("\n\n")[0] or part.text) if isinstance(part, Figure) else part for part in parts
        ]

    def _listed(self, observation: RaceObservation) -> list[LineUp]:
        """The line-ups to choose from: the one that Enter chooses first, the strongest coach's last."""
        return [*ready_made(observation.config), strong_line_up(observation.config)]

    def _line_ups(self, observation: RaceObservation) -> list[Part]:
        stage = f" for stage {observation.view.stage + 1}" if observation.config.stages > 1 else ""
        parts: list[Part] = [Line(f"Your line-up{stage}. {line_up_rules(observation.config)}"), Line()]
        parts += [Line(f"  {n}   {each.order}") for n, each in enumerate(self._listed(observation), 1)]
        return parts

    def invitation(self, observation: RaceObservation, draft: Order) -> str:
        """An example of an order that is legal now."""
        if observation.view.phase == LINE_UP:
            strong = len(self._listed(observation))
            return (
                f"Press Enter for line-up 1, type the number of another ({strong} is the strongest coach's), or type "
                "your own in the same way."
            )
        seat, view = observation.seat, observation.view
        cards = [
            f"{LETTERS[g]}{view.hand[seat * GRADES + g][0]}"
            for g in range(GRADES)
            if view.status[seat * GRADES + g] == ON_TRACK and not draft[g]
        ]
        rivals = [rider for rider in view.queue[: view.field] if rider // GRADES != seat]
        spy = f" spy {short_name(observation.names, rivals[0])}" if observation.config.spy and rivals else ""
        return f"For example:  {' '.join(cards)}{spy}"

    def where(self, observation: RaceObservation) -> str:
        """The turn and, on a tour, the stage."""
        view = observation.view
        stage = f"stage {view.stage + 1}, " if observation.config.stages > 1 else ""
        if view.phase == OVER:
            return "the end"
        return f"{stage}line-up" if view.phase == LINE_UP else f"{stage}turn {view.turn}"

    def is_secret(self, observation: RaceObservation) -> bool:
        """True, because orders in a race are always secret."""
        return True

    def help(self, observation: RaceObservation) -> list[tuple[str, str]]:
        """Explains how to write orders at this moment, in pairs of an example and its meaning."""
        if observation.view.phase == LINE_UP:
            return list(LINE_UP_HELP)
        return [*ORDER_HELP, *(SPY_HELP if observation.config.spy else ())]

    def default(self, observation: RaceObservation) -> Order | None:
        """The default line-up, or None during the race."""
        return default_order(observation)

    def tidy(self, observation: RaceObservation, text: str) -> str:
        """The text with a line-up in place of its number, or with the namings of a Spy race on a separate line."""
        if observation.view.phase == LINE_UP:
            listed = self._listed(observation)
            return listed[int(text) - 1].order if re.fullmatch(r"[1-9]", text) and int(text) <= len(listed) else text
        return re.sub(r"[;,|\s]*(?<!\w)spy(?!\w)", "\nspy", text, flags=re.IGNORECASE)

    def merged(self, observation: RaceObservation, draft: Order, order: Order) -> Order:
        """The draft combined with the new order: for each rider, the last entry is used."""
        cut = FIRST_SLOT if observation.view.phase == LINE_UP else tuple(range(GRADES + 1))
        new = list(draft)
        for grade in range(GRADES):
            if any(order[cut[grade] : cut[grade + 1]]):
                new[cut[grade] : cut[grade + 1]] = order[cut[grade] : cut[grade + 1]]
        if any(order[cut[GRADES] :]):
            new[cut[GRADES] :] = order[cut[GRADES] :]
        return new

    def open_slots(self, observation: RaceObservation, order: Order) -> list[str]:
        """The riders who still have no card."""
        seat, view = observation.seat, observation.view
        if view.phase == LINE_UP:
            return [LETTERS[grade] for grade in range(GRADES) if order[FIRST_SLOT[grade]] == 0]
        return [
            LETTERS[grade]
            for grade in range(GRADES)
            if order[grade] == 0
            and view.status[seat * GRADES + grade] == ON_TRACK
            and not view.dropped[seat * GRADES + grade]
        ]

    def report(self, observation: RaceObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened, with the riders of the seats in `mine` first."""
        return report(observation, events, mine)

    def digest(
        self, observation: RaceObservation, events: Sequence[Event], mine: list[int], width: int, height: int
    ) -> list[Part]:
        """What happened, with a line for each team. On a small screen, only `log` shows the moves of other teams."""
        parts = digest(observation, events)
        below = [*self._road_alone(self.field(observation, False, width)), hands_table(observation)] if mine else []
        if len(drawn([*parts, *below], width, False)) + AROUND > height:
            parts = digest(observation, events, mine)
            hint = Line("To see what the others rode, type log", " ", style="dim")
            if len(drawn([*parts, hint, *below], width, False)) + AROUND <= height:  # `help` says it, too
                parts = [*parts, hint]
        return parts

    def brief(self, look: Lookup, events: Sequence[Event]) -> list[Part]:
        """What happened, in a few lines."""
        return brief(look.observation, events)

    def full(self, observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
        """Every event as a sentence with its rule."""
        return full(observation, events)

    def points(self, observation: RaceObservation) -> list[tuple[str, str, int]]:
        """Each team's name, its points as text, and its points in 360360ths."""
        r, names = observation.standing, self.seat_names(observation.names)
        return [(name, points_text(n), n) for name, n in zip(names, r.score, strict=False)]

    def standings(self, observation: RaceObservation) -> list[Part]:
        """The points by team and rider."""
        return standings(observation)

    def final(self, look: Lookup) -> list[Part]:
        """The final table."""
        return final(look.observation)

    def summary(self, look: Lookup, options: Mapping[str, Any], befores: Sequence[RaceObservation]) -> dict[str, Any]:
        """The profile, exact points, ranks and the number of turns, not counting line-ups."""
        r, names = look.observation.standing, self.seat_names(look.observation.names)
        return {
            "profile": options.get("profile", ""),
            "points": {name: exact_points(score) for name, score in zip(names, r.score, strict=False)},
            "ranks": dict(zip(names, r.rank, strict=False)),
            "turns": sum(before.view.phase == RACING for before in befores),
        }


DESK = RaceDesk()
