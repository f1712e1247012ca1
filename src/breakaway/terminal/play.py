"""Plays and watches matches at the terminal: which game, whose turn, and the hand-over of a shared screen."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial
from shlex import quote
from typing import Any

from breakaway.core.game import BadOrder, Game, Order, sides
from breakaway.core.language import ALL_SIDES, UserError, read_by
from breakaway.core.observation import NotNow, Observation, Refused, side_of_all
from breakaway.games.manifest import GAMES, find, kit_of
from breakaway.players import coaches
from breakaway.players.coaches import BotError, label
from breakaway.players.own_cards import BETWEEN
from breakaway.players.seated_match import HUMAN, SHEET, Table, advice_says, began_with, players, with_advice
from breakaway.players.settings import Request, another, make_start
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Memory
from breakaway.terminal import saved_matches
from breakaway.terminal.game_desk import Desk, Lookup, ended, find_desk, resignation, upper_first
from breakaway.terminal.prompt import ChooseAgain, Commands, Dealer, Prompt, Resigned, Ruled, Session, TakenBack
from breakaway.terminal.saved_matches import Saved, asked_path, fresh_path, place_of
from breakaway.terminal.screen import ROOMY, Screen, UserQuit

# --- Hand-over at a shared screen: one player takes the keyboard for a secret question, and the others look away.
#
# Before the hand-over, everybody sees the public part, and the player may give answers that reveal nothing.


OPEN = ("umpire", "resign")  # commands of the seat's own prompt whose output is not secret


def hand_over(prompt: Prompt) -> bool:
    """Asks until the player is alone at the screen (returns False) or has answered openly (returns True).

    Raises whatever the commands at the `prompt` raise.
    """
    play, observation, screen = prompt.play, prompt.observation, prompt.screen
    screen.head(f"{play.called(prompt.seat)}, take the keyboard")
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


# --- Plays a match at the terminal, alone against coaches or with several players at one screen.


CARDS_OF_THEIR_OWN = "box"  # the option of a record that names the set of cards


def start(request: Request, against: str | None, screen: Screen | None = None) -> int:
    """Starts a match with the user in the first seat. Returns the exit status.

    `against` says who plays the other seats.
    """
    desk = find_desk(find(request.game))
    request = desk.at_home(request)
    return start_seated(request, desk.players(request, against), screen)


def start_seated(request: Request, by: Sequence[str], screen: Screen | None = None) -> int:
    """Starts a match in which `by[seat]` plays each seat. Returns the exit status."""
    game = find(request.game)
    begun = with_advice(make_start(request, list(by)), request.advice)
    box = BETWEEN.join(str(each) for each in (request["box"], request["theirs"]) if each)
    return _begin(game, begun, request.record, screen, box)


def _begin(game: Game[Any, Any], begun: Start, record: str | None, screen: Screen | None, box: str = "") -> int:
    """Plays a new match. `record` names its file; `box` says where the people's own cards are."""
    path = asked_path(record) if record else fresh_path(game, datetime.now())
    match = Match.new(game, begun, Saved(path))
    match.place = box
    match.note_typed([])
    return PlaySession(Table(game, match), place_of(path), screen or Screen()).run(fresh=True)


def again(named: str, against: str | None, seed: int | None, record: str | None, screen: Screen | None = None) -> int:
    """Starts another match with the settings of the one that `named` identifies. Returns the exit status.

    `against` says who plays instead of the coaches of that match, `record` names the file of the new one, and `seed`
    repeats its dice and cards. Raises UserError.
    """
    if not named or named in GAMES:
        raise UserError("play --again: name the match to play again; to list your matches: breakaway matches")
    header = saved_matches.record_of(named).header
    game = find(header["game"])
    if CARDS_OF_THEIR_OWN in header["options"]:
        raise UserError("play --again: to play with your own cards again, start a new match with --physical and --box")
    by = [str(seat.get("by", "")) for seat in header["seats"]]
    if HUMAN not in by:
        raise UserError("play --again: no person played in this match; to watch coaches again: breakaway watch")
    others = [seat for seat, player in enumerate(by) if player != HUMAN]
    if against is not None:
        rules_play = [player in kit_of(game).rules_play for player in by]
        for seat, player in zip(others, players(game, against, against, len(others), True), strict=True):
            by[seat] = player
        if rules_play != [player in kit_of(game).rules_play for player in by]:
            raise UserError(
                "play --again: solo sheets and coaches cannot take each other's place; start a new match instead"
            )
    for player in {by[seat] for seat in others}.difference(kit_of(game).rules_play, [HUMAN]):
        if player not in coaches.own_names(game):
            coaches.check(game, player)
    return _begin(game, another(game, header, by, seed=seed), record, screen)


