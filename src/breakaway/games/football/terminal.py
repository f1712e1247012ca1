"""The match at the terminal: the desk, guides, reports, the box score and one's own team files."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from breakaway.core.data_files import BadData
from breakaway.core.game import Order
from breakaway.core.language import UserError, many
from breakaway.core.rules import Event
from breakaway.display.document import Figure, Grid, Line, Part, Why
from breakaway.display.endings import verdict
from breakaway.display.renderers import tied
from breakaway.games.football.box.keeper import entered, in_own_words
from breakaway.games.football.display import box_score as box_of
from breakaway.games.football.display import field as football_text
from breakaway.games.football.display import hand as football_cards
from breakaway.games.football.display import log, news, question
from breakaway.games.football.display.box_score import paths
from breakaway.games.football.display.news import Story, quarter_tag
from breakaway.games.football.display.page import box_grids, matchups, why_called
from breakaway.games.football.display.question import NOTE, ask, beside, is_any_stronger
from breakaway.games.football.files.config import Library, check, schema, template
from breakaway.games.football.files.own_set import USUAL_SET, folder_of_set, read_set, shares, unseen_parts
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import DECK
from breakaway.games.football.setup import OURS, FootballSetting
from breakaway.games.football.statistics import drives_in
from breakaway.games.football.terminal_box import TerminalBox
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import DEFENSE_CORNERS, OFFENSE_CORNERS, hand_text
from breakaway.games.football.text.staff import coaches_of, drives_begun, who_decides
from breakaway.games.manifest import load
from breakaway.players.settings import Request
from breakaway.terminal.game_desk import Command, Desk, Lookup, TerminalOptions, numbered
from breakaway.terminal.prompt import Session
from breakaway.terminal.screen import Screen

# --- The parts that a seat sees at the terminal: the score, the field, and hands of cards.


def in_hand(observation: FootballObservation, seat: int) -> str:
    """The number of cards that a side holds, or has in its draw pile if a sheet plays it."""
    held = log.cards_held(observation.view, seat)
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
    left = log.tokens_against(observation.view, observation.config, seat)
    return [f"run {left[0] or 'spied on'}, pass {left[1] or 'spied on'}" if left else ""]


def stands(observation: FootballObservation) -> str:
    """The state in words: `3rd quarter, 9 cards left. Lightning has 2nd and 3 lines to go at its own 35.`"""
    return log.stands(observation.view, observation.config, observation.names, observation.seat)


def hand(observation: FootballObservation, seat: int, color: bool, width: int) -> list[Part]:
    """The offense cards in hand, and the discarded ones.

    With hidden discards, includes the cards that may be in hand.
    """
    view, config = observation.view, observation.config
    places = view.card[seat]
    held = [card for card in range(terms.CARDS) if places[card] in (terms.HAND, terms.UNSEEN)]
    fresh = [card for card in held if not called.is_entered(observation.names, seat, card)]
    held = [card for card in held if card not in fresh]
    parts: list[Part] = []
    if fresh:
        parts.append(
            Line(many("{n} card that you have not entered yet", "{n} cards that you have not entered yet", len(fresh)))
        )
    if held:
        parts.append(Figure(football_cards.offense_cards_text(config, observation.names, seat, held, width, color)))
    elif not fresh:
        parts.append(Line("No cards are in hand."))
    gone = [str(card + 1) for card in range(terms.CARDS) if places[card] in (terms.DISCARDED, terms.GIVEN)]
    if gone:
        parts.append(Line(", ".join(gone), "Discarded: ", style="dim"))
    return parts


def short_look(observation: FootballObservation, level: int, color: bool, width: int) -> list[Part]:
    """The field and the cards for a small screen, with cards one after another in lines.

    From `level` 2 on, the field is not drawn.
    """
    view, config, names = observation.view, observation.config, observation.names
    if view.phase not in (terms.CALL, terms.DEFENSE, terms.DISCARD):
        return []
    parts = scoreboard(observation)
    if level == 1 and football_text.has_ball(view):
        field = football_text.field_text(view, config, names, width, color)
        parts.append(Figure("\n".join(field.split("\n")[:FIELD_ROWS])))
    if view.phase == terms.DEFENSE:
        cards = football_cards.defense_by_line(config, names, observation.seat)
    else:
        held = [card for card in range(terms.CARDS) if view.card[observation.seat][card] in (terms.HAND, terms.UNSEEN)]
        held = [card for card in held if called.is_entered(names, observation.seat, card)]
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
        parts += [
            Figure(football_cards.defense_cards_text(observation.config, observation.names, seat, look.width)),
            Line(),
        ]
        ability = observation.names["abilities"][seat]
        parts[-1:] = [Line(f"{ability['name']}. {ability['says']}", "Ability: "), Line()]
    return [*parts, Line(f"{LEGEND} Defense 2-4: 2 against runs, 4 against passes.", style="dim")]


# --- The terminal's text for a player: welcome, questions, examples, help and the result.


TAGS = {
    terms.CALL: "",
    terms.DEFENSE: ", defense",
    terms.AUDIBLE: ", audible?",
    terms.AUDIBLE_DEFENSE: ", audible?",
    terms.CHALLENGE: ", challenge?",
    terms.CHALLENGE_DEFENSE: ", challenge?",
    terms.PENALTY: ", penalty?",
    terms.OFFENSE_PICK: ", event or corner?",
    terms.DEFENSE_PICK: ", event or corner?",
    terms.ICE: ", ice?",
    terms.KICK_EFFECT: ", kicking ability?",
    terms.TIME: ", time out?",
    terms.OFFENSE_TIME: ", time out?",
}


def welcome(observation: FootballObservation) -> list[Part]:
    """The idea of the game, for people who play it for the first time."""
    home, away = (called.team(observation.names, seat) for seat in range(terms.SEATS))
    parts: list[Part] = [
        Line(f"{home} against {away}: four quarters of 15 cards, and each play costs one. The most points win."),
        Line(
            "The field has 20 lines of five yards. On each down, the offense calls a play and the defense calls a "
            "defense. Strength minus strength is the gain in lines, and a Game Day card can change it. You have "
            "four downs to reach the next first-down line."
        ),
    ]
    for seat in range(terms.SEATS):
        ability = observation.names["abilities"][seat]
        if ability["name"] != "none":
            parts.append(
                Line(f"{ability['says']}", f"{called.team(observation.names, seat)}, {ability['name']}: ", style="dim")
            )
    return parts


def asked(observation: FootballObservation, short: bool = False) -> list[Part]:
    """The question, and what to type for each answer. `short` leaves out the meanings of the signs on cards."""
    phase = observation.view.phase
    if phase in (terms.CALL, terms.DEFENSE):
        parts = _asked_call(observation) if phase == terms.CALL else _asked_defense(observation)
        return parts[:-1] if short else parts
    if phase == terms.DISCARD:
        return _asked_discard(observation)
    found = question.answers_with_keys(observation)
    wide = max(len(word) for _, word, _ in found)
    rows: list[Part] = [Line(says, f"  {key}   {word:<{wide}}  ") for key, word, says in found]
    return [Line(question.question(observation), style="bold"), *rows]


def _asked_call(observation: FootballObservation) -> list[Part]:
    note = question.returns_note(observation)
    if note and observation.names.get("unseen"):
        back = "; ".join(entered(observation.names, observation.seat, at) for at in question.best_returns(observation))
        note = f"After the time out you take back {back}. For another card, begin with it: back draw 4, short 2."
    parts: list[Part] = [Line(note)] if note else []
    text = "   ".join(f"{key} = {says}" for key, says in question.actions(observation))
    if text:
        parts.append(Line(text, "Or  "))
    return [*parts, Line(LEGEND, style="dim")]


def cards(n: int) -> str:
    """A number of cards in words: `1 card`, `2 cards`."""
    return many("{n} card", "{n} cards", n)


def _asked_defense(observation: FootballObservation) -> list[Part]:
    found, more = ask(observation), list[str]()
    extras = {each.order for each in found.extras}
    if "special" in extras:
        more.append("add s: with your special defense")
    parts: list[Part] = [Line(question.lined_up(observation), style="bold")]
    parts += [Line("; ".join(more), "Or  ")] if more else []
    legend = "2-4 means strength 2 against runs, 4 against passes. Type matchups to see what beats what."
    return [*parts, Line(legend, style="dim")]


def _asked_discard(observation: FootballObservation) -> list[Part]:
    owed, seat = observation.view.owed[observation.seat], observation.seat
    if owed > 0:
        text = f"The other side's drive used up cards. To even up the hands, give up {cards(owed)}."
        weakest = question.weakest_cards(observation)
        parts: list[Part] = [Line(text, style="bold")]
        if observation.names.get("unseen"):
            parts.append(Line("cards that you have not entered yet; or name them: draw 4, short 2, new", "  new "))
        if weakest:
            parts.append(Line(f"the weakest: {' '.join(str(card + 1) for card in weakest)}", "  w   "))
        return parts
    back = hand_text(observation.view, seat, terms.DISCARDED), hand_text(observation.view, seat, terms.GIVEN)
    text = (
        "Because of time outs, the other side got back more cards than its drive used. To even up the hands, take back"
    )
    found = " ".join(each for each in back if each != "none")
    return [Line(f"{text} {cards(-owed)} of {found}.", style="bold")]


def invitation(observation: FootballObservation) -> str:
    """What to type, with an example that is legal now."""
    view, phase = observation.view, observation.view.phase
    if observation.names.get("unseen") and phase in (terms.CALL, terms.DEFENSE):
        return _invited_by_name(phase)
    if phase == terms.CALL:
        prefix = list(question.best_returns(observation))
        menu = observation.menu(prefix)
        plays = [code for code in menu if code < terms.PLAYS]
        example = called.side(plays[0]) if plays else "kneel"
        return f"Type a card and side, such as {example}, or one of the words above."
    if phase == terms.DEFENSE:
        return f"Type a card and side, such as {called.side(observation.menu([])[0])}."
    if phase == terms.DISCARD:
        order = _first_order(observation, abs(view.owed[observation.seat]))
        return f"Type card numbers, such as {' '.join(str(card + 1) for card in order)}."
    return f"Type {' or '.join(key for key, _, _ in question.answers_with_keys(observation))}."


def _invited_by_name(phase: int) -> str:
    """What to type in a match with people's own cards."""
    if phase == terms.CALL:
        return "Type your play by name. A new card: Shotgun: Draw 4 / Long 8, the play that touches the board first."
    return "Type your defense by name. A new card: Dime: Zone 0/5 / Blitz 0/5, the call that touches the board first."


