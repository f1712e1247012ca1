"""The state of a match, its config and its house rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from breakaway.core.observation import Observation
from breakaway.core.rulebook import number_of, one_of, switch
from breakaway.core.rules import rule
from breakaway.core.state import number, table
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.terms import GOAL

# --- The house rules.
#
# Each house rule is declared once with its default, its range, its texts and its number in the config.


off = partial(switch, False, sample=(False, False, True))
on = partial(switch, True, sample=(True, True, True, False))


EXPERT_SHEETS = {"solo_sheets": "expert"}  # the house rule below, as tools set it


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
    solo_sheets: int = one_of(
        "standard",
        {"standard": 0, "expert": 1},
        "BF-200 BF-217",
        "Solo sheets",
        "Which set of sheets the solo opponent uses. A player who always calls the strongest play beats the standard "
        "set in one match of two, and the expert set in one of three.",
        words={"standard": "standard", "expert": "expert"},
    )
    solo_decisions: int = one_of(
        "program",
        {"program": 0, "yours": 1, "book": 2, "strict": 3},
        "BF-R53",
        "Decisions of the solo opponent",
        "Who decides what the solo rules leave open for the opponent, such as flags and time outs. By the book, "
        "the player decides, and the opponent always obeys its fourth-down die. Strictly, the program also advises "
        "nothing and does only what the solo rules say.",
        words={
            "program": "the program",
            "yours": "the player",
            "book": "the player, and the die is obeyed",
            "strict": "the player, and otherwise the words of the solo rules alone",
        },
        sample=("program", "program", "yours", "book", "strict"),
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
        reads="breakaway.games.football.files.cards:read_hail_mary_cards",
        sample=(1, 2, 3, 4),
    )
    hail_mary_not_near: int = off(
        "BF-R47", "No Hail Mary near the goal", "No Hail Mary from the opponent's 15, 10 or 5."
    )
    onside_with_ability: int = off(
        "BF-R34", "Onside kicks with the kicking ability", "A kicking ability also helps onside kicks."
    )


# --- The state of a match and its config as flat data. Line 0 is the offense's own goal line; line 20 is the other.


@dataclass(slots=True)
class Football:
    """The state of a match: everything that the rules need to continue it."""

    phase: int = number()
    ended: int = number()  # number of the rule that ended the match, 0 while it goes on
    quarter: int = number()  # 1 to 4, overtime from 5
    offense: int = number()  # the seat on offense; from a score until the kick, the side that scored
    line: int = number()  # where the ball is, from the offense's own goal line
    down: int = number()
    marker: int = number()  # the next first-down line: 4, 10, 16 or the goal line 20
    score: list[int] = table(terms.SEATS)
    time_outs: list[int] = table(terms.SEATS)
    flags: list[int] = table(terms.SEATS)  # challenge flags left
    opening_kicker: int = number()  # receives the second-half kickoff (R29)
    toss_winner: int = number()
    had_ball: list[int] = table(terms.SEATS)  # 1: the seat has had the ball in this overtime
    then: int = number()  # the phase that follows once cards, quarters and discards are in order
    deck: list[int] = table(terms.DECK)  # Game Day cards still to be drawn, by kind
    # the clock
    card: list[list[int]] = table(terms.SEATS, terms.CARDS)  # where each offense card is
    used: int = number()  # cards that this drive has used in this quarter, without those brought back
    gone: int = number()  # with two sheets: cards that finished drives have used in this quarter (R43)
    given: list[int] = table(terms.SEATS)  # how many of the seat's cards are GIVEN
    owed: list[int] = table(terms.SEATS)  # cards to give up before the next drive; below 0, to take back
    returns: int = number()  # cards the offense takes back with its next call, for time outs
    untimed: int = number()  # untimed plays to come: time outs called against a sheet's offense
    bought: int = number()  # 1: the sheet's own time out makes this down untimed
    # the current down
    try_down: int = number()  # 1: an extra point or two-point try
    after_own_score: int = number()  # 1: the kicker has just scored and may kick onside
    declared: int = number()  # NONE, or the offense's public declaration: 0 for a play, otherwise its code
    call: list[int] = table(terms.SEATS)  # play of the offense, call of the defense; NONE before, UNSEEN_CALL in views
    formation: list[int] = table(
        terms.SEATS
    )  # formation of the called card, public: the offense's class, the defense's number
    ability: list[int] = table(terms.SEATS)  # 1: the ability is used with this call
    turned: list[int] = table(terms.SEATS)  # 1: the card was turned by an audible
    time_after: int = number()  # 1: the defense calls time after this play unless it is a first down; 2: in any case
    # what the two calls are worth, once revealed
    last_play: int = number()  # the code of the offense's revealed call
    play_type: int = number()
    strength: int = number()
    low: int = number()  # 1: a low-percentage pass
    minimum: int = number()  # 1: minimum gain 1
    defense_type: int = number()
    defense_value: int = number()
    breakaway: int = number()
    base: int = number()
    game_day: int = number()  # the drawn card, NONE before the draw
    ignored: int = number()  # 1: its event was challenged
    gain: int = number()  # lines gained in a breakaway so far; the return of a kick moves `line` instead
    weighed: int = number()  # 1: a sheet draws a card first, and then kicks a field goal or punts
    iced: int = number()
    coffin: int = number()
    hail_cards: int = number()  # cards still to draw for a Hail Mary
    # abilities and the solo opponent
    uses: list[int] = table(terms.SEATS)  # uses of the ability that are left; of a declared one, three bits a part
    unlocked: list[int] = table(terms.SEATS)  # likewise: how often its unlocking moment has come
    tokens: list[list[int]] = table(
        terms.SEATS, 3
    )  # spy tokens that the sheet holds against the seat's RUN (1) and PASS (2)
    spent_token: int = number()  # kind of the token spent on this down, 0 for none
    drawn_card: int = number()  # the sheet's card in the Play Call slot
    plays: int = number()  # plays from scrimmage so far


@dataclass(slots=True)
class FootballConfig(HouseRules):
    """The tables and house rules of a match as numbers. Tables for both teams have the seat as their first index."""

    icing_taken_back: int = number(default=1)  # 1: the time out is given back if an iced sheet punts (edition 2)
    time_between: int = number(default=1)  # 1: the defense calls time between downs, not with its call (edition 2)
    endings: int = number(default=1)  # 1: a solved table judges the last plays of a half (edition 3)
    late_sense: int = number(default=1)  # 1: that table also judges a sheet's own time outs, and more (edition 4)
    blocks_taken: int = number(default=1)  # 1: whoever blocks a kick has taken the ball away (edition 5)
    abilities_mended: int = number(default=1)  # 1: declared abilities as BF-R54 and BF-R55 now have them (edition 5)
    # tables of all teams
    type_kind: list[int] = table(terms.TYPES)  # RUN or PASS
    long_type: int = number(default=terms.NONE)  # this type and the next one are restricted by rules 80 and 81
    medium_type: int = number(default=terms.NONE)
    prevent_type: int = number(default=terms.NONE)
    matchup: list[list[int]] = table(terms.DEFENSE_TYPES, terms.TYPES)
    spy: list[list[int]] = table(6, 6)  # die x (strategy * 2 + kind - 1): a defense type or NONE
    # the Game Day deck, by kind of card
    copies: list[int] = table(terms.DECK)
    event: list[int] = table(terms.DECK)
    event_side: list[int] = table(terms.DECK)  # 0 offense, 1 defense; only shown, no rule reads it
    event_kind: list[int] = table(terms.DECK)  # RUN, PASS
    event_value: list[int] = table(terms.DECK)
    event_spot: list[int] = table(terms.DECK)  # a fumble's spot in lines from scrimmage, NONE: where the ball is
    event_return: list[int] = table(terms.DECK)  # 1: an interception is returned
    defense_corner: list[int] = table(terms.DECK)
    offense_corner: list[int] = table(terms.DECK)
    field_goal: list[int] = table(terms.DECK)
    punt: list[int] = table(terms.DECK)
    # the teams, by seat
    sheet: list[int] = table(terms.SEATS)  # 1: played by its solo sheets
    card_formation: list[list[int]] = table(terms.SEATS, terms.CARDS)  # class of the card's formation
    play_type: list[list[int]] = table(terms.SEATS, terms.PLAYS)
    play_strength: list[list[int]] = table(terms.SEATS, terms.PLAYS)
    play_low: list[list[int]] = table(terms.SEATS, terms.PLAYS)
    play_minimum: list[list[int]] = table(terms.SEATS, terms.PLAYS)
    defenses: list[int] = table(terms.SEATS)  # number of defense cards
    defense_formation: list[list[int]] = table(terms.SEATS, terms.DEFENSES)  # number of the formation's name
    call_type: list[list[int]] = table(terms.SEATS, terms.CALLS)  # NONE: a card with one call (R44)
    call_run: list[list[int]] = table(terms.SEATS, terms.CALLS)
    call_pass: list[list[int]] = table(terms.SEATS, terms.CALLS)
    ability: list[int] = table(terms.SEATS)
    ability_amount: list[int] = table(terms.SEATS)
    ability_uses: list[int] = table(terms.SEATS)
    parts: list[list[int]] = table(terms.SEATS, 48)  # four parts of a declared ability, twelve numbers each
    script: list[list[int]] = table(terms.SEATS, 8)  # types of play plus 1; 0: none
    # defense sheets: [seat][(class * STATES + state) * 6 + die] and [seat][(class * 3 + strategy) * 6 + die]
    front: list[list[int]] = table(terms.SEATS, 3 * terms.STATES * 6)
    back_type: list[list[int]] = table(terms.SEATS, 54)
    back_run: list[list[int]] = table(terms.SEATS, 54)
    back_pass: list[list[int]] = table(terms.SEATS, 54)
    back_formation: list[list[int]] = table(terms.SEATS, 54)
    fourth_target: list[list[int]] = table(
        terms.SEATS, 4
    )  # by milestone: own 20, midfield, the other 20, the goal line
    # offense sheets: [(distance band * 3 + down band) * 6 + die], [state], [losing, tied, winning],
    # [strategy * 6 + die], [class * 12 + code]; codes are word * 3 + suit: Mike, Smoke, Jet, Gold; Joker, Razor, Dragon
    formation_chart: list[list[int]] = table(terms.SEATS, 54)
    strategy_by_state: list[list[int]] = table(terms.SEATS, terms.STATES)
    strategy_late: list[list[int]] = table(terms.SEATS, 3)
    code_chart: list[list[int]] = table(terms.SEATS, 18)
    code_play: list[list[int]] = table(terms.SEATS, 36)  # a play of the team's cards, or AS_DRAWN
    policy: list[list[int]] = table(terms.SEATS, 24)  # what the rule book leaves to common sense: see sense.py


@dataclass(slots=True)
class FourthFootballConfig(FootballConfig):
    """The config of a match of edition 4. Its records lack the fields that say what edition 5 changed.

    In edition 4, a blocked kick was no takeaway, and the fumbled return of a blocked extra point was one. A breakaway
    already helped the pass that created it, a caught Hail Mary was no breakaway and no completed pass for an ability,
    a kneel or a Hail Mary did not end a script, and a free audible came before an illegal call and paid no spy token.
    """

    blocks_taken: int = number(default=0)
    abilities_mended: int = number(default=0)


@dataclass(slots=True)
class ThirdFootballConfig(FourthFootballConfig):
    """The config of a match of edition 3. Its records lack the fields that say what later editions changed.

    In edition 3, a sheet that was not ahead always spent its time outs before its last card. A losing sheet obeyed its
    fourth-down die unless that cost 20 percentage points or left it almost no chance, and it threw Hail Marys even
    where a field goal was enough.
    """

    late_sense: int = number(default=0)


@dataclass(slots=True)
class SecondFootballConfig(ThirdFootballConfig):
    """The config of a match of edition 2. Its records lack the fields that say what later editions changed.

    In edition 2, one table judged the whole match, and a fourth-down die was overruled only if it left next to no
    chance of winning.
    """

    endings: int = number(default=0)


@dataclass(slots=True)
class FirstFootballConfig(SecondFootballConfig):
    """The config of a match of edition 1. Its records lack the fields that say what later editions changed.

    In edition 1, a pass with a negative base gain was intercepted behind the line of scrimmage, and the time out that
    iced a sheet's kick was lost even if the sheet punted. The defense called time together with its call, for after the
    play, before it had seen the result.
    """

    interceptions_lose_ground: int = number(default=1)
    icing_taken_back: int = number(default=0)
    time_between: int = number(default=0)


FootballObservation = Observation[Football, FootballConfig]


STRICT = 3  # a value of the house rule `solo_decisions`


@rule("BF-R53")
def is_strict(config: FootballConfig) -> bool:
    """Whether sheets do only what the solo rules say, with no sense of ours."""
    return bool(config.solo_decisions == STRICT)


@rule()
def other(seat: int) -> int:
    """The other seat."""
    return 1 - seat
