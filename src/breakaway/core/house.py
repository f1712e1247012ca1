"""Values for house rules: checked by a model made from their declarations, or drawn at random to test the laws."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BeforeValidator, create_model
from pydantic import Field as Limits

from breakaway.core.chance import Chance, below
from breakaway.core.data import Strict, checked
from breakaway.core.options import Option, options_of, put_options, unmet

B = TypeVar("B")


@cache
def house_model(config: type) -> type[Strict]:
    """The house rules of a game as a pydantic model: each with its type, its range and its default."""
    given: dict[str, Any] = {option.name: (_kind(option), option.usual) for option in options_of(config)}
    return create_model("Options", __base__=Strict, **given)


def _kind(option: Option) -> Any:
    if option.reads:
        module, _, name = option.reads.partition(":")
        return Annotated[Any, BeforeValidator(getattr(import_module(module), name))]
    if option.choices:
        return Literal[tuple(option.choices)]
    return Annotated[type(option.usual), Limits(ge=option.least, le=option.most)]


def house_rules(config: type, house: Mapping[str, Any]) -> dict[str, Any]:
    """All house rules of a match: the values in `house`, and defaults for the rest.

    Raises BadData naming everything that is unknown or out of range.
    """
    return checked(house_model(config), dict(house), "options").model_dump()


def sampled_house(config: type, chance: Chance) -> dict[str, Any]:
    """Random values for the house rules that vary in random matches. Leaves out house rules whose switch is off."""
    options = options_of(config)
    found = {each.name: _drawn(each, chance) for each in options if each.sample}
    apart = unmet(options, found)
    return {name: value for name, value in found.items() if name not in apart}


def _drawn(option: Option, chance: Chance) -> bool | int | str:
    count = len(option.sample)
    return option.sample[below(chance, option.name, count) if count > 1 else 0]


def sampled_config(config: type[B], chance: Chance) -> B:
    """A config with random house rules and defaults for everything else."""
    made = config()
    put_options(made, house_rules(config, sampled_house(config, chance)))
    return made
