"""The season after a season: the terms with those who take part now. Teams, rosters and decks can be edited between."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from breakaway.core.language import UserError, _, say
from breakaway.seasons.season import Season
from breakaway.seasons.terms import SeasonTerms, checked_terms, most_swiss_rounds, rounds_of

LONGEST_TITLE = 60


def following(season: Season, title: str = "") -> SeasonTerms:
    """The terms of a new season after a `season`, with a new `title` (empty: the old one with the next number).

    Whoever has taken over takes part, whoever has left does not. Everybody is fit again: what matches left behind was
    for their season only. Stages that had days begin as long after the old season as they lasted, on the same weekday.
    Raises UserError.
    """
    terms = season.terms
    data: dict[str, Any] = terms.model_dump(mode="json", exclude_none=True)
    entrants = [each for i, each in enumerate(season.entrants) if i not in season.left]
    if len(entrants) < 2:
        raise UserError(_("everybody has left this season; nobody is there for the next one"))
    data["entrants"] = [each.model_dump(mode="json") for each in entrants]
    for i, row in enumerate(data["stages"]):
        _fit(row, len(entrants), i)
    later = _days_of(terms)
    for row, stage in zip(data["stages"], terms.stages, strict=True):
        if stage.first is not None:
            row["first"] = (stage.first + later).isoformat()
    data["title"] = title or _next_title(terms.title)
    data["seed"] = (terms.seed * 31 + 1) % 2**53
    return checked_terms(data, say("the season after {title}", title=terms.title))


def _fit(stage: dict[str, Any], size: int, i: int) -> None:
    """Makes a stage fit to fewer entrants."""
    if stage.get("take") and stage["take"] > size:
        stage["take"] = size
    if stage["kind"] == "swiss" and i == 0:
        stage["rounds"] = min(stage["rounds"], most_swiss_rounds(size))


def _days_of(terms: SeasonTerms) -> timedelta:
    """The whole weeks from the first day of a season to the one of the next."""
    days = [each for each in range(len(terms.stages)) if terms.stages[each].first is not None]
    if not days:
        return timedelta(0)
    begins = terms.stages[days[0]].first
    last = terms.stages[days[-1]]
    assert begins is not None
    assert last.first is not None
    ends = last.first + timedelta(days=last.spacing * rounds_of(terms, days[-1]))
    return timedelta(weeks=-(-(ends - begins).days // 7))


def _next_title(title: str) -> str:
    """The title with the next number: `Thursday League 2` after `Thursday League`, `Cup 2027` after `Cup 2026`."""
    words, _space, number = title.rpartition(" ")
    if words and number.isascii() and number.isdigit() and len(number) < 6:
        return f"{words} {int(number) + 1}"[:LONGEST_TITLE]
    return f"{title[: LONGEST_TITLE - 2]} 2"


def terms_text(terms: SeasonTerms) -> str:
    """The file of these `terms`, in TOML, to be edited by hand."""
    data = terms.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    stages, entrants, rest = data.pop("stages"), data.pop("entrants"), data
    tables: dict[str, Any] = {name: rest.pop(name) for name in ("points", "house") if name in rest}
    lines = [f"{name} = {_value(value)}" for name, value in rest.items()]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{each} = {_value(value)}" for each, value in table.items())]
    for kind, rows in (("stages", stages), ("entrants", entrants)):
        for row in rows:
            lines += ["", f"[[{kind}]]", *(f"{each} = {_value(value)}" for each, value in row.items())]
    return "\n".join(lines) + "\n"


def _value(value: Any) -> str:
    """A value in TOML: a text, a number, yes or no, a list."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)  # a text is written alike in both
    if isinstance(value, list):
        return "[" + ", ".join(map(_value, value)) + "]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_value(each)}" for name, each in value.items()) + " }"
    return str(value)
