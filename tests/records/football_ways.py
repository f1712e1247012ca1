"""Every way in which a match, a half, a drive and a play of Breakaway Football can end, and how the events show it.

`football_text` has the language of the patterns. A way that our own cards cannot show is not listed: an extra point of
a value below 3 that is not blocked, and a free kick that reaches the goal line (no card has such a value).
"""

from __future__ import annotations

BACK = "BF-159|BF-R8|BF-R6*"  # cards of a return that goes on

MATCH = {
    "full time, the home team wins": "BF-101 end-BF-101 winner(0)",
    "full time, the away team wins": "BF-101 end-BF-101 winner(1)",
    "a tie stands where overtime is not played": "BF-101 end-BF-184 level",
    "overtime is won by a touchdown": "BF-122 BF-189 end-BF-189",
    "overtime is won by a safety": "BF-136 BF-R31 end-BF-189",
    "overtime is won by the leader after a drive each": "BF-R31 end-BF-R31 winner quarter had-the-ball(2) drives(2)",
    "overtime is won by the next score": "BF-R31 end-BF-R31 winner quarter had-the-ball drives(3/4/5)",
    "overtime is won by the leader when the cards run out": "BF-R31 end-BF-R31 winner quarter had-the-ball(1)",
    "the fifth quarter ends in a draw": "BF-190 end-BF-190 level quarter(5)",
    "sudden death is won by a field goal": "@sudden_death BF-132 BF-191 end-BF-191",
    "sudden death is won by a touchdown": "@sudden_death BF-189 end-BF-189",
    "sudden death is won by a safety": "@sudden_death BF-136 BF-R31 end-BF-189",
    "sudden death goes into another period": "@sudden_death BF-R32(5) BF-105(5) BF-184(6)",
    "sudden death is drawn after its first period": "@sudden_death_draw BF-R32 end-BF-R32 level quarter(5)",
    "sudden death is drawn after twenty quarters": "@sudden_death BF-R32 end-BF-R32 level quarter(20)",
}

HALF = {
    "a quarter ends and the drive goes on": "BF-029|BF-117 BF-105(1/3) down BF-021",
    "a quarter ends and a sheet's drive goes on": "BF-029|BF-117 BF-105(1/3) BF-236? BF-232? down BF-218",
    "a quarter ends together with a drive": "BF-013 BF-105(1/3)",
    "a quarter ends with a field goal": "BF-132 BF-105(1/3)",
    "a half ends a drive": "BF-029|BF-117 BF-105(2) BF-114",
    "a half ends with a field goal": "BF-132 BF-105(2) BF-114",
    "a half ends with a missed field goal": "BF-R12 BF-013 BF-105(2) BF-114",
    "a half ends with a punt": "BF-104 .. BF-013 BF-105(2) BF-114",
    "a half ends with a turnover": "BF-091 BF-013 BF-105(2) BF-114",
    "a half ends with a touchdown and its try": "BF-122 down BF-124 BF-105(2) BF-114",
    "a half ends with a two-point try": "BF-123 BF-105(2) BF-114",
    "a half ends with a Hail Mary": "down BF-175 .. BF-105(2) BF-114",
    "a half is made longer by the offense's time out": "BF-110($a) BF-111($a)",
    "a half is made longer by the defense's time out": "BF-110($a) BF-111(!a)",
    "a half is made longer by a sheet's time out": "BF-231 BF-230",
    "the second half ends a drive": "BF-029|BF-117 BF-101|BF-105(4)",
    "the fourth quarter ends level and overtime begins": "BF-105(4) BF-184(5) BF-019 BF-187",
}

