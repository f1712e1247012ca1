"""The numbers that represent phases, calls, cards, events and abilities in states, tables and choices.

Records hold them, so none of them ever changes; tests/records/numbers.toml lists them all.
"""

SEATS, CARDS, PLAYS, DEFENSES, CALLS, DECK = 2, 15, 30, 10, 20, 54
TYPES, DEFENSE_TYPES = 10, 9
GOAL = 20  # lines from goal line to goal line; a line is five yards
NONE = 99  # no play, call or card; never -1

# Phases: what comes next. In some of them a seat is asked only if it has something to choose (contract.choosers).
START, TOSS, KICK, DISCARD, TIME, CALL, DEFENSE, AUDIBLE, AUDIBLE_DEFENSE, REVEAL = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
CHALLENGE, CHALLENGE_DEFENSE, PENALTY, OFFENSE_PICK, DEFENSE_PICK, CHAIN = 11, 12, 13, 14, 15, 16
ICE, FIELD_GOAL, PUNT, PUNT_RETURN, FREE_KICK, KICK_CHAIN, HAIL_MARY = 17, 18, 19, 20, 21, 22, 23
SOLO_CALL, SOLO_DEFENSE, BETWEEN, OVER = 24, 25, 26, 27
KICK_EFFECT, OFFENSE_TIME = 28, 29
PHASES = range(START, OFFENSE_TIME + 1)

RUN, PASS = 1, 2  # kinds of play
RUN_HEAVY, BALANCED, PASS_HEAVY = 0, 1, 2  # formation classes
NEITHER, OFFENSE_WINS, DEFENSE_WINS = 0, 1, 2  # which side wins a matchup

# Events on Game Day cards. A modifier is green above 0 and red below.
NO_EVENT, MODIFIER, INCOMPLETE, TURNOVER, FALSE_START, HOLDING, EVENT_TOUCHDOWN = 0, 1, 2, 3, 4, 5, 6
# Corners: -2 to 3 are lines. These two are a touchdown and a football (for the defense: a turnover).
TOUCHDOWN_CORNER, FOOTBALL = 50, 60
BLOCKED = 0  # a field goal or punt value
ONSIDE_KEPT = 8  # the lowest field goal value that lets the kickers recover an onside kick
EXTRA_POINT_GOOD = 3  # the lowest field goal value that makes an extra point good

# Codes of the offense's call: plays are 0 to 29 (card * 2 + side), then come these.
FIELD_GOAL_CALL, PUNT_CALL, COFFIN_CALL, HAIL_MARY_CALL, KNEEL_CALL, TIME_OUT_CALL = 30, 31, 32, 33, 34, 35
OFFENSE_CODES = TIME_OUT_CALL + 1

# Where an offense card is. A player's cards: HAND, DISCARDED (public), GIVEN (given up to even the clock; secret
# under hidden_discards). The sheets' cards: HAND is the draw pile, SPENT and BURNT the piles of the solo board.
HAND, DISCARDED, GIVEN, SPENT, BURNT, UNSEEN = 0, 1, 2, 3, 4, 5

# Abilities of teams (BF-009 to BF-012, and further ones)
NO_ABILITY = 0
KICKING = 1  # amount: added to field goal and punt values of every kick that is not blocked
FORCE_TURNOVER = 2  # uses per game: a Defense Breakaway is a turnover, instead of event or corner
QUICK_RELEASE = 3  # uses: a pass that no Defense Breakaway beats; a rushing touchdown gives all uses back
SPECIAL_DEFENSE = 4  # amount, uses per drive once a turnover has unlocked it: added to the defense's strength
GOAL_LINE_STAND = 5  # amount: added to the defense's strength on its own 15, 10 and 5
FOURTH_DOWN = 6  # amount: added to a play's base on fourth down
SHORT_YARDAGE = 7  # amount: added to a run's base with one line to go
EXTRA_FLAG = 8  # amount: more challenge flags at the start
DECLARED = 9  # declared from parts (rules/abilities.py)

EAGLE, STUNT, TWIST = 0, 1, 2  # strategies of a defense sheet
GREEN_18, BLUE_80, RED_98 = 0, 1, 2  # strategies of an offense sheet
STATES = 16  # Game States 0 to 15; higher ones are treated as 15
UNSEEN_CALL = 97  # in a view: the other seat's call before the reveal
AS_USUAL, AS_DRAWN = 9, 98  # in a late-half table: no override; in a play table: the drawn card's play (Gold Joker)
