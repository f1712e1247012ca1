"""Every way in which a play of Breakaway Football can end: breakaways, penalties, Hail Marys, tries, flags, sheets."""

from __future__ import annotations

from .football_ways import BACK, DRIVE, HALF, KICKS, MATCH

TRY_PLAY = "BF-122 down BF-021|BF-218"
SHEET_CARD = "BF-231? BF-225|BF-230"  # the card that a play costs
CARD = "BF-231? BF-030|BF-225|BF-230"

PLAY = {
    "a run": "run .. BF-028 BF-029|BF-117",
    "a complete pass": "pass .. BF-028 BF-029|BF-117",
    "a play with a modifier": "modifier BF-027 .. BF-028",
    "a play whose card is not for it": "BF-026 modifier|incomplete|turnover|holding|touchdown BF-035 .. BF-028",
    "a first down": "run|pass .. BF-028 BF-117",
    "a loss": "run|pass .. BF-028(_,-1/-2/-3) BF-029",
    "the minimum gain": "BF-170 .. BF-028",
    "a pass against Prevent": "pass .. BF-165 .. BF-028",
    "an incomplete pass by the card": "pass .. incomplete .. BF-169 .. BF-028(_,0)",
    "a low-percentage pass without a modifier is incomplete": "low .. BF-035 BF-169",
    "a low-percentage pass with red is incomplete": "low .. modifier BF-169",
    "a low-percentage pass with green is complete": "low .. modifier BF-027 BF-168 .. BF-028",
    "an event that is a touchdown": "touchdown BF-R21 .. BF-028 BF-122",
    "an incompletion late in the half costs no card": "@late_incompletions BF-169 BF-192",
}
OFFENSE_BREAKAWAY = {
    "an Offense Breakaway is tackled by a 0": "BF-037 .. BF-041 .. BF-042 .. BF-028",
    "an Offense Breakaway is tackled by the first card's 0": "BF-037 .. BF-040(_,1) BF-042",
    "an Offense Breakaway's first 0 is avoided": "BF-037 .. BF-040(_,0) BF-044",
    "an Offense Breakaway is fumbled by the first card": f"BF-037 .. BF-040(_,1) {CARD} BF-043 BF-091",
    "an Offense Breakaway reaches the goal line": f"BF-037 .. BF-041 {CARD} BF-028 BF-122",
    "an Offense Breakaway goes all the way by a TD corner": "BF-037 .. BF-R6 .. BF-028 BF-122",
    "an Offense Breakaway takes the event's modifier": "BF-037 .. BF-040(_,0) BF-027",
    "an Offense Breakaway takes the event's touchdown": "BF-037 .. touchdown BF-040(_,0) .. BF-028 BF-122",
    "an Offense Breakaway's event makes it incomplete": "BF-037 .. incomplete BF-040(_,0) BF-169",
    "an Offense Breakaway's event is a turnover": "BF-037 .. turnover BF-040(_,0) .. BF-092|BF-094 BF-091",
    "an Offense Breakaway's event is a False Start": "BF-037 .. false-start BF-040(_,0) BF-070",
    "an Offense Breakaway's event is a Holding": "BF-037 .. holding BF-040(_,0) BF-075 .. BF-077",
    "an Offense Breakaway loses a line and goes on": "BF-037 .. BF-041(_,-1) BF-041|BF-042|BF-R6",
    "an Offense Breakaway ends with a -1": "@minus_stops BF-037 .. BF-041 BF-042",
}
DEFENSE_BREAKAWAY = {
    "a Defense Breakaway takes the event's modifier": "BF-047 .. BF-049(_,0) BF-027 .. BF-028",
    "a Defense Breakaway takes an event that is not for the play": "BF-047 .. BF-035 BF-049(_,0) .. BF-028(_,0)",
    "a Defense Breakaway takes the event's turnover": "BF-047 .. turnover BF-049(_,0) .. BF-092|BF-094 BF-091",
    "a Defense Breakaway takes the event's incompletion": "BF-047 .. incomplete BF-049(_,0) BF-169",
    "a Defense Breakaway takes the event's False Start": "BF-047 .. false-start BF-049(_,0) BF-070",
    "a Defense Breakaway takes a Holding, which is declined": "BF-047 .. holding BF-049(_,0) BF-073(_,0) BF-074",
    "a Defense Breakaway takes a Holding, which is accepted": "BF-047 .. holding BF-049(_,0) BF-073(_,1) BF-075",
    "a Defense Breakaway gives away the event's touchdown": "BF-047 .. touchdown BF-049(_,0) BF-R21 .. BF-122",
    "a Defense Breakaway takes the corner's 0": "BF-047 .. BF-050(_,0) .. BF-028(_,0)",
    "a Defense Breakaway takes the corner's -1": "BF-047 .. BF-050(_,-1) .. BF-028(_,-1)",
    "a Defense Breakaway takes the corner's -2": "BF-047 .. BF-050(_,-2) .. BF-028(_,-2)",
    "a Defense Breakaway takes the minimum gain away": "BF-047 .. BF-053",
}
PENALTY = {
    "a False Start": "run .. BF-070 BF-013|BF-105|down|BF-236|BF-232|BF-110",
    "a False Start on the own 5": "false-start .. BF-070 BF-079(_,1)",
    "a Holding is accepted": "BF-073(_,1) BF-075 .. BF-077",
    "a Holding is declined": "BF-073(_,0) BF-074 .. BF-028",
    "a Holding on the opponent's 5": "holding .. BF-075 BF-079(_,19) .. BF-077",
    "a Long pass where it is not allowed": "BF-082 long",
    "a Medium pass where it is not allowed": "BF-082 medium",
    "a sheet turns a card that is not allowed": "BF-083 .. BF-222",
    "a spy token comes back after a penalty": "BF-206|BF-207 .. false-start|holding .. BF-084",
}
SPECIAL = {
    "a kneel": "BF-181 .. BF-028(_,-1) BF-029",
    "a Hail Mary reaches the end zone": "BF-178 BF-179 .. BF-028 BF-122",
    "a Hail Mary is caught and tackled": "BF-178 .. BF-042 .. BF-028 BF-029|BF-117",
    "a Hail Mary is caught and goes all the way": "BF-178 BF-041|BF-R6 .. BF-028 BF-122",
    "a Hail Mary is caught and fumbled": "BF-178 .. BF-043 BF-091",
    "a Hail Mary is incomplete": "BF-175 .. BF-R35 BF-028(_,0) BF-029",
    "a Hail Mary is returned for a touchdown": "BF-176(_,0) BF-180 BF-122",
    "a Hail Mary of several cards": "BF-176(_,3/4/5/6/7/8) BF-176",
}
TRY = {
    "an extra point is good": "BF-122 down BF-124(_,1)",
    "an extra point is blocked and the return stopped": f"BF-162 {BACK} BF-R11",
    "an extra point is blocked and returned for two points": f"BF-162 {BACK} BF-163 BF-R11",
    "an extra point is blocked and the return fumbled": f"BF-162 {BACK} BF-164 BF-R11",
    "a two-point try by a run is good": "run .. BF-028 BF-123(_,2)",
    "a two-point try by a pass is good": "pass .. BF-028 BF-123(_,2)",
    "a two-point try fails": "run|pass .. BF-028 BF-123(_,0)",
    "a two-point try ends with a fumble": f"{TRY_PLAY} .. turnover .. BF-092 BF-R36",
    "a two-point try ends with an interception": f"{TRY_PLAY} .. turnover .. BF-094 BF-R36",
    "a two-point try ends with a Defense Breakaway's turnover": f"{TRY_PLAY} .. BF-047 .. BF-096 BF-R36",
    "a two-point try is lost and returned for two points": f"@defensive_two {TRY_PLAY} .. BF-R36 {BACK} BF-163 BF-R11",
    "a two-point try is lost and the return stopped": f"@defensive_two {TRY_PLAY} .. BF-R36 {BACK} BF-R11",
    "a False Start on a try": f"{TRY_PLAY} .. false-start BF-070",
    "a Holding on a try": f"{TRY_PLAY} .. holding .. BF-075",
    "a Long pass on a try": "BF-122 down BF-021 .. BF-082 long",
    "a try after a return for a touchdown": "BF-161 BF-122 down BF-124|BF-162|BF-021|BF-218",
}
FLAG = {
    "the offense challenges": "BF-022($a) .. BF-055($a) BF-057 BF-R20",
    "the defense challenges": "BF-022($a) .. BF-055(!a) BF-057 BF-R20",
    "the offense challenges a turnover": "turnover BF-055 BF-057 .. BF-028",
    "the defense challenges a turnover": "BF-022($a) .. turnover BF-055(!a) BF-057",
    "the offense challenges an incompletion": "incomplete BF-055 BF-057 .. BF-028",
    "the defense challenges a touchdown": "touchdown BF-055 BF-057 .. BF-028",
    "a False Start is challenged": "false-start BF-055 BF-057 .. BF-028",
    "a Holding is challenged": "holding BF-055 BF-057 .. BF-028",
    "a challenged low-percentage pass is incomplete": "low .. BF-057 BF-R20 BF-169",
    "a flag is earned back": "BF-037|BF-047 .. BF-061",
    "all flags are earned back": "BF-037|BF-047 .. BF-067",
    "the offense calls an audible": "down BF-021($a) BF-023 BF-085($a)",
    "the defense calls an audible": "down BF-021($a) BF-023 .. BF-085(!a) BF-022",
    "both call an audible": "BF-085 BF-085 BF-022",
}
SHEET = {
    "a sheet goes for it on fourth down": "BF-232 down BF-218 .. BF-028",
    "a sheet kicks on fourth down": "BF-232 down BF-129|BF-104|BF-193",
    "a sheet's weighed field goal is good": "BF-234(_,_,1) down BF-129 .. BF-132",
    "a sheet's weighed kick is a punt": "BF-234(_,_,0) down BF-104 .. BF-153",
    "a sheet kicks the field goal with the game on the line": "BF-235 down BF-129",
    "a spy wins": "BF-208 .. BF-047",
    "a spy does not win and is ignored": "BF-215 BF-209",
    "a sheet plays the drawn card": "BF-223 .. BF-222",
    "a sheet's called card is spent already": "BF-237 .. BF-222",
    "a sheet burns a card": "BF-236 .. down BF-218",
    "a sheet's formation has no card left": "BF-R38 .. BF-219",
    "a sheet's down is untimed by the other side's time out": "BF-110($a) .. down .. BF-230(!a)",
    "a sheet kneels": f"down BF-181 {SHEET_CARD} BF-028",
    "a sheet's cards call its defense": "@legacy_red_zone BF-238",
    "a team uses a special defense": "BF-024 BF-009",
    "a team uses its strength on offense": "BF-009 .. BF-025 BF-026",
    "a pass with Quick Release": "BF-012 .. BF-028",
}
WAYS = {
    **MATCH,
    **HALF,
    **KICKS,
    **DRIVE,
    **PLAY,
    **OFFENSE_BREAKAWAY,
    **DEFENSE_BREAKAWAY,
    **PENALTY,
    **SPECIAL,
    **TRY,
    **FLAG,
    **SHEET,
}
