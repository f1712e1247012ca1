"""What a page asks people who play with their own box: answers to tap, something new to fill in, and pictures of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from breakaway.core.chance import NeedsCell, NeedsOutcome
from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, _, many, marked, say
from breakaway.core.rules import Event
from breakaway.display.match_page import outcome_of
from breakaway.games.football.box.cells import CALL, PLAY, USUAL_FORMATIONS, cell_of
from breakaway.games.football.box.forms import FOLDERS
from breakaway.games.football.box.keeper import (
    GAME_DAY,
    Box,
    in_own_words,
)
from breakaway.games.football.box.kept import SharedShelf
from breakaway.games.football.box.pictures import corner_label, picture_of
from breakaway.games.football.display import question
from breakaway.games.football.files.own_set import (
    USUAL_SET,
    folder_of_set,
    set_of,
    shares,
    unseen_parts,
)
from breakaway.games.football.files.own_words import OPEN, described, known_text
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.rules.terms import CARDS, DECK, NO_EVENT, PASS
from breakaway.games.football.text.names import CLASSES, capital
from breakaway.games.football.text.names import side as side_of
from breakaway.games.football.text.orders import DEFENSE_CORNERS, OFFENSE_CORNERS, STRONGEST, call_text
from breakaway.games.football.text.words import DICE
from breakaway.players.own_cards import (
    Asker,
    BlankSheet,
    BoxQuestion,
    CardPicture,
    EnteredLine,
    SheetPart,
    Shelf,
    Tap,
    TapGroup,
)
from breakaway.players.set_folders import SetFolder, is_set_name, write_texts
from breakaway.records.match import Match

# --- What can be filled in, part by part.


BLACK = {"strategy die", "formation die", "fourth-down die"}  # the others are white
KIND_TAPS = (("run", marked("Run")), ("pass", marked("Pass")))
EVENT_TAPS = (
    ("incomplete", marked("Incomplete")),
    ("turnover", marked("Turnover")),
    ("turnover return", marked("Returned")),
    ("penalty", marked("Penalty")),
    ("touchdown", marked("Touchdown")),
    ("none", marked("No event")),
)
ONLY = {"incomplete": "pass", "turnover return": "pass", "none": ""}  # events that need no kind
PENALTIES = {"run": "false start", "pass": "holding"}
CORNER_PARTS = (("d", marked("Left corner, defense")), ("o", marked("Right corner, offense")))
KICK_PARTS = (("fg", marked("Field goal value"), range(3, 10)), ("punt", marked("Punt value"), range(1, 20)))
NEW = marked("A card I have not seen")


def _event_parts() -> list[SheetPart]:
    less, more = (
        [Tap(f"{n:+d}", f"{n:+d}".replace("-", "\N{MINUS SIGN}")) for n in some] for some in ((-3, -2, -1), (1, 2, 3))
    )
    return [
        SheetPart("kind", _("Event, in the middle"), [Tap(word, _(says), class_=word) for word, says in KIND_TAPS]),
        SheetPart("event", _("More or less"), [*less, *more], is_tight=True),
        SheetPart("event", _("Or"), [Tap(word, _(says)) for word, says in EVENT_TAPS]),
    ]


def _card_sheet() -> BlankSheet:
    corners = [
        SheetPart(name, _(says), [Tap(word, corner_label(word)) for word in words if word != "football"], is_tight=True)
        for (name, says), words in zip(CORNER_PARTS, (DEFENSE_CORNERS, OFFENSE_CORNERS), strict=True)
    ]
    kicks = [
        SheetPart(name, _(says), [Tap("blocked", _("Blocked")), *(Tap(str(n), str(n)) for n in values)])
        for name, says, values in KICK_PARTS
    ]
    title = SheetPart("title", _("Its title, if you like"))
    note = _("What you leave open is asked for when a down needs it: the corners in a breakaway, the kicks on a kick.")
    return BlankSheet(
        "card", _(NEW), [*_event_parts(), title, *corners, *kicks], _("Play it and remember it"), note, True
    )


def _event_words(given: Mapping[str, str]) -> str:
    """The event that was tapped, as people read it out. Empty if none was. Raises UserError."""
    event, kind = given.get("event", ""), given.get("kind", "")
    if event in ONLY:
        return f"{ONLY[event]} {event}".strip()
    if event and kind not in PENALTIES:
        raise UserError(_("Tap run or pass as well: the event counts for only one of them."))
    return f"{kind} {PENALTIES[kind] if event == 'penalty' else event}" if event else ""


def _card_words(given: Mapping[str, str]) -> str:
    """What was tapped of a Game Day card, as people read it out. Raises UserError."""
    title = given.get("title", "").replace('"', " ").strip()
    parts = [f"{name} {given[name]}" for name in ("d", "o", "fg", "punt") if given.get(name)]
    words = ", ".join(filter(None, (_event_words(given), *parts)))
    return f'"{title[:60]}" {words}' if title else words


def _play_words(given: Mapping[str, str], n: str) -> str:
    kind = given.get(f"type{n}.other") or given.get(f"type{n}", "")
    marks = [mark for mark in ("low", "min") if given.get(f"mark{n}") == mark]
    return " ".join(filter(None, (kind, given.get(f"strength{n}", ""), *marks)))


def _call_words(given: Mapping[str, str], n: str) -> str:
    kind = given.get(f"type{n}.other") or given.get(f"type{n}", "")
    return f"{kind} {given.get(f'run{n}', '')}/{given.get(f'pass{n}', '')}" if kind else ""


# --- A set in a match that is played on pages.


class PageBox(Box):
    """The owner's set in a match on pages (`players.own_cards.PageOwner`)."""

    def entries(self, seat: int) -> list[EnteredLine]:
        """What was entered lately and this `seat` may read, the latest first."""
        return [EnteredLine(n, each.says) for n, each in self.readable(seat)][::-1]

    def shares(self, seat: int) -> list[tuple[str, int, int]]:
        """What of the set is known, as far as this `seat` may know it: what, how many, of how many."""
        return shares(self.own, self.not_for(seat))

    def unseen(self, seat: int) -> list[str]:
        """What nobody has entered yet, part by part, as far as this `seat` may know it."""
        return unseen_parts(self.own, self.not_for(seat), self.match.known_to(seat)[1])

    def said(self, observation: FootballObservation, event: Event, text: str) -> str:
        """The sentence of an event as people with their own cards understand it."""
        return in_own_words(observation, event, text)

    # --- choices

    def choice(self, seat: int) -> BoxQuestion:
        """What to ask a seat that has to choose."""
        observation = self.match.observation(seat)
        phase, asked, note = observation.view.phase, *question.question_and_note(observation)
        buttons = question.buttons(observation)
        taps = [Tap(each.order, each.label, each.says) for each in buttons if each.kind != "main"]
        extras = [Tap(each.order, each.label) for each in question.extras(observation)]
        if phase == terms.CALL:
            hand = self._hand(seat) or [TapGroup(_("Your plays"), [])]
            groups = [*hand, TapGroup(_("Or"), taps, "more")]
            example = _("inside run 2, or the whole down: inside run 2 5 2 stiff")
            return BoxQuestion(asked, note, groups, self._play_sheet(seat), (), extras, example)
        if phase == terms.DEFENSE:
            groups, example = [self._defenses(seat)], _("Dime: Zone 0/5, or the whole down: zone 3 run+1")
            return BoxQuestion(asked, note, groups, self._defense_sheet(seat), (), extras, example)
        if phase == terms.DISCARD and observation.view.owed[seat] > 0:
            return BoxQuestion(asked, note, [TapGroup("", taps)], None, self._to_give_up(seat), (), "draw 4, new")
        return BoxQuestion(asked, note, [TapGroup("", taps)])

    def _hand(self, seat: int) -> list[TapGroup]:
        """The plays of the cards in hand that have been entered, by formation."""
        observation, names = self.match.observation(seat), self.match.names["cards"][seat]
        prefix = list(question.best_returns(observation))
        legal, groups = set(observation.menu(prefix)), dict[str, dict[str, Tap]]()
        for code in range(2 * CARDS):
            card, play = names[code // 2], names[code // 2]["plays"][code % 2]
            is_held = self.view.card[seat][code // 2] == terms.HAND or code // 2 in prefix or self.view.try_down
            if not play or code not in legal or not is_held:
                continue
            kind = self.config.type_kind[self.config.play_type[seat][code]]
            other = card["plays"][1 - code % 2]
            typed = f"{card['formation']} {play} / {other}" if prefix else side_of(code)
            shown = play.removesuffix(" min")
            tap = Tap(typed, shown, other and say("or {play}", play=other), "pass" if kind == PASS else "run")
            groups.setdefault(card["formation"], {}).setdefault(f"{play} / {other}", tap)
        return [TapGroup(formation, list(taps.values())) for formation, taps in groups.items()]

    def _defenses(self, seat: int) -> TapGroup:
        observation, found = self.match.observation(seat), list[Tap]()
        for code in observation.menu([]):
            card = self.match.names["defenses"][seat][code // 2]
            name, strengths = card["calls"][code % 2].rsplit(" ", 1)
            found.append(Tap(side_of(code), name, f"{card['formation']} {strengths.replace('-', ' / ')}"))
        return TapGroup(_("Your defense"), found)

    def _to_give_up(self, seat: int) -> list[Tap]:
        names, found = self.match.names["cards"][seat], list[Tap]()
        held = [at for at in range(CARDS) if self.view.card[seat][at] == terms.HAND]
        for at in held:
            if any(names[at]["plays"]):
                plays = " / ".join(filter(None, names[at]["plays"]))
                found.append(Tap(f"{names[at]['formation']} {plays}", f"{names[at]['formation']}: {plays}"))
        fresh = sum(not any(names[at]["plays"]) for at in held)
        if fresh:
            found.append(
                Tap("new", many("{n} card that you have not entered", "{n} cards that you have not entered", fresh))
            )
        return found

    # --- dice and cards

    def die(self, needs: NeedsOutcome, can_be: Callable[[int], bool]) -> BoxQuestion:
        """What to ask for a die, coin or card."""
        if needs.label == GAME_DAY:
            return self._turn_card(can_be)
        observation = self.match.observation()
        found = [outcome_of(observation, needs.label, k) for k in range(needs.sides) if can_be(k)]
        if needs.label in DICE and needs.sides == 6:
            taps = [Tap(each.typed, each.typed) for each in found]
            is_black = needs.label in BLACK
            title = say("Which face shows the black die?") if is_black else say("Which face shows the white die?")
            asked = _("Roll the dice and tap the black one.") if is_black else _("And the white die?")
            hint = capital(_(needs.label))
            return BoxQuestion(
                asked, hint, [TapGroup(title, taps, "black" if is_black else "white")], example="5 2 run+1 o0"
            )
        taps = [Tap(each.typed, each.label, each.says) for each in found]
        return BoxQuestion(say("Enter the result: {what}", what=_(needs.label)), "", [TapGroup("", taps)])

    def _turn_card(self, can_be: Callable[[int], bool]) -> BoxQuestion:
        """The Game Day card: those that are known and left, and one that is new."""
        cards = [(title or known_text(card), at, card) for at, (title, card) in enumerate(self.own.cards)]
        taps = []
        for title, at, card in sorted(cards, key=lambda each: each[0].casefold()):
            if can_be(at):
                kind = "" if card.event in (NO_EVENT, OPEN) else "pass" if card.kind == PASS else "run"
                taps.append(Tap(str(at + 1), title, known_text(card), kind))
        hint = say("{n} of {all} cards are known.", n=len(cards), all=DECK)
        title = _("Its first letters, or its event")
        sheet = _card_sheet() if len(cards) < DECK else None
        return BoxQuestion(
            _("Turn the Game Day card."),
            hint,
            [TapGroup(title, taps, "hits")],
            sheet,
            example="run +2, d 0, o 1, fg 7, punt 9",
        )

    def cell(self, needs: NeedsCell) -> BoxQuestion:
        """What to ask for something on people's cards and sheets that a rule needs to know."""
        cell = cell_of(self, needs)
        groups = [TapGroup("", [Tap(typed, capital(says)) for typed, says in cell.offers])] if cell.offers else []
        sheet, hint = None, _("You need to tell me only once.")
        if needs.table == "event":
            return BoxQuestion(capital(cell.where), hint, (), BlankSheet("event", "", _event_parts(), _("Remember it")))
        if cell.holds == CALL:
            team = self.team(needs.seat)
            calls = {
                f"{formation}: {call_text(call, self.own.defense_types)}"
                for formation, call in (
                    *team.back.values(),
                    *((card.formation, call) for card in team.defense for call in card.calls),
                )
            }
            groups = [TapGroup("", [Tap(each, each) for each in sorted(calls)], "hits")] if calls else []
            sheet = BlankSheet("call", "", self._call_parts(needs.seat, ("",)), _("Remember it"))
        elif cell.holds == PLAY:
            sheet = BlankSheet("play", "", self._play_parts(""), _("Remember it"))
        return BoxQuestion(capital(cell.where), hint, groups, sheet, label=capital(cell.what))

    # --- something new, part by part

    def _strengths(self) -> list[Tap]:
        return [Tap(str(n), str(n)) for n in range(min(10, STRONGEST + 1))]

    def _play_parts(self, n: str) -> list[SheetPart]:
        kinds = ["pass" if kind == PASS else "run" for kind in self.own.kinds]
        taps = [Tap(name, name, class_=kind) for name, kind in zip(self.own.types, kinds, strict=True)]
        marks = [Tap("low", _("low")), Tap("min", _("min"))]
        return [
            SheetPart(
                f"type{n}",
                _("The play that touches the board") if n == "1" else _("The other play") if n else _("The play"),
                taps,
                other=_("Another name"),
            ),
            SheetPart(f"strength{n}", _("Its strength"), self._strengths(), is_tight=True),
            SheetPart(f"mark{n}", _("Its mark, if it has one"), marks),
        ]

    def _play_sheet(self, seat: int) -> BlankSheet:
        formations = self.team(seat).formations
        taps = [
            Tap(each, each, _(kind) if each != kind else "") for each, kind in zip(formations, CLASSES, strict=True)
        ]
        parts = [
            SheetPart("formation", _("Formation"), taps, other=_("Another name")),
            *self._play_parts("1"),
            *self._play_parts("2"),
        ]
        return BlankSheet("offense", _(NEW), parts, _("Call it and remember it"))

    def _call_parts(self, seat: int, sides: Sequence[str]) -> list[SheetPart]:
        team = self.team(seat)
        known = sorted({card.formation for card in team.defense} | {each for each, _call in team.back.values()})
        parts = [
            SheetPart(
                "formation",
                _("Formation"),
                [Tap(each, each) for each in known[:9]],
                other=_("Another name"),
                known=USUAL_FORMATIONS,
            )
        ]
        types = [Tap(each, each) for each in self.own.defense_types]
        for n in sides:
            title = _("The other defense, if it has two") if n == "2" else _("Defense")
            parts += [
                SheetPart(f"type{n}", title, types, other=_("Another name")),
                SheetPart(f"run{n}", _("Against runs"), self._strengths(), is_tight=True),
                SheetPart(f"pass{n}", _("Against passes"), self._strengths(), is_tight=True),
            ]
        return parts

    def _defense_sheet(self, seat: int) -> BlankSheet | None:
        if len(self.team(seat).defense) == terms.DEFENSES:
            return None
        return BlankSheet("defense", _(NEW), self._call_parts(seat, ("1", "2")), _("Call it and remember it"))


# --- What football offers to people with their own box (`players.own_cards.OwnCards`).


class OwnBoxes:
    """Football's sets of people's own cards."""

    usual = USUAL_SET

    def is_name(self, text: str) -> bool:
        """Whether a set can have this name."""
        return is_set_name(text)

    def home(self, name: str) -> Shelf:
        """The set of this name in the owner's own folder."""
        if is_set_name(name):  # never a folder of this name where the server was started
            return FOLDERS.home(name)
        return SetFolder(folder_of_set(name))

    def at(self, folder: Path) -> Shelf:
        """The set in a folder."""
        return SetFolder(folder)

    def at_home(self) -> list[str]:
        """The names of the sets in the owner's own folder."""
        return FOLDERS.at_home()

    def teams(self, texts: Mapping[str, str]) -> list[str]:
        """The names of a set's teams, given the texts of its files. None if they cannot be read."""
        try:
            return [team.name for team in set_of("", texts).teams.values()]
        except BadData:
            return []

    def composed(self, kind: str, given: Mapping[str, str]) -> str:
        """The line that says what was filled into a `BlankSheet` of this kind. Raises UserError."""
        formation = given.get("formation.other") or given.get("formation", "")
        found = {
            "card": lambda: _card_words(given),
            "event": lambda: _event_words(given),
            "play": lambda: _play_words(given, ""),
            "call": lambda: f"{formation}: {_call_words(given, '')}",
            "offense": lambda: f"{formation}: {' / '.join(filter(None, (_play_words(given, n) for n in '12')))}",
            "defense": lambda: f"{formation}: {' / '.join(filter(None, (_call_words(given, n) for n in '12')))}",
        }
        words = found[kind]() if kind in found else ""
        if not words.strip(" :/"):
            raise UserError(_("Tap what stands on the card first."))
        if not formation and kind in ("call", "offense", "defense"):
            raise UserError(_("Tap the formation, or type its name."))
        return f"new {words}" if kind == "card" else words

    def drawn(self, given: Mapping[str, str]) -> CardPicture:
        """The picture of a card of which so much was tapped or typed. Raises UserError."""
        try:
            words = given.get("line", "").strip() or _card_words(given)
        except UserError:  # the kind is still missing
            words = _card_words({**given, "event": ""})
        return picture_of(described(re.sub(r"^new\b[ :,]*", "", words, flags=re.IGNORECASE)))

    def pair(self, match: Match[Any, Any], first: Shelf, second: Shelf | None) -> Shelf:
        """Two people's sets at one table: the second one's has the cards and sheets of the visiting team."""
        return SharedShelf(first, second, match.record.header["options"]["teams"][1]["id"])

    def sit(self, match: Match[Any, Any], shelf: Shelf, screen: Asker) -> PageBox:
        """What remembers the people's cards in a match. Raises UserError."""
        return PageBox(match, shelf, screen)

    def put(self, texts: Mapping[str, str], folder: Path) -> None:
        """Writes the files of a set into a folder, from which a match can be set up."""
        write_texts(folder, texts)


BOXES = OwnBoxes()
