"""Loads and checks the race's data: profiles, options, tracks and tours, both shipped and users' own."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, ValidationInfo, field_validator

from breakaway.core.data_files import BadData, Strict, checked, house_rules, read_toml
from breakaway.core.language import _, marked, say
from breakaway.core.rulebook import options_of, put_options, unmet
from breakaway.core.state import canonical
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, HAND, LINES, PLACES, RIDERS, STAGES, TEAMS
from breakaway.players.set_folders import own_file

DATA = Path(__file__).parent / "data"
TRACKS = "tracks"  # the kind of sets with people's own tracks
PROFILES = (marked("postal"), marked("boxed"), marked("pursuit"), marked("blind"), marked("spy"))


LONGEST = 400  # squares of a track
Points = Field(min_length=1, max_length=PLACES)


class Track(Strict):
    """A track: its length in squares, the squares before its sprint lines, and the points for places."""

    name: str = Field(min_length=1, max_length=60)
    length: int = Field(ge=10, le=LONGEST)
    loop: bool = False
    sprints: list[int] = Field(max_length=LINES - 1)
    sprint_points: list[int] = Points
    finish_points: list[int] = Points

    @field_validator("sprints")
    @classmethod
    def lines_lie_on_the_track(cls, sprints: list[int], info: ValidationInfo) -> list[int]:
        """Raises ValueError unless the `sprints` are in ascending order and on the track, as far as `info` tells it."""
        length, loop = info.data.get("length", LONGEST), info.data.get("loop", True)
        last = length if loop else length - 1
        if sprints != sorted(set(sprints)) or any(not 1 <= at <= last for at in sprints):
            raise ValueError(say("sprints must be in ascending order, from 1 to {last}", last=last))
        return sprints

    @field_validator("sprint_points", "finish_points")
    @classmethod
    def points_are_in_range(cls, points: list[int]) -> list[int]:
        """Raises ValueError unless all `points` are from 0 to 1000."""
        if any(not 0 <= each <= 1000 for each in points):
            raise ValueError(_("points must be from 0 to 1000"))
        return points


class Tour(Strict):
    """Several stages: names of tracks, or whole tracks.

    `hands` says whether teams keep their first line-ups or choose new ones for each stage.
    """

    name: str = Field(min_length=1, max_length=60)
    hands: Literal["same", "fresh"] = "same"
    stages: list[str | Track] = Field(min_length=1, max_length=STAGES)


class Profile(Strict):
    """A named set of options with a track, written as changes to a base profile or to the postal rules."""

    says: str
    base: str = ""
    track: str
    options: dict[str, Any] = Field(default_factory=dict)


def profile_options(name: str) -> tuple[dict[str, Any], str]:
    """A profile's changes to the default options, and the name of its track. Raises BadData for an unknown profile."""
    if name not in PROFILES:
        raise BadData(
            say("unknown profile {name!r}; choose one of: {profiles}", name=name, profiles=", ".join(PROFILES))
        )
    profile = _profile(name)
    base = profile_options(profile.base)[0] if profile.base else {}
    return {**base, **profile.options}, profile.track


def profile_says(name: str) -> str:
    """What a shipped profile is, in a sentence."""
    return _profile(name).says


def _profile(name: str) -> Profile:
    found: Profile = checked(Profile, read_toml(DATA / "profiles" / f"{name}.toml"), name)
    return found


def load_tracks(source: str) -> Tour:
    """Loads a track or tour as a tour of one or more stages. Raises BadData.

    `source` is a shipped name, a file, or one of the owner's own tracks: `hills/pass` is `pass` of the set `hills`.
    """
    own = shipped_tracks()
    path = own.get(source) or own_file(TRACKS, source) or Path(source)
    if source not in own and not path.exists():
        text = say(
            "unknown track or file {name!r}; known tracks: {tracks}",
            name=source,
            tracks=", ".join(own),
        )
        raise BadData(text)
    return tour_of(read_toml(path), path.name)


def shipped_tracks() -> dict[str, Path]:
    """The files of the tracks and tours that ship with the game, by name."""
    return {path.stem: path for path in sorted((DATA / "tracks").glob("*.toml"))}


def tour_of(data: Mapping[str, Any], where: str) -> Tour:
    """The track or tour with this `data` as a tour whose stages are whole tracks. Raises BadData.

    `where` says where the data come from.
    """
    own = shipped_tracks()
    if "stages" not in data:
        track = checked(Track, data, where)
        return Tour(name=track.name, stages=[track])
    tour: Tour = checked(Tour, data, where)
    stages: list[str | Track] = []
    for stage in tour.stages:
        if isinstance(stage, str) and stage not in own:
            text = say("unknown track {name!r}; known: {tracks}", name=stage, tracks=", ".join(own))
            raise BadData(f"{where}: stages: {text}")
        stages.append(checked(Track, read_toml(own[stage]), stage) if isinstance(stage, str) else stage)
    return tour.model_copy(update={"stages": stages})


def resolve(
    profile: str = "postal", teams: int = 6, house: dict[str, Any] | None = None, tracks: str | Tour | None = None
) -> tuple[RaceConfig, dict[str, Any]]:
    """The config of a race and its resolved options. Raises BadData for anything unknown or out of range."""
    if not 2 <= teams <= TEAMS:
        raise BadData(say("a race needs 2 to {most} teams, not {teams}", most=TEAMS, teams=teams))
    base, own_track = profile_options(profile)
    tour = tracks if isinstance(tracks, Tour) else load_tracks(tracks or own_track)
    options = house_rules(RaceConfig, {"hands": tour.hands, **base, **(house or {})})
    if unmet(options_of(RaceConfig), options):
        raise BadData(_("options: spy works only with blind = true"))
    tour = tour.model_copy(update={"hands": options["hands"]})
    config = make_config(teams, options, tour)
    del options["hands"]  # this option is stored in the tour
    return config, {"profile": profile, "teams": teams, **options, "tour": tour.model_dump()}


