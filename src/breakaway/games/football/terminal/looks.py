"""The parts that a seat sees at the terminal: the score, the field, and hands of cards."""

from __future__ import annotations

from breakaway.display.document import Figure, Grid, Line, Part
from breakaway.display.renderers import tied
from breakaway.games.football.display import cards as football_cards
from breakaway.games.football.display import standing
from breakaway.games.football.display import text as football_text
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.text import names as called
from breakaway.terminal.desk import Lookup


def in_hand(observation: FootballObservation, seat: int) -> str:
    """The number of cards that a side holds, or has in its draw pile if a sheet plays it."""
    held = standing.cards_held(observation.view, seat)
    return f"{held} in the pile" if observation.config.sheet[seat] else str(held)


def scoreboard(observation: FootballObservation) -> list[Part]:
    """The score, time outs, flags, cards and tokens of both sides, then the state of the match."""
    view = observation.view
    rows = []
    for seat in range(terms.SEATS):
        mark = ">" if seat == view.offense and football_text.has_ball(view) else " "
        row = [str(view.score[seat]), "*" * view.time_outs[seat] or "-", "*" * view.flags[seat] or "-"]
        head = f"{mark} {called.team(observation.names, seat)}"
        rows.append([head, *row, in_hand(observation, seat), *_tokens(observation, seat)])
    heads = ["", "score", "time outs", "flags", "cards", *_token_heads(observation)]
    return [Grid("", heads, rows, right=(1,)), Line(stands(observation), style="bold")]


def _token_heads(observation: FootballObservation) -> list[str]:
    return ["spy tokens"] if any(observation.config.sheet) else []


def _tokens(observation: FootballObservation, seat: int) -> list[str]:
    """The numbers of spy tokens left against runs and passes. At 0, the sheet spies on every play of that kind."""
    if not any(observation.config.sheet):
        return []
    left = standing.tokens_against(observation.view, observation.config, seat)
    return [f"run {left[0] or 'spied on'}, pass {left[1] or 'spied on'}" if left else ""]


def stands(observation: FootballObservation) -> str:
    """The state in words: `3rd quarter, 9 cards left. Lightning has 2nd and 3 lines to go at its own 35.`"""
    return standing.stands(observation.view, observation.config, observation.names, observation.seat)


def hand(observation: FootballObservation, seat: int, color: bool, width: int) -> list[Part]:
    """The offense cards in hand, and the discarded ones.

    With hidden discards, includes the cards that may be in hand.
    """
    view, config = observation.view, observation.config
    places = view.card[seat]
    held = [card for card in range(terms.CARDS) if places[card] in (terms.HAND, terms.UNSEEN)]
    parts: list[Part] = []
    if held:
        parts.append(Figure(football_cards.offense_cards(config, observation.names, seat, held, width, color)))
    else:
        parts.append(Line("No cards are in hand."))
    gone = [str(card + 1) for card in range(terms.CARDS) if places[card] in (terms.DISCARDED, terms.GIVEN)]
    if gone:
        parts.append(Line(", ".join(gone), "Discarded: ", style="dim"))
    return parts


def short(observation: FootballObservation, level: int, color: bool, width: int) -> list[Part]:
    """The field and the cards for a small screen, with cards one after another in lines.

    From `level` 2 on, the field is not drawn.
    """
    view, config, names = observation.view, observation.config, observation.names
    if view.phase not in (terms.CALL, terms.DEFENSE, terms.DISCARD):
        return []
    parts = scoreboard(observation)
    if level == 1 and football_text.has_ball(view):
        field = football_text.field(view, config, names, width, color)
        parts.append(Figure("\n".join(field.split("\n")[:FIELD_ROWS])))
    if view.phase == terms.DEFENSE:
        cards = football_cards.defense_by_line(config, names, observation.seat)
    else:
        held = [card for card in range(terms.CARDS) if view.card[observation.seat][card] in (terms.HAND, terms.UNSEEN)]
        cards = football_cards.offense_by_line(config, names, observation.seat, held)
    said = ("  ".join(map(tied, [f"{head}: {each[0]}", *each[1:]])) for head, each in cards)
    return [*parts, Line("  ".join(said) or "No cards are in hand.")]


FIELD_ROWS = 3  # yards, lines and ball, without the legend
LEGEND = (
    "R run, P pass, then the strength in lines. * has a base gain of at least 1; ? is caught only with a green (+) "
    "card."
)


def hands(look: Lookup) -> list[Part]:
    """The hands, defenses and abilities of both teams."""
    observation, parts = look.observation, list[Part]()
    for seat in sorted(range(terms.SEATS), key=lambda each: each != max(0, observation.seat)):
        sheet = observation.config.sheet[seat]
        title = f"{called.team(observation.names, seat)}, {'draw pile' if sheet else 'offense cards in hand'}"
        parts += [Line(title, style="bold"), *hand(observation, seat, look.color, look.width)]
        parts += [Line(f"{called.team(observation.names, seat)}, defense cards", style="bold")]
        parts += [Figure(football_cards.defense_cards(observation.config, observation.names, seat, look.width)), Line()]
        ability = observation.names["abilities"][seat]
        parts[-1:] = [Line(f"{ability['name']}. {ability['says']}", "Ability: "), Line()]
    return [*parts, Line(f"{LEGEND} Defense 2-4: 2 against runs, 4 against passes.", style="dim")]
