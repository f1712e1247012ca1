"""`breakaway play` without a game: asks which game to play. If there is no terminal, the error lists the games."""

from __future__ import annotations

from breakaway.core.language import Trouble
from breakaway.games.manifest import GAMES, find
from breakaway.terminal.screen import Screen


def which_game(screen: Screen) -> str:
    """The game that the user types at the screen's prompt, by its number, name or first letters. Empty for `quit`.

    Raises Left, or Trouble if there is no terminal.
    """
    names = list(GAMES)
    if not screen.live:
        raise Trouble(f"play: name a game: {', '.join(names[:-1])} or {names[-1]}, as in: breakaway play {names[0]}")
    for n, name in enumerate(names, 1):
        screen.hang(f"  {n}  {name:<9} ", find(name).title)
    while True:
        line = screen.ask("Which game? Type its number or its name: ").strip().casefold()
        if line.isascii() and line.isdigit() and 1 <= int(line[:6]) <= len(names):
            return names[int(line) - 1]
        fits = [name for name in names if line and name.startswith(line)]
        if len(fits) == 1:
            return fits[0]
        if line in ("quit", "exit", "q"):
            return ""
        screen.say(f"There is no game {line[:40]!r}." if line else "Nothing was typed.")
