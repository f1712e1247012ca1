"""Football's desk: everything that the terminal needs from this game, in one place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakaway.core.game import Order
from breakaway.core.rules import Event
from breakaway.display.document import Figure, Line, Part
from breakaway.games.football.display import cards as football_cards
from breakaway.games.football.display import choices
from breakaway.games.football.display import text as football_text
from breakaway.games.football.display.brief import quarter_tag
from breakaway.games.football.display.page import matchups
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.setup import FootballSetting
from breakaway.games.football.terminal import box, guide, looks, outcomes, report, why
from breakaway.games.football.text import names as called
from breakaway.terminal.desk import Command, Desk, Lookup, Manner


class FootballDesk(FootballSetting, Desk):
    """Breakaway Football at the terminal."""

    manner = Manner(
        verb="play",
        end="The final score",
        turns_have_heads=False,
        open_news=True,
        secret="This is secret. Other side, look away.",
    )
    commands: Mapping[str, Command] = {
        "hands": Command("the cards of both teams", looks.hands),
        "matchups": Command("which defense beats which play", lambda look: [matchups(look.observation)]),
        "box": Command("the box score: points, plays, lines, drives", box.box),
        "why": Command("how a team's sheets made their last call: dice, chart, row, column", why.why),
        "deck": Command("the Game Day cards, and which of them are still in the deck", outcomes.deck),
    }

    def welcome(self, observation: FootballObservation, options: dict[str, Any]) -> list[Part]:
        """The idea of the game in a few sentences."""
        return guide.welcome(observation)

    def field(self, observation: FootballObservation, color: bool, width: int) -> list[Part]:
        """The score and the field."""
        parts = looks.scoreboard(observation)
        if football_text.has_ball(observation.view):
            parts += [
                Line(),
                Figure(football_text.field(observation.view, observation.config, observation.names, width, color)),
            ]
        return parts

    def situation(
        self,
        observation: FootballObservation,
        draft: Order,
        color: bool,
        width: int,
        again: bool = False,
        short: int = 0,
    ) -> list[Part]:
        """The field and the cards for a call. In the middle of a play, shows only the question."""
        if short:
            return looks.short(observation, short, color, width) + guide.asked(observation, short=True)
        phase = observation.view.phase
        parts = (
            self.field(observation, color, width)
            if again or phase in (terms.CALL, terms.DEFENSE, terms.DISCARD)
            else []
        )
        if parts:
            parts.append(Line())
        if phase in (terms.CALL, terms.DISCARD):
            parts += looks.hand(observation, observation.seat, color, width)
        elif phase == terms.DEFENSE:
            parts += [
                Figure(football_cards.defense_cards(observation.config, observation.names, observation.seat, width))
            ]
        return parts + guide.asked(observation)

    def invitation(self, observation: FootballObservation, draft: Order) -> str:
        """What to type, with an example that is legal now."""
        return guide.invitation(observation)

    def where(self, observation: FootballObservation) -> str:
        """The quarter, with down and spot, or with the current phase of play."""
        view = observation.view
        quarter = quarter_tag(view.quarter)
        if view.phase == terms.OVER:
            return "the end"
        if view.phase in (terms.START, terms.TOSS):
            return "the flip" if view.phase == terms.TOSS else "the start"
        if view.phase == terms.KICK:
            return f"{quarter}, kickoff"
        if view.phase == terms.DISCARD:
            return f"{quarter}, evening up the hands"
        if view.try_down:
            return f"{quarter}, the try{guide.TAGS.get(view.phase, '')}"
        down = f"{called.ordinal(view.down)} and {view.marker - view.line} at {called.spot(view.line)}"
        return f"{quarter}, {down}{guide.TAGS.get(view.phase, '')}"

    def is_secret(self, observation: FootballObservation) -> bool:
        """Whether the current choice is secret. Calls and audibles are secret, and so is the choice of hidden discards.
        Both sides may see any other choice.
        """
        if observation.config.hidden_discards and observation.view.phase == terms.DISCARD:
            return True
        return observation.view.phase in (terms.CALL, terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE)

    def public(self, observation: FootballObservation) -> list[Part]:
        """What everybody may see before an audible: the other side's formation."""
        asks = observation.view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE)
        return [Line(f"{choices.shown_across(observation)} An audible?")] if asks else []

    def openly(self, observation: FootballObservation) -> list[Order]:
        """The order that leaves the card as it is. Giving this order openly reveals nothing, because everyone hears an
        audible.
        """
        return [[0]] if observation.view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE) else []

    def help(self, observation: FootballObservation) -> list[tuple[str, str]]:
        """Explains how to type choices."""
        return guide.help_for(observation)

    def tidy(self, observation: FootballObservation, text: str) -> str:
        """Replaces typed keys with the full words."""
        return choices.tidy(observation, text)

    def report(self, observation: FootballObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened, in a few lines."""
        return report.report(observation, events)

    def brief(self, look: Lookup, events: Sequence[Event]) -> list[Part]:
        """What happened, in a few lines, with a headline for each play."""
        return report.watched(look.observation, events, Story(look.observation.config).read(look.log[:-1]))

    def full(self, observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
        """What happened, in full sentences."""
        return report.full(observation, events)

    def pieces(self, look: Lookup, events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
        """The events, split into plays, each with its headline."""
        before = Story(look.observation.config).read(
            (n, look.observation.told(earlier)) for n, earlier in look.log[:-1]
        )
        return report.plays(look.observation, events, before)

    def points(self, observation: FootballObservation) -> list[tuple[str, str, int]]:
        """The points of each team."""
        view = observation.view
        return [(called.team(observation.names, side), str(n), n) for side, n in enumerate(view.score[:2])]

    def standings(self, observation: FootballObservation) -> list[Part]:
        """Returns no standings, because the score is already above the field."""
        return []

    def final(self, look: Lookup) -> list[Part]:
        """The winner, the box score and the drives."""
        return [*guide.ending(look.observation), Line(), *box.box(look)]

    def summary(
        self, look: Lookup, options: Mapping[str, Any], befores: Sequence[FootballObservation]
    ) -> dict[str, Any]:
        """The score, plays, drives and box score as data for other programs."""
        return box.summary(look)

    def outcome_hint(self, observation: FootballObservation, label: str, sides: int) -> str:
        """Explains how to type a die, a coin or a card."""
        return outcomes.hint(observation, label, sides)

    def read_outcome(self, observation: FootballObservation, label: str, sides: int, text: str) -> int:
        """The number of the outcome that was typed, counted from 0. Raises Trouble."""
        return outcomes.read(observation, label, sides, text)


DESK = FootballDesk()
