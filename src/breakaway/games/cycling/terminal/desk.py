"""The race's desk: everything that the terminal needs from this game."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from breakaway.core.game import Order
from breakaway.core.rules import Event
from breakaway.display.document import Figure, Line, Part
from breakaway.display.renderers import drawn
from breakaway.games.cycling.display import board
from breakaway.games.cycling.display.hands import line_up_rules, lines_news, ready_made
from breakaway.games.cycling.display.standing import has_points, points_line
from breakaway.games.cycling.rules.state import RaceConfig, RaceObservation
from breakaway.games.cycling.rules.terms import FIRST_SLOT, GRADES, LINE_UP, ON_TRACK, OVER, RACING
from breakaway.games.cycling.setup import RaceSetting
from breakaway.games.cycling.terminal import hands, report, standings
from breakaway.games.cycling.text.words import LETTERS, exact_points, points_text, short_name
from breakaway.terminal.desk import Command, Desk, Lookup, Manner

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

    manner = Manner(
        verb="ride",
        end="The final table",
        turns_have_heads=True,
        open_news=False,
        secret="Orders are secret: everybody else, look away now.",
    )
    commands: Mapping[str, Command] = {
        "riders": Command("every rider with his cards", lambda look: hands.rider_rows(look.observation), bare=False),
        "box": Command("the same as table", lambda look: standings.standings(look.observation), bare=False),
        "table": Command(
            "the points by team and rider", lambda look: standings.standings(look.observation), bare=False
        ),
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
            return [*self._road_alone(parts), *hands.spied_cards(observation), hands.hands_table(observation)]
        if has_points(observation):
            parts.append(Line(points_line(observation), "Points  "))
        lines = lines_news(observation)
        says = f"next across {lines}" if lines else "no more points to win"
        parts.append(Line(says, "Lines   "))
        parts += hands.spied_cards(observation)
        parts += [Line(), hands.hands_table(observation), Line(hands.legend(observation), style="dim")]
        return parts

    def _road_alone(self, parts: list[Part]) -> list[Part]:
        """The strip without the team names below it."""
        return [
            Figure(part.text.rpartition("\n\n")[0] or part.text) if isinstance(part, Figure) else part for part in parts
        ]

    def _line_ups(self, observation: RaceObservation) -> list[Part]:
        stage = f" for stage {observation.view.stage + 1}" if observation.config.stages > 1 else ""
        parts: list[Part] = [Line(f"Your line-up{stage}. {line_up_rules(observation.config)}"), Line()]
        parts += [Line(f"  {n}   {each.order}") for n, each in enumerate(ready_made(observation.config), 1)]
        return parts

    def invitation(self, observation: RaceObservation, draft: Order) -> str:
        """An example of an order that is legal now."""
        if observation.view.phase == LINE_UP:
            others = "2 for the other" if len(ready_made(observation.config)) == 2 else "the number of another"
            return f"Press Enter for line-up 1, type {others}, or type your own in the same way."
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
        return hands.default_order(observation)

    def tidy(self, observation: RaceObservation, text: str) -> str:
        """The text with a line-up in place of its number, or with the namings of a Spy race on a separate line."""
        if observation.view.phase == LINE_UP:
            listed = ready_made(observation.config)
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
        return report.report(observation, events, mine)

    def digest(
        self, observation: RaceObservation, events: Sequence[Event], mine: list[int], width: int, height: int
    ) -> list[Part]:
        """What happened, with a line for each team. On a small screen, only `log` shows the moves of other teams."""
        parts = report.digest(observation, events)
        below = (
            [*self._road_alone(self.field(observation, False, width)), hands.hands_table(observation)] if mine else []
        )
        if len(drawn([*parts, *below], width, False)) + AROUND > height:
            parts = [
                *report.digest(observation, events, mine),
                Line("To see what the others rode, type log", " ", style="dim"),
            ]
        return parts

    def brief(self, look: Lookup, events: Sequence[Event]) -> list[Part]:
        """What happened, in a few lines."""
        return report.brief(look.observation, events)

    def full(self, observation: RaceObservation, events: Sequence[Event]) -> list[Part]:
        """Every event as a sentence with its rule."""
        return report.full(observation, events)

    def points(self, observation: RaceObservation) -> list[tuple[str, str, int]]:
        """Each team's name, its points as text, and its points in 360360ths."""
        r, names = observation.standing, self.seat_names(observation.names)
        return [(name, points_text(n), n) for name, n in zip(names, r.score, strict=False)]

    def standings(self, observation: RaceObservation) -> list[Part]:
        """The points by team and rider."""
        return standings.standings(observation)

    def final(self, look: Lookup) -> list[Part]:
        """The final table."""
        return standings.final(look.observation)

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
