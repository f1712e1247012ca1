"""Every part of the program has its place among the layers, and every class a name of its own."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import breakaway

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "breakaway"
NO_CODE = {"locale"}
ROLES = {"HouseRules", "MatchRow", "PlayRow", "SideView", "Sideline", "Trail"}  # what each game may have for itself


def test_every_part_of_the_program_has_its_place_among_the_layers() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]
    listed = {name.strip(" ()") for layer in contracts[0]["layers"] for name in layer.split("|")}
    parts = {path.stem for path in PACKAGE.iterdir() if path.is_dir() or path.suffix == ".py"}
    games = {f"games.{path.stem}" for path in (PACKAGE / "games").iterdir() if path.is_dir() or path.suffix == ".py"}
    wanted = {each for each in parts - {"games"} | games if not each.rpartition(".")[2].startswith("_")} - NO_CODE
    assert {f"breakaway.{each}" for each in wanted} <= listed


def imports_of(path: Path, modules: set[str]) -> set[str]:
    """The modules of the program that a file imports, at its head or later."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("breakaway"):
            found |= {f"{node.module}.{each.name}" for each in node.names} | {node.module}
    return found & modules


@pytest.mark.slow
def test_no_files_import_each_other_in_a_circle() -> None:
    paths = {
        "breakaway." + ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
        for path in PACKAGE.rglob("*.py")
    }
    left = {name: imports_of(path, set(paths)) - {name} for name, path in paths.items()}
    while free := [name for name, needs in left.items() if not needs & set(left)]:
        for name in free:
            del left[name]
    assert not left, "these files are in a circle, or stand on one"


@pytest.mark.slow
def test_no_class_has_the_name_of_another_but_for_the_roles_that_each_game_fills() -> None:
    found: dict[str, list[str]] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).parts
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                within = f"games/{parts[1]}" if node.name in ROLES and parts[0] == "games" else ""
                if parts[0] == "api" and node.name in breakaway.__all__:
                    within = "public"  # what people call `breakaway.Game` is the face of the core's Game
                found.setdefault(f"{within} {node.name}".strip(), []).append("/".join(parts))
    assert not {name: files for name, files in found.items() if len(files) > 1}
    assert {name.split()[-1] for name in found if name.startswith("games/")} == ROLES
