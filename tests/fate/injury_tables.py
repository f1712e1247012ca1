"""The document's tables of ratings, contests and injuries, typed once more for the checker of injuries."""

from __future__ import annotations

LETTERS = ("QB", "WR", "TE", "FB", "RB", "OT", "OG", "OC", "K", "CB", "SF", "OL", "IL", "DE", "DT", "P")
OFFENSE = LETTERS[:8]
APPROACHES = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")

# The document's template, a line for each approach as it is printed there
_TEMPLATE = """
   WR TE FB RB OT OG OC  K CB SF OL IL DE DT  P
   +1 +3 +2 +1 +3 +2 +2 +3 +2 +3 +2 +3 +1 +2 +3
   +1  0 +1  0 +2 +2 +3  0 +1 +1 +1 +2  0 +1  0
   +3 +1  0 +2 +1 +1 +1 +2 +2  0 +3  0 +2 +1 +2
    0 +2 +2 +1 +2 +3 +2 +1  0 +1 +1 +2 +2 +3 +1
   +2 +1 +1 +3  0  0  0 +2 +3 +2 +2 +1 +1  0 +2
   +2 +2 +2 +2 +1 +1 +1 +1 +1 +2  0 +1 +3 +2 +1
"""
_HEAD, *_ROWS = (line.split() for line in _TEMPLATE.strip().splitlines())
TEMPLATE = {name: tuple(int(row[i]) for row in _ROWS) for i, name in enumerate(_HEAD)} | {
    "QB": (2, 3, 1, 0, 1, 2)
}  # G34

PLAYS = ("run inside", "run outside", "screen", "quick", "short", "long", "draw", "play action")
PLAY_APPROACH = {
    "run inside": ("Forceful", "Careful", "Quick"),
    "run outside": ("Quick", "Flashy", "Clever"),
    "screen": ("Sneaky", "Clever", "Quick"),
    "quick": ("Careful", "Quick", "Clever"),
    "short": ("Clever", "Careful", "Flashy"),
    "long": ("Flashy", "Forceful", "Careful"),
    "play action": ("Sneaky", "Clever", "Flashy"),
    "draw": ("Sneaky", "Clever", "Forceful"),
}
CONTESTS = {  # rolls of -4 to +4
    "run inside": (
        ["IL + DT 3", "DT 2", "IL 1", "OC vs DT 2", "FB vs IL 1", "OG vs IL 3", "OG 1", "OC 2", "OC + OG 3"]
    ),
    "run outside": ["DE + OL 3", "DE 2", "OL 1", "OT vs DE 2", "FB vs OL 1", "OG vs OL 3", "OT 1", "OC 2", "OT + OG 3"],
    "quick": (
        [
            "DT vs OG 3",
            "DE vs OT 2",
            "DT vs OC 1",
            "OL vs FB 2",
            "QB vs FS 1",
            "FB vs IL 1",
            "RB vs OL 1",
            "TE vs SS 2",
            "WR vs CB 3",
        ]
    ),
    "short": (
        [
            "DT vs OG 3",
            "DE vs OG 2",
            "OL vs FB 1",
            "OL vs FB 2",
            "QB vs FS 1",
            "WR vs CB 3",
            "TE vs SS 1",
            "WR vs CB 2",
            "RB vs OL 3",
        ]
    ),
    "long": (
        [
            "DT vs OG 2",
            "DE vs OG 3",
            "OL vs FB 2",
            "OL vs FB 1",
            "QB vs FS 1",
            "WR vs CB 1",
            "WR vs CB 2",
            "TE vs SS 2",
            "RB vs OL 3",
        ]
    ),
}
BALL_CARRIER = "ball carrier"
WHO = (
    ("QB",),
    ("WR",),
    ("RB", "FB"),
    ("OC", "OG", "OT"),
    (BALL_CARRIER,),
    ("DE", "DT"),
    ("OL", "IL"),
    ("SF",),
    ("CB",),
)
KICKOFFS = ("kickoff", "free kick")
NEVER_ON_KICKS = ("QB", "WR", BALL_CARRIER)
SEASON, GAME, HALF, QUARTER, SERIES, PLAY = range(6)
FOR = (
    SEASON,
    GAME,
    HALF,
    QUARTER,
    SERIES,
    PLAY + 3,
    PLAY + 2,
    PLAY + 1,
    PLAY,
)  # "4 plays" to "1 play" are PLAY + 3 to PLAY
DURATIONS = ("season", "game", "half", "quarter", "series", "1 play", "2 plays", "3 plays", "4 plays")
LOWEST = -2  # FF-G37
TOLD_APART = 14  # men of a position
