"""The form for a team of a set: its cards, its defense sheet and its offense sheet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import Any, TypeAlias

from breakaway.core.data_files import checked, toml_in
from breakaway.core.language import UserError, _, say
from breakaway.games.football.box.cells import MILES, USUAL_FORMATIONS
from breakaway.games.football.box.form_reader import (
    call_on_sheet,
    name_in,
    row_in,
    shown_in,
    states_in,
)
from breakaway.games.football.box.pictures import face_of_calls, face_of_plays, face_of_row
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.files.own_set import (
    BACKS,
    CHARTS,
    CODED,
    FRONTS,
    LEAST,
    MOST,
    PLAYED,
    UNKNOWN,
    OwnCard,
    OwnDefense,
    OwnSet,
    OwnTeam,
    texts_of,
)
from breakaway.games.football.files.own_words import call_in, fold, named, play_in
from breakaway.games.football.files.teams import SITUATIONS, TeamAbility, our_teams, put_ability
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import AS_DRAWN, AS_USUAL, CARDS, DEFENSES, NONE, STATES
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES,
    DISTANCES_SAID,
    DOWNS,
    DOWNS_SAID,
    PLANS,
    STRATEGIES,
    capital,
)
from breakaway.games.football.text.orders import ABILITIES, Call, Play, play_text
from breakaway.players.field_reader import NOTHING, FieldReader
from breakaway.players.own_cards import Offers
from breakaway.players.set_forms import FieldGroup, Picture, SetField, SetForm, SetPart

LONGEST_NAME = 40  # characters of a team's name
Drawn: TypeAlias = dict[int, Picture]  # pictures of groups as they were typed, by the place of the group


class FormPage(ABC):
    """A page of the form for a set. `name`: how addresses name it."""

    name: str

    @abstractmethod
    def part(self, own: OwnSet) -> SetPart:
        """How much of the page is known."""

    @abstractmethod
    def form(self, own: OwnSet) -> SetForm:
        """The page with what is known."""

    @abstractmethod
    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts what was typed into the set, and notes mistakes at the `reader`."""

    @abstractmethod
    def ours(self, own: OwnSet, template: str) -> None:
        """Our cards in place of what is unknown; those of the team called `template`. Raises UserError."""


class TeamPage(FormPage):
    """A page about one team. `kind` is its name after the team's id."""

    kind: str

    def __init__(self, id_: str) -> None:
        self.id, self.name = id_, f"{id_}.{self.kind}"

    def team(self, own: OwnSet) -> OwnTeam:
        """The team that the page is about."""
        return own.team(self.id)

    def data(self, own: OwnSet) -> dict[str, Any]:
        """The team's file as the set would write it now."""
        return toml_in(texts_of(own)[f"{self.id}.toml"], self.id)


def pages_of_team(id_: str) -> list[FormPage]:
    """The pages about the team with this id, in order."""
    return [TeamCards(id_), DefenseSheetPage(id_), OffenseSheetPage(id_)]


def our_offers() -> Offers:
    """Our teams: id and name."""
    return [(id_, names(id_, id_)["teams"][0]) for id_ in our_teams()]


def _config(template: str) -> tuple[FootballConfig, dict[str, Any]]:
    """The cards and sheets of a team of ours, as seat 0. Raises UserError."""
    if template not in our_teams():
        raise UserError(say("Choose one of our teams: {known}.", known=", ".join(our_teams())))
    return resolve(template, template)[0], names(template, template)


def put_template(own: OwnSet, team: OwnTeam, template: str) -> None:
    """Gives a new team the formations and the ability of a team of ours. Raises UserError."""
    _config(template)
    ours = OwnSet(own.folder).team(template)
    team.formations, team.ability = list(ours.formations), ours.ability


# --- A team's cards.


