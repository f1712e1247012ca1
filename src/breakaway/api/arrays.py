"""Observations as NumPy arrays. NumPy is imported only when an array is needed."""

from __future__ import annotations

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeAlias

from breakaway.core.state import columns
from breakaway.core.trouble import Trouble

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"


def numpy(asked: str) -> ModuleType:
    """The NumPy module. Raises Trouble if NumPy is not installed; `asked` names the feature that needs it."""
    try:
        import numpy
    except ImportError:
        raise Trouble(f"{asked} needs NumPy; install it with: pip install 'breakaway[lab]'") from None
    return numpy


def tensor_of(seat: int, view: Any) -> Array:
    """The seat and all numbers of a view in one row. Raises Trouble if NumPy is not installed."""
    np, row = numpy("tensor"), [seat]
    for each in columns(type(view)):
        value = getattr(view, each.name)
        if not each.shape:
            row.append(value)
        elif len(each.shape) == 1:
            row += value
        else:
            for part in value:
                row += part
    return np.array(row, dtype=np.int64)  # type: ignore[no-any-return]


def mask_of(codes: int, legal: Sequence[int]) -> Array:
    """A bool for each code below `codes`: whether `legal` contains it. Raises Trouble if NumPy is not installed."""
    np = numpy("mask")
    found = np.zeros(codes, dtype=bool)
    found[list(legal)] = True
    return found  # type: ignore[no-any-return]


def layout(cls: Any) -> dict[str, slice]:
    """The position of each field in the tensor of the state class `cls`."""
    found, at = {"seat": slice(0, 1)}, 1
    for each in columns(cls):
        size = 1
        for n in each.shape:
            size *= n
        found[each.name] = slice(at, at + size)
        at += size
    return found
