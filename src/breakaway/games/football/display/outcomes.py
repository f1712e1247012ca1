"""Football's Game Day cards, offense cards and coins, for people who draw and flip their own."""

from __future__ import annotations

from breakaway.core.language import _, marked, say
from breakaway.display.match_page import Outcome
from breakaway.games.football.display.kicks import beside
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.text import names as called
from breakaway.games.football.text.cards import DEFENSE_CORNERS, OFFENSE_CORNERS
from breakaway.games.football.text.words import CARD_NUMBERS, DICE

CORNER_WORDS = {"turnover": marked("turnover"), "football": marked("football")}  # by the words in the files of cards


def outcome(observation: FootballObservation, label: str, k: int) -> Outcome | None:
    """A card with its printed values, the winner of a flip, or the face of a die.

    Returns None for any die, card or coin that football does not use.

    `label` names the die or card, and `k` is its outcome, counted from 0.
    """
    names, seat = observation.names, observation.view.offense
    if label == "Game Day card":
        title, group = f"{k + 1}. {called.game_day(names, k)}", called.game_day_group(names, k)
        return Outcome(k, title, _corners(observation, k), str(k + 1), group)
    if label == "flip":
        return Outcome(k, called.team(names, k))
    if label in ("burnt card", "drawn card"):
        plays = "; ".join(called.play(names, seat, 2 * k + side) for side in (0, 1))
        group = called.formation(names, seat, observation.config.card_formation[seat][k])
        return Outcome(k, say("Card {number}", number=k + 1), plays, str(k + 1), called.capital(group))
    if label == "side":
        return Outcome(k, (_("The first play on the card"), _("The second play on the card"))[k])
    return Outcome(k, str(k + 1)) if label in DICE or label in CARD_NUMBERS else None


def _corners(observation: FootballObservation, card: int) -> str:
    """The four corners of a Game Day card: `D -1, O 2, field goal 7, punt 9`."""
    config = observation.config
    d = next(word for word, value in DEFENSE_CORNERS.items() if value == config.defense_corner[card])
    o = next(word for word, value in OFFENSE_CORNERS.items() if value == config.offense_corner[card])
    kicks = [_(beside(config, value)) for value in (config.field_goal[card], config.punt[card])]
    return say(
        "D {defense}, O {offense}, field goal {field_goal}, punt {punt}",
        defense=_(CORNER_WORDS.get(d, d)),
        offense=o.upper() if o == "td" else _(CORNER_WORDS.get(o, o)),
        field_goal=kicks[0],
        punt=kicks[1],
    )
