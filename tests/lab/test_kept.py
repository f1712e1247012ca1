"""Each game's compiled code is kept under a hash of all that it is made of, and of nothing of another game."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.rules import RULES
from breakaway.games import manifest as games
from breakaway.lab import compile_cache
from breakaway.players import coaches

from ..core.toys import tugs

SOURCE = Path(compile_cache.__file__).parents[1]
GAMES = {name: games.find(name) for name in games.GAMES}


def changed_by_an_edit_of(monkeypatch, *path):
    """The games whose hash is another one after an edit of this file of the package."""
    edited, read = SOURCE.joinpath(*path), Path.read_bytes
    assert edited.is_file()
    before = {name: compile_cache.source_hash(game) for name, game in GAMES.items()}
    monkeypatch.setattr(Path, "read_bytes", lambda self: read(self) + b"# edited" * (self == edited))
    return {name for name, game in GAMES.items() if compile_cache.source_hash(game) != before[name]}


@pytest.mark.parametrize(
    ("path", "games"),
    [
        (("games", "cycling", "rules", "movement.py"), {"cycling"}),
        (("games", "cycling", "rules.toml"), {"cycling"}),
        (("games", "football", "rules", "cards_and_clock.py"), {"football"}),
        (("games", "fate", "data", "tables.toml"), {"fate"}),
        (("games", "cycling", "coaches", "directeur.py"), {"cycling"}),
        (("games", "fate", "coaches", "book.toml"), {"fate"}),
        (("players", "coaches.py"), {*GAMES}),
        (("core", "chance.py"), {*GAMES}),
        (("core", "rules.py"), {*GAMES}),
        (("games", "defaults.py"), {*GAMES}),
        (("lab", "compiling.py"), {*GAMES}),
        (("lab", "batches.py"), {*GAMES}),
        (("lab", "report.py"), set()),
        (("lab", "vectors.py"), {*GAMES}),
        (("web", "match_actions.py"), set()),
        (("games", "football", "display", "field.py"), set()),
    ],
    ids=lambda each: "-".join(each) if isinstance(each, tuple) else "",
)
def test_an_edit_changes_the_hash_of_the_games_that_it_is_compiled_into(monkeypatch, path, games):
    assert changed_by_an_edit_of(monkeypatch, *path) == games


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_and_coach_of_a_game_stands_in_a_file_of_its_hash(name):
    game = GAMES[name]
    files = {str(path) for path in compile_cache.sources(game)}
    for each in coaches.names(game):
        found = coaches.find(game, each)
        code = getattr(found, "__code__", None) or type(found).__call__.__code__  # a coach that learns is an object
        assert code.co_filename in files
    ours = [each.function.__code__.co_filename for each in RULES if each.name.startswith(f"breakaway.games.{name}.")]
    assert len(ours) > 50
    assert {*ours} <= files


def test_a_new_file_of_a_game_changes_its_hash(monkeypatch, tmp_path):
    before = compile_cache.source_hash(GAMES["fate"])
    (tmp_path / "new.py").write_text("")
    more = {*compile_cache.sources(GAMES["fate"]), tmp_path / "new.py"}
    monkeypatch.setattr(compile_cache, "sources", lambda game: more)
    assert compile_cache.source_hash(GAMES["fate"]) != before


def test_bounds_checks_and_each_version_have_folders_of_their_own(monkeypatch):
    found = {compile_cache.source_hash(tugs.GAME)}
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    found.add(compile_cache.source_hash(tugs.GAME))
    monkeypatch.setattr(compile_cache, "version", lambda package: "another")
    found.add(compile_cache.source_hash(tugs.GAME))
    assert len(found) == 3


def test_two_games_are_kept_in_two_folders():
    folders = [compile_cache.folder_of(game) for game in GAMES.values()]
    assert len({*folders}) == len(GAMES)
    assert [folder.name.partition("-")[0] for folder in folders] == [*GAMES]
