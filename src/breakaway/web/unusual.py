"""What is unusual about a match: the options that differ from the usual ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from breakaway.core.language import Trouble, _, language, many, say
from breakaway.games.manifest import find
from breakaway.players.settings import CHOICE, SWITCH, ZONES, Field, find_setting, requested

MOST = 4  # the most options that are named; a number stands for the rest


def unusual(game: str, options: Mapping[str, Any], most: int = MOST) -> list[str]:
    """The options of a match of this `game` that differ from the usual ones, in words. Names at most `most` of them.

    The name of a set of rules comes first, followed only by the options that differ from that set.
    """
    first, house = _fields(game, language())
    sent = {each.name: _as_sent(each, options[each.name]) for each in (*first, *house) if each.name in options}
    chosen = [each for each in first if sent.get(each.name, each.value) != each.value]
    usual = _usual(game, tuple((each.name, sent[each.name]) for each in chosen))
    changed = [each for each in house if each.name in sent and sent[each.name] != _as_sent(each, usual[each.name])]
    found = [_said(each, sent[each.name]) for each in (*chosen, *changed)]
    rest = len(found) - most
    return found if rest <= 0 else [*found[:most], many("{n} more", "{n} more", rest)]


@lru_cache(32)
def _fields(game: str, _language: str) -> tuple[list[Field], list[Field]]:
    """The fields of the game's form in the current language: choices and house rules. Leaves out options with a
    number for each zone, and also teams, which lists show anyway.
    """
    asked = find_setting(find(game)).form()
    return [each for each in asked.first if each.kind == CHOICE], [each for each in asked.house if each.kind != ZONES]


@lru_cache(64)
def _usual(game: str, chosen: tuple[tuple[str, str], ...]) -> Mapping[str, Any]:
    """The options of a match in which only these fields are `chosen`."""
    setting = find_setting(find(game))
    fields = {each.name: each.value for each in setting.form().house}
    try:
        asked = requested(game, {}, physical=False, **dict(chosen))
        return {**fields, **setting.set_up(asked, setting.players(asked, None))[1]}
    except Trouble:  # chosen on the command line, from a file that is not here
        return fields


def _as_sent(field: Field, value: Any) -> str:
    """An option's value as the form would send it."""
    if field.kind == SWITCH:
        return "1" if value else ""
    return str(value)


def _said(field: Field, value: str) -> str:
    label = _(field.label)
    if field.kind == SWITCH:
        return label if value else say("without: {option}", option=label)
    return f"{label}: {next((_(words) for each, words in field.choices if each == value), value)}"