class TeamCards(TeamPage):
    """A team's names, its ability, its offense cards and its defense cards."""

    kind = "cards"

    def part(self, own: OwnSet) -> SetPart:
        """How many cards are known. One of which one play is known is not."""
        team = self.team(own)
        whole = sum(card is not None and None not in card.plays for card in team.offense)
        return SetPart(self.name, say("{team}, cards", team=team.name), whole + len(team.defense), CARDS + DEFENSES)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the names and cards that are known."""
        team = self.team(own)
        kinds = [capital(_(kind)) for kind in CLASSES]
        about = [SetField("name", _("Name of the team"), team.name)]
        about += [
            SetField(f"f{n}", say("{kind} formation", kind=kind), team.formations[n]) for n, kind in enumerate(kinds)
        ]
        about.append(SetField("ability", _("Ability"), _ability_text(self.data(own)), is_long=True))
        note = say(
            "The ability is written as in the files, such as name = {example}. Known names: {known}.",
            example='"kicking"',
            known=", ".join(ABILITIES),
        )
        groups = [FieldGroup(_("The team"), about, None, note)]
        choices = [("", _("not known")), *((str(n), name) for n, name in enumerate(team.formations))]
        for at in range(CARDS):
            card = team.offense[at] if at < len(team.offense) else None
            groups.append(self._offense(own, at, card, choices))
        for at in range(DEFENSES):
            groups.append(self._defense(own, at, team.defense[at] if at < len(team.defense) else None))
        said = _("A play is its type, its strength and its mark: Long 8 low. A defense is Zone 0/5.")
        lists = {"plays": list(own.types), "calls": list(own.defense_types), "shown": self._shown(own)}
        return SetForm(self.part(own), said, groups, lists, our_offers())

    def _shown(self, own: OwnSet) -> list[str]:
        team = self.team(own)
        found = [each.formation for each in team.defense] + [each for each, _call in team.back.values()]
        return list(dict.fromkeys([*found, *USUAL_FORMATIONS]))

    def _offense(self, own: OwnSet, at: int, card: OwnCard | None, choices: Offers) -> FieldGroup:
        plays: list[Play | None] = list(card.plays) if card else [None, None]
        texts = ["" if play is None else play_text(play, own.types) for play in plays]
        fields = [
            SetField(f"o{at}.formation", _("Formation"), "" if card is None else str(card.formation), choices),
            SetField(f"o{at}.a", _("One play"), texts[0], known="plays", example="Short 4"),
            SetField(f"o{at}.b", _("The other play"), texts[1], known="plays", example="Long 8 low"),
        ]
        shown = self.team(own).formations[card.formation] if card else ""
        picture = face_of_plays(shown, plays, own.types, own.kinds)
        return FieldGroup(say("Offense card {n}", n=at + 1), fields, picture)

    def _defense(self, own: OwnSet, at: int, card: OwnDefense | None) -> FieldGroup:
        calls: list[Call | None] = [*(card.calls if card else ()), None, None][:2]
        texts = ["" if call is None else _call_text(call, own.defense_types) for call in calls]
        fields = [
            SetField(f"x{at}.formation", _("Formation"), card.formation if card else "", known="shown"),
            SetField(f"x{at}.a", _("One defense"), texts[0], known="calls", example="Zone 0/5"),
            SetField(f"x{at}.b", _("The other one, if there is one"), texts[1], known="calls", example="Blitz 0/5"),
        ]
        shown = [call for call in calls if call is not None]
        picture = face_of_calls(card.formation if card else "", [*shown] or [None], own.defense_types)
        return FieldGroup(say("Defense card {n}", n=at + 1), fields, picture)

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the names and cards that were typed into the set."""
        team, drawn = self.team(own), Drawn()
        team.name = reader.text("name", LONGEST_NAME) or team.name
        for n in range(len(CLASSES)):
            name = reader.read(f"f{n}", name_in) or team.formations[n]
            if fold(name) in map(fold, team.formations[:n]):
                reader.faults.setdefault(f"f{n}", say("Two are called {name}: give one another name.", name=name))
            team.formations[n] = name
        text = reader.area("ability")
        if text and text != _ability_text(self.data(own)):
            team.ability = reader.attempt("ability", lambda: _ability_in(text, own)) or team.ability
        cards: list[OwnCard | None] = [*team.offense, *[None] * (CARDS - len(team.offense))]
        for at in range(CARDS):
            cards[at] = self._card_of(own, reader, at, cards[at])
            shown = cards[at]
            plays: list[Play | None] = list(shown.plays) if shown else [None, None]
            title = team.formations[shown.formation] if shown else ""
            drawn[1 + at] = face_of_plays(title, plays, own.types, own.kinds)
        while cards and cards[-1] is None:
            cards.pop()
        team.offense = cards
        defense = list[OwnDefense]()
        for at in range(DEFENSES):
            found = self._defense_of(own, reader, at, at < len(team.defense))
            calls: list[Call | None] = [*found.calls] if found and found.calls else [None]
            drawn[1 + CARDS + at] = face_of_calls(found.formation if found else "", calls, own.defense_types)
            defense += [found] if found and found.calls else []
        team.defense = defense
        return drawn

    def _card_of(self, own: OwnSet, reader: FieldReader, at: int, before: OwnCard | None) -> OwnCard | None:
        plays = [reader.read(f"o{at}.{side}", partial(play_in, types=own.types)) for side in "ab"]
        typed = any(reader.text(f"o{at}.{side}") not in NOTHING for side in "ab")
        chosen = reader.text(f"o{at}.formation")
        if not typed:
            reader.keeps(f"o{at}.a", before is not None)
            return None
        if chosen not in ("0", "1", "2"):
            reader.faults[f"o{at}.formation"] = _("Choose the formation of this card.")
            return None
        if before is not None:
            for side, play, was in zip("ab", plays, before.plays, strict=True):
                if play is None and was is not None:
                    reader.keeps(f"o{at}.{side}", True)
        return OwnCard(int(chosen), [*plays])

    def _defense_of(self, own: OwnSet, reader: FieldReader, at: int, was_known: bool) -> OwnDefense | None:
        typed = [reader.text(f"x{at}.{side}") not in NOTHING for side in "ab"]
        formation = reader.read(f"x{at}.formation", shown_in)
        calls = [reader.read(f"x{at}.{side}", partial(call_in, types=own.defense_types)) for side in "ab"]
        if not any(typed):
            if formation:
                reader.faults[f"x{at}.a"] = _("Type the defense, as in Zone 0/5.")
            else:
                reader.keeps(f"x{at}.a", was_known)
            return None
        if formation is None:
            reader.faults.setdefault(f"x{at}.formation", _("Type the formation that this card shows."))
        return OwnDefense(formation or "", [call for call in calls if call is not None])

    def ours(self, own: OwnSet, template: str) -> None:
        """Our cards in place of those that are unknown. Raises UserError."""
        team, (config, called) = self.team(own), _config(template)
        team.offense += [None] * (CARDS - len(team.offense))
        for at, card in enumerate(team.offense):
            known = card or OwnCard(config.card_formation[0][at], [None, None])
            known.plays = [known.plays[side] or _our_play(config, 2 * at + side) for side in (0, 1)]
            team.offense[at] = known
        for at in range(len(team.defense), config.defenses[0]):
            codes = [code for code in (2 * at, 2 * at + 1) if config.call_type[0][code] != NONE]
            calls = [Call(config.call_type[0][c], config.call_run[0][c], config.call_pass[0][c]) for c in codes]
            formation = called["defense_formations"][config.defense_formation[0][at]]
            team.defense.append(OwnDefense(formation, calls))


