"""The terminal's text for a player: welcome, questions, examples, help and the result."""

from __future__ import annotations

from breakaway.core.language import many
from breakaway.display.document import Line, Part
from breakaway.display.endings import verdict
from breakaway.games.football.display import choices
from breakaway.games.football.display.ask import ask
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.terminal.looks import LEGEND
from breakaway.games.football.text import names as called
from breakaway.games.football.text.orders import TIMES, hand_text

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
    found = choices.answers(observation)
    wide = max(len(word) for _, word, _ in found)
    rows: list[Part] = [Line(says, f"  {key}   {word:<{wide}}  ") for key, word, says in found]
    return [Line(choices.question(observation), style="bold"), *rows]


def _asked_call(observation: FootballObservation) -> list[Part]:
    note = choices.returns_note(observation)
    parts: list[Part] = [Line(note)] if note else []
    text = "   ".join(f"{key} = {says}" for key, says in choices.actions(observation))
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
    if TIMES[2] in extras:
        more.append("add t: time out after the play; add u: the same, unless it is a first down")
    parts: list[Part] = [Line(choices.lined_up(observation), style="bold")]
    parts += [Line("; ".join(more), "Or  ")] if more else []
    legend = "2-4 means strength 2 against runs, 4 against passes. Type matchups to see what beats what."
    return [*parts, Line(legend, style="dim")]


def _asked_discard(observation: FootballObservation) -> list[Part]:
    owed, seat = observation.view.owed[observation.seat], observation.seat
    if owed > 0:
        text = f"The other side's drive used up cards. To even up the hands, give up {cards(owed)}."
        weakest = choices.weakest(observation)
        parts: list[Part] = [Line(text, style="bold")]
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
    if phase == terms.CALL:
        prefix = list(choices.best_returns(observation))
        menu = observation.menu(prefix)
        plays = [code for code in menu if code < terms.PLAYS]
        example = called.side(plays[0]) if plays else "kneel"
        return f"Type a card and side, such as {example}, or one of the words above."
    if phase == terms.DEFENSE:
        return f"Type a card and side, such as {called.side(observation.menu([])[0])}."
    if phase == terms.DISCARD:
        order = _first_order(observation, abs(view.owed[observation.seat]))
        return f"Type card numbers, such as {' '.join(str(card + 1) for card in order)}."
    return f"Type {' or '.join(key for key, _, _ in choices.answers(observation))}."


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
    return [*said, *((f"{key}, {word:<12}", says) for key, word, says in choices.answers(observation))]


def ending(observation: FootballObservation) -> list[Part]:
    """The result in a sentence."""
    said, standing = verdict(observation), observation.standing
    if said is None:
        return [Line("The match is not over.")]
    points = " to ".join(map(str, sorted(standing.score, reverse=True)))
    return [Line(f"{said.winner}, {points}.", style="bold")]
