"""What people ask for before a match, checked, and the start made from it."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Annotated, Any, Protocol, TypeAlias

import pydantic
from pydantic import BeforeValidator, ConfigDict, ValidationError, create_model

from breakaway.core.chance import secret_of_seed
from breakaway.core.data_files import BadData, Strict, explained, house_model, house_rules
from breakaway.core.game import Game
from breakaway.core.language import Names, UserError, _, say
from breakaway.core.lookalikes import alike
from breakaway.core.rulebook import Option, Rule, options_of, put_options
from breakaway.games.manifest import TABLE, Asked, find, kit_of, load
from breakaway.players import coaches
from breakaway.players.seated_match import ADVICE, HUMAN, OFF, ON, favourite, players
from breakaway.records.match import Start
from breakaway.records.replay import load_config

# --- The requests with which people set up matches. Each game has its own request model, made from its kit's questions
# and the house rules that its config declares.
#
#     request = requested("cycling", teams="3", profile="blind", house=["cap=12"])
#     request["teams"], request.house_rules()
#
# A request model refuses settings that its game does not have, whether they come from the command line, a form or a
# lesson.


def _switch(given: Any) -> Any:
    if given not in (None, ON, OFF):
        raise ValueError(say("expected 'on' or 'off'"))
    return given


class Request(Strict):
    """A request for a match of any game. `request["teams"]` is one of the game's own settings, or None if it was not
    given.

    `record` is the file for the match's record. `physical` means that people roll dice and draw cards themselves.
    `advice` says whether players may ask what a coach would do (`on` or `off`).
    """

    model_config = ConfigDict(frozen=True)

    game: str
    house: Any
    seed: int | None = None
    record: str | None = None
    physical: bool = False
    advice: Annotated[str | None, BeforeValidator(_switch)] = None

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name, None)

    def house_rules(self) -> dict[str, Any]:
        """The requested house rules, by name."""
        asked: dict[str, Any] = self.house.model_dump(exclude_unset=True)
        return asked


@cache
def request_model(game: Game[Any, Any]) -> type[Request]:
    """The request model of one game."""
    config: type = game.config
    house = house_model(config)
    own: dict[str, Any] = {
        asked.name: (_kind(asked, game), pydantic.Field(default=None)) for asked in kit_of(game).asks
    }
    return create_model("Request", __base__=Request, house=(house, pydantic.Field(default_factory=house)), **own)


def _kind(asked: Asked, game: Game[Any, Any]) -> Any:
    if asked.many:
        return Annotated[list[str] | None, BeforeValidator(lambda given: [given] if isinstance(given, str) else given)]
    if not asked.counts_seats:
        return Annotated[str | None, BeforeValidator(_once)]
    least, most = game.seats

    def read(given: Any) -> int:
        text = str(given).strip()
        if not (text.isascii() and text.isdigit() and len(text) < 5 and least <= int(text) <= most):
            raise ValueError(say("expected a number from {least} to {most}", least=least, most=most))
        return int(text)

    return Annotated[int | None, BeforeValidator(read)]


def _once(given: Any) -> Any:
    if isinstance(given, list) and len(given) > 1:
        raise ValueError(say("this option can be given only once"))
    return given[0] if isinstance(given, list) else given


def requested(game: str = "cycling", house: Iterable[str] | Mapping[str, str] = (), **said: Any) -> Request:
    """A request made from the settings that people typed.

    None means that a setting was not given. `house` contains the house rules, either as `NAME=VALUE,...` or as a string
    for each name. `said` contains all other settings. Raises NoSuchGame, or UserError that names every setting that the
    game does not have or cannot accept.
    """
    found = find(game)
    model = request_model(found)
    values = house_values(found.config, house if isinstance(house, Mapping) else house_texts(house))
    given = {name: value for name, value in said.items() if value not in (None, [])}
    data = {"game": game, "house": values, **given}
    try:
        return model.model_validate(data)
    except ValidationError as error:
        faults = explained(model, error, data)
    known = [asked.name for asked in kit_of(found).asks] + (["house"] if options_of(found.config) else [])
    raise UserError("\n".join(_fault(found, list(map(str, path)), text, known) for path, text in faults.items()))


def _fault(game: Game[Any, Any], path: list[str], text: str, known: list[str]) -> str:
    """A sentence that says what is wrong with one part of a request."""
    name, *more = path
    if name not in (*Request.model_fields, *known):
        there = ", ".join(f"--{each}" for each in known)
        return say(
            "--{name}: {game} does not have this option; it has: {known}", name=name, game=game.title, known=there
        )
    if not more:
        return f"--{name}: {text}"
    options = [option.name for option in options_of(game.config)]
    if more[0] not in options:
        there = ", ".join(options)
        return say("--house: unknown house rule {name}; known: {known}", name=repr(more[0]), known=there)
    return say("house rule {name}: {fault}", name=more[0], fault=text)


def house_values(config: Any, texts: Mapping[str, str]) -> dict[str, Any]:
    """Turns the house rules that a person has typed into values, without checking the values.

    `config` declares the rules; `texts` contains the typed text for each name.
    """
    options = {option.name: option for option in options_of(config)}
    return {name: options[name].read(text) if name in options else text for name, text in texts.items()}


def house_texts(typed: Iterable[str]) -> dict[str, str]:
    """The house rules `typed` on the command line, such as `last_place=1,crowd=0`, by name. Raises UserError."""
    found: dict[str, str] = {}
    for part in ",".join(typed).split(","):
        if not part.strip():
            continue
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not name or not value:
            raise UserError(say("--house: expected NAME=VALUE, not {text}", text=repr(part.strip())))
        if name in found:
            raise UserError(say("--house: {name} is given twice", name=name))
        found[name] = value
    return found


# --- The fields of a form, made from a game's house rules: kind, range, default value, and the rules that each field
# changes.


SWITCH, NUMBER, CHOICE, TEXT, ZONES = "switch", "number", "choice", "text", "zones"


@dataclass(frozen=True)
class Pictured:
    """How a form shows one value of a choice: a sentence about it, and the CSS class of its colors (or none)."""

    says: str
    class_: str = ""


@dataclass(frozen=True)
class Field:
    """One question on a form. `choices` pairs values with the words that people read. `least` and `most` are inclusive.

    A house rule with a number for each zone is a single field: its `value` looks like `1/1/2/3`, and `zones` labels
    each number. `says` explains what the field does, and `rules` lists the rules that the field changes. `pictured`
    says more about the values of a choice. `seat` is the seat that the field is about (`Asked.seat`).
    """

    name: str
    label: str
    kind: str
    value: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int | None = None
    most: int | None = None
    rules: tuple[Rule, ...] = ()
    zones: tuple[str, ...] = ()
    says: str = ""
    pictured: Mapping[str, Pictured] = field(default_factory=dict)
    seat: int = TABLE


def as_typed(field: Field, value: str) -> str:
    """The value of a house rule's field as people would type it, such as `on` for a switch."""
    if field.kind == SWITCH:
        return "on" if value else "off"
    return value