def resume(named: str, screen: Screen | None = None) -> int:
    """Continues the match that `named` identifies, or else the newest unfinished match. Returns the exit status."""
    try:
        table, place = saved_matches.named(named) if named and named not in GAMES else saved_matches.newest()
    except coaches.NoSuchCoach as error:
        raise UserError(f"{error}. If the coach is your own bot, name the bot again: --against FILE.py:CLASS") from None
    return PlaySession(table, place, screen or Screen()).run(fresh=False)


class PlaySession(Session):
    """One match at one screen, until it is over or the player leaves."""

    def run(self, fresh: bool) -> int:
        """Plays the match. `fresh`: whether the match is new. Returns the exit status."""
        self.table.deciding = [seat for seat, player in enumerate(self.table.by) if player == SHEET]
        try:
            with read_by(side_of_all(sides(self.table.game, self.match.config), self.table.people)):
                self._welcome(fresh)
                while not self.match.is_over():
                    self._turn()
                self._end()
        except UserQuit as leaving:
            self._farewell()
            return leaving.status
        except KeyboardInterrupt:
            self._farewell()
            return 130
        except BotError:
            self._farewell()
            raise
        return 0

    def _welcome(self, fresh: bool) -> None:
        screen, observation = self.screen, self.match.observation()
        screen.head(f"{self.table.game.title}: {'a new match' if fresh else 'the match goes on'}")
        screen.show(self.desk.welcome(observation, self.match.record.header["options"]))
        screen.say(self._company())
        header = self.match.record.header
        says = advice_says(header["options"], len(self.table.people), began_with(header)) if self.has_coach else ""
        if says:
            screen.say(says)
        self._say_edition()
        screen.say("Type help at any prompt to see what you can type.")
        screen.say_whole(f"Every choice is saved at once, in {self.place.said}", style="dim")
        if not fresh and self.match.log and (not self.shared or self.desk.manner.open_news):
            self._report(self.match.observation(self.table.people[0] if len(self.table.people) == 1 else -1))
        if self.desk.manner.open_news:
            for seat in sorted(self.match.sealed):
                self._say_sealed(seat)

    def _say_edition(self) -> None:
        """If the match began under an older edition of the rules, says which edition applies from now on."""
        first, now = self.match.record.header["edition"], self.match.fold.edition
        if first != now:
            begun = f"This match began under edition {first} of the rules and the cards"
            self.screen.say(f"{begun}. It goes on under edition {now}, but keeps its own cards.")

    def _company(self) -> str:
        """Says who plays which team: `You ride: Red. Against: Blue, Green (Team director); Orange (Random).`"""
        by_player: dict[str, list[str]] = {}
        options = self.match.record.header["options"]
        for seat, (name, player) in enumerate(zip(self.names, self.table.by, strict=True)):
            sharing = self.desk.coaches(options, seat)
            by_player.setdefault(player, []).append(f"{name} ({' and '.join(sharing)})" if sharing else name)
        people = by_player.pop(HUMAN, [])
        called = {player: coaches.label(self.table.game, player) for player in by_player}
        others = [f"{', '.join(names)} ({called[player]})" for player, names in by_player.items()]
        alone = f"You {self.desk.manner.verb}"
        return f"{'Sharing this screen' if self.shared else alone}: {', '.join(people)}." + (
            f" Against: {'; '.join(others)}." if others else ""
        )

    def _turn(self) -> None:
        """Asks each player whose order is missing, one after the other, then plays the turn."""
        self.answer_standing()
        waiting = sorted(self.table.to_ask())
        for seat in self.table.people:
            if seat in self.match.sealed and seat not in waiting and not self.desk.manner.open_news:
                self._say_sealed(seat)
        for seat in waiting:
            prompt = Prompt(self, seat)
            try:
                if not self._hand_over(prompt) and prompt.choose():
                    self.table.done.add(seat)
            except TakenBack:
                self._take_back()
                return
            except Resigned:
                self._hide()
                if not self.match.is_over():
                    self.screen.say(resignation(self.match.observation()))
                return
            except Ruled:
                self._hide()
                self._report(self.match.observation(-1 if self.shared else seat))
                return
        self._hide()
        try:
            self._play_turn()
        except ChooseAgain:
            self.before = self._sealed_by_people()
            for seat in self.before:
                self.match.withdraw(seat)
            self.screen.say("Nothing was typed before that." + (" Choose again." if self.before else ""))

    def _play_turn(self) -> None:
        """Plays the turn and reports what happened, except what the players saw while they rolled dice and drew cards.

        On a shared screen, also says who asked the coach. Saying so before the turn would show who is still choosing.
        """
        shown = 0
        if self.table.physical:
            shown = Dealer(self).play_turn()
        else:
            self.table.play_turn()
        if not self.shared:
            self._report(
                self.match.observation(self.table.people[0]) if self.table.people else self.match.observation(), shown
            )
        elif self.desk.manner.open_news:
            self._report(self.match.observation(), shown)
        for line in self.asked_coach():
            self.screen.say(line, "dim")

    def _take_back(self) -> None:
        """Takes back the last turn. Its players have to choose again, even if the program stops before they do."""
        was = self.match.history[-1][1] if self.match.history else None
        try:
            self.match.undo([*self.table.people, *self.table.deciding])
        except NotNow as error:
            self.screen.say(f"There is nothing to take back: {error}.")
            return
        self.before = {seat: each.order for seat, each in (was or {}).items() if seat in self.table.people}
        more = "; type its dice and cards in again" if self.table.physical else ""
        self.screen.say(f"The last turn is taken back{more}.")

    def _sealed_by_people(self) -> dict[int, Order]:
        return {seat: self.match.sealed[seat].order for seat in self.table.people if seat in self.match.sealed}

    def _say_sealed(self, seat: int) -> None:
        """Says that a seat's order was sealed before the program stopped."""
        order = self.match.observation(seat).write(self.match.sealed[seat].order).replace("\n", " ")
        self.screen.say(f"{self.names[seat]}'s order is sealed" + ("." if self.shared else f": {order}"), style="dim")

    def _hand_over(self, prompt: Prompt) -> bool:
        """Hands a shared screen to the next player, and wipes what the previous player saw.

        Returns whether the player has already answered openly.
        """
        if not self.shared or not self.desk.is_secret(prompt.observation):
            return False
        self._hide()
        if hand_over(prompt):
            return True
        self.seen = True
        if self.match.log and not self.desk.manner.open_news:
            self._report(prompt.observation)
        return False

    def _hide(self) -> None:
        """Wipes a shared screen if it shows something secret."""
        if self.seen:
            self.screen.wipe()
        self.seen = False

    def _report(self, observation: Observation[Any, Any], shown: int = 0) -> None:
        """Reports the last turn to the observation's seat, leaving out its first `shown` events."""
        number, events = self.match.log[-1]
        if self.desk.manner.turns_have_heads:
            self.screen.head(f"What happened: {self.name_of(number)}")
        mine, screen = [observation.seat] if observation.seat >= 0 else [], self.screen
        if screen.height < ROOMY:
            screen.show(self.desk.digest(observation, events[shown:], mine, screen.width, screen.height))
        else:
            screen.show(self.desk.report(observation, events[shown:], mine))

    def _end(self) -> None:
        screen, people = self.screen, self.table.people
        if self.shared and self.match.log and not self.desk.manner.open_news:
            self._report(self.match.observation())
        screen.head(self.desk.manner.end)
        observation = self.match.observation(people[0] if len(people) == 1 else -1)
        look = Lookup(observation, self.match.log, "", screen.color, screen.width, lambda: played_in(self.match))
        screen.show(ended(self.desk, look))
        screen.say()
        screen.say_whole(f"The record:    {self.place.said}")
        screen.say_whole(f"Replay it:     breakaway replay {self.place.word}", style="dim")
        screen.say_whole(f"Check it:      breakaway verify {self.place.word}", style="dim")
        for line in self._another():
            screen.say_whole(line, style="dim")

    def _another(self) -> list[str]:
        """How to play again with the same teams and house rules and, for one player, a level lower or higher."""
        game, others = self.table.game, [each for each in self.table.by if each != HUMAN]
        if not self.table.people or CARDS_OF_THEIR_OWN in self.match.record.header["options"]:
            return []
        command, known = f"breakaway play --again {self.place.word}", coaches.levels(game)
        own = coaches.own_names(game)
        bots = f" --against {','.join(map(quote, others))}" if any(each in own for each in others) else ""
        lines = [f"Play again:    {command}{bots}"]
        for level in coaches.next_levels(game, others) if len(self.table.people) == 1 else ():
            is_up = known.index(level) > known.index(others[0])
            name = coaches.label(game, level)
            where = "One level up:" if is_up else "One level down:"
            lines.append(f"{where:<16}{command} --against {level} ({name})")
        return lines

    def _farewell(self) -> None:
        self._hide()
        self.screen.say_whole(f"The match is saved in {self.place.said}")
        if not self.match.is_over():
            self.screen.say_whole(f"Go on with: breakaway play --resume{self.place.options}")