def _first_order(observation: FootballObservation, count: int) -> list[int]:
    order: list[int] = []
    for _ in range(count):
        order.append(observation.menu(order)[0])
    return order


CALL_HELP = [
    (
        "1a           ",
        "the first play of card 1; 1b is the second. A card that you play is gone",
    ),
    (
        "fg, punt     ",
        "a field goal; a punt on fourth down. Each costs your weakest card, or the card that you name: punt 3",
    ),
    ("coffin       ", "a punt into the coffin corner: two lines shorter"),
    ("hail, kneel  ", "a Hail Mary; a kneel: it loses one line and runs the clock"),
    ("t, t 3       ", "a time out: your strongest discarded card comes back, or card 3; then you make your call"),
    ("1a q         ", "with Quick Release, if your team has it"),
]
DEFENSE_HELP = [
    ("3a           ", "the first call of defense card 3; 3b is the second. Defense cards are never used up"),
    ("3a s         ", "with your special defense, if your team has one"),
]


def help_for(observation: FootballObservation) -> list[tuple[str, str]]:
    """Explains how to answer the current question, and how a down works."""
    phase = observation.view.phase
    said = [
        (
            "",
            "On each down, the offense calls a play and the defense calls a defense. If one type beats the other, it "
            "is a breakaway. Otherwise the gain is strength minus strength. Then a Game Day card is drawn: its event "
            "applies if it is for this kind of play.",
        )
    ]
    if phase == terms.CALL and observation.view.try_down:
        return [
            *said,
            ("kick ", "the extra point, for 1 point"),
            ("1a   ", "a play from the 10, for 2 points. Use any card: afterwards it goes back where it was"),
        ]
    if phase == terms.CALL:
        return said + CALL_HELP
    if phase == terms.DEFENSE:
        return said + DEFENSE_HELP
    if phase == terms.DISCARD:
        return [
            *said,
            ("1 4 7        ", "these cards, because both sides begin a drive with equal hands"),
            ("w            ", "the weakest"),
        ]
    if not observation.is_asked():
        return said
    return [*said, *((f"{key}, {word:<12}", says) for key, word, says in question.answers_with_keys(observation))]


