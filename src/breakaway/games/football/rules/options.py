"""The house rules.

Each house rule is declared once with its default, its range, its texts and its number in the config.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from breakaway.core.rulebook import number_of, one_of, switch
from breakaway.games.football.rules.terms import GOAL

off = partial(switch, False, sample=(False, False, True))
on = partial(switch, True, sample=(True, True, True, False))


@dataclass(slots=True)
class HouseRules:
    """The house rules of a match as numbers, in the order in which records list them."""

    flags: int = number_of(
        2,
        0,
        9,
        "BF-R19",
        "Challenge flags",
        "The number of challenge flags that each team starts with.",
        sample=(2, 1, 0, 3),
    )
    prevent_halves_all: int = off(
        "BF-R2",
        "Runs against Prevent are halved, too",
        "The Prevent defense halves the strength of runs as well as passes.",
    )
    kickoff_one_touchback: int = off(
        "BF-R4",
        "Kickoff corner 1 is a touchback",
        "A kickoff corner of 1 is a touchback instead of a return to the 15.",
    )
    minus_stops: int = off("BF-R5", "Corner -1 ends a breakaway", "A corner of -1 ends a breakaway, just as a 0 does.")
    event_fumble_after_gain: int = off(
        "BF-R7", "Fumbles after the base gain", "A fumble caused by an event happens where the base gain ends."
    )
    interceptions_lose_ground: int = off(
        "BF-096",
        "Interceptions can lose ground",
        "An intercepted pass with a negative base gain is lost behind the line of scrimmage, even in the end zone.",
    )
    free_kick_block_stands: int = off(
        "BF-R10",
        "Free kicks can be blocked",
        "A free kick is blocked if its card shows a blocked kick. Without this rule, another card is drawn.",
    )
    missed_kick_at_20: int = off(
        "BF-R12",
        "Ball at the 20 after a missed field goal",
        "After a missed field goal, the opponent starts at its own 20 or farther out.",
    )
    automatic_first_moves_marker: int = off(
        "BF-R16",
        "Automatic first down moves the marker",
        "An automatic first down moves the marker to the next first-down line.",
    )
    illegal_call_forbidden: int = off(
        "BF-R18", "Illegal calls are refused", "The table refuses an illegal call instead of penalizing it."
    )
    low_percentage_ignored_complete: int = off(
        "BF-R22",
        "Low-percentage pass complete without an event",
        "A low-percentage pass is complete if the card's event does not apply to it.",
    )
    spy_at_once: int = off(
        "BF-R23", "Spy active immediately", "The spy is already active during the play that spends the last token."
    )
    winner_chooses: int = off(
        "BF-R30", "Winner of the flip chooses", "The winner of the flip chooses whether to kick or to receive."
    )
    overtime: int = on("BF-184", "Overtime", "A game tied after four quarters goes to overtime.")
    sudden_death: int = off("BF-191", "Sudden death", "In overtime, the first team to score wins.")
    sudden_death_draw: int = off(
        "BF-R32",
        "Sudden death can end in a tie",
        "Sudden death lasts one period; if the score is still tied, the game ends in a tie.",
    )
    late_incompletions: int = off(
        "BF-192 BF-R33",
        "Late incompletions cost no card",
        "In the last five cards of a half, an incomplete pass does not cost a card.",
    )
    defensive_two: int = off(
        "BF-R36",
        "Two points for the defense",
        "On a try, the defense scores two points if it returns a turnover to the end zone.",
    )
    reshuffle_each_quarter: int = off(
        "BF-R37", "Reshuffle each quarter", "The Game Day deck is also shuffled at the start of each quarter."
    )
    coffin: int = on("BF-193", "Coffin-corner punts", "The offense may aim a punt at the coffin corner.")
    ice: int = on("BF-195 BF-R41", "Icing the kicker", "The defense may ice the kicker.")
    hidden_discards: int = off(
        "BF-R46", "Hidden discards", "Cards that a team discards to even up the hands stay secret."
    )
    audibles: int = on("BF-085", "Audibles", "Players may call audibles, but never against a solo sheet.")
    spy_tokens: int = number_of(
        4,
        0,
        20,
        "BF-068",
        "Spy tokens",
        "The number of spy tokens of each color against a solo sheet. Fewer tokens make the game harder.",
        sample=(4, 2, 0, 6),
    )
    regain: int = one_of(
        "book",
        {"never": 0, "book": 1, "all": 2},
        "BF-067",
        "Regaining flags",
        "Whether a human player's team regains flags by creating a breakaway.",
        words={"book": "as in the rule book"},
        sample=("book", "all", "never"),
    )
    legacy_red_zone: int = off(
        "BF-238", "Older Red Zone cards", "A team's older Red Zone cards, not its sheets, call its defense."
    )
    hail_mary_cards: list[int] = number_of(
        1,
        1,
        5,
        "BF-R35",
        "Hail Mary cards",
        "How many cards are drawn for a Hail Mary: 1 to 5, a number for each zone of the field (1/1/2/3), "
        "or the name of a table.",
        length=GOAL,  # a number for each line
        zones=(
            "from its own 5 to the 15",
            "from its own 20 to the 45",
            "from the 50 to the opponent's 25",
            "from the opponent's 20 to the 5",
        ),
        reads="breakaway.games.football.files.hail_mary:read_hail_mary_cards",
        sample=(1, 2, 3, 4),
    )
    hail_mary_not_near: int = off(
        "BF-R47", "No Hail Mary near the goal", "No Hail Mary from the opponent's 15, 10 or 5."
    )
    onside_with_ability: int = off(
        "BF-R34", "Onside kicks with the kicking ability", "A kicking ability also helps onside kicks."
    )
