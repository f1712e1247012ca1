"""Puts the colors of `board.css` into drawings for paper and emails, which have no style sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

BOARD = Path(__file__).parent / "board.css"
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
NESTED = re.compile(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")


def with_colours(svg: str) -> str:
    """The drawing `svg` with its own style sheet, in the light colors. Any drawing but a field stays as it is."""
    if not re.match(r'<svg\b[^>]*class="field\b', svg):
        return svg
    rules = "".join(f"{selector} {{{body}}}\n" for selector, body in _rules(svg))
    head, tag, rest = svg.partition(">")
    return f"{head}{tag}<style>{rules}</style>{rest}"


def field_styles() -> str:
    """The CSS rules for playing fields, taken from `board.css`, for a page whose drawings have light and dark colors.

    On such a page, fields stay wide even on narrow screens.
    """
    css = re.sub(r"/\*.*?\*/", "", NESTED.sub("", BOARD.read_text(encoding="utf-8")), flags=re.DOTALL)
    wanted = (":root", "svg.field", ".team-")
    return "".join(
        f"{selector.strip()} {{{body}}}\n"
        for selector, body in RULE.findall(css)
        if selector.strip().startswith(wanted)
    )


@cache
def _styles() -> tuple[dict[str, str], list[tuple[str, dict[str, str]]]]:
    """The light colors by name, and all CSS rules for fields and teams."""
    colours: dict[str, str] = {}
    found = []
    for selector, body in RULE.findall(field_styles()):
        pairs = (each.partition(":") for each in body.split(";") if ":" in each)
        values = {name.strip(): _light(value.strip()) for name, _colon, value in pairs}
        for each in selector.split(","):
            if each.strip() == ":root":
                colours |= values
            else:
                found.append((each.strip(), values))
    return colours, found


def _light(value: str) -> str:
    return re.sub(r"light-dark\((#\w+), *#\w+\)", r"\1", value)


def _rules(svg: str) -> Iterator[tuple[str, str]]:
    """The CSS rules for this drawing, with the variables filled in for each team in the drawing."""
    colours, rules = _styles()
    teams = {selector: values for selector, values in rules if selector.startswith(".team-")}
    here = [name for name in teams if f'class="{name[1:].replace(".", " ")}"' in svg]
    for selector, values in rules:
        if not selector.startswith("svg.field "):
            continue
        inside = selector.removeprefix("svg.field ")
        plain = {name: _filled(value, colours) for name, value in values.items()}
        if any("var(" in value for value in plain.values()):
            for team in here:
                yield f"{team} {inside}", _body({k: _filled(v, teams[team]) for k, v in plain.items()})
        else:
            yield inside, _body(plain)


def _filled(value: str, colours: dict[str, str]) -> str:
    return re.sub(r"var\((--[\w-]+)[^)]*\)", lambda found: colours.get(found[1], found[0]), value)


def _body(values: dict[str, str]) -> str:
    return "; ".join(f"{name}: {value}" for name, value in values.items())
