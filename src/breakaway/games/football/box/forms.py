"""The form for a whole set: which pages it has, and those of the Game Day cards, the matchups and the spy table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from functools import partial
from pathlib import Path

from breakaway.core.data_files import BadData, toml_in
from breakaway.core.language import UserError, _, marked, say
from breakaway.games.football.box.form_reader import is_rest, name_in
from breakaway.games.football.box.pictures import face_of_matchups, picture_of
from breakaway.games.football.box.team_forms import LONGEST_NAME, Drawn, FormPage, pages_of_team, put_template
from breakaway.games.football.files.cards import SPY_COLUMNS, our_matchups
from breakaway.games.football.files.config import Library, our_deck
from breakaway.games.football.files.own_set import COLUMNS, OwnSet, set_of, texts_of
from breakaway.games.football.files.own_words import Described, corner, described, fold, is_card, named, of_card
from breakaway.games.football.files.teams import our_teams
from breakaway.games.football.rules.terms import (
    BLOCKED,
    DECK,
    DEFENSE_TYPES,
    DEFENSE_WINS,
    NEITHER,
    NO_EVENT,
    NONE,
    OFFENSE_WINS,
    TYPES,
)
from breakaway.games.football.text.orders import (
    DEFENSE_CORNERS,
    KIND_CODES,
    KIND_WORDS,
    OFFENSE_CORNERS,
    GameDay,
    event_text,
    parse_event,
)
from breakaway.players.field_reader import FieldReader
from breakaway.players.own_cards import Offers
from breakaway.players.set_folders import SetFolders, is_set_name
from breakaway.players.set_forms import FieldGroup, FilledForm, NoSuchPart, SetField, SetForm, SetPart, SetWords

ON_A_PAGE = 18  # Game Day cards
EVENT_WORDS = (
    *(f"{kind} {n:+d}" for kind in ("run", "pass") for n in (4, 3, 2, 1, -1, -2, -3)),
    *("run turnover", "run turnover at -1", "run false start", "run touchdown"),
    *("pass incomplete", "pass turnover", "pass turnover return", "pass holding", "pass touchdown", "none"),
)
CORNERS = {"d": "defense_corner", "o": "offense_corner", "fg": "field_goal", "punt": "punt"}
OURS = "ours"
FOLDERS = SetFolders("sets")


# --- Game Day cards, 18 on a page.


class DeckPage(FormPage):
    """The Game Day cards from `first` (counted from 0)."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.name = f"deck-{first // ON_A_PAGE + 1}"

    def part(self, own: OwnSet) -> SetPart:
        """How many of these cards are known."""
        title = say("Game Day cards {first} to {last}", first=self.first + 1, last=self.first + ON_A_PAGE)
        return SetPart(self.name, title, max(0, min(ON_A_PAGE, len(own.cards) - self.first)), ON_A_PAGE)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the cards that are known."""
        groups = []
        for at in range(self.first, self.first + ON_A_PAGE):
            title, card = own.cards[at] if at < len(own.cards) else ("", None)
            said = of_card(title, card) if card is not None else Described()
            groups.append(FieldGroup(say("Card {n}", n=at + 1), _card_fields(at, said), picture_of(said)))
        note = _(
            "A card needs only its event; what you leave open is asked for when a down needs it. You can also type the "
            "whole card into its first field: Kite: run +3, d 0, o 1, fg 7, punt 9."
        )
        lists = {
            "events": EVENT_WORDS,
            "d": list(DEFENSE_CORNERS),
            "o": ["-1", "0", "1", "2", "3", "TD", "football"],
            "fg": ["blocked", *map(str, range(3, 10))],
            "punt": ["blocked", *map(str, range(1, 20))],
        }
        return SetForm(self.part(own), note, groups, lists)

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the cards that were typed into the set."""
        drawn: Drawn = {}
        kept: list[tuple[str, GameDay] | None] = [*own.cards, *[None] * (DECK - len(own.cards))]
        for at in range(self.first, self.first + ON_A_PAGE):
            said = _card_of(reader, at)
            drawn[at - self.first] = picture_of(said)
            if said.is_empty() and not said.title:
                reader.keeps(f"c{at}.title", kept[at] is not None)
                kept[at] = None
            else:
                kept[at] = said.called(), said.card()
        own.cards = [each for each in kept if each is not None]
        return drawn

    def ours(self, own: OwnSet, template: str) -> None:
        """Our cards in place of those that are unknown, up to the last one on this page."""
        deck = our_deck()
        cards = [
            (title, card._replace(copies=1))
            for title, card in zip(deck.titles, deck.cards, strict=True)
            for _copy in range(card.copies)
        ]
        own.cards += cards[len(own.cards) : self.first + ON_A_PAGE]


def _card_fields(at: int, said: Described) -> list[SetField]:
    event = "" if said.event is None else "none" if said.event.event == NO_EVENT else event_text(said.event)
    words = {
        "d": _word(DEFENSE_CORNERS, said.defense_corner),
        "o": _word(OFFENSE_CORNERS, said.offense_corner).replace("td", "TD"),
        "fg": _kick(said.field_goal),
        "punt": _kick(said.punt),
    }
    labels = {"d": _("Left corner"), "o": _("Right corner"), "fg": _("Field goal"), "punt": _("Punt")}
    return [
        SetField(f"c{at}.title", _("Title, or the whole card"), said.title),
        SetField(f"c{at}.event", _("Event"), event, known="events", example="run +2"),
        *(SetField(f"c{at}.{name}", labels[name], word, known=name) for name, word in words.items()),
    ]


def _word(words: Mapping[str, int], value: int | None) -> str:
    return next((word for word, number in words.items() if number == value), "")


def _kick(value: int | None) -> str:
    return "" if value is None else "blocked" if value == BLOCKED else str(value)


def _card_of(reader: FieldReader, at: int) -> Described:
    """What was typed of a card: its fields, or all of it in the field of its title."""
    title = reader.text(f"c{at}.title")
    others = [reader.text(f"c{at}.{name}") for name in ("event", *CORNERS)]
    if title and not any(others) and is_card(title):
        return reader.attempt(f"c{at}.title", lambda: described(title)) or Described()
    found = Described(title.replace('"', ""))
    if len(found.title) > 60:
        reader.faults[f"c{at}.title"] = say("At most {n} characters, please.", n=60)
    found.event = reader.read(f"c{at}.event", _event)
    for name, attribute in CORNERS.items():
        setattr(found, attribute, reader.read(f"c{at}.{name}", partial(_corner, name)))
    return found


def _event(text: str) -> GameDay:
    said = described(text)
    if said.event is None or said.title or any(getattr(said, each) is not None for each in CORNERS.values()):
        return parse_event(fold(text))  # says what would be right
    return said.event


def _corner(name: str, text: str) -> int:
    return corner(name, fold(text))


# --- Which defense beats which play, with the names of both.


LISTS = (("wins", marked("Wins against")), ("loses", marked("Loses to")), ("neither", marked("Neither")))
WON = {"wins": DEFENSE_WINS, "loses": OFFENSE_WINS, "neither": NEITHER}


class MatchupPage(FormPage):
    """The types of plays and defenses, and the chart of matchups."""

    name = "matchups"

    def part(self, own: OwnSet) -> SetPart:
        """How many matchups are known."""
        return SetPart(self.name, _("Plays, defenses and matchups"), len(own.chart), TYPES * DEFENSE_TYPES)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the names and matchups that are known."""
        kinds = [("run", _("run")), ("pass", _("pass"))]
        ours = our_matchups()
        special = {ours.long: _("Long in the rules"), ours.medium: _("Medium in the rules")}
        fields = []
        for t, name in enumerate(own.types):
            label = say("Play {n}", n=t + 1) + (f" ({special[t]})" if t in special else "")
            fields.append(SetField(f"t{t}", label, name))
            fields.append(SetField(f"k{t}", _("Run or pass"), KIND_WORDS[own.kinds[t]], kinds))
        groups = [FieldGroup(_("The types of play"), fields)]
        for d, name in enumerate(own.defense_types):
            lists: dict[str, list[str]] = {
                key: [own.types[t] for t in range(TYPES) if own.chart.get((d, t)) == won] for key, won in WON.items()
            }
            unseen = TYPES - sum(map(len, lists.values()))
            prevent = _("Prevent in the rules")
            label = _("Defense") + (f" ({prevent})" if d == ours.prevent else "")
            found = [SetField(f"d{d}", label, name)]
            for key, says in LISTS:
                is_rest_ = key == "neither" and not unseen and lists[key]
                value = "rest" if is_rest_ else ", ".join(lists[key])
                found.append(SetField(f"d{d}.{key}", _(says), value, example="Short, Slant"))
            picture = face_of_matchups(name, lists["wins"], lists["loses"], unseen)
            groups.append(FieldGroup(say("Defense {n}", n=d + 1), found, picture))
        note = _(
            "Type names with commas between them. Under Neither, rest means all plays that are in none of the other "
            "two lists. What is in no list is not known yet."
        )
        return SetForm(self.part(own), note, groups, {})

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the names and matchups that were typed into the set."""
        own.types = _names(reader, [f"t{t}" for t in range(TYPES)], own.types)
        own.kinds = [KIND_CODES.get(reader.text(f"k{t}"), own.kinds[t]) for t in range(TYPES)]
        own.defense_types = _names(reader, [f"d{d}" for d in range(DEFENSE_TYPES)], own.defense_types)
        own.chart = {}
        for d in range(DEFENSE_TYPES):
            for key, _says in LISTS:
                reader.read(f"d{d}.{key}", partial(_enter, own, d, key))
        return {}

    def ours(self, own: OwnSet, template: str) -> None:
        """Our matchups in place of those that are unknown."""
        chart = our_matchups().chart
        own.chart = {(d, t): chart[d][t] for d in range(DEFENSE_TYPES) for t in range(TYPES)} | own.chart


def _names(reader: FieldReader, fields: Sequence[str], before: Sequence[str]) -> list[str]:
    """The names in these fields. An empty field keeps the name that was there `before`."""
    found: list[str] = []
    for field, was in zip(fields, before, strict=True):
        name = reader.read(field, name_in) or was
        if fold(name) in map(fold, found):
            reader.faults.setdefault(field, say("Two are called {name}: give one another name.", name=name))
        found.append(name)
    return found


def _enter(own: OwnSet, d: int, key: str, text: str) -> None:
    """Enters one list of a defense. Raises UserError."""
    if key == "neither" and is_rest(text):
        own.chart |= {(d, t): NEITHER for t in range(TYPES) if (d, t) not in own.chart}
        return
    if text in ("-", "–"):
        return
    for each in filter(None, (part.strip() for part in text.split(","))):
        t = named(each, own.types, "type of play")
        if (d, t) in own.chart:
            raise UserError(say("{name} stands in two lists; each play is in one", name=own.types[t]))
        own.chart[d, t] = WON[key]


# --- The spy table.


class SpyPage(FormPage):
    """The spy table."""

    name = "spy"

    def part(self, own: OwnSet) -> SetPart:
        """How many cells are known."""
        return SetPart(self.name, _("Spy table"), len(own.spy), 6 * COLUMNS)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the cells that are known."""
        choices = [("", _("not known")), ("-", _("no spy")), *((each, each) for each in own.defense_types)]
        groups = []
        for die in range(6):
            fields = []
            for column, label in enumerate(SPY_COLUMNS):
                at = own.spy.get((die, column))
                value = "" if at is None else "-" if at == NONE else own.defense_types[at]
                fields.append(SetField(f"s{die}.{column}", label, value, choices))
            groups.append(FieldGroup(say("Die {n}", n=die + 1), fields))
        return SetForm(self.part(own), _("Each column is a strategy with Spy Run or Spy Pass."), groups, {})

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the cells that were chosen into the set."""
        own.spy = {}
        for die in range(6):
            for column in range(COLUMNS):
                at = reader.read(f"s{die}.{column}", partial(named, names=["-", *own.defense_types], what="defense"))
                if at is not None:
                    own.spy[die, column] = at - 1 if at else NONE
        return {}

    def ours(self, own: OwnSet, template: str) -> None:
        """Our spy table in place of cells that are unknown."""
        table = our_matchups().spy
        own.spy = {(die, c): table[die][c] for die in range(6) for c in range(COLUMNS)} | own.spy


# --- All pages of a set.


def pages_of(own: OwnSet) -> list[FormPage]:
    """The pages of the form for a set, in order."""
    pages: list[FormPage] = [DeckPage(first) for first in range(0, DECK, ON_A_PAGE)]
    pages += [MatchupPage(), SpyPage()]
    for id_ in own.teams:
        pages += pages_of_team(id_)
    return pages


class BoxForms:
    """Football's forms for whole sets (`players.set_forms.SetForms`)."""

    shelves = FOLDERS
    asks = ""
    words = SetWords(
        of=marked("cards"),
        empty=marked("empty pages"),
        ours=marked("our deck and charts"),
        files=marked("a set has the files deck.toml, matchups.toml, and one for each team, such as herons.toml"),
        used=marked("These are the files that “breakaway play football --physical” uses. Each can be saved by itself:"),
        more=marked("A team more"),
        called=marked("Name of the team"),
        add=marked("Add the team"),
        blank=marked("empty pages"),
        copy=marked("the cards of {name}"),
        out=marked("Take this team out"),
        gone=marked("All pages of this team are deleted from the set."),
        take=marked("Take this team out of the set"),
        known=marked("Saved: {known} of {most} are known."),
    )

    def choices(self, sets: Mapping[str, Mapping[str, str]]) -> Offers:
        """None: a table with somebody's own cards asks for the name of the set."""
        return ()

    def parts(self, texts: Mapping[str, str]) -> list[SetPart]:
        """The pages of the form, in order. Raises BadData."""
        own = set_of("", texts)
        return [page.part(own) for page in pages_of(own)]

    def form(self, texts: Mapping[str, str], part: str) -> SetForm:
        """The page called `part`, with what is known. Raises BadData, or NoSuchPart."""
        own = set_of("", texts)
        return _page(own, part).form(own)

    def filled(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], in_play: bool) -> FilledForm:
        """What comes of the page called `part` if its fields are `given`. Raises BadData, or NoSuchPart."""
        own = set_of("", texts)
        page, reader, fault = _page(own, part), FieldReader(given, in_play), ""
        form = _drawn(page, own, reader)
        made = texts_of(own)
        if not reader.faults:
            try:
                set_of("", made)
            except BadData as error:
                fault = str(error)
        return reader.result(form, made, fault)

    def group(self, texts: Mapping[str, str], part: str, given: Mapping[str, str], at: int) -> FieldGroup:
        """The group at the place `at` of a page, as it is filled in so far. Raises BadData, or NoSuchPart."""
        own = set_of("", texts)
        page, reader = _page(own, part), FieldReader(given)
        groups = _drawn(page, own, reader).groups
        if not 0 <= at < len(groups):
            raise NoSuchPart
        return reader.marked(groups[at])

    def with_ours(self, texts: Mapping[str, str], part: str, template: str) -> dict[str, str]:
        """The files with our own cards in place of what is unknown on a page. Raises BadData, NoSuchPart, UserError."""
        own = set_of("", texts)
        _page(own, part).ours(own, template)
        return _again(own)

    def templates(self) -> Offers:
        """Our teams: id and name."""
        return [(id_, Library().team(id_).file.name) for id_ in our_teams()]

    def with_team(self, texts: Mapping[str, str], name: str, template: str) -> tuple[dict[str, str], str]:
        """The files with one more team, and the page for its cards. Raises BadData or UserError."""
        own = set_of("", texts)
        id_ = "-".join("".join(c if c.isascii() and c.isalnum() else " " for c in name.casefold()).split())[:30]
        if len(name) > LONGEST_NAME:
            raise UserError(say("At most {n} characters, please.", n=LONGEST_NAME))
        if not is_set_name(id_) or id_ in ("deck", "matchups"):
            raise UserError(say("A team needs a name with letters or digits, not {name}.", name=repr(name[:40])))
        if id_ in own.teams:
            raise UserError(say("The set has the team {name} already.", name=own.teams[id_].name))
        team = own.team(id_)
        team.name = " ".join(name.split())
        if template:
            put_template(own, team, template)
            for page in pages_of_team(id_):
                page.ours(own, template)
        return _again(own), f"{id_}.cards"

    def without_team(self, texts: Mapping[str, str], part: str) -> dict[str, str]:
        """The files without a team. Raises BadData, or NoSuchPart."""
        own, id_ = set_of("", texts), part.rpartition(".")[0]
        if id_ not in own.teams:
            raise NoSuchPart
        del own.teams[id_]
        return texts_of(own)

    def teams(self, texts: Mapping[str, str]) -> Offers:
        """The teams of the set: id and name. Raises BadData."""
        return [(id_, team.name) for id_, team in set_of("", texts).teams.items()]

    def new(self, template: str) -> dict[str, str]:
        """The files of a new set: empty, or with our Game Day cards and charts."""
        own = OwnSet(Path())
        if template == OURS:
            for page in pages_of(own):
                page.ours(own, "")
        return texts_of(own)

    def checked(self, texts: Mapping[str, str]) -> None:
        """Checks files that come from elsewhere. Raises BadData that names every mistake, with its file and field."""
        found: list[str] = []
        for file, text in texts.items():
            try:
                data = toml_in(text, file)
            except BadData:
                continue  # told below
            known = KNOWN.get(file, OF_A_TEAM)
            for key in data:
                if key not in known:
                    fault = say("a set has no such field; it has: {known}", known=", ".join(known))
                    found.append(f"{file}: {key}: {fault}")
        try:
            set_of("", texts)
        except BadData as error:
            found += str(error).split("\n")
        if found:
            raise BadData("\n".join(found))


KNOWN = {
    "deck.toml": ("evidence", "evidence_field_goals", "cards"),
    "matchups.toml": ("evidence", "long", "medium", "prevent", "offense", "defense", "spy"),
}
OF_A_TEAM = (
    *("evidence", "name", "says", "formations", "ability", "offense", "defense", "fourth_down", "defense_sheet"),
    *("offense_sheet", "policy", "attested"),
)


def _drawn(page: FormPage, own: OwnSet, reader: FieldReader) -> SetForm:
    """The page with the rows that it had, and with pictures of what was typed, which is put into the set."""
    form = page.form(deepcopy(own))
    drawn = page.take(own, reader)
    after = page.form(own).groups
    groups = [replace(each, drawn=drawn.get(at, after[at].drawn)) for at, each in enumerate(form.groups)]
    return replace(form, groups=groups)


def _page(own: OwnSet, part: str) -> FormPage:
    found = next((page for page in pages_of(own) if page.name == part), None)
    if found is None:
        raise NoSuchPart
    return found


def _again(own: OwnSet) -> dict[str, str]:
    """The files of a set, which can be read again. Raises BadData."""
    made = texts_of(own)
    set_of("", made)
    return made


FORMS = BoxForms()
