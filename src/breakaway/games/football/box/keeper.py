"""What people read out of their box is entered, taken back and corrected here, at any screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from breakaway.core.chance import NeedsCell
from breakaway.core.data_files import BadData
from breakaway.core.game import BadOrder
from breakaway.core.language import UserError, _, say
from breakaway.core.rules import Event
from breakaway.display.match_page import fitting, outcome_of
from breakaway.games.football.box import cells
from breakaway.games.football.box.kept import without
from breakaway.games.football.display import question
from breakaway.games.football.files.own_set import (
    Drawn,
    OwnCard,
    OwnDefense,
    OwnSet,
    OwnTeam,
    put,
    set_of,
    texts_of,
)
from breakaway.games.football.files.own_words import (
    Described,
    UnknownName,
    call_in,
    described,
    expected,
    fold,
    formation_and_rest,
    is_card,
    known_text,
    named,
    of_card,
    open_parts,
    parts_of,
    play_in,
)
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import CARDS, DECK
from breakaway.games.football.text import names as called
from breakaway.games.football.text.names import CLASSES
from breakaway.games.football.text.names import side as side_of
from breakaway.games.football.text.orders import Call, Play, best_back, call_text, play_text, read_call
from breakaway.players.own_cards import ORDER, OUTCOME, Asker, Shelf
from breakaway.records.match import Match

# --- What a match knows of a set. Entries are numbered, so that they can be taken back and corrected.


ASKED_AT_ONCE = {"burnt card", "drawn card"}  # which card of a sheet it is matters only for a Gold Joker
MOST_KEPT = 12  # the entries of earlier turns that can still be corrected
GAME_DAY = "Game Day card"
COSTS = re.compile(
    r"(field goal|fg|kick field goal|punt|coffin(?:[ -]corner)?(?:[ -]punt)?|hail(?: mary)?|kneel|knee|time ?out|t)"
    r"(?:[, ]+(?:card )?(.+))?"
)


@dataclass
class BoxEntry:
    """Something that was entered: what it is, in words, and what it is about.

    `turn` and `typed`: how many turns were played before it, and how many outcomes typed. `came_with`: ORDER or
    OUTCOME if it came with one. `before`: the files that it changed, as they were; None for a file that was new.
    `after`: these files as it left them, except where the next entry tells. `drawn`: the play of the sheet's drawn
    card, which is asked for again each time.
    """

    says: str
    about: list[Any]
    turn: int = 0
    typed: int = 0
    came_with: str = ""
    before: dict[str, str | None] = field(default_factory=dict)
    after: dict[str, str] = field(default_factory=dict)
    drawn: list[Any] = field(default_factory=list)


class Box:
    """The owner's set in one match (`players.own_cards.Owner`).

    It asks at the `screen` and keeps the set on the `shelf`.
    """

    def __init__(self, match: Match[Any, Any], shelf: Shelf, screen: Asker) -> None:
        self.match, self.shelf, self.screen = match, shelf, screen
        self.ids: tuple[str, str] = tuple(each["id"] for each in match.record.header["options"]["teams"])
        try:
            self.kept = shelf.texts()
            self.own: OwnSet = set_of(shelf.name, self.kept)
        except BadData as error:
            raise UserError(str(error)) from None
        self.log = [BoxEntry(**each) for each in match.entered]
        self.drawn_play = self._drawn_now()
        self.taken: list[int] = []  # cards that time outs bring back with this call
        self.can_be: Callable[[int], bool] = lambda k: True  # whether an outcome is possible now
        self._learn()

    @property
    def learned(self) -> int:
        """How many entries were made, as far back as they can be taken back or corrected."""
        return len(self.log)

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

    def team(self, seat: int) -> OwnTeam:
        """What is known of a seat's team."""
        return self.own.team(self.ids[seat])

    # --- two people: what one has entered of a card that lies face down is not for the other

    @property
    def people(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat in range(len(self.ids)) if seat in self.match.people]

    def may_read(self, entry: BoxEntry, seat: int) -> bool:
        """Whether a `seat` may read an entry now. Nobody but its player reads of a card that may lie face down."""
        kind, *at = entry.about
        if kind not in ("offense", "defense") or at[0] == seat or not self.match.hides_cards:
            return True
        return entry.turn < self.match.turns_face_up()

    def readable(self, seat: int) -> list[tuple[int, BoxEntry]]:
        """The entries that a `seat` may read now, each with its number. -1: what everybody may read."""
        return [(n, each) for n, each in enumerate(self.log, 1) if self.may_read(each, seat)]

    def not_for(self, seat: int) -> list[str]:
        """The teams of the other people in a match of several, whose cards a `seat` is not told of."""
        others = [each for each in self.people if each != seat]
        return [self.ids[each] for each in others] if len(self.people) > 1 else []

    def _drawn_now(self) -> Drawn | None:
        """The play of the sheet's drawn card, if it was entered in this turn."""
        turn = len(self.match.log)
        found = next((each.drawn for each in reversed(self.log) if each.turn == turn and each.drawn), None)
        return (int(found[0]), int(found[1]), Play(*found[2])) if found else None

    def _learn(self) -> None:
        config, names = put(self.own, self.ids, self.config, self.match.names, self.drawn_play)
        if not self.match.is_over():
            self.match.learn(config, names)

    def _keep(self, texts: Mapping[str, str]) -> None:
        """Keeps the set, first on the shelf and then in the record, and what was entered of it."""
        if texts != self.kept:
            self.shelf.keep(texts)
            self.kept = dict(texts)
        self.match.note_entered([vars(each) for each in self.log])
        self._learn()

    def _check_readable(self) -> None:
        """Makes sure that the set can be read again from its files: nothing else would help later. Raises UserError."""
        try:
            set_of(self.shelf.name, texts_of(self.own))
        except (UserError, ValueError) as error:
            raise UserError(
                say(
                    "this cannot be kept, because it could not be read again ({error}). Use another name: letters, "
                    "digits and spaces, not a number at its end",
                    error=str(error).partition("\n")[0][:120],
                )
            ) from None

    def _as_kept(self) -> None:
        """Forgets what has been changed since the set was kept."""
        self.own, self.drawn_play = set_of(self.shelf.name, self.kept), self._drawn_now()

    def enter(self, says: str, about: list[Any], change: Callable[[], None], came_with: str = "") -> None:
        """Makes an entry and keeps it. Raises UserError, and then nothing has changed."""
        was = self.drawn_play
        try:
            change()
            self._check_readable()
        except (UserError, ValueError) as error:
            self._as_kept()
            raise error if isinstance(error, UserError) else UserError(str(error)) from None
        texts = texts_of(self.own)
        before = {name: self.kept.get(name) for name, text in texts.items() if self.kept.get(name) != text}
        turn = len(self.match.log)
        for each in self.log:
            each.before, each.after = (each.before, each.after) if each.turn >= turn - 1 else ({}, {})
        if self.log:
            last = self.log[-1]
            last.after = {name: text for name, text in last.after.items() if before.get(name) != text}
        old = [each for each in self.log if each.turn < turn]
        self.log = [*old[-MOST_KEPT:], *(each for each in self.log if each.turn >= turn)]
        is_drawn = self.drawn_play is not None and self.drawn_play is not was
        drawn = [*self.drawn_play[:2], list(self.drawn_play[2])] if self.drawn_play and is_drawn else []
        after = {name: texts[name] for name in before}
        self.log.append(BoxEntry(says, about, turn, len(self.match.typed), came_with, before, after, drawn))
        self._keep(texts)
        self.screen.say(say("Remembered: {what}.", what=says), "dim")

    def restore(self, learned: int) -> str:
        """Takes back everything that was entered after the first `learned` entries. Says what, or nothing.

        What was entered at another table since then stays.
        """
        if learned >= len(self.log):
            return ""
        said, texts = self.log[learned].says, dict(self.kept)
        while len(self.log) > learned:
            gone, was = self.log.pop(), texts
            texts = without(self.shelf.name, was, gone.before, gone.after)
            if texts == was and gone.before:
                self.screen.say(_("It stays in your set, because more was entered at another table since."))
            for each in self.log[-1:]:
                each.after = {
                    name: text for name, text in gone.before.items() if name in each.before and text
                } | each.after
        self.own, self.drawn_play = set_of(self.shelf.name, texts), self._drawn_now()
        self._keep(texts)
        return said

    def step_back(self, typed: int, turn: int, came_with: str) -> str:
        """Takes back the latest entry if it was made in this turn with so many outcomes typed. Says what, or nothing.

        `came_with`: ORDER, OUTCOME, or empty for an entry that was made by itself.
        """
        last = self.log[-1] if self.log else None
        if last is None or (last.typed, last.turn, last.came_with) != (typed, turn, came_with):
            return ""
        return self.restore(len(self.log) - 1)

    def played(self) -> None:
        """Forgets which play the sheet's drawn card had: the next drawn card has another."""
        if self.drawn_play is not None:
            self.drawn_play = None
            self._learn()

    def fill(self, needs: NeedsCell, text: str) -> None:
        """Enters what a rule needs to know, as people typed it. Raises UserError."""
        cell = cells.cell_of(self, needs)
        about = ["cell", needs.table, needs.seat, *needs.at]
        self.enter(f"{cell.where}: {text.strip()}", about, lambda: cell.change(text))

    def tidy(self, observation: FootballObservation, text: str) -> str:
        """A typed order with its shortcuts spelled out."""
        return question.tidy(observation, text)

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
        if label == GAME_DAY:
            try:
                return self._game_day(text)
            except UserError:
                self._as_kept()
                raise
        choices = [outcome_of(observation, label, k) for k in range(sides)]
        fits = fitting(choices, text)
        if len(fits) != 1:
            listed = ", ".join(each.typed for each in choices)
            raise UserError(
                say("{what} can be {known}, not {typed}", what=_(label), known=listed, typed=repr(text[:40]))
            )
        return fits[0].k

    def _game_day(self, text: str) -> int:
        is_new = bool(re.match(r"new\b", fold(text)))
        left = [at for at in range(len(self.own.cards)) if self.can_be(at)]
        if re.fullmatch(r"[0-9]{1,2}", text.strip()):
            if int(text) - 1 in left:
                return int(text) - 1
            raise UserError(
                say("card {n} is not known or was drawn before; deck lists the cards that are left", n=text.strip())
            )
        said = described(text.strip()[3:].lstrip(" :,") if is_new else text)
        found = None if is_new else self._known(said, left, fold(text))
        if found is not None:
            title, card = self.own.cards[found]
            if said.title or self._is_enough(said) or fold(text) == fold(title):
                self._fill_in(found, said)
                return found
            about = say("Is it {title} ({card})", title=title, card=known_text(card))
            more = self.screen.ask(
                say("{about}? y, or what else stands on it", about=about),
                [("y", say("Yes, it is")), ("new", say("No, a new card"))],
            )
            if fold(more) in ("y", "yes"):
                self._fill_in(found, said)
                return found
            said = said if fold(more) in ("new", "n", "no") else said.with_more(described(more))
        if said.is_empty() and not (is_new and said.title):
            cards = ", ".join(title for title, _card in self.own.cards[:6])
            known = say("; cards that you have entered: {cards} ...", cards=cards) if cards else ""
            raise UserError(
                say(
                    "no card that is left begins with {typed}. If it is new, type what stands on it in any order, such "
                    "as run +2, d 0, o 1, fg 7, punt 9, and its title in quotes",
                    typed=repr(text[:40]),
                )
                + known
            )
        if len(self.own.cards) == DECK:
            raise UserError(
                say("all {n} cards are known, and none that is left is like that; correct the wrong one", n=DECK)
            )
        at, card, title = len(self.own.cards), said.card(), said.called()
        shown = ": ".join(filter(None, (title, known_text(card))))
        self.enter(
            say("{card}, card {n} of {all}", card=shown, n=at + 1, all=DECK),
            ["card", at],
            lambda: self.own.cards.append((title, card)),
            came_with=OUTCOME,
        )
        return at

    def _fill_in(self, at: int, said: Described) -> None:
        """Enters what was said of a card that nobody had looked up before."""
        title, card = self.own.cards[at]
        news = [name for name in open_parts(card) if getattr(said, name) is not None]
        if news:
            full = of_card(title, card).with_more(replace(said, title=title or said.title))
            shown = f"{full.called()}: {known_text(full.card())}"
            made = full.called(), full.card()
            self.enter(shown, ["card", at], lambda: self.own.cards.__setitem__(at, made), came_with=OUTCOME)

    def _known(self, said: Described, left: Sequence[int], words: str) -> int | None:
        """The one card of those that are left that fits. None if it must be new. Raises UserError if several fit."""
        title = fold(said.title)
        found = [at for at in left if said.fits(self.own.cards[at][1])]
        by_title = [at for at in found if title and fold(self.own.cards[at][0]).startswith(title)]
        by_title = by_title or [at for at in found if title and title in fold(self.own.cards[at][0])]
        found = by_title if title else [at for at in found if said.is_in(self.own.cards[at][1])]
        found = [at for at in found if fold(self.own.cards[at][0]) == words] or found
        if not found:
            return None
        if len({self.own.cards[at] for at in found}) == 1 or not (said.missing() or title):
            return found[0]
        listed = "; ".join(
            f"{at + 1} {self.own.cards[at][0]} ({known_text(self.own.cards[at][1])})" for at in found[:8]
        )
        raise UserError(
            say(
                "{n} of the cards that you have entered fit: {cards}. Type its number or title, or 'new' and all that "
                "stands on it",
                n=len(found),
                cards=listed,
            )
        )

    def _is_enough(self, said: Described) -> bool:
        """Whether two things were said of a card: an event and one corner tell cards apart well enough."""
        return len(said.missing()) <= 3

    # --- corrections

    def correct(self, seat: int, n: int, words: str) -> str:
        """Enters the entry with this number, counted from 1, again with the right words. Says what it is now.

        `seat`: who corrects it. Turns that were played stay as they are. While a card of two people lies face down,
        nothing is corrected, because a name that is known all at once would tell what stands on it (BF-021, BF-023).
        Raises UserError, and then nothing has changed.
        """
        if self.match.has_face_down:
            raise UserError(_("a card lies face down; correct this when both cards are turned over"))
        if not 0 < n <= len(self.log) or not self.may_read(self.log[n - 1], seat):
            raise UserError(say("there is no entry {n}", n=n))
        entry = self.log[n - 1]
        kind, *at = entry.about
        entry.says = self._corrected(lambda: self._entered_again(kind, at, words))
        self._keep(texts_of(self.own))
        return entry.says

    def correct_card(self, n: int, words: str) -> str:
        """Corrects the Game Day card with this number, counted from 1. Says what it is now. Raises UserError."""
        if not 0 < n <= len(self.own.cards):
            raise UserError(say("there is no card {n}", n=n))
        said = self._corrected(lambda: self._card_again(n - 1, words))
        self._keep(texts_of(self.own))
        return said

    def _corrected(self, again: Callable[[], str]) -> str:
        try:
            said = again()
            self._check_readable()
            return said
        except (ValueError, BadOrder, IndexError) as error:
            self._as_kept()
            raise UserError(str(error)) from None
        except UserError:
            self._as_kept()
            raise

    def _entered_again(self, kind: str, at: list[Any], words: str) -> str:
        if kind == "card":
            return self._card_again(at[0], words)
        if kind == "offense":
            seat, place = at
            return self._offense_again(seat, place, words)
        if kind == "defense":
            seat, place = at
            card = self._defense_card(seat, words)
            self.team(seat).defense[place] = card
            return self._says_defense(seat, card)
        table, seat, *where = at
        cell = cells.cell_of(self, NeedsCell(table, seat, tuple(where)))
        cell.change(words)
        return f"{cell.where}: {words}"

    def _card_again(self, at: int, words: str) -> str:
        title, card = self.own.cards[at]
        was, said = of_card(title, card), described(words)
        new = was.with_more(said)
        if not said.title and title == replace(was, title="").called():
            new.title = ""
        self.own.cards[at] = new.called(), new.card()
        return f"{new.called()} ({known_text(new.card())})"

    # --- orders: plays and calls by name, and new cards

    def may_be_order(self, seat: int, text: str) -> bool:
        """Whether `order` would accept this text without asking anything."""
        if self.view.phase not in (terms.CALL, terms.DEFENSE):
            return True
        main = self._without_extra(text)[0]
        return bool(self._codes(seat, main)) or not (self._is_new(seat, main) or self._codes(seat, main, gone=True))

    def order(self, seat: int, text: str, quiet: bool = False) -> str:
        """A typed order, with a play or call by name replaced by its card and side. Enters a card that is new."""
        try:
            return self._order(seat, text, quiet)
        except UserError:
            self._as_kept()
            raise

    def _order(self, seat: int, text: str, quiet: bool) -> str:
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
                    self._several(seat, found[1], codes)
                    if codes
                    else say("{typed} was not played before", typed=repr(found[1]))
                )
            back.append(codes[0] // 2)
            text = found[2]
        back = best_back(self.config, self.view, seat, count, back)
        if not quiet:
            listed = "; ".join(entered(self.match.names, seat, at) for at in back)
            self.screen.say(say("Take back {cards}.", cards=listed), "dim")
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
        return say(
            "{typed} can be {known}. Type its number, or more of it, as in draw 4 / long",
            typed=repr(text),
            known=listed,
        )

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
                raise UserError(_("you have entered every card in your hand; name the one that you give up"))
            at, made = fresh[0], f"{action} {fresh[0] + 1}"
        else:
            codes = self._codes(seat, card, gone=comes_back)
            if len({code // 2 for code in codes}) != 1:
                gone, held = _("{typed} was not played or given up"), _("{typed} is not in your hand")
                says = (gone if comes_back else held).format(typed=repr(card))
                raise UserError(self._several(seat, card, codes) if codes else says)
            at = codes[0] // 2
            made = f"{action} {at + 1}"
        if not quiet:
            card = entered(self.match.names, seat, at)
            said = say("Take back {cards}.", cards=card) if comes_back else say("Give up {cards}.", cards=card)
            self.screen.say(said, "dim")
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
                say(
                    "card {n} ({card}) is not in your hand: it was played or given up in this quarter. If you have two "
                    "of these cards, type new and all that stands on the second one",
                    n=card + 1,
                    card=says,
                )
            )

    def _defense_formations(self, seat: int) -> list[str]:
        """The formations of defenses that are known, and those that are usual."""
        return [*{card.formation for card in self.own.team(self.ids[seat]).defense}, *cells.USUAL_FORMATIONS]

    def _without_extra(self, text: str) -> tuple[str, str]:
        if found := re.fullmatch(r"(.*?),?\s+(quick(?: release)?|special|[qs])", text.strip(), re.IGNORECASE):
            return found[1], f", {'special' if found[2].casefold().startswith('s') else 'quick'}"
        return text, ""

    def _refuse_unseen(self, seat: int, card: int) -> None:
        cards = self.match.names["cards"][seat]
        if self.view.phase == terms.CALL and card < CARDS and not any(cards[card]["plays"]):
            raise UserError(
                say(
                    "you have not entered card {n} yet. Type what stands on it, first the play that you call",
                    n=card + 1,
                )
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
        team = self.team(seat)
        formation, rest = formation_and_rest(text, self.own.types, team.formations)
        texts = parts_of(rest)
        kind = self.class_of(seat, formation)
        plays = [self.play(each) for each in texts[:2]]
        if len(plays) == 1:
            known = f"{team.formations[kind]}: {play_text(plays[0], self.own.types)}"
            plays.append(
                self.play(self.screen.ask(say("{card} is new. What is the other play on this card", card=known)))
            )
        free = [at for at in range(CARDS) if self.view.card[seat][at] == terms.HAND or at in self.taken]
        about: list[Any] = ["offense", seat, 0]

        def add() -> None:
            about[2] = self.team(seat).add_card(OwnCard(kind, list(plays)), free)

        self.enter(self._says_offense(seat, OwnCard(kind, list(plays))), about, add, came_with=ORDER)
        card = self.team(seat).offense[about[2]]
        assert card is not None  # it has just been entered
        return 2 * int(about[2]) + int(card.plays.index(plays[0]))

    def _offense_again(self, seat: int, place: int, words: str) -> str:
        team = self.team(seat)
        named_, more = formation_and_rest(words, self.own.types, team.formations)
        plays = [self.play(each) for each in parts_of(more)]
        if len(plays) != 2:
            raise expected(_("a formation and two plays, as in Shotgun: Draw 4 / Long 8"), words)
        was = team.offense[place]
        kind = self.class_of(seat, named_) if named_ or was is None else was.formation
        team.offense[place] = card = OwnCard(kind, list(plays))
        return self._says_offense(seat, card)

    def _says_offense(self, seat: int, card: OwnCard) -> str:
        team = self.team(seat)
        plays = " / ".join(play_text(each, self.own.types) for each in card.plays if each is not None)
        return f"{team.name}, {team.formations[card.formation]}: {plays}"

    def _new_defense(self, seat: int, text: str) -> int:
        """Enters a defense card. Returns the code of the call that was made."""
        card, at = self._defense_card(seat, text), len(self.team(seat).defense)
        if at == terms.DEFENSES:
            raise UserError(
                say("all {n} defense cards are known already; correct the one that is wrong", n=terms.DEFENSES)
            )
        about = ["defense", seat, at]
        self.enter(self._says_defense(seat, card), about, lambda: self.team(seat).defense.append(card), came_with=ORDER)
        return 2 * at

    def _defense_card(self, seat: int, text: str) -> OwnDefense:
        formation, rest = formation_and_rest(text, self.own.defense_types, self._defense_formations(seat))
        calls = [self.call(each) for each in parts_of(rest)[:2]]
        if not formation or not calls:
            raise expected(_("a formation and a defense, as in Dime: Zone 0/5"), text)
        return OwnDefense(formation[:1].upper() + formation[1:], calls)

    def _says_defense(self, seat: int, card: OwnDefense) -> str:
        calls = " / ".join(call_text(call, self.own.defense_types) for call in card.calls)
        return f"{self.team(seat).name}, {card.formation}: {calls}"

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
                raise UserError(
                    say("{typed} is not in your hand; hands lists the cards that you have entered", typed=repr(part))
                )
            if len({code // 2 for code in codes}) > 1:
                raise UserError(self._several(seat, part, codes))
            given.append(codes[0] // 2)
        return "discard " + " ".join(str(at + 1) for at in sorted(given))

    # --- names that are new

    def class_of(self, seat: int, text: str) -> int:
        """The class of a formation, by its name or its class. Asks for the class of a name that is new."""
        team = self.team(seat)
        for names in (team.formations, CLASSES):
            try:
                return named(text, names, "formation")
            except UnknownName:
                continue
        name = " ".join(text.split())[:30].strip()
        says = say(
            "{name} is new for {team} (so far: {known})", name=name, team=team.name, known=", ".join(team.formations)
        )
        asks = say("{says}. Is it run heavy, balanced or pass heavy (r, b, p; Enter if you mistyped)", says=says)
        offers = list(zip("rbp", map(_, CLASSES), strict=True))
        kind = named(self.screen.ask(asks, offers), CLASSES, "formation")
        team.formations[kind] = name[:1].upper() + name[1:]
        return kind

    def play(self, text: str) -> Play:
        """A play as people read it out. Asks whether a type that is new is a run or a pass. Raises UserError."""
        try:
            return play_in(text, self.own.types)
        except UnknownName as unknown:
            free = self.own.unused_types()
            if not free:
                raise
            name, known = unknown.name.title(), ", ".join(self.own.types)
            asks = say(
                "{name} is none of {known}. Is it a new run or pass (r, p; Enter if mistyped)", name=name, known=known
            )
            kind = named(self.screen.ask(asks, [("r", _("run")), ("p", _("pass"))]), ("run", "pass"), "kind of play")
            same = [at for at in free if self.own.kinds[at] == kind + 1]
            at = (same or free)[-1]
            self.own.types[at], self.own.kinds[at] = name, kind + 1
            return play_in(text, self.own.types)

    def call(self, text: str) -> Call:
        """A defense as people read it out. Asks whether a type that is new is one. Raises UserError."""
        try:
            return call_in(text, self.own.defense_types)
        except UnknownName as unknown:
            free = self.own.unused_defenses()
            if not free:
                raise
            name, known = unknown.name.title(), ", ".join(self.own.defense_types)
            asks = say("{name} is none of {known}. Is it a new defense (y; Enter if mistyped)", name=name, known=known)
            if fold(self.screen.ask(asks, [("y", say("Yes, a new defense"))])) not in ("y", "yes"):
                raise
            self.own.defense_types[free[-1]] = name
            return call_in(text, self.own.defense_types)


def in_own_words(observation: FootballObservation, event: Event, text: str) -> str:
    """The sentence of an event as people with their own cards understand it.

    Their cards have no numbers, and which card of a pile was burned or drawn stays open.
    """
    names = observation.names
    if not names.get("unseen"):
        return text
    if event.rule == happened.CARD_BURNT:
        return say("{team}: burn the top card of the draw pile", team=called.team(names, event.seat))
    if event.rule == happened.FORMATION_DRAWN:
        return say("{text}: put the top card of this formation on the board", text=text)
    if found := re.search(r"\b(card|Karte) (\d+)\b", text):
        card = entered(names, event.seat, int(found[2]) - 1)
        return f"{text[: found.start()]}{card}{text[found.end() :]}"
    return text


def entered(names: Any, seat: int, card: int) -> str:
    """An offense card in words, or that nobody has entered it."""
    known = names["cards"][seat][card]
    return f"{known['formation']}: {' / '.join(known['plays'])}" if any(known["plays"]) else _("a new card")


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
