"""Words that several games share: downs and yard lines, and the words that make an order conditional."""

from __future__ import annotations

import re

from breakaway.core.language import ALL_SIDES, Called, Names, _, reader, say

# --- Words that both football games share: teams, downs and yard lines.


FIELD = 100  # yards from goal line to goal line


def team(names: Names, seat: int) -> Called:
    """The name of the team in a seat. A team without a name is called Home or Away."""
    listed = names.get("teams", ())
    return Called(listed[seat] if seat < len(listed) else (_("Home"), _("Away"))[seat])


def yard_line(yards: int) -> str:
    """A spot in words, given its distance in yards from the offense's own goal line: `own 30`, `the 50` or `opp 20`."""
    if yards <= 0:
        return _("own goal line")
    if yards >= FIELD:
        return _("the goal line")
    if yards == FIELD // 2:
        return _("the 50")
    return say("own {yard}", yard=yards) if yards < FIELD // 2 else say("opp {yard}", yard=FIELD - yards)


def read_spot(names: Names, side: int, yards: int, is_alone: bool = True) -> str:
    """A spot in the words of its reader, worded for use on its own: `your 35`, `their 35`, `the 50`, `Fire 35`.

    If not `is_alone`, it is worded to follow `at`, `to` or `from`: `the Fire 35`. In other languages, it can then be in
    a different grammatical case. `yards` is counted from the goal line of `side`.

    Empty if the text is for nobody in particular (`language.read_by`): such texts have words of their own, like
    `own 35`.
    """
    if (side_read := reader()) is None:
        return ""
    whose, yard = (side, max(0, yards)) if yards < FIELD // 2 else (1 - side, FIELD - yards)
    parts = {"team": team(names, whose), "yard": yard, "yards": yard or _("goal line")}
    # translators: with `{yards}`, these spots come after "an", "bis zu" or "von", and bring their article
    if yards == FIELD // 2:
        return _("the 50") if is_alone else say("the {yards}", **parts)
    if yards >= FIELD:
        return _("the goal line") if is_alone else say("the {goal_line}", goal_line=_("goal line"))
    if not is_alone:
        if side_read == ALL_SIDES:
            return say("the {team} {yards}", **parts)
        return say("your {yards}", **parts) if whose == side_read else say("their {yards}", **parts)
    if side_read == ALL_SIDES:
        return say("{team} {yard}", **parts) if yard else say("{team} goal line", **parts)
    if whose == side_read:
        return say("your {yard}", **parts) if yard else _("your goal line")
    return say("their {yard}", **parts) if yard else _("their goal line")


def ordinal(n: int) -> str:
    """Down `n` in words: 1st to 4th."""
    return ("", _("1st"), _("2nd"), _("3rd"), _("4th"))[n] if 0 < n < 5 else say("{n}th", n=n)


SHORT, MIDDLE, LONG = range(3)  # distances to go


def kind_of_down(down: int, far: int, is_try: bool, defends: bool) -> str:
    """The kind of a situation, for mistakes that belong together: `2nd and short`, `Defending a try`.

    `far` is the class of the distance on this `down`. `is_try`: a try after a touchdown. `defends`: for the other side.
    """
    if is_try:
        return _("Defending a try") if defends else _("A try")
    distances = _("short"), _("medium"), _("long")
    said = say("{down} and {distance}", down=ordinal(down), distance=distances[far])
    return say("Defending {situation}", situation=said) if defends else said


# --- Words that make an order conditional, in English and German.


ENGLISH = frozenset(["if", "unless", "when", "whenever", "otherwise", "else", "then", "or", "depending", "except"])
GERMAN_WORDS = """wenn falls sofern sonst ansonsten andernfalls anderenfalls dann oder außer ausser abhängig solange
    sobald nachdem denn vorausgesetzt"""
GERMAN = frozenset(GERMAN_WORDS.split())
WORDS = ENGLISH | GERMAN
# A line that begins with one of these may continue the order above it.
GOES_ON = frozenset(["unless", "otherwise", "else", "except", "sonst", "ansonsten", "andernfalls", "anderenfalls"]) | {
    *(
        "außer",
        "ausser",
        "denn",
        "or",
        "oder",
        "depending",
        "if",
        "wenn",
        "falls",
        "sofern",
        "provided",
        "vorausgesetzt",
    )
}


# A sentence about rivals is no condition if it has only these words: `Red or Blue will win.`
WEAK = frozenset(["or", "oder", "then", "dann", "denn"])


def conditions_in(text: str) -> list[str]:
    """The words in this text that express a condition, in lower case and in the order of the text."""
    return [word for word in re.findall(r"[^\W\d_]+", text.casefold()) if word in WORDS]
