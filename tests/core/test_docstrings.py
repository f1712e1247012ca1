"""The check that public docstrings name every argument and every error."""

from __future__ import annotations

import ast

import pytest
from tools.check_docstrings import check, faults_of


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("def f(pace): ...", ["has no docstring"]),
        ('def f(pace):\n "Rides."', ["does not say what pace is"]),
        ('def f(pace):\n "Rides at this pace."', []),
        (
            'def f(square):\n "Rides to the square."\n raise ValueError("no")',
            ["does not say that it raises ValueError"],
        ),
        ('def f():\n "Rides. Raises ValueError."\n raise ValueError', []),
        ('def f(seat, match):\n "House words need no explanation."', []),
        ('class Rider:\n "One of four."', []),
        ("class Rider: ...", ["has no docstring"]),
    ],
)
def test_what_a_docstring_leaves_unsaid_is_found(source: str, found: list[str]) -> None:
    node = ast.parse(source).body[0]
    assert isinstance(node, ast.FunctionDef | ast.ClassDef)
    assert list(faults_of(node)) == found


@pytest.mark.slow  # make check does it, too
def test_everything_that_other_packages_use_says_what_it_does() -> None:
    assert list(check()) == []
