"""The requests with which people set up matches. Each game has its own request model, made from its kit's questions and
the house rules that its config declares.

    request = requested("cycling", teams="3", profile="blind", house=["cap=12"])
    request["teams"], request.house_rules()

A request model refuses settings that its game does not have, whether they come from the command line, a form or a
lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated, Any

import pydantic
from pydantic import BeforeValidator, ConfigDict, ValidationError, create_model

from breakaway.core.data import Strict, explained
from breakaway.core.game import Game
from breakaway.core.house import house_model
from breakaway.core.language import say
from breakaway.core.options import options_of
from breakaway.core.trouble import Trouble
from breakaway.games.kit import Asked
from breakaway.games.registry import find, kit_of
from breakaway.setting.helping import OFF, ON


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
    for each name. `said` contains all other settings. Raises NoSuchGame, or Trouble that names every setting that the
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
    raise Trouble("\n".join(_fault(found, list(map(str, path)), text, known) for path, text in faults.items()))


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
    """The house rules `typed` on the command line, such as `last_place=1,crowd=0`, by name. Raises Trouble."""
    found: dict[str, str] = {}
    for part in ",".join(typed).split(","):
        if not part.strip():
            continue
        name, equals, value = (each.strip() for each in part.partition("="))
        if not equals or not name or not value:
            raise Trouble(say("--house: expected NAME=VALUE, not {text}", text=repr(part.strip())))
        if name in found:
            raise Trouble(say("--house: {name} is given twice", name=name))
        found[name] = value
    return found