def ending(observation: FootballObservation) -> list[Part]:
    """The result in a sentence."""
    said, standing = verdict(observation), observation.standing
    if said is None:
        return [Line("The match is not over.")]
    points = " to ".join(map(str, sorted(standing.score, reverse=True)))
    return [Line(f"{said.winner}, {points}.", style="bold")]


# --- Reads dice, coins and Game Day cards that people roll, flip and draw themselves.


GAME_DAY = "Game Day card"
KICKS = {"b": 0, "blocked": 0}
DEFENSE_LETTERS = {**DEFENSE_CORNERS, "t": DEFENSE_CORNERS["turnover"]}
OFFENSE_LETTERS = {**OFFENSE_CORNERS, "f": OFFENSE_CORNERS["football"]}


def hint(observation: FootballObservation, label: str, sides: int) -> str:
    """Explains how to type this die, coin or card."""
    if label == GAME_DAY and observation.names.get("unseen"):
        return "its title, or what stands on it: run +2, d 0, o 1, fg 7, punt 9"
    if label == GAME_DAY:
        return "number, title or corners, such as -1 2 7 9; deck lists them"
    if label == "flip":
        return f"the winner: 1 {called.team(observation.names, 0)}, 2 {called.team(observation.names, 1)}"
    if label == "side":
        return "flip a coin: 1 for the first play on the card, 2 for the second"
    if label in ("burnt card", "drawn card"):
        return "an offense card of the sheet, 1 to 15"
    return f"1 to {sides}"


