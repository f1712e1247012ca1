"""Helpers for football at the terminal: somebody who answers every question, and what the screen shows."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from breakaway.core.chance import sampled
from breakaway.core.observation import Observation
from breakaway.display.renderers import drawn
from breakaway.games.football.files.config import names, resolve
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import requested
from breakaway.records.match import Match, Start
from breakaway.records.record_file import Memory
from breakaway.terminal import play
from breakaway.terminal.game_desk import Lookup, find_desk
from tests.terminal.session import Person

GAME = find("football")
DESK = find_desk(GAME)
RANDOM = coaches.find(GAME, "random")
SIDES = {"Game Day card": 54, "flip": 2, "side": 2, "burnt card": 15, "drawn card": 15}


class Player(Person):
    """Answers each question of a match by chance, but for the lines that `said` gives for the n-th prompt."""

    def __init__(self, seed: int, said: Mapping[int, str | None] | None = None, limit: int = 10**9) -> None:
        super().__init__(self.answer_to, 80)
        self.rng, self.said, self.limit = random.Random(seed), said or {}, limit
        self.prompts: list[str] = []
        self.play: play.PlaySession | None = None

    def answer_to(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        if len(self.prompts) > self.limit:
            return None
        if len(self.prompts) in self.said:
            return self.said[len(self.prompts)]
        return self.usual(prompt)

    def usual(self, prompt: str) -> str | None:
        """Enter at a hand-over, any outcome of a die or card, else a legal choice by chance."""
        assert self.play
        if prompt.startswith("Press Enter when"):
            return ""
        if found := re.match(r"(.+?) \(", prompt):
            return str(self.rng.randrange(SIDES.get(found[1], 6)) + 1)
        match = self.play.match
        (seat,) = match.choosers()
        observation = match.observation(seat)
        order = coaches.ask(GAME, RANDOM, observation.view, match.config, seat, self.rng.getrandbits(60))
        return observation.write(order)


def sit_down(
    path: Path,
    player: Player,
    against: str | None = None,
    teams: list[str] | None = None,
    again: bool = False,
    **wished: Any,
) -> int:
    """A match of this player, new or gone on with; the exit status."""
    plain = play.PlaySession.__init__

    def remember(self: play.PlaySession, *args: Any) -> None:
        plain(self, *args)
        player.play = self

    wishes = requested(game="football", record=str(path), team=teams, **wished)
    play.PlaySession.__init__ = remember  # type: ignore[method-assign]
    try:
        return play.resume(str(path), player) if again else play.start(wishes, against, player)
    finally:
        play.PlaySession.__init__ = plain  # type: ignore[method-assign]


def new_match(seed: int, sheets: tuple[int, ...] = (), **house: Any) -> Match[Any, Any]:
    """Lightning against the Fire."""
    config, options = resolve("lightning", "fire", sheets, house)
    seats = [{"name": name, "by": "random"} for name in ("Lightning", "Fire")]
    start = Start(
        config=config, options=options, names=names("lightning", "fire"), seats=seats, secret=bytes([seed]) * 32
    )
    return Match.new(GAME, start, Memory())


def choose_by_chance(match: Match[Any, Any], rng: random.Random) -> None:
    """Everybody who is asked chooses, and the turn is played."""
    for seat in match.missing():
        view = match.observation(seat).view
        match.choose(seat, coaches.ask(GAME, RANDOM, view, match.config, seat, rng.getrandbits(60)))
    match.resolve()


def screen_of(match: Match[Any, Any], state: Any, log: list[Any], seat: int) -> str:
    """Everything that the terminal can show this seat in this state."""
    observation = Observation(GAME, state, match.config, seat, match.names)
    look = Lookup(observation, log, "", False, 80)
    last = list(log[-1][1]) if log else []
    parts = [
        *DESK.field(observation, False, 80),
        *DESK.report(observation, last, [seat]),
        *DESK.full(observation, last),
    ]
    parts += [*DESK.brief(look, last), *DESK.final(look), *DESK.standings(observation)]
    parts += DESK.digest(observation, last, [seat], 80, 24)
    for command in DESK.commands.values():
        parts += command.show(look)
    words = [DESK.where(observation), str(DESK.is_secret(observation))]
    if observation.is_asked():
        parts += [*DESK.situation(observation, [], False, 80), *DESK.situation(observation, [], False, 80, again=True)]
        parts += [
            *DESK.situation(observation, [], False, 80, short=1),
            *DESK.situation(observation, [], False, 80, short=2),
        ]
        words += [DESK.invitation(observation, []), str(DESK.help(observation)), str(DESK.openly(observation))]
        parts += DESK.public(observation)
    return "\n".join([*drawn(parts, 80, False), *words])


def twin_of(match: Match[Any, Any], seat: int, seed: int) -> Any:
    """Another state that the seat cannot tell from the match's."""
    view = match.observation(seat).view
    GAME.determinize(view, match.config, seat, sampled(seed))
    return view
