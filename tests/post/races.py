"""Small races for the referee's tests, worked out by hand."""

from __future__ import annotations

from pathlib import Path

from breakaway.games.cycling.referee import desk

# Line-ups are the published default (BA-3.2, the first example): A 10 10 10, B 9 8 8, C 9 8 3, D 6 5 5.
LINE_UP = "A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6"
SHORT_ROAD = """name = "A short road"
length = 20
sprints = [10]
sprint_points = [3, 2, 1]
finish_points = [6, 4, 2]
"""


def short_race(folder: Path, teams: tuple[str, ...] = ("Red", "Blue"), seed: int = 1, **house: object) -> Path:
    """A race over 20 squares with a sprint after 10, ended by its first finisher; the line-ups are still open."""
    track = folder / "short.toml"
    track.write_text(SHORT_ROAD, encoding="utf-8")
    file = folder / "race.match"
    desk.new(file, teams, house={"last_place": 1, "crowd": 0, **house}, tracks=str(track), seed=seed)
    return file


def postal_race(folder: Path, name: str = "race.match", profile: str = "postal", turns: int = 0) -> Path:
    """Red, Blue and Green on the profile's road after the line-ups and some turns without any orders (BA-9.1)."""
    file = folder / name
    desk.new(file, ("Red", "Blue", "Green"), profile=profile, seed=7)
    for _ in range(turns + 1):
        desk.run(file)
    return file