# --- `breakaway play` without a game: asks which game to play. If there is no terminal, the error lists the games.


def which_game(screen: Screen) -> str:
    """The game that the user types at the screen's prompt, by its number, name or first letters. Empty for `quit`.

    Raises UserQuit, or UserError if there is no terminal.
    """
    names = list(GAMES)
    if not screen.live:
        raise UserError(f"play: name a game: {', '.join(names[:-1])} or {names[-1]}, as in: breakaway play {names[0]}")
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


# --- `breakaway watch`: shows a match between coaches turn by turn, or prints only the result as JSON.


def watch(request: Request, named: str | None, as_json: bool) -> None:
    """Plays a match between coaches and shows it. With `as_json`, prints only the result.

    `named` lists the names of the coaches, as typed.
    """
    game = find(request.game)
    desk = find_desk(game)
    by = desk.watched(request, named)
    seed = random.SystemRandom().randrange(2**31) if request.seed is None else request.seed
    begun = make_start(request.model_copy(update={"seed": seed}), by)
    store = Saved(asked_path(request.record)) if request.record else Memory()
    match: Match[Any, Any] = Match.new(game, begun, store)
    table = Table(game, match)
    if as_json:
        while not match.is_over():
            table.play_turn()
        print(json.dumps(summary(match, desk, seed), ensure_ascii=False))
        return
    tell(Screen(), desk, table, seed)
    if request.record:
        print(f"\nThe record: {request.record}")