def make_config(teams: int, options: dict[str, Any], tour: Tour) -> RaceConfig:
    """The config of a race on a tour. Raises BadData for a mix of roads and loops, or an illegal default line-up."""
    tracks = [stage for stage in tour.stages if isinstance(stage, Track)]
    start = read_toml(DATA / "line_ups.toml")
    longest = max(track.length for track in tracks)
    highest = max(options["cap"], start["highest"]) if options["cap"] else max(longest, RIDERS + 3)
    if len({track.loop for track in tracks}) > 1:
        raise BadData(_("a tour cannot mix roads and loops"))
    config = RaceConfig(
        teams=teams,
        codes=max(highest, RIDERS if options["spy"] else 0) + 1,
        loop=longest if tracks[0].loop else 0,
        highest_start=start["highest"],
        least_cards=list(start["least_cards"]),
        most_cards=list(start["most_cards"]),
        most_sum=list(start["most_sum"]),
        stages=len(tracks),
        dropped_spies=0,
    )
    put_options(config, options)
    put_default(config, options["default_line_up"])
    for stage, track in enumerate(tracks):
        put_track(config, stage, track)
    check_default(config)
    return config


def misstated(options: Mapping[str, Any], config: RaceConfig, names: Mapping[str, Any]) -> list[str]:
    """The options, apart from house rules with a field of their own, that differ from the config."""
    found = ["teams"] if canonical(options.get("teams", config.teams)) != canonical(config.teams) else []
    if "profile" in options and options["profile"] not in PROFILES:
        found.append("profile")
    made = RaceConfig()
    try:
        if "tour" in options:
            tour = Tour.model_validate(options["tour"])
            tracks = [stage for stage in tour.stages if isinstance(stage, Track)]
            longest = max(track.length for track in tracks)
            made.stages, made.loop = len(tracks), longest if tracks[0].loop else 0
            for stage, track in enumerate(tracks):
                put_track(made, stage, track)
            kept = ("stages", "loop", "length", "lines", "line_at", "sprint_points", "finish_points")
            is_fresh = bool(config.fresh_hands) == (tour.hands == "fresh")
            if not is_fresh or any(getattr(made, name) != getattr(config, name) for name in kept):
                found.append("tour")
    except (ValueError, IndexError):
        found.append("tour")
    try:
        if "default_line_up" in options:
            put_default(made, options["default_line_up"])
            found += ["default_line_up"] if made.default_hand != config.default_hand else []
            check_default(config)
    except (BadData, TypeError):
        found.append("default_line_up")
    return found


def put_default(config: RaceConfig, text: str) -> None:
    """Writes the default line-up into the config. Raises BadData for a text that is no line-up."""
    for grade, cards in enumerate(line_up_cards(text)):
        config.default_hand[grade] = sorted(cards, reverse=True) + [0] * (HAND - len(cards))


def put_track(config: RaceConfig, stage: int, track: Track) -> None:
    """Writes one stage into the config. On a road the finish is the last line."""
    lines = track.sprints if track.loop else [*track.sprints, track.length]
    config.length[stage] = track.length
    config.lines[stage] = len(lines)
    config.line_at[stage][: len(lines)] = lines
    config.sprint_points[stage][: len(track.sprint_points)] = track.sprint_points
    config.finish_points[stage][: len(track.finish_points)] = track.finish_points


def line_up_cards(text: str) -> list[list[int]]:
    """The cards in a line-up such as `A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6`. Raises BadData for any other form."""
    found = re.fullmatch(r"A((?: \d{1,3}){3,4}) B((?: \d{1,3}){3}) C((?: \d{1,3}){3}) D((?: \d{1,3}){3})", text)
    if not found:
        expected = say("expected something like 'A 10 10 10 B 8 8 9 C 3 8 9 D 5 5 6', not {found!r}", found=text)
        raise BadData(f"options: default_line_up: {expected}")
    return [[int(card) for card in part.split()] for part in found.groups()]


def check_default(config: RaceConfig) -> None:
    """Raises BadData unless the default line-up is legal (3.1)."""
    for grade in range(GRADES):
        hand = [card for card in config.default_hand[grade] if card]
        whole = config.least_cards[grade] <= len(hand) and all(1 <= card <= config.highest_start for card in hand)
        is_short = config.exact_totals and sum(hand) < config.most_sum[grade]
        if not whole or is_short or sum(hand) > config.most_sum[grade]:
            expected = marked(
                "{rider} has {cards}; expected at least {least} cards from 1 to {highest} that add up to at most {most}"
                " (BA-3.1)"
            )
            if config.exact_totals:
                expected = marked(
                    "{rider} has {cards}; expected at least {least} cards from 1 to {highest} that add up to exactly"
                    " {most} (BA-3.1)"
                )
            text = say(
                expected,
                rider="ABCD"[grade],
                cards=" ".join(map(str, hand)) or _("no card"),
                least=config.least_cards[grade],
                highest=config.highest_start,
                most=config.most_sum[grade],
            )
            raise BadData(f"options: default_line_up: {text}")
