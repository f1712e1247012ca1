"""Measures with their intervals, and numbers in a readable form."""

from __future__ import annotations

from math import isfinite, sqrt

Z = 1.959963984540054  # 95% of a normal distribution lies within this many standard deviations
NONE = "–"


def wilson(k: int, n: int) -> tuple[float, float]:
    """The Wilson 95% interval of a share of k in n; 0 to 1 if n is 0."""
    if n == 0:
        return 0.0, 1.0
    p, zz = k / n, Z * Z
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = Z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def half_width(spread: float | None, n: int) -> float | None:
    """Half the width of the 95% interval of a mean of n values with this spread (standard deviation).

    None if n is less than 2.
    """
    return None if spread is None or n < 2 else Z * spread / sqrt(n)


def count(n: float) -> str:
    """The whole number n with commas: `20,000`."""
    return f"{n:,.0f}"


def number(x: float | None, digits: int = 2) -> str:
    """The number x with `digits` decimals, like `27.35`. A dash for None and for a number that is not finite."""
    if x is None or not isfinite(x):
        return NONE
    text = f"{x:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def plus_minus(spread: float | None, n: int, digits: int = 2) -> str:
    """Half the width of the 95% interval of a mean, like `±0.20`. A dash for fewer than two values."""
    half = half_width(spread, n)
    return NONE if half is None else f"±{number(half, digits + (0 < half < 0.5 / 10**digits))}"


def mean(x: float | None, spread: float | None, n: int, digits: int = 2) -> str:
    """The mean x of n values with this spread, plus or minus half the width of its 95% interval: `27.35 ±0.20`.

    `digits` is the number of decimals.
    """
    half = "" if half_width(spread, n) is None else f" {plus_minus(spread, n, digits)}"
    return f"{number(x, digits)}{half}"


def percent(p: float) -> str:
    """The share p (0 to 1) as a percentage, like `48.3%`."""
    return f"{100 * p:.1f}%"


def share(k: int, n: int) -> str:
    """The share of k in n as a percentage, like `48.3%`. A dash if n is 0."""
    return percent(k / n) if n else NONE


def between(k: int, n: int) -> str:
    """The 95% interval of a share of k in n, in percent: `47.6 to 49.0`. A dash if n is 0."""
    if n == 0:
        return NONE
    low, high = wilson(k, n)
    return f"{100 * low:.1f} to {100 * high:.1f}"


def share_between(k: int, n: int) -> list[str]:
    """Two cells: the share of k in n, and its Wilson 95% interval."""
    return [share(k, n), between(k, n)]
