"""The boxed game at the terminal: cards, charts and sheets that people read out are remembered, in their own set."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

from breakaway.core.chance import NeedsCell
from breakaway.core.data_files import BadData
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError, as_sentence
from breakaway.display.document import Grid, Line, Part
from breakaway.games.football.files.own_set import (
    Drawn,
    OwnCard,
    OwnDefense,
    OwnSet,
    folder_of_set,
    put,
    read_set,
    rolls_of,
    shares,
    write_set,
)
from breakaway.games.football.files.own_words import (
    Described,
    UnknownName,
    call_in,
    described,
    fold,
    formation_and_rest,
    is_card,
    named,
    parts_of,
    play_in,
)
from breakaway.games.football.files.teams import SITUATIONS, parse_band
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import AS_USUAL, CARDS, DECK, NEITHER, NONE, STATES
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES_SAID,
    DOWNS_SAID,
    PLANS,
    SPIES,
    STRATEGIES,
)
from breakaway.games.football.text.names import side as side_of
from breakaway.games.football.text.orders import Play, best_back, call_text, game_day_text, play_text, read_call
from breakaway.terminal.prompt import BACK, Commands, Session

# --- What a session knows of a set. Entries are numbered, so that they can be taken back and corrected.


WINNERS = {"d": terms.DEFENSE_WINS, "o": terms.OFFENSE_WINS, "n": NEITHER}
USUAL_FORMATIONS = ("Goal Line", "Dime", "Nickel", "Quarter", "4-3", "3-4", "Bear", "46")
ASKED_AT_ONCE = {"burnt card", "drawn card"}  # which card of a sheet it is matters only for a Gold Joker
MOST_TRIES = 20
COSTS = re.compile(
    r"(field goal|fg|kick field goal|punt|coffin(?:[ -]corner)?(?:[ -]punt)?|hail(?: mary)?|kneel|knee|time ?out|t)"
    r"(?:[, ]+(?:card )?(.+))?"
)
NOTHING = "nothing was entered"


class BoxEntry:
    """Something that was entered: what it is, in words, and how to enter it again with other words."""

    def __init__(self, says: str, again: Callable[[str], str]) -> None:
        self.says, self.again = says, again


class Box:
    """The owner's set in a session of one match (`terminal.prompt.Owner`)."""

    def __init__(self, session: Session, options: dict[str, Any]) -> None:
        self.session, self.match, self.screen = session, session.match, session.screen
        self.ids: tuple[str, str] = tuple(each["id"] for each in options["teams"])
        folder = Path(self.match.place) if self.match.place else folder_of_set(str(options["box"]))
        try:
            self.own = read_set(folder)
        except BadData as error:
            raise UserError(str(error)) from None
        self.entries: list[BoxEntry] = []
        self.before: list[OwnSet] = []  # the set before each entry
        self.drawn: Drawn | None = None
        self.taken: list[int] = []  # cards that time outs bring back with this call
        self.can_be: Callable[[int], bool] = lambda k: True  # whether an outcome is possible now
        self._learn()

    @property
    def learned(self) -> int:
        """How many entries were made in this session."""
        return len(self.entries)

    @property
    def config(self) -> FootballConfig:
        """The config of the match, with everything that is known."""
        config: FootballConfig = self.match.config
        return config

    @property
    def view(self) -> Football:
        """The state of the match."""
        state: Football = self.match.state
        return state

    def _learn(self) -> None:
        config, names = put(self.own, self.ids, self.config, self.match.names, self.drawn)
        if not self.match.is_over():
            self.match.learn(config, names)

    def enter(self, says: str, change: Callable[[], None], again: Callable[[str], str]) -> None:
        """Makes an entry and keeps it: first in the set's files, then in the record."""
        before = deepcopy(self.own)
        try:
            change()
        except ValueError as error:
            self.own = before
            raise UserError(str(error)) from None
        write_set(self.own)
        self.before.append(before)
        self.entries.append(BoxEntry(says, again))
        self._learn()
        self.screen.say(f"Remembered: {says}.", "dim")

    def restore(self, learned: int) -> str:
        """Takes back everything that was entered after the first `learned` entries. Says what, or nothing."""
        if learned >= len(self.entries):
            return ""
        said = self.entries[learned].says
        self.own = self.before[learned]
        del self.entries[learned:], self.before[learned:]
        write_set(self.own)
        self.drawn = None
        self._learn()
        return said

    def played(self) -> None:
        """Forgets which play the sheet's drawn card had: the next drawn card has another."""
        if self.drawn is not None:
            self.drawn = None
            self._learn()

    def ask(self, question: str) -> str:
        """The answer to a question at the screen. Commands work. Raises UserError for an empty answer or undo."""
        commands = Commands(self.session, self.match.observation(), [("", f"{question}?")])
        while True:
            line = self.screen.ask(f"{question}> ").strip()
            if not line or line.casefold() in BACK:
                raise UserError(NOTHING)
            if line.casefold() not in ("d", "o", "n") and commands.run(line):
                continue
            return line

    # --- Game Day cards

    def chosen(self, label: str, can_be: Callable[[int], bool], sides: int) -> int | None:
        """Which card of a sheet is burned or drawn: any that is possible, because only its formation shows."""
        self.can_be = can_be
        if label not in ASKED_AT_ONCE:
            return None
        return next((k for k in reversed(range(sides)) if can_be(k)), None)

    def may_be_card(self, text: str) -> bool:
        """Whether this text says anything of a Game Day card."""
        title = fold(text)
        return is_card(text) or any(fold(each).startswith(title) for each, _ in self.own.cards)

    def outcome(self, observation: FootballObservation, label: str, sides: int, text: str) -> int:
        """The outcome that people typed. A Game Day card that is new is remembered. Raises UserError."""
        if label != "Game Day card":
            return int(self.session.desk.read_outcome(observation, label, sides, text))
        return self._game_day(text)

    def _game_day(self, text: str) -> int:
        is_new = bool(re.match(r"new\b", fold(text)))
        left = [at for at in range(len(self.own.cards)) if self.can_be(at)]
        if re.fullmatch(r"[0-9]{1,2}", text.strip()):
            if int(text) - 1 in left:
                return int(text) - 1
            raise UserError(f"card {text.strip()} is not known or was drawn before; deck lists the cards that are left")
        said = described(text.strip()[3:].lstrip(" :,") if is_new else text)
        found = None if is_new else self._known(said, left, fold(text))
        if found is not None:
            title, card = self.own.cards[found]
            if said.title or self._is_enough(said) or fold(text) == fold(title):
                return found
            more = self.ask(f"Is it {title} ({game_day_text(card)})? y, or what else stands on it")
            if fold(more) in ("y", "yes"):
                return found
            said = said.with_more(described(more))
        if said.is_empty() and not is_new:
            cards = ", ".join(title for title, _ in self.own.cards[:6])
            known = f"; cards that you have entered: {cards} ..." if cards else ""
            raise UserError(
                f"no card that is left begins with {text[:40]!r}. If it is new, type what stands on it in any order, "
                f"such as run +2, d 0, o 1, fg 7, punt 9, and its title in quotes{known}"
            )
        if len(self.own.cards) == DECK:
            raise UserError(f"all {DECK} cards are known, and none that is left is like that; correct the wrong one")
        for _ in range(MOST_TRIES):
            missing = said.missing()
            if not missing:
                break
            try:
                said = said.with_more(described(self.ask(f"A new card. What else stands on it: {'; '.join(missing)}")))
            except UserError as error:
                if str(error) == NOTHING:
                    raise UserError("the card was not entered; type it again, or a card that you know") from None
                self.screen.say(as_sentence(str(error)))
        at = len(self.own.cards)
        card, title = said.card(), said.called()
        self.enter(
            f"{title} ({game_day_text(card)}), card {at + 1} of {DECK}",
            lambda: self.own.cards.append((title, card)),
            lambda words: self._correct_card(at, words),
        )
        return at

    def _known(self, said: Described, left: Sequence[int], words: str) -> int | None:
        """The one card of those that are left that fits. None if it must be new. Raises UserError if several fit."""
        title = fold(said.title)
        found = [at for at in left if said.fits(self.own.cards[at][1])]
        by_title = [at for at in found if title and fold(self.own.cards[at][0]).startswith(title)]
        by_title = by_title or [at for at in found if title and title in fold(self.own.cards[at][0])]
        if title:
            found = by_title
        found = [at for at in found if fold(self.own.cards[at][0]) == words] or found
        if not found:
            return None
        if len({self.own.cards[at] for at in found}) == 1 or not (said.missing() or title):
            return found[0]
        listed = "; ".join(
            f"{at + 1} {self.own.cards[at][0]} ({game_day_text(self.own.cards[at][1])})" for at in found[:8]
        )
        raise UserError(
            f"{len(found)} of the cards that you have entered fit: {listed}. Type its number or title, or 'new' and "
            "all that stands on it"
        )

    def _is_enough(self, said: Described) -> bool:
        """Whether two things were said of a card: an event and one corner tell cards apart well enough."""
        return len(said.missing()) <= 3

    def _correct_card(self, at: int, words: str) -> str:
        title, card = self.own.cards[at]
        was = Described(title, card, card.defense_corner, card.offense_corner, card.field_goal, card.punt)
        new = was.with_more(described(words))
        if not described(words).title and title == replace(was, title="").called():
            new.title = ""
        self.own.cards[at] = new.called(), new.card()
        return f"{new.called()} ({game_day_text(new.card())})"

    # --- orders: plays and calls by name, and new cards

    def may_be_order(self, seat: int, text: str) -> bool:
        """Whether `order` would accept this text without asking anything."""
        if self.view.phase not in (terms.CALL, terms.DEFENSE):
            return True
        main = self._without_extra(text)[0]
        return bool(self._codes(seat, main)) or not (self._is_new(seat, main) or self._codes(seat, main, gone=True))

    def order(self, seat: int, text: str, quiet: bool = False) -> str:
        """A typed order, with a play or call by name replaced by its card and side. Enters a card that is new."""
        phase = self.view.phase
        if phase == terms.DISCARD:
            return self._discards(seat, text)
        if phase not in (terms.CALL, terms.DEFENSE):
            return text
        if found := re.fullmatch(r"(?:run |pass |play |call )?(\d{1,2})\s*[ab](?:[ ,].*)?", fold(text)):
            self._refuse_unseen(seat, int(found[1]) - 1)
            return text
        if phase == terms.CALL and (found := COSTS.fullmatch(fold(text))):
            return self._with_card(seat, found[1], found[2] or "", quiet)
        if phase == terms.CALL and self.view.returns:
            return self._after_time_out(seat, text, quiet)
        return self._called(seat, text)

    def _after_time_out(self, seat: int, text: str, quiet: bool) -> str:
        """A call after time outs: `back draw 4, short 2` names the card that comes back, and then the call."""
        count, back = self.view.returns, list[int]()
        while len(back) < count and (found := re.match(r"\s*back\s+(.+?)\s*[,;]\s*(.+)", text, re.IGNORECASE)):
            codes = [code for code in self._codes(seat, found[1], gone=True) if code // 2 not in back]
            if len({code // 2 for code in codes}) != 1:
                raise UserError(
                    self._several(seat, found[1], codes) if codes else f"{found[1]!r} was not played before"
                )
            back.append(codes[0] // 2)
            text = found[2]
        back = best_back(self.config, self.view, seat, count, back)
        if not quiet:
            self.screen.say(f"Take back {'; '.join(entered(self.match.names, seat, at) for at in back)}.", "dim")
        self.taken = back
        try:
            return ", ".join([*(str(at + 1) for at in back), self._called(seat, text)])
        finally:
            self.taken = []

    def _called(self, seat: int, text: str) -> str:
        """A play or call by name, as its card and side. Enters a card that is new."""
        phase = self.view.phase
        main, extra = self._without_extra(text)
        is_new = fold(main).startswith("new ")
        codes = [] if is_new else self._codes(seat, main)
        if not codes and not is_new:
            self._refuse_gone(seat, main)
        if len(codes) > 1:
            raise UserError(self._several(seat, main, codes))
        if codes:
            return side_of(codes[0]) + extra
        if not self._is_new(seat, main):
            return text
        main = re.sub(r"^new\s+", "", main, flags=re.IGNORECASE)
        entered = self._new_card(seat, main) if phase == terms.CALL else self._new_defense(seat, main)
        return side_of(entered) + extra

    def _several(self, seat: int, text: str, codes: Sequence[int]) -> str:
        listed = "; ".join(f"{side_of(code)} {self._named(seat, code)}" for code in codes)
        return f"{text!r} can be {listed}. Type its number, or more of it, as in draw 4 / long"

    def _with_card(self, seat: int, action: str, card: str, quiet: bool) -> str:
        """A kick or a kneel with the card that it costs, or a time out with the card that comes back, by name.

        Says which card it is, because the numbers are not on the cards.
        """
        comes_back = action.startswith("t")
        names = self.match.names["cards"][seat]
        if not card or card.isdigit() or self.view.try_down:
            made = f"{action} {card}".strip()
            if quiet or self.view.try_down or self.view.returns:
                return made
            try:
                code, at = read_call(action if not card else made, self.config, self.view, seat)[-2:]
            except BadOrder:
                return made
            if code < terms.PLAYS:
                return made
        elif card in ("new", "unseen") and not comes_back:
            fresh = [
                at for at in range(CARDS) if self.view.card[seat][at] == terms.HAND and not any(names[at]["plays"])
            ]
            if not fresh:
                raise UserError("you have entered every card in your hand; name the one that you give up")
            at, made = fresh[0], f"{action} {fresh[0] + 1}"
        else:
            codes = self._codes(seat, card, gone=comes_back)
            if len({code // 2 for code in codes}) != 1:
                where = "played or given up" if comes_back else "in your hand"
                raise UserError(self._several(seat, card, codes) if codes else f"{card!r} is not {where}")
            at = codes[0] // 2
            made = f"{action} {at + 1}"
        if not quiet:
            says = entered(self.match.names, seat, at)
            self.screen.say(f"{'Take back' if comes_back else 'Give up'} {says}.", "dim")
        return made

    def _is_new(self, seat: int, text: str) -> bool:
        """Whether a text has the form of a card: a formation, and plays or calls with their strengths."""
        words = re.sub(r"^new\s+", "", text, flags=re.IGNORECASE)
        if self.view.phase == terms.CALL:
            formation, rest = formation_and_rest(words, self.own.types, self.own.team(self.ids[seat]).formations)
            return bool(formation and re.search(r"\d", rest))
        formation, rest = formation_and_rest(words, self.own.defense_types, self._defense_formations(seat))
        return bool(formation and re.search(r"\d\s*[-/]\s*\d", rest))

    def _refuse_gone(self, seat: int, text: str) -> None:
        """Refuses a card that has been played or given up. Raises UserError."""
        gone = self._codes(seat, text, gone=True)
        if gone and self.view.phase == terms.CALL:
            card = gone[0] // 2
            known = self.match.names["cards"][seat][card]
            says = f"{known['formation']}: {' / '.join(known['plays'])}"
            raise UserError(
                f"card {card + 1} ({says}) is not in your hand: it was played or given up in this quarter. If you have "
                "two of these cards, type new and all that stands on the second one"
            )

    def _defense_formations(self, seat: int) -> list[str]:
        """The formations of defenses that are known, and those that are usual."""
        return [*{card.formation for card in self.own.team(self.ids[seat]).defense}, *USUAL_FORMATIONS]

    def _without_extra(self, text: str) -> tuple[str, str]:
        if found := re.fullmatch(r"(.*?),?\s+(quick(?: release)?|special|[qs])", text.strip(), re.IGNORECASE):
            return found[1], f", {'special' if found[2].casefold().startswith('s') else 'quick'}"
        return text, ""

    def _refuse_unseen(self, seat: int, card: int) -> None:
        cards = self.match.names["cards"][seat]
        if self.view.phase == terms.CALL and card < CARDS and not any(cards[card]["plays"]):
            raise UserError(
                f"you have not entered card {card + 1} yet. Type what stands on it, first the play that you call"
            )

    def _named(self, seat: int, code: int) -> str:
        key, part = ("defenses", "calls") if self.view.phase == terms.DEFENSE else ("cards", "plays")
        card = self.match.names[key][seat][code // 2]
        said = [card[part][code % 2], *card[part][1 - code % 2 :][:1]]
        return f"{card['formation']}: {' / '.join(said)}"

    def _codes(self, seat: int, text: str, gone: bool = False) -> list[int]:
        """The codes of the plays or calls that a text can mean. Of cards that are alike, only the first counts.

        `gone`: whether to look among the cards that are not in hand instead.
        """
        phase, key, part = self.view.phase, "cards", "plays"
        if phase == terms.DEFENSE:
            key, part = "defenses", "calls"
        sides = [_words(each) for each in re.split(r"\s/\s", text)][:2]
        found: dict[str, int] = {}
        for at, card in enumerate(self.match.names[key][seat]):
            in_hand = phase == terms.DEFENSE or self.view.card[seat][at] == terms.HAND or at in self.taken
            if (in_hand or bool(self.view.try_down)) == gone:
                continue
            formation = fold(card["formation"]).split()
            for half, said in enumerate(card[part]):
                other = card[part][1 - half] if len(card[part]) > 1 else ""
                fits = bool(said) and _begins(sides[0], formation, fold(said).split())
                if fits and (len(sides) == 1 or _begins(sides[1], formation, fold(other).split())):
                    found.setdefault(f"{card['formation']} {said} / {other}", 2 * at + half)
        return list(found.values())

    def _new_card(self, seat: int, text: str) -> int:
        """Enters an offense card. Returns the code of the play that was called."""
        team = self.own.team(self.ids[seat])
        formation, rest = formation_and_rest(text, self.own.types, team.formations)
        texts = parts_of(rest)
        kind = self._class(seat, formation)
        plays = [self._play(each) for each in texts[:2]]
        if len(plays) == 1:
            known = f"{team.formations[kind]}: {play_text(plays[0], self.own.types)}"
            plays.append(self._play(self.ask(f"{known} is new. What is the other play on this card")))
        free = [at for at in range(CARDS) if self.view.card[seat][at] == terms.HAND or at in self.taken]
        place: list[int] = []

        def add() -> None:
            place.append(team_now().add_card(OwnCard(kind, list(plays)), free))

        def team_now() -> Any:
            return self.own.team(self.ids[seat])

        def correct(words: str) -> str:
            named_, more = formation_and_rest(words, self.own.types, team_now().formations)
            new = [self._play(each) for each in parts_of(more)]
            if len(new) != 2:
                raise UserError("expected a formation and two plays, as in Shotgun: Draw 4 / Long 8")
            team_now().offense[place[0]] = OwnCard(self._class(seat, named_) if named_ else kind, list(new))
            return f"{named_}: {more}"

        says = f"{team.name}, {team.formations[kind]}: {' / '.join(play_text(p, self.own.types) for p in plays)}"
        self.enter(says, add, correct)
        return 2 * place[0] + int(team_now().offense[place[0]].plays.index(plays[0]))

    def _new_defense(self, seat: int, text: str) -> int:
        """Enters a defense card. Returns the code of the call that was made."""
        team = self.own.team(self.ids[seat])
        formations = self._defense_formations(seat)
        formation, rest = formation_and_rest(text, self.own.defense_types, formations)
        calls = [self._call(each) for each in parts_of(rest)[:2]]
        if len(team.defense) == terms.DEFENSES:
            raise UserError(f"all {terms.DEFENSES} defense cards are known already; correct the one that is wrong")
        at = len(team.defense)

        def add() -> None:
            self.own.team(self.ids[seat]).defense.append(OwnDefense(formation[:1].upper() + formation[1:], list(calls)))

        def correct(words: str) -> str:
            named_, more = formation_and_rest(words, self.own.defense_types, formations)
            made = OwnDefense(named_ or formation, [self._call(each) for each in parts_of(more)[:2]])
            self.own.team(self.ids[seat]).defense[at] = made
            return words

        texts = " / ".join(call_text(call, self.own.defense_types) for call in calls)
        self.enter(f"{team.name}, {formation}: {texts}", add, correct)
        return 2 * at

    def _discards(self, seat: int, text: str) -> str:
        """Cards by name, in place of their numbers: `draw 4, new` gives up a card with a Draw 4, and then cards that
        nobody has seen yet.
        """
        names, owed = self.match.names["cards"][seat], self.view.owed[seat]
        if owed < 0 or not re.search(r"[a-z]{2}", fold(text)):
            return text
        held = [at for at in range(CARDS) if self.view.card[seat][at] == terms.HAND]
        fresh = [at for at in held if not any(names[at]["plays"])]
        given: list[int] = []
        for part in filter(None, (each.strip() for each in re.split(r"[,;]", fold(text)))):
            if part in ("new", "unseen"):
                given += fresh[: owed - len(given)]
                continue
            codes = [code for code in self._codes(seat, part) if code // 2 not in given]
            if not codes:
                raise UserError(f"{part!r} is not in your hand; hands lists the cards that you have entered")
            if len({code // 2 for code in codes}) > 1:
                raise UserError(self._several(seat, part, codes))
            given.append(codes[0] // 2)
        return "discard " + " ".join(str(at + 1) for at in sorted(given))

    # --- names that are new

    def _class(self, seat: int, text: str) -> int:
        """The class of a formation, by its name or its class. Asks for the class of a name that is new."""
        team = self.own.team(self.ids[seat])
        for names in (team.formations, CLASSES):
            try:
                return named(text, names, "formation")
            except UnknownName:
                continue
        name = " ".join(text.split())[:30]
        says = f"{name} is new for {team.name} (so far: {', '.join(team.formations)})"
        asks = "Is it run heavy, balanced or pass heavy (r, b, p; Enter if you mistyped)"
        kind = named(self.ask(f"{says}. {asks}"), CLASSES, "formation")
        team.formations[kind] = name[:1].upper() + name[1:]
        return kind

    def _play(self, text: str) -> Play:
        try:
            return play_in(text, self.own.types)
        except UnknownName as unknown:
            free = self.own.unused_types()
            if not free:
                raise
            name = unknown.name.title()
            question = (
                f"{name} is none of {', '.join(self.own.types)}. Is it a new run or pass (r, p; Enter if mistyped)"
            )
            kind = named(self.ask(question), ("run", "pass"), "kind of play")
            same = [at for at in free if self.own.kinds[at] == kind + 1]
            at = (same or free)[-1]
            self.own.types[at], self.own.kinds[at] = name, kind + 1
            return play_in(text, self.own.types)

    def _call(self, text: str) -> Any:
        try:
            return call_in(text, self.own.defense_types)
        except UnknownName as unknown:
            free = self.own.unused_defenses()
            if not free:
                raise
            name = unknown.name.title()
            said = self.ask(
                f"{name} is none of {', '.join(self.own.defense_types)}. Is it a new defense (y; Enter if mistyped)"
            )
            if fold(said) not in ("y", "yes"):
                raise
            self.own.defense_types[free[-1]] = name
            return call_in(text, self.own.defense_types)

    # --- cells of charts and sheets

    def cell(self, needs: NeedsCell) -> bool:
        """Asks for what a rule needs to know. Returns False if the player takes back what was typed before it."""
        question, change = self._question(needs)
        commands = Commands(self.session, self.match.observation(), [("", f"{question}?")])
        while True:
            line = self.screen.ask(f"{question}> ").strip()
            if line.casefold() in BACK:
                return False
            if not line:
                self.screen.say("Look it up and type it; undo takes back what you typed before.")
                continue
            if commands.run(line):
                continue
            was = deepcopy(self.own)
            try:
                self._fill(question, change, line)
            except UserError as error:
                self.own = was
                self.screen.say(as_sentence(str(error)))
                continue
            return True

    def _fill(self, question: str, change: Callable[[str], None], line: str) -> None:
        short = question.split(": ")[0]

        def again(words: str) -> str:
            change(words)
            return f"{short}: {words}"

        self.enter(f"{short}: {line}", lambda: change(line), again)

    def _question(self, needs: NeedsCell) -> tuple[str, Callable[[str], None]]:
        """What to ask for a cell, and what to do with the answer."""
        if needs.table == "matchup":
            return self._matchup(*needs.at)
        if needs.table == "spy":
            return self._spy(*needs.at)
        team = self.own.team(self.ids[needs.seat])
        ways = {
            "front": self._front,
            "back_type": self._back,
            "fourth_target": self._fourth,
            "formation_chart": self._formation,
            "strategy_by_state": self._plan,
            "strategy_late": self._late,
            "code_chart": self._code,
            "code_play": self._coded,
            "play_type": self._other_side,
        }
        question, change = ways[needs.table](needs.seat, needs.at[-1])
        return f"{team.name}, {question}", change

    def _matchup(self, d: int, t: int) -> tuple[str, Callable[[str], None]]:
        defense, play = self.own.defense_types[d], self.own.types[t]

        def change(text: str) -> None:
            words = fold(text)
            if re.match(r"(wins|loses)\b", words):
                return self._bubbles(d, words)
            if words[:1] not in WINNERS or not any(
                each.startswith(words) for each in ("defense", "offense", "neither", "no")
            ):
                raise UserError(
                    f"expected d, o or n, or all of the card, as in wins Short, loses Long; not {text[:40]!r}"
                )
            self.own.chart[d, t] = WINNERS[words[:1]]
            return None

        return f"{defense} against {play}: whose breakaway is it (d defense, o offense, n neither)", change

    def _bubbles(self, d: int, words: str) -> None:
        """A defense card's two bubbles: `wins short, slant; loses long`. All other plays are neither."""
        row = dict.fromkeys(range(terms.TYPES), NEITHER)
        parts = re.findall(
            r"(wins|loses)\s*(?:vs\.?|v|to|against)?\s*:?\s*(.*?)(?=[;,]?\s*\b(?:wins|loses)\b|$)", words
        )
        for verb, listed in parts:
            for name in filter(None, (each.strip() for each in re.split(r"[,;]", listed))):
                if name not in ("-", "nothing", "none"):
                    row[named(name, self.own.types, "type of play")] = (
                        terms.DEFENSE_WINS if verb == "wins" else terms.OFFENSE_WINS
                    )
        self.own.chart |= {(d, t): won for t, won in row.items()}

    def _spy(self, die: int, column: int) -> tuple[str, Callable[[str], None]]:
        def change(text: str) -> None:
            if fold(text) in ("-", "no", "none", "nothing"):
                self.own.spy[die, column] = NONE
            else:
                self.own.spy[die, column] = named(text, self.own.defense_types, "defense")

        where = f"Spy table, {STRATEGIES[column // 2]}, {SPIES[column % 2 + 1]}, die {die + 1}"
        return f"{where}: which defense (- for none)", change

    def _front(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        base, die = at // 6, at % 6
        formation, state = base // STATES, base % STATES

        def change(text: str) -> None:
            band, rest = _band(text, state)
            rolls = _rolls(rest, STRATEGIES, "strategy", die)
            for each in band:
                for roll, strategy in rolls.items():
                    self.own.team(self.ids[seat]).front[(formation * STATES + each) * 6 + roll] = strategy

        where = f"defense sheet, front, {CLASSES[formation]}, Game State {state}, die {die + 1}"
        return f"{where}: Eagle, Stunt or Twist (or the row: 2-4 Eagle 1-2, Twist 3-4, Stunt 5-6)", change

    def _back(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        formation, strategy, die = at // 18, at // 6 % 3, at % 6

        def change(text: str) -> None:
            now = self.own.team(self.ids[seat])
            known = [*{each for each, _ in now.back.values()}, *USUAL_FORMATIONS]
            shows, rest = formation_and_rest(text, self.own.defense_types, known)
            if not shows:
                raise UserError(f"expected a formation and a defense, as in Dime: Zone 0/5, not {text[:40]!r}")
            now.back[at] = (shows[:1].upper() + shows[1:], self._call(rest))

        where = f"defense sheet, back, {CLASSES[formation]}, {STRATEGIES[strategy]}, die {die + 1}"
        return f"{where}: which defense, such as Dime: Zone 0/5", change

    def _fourth(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        miles = ("own 20", "midfield", "their 20", "goal line")

        def change(text: str) -> None:
            numbers = [int(each) for each in re.findall(r"\d+", text)]
            if len(numbers) not in (1, 4) or not all(1 <= each <= 15 for each in numbers):
                raise UserError(f"expected a number, or all four of the row as in 8 8 8 6, not {text[:40]!r}")
            fourth = self.own.team(self.ids[seat]).fourth
            fourth |= dict(enumerate(numbers)) if len(numbers) == 4 else {at: numbers[0]}

        return f"defense sheet, 4th down, milestone {miles[at]}: lowest roll to go for it (or all four)", change

    def _formation(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        team = self.own.team(self.ids[seat])
        cell, die = at // 6, at % 6

        def change(text: str) -> None:
            now = self.own.team(self.ids[seat])
            if re.search(r"\d\s*$", text) and "," in text:
                rolls = rolls_in(text, now.formations, "formation")
            else:
                rolls = {die: self._class(seat, text)}
            now.chart |= {cell * 6 + roll: kind for roll, kind in rolls.items()}

        where = f"offense sheet, {DOWNS_SAID[cell % 3]}, {DISTANCES_SAID[cell // 3]}, die {die + 1}"
        return f"{where}: {', '.join(team.formations[:2])} or {team.formations[2]} (or the row)", change

    def _plan(self, seat: int, state: int) -> tuple[str, Callable[[str], None]]:
        def change(text: str) -> None:
            band, rest = _band(text, state)
            plan = named(rest, PLANS, "plan")
            self.own.team(self.ids[seat]).plan |= dict.fromkeys(band, plan)

        return f"offense sheet, Game State {state}: Green 18, Blue 80 or Red 98 (with its row: 5-6 blue)", change

    def _late(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        def change(text: str) -> None:
            plan = named(text, (*PLANS, "as usual"), "plan")
            self.own.team(self.ids[seat]).late[at] = AS_USUAL if plan == len(PLANS) else plan

        return f"offense sheet, last five cards, {SITUATIONS[at]}: Green 18, Blue 80, Red 98 or as usual", change

    def _code(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        def change(text: str) -> None:
            codes = [named(each, CODES, "code") for each in text.split(",")]
            if len(codes) not in (1, 6):
                raise UserError("expected one code, or the six of the column with commas between them")
            first = at if len(codes) == 1 else at - at % 6
            self.own.team(self.ids[seat]).codes |= {first + n: code for n, code in enumerate(codes)}

        return f"offense sheet, {PLANS[at // 6]}, die {at % 6 + 1}: which code, such as Jet Dragon", change

    def _coded(self, seat: int, at: int) -> tuple[str, Callable[[str], None]]:
        team = self.own.team(self.ids[seat])
        kind, code = at // len(CODES), at % len(CODES)

        def change(text: str) -> None:
            now = self.own.team(self.ids[seat])
            rest = formation_and_rest(text, self.own.types, now.formations)[1]
            is_drawn = at in now.plays or bool(re.match(r"(drawn|flip|card)\b", fold(rest)))
            words = re.sub(r"^(drawn|flip|card)\b[ :,]*", "", rest, flags=re.IGNORECASE)
            if is_drawn and not words:
                words = self.ask("Turn over the card on the board: which play is it")
            play = self._play(words)
            now.add_play(kind, play)
            now.plays[at] = None if is_drawn else play
            self.drawn = (seat, at, play) if is_drawn else None

        where = f"offense sheet, back, {team.formations[kind]}, {CODES[code]}"
        if at in team.plays:
            return f"{where}: turn over the card on the board. Which play is it, such as Draw 2", change
        return f"{where}: which play, such as Short 4 (or drawn, if its card is turned over)", change

    def _other_side(self, seat: int, code: int) -> tuple[str, Callable[[str], None]]:
        team = self.own.team(self.ids[seat])
        card = team.offense[code // 2] if code // 2 < len(team.offense) else None
        shown = card.plays[1 - code % 2] if card else None
        says = play_text(shown, self.own.types) if shown else "nothing yet"

        def change(text: str) -> None:
            now = self.own.team(self.ids[seat])
            known = now.offense[code // 2] if code // 2 < len(now.offense) else None
            if known is None:
                raise UserError("type undo, and call another play")
            known.plays[code % 2] = self._play(text)

        return f"the card with {says}: which play is on its other side", change

    # --- commands

    def add_commands(self, commands: Commands) -> None:
        """Adds `set`, which shows what is known, and `correct`, which changes an entry."""
        commands.add("set", "your set of cards: what is known, and what you entered last", self._show, bare=True)
        commands.add(
            "correct",
            "what you entered wrong: correct alone lists it; correct 2 and the right words; correct card 5 run +1",
            self._correct,
        )

    def _show(self, rest: str) -> None:
        rows = [[what, f"{known} of {most}"] for what, known, most in shares(self.own)]
        parts: list[Part] = [Grid(f"Your set {self.own.name}", ["", "known"], rows, right=())]
        self.screen.show([*parts, *self._last(), Line(f"Kept in {self.own.folder}", style="dim")])

    def _last(self) -> list[Part]:
        return [Line(each.says, f"  {n}  ") for n, each in list(enumerate(self.entries, 1))[-9:]]

    def _correct(self, rest: str) -> None:
        found = re.match(r"(card\s+)?(\d{1,3})\s*[:,]?\s+(.+)", rest)
        if not found:
            self.screen.show(
                [*self._last(), Line("Type correct, a number and the right words: correct 2 run +1, d 0.")]
            )
            return
        number, words, was = int(found[2]) - 1, found[3], deepcopy(self.own)
        try:
            if found[1] and 0 <= number < len(self.own.cards):
                said = self._correct_card(number, words)
            elif not found[1] and 0 <= number < len(self.entries):
                said = self.entries[number].again(words)
                self.entries[number].says = said
            else:
                raise UserError(f"there is no {'card' if found[1] else 'entry'} {number + 1}")
        except (UserError, ValueError, BadOrder) as error:
            self.own = was
            self.screen.say(as_sentence(str(error)))
            return
        write_set(self.own)
        self._learn()
        self.screen.say(f"Corrected: {said}. Turns that were played stay as they are; undo takes back the last one.")


def entered(names: Any, seat: int, card: int) -> str:
    """An offense card in words, or that nobody has entered it."""
    known = names["cards"][seat][card]
    return f"{known['formation']}: {' / '.join(known['plays'])}" if any(known["plays"]) else "a new card"


def _words(text: str) -> list[str]:
    """The words of a play or call, without signs that people may write or leave out."""
    return fold(text).replace(":", " ").replace("(", " ").replace(")", " ").replace("/", "-").split()


def _begins(words: Sequence[str], formation: Sequence[str], said: Sequence[str]) -> bool:
    """Whether each typed word begins a word of the formation and the play, in this order."""
    for whole in (said, [*formation, *said]):
        at, fits = 0, True
        for word in words:
            while at < len(whole) and not whole[at].startswith(word):
                at += 1
            if at == len(whole) or (word.replace("-", "").isdigit() and whole[at] != word):
                fits = False
                break
            at += 1
        if fits and words and whole[0].startswith(words[0]):
            return True
    return False


def _band(text: str, state: int) -> tuple[list[int], str]:
    """The Game States that an answer is about, and the rest of it: `2-4 twist`. Without a band, it is about `state`."""
    found = re.match(r"\s*(\d{1,2}\s*-\s*\d{1,2}|\d{1,2}\+|\d{1,2})\s*[: ]\s*(.*\D.*)", text)
    if not found:
        return [state], text
    try:
        band = list(parse_band(found[1]))
    except ValueError as error:
        raise UserError(str(error)) from None
    if state not in band:
        raise UserError(f"the row {found[1]} does not have Game State {state}, which was rolled for")
    return band, found[2]


def _rolls(text: str, names: Sequence[str], what: str, die: int) -> dict[int, int]:
    """The names for rolls: one name for the roll that was made, or `Eagle 1-2, Twist 3-4, Stunt 5-6`."""
    if not re.search(r"\d", text):
        return {die: named(text, names, what)}
    found = rolls_in(text, names, what)
    if die not in found:
        raise UserError(f"{text[:60]!r} says nothing for a roll of {die + 1}")
    return found


def rolls_in(text: str, names: Sequence[str], what: str) -> dict[int, int]:
    """The number for each roll (from 0) in a row as people read it out. Raises UserError."""
    parts = [each.strip() for each in re.split(r"[,;]|(?<=\d)\s+(?=[A-Za-z])", text) if each.strip()]
    full = []
    for part in parts:
        found = re.fullmatch(r"(.*?)\s+([1-6][\d\s&-]*)", part)
        if not found:
            raise UserError(f"expected a name and its rolls, as in {names[0]} 1-2, not {part[:40]!r}")
        full.append(f"{names[named(found[1], names, what)]} {found[2]}")
    try:
        return rolls_of(", ".join(full), names, what)
    except ValueError as error:
        raise UserError(str(error)) from None
