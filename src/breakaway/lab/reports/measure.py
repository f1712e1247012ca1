"""Measures with their intervals, and numbers as people read them."""

from __future__ import annotations

from math import isfinite, sqrt

Z = 1.959963984540054  # of the normal distribution: 95 % lie within so many spreads
NONE = "–"


def wilson(k: int, n: int) -> tuple[float, float]:
    """The 95 % interval of a share of k in n; from 0 to 1 when there is nothing to count."""
    if n == 0:
        return 0.0, 1.0
    p, zz = k / n, Z * Z
    middle = (p + zz / (2 * n)) / (1 + zz / n)
    half = Z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def half_width(spread: float | None, n: int) -> float | None:
    """Half the 95 % interval of a mean of n values with this spread (standard deviation); None for n below two."""
    return None if spread is None or n < 2 else Z * spread / sqrt(n)


def count(n: float) -> str:
    """The whole number n with commas: `20,000`."""
    return f"{n:,.0f}"


def number(x: float | None, digits: int = 2) -> str:
    """The number x with so many digits after the point, `27.35`; a dash for None."""
    if x is None or not isfinite(x):
        return NONE
    text = f"{x:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def plus_minus(spread: float | None, n: int, digits: int = 2) -> str:
    """`±0.20`, of a mean; a dash for fewer than two."""
    half = half_width(spread, n)
    return NONE if half is None else f"±{number(half, digits + (0 < half < 0.5 / 10**digits))}"


def mean(x: float | None, spread: float | None, n: int, digits: int = 2) -> str:
    """The mean x of n values with this spread and half its 95 % interval, to so many digits: `27.35 ±0.20`."""
    half = "" if half_width(spread, n) is None else f" {plus_minus(spread, n, digits)}"
    return f"{number(x, digits)}{half}"


def percent(p: float) -> str:
    """`48.3 %`."""
    return f"{100 * p:.1f} %"


def share(k: int, n: int) -> str:
    """k of n as a percentage, `48.3 %`; a dash if n is 0."""
    return percent(k / n) if n else NONE


def between(k: int, n: int) -> str:
    """`47.6 to 49.0`, in percent: the interval of a share."""
    if n == 0:
        return NONE
    low, high = wilson(k, n)
    return f"{100 * low:.1f} to {100 * high:.1f}"


def share_between(k: int, n: int) -> list[str]:
    """Two cells: the share k of n, and its 95 % interval (Wilson)."""
    return [share(k, n), between(k, n)]
