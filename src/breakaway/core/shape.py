"""The shape of JSON data: the type of a value and of everything inside it.

For example, the names in a record are checked against a shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from breakaway.core.language import _, say

# `str` or `int`; [shape]: a list of such values; (shape, shape): a list of exactly these; {"key": shape}: a table with
# these keys and perhaps others; {str: shape}: a table with any keys
Shape: TypeAlias = Any


def misfit(value: Any, shape: Shape, where: str, partial: bool = False) -> str:
    """Says where a value does not fit its shape. Empty if it fits. `partial`: a table may lack some of its keys."""
    if isinstance(shape, list):
        if type(value) is not list:
            return say("{where} must be a list", where=where)
        return _first(misfit(each, shape[0], f"{where}[{n}]") for n, each in enumerate(value))
    if isinstance(shape, tuple):
        if type(value) is not list or len(value) != len(shape):
            return say("{where} must be a list of length {n}", where=where, n=len(shape))
        return _first(
            misfit(each, one, f"{where}[{n}]") for n, (each, one) in enumerate(zip(value, shape, strict=True))
        )
    if isinstance(shape, dict):
        if type(value) is not dict:
            return say("{where} must be a table", where=where)
        if str in shape:
            return _first(misfit(each, shape[str], f"{where}.{key[:20]}") for key, each in value.items())
        lacking = [key for key in shape if key not in value]
        if lacking and not partial:
            return say("{name} is missing from {where}", where=where, name=lacking[0])
        return _first(misfit(value[key], shape[key], f"{where}.{key}") for key in shape if key in value)
    if type(value) is shape:
        return ""
    wanted = _("a string") if shape is str else _("a whole number")
    return say("{where} must be {wanted}", where=where, wanted=wanted)


def _first(faults: Iterable[str]) -> str:
    """The first of the `faults` that is not an empty string."""
    return next(filter(None, faults), "")
