"""Reads and writes choices as text: `-..` (dice), `run inside`, `play action long, sideline`, `punt`, `time out`."""

from __future__ import annotations

import re

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, say
from breakaway.games.fate.rules import calls, events, interface, terms
from breakaway.games.fate.rules.state import Fate, FateConfig

# The answers to each question, by code; those to a kickoff out of bounds stand below. `write` uses the first form.
ANSWERS: dict[int, tuple[tuple[str, ...], ...]] = {
    terms.CHOICE: (("receive",), ("kick", "kick off")),
    terms.KICK: (("kickoff", "kick off", "kick", "deep"), ("onside", "onside kick")),
    terms.DECLARE: (("play",), ("punt",), ("field goal", "fg", "kick"), ("kneel", "knee"), ("spike",)),
    terms.TRY: (("kick", "extra point", "xp"), ("two", "two points", "2")),
    terms.OPTION: (("decline", "no", "n"), ("accept", "yes", "y")),
    terms.HURT_WHO: (("1", "first"), ("2", "second"), ("3", "third")),
    terms.TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.TIME_DEFENSE: (("no", "n"), ("time out", "timeout", "yes", "y")),
    terms.WHISTLE: (("play on", "go on", "on"),),
}
OUT_OF_BOUNDS = (
    ("decline", "no", "n"),
    ("rekick", "kick again"),
    ("ball", "take the ball"),
)  # "accept" could mean either
FIRST_OUT_OF_BOUNDS = (("ball",), ("rekick",))  # edition 1
TIME_WORDS = {"time", "time out", "timeout"}  # added to a call or declaration
WITH_TIME = ", time"
ONCE = "every time out"  # the standing instruction that does the same for one play of an adjudication case
FACES = ".-0+"  # a die that is not used, then its faces
OFFENSE = {
    "run inside": [terms.MINUS, terms.NO_DIE],
    "screen": [terms.BLANK, terms.NO_DIE],
    "run outside": [terms.PLUS, terms.NO_DIE],
    "quick": [terms.NO_DIE, terms.MINUS],
    "short": [terms.NO_DIE, terms.BLANK],
    "long": [terms.NO_DIE, terms.PLUS],
}
OVERLAYS = {"draw": terms.BLANK, "play action": terms.PLUS, "pa": terms.PLUS}
DEFENSE = {
    "run": [terms.MINUS, terms.NO_DIE],
    "neutral": [terms.BLANK, terms.NO_DIE],
    "pass": [terms.PLUS, terms.NO_DIE],
    "blitz": [terms.NO_DIE, terms.BLANK],
    "prevent": [terms.NO_DIE, terms.PLUS],
}


def wrong(rule: str, text: str) -> BadOrder:
    """The error for one mistake in a one-line order."""
    return BadOrder([(1, rule, text)])


def without_time(words: str) -> tuple[str, bool]:
    """The words with any time out removed, and whether there was one."""
    parts = [part.strip() for part in words.split(",")]
    kept = [part for part in parts if part not in TIME_WORDS]
    if len(kept) < len(parts):
        return ", ".join(kept), True
    found = re.fullmatch(r"(.*\S) (?:time ?out|time)", words) or re.fullmatch(r"(?:time ?out|time) (.*\S)", words)
    return (found[1].strip(), True) if found else (words, False)


def read(text: str, config: FateConfig, view: Fate, on_offense: bool) -> Order:
    """The order in a line of text; raises BadOrder, which says what would be right.

    A line about a play may hold a whole play (`text.ahead`): the offense's call instead of `play`, and `time` after a
    call or a declaration.
    """
    words = " ".join(text.casefold().split()).strip(" ;")
    if view.phase not in (terms.DECLARE, terms.CALL):
        return read_answer(words, text, config, view)
    words, wants_time = without_time(words)
    if not words:
        raise wrong("FF-023", say("write your call before the time out, for example: short, time"))
    if view.phase == terms.DECLARE:
        order = read_declaration(words, config, view)
    else:
        order = read_offense(words, config) if on_offense else read_defense(words)
    return [*order, interface.TIME_OUT] if wants_time else order


def read_declaration(words: str, config: FateConfig, view: Fate) -> Order:
    """A declaration; a call stands for a declared play with this call. Raises BadOrder."""
    for code, forms in enumerate(ANSWERS[terms.DECLARE]):
        if words in forms:
            return [code]
    try:
        return [terms.PLAY, *read_offense(words, config)]
    except BadOrder as error:
        ((line, rule, said),) = error.mistakes
        kicks = ", ".join(ANSWERS[terms.DECLARE][code][0] for code in declared_now(config, view))
        if rule == "FF-027":
            said = say("{said}; you can also declare: {kicks}", said=said, kicks=kicks)
        raise BadOrder([(line, rule, said)]) from None


def declared_now(config: FateConfig, view: Fate) -> list[int]:
    """The declarations that are allowed now besides a play."""
    codes = (terms.PUNT_IT, terms.KICK_IT, terms.KNEEL, terms.SPIKE)
    return [code for code in codes if calls.refuse_declaration(view, config, code) == 0]


