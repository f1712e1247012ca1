"""Choices as text, both ways: `-..` (dice), `run inside`, `play action long, sideline`, `punt`, `time out`."""

from __future__ import annotations

from breakaway.core.game import BadOrder, Order
from breakaway.core.language import _, say
from breakaway.games.fate.rules.state import (
    BLANK,
    CALL,
    CHOICE,
    DECLARE,
    HURT_WHO,
    KICK,
    MINUS,
    NO_DIE,
    OPTION,
    PLUS,
    TIME,
    TIME_DEFENSE,
    TRY,
    Fate,
    FateBook,
)

# The answers to each question, by code; the first form is the one that is written.
ANSWERS: dict[int, tuple[tuple[str, ...], ...]] = {
    CHOICE: (("receive",), ("kick", "kick off")),
    KICK: (("kickoff", "kick off", "kick", "deep"), ("onside", "onside kick")),
    DECLARE: (("play",), ("punt",), ("field goal", "fg", "kick"), ("kneel", "knee"), ("spike",)),
    TRY: (("kick", "extra point", "xp"), ("two", "two points", "2")),
    OPTION: (("decline", "no", "n", "ball"), ("accept", "yes", "y", "rekick")),
    HURT_WHO: (("1", "first"), ("2", "second"), ("3", "third")),
    TIME: (("no", "n"), ("time out", "timeout", "yes", "y")),
    TIME_DEFENSE: (("no", "n"), ("time out", "timeout", "yes", "y")),
}
FACES = ".-0+"  # a die that is not thrown in, then its faces
OFFENSE = {
    "run inside": [MINUS, NO_DIE],
    "screen": [BLANK, NO_DIE],
    "run outside": [PLUS, NO_DIE],
    "quick": [NO_DIE, MINUS],
    "short": [NO_DIE, BLANK],
    "long": [NO_DIE, PLUS],
}
OVERLAYS = {"draw": BLANK, "play action": PLUS, "pa": PLUS}
DEFENSE = {
    "run": [MINUS, NO_DIE],
    "neutral": [BLANK, NO_DIE],
    "pass": [PLUS, NO_DIE],
    "blitz": [NO_DIE, BLANK],
    "prevent": [NO_DIE, PLUS],
}


def wrong(rule: str, text: str) -> BadOrder:
    """One mistake of a one-line order."""
    return BadOrder([(1, rule, text)])


def read(text: str, book: FateBook, view: Fate, on_offense: bool) -> Order:
    """The order that a line writes; raises BadOrder saying what would be right."""
    words = " ".join(text.casefold().split()).strip(" ;")
    if view.phase == CALL:
        return read_offense(words, book) if on_offense else read_defense(words)
    answers = ANSWERS.get(view.phase, (("nothing",),))
    for code, forms in enumerate(answers):
        if words in forms:
            return [code]
    expected = _(" or ").join(f"'{forms[0]}'" for forms in answers)
    raise wrong("", say("expected {answers}, not {given!r}", answers=expected, given=text.strip()))


def read_dice(words: str, count: int) -> Order | None:
    """The faces of so many dice, as `-..` or `.0+`; None when the text is none."""
    faces = words.replace(" ", "")
    if len(faces) != count or any(face not in FACES for face in faces):
        return None
    return [FACES.index(face) for face in faces]


def read_offense(words: str, book: FateBook) -> Order:
    """Three dice or a play in words; then `sideline`, where that is played."""
    main, comma, wish = (part.strip() for part in words.partition(","))
    if comma and (wish != "sideline" or book.sideline == 0):
        expected = say("expected nothing after the play, or 'sideline' where that is played, not {given!r}", given=wish)
        raise wrong("FF-G28", expected)
    dice = read_dice(main, 3) or play_in_words(main)
    if dice is None:
        expected = say(
            "expected one of {plays}, with 'draw' or 'play action', or three dice, not {given!r}",
            plays=", ".join(OFFENSE),
            given=main,
        )
        raise wrong("FF-027", expected)
    return [*dice, int(bool(comma))] if book.sideline == 1 else dice


def play_in_words(words: str) -> Order | None:
    """A base play, with Draw or Play Action before it; None when there is no such play."""
    third = NO_DIE
    for name, face in OVERLAYS.items():
        if words.startswith(name + " "):
            third, words = face, words.removeprefix(name + " ")
    words = words.removesuffix(" pass")
    if third == BLANK and words in ("inside", "outside"):
        words = "run " + words
    return [*OFFENSE[words], third] if words in OFFENSE else None


def read_defense(words: str) -> Order:
    """Two dice, or a defense in words."""
    dice = read_dice(words, 2) or DEFENSE.get(words)
    if dice is None:
        known = ", ".join(DEFENSE)
        raise wrong("FF-028", say("expected one of {calls}, or two dice, not {given!r}", calls=known, given=words))
    return list(dice)


def write(order: Order, view: Fate, on_offense: bool) -> str:
    """The written form; `read` gives the same order back."""
    if view.phase == CALL and on_offense:
        return write_offense(order)
    if view.phase == CALL:
        named = [name for name, dice in DEFENSE.items() if dice == order[:2]]
        return named[0] if named else "".join(FACES[code] for code in order[:2])
    forms = ANSWERS.get(view.phase, ())
    return forms[order[0]][0] if 0 <= order[0] < len(forms) else str(order[0])


def write_offense(order: Order) -> str:
    """A play in words."""
    sideline = ", sideline" if order[3:] == [1] else ""
    named = [name for name, dice in OFFENSE.items() if dice == order[:2]]
    if not named or order[2] not in (NO_DIE, BLANK, PLUS):
        return "".join(FACES[code] for code in order[:3]) + sideline
    before = {NO_DIE: "", BLANK: "draw ", PLUS: "play action "}[order[2]]
    return before + (named[0].removeprefix("run ") if order[2] == BLANK else named[0]) + sideline