KICKS = {
    "a field goal is good": "down BF-129 .. BF-131 BF-132",
    "a field goal is missed": "down BF-129 .. BF-131 BF-R12 BF-013",
    "a missed field goal comes out to the 20": "@missed_kick_at_20 BF-131 BF-R12(_,4) BF-013(_,4)",
    "a field goal is blocked and the return stopped": f"BF-131(_,0) BF-157 {BACK} BF-160",
    "a field goal is blocked and returned for a touchdown": f"BF-131(_,0) BF-157 {BACK} BF-161 BF-122",
    "a field goal is blocked and the return fumbled": f"BF-131(_,0) BF-157 {BACK} BF-164 BF-013",
    "a field goal is iced and still good": "BF-196 BF-010? BF-198 BF-131 BF-132",
    "a field goal is iced and missed": "BF-196 BF-010? BF-198 BF-131 BF-R12",
    "a punt is a touchback": "BF-104 .. BF-153 BF-156",
    "a punt is returned": "BF-104 .. BF-153 BF-154 BF-013",
    "a punt is returned for a touchdown": "BF-104 .. BF-153 BF-R6? BF-154 BF-161 BF-122",
    "a punt return is driven back for a safety": "BF-104 .. BF-153 BF-154 BF-135 BF-136",
    "a punt return is fumbled": "BF-104 .. BF-153 BF-100 BF-013",
    "a punt is blocked and the return stopped": f"BF-104 .. BF-157 {BACK} BF-160",
    "a punt is blocked and returned for a touchdown": f"BF-104 .. BF-157 {BACK} BF-161 BF-122",
    "a punt is blocked and the return fumbled": f"BF-104 .. BF-157 {BACK} BF-164 BF-013",
    "a coffin-corner punt is returned": "BF-193 BF-104 .. BF-194 BF-153 BF-154 BF-013",
    "a coffin-corner punt is a touchback": "BF-193 BF-104 .. BF-194 BF-153 BF-156",
    "a kickoff is a touchback": "BF-142 BF-143 BF-013(_,5)",
    "a kickoff is returned to the 15": "BF-142 BF-144 BF-013(_,3)",
    "a kickoff is returned to the 30": "BF-142 BF-145 BF-013(_,6)",
    "a kickoff is returned to the 45": "BF-142 BF-146 BF-013(_,9)",
    "a touchback is taken instead of the 15": "BF-142 BF-R4 BF-013(_,5)",
    "a kickoff is returned for a touchdown": "BF-142 BF-147 BF-122 down BF-124",
    "a kickoff return is fumbled": "BF-142 BF-148 BF-013(_,16)",
    "an onside kick is kept": "BF-150($a) BF-152 BF-013($a,10)",
    "an onside kick is lost": "BF-150($a) BF-R34 BF-013(!a,10)",
    "a kicking ability adds to a field goal": "BF-129 .. BF-010 BF-198? BF-131",
    "a kicking ability adds to a punt": "BF-104 .. BF-010 BF-194? BF-153",
    "a kicking ability is left unused": "BF-104 .. BF-R48 BF-194? BF-153",
    "a free kick is returned": f"BF-138 {BACK} BF-160 BF-013",
    "a free kick is returned for a touchdown": f"BF-138 {BACK} BF-161 BF-122",
    "a free kick's return is fumbled": f"BF-136 .. down BF-010? BF-138 {BACK} BF-164 BF-013",
    "a blocked card does not count on a free kick": "BF-136 .. down? BF-R10 down BF-010? BF-138",
    "a free kick is blocked": f"@free_kick_block_stands BF-136 .. down BF-138(_,0) BF-157 {BACK} BF-160|BF-161|BF-164",
}

DRIVE = {
    "a touchdown by a run": "run .. BF-028 BF-122",
    "a touchdown by a pass": "pass .. BF-028 BF-122",
    "a safety by a loss": "run|pass .. BF-028 BF-136",
    "a safety by a kneel": "BF-181 .. BF-028 BF-136",
    "the ball is lost on downs": "run|pass .. BF-028 BF-R13 BF-013",
    "the ball is lost on downs by a kneel": "BF-181 .. BF-R13 BF-013",
    "the ball is lost on downs by a Hail Mary": "BF-175 .. BF-R35 .. BF-R13 BF-013",
    "an interception": "BF-094 BF-091 BF-013",
    "an interception is returned and stopped": f"BF-094 BF-091 BF-097 {BACK} BF-160",
    "an interception is returned for a touchdown": f"BF-094 BF-091 BF-097 {BACK} BF-161 BF-122",
    "an interception's return is fumbled": f"BF-094 BF-091 BF-097 {BACK} BF-164 BF-013",
    "an interception in the end zone is a touchback": "BF-094 BF-091 BF-098",
    "a fumble at the line of scrimmage": "BF-092(_,0) BF-091 BF-013",
    "a fumble at the spot that the card names": "BF-092(_,-1) BF-091 BF-013",
    "a fumble on one's own goal line is a touchdown": "BF-092(_,-1) BF-091(_,20) BF-R49 BF-122",
    "a fumble where the run ended": "@event_fumble_after_gain BF-092(_,1/2/3/4/5) BF-091 BF-013",
    "a fumble within an Offense Breakaway": "BF-037 .. BF-041 .. BF-043 BF-091 BF-013",
    "a run is fumbled by a Defense Breakaway's corner": "BF-047 .. BF-050(_,60) .. BF-096(_,1) BF-091 BF-013",
    "a pass is intercepted by a Defense Breakaway's corner": "BF-047 .. BF-050(_,60) .. BF-096(_,2) BF-091 BF-013",
    "a forced turnover": "BF-049(_,2) BF-011 .. BF-096 BF-091 BF-013",
}