def read(observation: FootballObservation, label: str, sides: int, text: str) -> int:
    """The outcome that was typed, counted from 0. Raises UserError."""
    words = " ".join(text.split()).casefold()
    if label == "flip":
        for seat in (0, 1):
            if words in (called.team(observation.names, seat).casefold(), ("home", "away")[seat]):
                return seat
    if label == "side" and words in ("a", "b"):
        return "ab".index(words)
    if label != GAME_DAY:
        return numbered(label, sides, text)
    if words.isascii() and words.isdigit():
        return numbered(label, cards_in(observation.config), words)
    return card_by_text(observation, words)


def cards_in(config: FootballConfig) -> int:
    """The number of kinds of Game Day cards in the deck."""
    return max((card + 1 for card in range(DECK) if config.copies[card]), default=0)


def card_by_text(observation: FootballObservation, words: str) -> int:
    """The card with these corners, or with these words in its title. Raises UserError unless exactly one card fits."""
    corners = corners_of(words)
    if corners is not None:
        found = [card for card in range(cards_in(observation.config)) if printed(observation.config, card) == corners]
    else:
        found = [
            card
            for card in range(cards_in(observation.config))
            if words in called.game_day(observation.names, card).casefold()
        ]
    there = [card for card in found if observation.view.deck[card]] or found
    if len(there) == 1:
        return there[0]
    if not there:
        raise UserError(f"no card in the deck matches {words[:40]!r}; type 'deck' to see all cards")
    listed = "; ".join(f"{card + 1} {called.game_day(observation.names, card)}" for card in there[:12])
    raise UserError(f"{len(there)} cards match; type one of these numbers: {listed}{' ...' if len(there) > 12 else ''}")