def house_fields(game: Game[Any, Any]) -> tuple[Field, ...]:
    """A field for each house rule, in the current language."""
    return tuple(_field(option, game) for option in options_of(game.config))


def _field(option: Option, game: Game[Any, Any]) -> Field:
    usual = option.usual
    zones = tuple(_(zone) for zone in option.zones)
    kind, value = TEXT, str(usual)
    if zones:
        kind, value = ZONES, "/".join([value] * len(zones))
    elif isinstance(usual, bool):
        kind, value = SWITCH, "1" if usual else ""
    elif option.choices:
        kind = CHOICE
    elif isinstance(usual, int):
        kind = NUMBER
    choices = tuple((str(each), _(option.word(each))) for each in option.choices or ())
    cited = tuple(game.rules.entries[rule] for rule in option.rules)
    return Field(
        option.name, _(option.label), kind, value, choices, option.least, option.most, cited, zones, _(option.says)
    )


# --- Everything that screens and forms need to know about a game to set up a match: who plays, house rules, names.


Offered: TypeAlias = tuple[str, tuple[tuple[str, str], ...]]  # the default value, and all values with their labels


@dataclass(frozen=True)
class Form:
    """A form's questions for a match of one game.

    `first` lists the most common settings, and `house` lists the house rules. `opponents` lists who can play the other
    seats, the default first. `seats` is the largest number of seats. `chance` says whether the game uses dice or cards;
    if so, people can use their own.
    """

    first: tuple[Field, ...]
    house: tuple[Field, ...]
    opponents: tuple[str, ...]
    seats: int
    chance: bool = True