def read_answer(words: str, text: str, config: FateConfig, view: Fate) -> Order:
    """The answer to any other question. Raises BadOrder."""
    answers = answers_to(view, config) or (("nothing",),)
    for code, forms in enumerate(answers):
        if words in forms:
            return [code]
    expected = _(" or ").join(f"'{forms[0]}'" for forms in answers)
    raise wrong(rule_of(view), say("expected {answers}, not {given!r}", answers=expected, given=text.strip()))


def rule_of(view: Fate) -> str:
    """The id of the rule that lists the answers to a penalty. Empty for other questions."""
    if view.phase != terms.OPTION:
        return ""
    return events.BALL_TAKEN if view.foul == terms.OUT_OF_BOUNDS else events.PENALTY_ANSWERED


def answers_to(view: Fate, config: FateConfig) -> tuple[tuple[str, ...], ...]:
    """All forms of each answer to the question of this phase, by code. Empty if it is not answered in words."""
    if view.phase == terms.OPTION and view.foul == terms.OUT_OF_BOUNDS:
        return OUT_OF_BOUNDS if config.edition > 1 else FIRST_OUT_OF_BOUNDS
    return ANSWERS.get(view.phase, ())


def read_dice(words: str, count: int) -> Order | None:
    """The codes of `count` dice, read from a text such as `-..` or `.0+`. None if the text is anything else."""
    faces = words.replace(" ", "")
    if len(faces) != count or any(face not in FACES for face in faces):
        return None
    return [FACES.index(face) for face in faces]


def read_offense(words: str, config: FateConfig) -> Order:
    """The offense's call: three dice or a play in words, then `sideline` if that rule is on. Raises BadOrder."""
    main, comma, wish = (part.strip() for part in words.partition(","))
    if comma and (wish != "sideline" or config.sideline == 0):
        expected = say(
            "expected nothing after the play, or 'sideline' if this match has the sideline house rule, not {given!r}",
            given=wish,
        )
        raise wrong("FF-G28", expected)
    dice = read_dice(main, 3) or play_in_words(main)
    if dice is None:
        expected = say(
            "expected one of {plays} (after 'draw' or 'play action' if you like), or three dice, not {given!r}",
            plays=", ".join(OFFENSE),
            given=main,
        )
        raise wrong("FF-027", expected)
    return [*dice, int(bool(comma))] if config.sideline == 1 else dice


def play_in_words(words: str) -> Order | None:
    """Reads a base play, with or without Draw or Play Action before it; None if there is no such play."""
    third = terms.NO_DIE
    for name, face in OVERLAYS.items():
        if third == terms.NO_DIE and words.startswith(name + " "):
            third, words = face, words.removeprefix(name + " ")
    throw = words.removesuffix(" pass")
    words = throw if throw in OFFENSE and not throw.startswith("run ") else words
    if third == terms.BLANK and words in ("inside", "outside"):
        words = "run " + words
    return [*OFFENSE[words], third] if words in OFFENSE else None


def read_defense(words: str) -> Order:
    """The defense's call: two dice, or a defense in words. Raises BadOrder."""
    dice = read_dice(words, 2) or DEFENSE.get(words)
    if dice is None:
        known = ", ".join(DEFENSE)
        raise wrong("FF-028", say("expected one of {calls}, or two dice, not {given!r}", calls=known, given=words))
    return list(dice)


def write(order: Order, config: FateConfig, view: Fate, on_offense: bool) -> str:
    """The order as text. `read` turns this text back into the same order."""
    if view.phase == terms.DECLARE:
        return write_declaration(order, config)
    if view.phase != terms.CALL:
        forms = answers_to(view, config)
        return forms[order[0]][0] if 0 <= order[0] < len(forms) else str(order[0])
    slots = (4 if config.sideline == 1 else 3) if on_offense else 2
    call = write_offense(order[:slots]) if on_offense else write_defense(order)
    return call + WITH_TIME if len(order) > slots else call


def write_declaration(order: Order, config: FateConfig) -> str:
    """A declaration, with the call that follows a declared play in place of `play`."""
    slots = 1 + (4 if config.sideline == 1 else 3)
    forms = ANSWERS[terms.DECLARE]
    if len(order) >= slots:
        written = write_offense(order[1:slots])
    else:
        slots, written = 1, forms[order[0]][0] if 0 <= order[0] < len(forms) else str(order[0])
    return written + WITH_TIME if len(order) > slots else written


def write_defense(order: Order) -> str:
    """The defense's call in words, or in dice if no words fit."""
    named = [name for name, dice in DEFENSE.items() if dice == order[:2]]
    return named[0] if named else "".join(FACES[code] for code in order[:2])


def write_offense(order: Order) -> str:
    """The offense's call in words, or in dice if no words fit."""
    sideline = ", sideline" if order[3:] == [1] else ""
    named = [name for name, dice in OFFENSE.items() if dice == order[:2]]
    if not named or order[2] not in (terms.NO_DIE, terms.BLANK, terms.PLUS):
        return "".join(FACES[code] for code in order[:3]) + sideline
    before = {terms.NO_DIE: "", terms.BLANK: "draw ", terms.PLUS: "play action "}[order[2]]
    return before + (named[0].removeprefix("run ") if order[2] == terms.BLANK else named[0]) + sideline
