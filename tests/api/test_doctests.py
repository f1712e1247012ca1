"""The examples in the docstrings of the public API are true, and every public name that one calls has one."""

from __future__ import annotations

import doctest
import inspect
from importlib import import_module
from pathlib import Path

import pytest

import breakaway
from breakaway import api

MODULES = [f"breakaway.api.{path.stem}" for path in sorted(Path(api.__file__).parent.glob("[!_]*.py"))]
WITHOUT = {  # said by their module or class, or by the errors' own messages
    *("BadOrder", "BadOutcome", "BotError", "NeedsOutcome", "NotNow", "Refused", "TooLong", "Trouble", "UserError"),
    *("Event", "Outcome", "Result", "Rules"),
    *("coach", "compilable"),
}


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module_are_true(name):
    failed, _ = doctest.testmod(import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL | doctest.REPORT_NDIFF)
    assert failed == 0


@pytest.mark.parametrize("name", sorted(set(breakaway.__all__) - WITHOUT))
def test_a_public_name_has_an_example(name):
    held = getattr(breakaway, name)
    said = [inspect.getdoc(held) or ""]
    if inspect.isclass(held):
        said += [inspect.getdoc(each) or "" for each in vars(held).values() if callable(each)]
    assert ">>> " in "\n".join(said)
