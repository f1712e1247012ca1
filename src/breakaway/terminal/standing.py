"""The `standing` command: answers that a seat gives in advance.

The match stores these answers, and uses each one when its question comes up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from breakaway.core.language import Trouble
from breakaway.display.document import Line, Part
from breakaway.records.match import Match
from breakaway.terminal.screen import Screen

OFF = ("off", "clear", "no", "none", "not")


def command(screen: Screen, match: Match[Any, Any], seat: int, rest: str) -> None:
    """Shows the standing instructions or changes them: `standing 3`, `standing off 3`, `standing clear`."""
    known, before = list(match.game.instructions), match.instructions.get(seat, [])
    try:
        after = changed(known, before, rest)
    except Trouble as error:
        screen.say(str(error))
        return
    if after != before:
        match.instruct(seat, after)
    screen.show(listed(match.game.instructions_say, known, after))


def listed(says: Mapping[str, str], known: Sequence[str], given: Sequence[str]) -> list[Part]:
    """All instructions by number. Instructions in force are marked and shown in bold."""
    parts: list[Part] = [
        Line("Standing instructions answer a question as soon as it comes up. If you play alone, a line says so.")
    ]
    for n, name in enumerate(known, 1):
        mark = "on " if name in given else "   "
        parts.append(Line(f"{mark} {name}", f"  {n:>2}  ", style="bold" if name in given else ""))
        parts += [Line(says[name], " " * 10, style="dim")] if name in says else []
    parts.append(Line("standing 3: on   standing off 3: off   standing clear: all off", style="dim"))
    return parts


def changed(known: Sequence[str], before: Sequence[str], rest: str) -> list[str]:
    """The new instructions after the player has typed `rest`. Raises Trouble for an unknown name."""
    words = rest.casefold().split()
    off = bool(words) and words[0] in OFF
    if off and len(words) == 1:
        return [] if words[0] in ("clear", "none", "off") else list(before)
    after = list(before)
    for name in named(known, " ".join(words[1:] if off else words)):
        if name in after:
            after.remove(name)
        if not off:
            after.append(name)
    return after


def named(known: Sequence[str], text: str) -> list[str]:
    """The instructions that `text` lists, by number or by name, separated by commas. Raises Trouble."""
    found = []
    for part in text.replace(",", " , ").split(" , ") if "," in text else [text]:
        part = " ".join(part.split())
        if not part:
            continue
        numbers = part.split()
        if all(each.isascii() and each.isdigit() for each in numbers):
            for each in numbers:
                if not 1 <= int(each[:6]) <= len(known):
                    raise Trouble(f"unknown number {each[:6]}; choose a number from 1 to {len(known)}")
                found.append(known[int(each[:6]) - 1])
            continue
        fits = [name for name in known if name == part] or [name for name in known if part in name]
        if len(fits) != 1:
            raise Trouble(f"unknown instruction {part[:40]!r}; type 'standing' to see all instructions")
        found += fits
    return found
