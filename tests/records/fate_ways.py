"""Ways in which a match, a drive and a play of FATE football can end, and how the events show them.

The patterns are those of `football_text`: rule ids with their first numbers, on one down where `..` stands between
them. `down` stands before each play, kick and try. A match's last words are `end-` and the rule, `winner` and the side,
or `level`.
"""

from __future__ import annotations

from breakaway.core.game import result_of
from breakaway.core.rules import DECLARED
from breakaway.games.fate.game import GAME
from breakaway.records.replay import edition_of, load_config, moments

FIRST = ("FF-029", "FF-043", "FF-045", "FF-005", "FF-095", "FF-G49")  # of a down

MATCH = {
    "full time, home wins": "FF-013(4) end-FF-013 winner(0)",
    "full time, away wins": "FF-013(4) end-FF-013 winner(1)",
    "a tie stands where no overtime is played": "FF-013(4) FF-G31 end-FF-G31 level",
    "overtime is won by a touchdown": "touchdown end-FF-G31 winner",
    "overtime is won by the lead": "lead end-FF-G31 winner",
    "a contest decides": "contest end-FF-G31 winner",
    "college overtime is won": "college end-FF-G31 winner",
}

KICKS = "FF-005|FF-043|FF-045"
PLAY = "down FF-029"
WAYS = {
    **{f"{rule} is told": rule for rule in DECLARED if rule.startswith("FF-")},
    "a touchdown by a run": f"{PLAY} .. FF-046|FF-047 .. FF-G18",
    "a touchdown by a pass": f"{PLAY} .. FF-067 .. FF-G18",
    "a touchdown on a kick's return": "down FF-005 .. FF-012 .. FF-G18",
    "a kickoff's return is fumbled": "down FF-005 FF-006|FF-007 FF-010 FF-011",
    "a punt is dropped": "down FF-043 FF-087 FF-090 FF-091",
    "an interception in the end zone is a touchback": f"{PLAY} .. FF-124 FF-G26",
    "a touchdown on an interception": f"{PLAY} .. FF-124 FF-125(_,100) FF-113 FF-G18",
    "an interceptor loses a yard": f"{PLAY} .. FF-124 FF-127",
    "a fumble is lost": f"{PLAY}($a) .. FF-114 FF-115(_,1) FF-118(!a)",
    "a fumble is kept": f"{PLAY}($a) .. FF-114 FF-115(_,1) FF-118($a)",
    "a fumble on a return": "down FF-005|FF-043 .. FF-114 FF-115(_,1) FF-118",
    "a fumble that nobody carried": f"{PLAY} .. FF-114 FF-115(_,0)",
    "a flag on a punt": "down FF-043 FF-087 .. FF-114 FF-116 FF-137",
    "a kickoff out of bounds, kicked again": "down FF-005 .. FF-114 FF-116 FF-138(_,15) FF-141(_,1)",
    "a kickoff out of bounds, the ball at the 35": "down FF-005 .. FF-114 FF-116 FF-138(_,15) FF-141(_,2) FF-148",
    "a kickoff out of bounds, declined": "down FF-005 .. FF-114 FF-116 FF-138(_,15) FF-141(_,0) FF-003",
    "interference in the end zone": f"{PLAY}($a) .. FF-114 FF-116 FF-136(!a,8) FF-141($a,1) FF-G46",
    "one die decides between offside and movement": f"{PLAY} .. FF-114 FF-116 FF-136(_,12) FF-G41",
    "grounding as a house rule": f"@grounding {PLAY} .. FF-073(_,0) FF-123 FF-113 FF-147",
    **{f"an injury of kind {kind}": f"FF-134(_,_,{kind})" for kind in range(9)},
    "an injury for the series on a kick": f"down {KICKS} .. FF-134(_,_,4)",
    "an injury of a second substitute": "FF-134(_,_,_,2/3)",
    "on a kick a quarterback is thrown again": f"down {KICKS} .. FF-114 FF-117 FF-G40(_,0)",
    "on a kick a receiver is thrown again": f"down {KICKS} .. FF-114 FF-117 FF-G40(_,1)",
    "a foul of the defense after which the down is again": "FF-142 FF-018 FF-003(_,3/4)",
    "a foul of the defense on a touchdown": (
        f"{PLAY}($a) .. FF-114 FF-116 FF-135(!a,5)|FF-136(!a,5) FF-141($a,1) FF-142 FF-018(_,_,100) FF-G18"
    ),
    "offensive interference on a sack": f"{PLAY}($a) .. FF-070 FF-114 FF-116 FF-136($a,8) FF-141(!a,1) FF-145",
    "offensive interference on a catch": f"{PLAY}($a) .. FF-067 FF-114 FF-116 FF-136($a,8) FF-141(!a,1) FF-145",
    "a foul is declined": "FF-141(_,0)",
    "the umpire sees a face mask of the offense": "FF-029($a) .. FF-G45($a,6)",
    "the umpire sees a face mask of the defense": "FF-029($a) .. FF-G45(!a,6)",
    "the umpire sees grounding": "FF-G45(_,10)",
    "the clock stops at two minutes": "FF-022",
    "a free kick after a safety": f"{PLAY} .. FF-047(_,-7)|FF-070 FF-113? FF-G17 FF-G15",
    "an onside kick is kept": "FF-G49(_,5,45)",
    **MATCH,
}


class Text:
    """The text of a match as it grows: each token has a semicolon behind it."""

    def __init__(self):
        self.parts = []

    def __str__(self):
        return "".join(f"{part};" for part in self.parts)

    def add(self, events):
        """Appends what happened."""
        self.parts += tokens(events)

    def recent(self, count, events=(), more=()):
        """The last tokens, with what could follow."""
        return "".join(f"{part};" for part in [*self.parts[-count:], *tokens(events), *more])


def tokens(events):
    """Events as tokens."""
    parts = []
    for event in events:
        if event.rule in FIRST:
            parts.append("down")
        parts.append(" ".join([event.rule, *(str(int(each)) for each in event.args)]))
    return parts


def ending(state, config, events):
    """How the match ended, as tokens; none while it goes on."""
    r = result_of(GAME, state, config)
    if not r.why:
        return []
    first = [seat for seat in range(GAME.seat_count(config)) if r.rank[seat] == 1]
    level = len(first) == GAME.seat_count(config)
    how = []
    if state.quarter == 5 and not level:
        by_touchdown = any(event.rule == "FF-G18" for event in events)
        how = [
            "contest" if state.won else "college" if config.overtime == 1 else "touchdown" if by_touchdown else "lead"
        ]
    return [*how, f"end-{GAME.rules.id_of(r.why)}", "level" if level else f"winner {GAME.side_of(config, first[0])}"]


def read_text(record, seen=None):
    """The text of a whole record; `seen` are its moments, if they are known."""
    text, config, last = Text(), load_config(edition_of(GAME, record), record.header["book"]), []
    for moment in seen or moments(GAME, record):
        text.add(moment.events)
        last = moment.events or last
    text.parts += ending(moment.state, config, last)
    return str(text)