class Setting(Protocol):
    """Sets up matches of one game. `renames`: what the people of a team are called on the form with which players name
    their teams at the table. Empty: they do not.
    """

    renames: tuple[str, ...]

    def renamed(self, names: Names, config: Any, seat: int, team: str, riders: Sequence[str]) -> Names:
        """The names of a match after the player of a `seat` has named the `team` and its `riders`. Raises UserError."""

    def players(self, request: Request, against: str | None) -> list[str]:
        """Who plays each seat of a match with people. `against` names the people's opponents. Raises UserError."""

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Which coach plays each seat of a match without people; those in `named` come first. Raises UserError."""

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """The config, resolved options and names of a match in which `by[seat]` plays each seat. Raises UserError."""

    def seat_names(self, names: Names) -> list[str]:
        """The name that people use for each seat."""

    def checked_names(self, names: Any, config: Any) -> Names:
        """The names from a record, which may come from a stranger. Raises UserError if the names do not fit a match."""

    def form(self) -> Form:
        """The questions of a form. The fields in `first` are named after the kit's questions (`asks`)."""


# --- Sets up a match of any game: the number of seats, their names and the house rules.
#
# Games override the parts that they handle differently.


LONGEST = 40  # characters of a name


class PlainSetting:
    """Sets up matches of any game. If a game's number of seats varies, its config has a number called `seats`.

    Apart from the number of seats, every setting is a house rule. `chance` says whether the game uses dice or cards,
    `renames` what the people of a team are called on the form with which players name their teams (empty: they do not).
    """

    chance = True
    renames: tuple[str, ...] = ()

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game

    def seats(self, request: Request, named: int = 0) -> int:
        """The number of seats in the match. In some games it follows from how many players were named (`named`)."""
        asked = request["teams"]  # `teams` is a text if it means something else in this game
        return asked if isinstance(asked, int) else self.game.seats[0]

    def offered(self) -> Mapping[str, Offered]:
        """The values that a form offers for each of the kit's questions (`asks`), by name."""
        return {}

    def pictured(self) -> Mapping[str, Mapping[str, Pictured]]:
        """What a form shows with the values of the kit's questions: by the question's name, then by value."""
        return {}

    def players(self, request: Request, against: str | None) -> list[str]:
        """Puts a person in the first seat and the players listed in `against` (`a,b,...`) in the other seats. Raises
        UserError.
        """
        count = self.seats(request) - 1
        return [HUMAN, *players(self.game, against, self._usual(), count, True)]

    def watched(self, request: Request, named: str | None) -> list[str]:
        """Puts a coach in every seat: `named` lists the coaches as `a,b,...`. Raises UserError."""
        count = self.seats(request, len((named or "").split(",")))
        return players(self.game, named, self._usual(), count, False)

    def set_up(self, request: Request, by: Sequence[str]) -> tuple[Any, dict[str, Any], Names]:
        """The config, its house rules, and a name for each seat. `by` lists who plays each seat. Raises UserError."""
        given = request["team"] or []
        if len(given) > len(by):
            raise UserError(say("--team: this match of {game} has only {n} seats", game=self.game.title, n=len(by)))
        usual = [say("Seat {n}", n=seat + 1) for seat in range(len(by))]
        names = self._checked({"seats": [*given, *usual[len(given) :]]}, len(by))
        if fault := alike(names["seats"]):
            raise UserError(fault)
        config = self._config(len(by))
        try:
            options = house_rules(self.game.config, request.house_rules())
        except BadData as error:
            raise UserError(str(error)) from None
        put_options(config, options)
        return config, options, names

    def seat_names(self, names: Names) -> list[str]:
        """The names of the seats as the user typed them or, if none were typed, the names of the teams."""
        return list(names.get("seats") or names["teams"])

    def renamed(self, names: Names, config: Any, seat: int, team: str, riders: Sequence[str]) -> Names:
        """The names of a match after the player of a `seat` has named the `team` and its `riders`. Raises UserError."""
        raise UserError(_("In this game, teams keep their names."))

    def checked_names(self, names: Any, config: Any) -> Names:
        """The checked names from a record. Raises UserError if the names do not fit this match."""
        return self._checked(names, self.game.seat_count(config))

    def form(self) -> Form:
        """The form for this game: the kit's labeled questions, the house rules, and who can play the other seats."""
        least, most = self.game.seats
        offered, pictured, first = self.offered(), self.pictured(), []
        for asked in kit_of(self.game).asks:
            value, choices = offered.get(asked.name, (str(least) if asked.counts_seats else "", ()))
            if asked.label and asked.counts_seats and least < most:
                first.append(Field(asked.name, _(asked.label), NUMBER, value, (), least, most, seat=asked.seat))
            elif asked.label and not asked.counts_seats:
                kind, shown = CHOICE if choices else TEXT, pictured.get(asked.name, {})
                first.append(Field(asked.name, _(asked.label), kind, value, choices, pictured=shown, seat=asked.seat))
        all_others = (*coaches.names(self.game), *coaches.own_names(self.game))
        others = (name for name in all_others if name != self._usual())
        return Form(tuple(first), house_fields(self.game), (self._usual(), *others), most, self.chance)

    def _usual(self) -> str:
        return next(iter(kit_of(self.game).rules_play), favourite(self.game))

    def _config(self, seats: int) -> Any:
        has_seats = any(each.name == "seats" for each in fields(self.game.config))
        config = self.game.config(seats=seats) if has_seats else self.game.config()
        count = self.game.seat_count(config)
        if count != seats:
            raise UserError(say("{game} has {n} seats, not {seats}", game=self.game.title, n=count, seats=seats))
        return config

    def _checked(self, names: Any, seats: int) -> Names:
        try:
            listed = [" ".join(str(each).split()) for each in names["seats"]]
        except (TypeError, KeyError):
            raise UserError(_("the record does not name its seats")) from None
        if len(listed) != seats or len({each.casefold() for each in listed}) != seats:
            raise UserError(say("a match with {n} seats needs {n} different names", n=seats))
        if not all(1 <= len(each) <= LONGEST and each.isprintable() for each in listed):
            raise UserError(say("a name must have 1 to {most} characters", most=LONGEST))
        return {"seats": listed}


