"""Checks the docstrings of everything that other packages use: they must explain every argument and every error.

A public function or class that another package imports needs a docstring. The docstring must name each exception that
the function raises itself, and each argument. It need not name arguments in `HOUSE_WORDS`, which mean the same
everywhere. Prints a line for everything that is missing, and exits with 1 if anything is.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

SRC = Path(__file__).parents[1] / "src" / "breakaway"
# Words that mean the same everywhere; the glossary of ARCHITECTURE.md has them.
HOUSE_WORDS = frozenset(
    (
        "self",
        "cls",
        "s",
        "before",
        "after",
        "config",
        "chance",
        "log",
        "seat",
        "seats",
        "order",
        "orders",
        "match",
        "match_id",
        "game",
        "club",
        "names",
        "look",
        "observation",
        "view",
        "told",
        "row",
        "rows",
        "request",
        "table",
        "text",
        "path",
        "file",
    )
)


def package(path: Path) -> str:
    """The package of a file: its first folder, and for a game also the game's folder."""
    parts = path.relative_to(SRC).parts
    return "/".join(parts[:2]) if parts[0] == "games" and len(parts) > 2 else parts[0]


def used_elsewhere(trees: dict[Path, ast.Module]) -> dict[Path, set[str]]:
    """The names in each file that other packages import, or use through the module."""
    modules = {"breakaway." + ".".join(path.relative_to(SRC).with_suffix("").parts): path for path in trees}
    used: dict[Path, set[str]] = {path: set() for path in trees}
    for path, tree in trees.items():
        here: dict[str, Path] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for each in node.names:
                    if (whole := f"{node.module}.{each.name}") in modules:
                        here[each.asname or each.name] = modules[whole]
                    elif node.module in modules and package(modules[node.module]) != package(path):
                        used[modules[node.module]].add(each.name)
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in here:
                used[here[node.value.id]].update({node.attr} if package(here[node.value.id]) != package(path) else ())
    return used


def faults_of(node: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    """Finds what is missing from the docstring of a function or class."""
    said = ast.get_docstring(node) or ""
    if not said:
        yield "has no docstring"
    if isinstance(node, ast.ClassDef) or not said:
        return
    for each in ast.walk(node):
        if isinstance(each, ast.Raise) and each.exc is not None:
            raised = each.exc.func if isinstance(each.exc, ast.Call) else each.exc
            if isinstance(raised, ast.Name) and raised.id[0].isupper() and raised.id not in said:
                yield f"does not say that it raises {raised.id}"
    for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
        word = argument.arg.strip("_").replace("_", "[ _]")
        if argument.arg not in HOUSE_WORDS and not re.search(rf"\b{word}", said, re.IGNORECASE):
            yield f"does not say what {argument.arg} is"


def check() -> Iterator[str]:
    """Every fault, with its place."""
    trees = {path: ast.parse(path.read_text()) for path in sorted(SRC.rglob("*.py"))}
    for path, names in used_elsewhere(trees).items():
        for node in trees[path].body:
            if not isinstance(node, ast.FunctionDef | ast.ClassDef) or node.name not in names or node.name[0] == "_":
                continue
            methods = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name[0] != "_"]
            for each in (node, *(methods if isinstance(node, ast.ClassDef) else ())):
                for fault in dict.fromkeys(faults_of(each)):
                    yield f"{path.relative_to(SRC.parents[1])}:{each.lineno}: {each.name} {fault}"


if __name__ == "__main__":
    found = list(check())
    print("\n".join(found) or "docstrings: complete")
    sys.exit(1 if found else 0)