def _our_play(config: FootballConfig, code: int) -> Play:
    play = config.play_type[0][code], config.play_strength[0][code]
    return Play(*play, config.play_low[0][code], config.play_minimum[0][code])


def _call_text(call: Call, types: list[str]) -> str:
    return f"{types[call.type]} {call.run}/{call.passing}"


def _ability_text(data: dict[str, Any]) -> str:
    """A team's ability as its file has it, without the table's name."""
    lines = list[str]()
    for key, value in data.get("ability", {}).items():
        if key == "parts":
            for part in value:
                lines.append("[[parts]]")
                lines += [f"{name} = {_toml(each)}" for name, each in part.items()]
        else:
            lines.append(f"{key} = {_toml(value)}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value).lower() if isinstance(value, bool) else str(value)


def _ability_in(text: str, own: OwnSet) -> TeamAbility:
    """Reads a team's ability. Raises ValueError."""
    where = _("Ability")
    found = checked(TeamAbility, toml_in(text, where), where)
    put_ability(FootballConfig(), 0, found, own.types)
    return found


# --- The defense sheet.


ROWS = 4  # the least rows of the front for each kind of formation


class DefenseSheetPage(TeamPage):
    """A team's defense sheet: when it goes for it on fourth down, its front, and its back."""

    kind = "defense-sheet"

    def part(self, own: OwnSet) -> SetPart:
        """How many cells are known."""
        team = self.team(own)
        known = len(team.front) + len(team.back) + len(team.fourth)
        return SetPart(self.name, say("{team}, defense sheet", team=team.name), known, FRONTS + BACKS + 4)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the rows that are known."""
        team, sheet = self.team(own), self.data(own).get("defense_sheet", {})
        fields = [
            SetField(f"g{at}", capital(_(mile)), str(team.fourth.get(at, "")), example="8")
            for at, mile in enumerate(MILES)
        ]
        groups = [FieldGroup(_("Fourth down: the lowest roll to go for it, by the milestone ahead"), fields)]
        for at, kind in enumerate(CLASSES):
            front = list(sheet.get("front", {}).get(team.formations[at], {}).items())
            fields = []
            for k in range(max(ROWS, len(front) + 1)):
                band, dice = front[k] if k < len(front) else ("", "")
                fields.append(SetField(f"b{at}.{k}", say("Game States, row {n}", n=k + 1), band, example="2-4"))
                example = "Eagle 1-2, Twist 3-6"
                fields.append(SetField(f"r{at}.{k}", say("Strategies, row {n}", n=k + 1), dice, example=example))
            groups.append(FieldGroup(say("Front, {kind}", kind=_(kind)), fields))
        for at, kind in enumerate(CLASSES):
            for s, strategy in enumerate(STRATEGIES):
                cells = [team.back.get((at * 3 + s) * 6 + die) for die in range(6)]
                texts = [f"{each[0]}: {_call_text(each[1], own.defense_types)}" if each else "" for each in cells]
                fields = [
                    SetField(
                        f"y{at}.{s}.{die}", say("Die {n}", n=die + 1), text, known="calls", example="Dime: Zone 0/5"
                    )
                    for die, text in enumerate(texts)
                ]
                title = say("Back, {kind}, {strategy}", kind=_(kind), strategy=strategy)
                groups.append(FieldGroup(title, fields, face_of_row(title, texts)))
        note = _(
            "A row of the front is Eagle 1-2, Twist 3-4, Stunt 5-6, or the six strategies in order: E E T T S S. Its "
            "Game States are 2-4, 5 or 7+."
        )
        return SetForm(self.part(own), note, groups, {"calls": self._calls(own)}, our_offers())

    def _calls(self, own: OwnSet) -> list[str]:
        team = self.team(own)
        pairs = [*((card.formation, call) for card in team.defense for call in card.calls), *team.back.values()]
        return sorted({f"{formation}: {_call_text(call, own.defense_types)}" for formation, call in pairs})

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the rows that were typed into the set."""
        team = self.team(own)
        team.fourth, team.front, team.back = {}, {}, {}
        for at in range(len(MILES)):
            roll = reader.read(f"g{at}", _fourth)
            team.fourth |= {} if roll is None else {at: roll}
        for at in range(len(CLASSES)):
            for k in range(MOST):
                self._row(team, reader, at, k)
            for s in range(len(STRATEGIES)):
                for die in range(6):
                    known = [each for each, _call in team.back.values()] + [each.formation for each in team.defense]
                    read = partial(call_on_sheet, types=own.defense_types, formations=known)
                    found = reader.read(f"y{at}.{s}.{die}", read)
                    team.back |= {} if found is None else {(at * 3 + s) * 6 + die: found}
        return {}

    def _row(self, team: OwnTeam, reader: FieldReader, at: int, k: int) -> None:
        """Enters a row of the front."""
        states = reader.read(f"b{at}.{k}", states_in)
        dice = reader.read(f"r{at}.{k}", partial(row_in, names=STRATEGIES, what="strategy"))
        if states is None and reader.text(f"r{at}.{k}"):
            reader.faults.setdefault(f"b{at}.{k}", _("Type the Game States of this row, as in 2-4 or 7+."))
        if dice is None and reader.text(f"b{at}.{k}"):
            reader.faults.setdefault(f"r{at}.{k}", _("Type the strategies of this row, as in Eagle 1-2, Twist 3-6."))
        for state in states or ():
            for die, strategy in (dice or {}).items():
                cell = (at * STATES + state) * 6 + die
                if cell in team.front:
                    says = say("Game State {n} stands in another row, too.", n=state)
                    reader.faults.setdefault(f"b{at}.{k}", says)
                team.front[cell] = strategy

    def ours(self, own: OwnSet, template: str) -> None:
        """Our sheet in place of cells that are unknown. Raises UserError."""
        team, (config, called) = self.team(own), _config(template)
        team.fourth = dict(enumerate(config.fourth_target[0])) | team.fourth
        cells = [(at * STATES + state) * 6 + d for at in range(3) for state in range(LEAST, MOST + 1) for d in range(6)]
        team.front = {cell: config.front[0][cell] for cell in cells} | team.front
        for at in range(BACKS):
            call = Call(config.back_type[0][at], config.back_run[0][at], config.back_pass[0][at])
            team.back.setdefault(at, (called["defense_formations"][config.back_formation[0][at]], call))


def _fourth(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 15):
        raise UserError(say("expected a number from 1 to 15, not {typed}", typed=repr(text[:20])))
    return int(text)


# --- The offense sheet.


class OffenseSheetPage(TeamPage):
    """A team's offense sheet: formations, plans, codes and plays."""

    kind = "offense-sheet"

    def part(self, own: OwnSet) -> SetPart:
        """How many cells are known."""
        team = self.team(own)
        known = len(team.chart) + len(team.plan) + len(team.late) + len(team.codes) + len(team.plays)
        most = CHARTS + MOST + 1 - LEAST + 3 + CODED + PLAYED
        return SetPart(self.name, say("{team}, offense sheet", team=team.name), known, most)

    def form(self, own: OwnSet) -> SetForm:
        """The page with the cells that are known."""
        team, sheet = self.team(own), self.data(own).get("offense_sheet", {})
        groups, first = list[FieldGroup](), team.formations[0]
        for row, distance in enumerate(DISTANCES):
            found = sheet.get("formation", {}).get(distance, {})
            fields = [
                SetField(f"m{row}.{column}", _(DOWNS_SAID[column]), found.get(down, ""), example=f"{first} 1-6")
                for column, down in enumerate(DOWNS)
            ]
            groups.append(FieldGroup(say("Formation, {distance}", distance=_(DISTANCES_SAID[row])), fields))
        plans = sheet.get("plan", {})
        fields = [SetField(f"p{at}", plan, plans.get(plan, ""), example="2-4") for at, plan in enumerate(PLANS)]
        groups.append(FieldGroup(_("Plan: the Game States of each"), fields))
        choices = [("", _("not known")), *((each, each) for each in PLANS), ("as usual", _("as usual"))]
        late = sheet.get("late", {})
        fields = [
            SetField(f"l{at}", capital(_(each)), late.get(each, ""), choices) for at, each in enumerate(SITUATIONS)
        ]
        groups.append(FieldGroup(_("The last five cards"), fields))
        for at, plan in enumerate(PLANS):
            texts = ["" if each == UNKNOWN else each for each in sheet.get("codes", {}).get(plan, [""] * 6)]
            fields = [
                SetField(f"z{at}.{die}", say("Die {n}", n=die + 1), text, known="codes")
                for die, text in enumerate(texts)
            ]
            groups.append(FieldGroup(say("Codes, {plan}", plan=plan), fields, face_of_row(plan, texts)))
        for at, formation in enumerate(team.formations):
            known = sheet.get("plays", {}).get(formation, {})
            fields = [SetField(f"q{at}.{n}", code, known.get(code, ""), known="plays") for n, code in enumerate(CODES)]
            groups.append(FieldGroup(say("Plays, {formation}", formation=formation), fields))
        note = _(
            "A play is Short 4, or drawn if the sheet turns over the card on the board. A row of formations names its "
            "rolls, or all six with commas between them."
        )
        return SetForm(self.part(own), note, groups, {"codes": CODES, "plays": self._plays(own)}, our_offers())

    def _plays(self, own: OwnSet) -> list[str]:
        cards = [card for card in self.team(own).offense if card is not None]
        found = {play_text(play, own.types) for card in cards for play in card.plays if play}
        return [*sorted(found), "drawn"]

    def take(self, own: OwnSet, reader: FieldReader) -> Drawn:
        """Puts the cells that were typed into the set."""
        team = self.team(own)
        team.chart, team.plan, team.late, team.codes, team.plays = {}, {}, {}, {}, {}
        for row in range(len(DISTANCES)):
            for column in range(len(DOWNS)):
                read = partial(row_in, names=team.formations, what="formation")
                for die, at in (reader.read(f"m{row}.{column}", read) or {}).items():
                    team.chart[(row * 3 + column) * 6 + die] = at
        for plan in range(len(PLANS)):
            for state in reader.read(f"p{plan}", states_in) or ():
                if state in team.plan:
                    says = say("Game State {n} stands in another row, too.", n=state)
                    reader.faults.setdefault(f"p{plan}", says)
                team.plan[state] = plan
            for die in range(6):
                code = reader.read(f"z{plan}.{die}", partial(named, names=CODES, what="code"))
                team.codes |= {} if code is None else {plan * 6 + die: code}
        for at in range(len(SITUATIONS)):
            plan_ = reader.read(f"l{at}", partial(named, names=[*PLANS, "as usual"], what="plan"))
            team.late |= {} if plan_ is None else {at: AS_USUAL if plan_ == len(PLANS) else plan_}
        for at in range(len(CLASSES)):
            for n in range(len(CODES)):
                self._play(own, reader, at, n)
        return {}

    def _play(self, own: OwnSet, reader: FieldReader, at: int, n: int) -> None:
        """Enters a cell of the plays."""
        team, name = self.team(own), f"q{at}.{n}"
        if fold(reader.text(name)) in ("drawn", fold(_("drawn"))):
            team.plays[at * len(CODES) + n] = None
            return
        play = reader.read(name, partial(play_in, types=own.types))
        if play is not None:
            reader.attempt(name, partial(team.add_play, at, play))
            team.plays[at * len(CODES) + n] = play

    def ours(self, own: OwnSet, template: str) -> None:
        """Our sheet in place of cells that are unknown. A play that is on none of the team's cards stays unknown.

        Raises UserError.
        """
        team, (config, _called) = self.team(own), _config(template)
        team.chart = dict(enumerate(config.formation_chart[0][:CHARTS])) | team.chart
        team.plan = {state: config.strategy_by_state[0][state] for state in range(LEAST, MOST + 1)} | team.plan
        team.late = dict(enumerate(config.strategy_late[0])) | team.late
        team.codes = dict(enumerate(config.code_chart[0][:CODED])) | team.codes
        for at in range(PLAYED):
            code = config.code_play[0][at]
            if at in team.plays:
                continue
            if code == AS_DRAWN:
                team.plays[at] = None
            elif team.place_of(at // len(CODES), _our_play(config, code)) != NONE:
                team.plays[at] = _our_play(config, code)
