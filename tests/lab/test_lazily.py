"""Only what Python calls becomes machine code, and it does what the rules do."""

from __future__ import annotations

import numpy as np
import pytest

from breakaway.lab import lazily
from breakaway.lab.compiled import driver, make_compilable, make_rules_compilable

from ..core.toys import tugs


def twice(n):
    if n > 100:
        raise OverflowError("too much to double")
    return 2 * n


@pytest.fixture(scope="module")
def doubled():
    make_rules_compilable(tugs.GAME)
    make_compilable(twice, tugs.GAME)

    def fill(out):
        for i in range(len(out)):
            out[i] = twice(i)

    return driver(tugs.GAME, fill)


def test_a_driver_is_translated_and_what_it_calls_is_not(doubled, monkeypatch):
    translated, translate = [], lazily.Lazy.translate
    monkeypatch.setattr(lazily.Lazy, "translate", lambda self: (translated.append(self.name), translate(self))[1])
    out = np.zeros(5, np.int64)
    doubled(out)
    assert list(out) == [0, 2, 4, 6, 8]
    assert len(translated) == 1
    assert "fill" in translated[0]


def test_an_error_of_what_it_calls_is_raised(doubled):
    with pytest.raises(OverflowError, match="too much to double"):
        doubled(np.zeros(102, np.int64))


def test_the_parts_of_numba_that_are_overridden_are_there():
    missing = [name for name in lazily.NEEDED if not hasattr(lazily.JITCodeLibrary, name)]
    assert missing == [], "without them compiling goes on, but takes twice as long"
