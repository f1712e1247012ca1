"""Reads `board.css` for the tests: colors by name and theme, classes, and contrast as WCAG 2 measures it."""

from __future__ import annotations

import re
from importlib.resources import files

CSS = files("breakaway.display").joinpath("board.css").read_text(encoding="utf-8")
RULES = [
    (selector.strip(), body)
    for selector, body in re.findall(r"([^{}]+)\{([^{}]*)\}", re.sub(r"/\*.*?\*/", "", CSS, flags=re.S))
]
THEMES = ("light", "dark")


def declared(selector: str, theme: str) -> dict[str, str]:
    """The custom properties of a rule in a theme."""
    found = {}
    for name, rest in RULES:
        if name == selector:
            for key, value in re.findall(r"--([a-z-]+):\s*([^;]+);", rest):
                pair = re.fullmatch(r"light-dark\((#\w+), (#\w+)\)", value)
                found[key] = pair[1 + THEMES.index(theme)] if pair else value
    return found


def classes() -> set[str]:
    """Every class that the sheet knows."""
    return {each for selector, _ in RULES for each in re.findall(r"\.([a-z][a-z0-9-]*)", selector)}


def rgb(colour: str) -> tuple[float, float, float]:
    """A color in parts of 255."""
    digits = colour.removeprefix("#")
    digits = "".join(2 * ch for ch in digits) if len(digits) == 3 else digits
    return tuple(int(digits[i : i + 2], 16) for i in (0, 2, 4))  # type: ignore[return-value]


def over(colour: str, ground: str, opacity: float) -> str:
    """A color that is laid over another."""
    mixed = (round(opacity * a + (1 - opacity) * b) for a, b in zip(rgb(colour), rgb(ground), strict=True))
    return "#" + "".join(f"{part:02x}" for part in mixed)


def luminance(colour: str) -> float:
    """Relative luminance."""
    parts = [part / 255 for part in rgb(colour)]
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, two: str) -> float:
    """1 for the same color, 21 for black on white."""
    low, high = sorted((luminance(one), luminance(two)))
    return (high + 0.05) / (low + 0.05)