def tell(screen: Screen, desk: Desk, table: Table, seed: int) -> None:
    """Plays a match and shows each turn: what happened, then the board. The title shows the `seed`."""
    with read_by(ALL_SIDES):
        _tell(screen, desk, table, seed)


def _tell(screen: Screen, desk: Desk, table: Table, seed: int) -> None:
    match = table.match
    screen.head(f"{table.game.title}, seed {seed}")
    screen.show(desk.welcome(match.observation(), match.record.header["options"]))
    names = desk.seat_names(match.names)
    screen.say(", ".join(f"{name} ({label(table.game, player)})" for name, player in zip(names, table.by, strict=True)))
    while not match.is_over():
        title = upper_first(desk.where(match.observation()))
        events = table.play_turn()
        screen.head(title)
        screen.show(desk.brief(Lookup(match.observation(), match.log, "", screen.color, screen.width), events))
        screen.say()
        screen.show(desk.field(match.observation(), screen.color, screen.width))
    screen.head(desk.manner.end)
    screen.show(
        ended(desk, Lookup(match.observation(), match.log, "", screen.color, screen.width, partial(played_in, match)))
    )


def summary(match: Match[Any, Any], desk: Desk, seed: int) -> dict[str, Any]:
    """The result as one dictionary. Points are exact, so a race writes them as text. `winner` is null if several
    teams share the win.
    """
    game = match.game
    names = desk.seat_names(match.names)
    look = Lookup(match.observation(), match.log, "", False, 80, partial(played_in, match))
    befores = [Observation(game, state, match.config, -1, match.names) for state, _ in match.history]
    standing = match.observation().standing
    first, rule = [names[seat] for seat in standing.winners], standing.rule
    said = [each for _, events in match.log for each in events if each.rule == rule]
    says = game.words.event(said[-1], match.names, match.config) if said else game.rules.entries[rule].says
    return {
        "game": game.name,
        "seed": seed,
        "teams": names,
        "coaches": {seat["name"]: seat["by"] for seat in match.record.header["seats"]},
        "winner": first[0] if len(first) == 1 else None,
        "ended": {"rule": rule, "says": says},
        **desk.summary(look, match.record.header["options"], befores),
    }