# --- Turns a request into the start of a match, using the game's `Setting`.


def find_setting(game: Game[Any, Any]) -> Setting:
    """The `Setting` that sets up matches of a game."""
    place = kit_of(game).setup
    setting: Setting = load(place) if place else PlainSetting(game)
    return setting


def make_start(request: Request, by: list[str]) -> Start:
    """The start of a match in which `by[seat]` plays each seat. Raises UserError if the request cannot be met."""
    setting = find_setting(find(request.game))
    config, options, names = setting.set_up(request, by)
    called = setting.seat_names(names)
    seats = [{"name": name, "by": player} for name, player in zip(called, by, strict=True)]
    secret, salts = secret_and_salts(request.seed, len(by))
    chance = "typed" if request.physical else "sampled"
    return Start(config, options, names, seats, chance, secret, salts, seeded=request.seed is not None)


def secret_and_salts(seed: int | None, seats: int) -> tuple[bytes, tuple[str, ...]]:
    """The secret that determines a match's dice and cards, and the salts of its seats. Without a seed, the secret is
    new and there are no salts.
    """
    if seed is None:
        return secrets.token_bytes(32), ()
    rng = random.Random(f"salts {seed}")
    return secret_of_seed(seed), tuple(f"{rng.getrandbits(64):016x}" for _ in range(seats))


def another(
    game: Game[Any, Any],
    header: Mapping[str, Any],
    by: Sequence[str],
    names: Names | None = None,
    seed: int | None = None,
    keeps_advice: bool = True,
) -> Start:
    """The start of another match of a `game` like the one with this `header`: the same teams, cards and house rules.

    `by[seat]` plays each seat. `names`: those that players have given since the match began, or None for those of the
    record. Without a `seed`, the secret is new. `keeps_advice`: whether what was agreed on advice holds again.
    """
    setting, called = find_setting(game), names or header["names"]
    now = dict(zip(setting.seat_names(header["names"]), setting.seat_names(called), strict=True))
    was = (str(each.get("name", "")) for each in header["seats"])
    seats = [{"name": now.get(name, name), "by": player} for name, player in zip(was, by, strict=True)]
    options = {name: each for name, each in header["options"].items() if keeps_advice or name != ADVICE}
    config = load_config(game, header["book"])
    secret, salts = secret_and_salts(seed, len(by))
    return Start(config, options, called, seats, header["chance"], secret, salts, seeded=seed is not None)


def config_of(request: Request) -> tuple[Any, Names]:
    """The config and names of a match between people. Raises UserError if the request cannot be met."""
    game = find(request.game)
    config, _, names = find_setting(game).set_up(request, [HUMAN] * game.seats[0])
    return config, names
