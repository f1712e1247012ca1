"""Hand-over at a shared screen: one player takes the keyboard for a secret question, and the others look away.

Before the hand-over, everybody sees the public part, and the player may give answers that reveal nothing.
"""

from __future__ import annotations

from contextlib import suppress

from breakaway.core.game import BadOrder
from breakaway.core.observation import NotNow, Refused
from breakaway.terminal.commands import Commands
from breakaway.terminal.prompt import Prompt

OPEN = ("umpire", "resign")  # commands of the seat's own prompt whose output is not secret


def hand_over(prompt: Prompt) -> bool:
    """Asks until the player is alone at the screen (returns False) or has answered openly (returns True).

    Raises whatever the commands at the `prompt` raise.
    """
    play, observation, screen = prompt.play, prompt.observation, prompt.screen
    screen.head(f"{play.names[prompt.seat]}, take the keyboard")
    screen.show(prompt.desk.public(observation))
    screen.say(prompt.desk.manner.secret)
    open_ = prompt.desk.openly(observation)
    words = ", ".join(map(observation.write, open_))
    first = [("", "Press Enter when nobody else is looking at the screen.")]
    if open_:
        first.append((f"{words}   ", "can be said openly"))
    commands = Commands(play, play.match.observation(), first)
    for name in OPEN:
        if name in prompt.commands.known:
            commands.known[name] = prompt.commands.known[name]
    more = f" (or say openly: {words})" if open_ else ""
    while True:
        line = screen.ask(f"Press Enter when you are alone at the screen{more}: ").strip()
        if not line:
            return False
        with suppress(BadOrder, NotNow, Refused):
            order = observation.read(prompt.desk.tidy(observation, line))[0] if open_ else []
            if order in open_:
                play.match.choose(prompt.seat, order)
                return True
        if not commands.run(line):
            play.seen = True  # the line may have been a secret, so wipe it before the next player comes
            screen.say("That was not accepted. Press Enter by itself, then choose when nobody else is looking.")
