"""The numbers that stand for words in the state and the orders, and the sizes of the tables.

Records hold them, so none of them ever changes; tests/records/numbers.toml lists them all.
"""

TEAMS, GRADES, HAND, LINES, STAGES, PLACES = 12, 4, 4, 8, 24, 16
RIDERS = TEAMS * GRADES
NOBODY = RIDERS  # instead of a rider's number; never -1
UNIT = 360360  # one race point, divisible by any number of riders who can share it
NAMINGS = 4  # how many riders a Spy order may name

LINE_UP, RACING, OVER = 1, 2, 3  # phases
NOT_RACING, ON_TRACK, FINISHED = 0, 1, 2  # status of a rider
BY_GAP, BY_REFEREE = 1, 2  # marks of a dropped rider

SHOWING = 2 * RIDERS  # the code of a ruling with which a team shows its cards: this plus its number

# A line-up has thirteen slots for cards: four for A and three for each other rider.
SLOTS = 13
FIRST_SLOT = (0, 4, 7, 10, 13)
