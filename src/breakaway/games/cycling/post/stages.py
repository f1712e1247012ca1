"""The tables of a tour's stages: each team's points and places on each stage, up to the turn of a report."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.core.game import Names, Result, result_of
from breakaway.core.language import _, say
from breakaway.core.observation import Observation
from breakaway.core.state import copy
from breakaway.games.cycling.post.files import RaceHistory
from breakaway.games.cycling.post.turns import Turn, turns
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.text.words import ordinal, points_text, team_name


@dataclass(frozen=True)
class StageRow:
    """A team on one stage: its points there, and the places of its riders at the finish."""

    rank: str
    team: int
    name: str
    points: str
    places: str


@dataclass(frozen=True)
class StageTable:
    """A stage with its teams, best first. `running` is True until the stage is over."""

    title: str
    running: bool
    rows: list[StageRow]


def stage_tables(past: RaceHistory, last: Turn, seat: int) -> list[StageTable]:
    """A table for each stage that has begun by the turn `last`. Empty if the race has only one stage."""
    config: RaceConfig = past.config
    if config.stages == 1:
        return []
    played = [turn for turn in turns(past) if turn.called < last.called] + [last]
    found = []
    for stage in range(last.called[0]):
        ridden = [turn for turn in played if turn.called[0] == stage + 1]
        if not any(turn.called[1] for turn in ridden):
            continue  # only its line-ups are known, or it was ridden under another edition
        before, after = (
            Observation(past.game, state, config, seat).view for state in (ridden[0].before, ridden[-1].after)
        )
        over = after.stage > stage or (after.phase > before.phase and after.stage == stage and bool(after.ended))
        found.append(
            StageTable(_title(past, stage), not over, _rows(past, before, after, past.header["names"])),
        )
    return found


def _title(past: RaceHistory, stage: int) -> str:
    """A stage's title: `Stage 2: The climb`."""
    try:
        name = str(past.header["options"]["tour"]["stages"][stage]["name"])
    except (KeyError, IndexError, TypeError):
        return say("Stage {stage}", stage=stage + 1)
    return say("Stage {stage}: {name}", stage=stage + 1, name="".join(ch for ch in name if ch.isprintable()))


def _rows(past: RaceHistory, before: Race, after: Race, names: Names) -> list[StageRow]:
    """The teams with the points and places they won between two states, ranked by the rules for a whole race (5.3 and
    R18).
    """
    config: RaceConfig = past.config
    won = copy(after)
    for rider, points in enumerate(before.points):
        won.points[rider] -= points
    for team, places in enumerate(before.places):
        for place, times in enumerate(places):
            won.places[team][place] -= times
    result = result_of(past.game, won, config)
    ranks = result.rank[: config.teams]
    order = sorted(range(config.teams), key=lambda team: (ranks[team], team))
    return [_row(team, result, ranks, won, names) for team in order]


def _row(team: int, result: Result, ranks: Sequence[int], won: Race, names: Names) -> StageRow:
    level = "=" if ranks.count(ranks[team]) > 1 else ""
    places = " ".join(ordinal(place) for place, times in enumerate(won.places[team]) for _time in range(times))
    return StageRow(f"{ranks[team]}{level}", team, team_name(names, team), points_text(result.score[team]), places)


def stage_heading(table: StageTable) -> str:
    """The title of a stage's table, with a note if the stage is still in progress."""
    so_far = _("so far")
    return f"{table.title} ({so_far})" if table.running else table.title
