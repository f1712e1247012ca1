"""The house rules. Each is declared once with its default, its range, its texts and its number in the config."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from breakaway.core.options import number_of, one_of, switch
from breakaway.games.football.rules.terms import GOAL

off = partial(switch, False, sample=(False, False, True))
on = partial(switch, True, sample=(True, True, True, False))


@dataclass(slots=True)
class HouseRules:
    """The house rules of a match as numbers, in the order in which records list them."""

    flags: int = number_of(2, 0, 9, "BF-R19", "Flags", "Challenge flags of each team.", sample=(2, 1, 0, 3))
    prevent_halves_all: int = off("BF-R2", "Prevent halves all", "Prevent halves runs too.")
    kickoff_one_touchback: int = off(
        "BF-R4", "Kickoff one touchback", "A kickoff corner of 1 may be taken as a touchback."
    )
    minus_stops: int = off("BF-R5", "Minus stops", "A corner of -1 ends a breakaway, as a 0 does.")
    event_fumble_after_gain: int = off(
        "BF-R7", "Event fumble after gain", "An event's fumble lies where the base gain ends."
    )
    free_kick_block_stands: int = off("BF-R10", "Free kick block stands", "A free kick can be blocked.")
    missed_kick_at_20: int = off(
        "BF-R12",
        "Missed kick at 20",
        "After a missed field goal the opponent has the ball at its own 20 or farther out.",
    )
    automatic_first_moves_marker: int = off(
        "BF-R16", "Automatic first moves marker", "An automatic first down moves the marker."
    )
    illegal_call_forbidden: int = off(
        "BF-R18", "Illegal call forbidden", "An illegal call is refused instead of penalized."
    )
    low_percentage_ignored_complete: int = off(
        "BF-R22",
        "Low percentage ignored complete",
        "An event that is not for the pass leaves a low-percentage pass complete.",
    )
    spy_at_once: int = off("BF-R23", "Spy at once", "The spy is already on for the play that takes the last token.")
    winner_chooses: int = off("BF-R30", "Winner chooses", "The winner of the flip chooses to kick or to receive.")
    overtime: int = on("BF-184", "Overtime", "A tie after four quarters is played off.")
    sudden_death: int = off("BF-191", "Sudden death", "In overtime the first score wins.")
    sudden_death_draw: int = off(
        "BF-R32", "Sudden death draw", "Sudden death ends with its first period; level scores are then a draw."
    )
    late_incompletions: int = off(
        "BF-192 BF-R33", "Late incompletions", "In the last five cards of a half an incompletion costs no card."
    )
    defensive_two: int = off("BF-R36", "Defensive two", "The defense scores two by returning a turnover on a try.")
    reshuffle_each_quarter: int = off(
        "BF-R37", "Reshuffle each quarter", "The Game Day deck is shuffled at the start of each quarter, too."
    )
    coffin: int = on("BF-193", "Coffin", "A punt may be aimed at the coffin corner.")
    ice: int = on("BF-195 BF-R41", "Ice", "The defense may ice the kicker.")
    hidden_discards: int = off(
        "BF-R46", "Hidden discards", "The cards that are given up to even the clock stay secret."
    )
    audibles: int = on("BF-085", "Audibles", "People may turn their cards by an audible; never against a sheet.")
    spy_tokens: int = number_of(
        4,
        0,
        20,
        "BF-068",
        "Spy tokens",
        "Spy tokens of each color for a sheet; fewer make it harder for people.",
        sample=(4, 2, 0, 6),
    )
    regain: int = one_of(
        "book",
        {"never": 0, "book": 1, "all": 2},
        "BF-067",
        "Regain",
        "Whether a team of people gets flags back for a breakaway.",
        words={"book": "as the book has it"},
        sample=("book", "all", "never"),
    )
    legacy_red_zone: int = off("BF-238", "Legacy red zone", "A team's older Red Zone cards call the sheet's defense.")
    hail_mary_cards: list[int] = number_of(
        1,
        1,
        5,
        "BF-R35",
        "Hail mary cards",
        "Cards of a Hail Mary: 1 to 5; or 1/1/2/3, a number for each zone of the field; or a table's name.",
        length=GOAL,  # one number for each line
        zones=(
            "from the own 5 to 15",
            "from the own 20 to 45",
            "from the 50 to the opponent's 25",
            "from the opponent's 20 to 5",
        ),
        reads="breakaway.games.football.files.hail_mary:read_hail_mary_cards",
        sample=(1, 2, 3, 4),
    )
    hail_mary_not_near: int = off(
        "BF-R47", "No Hail Mary near the goal", "No Hail Mary from the opponent's 15, 10 and 5."
    )
    onside_with_ability: int = off(
        "BF-R34", "Onside kicks with the kicking ability", "A kicking ability counts for onside kicks, too."
    )