def corners_of(words: str) -> tuple[int, int, int, int] | None:
    """The four corners, read from `-1 2 7 9` or `d -1, o 2, fg 7, punt 9`. None for any other text."""
    parts = re.sub(r"\b(?:d|o|fg|punt)\s*(?=\S)", "", words.replace(",", " ")).split()
    if len(parts) != 4:
        return None
    d, o, kick, punt = parts
    values = DEFENSE_LETTERS.get(d.removeprefix("+")), OFFENSE_LETTERS.get(o.removeprefix("+"))
    kicks = [
        KICKS.get(each, int(each) if each.isascii() and each.isdigit() and len(each) < 4 else -1)
        for each in (kick, punt)
    ]
    if values[0] is None or values[1] is None or -1 in kicks:
        return None
    return values[0], values[1], kicks[0], kicks[1]


def printed(config: FootballConfig, card: int) -> tuple[int, int, int, int]:
    """The four corners of a card."""
    return config.defense_corner[card], config.offense_corner[card], config.field_goal[card], config.punt[card]


def corner_text(card: tuple[int, int, int, int]) -> tuple[str, str, str, str]:
    """The four corners as people type them."""
    d = next(word for word, value in DEFENSE_CORNERS.items() if value == card[0])
    o = next(word for word, value in OFFENSE_CORNERS.items() if value == card[1])
    return d, o.upper() if o == "td" else o, str(card[2] or "blocked"), str(card[3] or "blocked")


def deck(look: Lookup) -> list[Part]:
    """All Game Day cards with their numbers, and how many of each are left."""
    observation = look.observation
    rows = []
    for card in range(cards_in(observation.config)):
        if not called.game_day(observation.names, card).strip():
            continue  # people play with their own cards, and nobody has seen this one
        left = f"{observation.view.deck[card]} of {observation.config.copies[card]}"
        shown = *corner_text(printed(observation.config, card))[:2], *kick_texts(observation.config, card)
        names = zip(("defense_corner", "offense_corner", "field_goal", "punt"), shown, strict=True)
        corners = ["?" if called.is_open(observation.names, name, card) else says for name, says in names]
        rows.append([str(card + 1), left, *corners, called.game_day(observation.names, card)])
    note = "d: the defense's corner, o: the offense's; fg and punt: the values for kicks"
    if observation.names.get("unseen"):
        unseen = len(observation.names["unseen"]["deck"])
        note += ". " + many("{n} card has not been seen yet", "{n} cards have not been seen yet", unseen)
    if is_any_stronger(observation.config):
        note += f", {NOTE}"
    heads = ["card", "left", "d", "o", "fg", "punt", "title and event"]
    return [Grid("", heads, rows, note=f"{note}.", right=(0, 1))]


def kick_texts(config: FootballConfig, card: int) -> tuple[str, str]:
    """A card's values for kicks, each followed in parentheses by the value with the kicking ability."""
    return beside(config, config.field_goal[card]), beside(config, config.punt[card])


# --- What happened, in a few lines: the calls, the card, the result.


def report(observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
    """A brief report on the events of a turn."""
    lines = news.briefs(observation, observation.told(events))
    return [Line(line.text, "  ", line.style) for line in lines]


def watched(observation: FootballObservation, events: Sequence[Event], story: Story) -> list[Part]:
    """A brief report on the events of a turn for spectators, with a headline for each play."""
    parts: list[Part] = []
    pending: list[Event] = []
    ahead: list[Event] = []
    for each in observation.told(events):
        if each.rule in happened.BEFORE_PLAY or (ahead and each.rule in happened.GOES_AHEAD):
            ahead.append(each)
            continue
        if each.rule in happened.HEADED:
            parts += report(observation, pending)
            pending, ahead = ahead, []
            parts.append(Line(news.headline(observation.names, story, each.rule in happened.FROM_TEE), style="bold"))
        pending.append(each)
        story.take(each)
    return [*parts, *report(observation, [*pending, *ahead])]


def plays(observation: FootballObservation, events: Sequence[Event], story: Story) -> list[tuple[str, Sequence[Event]]]:
    """Splits a turn into plays, each with its headline."""
    return news.plays(observation.told(events), observation.names, story)


def full(observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
    """The full sentence of every event, with its rule id."""
    return [Line(_sentence(observation, each), "  ", whys=(Why(each.rule),)) for each in observation.told(events)]


def _sentence(observation: FootballObservation, each: Event) -> str:
    """An event as a sentence."""
    text = observation.game.words.event(each, observation.names, observation.config)
    return in_own_words(observation, each, text)


# --- The box score and the drives, from the rows of plays.


def box(look: Lookup) -> list[Part]:
    """The points by quarter, then the box score, then the drives."""
    rows, view, names = look.played(), look.observation.view, look.observation.names
    drives = box_of.drives(drives_in(rows, view), names)
    parts: list[Part] = []
    for grid in box_grids(names, *box_of.line_score(rows, view, names), box_of.figures(rows), drives):
        parts += [Line(), grid] if parts else [grid]
    return parts


def summary(look: Lookup) -> dict[str, Any]:
    """The score, plays, box score and drives as data for other programs."""
    return box_of.summary(look.played(), look.observation.view, look.observation.names)


# --- The `why` command, which shows how the sheets made their last calls, with the chart and die of each step.


def why(look: Lookup) -> list[Part]:
    """The latest calls of the sheets: the offense's last play, its current call, and the defense's last call."""
    told = [each for _, events in look.log for each in look.observation.told(events)]
    parts: list[Part] = []
    for path in paths(told, look.observation.names):
        parts += [*([Line()] if parts else []), why_called(look.observation, path)]
    return parts or [Line("The sheets have not made a call yet. This command shows how they decide.")]


# --- Football's desk: everything that the terminal needs from this game, in one place.


class FootballDesk(FootballSetting, Desk):
    """Breakaway Football at the terminal."""

    manner = TerminalOptions(
        verb="play",
        end="The final score",
        turns_have_heads=False,
        open_news=True,
        secret="This is secret. Other side, look away.",
    )
    commands: Mapping[str, Command] = {
        "hands": Command("the cards of both teams", hands),
        "matchups": Command("which defense beats which play", lambda look: [matchups(look.observation)]),
        "box": Command("the box score: points, plays, lines, drives", box),
        "why": Command("how a team's sheets made their last call: dice, chart, row, column", why),
        "deck": Command("the Game Day cards, and which of them are still in the deck", deck),
    }

    def welcome(self, observation: FootballObservation, options: dict[str, Any]) -> list[Part]:
        """The idea of the game in a few sentences."""
        return welcome(observation)

    def field(self, observation: FootballObservation, color: bool, width: int) -> list[Part]:
        """The score and the field."""
        parts = scoreboard(observation)
        if football_text.has_ball(observation.view):
            parts += [
                Line(),
                Figure(football_text.field_text(observation.view, observation.config, observation.names, width, color)),
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
            return short_look(observation, short, color, width) + asked(observation, short=True)
        phase = observation.view.phase
        parts = (
            self.field(observation, color, width)
            if again or phase in (terms.CALL, terms.DEFENSE, terms.DISCARD)
            else []
        )
        if parts:
            parts.append(Line())
        if phase in (terms.CALL, terms.DISCARD):
            parts += hand(observation, observation.seat, color, width)
        elif phase == terms.DEFENSE:
            parts += [
                Figure(
                    football_cards.defense_cards_text(observation.config, observation.names, observation.seat, width)
                )
            ]
        return parts + asked(observation)

    def invitation(self, observation: FootballObservation, draft: Order) -> str:
        """What to type, with an example that is legal now."""
        return invitation(observation)

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
            return f"{quarter}, the try{TAGS.get(view.phase, '')}"
        at = called.at_spot_of(observation.names, view.offense, view.line, called.HEADING)
        down = f"{called.ordinal(view.down)} and {view.marker - view.line} at {at}"
        return f"{quarter}, {down}{TAGS.get(view.phase, '')}"

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
        return [Line(f"{question.shown_across(observation)} An audible?")] if asks else []

    def openly(self, observation: FootballObservation) -> list[Order]:
        """The order that leaves the card as it is. Giving this order openly reveals nothing, because everyone hears an
        audible.
        """
        return [[0]] if observation.view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE) else []

    def help(self, observation: FootballObservation) -> list[tuple[str, str]]:
        """Explains how to type choices."""
        return help_for(observation)

    def tidy(self, observation: FootballObservation, text: str) -> str:
        """Replaces typed keys with the full words."""
        return question.tidy(observation, text)

    def report(self, observation: FootballObservation, events: Sequence[Event], mine: list[int]) -> list[Part]:
        """What happened, in a few lines."""
        return report(observation, events)

    def brief(self, look: Lookup, events: Sequence[Event]) -> list[Part]:
        """What happened, in a few lines, with a headline for each play."""
        return watched(look.observation, events, Story(look.observation.config).read(look.log[:-1]))

    def full(self, observation: FootballObservation, events: Sequence[Event]) -> list[Part]:
        """What happened, in full sentences."""
        return full(observation, events)

    def pieces(self, look: Lookup, events: Sequence[Event]) -> list[tuple[str, Sequence[Event]]]:
        """The events, split into plays, each with its headline."""
        before = Story(look.observation.config).read(
            (n, look.observation.told(earlier)) for n, earlier in look.log[:-1]
        )
        return plays(look.observation, events, before)

    def points(self, observation: FootballObservation) -> list[tuple[str, str, int]]:
        """The points of each team."""
        view = observation.view
        return [(called.team(observation.names, side), str(n), n) for side, n in enumerate(view.score[:2])]

    def standings(self, observation: FootballObservation) -> list[Part]:
        """Returns no standings, because the score is already above the field."""
        return []

    def final(self, look: Lookup) -> list[Part]:
        """The winner, the box score and the drives."""
        return [*ending(look.observation), Line(), *box(look)]

    def summary(
        self, look: Lookup, options: Mapping[str, Any], befores: Sequence[FootballObservation]
    ) -> dict[str, Any]:
        """The score, plays, drives and box score as data for other programs."""
        return summary(look)

    def coaches(self, options: Mapping[str, Any], seat: int) -> list[str]:
        """The two coaches of a side, if it has two."""
        return coaches_of(options, seat)

    def decider(self, look: Lookup, options: Mapping[str, Any], seat: int) -> str:
        """Which of a side's two coaches decides now. By drives, the log of `look` says how many there were."""
        return who_decides(options, look.observation.view, seat, drives_begun(look.log, seat))

    def at_home(self, request: Request) -> Request:
        """With real dice and cards, people play with the set of their own cards, unless they asked for ours."""
        asked = request["box"]
        if asked is None and (not request.physical or request["teams"] is not None):
            return request
        if asked == OURS:
            return request
        return request.model_copy(update={"box": str(folder_of_set(asked or USUAL_SET))})

    def owner(self, session: Session) -> TerminalBox | None:
        """What remembers the cards that people read out, in a match with a set of their own."""
        return TerminalBox(session) if "box" in session.match.record.header["options"] else None

    def outcome_hint(self, observation: FootballObservation, label: str, sides: int) -> str:
        """Explains how to type a die, a coin or a card."""
        return hint(observation, label, sides)

    def read_outcome(self, observation: FootballObservation, label: str, sides: int, text: str) -> int:
        """The number of the outcome that was typed, counted from 0. Raises UserError."""
        return read(observation, label, sides, text)


DESK = FootballDesk()


# --- `breakaway teams`: checks, creates and lists your own teams, cards and sheets.


WARNING = ": warning: "


def check_set(screen: Screen, folder: Path) -> bool:
    """Says what is still unknown of a set of people's own cards, or what is wrong with it. Returns whether it can be
    read.
    """
    try:
        own = read_set(folder)
    except BadData as error:
        screen.say(str(error))
        return False
    rows = [[what, f"{known} of {most}", "whole" if known == most else ""] for what, known, most in shares(own)]
    screen.show([Grid(f"The set {own.name}: what is known", ["", "known", ""], rows, right=())])
    for parts in unseen_parts(own):
        screen.say(parts)
    return True


def check_files(files: list[str]) -> int:
    """Prints what is wrong with each file, or what is unknown of a set. Returns 1 if one has a mistake; warnings do not
    count. Raises UserError.
    """
    screen, bad = Screen(), 0
    for file in files:
        path = Path(file)
        if not path.exists() and re.fullmatch(r"[\w-]+", file):
            path = folder_of_set(file)
        if path.is_dir():
            bad += not check_set(screen, path)
            continue
        if not path.is_file():
            raise UserError(f"{file}: there is no such file")
        found = check(path)
        mistakes = [text for text in found if WARNING not in text]
        bad += bool(mistakes)
        for text in found:
            screen.say(text)
        if not mistakes:
            screen.say(
                f"{file}: no mistakes" + (", " + many("{n} warning", "{n} warnings", len(found)) if found else "")
            )
    return 1 if bad else 0


def new_team(name: str | None) -> None:
    """Prints the template, or writes it as NAME.toml with the schema beside it. Raises UserError."""
    screen = Screen()
    if name is None:
        screen.out.write(template())
        return
    id_ = name.removesuffix(".toml")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", id_):
        raise UserError(f"a team's file name may contain only letters, digits, - and _, not {name!r}")
    path, beside = Path(f"{id_}.toml"), Path("team.schema.json")
    if path.exists():
        raise UserError(f"{path} already exists; choose another name")
    title = id_.replace("_", " ").title()
    path.write_text(template().replace('name = "Comets"', f'name = "{title}"'), encoding="utf-8")
    if not beside.exists():
        beside.write_text(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    screen.say_whole(f"Written: {path}, and {beside} for editors that check the file while you type.")
    screen.say_whole(f"Check it:  breakaway teams check {path}")
    screen.say_whole(f"Play with: breakaway play football --teams . --team {id_}")


def list_teams(folder: str | None) -> None:
    """Lists the teams: the name to type, the full name, the ability and a description. Raises UserError."""
    screen = Screen()
    try:
        library = Library(Path(folder) if folder else None)
        rows = []
        for name in sorted(library.teams):
            team = library.team(name)
            solo = "" if team.has_sheets else " (no solo sheets)"
            rows.append([name, team.file.name + solo, team.file.ability.name, team.file.says])
    except BadData as error:
        raise UserError(str(error)) from None
    screen.show([Grid("", ["called", "team", "ability", "in a line"], rows, right=())])


# --- `breakaway teams`: the commands for your own teams, cards and solo sheets.


app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Football: your own teams, cards and solo sheets.",
)
TeamFiles = Annotated[
    list[str],
    typer.Argument(help="Team files, a deck.toml, a matchups.toml, or a set of your own cards.", metavar="FILE..."),
]
NewTeam = Annotated[
    str | None,
    typer.Argument(help="Writes NAME.toml into this folder. Without NAME, it prints the template.", metavar="[NAME]"),
]
Folder = Annotated[str | None, typer.Option("--teams", help="A folder with your own teams.", metavar="FOLDER")]


@app.command("check")
def check_teams(files: TeamFiles) -> None:
    """Check your own files. Lists every mistake with its file, card and field, and exits with 1 if there are any.

    Of a set that you play with (--box), it says what is still unseen.
    """

    raise typer.Exit(check_files(files))


@app.command("new")
def new_team_command(name: NewTeam = None) -> None:
    """Write a commented team file to start from."""

    new_team(name)


@app.command("list")
def list_teams_command(folder: Folder = None) -> None:
    """List the teams."""

    list_teams(folder)


@app.command("rate")
def rate_command(
    team: Annotated[str, typer.Argument(help="A team, or the file of your own team.", metavar="TEAM")],
    folder: Folder = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by", help="Who plays both sides: sheet, champion. Default: first one, then the other.", metavar="A,B"
        ),
    ] = None,
    pairs: Annotated[
        int | None,
        typer.Option(
            "--pairs",
            help="Pairs of matches against each team. Default: 1,000 by sheets, 50 by champion.",
            metavar="N",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="Any number. The same number gives the same dice and cards.")] = 1,
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep", help="Keep what is played in this file. The same command goes on there.", metavar="FILE"
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="The number of threads. Default: one per processor.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Say whether a team is too strong, and which cards carry it. Plays matches for a few minutes; Ctrl-C stops."""

    rate = load("breakaway.games.football.lab.rate:rate")  # the lab can be left out of an installation
    raise typer.Exit(rate(team, folder, by, pairs, seed, keep, workers, as_json))
