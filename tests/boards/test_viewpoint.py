"""Everywhere a spot is named as its reader sees it: your 35 and their 35 for players, Fire 35 for everybody else."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from breakaway.core.language import ALL_SIDES, read_by, spoken
from breakaway.core.observation import Observation
from breakaway.core.rules import EVERYONE, SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.display.document import Why
from breakaway.display.endings import ending, scene_of
from breakaway.display.gridiron import BallAt, Ground, draw
from breakaway.display.match_page import find_page
from breakaway.display.renderers import as_text, drawn
from breakaway.display.reports import chapters_of, latest, retold, zine
from breakaway.games.fate.rules.events import DOWN_BEGAN
from breakaway.games.fate.rules.terms import DECLARE
from breakaway.games.football.files import config as football
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.events import BALL_MOVED, DRIVE_BEGAN, PLAY_SHOWN
from breakaway.games.football.rules.state import Football
from breakaway.games.football.text import names as football_names
from breakaway.games.manifest import find
from breakaway.games.words import read_spot
from breakaway.players import coaches
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import dated_in, played_in
from breakaway.records.record_file import Memory
from breakaway.terminal.game_desk import Lookup, find_desk
from tests.club.starts import fate_match

# what a record, a case or typed notation says, and what English pages said before they knew their readers
PLAIN = re.compile(
    r"\b(?:own|opp) (?:\d+\b(?! is not)|goal ?line)|opponent.s (?:own )?(?:\d|goal)"
    r"|offense.s own (?:\d|goal)|(?<!\")\bmidfield\b"
)
YOURS = re.compile(r"\b(?:your|their) (?:\d+|goal ?line)\b")


def test_a_spot_is_your_their_or_a_teams_and_a_record_says_own() -> None:
    """Thirty yards from home's goal line, five from the other, midfield, and both goal lines."""
    names = {"teams": ["Fire", "Sharks"]}

    def said(reader: int | None) -> list[str]:
        with read_by(reader):
            return [read_spot(names, 0, yards) for yards in (30, 95, 50, 0, 100)]

    assert said(0) == ["your 30", "their 5", "the 50", "your goal line", "the goal line"]
    assert said(1) == ["their 30", "your 5", "the 50", "their goal line", "the goal line"]
    assert said(ALL_SIDES) == ["Fire 30", "Sharks 5", "the 50", "Fire goal line", "the goal line"]
    assert said(None) == [""] * 5
    assert [football_names.spot_of(names, 0, line) for line in (6, 19, 10)] == ["own 30", "opp 5", "the 50"]
    assert football_names.at_spot_of(names, 1, 6) == "their own 30"
    with read_by(1):
        assert [read_spot(names, 1, yards, is_alone=False) for yards in (30, 60, 50)] == [
            "your 30",
            "their 40",
            "the 50",
        ]
        assert football_names.spot_of(names, 0, 6) == "their 30"
    with read_by(ALL_SIDES):
        assert [read_spot(names, 1, yards, is_alone=False) for yards in (30, 60)] == ["the Sharks 30", "the Fire 40"]


def test_in_german_a_spot_brings_its_article() -> None:
    names = {"teams": ["Fire", "Sharks"]}
    with spoken("de"):
        with read_by(0):
            assert [read_spot(names, 0, 30), read_spot(names, 0, 30, is_alone=False)] == ["deine 30", "deiner 30"]
            assert [
                read_spot(names, 0, 80),
                read_spot(names, 0, 80, is_alone=False),
                read_spot(names, 0, 50, is_alone=False),
            ] == [
                "ihre 20",
                "ihrer 20",
                "der 50",
            ]
        with read_by(ALL_SIDES):
            assert [read_spot(names, 0, 30), read_spot(names, 0, 30, is_alone=False)] == ["Fire-30", "der Fire-30"]


def fate_seen(ball: int, seat: int) -> Any:
    """Home's 2nd and 4, and the announcement of that down."""
    match: Match[Any, Any] = Match.new(find("fate"), fate_match(("human", "human")), Memory())
    view = copy(match.state)
    view.phase, view.quarter, view.down, view.ball, view.marker = DECLARE, 1, 2, ball, ball + 4
    told = [Event(DOWN_BEGAN, EVERYONE, (0, 2, 4, ball))]
    return Observation(match.game, view, match.config, seat, match.names), told


def football_seen(line: int, seat: int) -> Any:
    """Home's 2nd and 4, after a play that gained a line."""
    config, _options = football.resolve("lightning", "fire")
    view = Football(phase=terms.CALL, quarter=2, line=line, down=2, marker=line + 4, then=terms.CALL)
    view.call, view.game_day, view.drawn_card = [terms.NONE, terms.NONE], terms.NONE, terms.NONE
    view.deck, view.time_outs = list(config.copies), [3, 3]
    told = [
        Event(DRIVE_BEGAN, EVERYONE, (0, line - 1)),
        Event(PLAY_SHOWN, EVERYONE, (0, 27, 4, 5)),
        Event(BALL_MOVED, EVERYONE, (0, 1, line)),
    ]
    return Observation(find("football"), view, config, seat, football.names("lightning", "fire")), told


@pytest.mark.parametrize(
    ("yards", "seat", "spot"),
    [
        (35, 0, "your 35"),
        (35, 1, "their 35"),
        (35, SPECTATOR, "{home} 35"),
        (65, 0, "their 35"),
        (65, 1, "your 35"),
        (65, SPECTATOR, "{away} 35"),
    ],
)
@pytest.mark.parametrize("game", ["football", "fate"])
def test_header_ball_log_table_and_question_name_a_spot_in_the_same_words(
    game: str, yards: int, seat: int, spot: str
) -> None:
    """Home has the ball 35 yards from its own goal line, or 65 yards: 35 from the other one."""
    observation, events = fate_seen(yards, seat) if game == "fate" else football_seen(yards // 5, seat)
    home, away = observation.names["teams"]
    spot = spot.format(home=home, away=away)
    scene = scene_of(observation, [(1, events)])
    assert f">{spot}</text>" in scene.board, "the ball on the field"
    assert re.search(rf"<title[^>]*>[^<]*, 2nd and 4[^<]* at (the )?{spot}</title>", scene.board)
    assert (game == "football") == (("First down at", _ahead(observation, yards)) in scene.rows)
    assert ("Ball", spot) in scene.rows, "the board as text"
    if scene.ask:
        assert f"2nd and 4 at {spot}." in scene.ask.question
    elif game == "football":
        assert scene.waits_note.endswith(f"has 2nd and 4 at {'the ' * (seat < 0)}{spot}.")
    told = observation.sentences(events)[-1]
    with observation.for_reader():
        read = observation.sentences(events)[-1]
    assert spot not in told, "a sentence for nobody in particular stays as records and cases have it"
    assert read.endswith(f" at {'the ' * (seat < 0)}{spot}")


def _ahead(observation: Any, yards: int) -> str:
    """The flag, four lines of five yards ahead: at 55, the other side's 45, or at 85, its 15."""
    with observation.for_reader():
        return read_spot(observation.names, 0, yards + 20)


def test_a_long_spot_near_a_goal_stays_on_the_field() -> None:
    """On a phone, 12 percent of the field are 43 pixels: no room for half of a long name."""

    def left(line: float, spot: str) -> float:
        ground = Ground(("Fire", "Sharks"), ("team-fire", "team-sharks"), "", "", BallAt(line, spot, 1))
        found = re.search(r'class="spot-back" x="(-?[\d.]+)"[^>]* width="([\d.]+)"', draw(ground))
        assert found
        return float(found[1]) if line < 10 else -float(found[1]) - float(found[2])

    assert -31 < left(1, "Gadgeteers 5") < 0
    assert -31 < left(19, "Gadgeteers 5") < 0
    assert left(5, "Gadgeteers 25") < -40, "elsewhere its middle is below the ball"
    assert -31 < left(1, "your 5") < 0


# --- whole matches


def start_of(game: str, advanced: bool = True) -> Start:
    """A match of coaches, who choose by chance: more things happen than when they play well."""
    if game == "fate":
        return fate_match(("random", "random"), advanced=advanced)
    config, options = football.resolve("lightning", "fire", (1,), {"audibles": True})
    seats = [{"name": name, "by": by} for name, by in (("Lightning", "random"), ("Fire", "sheet"))]
    return Start(config, options, football.names("lightning", "fire"), seats, secret=b"5" * 32)


def played(game: str, start: Start | None = None) -> Iterator[Match[Any, Any]]:
    """The match before each of its turns, and at the end."""
    rules, rng = find(game), random.Random(3)
    match: Match[Any, Any] = Match.new(rules, start or start_of(game), Memory())
    chance = coaches.find(rules, "random")
    yield match
    while not match.is_over():
        for seat in match.missing():
            view = match.observation(seat).view
            match.choose(seat, coaches.ask(rules, chance, view, match.config, seat, rng.getrandbits(60)))
        match.resolve()
        yield match


RULES = [each.says.rstrip(".") for game in ("football", "fate") for each in find(game).rules.entries.values()]
QUOTED = [each for each in RULES if PLAIN.search(each)]  # a page may quote the rule book, which knows no reader


def texts(found: Any) -> Iterator[str]:
    """Every text of a page as data, except the sentences of rules."""
    if isinstance(found, str):
        for rule in QUOTED:
            found = found.replace(rule, "")
        yield found
    elif isinstance(found, Why):
        return
    elif is_dataclass(found):
        for each in fields(found):
            yield from texts(getattr(found, each.name))
    elif isinstance(found, dict):
        yield from texts([*found.items()])
    elif isinstance(found, (list, tuple)):
        for each in found:
            yield from texts(each)


def screen(match: Match[Any, Any], seat: int) -> list[str]:
    """What the terminal shows to a seat or a spectator."""
    desk, observation = find_desk(match.game), match.observation(seat)
    log = [(number, observation.told(events)) for number, events in match.log]
    look, last = Lookup(observation, log, "", False, 80), log[-1][1] if log else []
    parts = [*desk.field(observation, False, 80), *desk.report(observation, last, [seat]), *desk.brief(look, last)]
    parts += [*desk.full(observation, last), *desk.final(look), *desk.standings(observation)]
    for command in desk.commands.values():
        parts += command.show(look)
    if observation.is_asked():
        parts += [*desk.situation(observation, [], False, 80), *desk.public(observation)]
    return [*texts(drawn(parts, 80, False)), desk.where(observation)]


def page(match: Match[Any, Any], seat: int) -> Iterator[str]:
    """What a browser, a report and an email show to a seat or a spectator."""
    observation = match.observation(seat)
    log = [(number, observation.told(events)) for number, events in match.log]
    yield from texts(scene_of(observation, log, played=lambda: played_in(match, len(match.log))))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["football", "fate"])
def test_no_page_screen_or_report_of_a_whole_match_names_a_spot_as_anybody_else_sees_it(game: str) -> None:
    seen = {SPECTATOR: 0, 0: 0, 1: 0}
    for turn, match in enumerate(played(game)):
        names = match.names["teams"]
        owned = re.compile(rf"\b(?:at|to|from) the (?:{'|'.join(names)}) \d")
        if turn % 3 and not match.is_over():
            continue
        for seat in seen:
            with read_by(match.observation(seat).side):
                shown = [*screen(match, seat)]
            for text in [*page(match, seat), *shown]:
                assert not PLAIN.search(text), (turn, seat, text)
                if seat == SPECTATOR:
                    assert not YOURS.search(text), (turn, text)
                else:
                    assert not owned.search(text), (turn, seat, text)
                    seen[seat] += bool(YOURS.search(text))
                seen[seat] += seat == SPECTATOR and bool(owned.search(text))
    assert min(seen.values()) > 100, "spots were named"
    for seat in seen:
        told = retold(match, seat)
        card = ending(find_page(match.game), match.observation(seat), dated_in(match))
        reports = [
            *texts(chapters_of(told)),
            *texts(card),
            as_text(latest("", told), 80),
            as_text(zine("", told, True), 80),
        ]
        for text in reports:
            assert not PLAIN.search(text), (seat, text)
            assert seat != SPECTATOR or not YOURS.search(text), text


@pytest.mark.slow
def test_two_players_at_one_screen_read_the_names_of_teams() -> None:
    for turn, match in enumerate(played("fate")):
        if turn > 90:
            break
        for seat in (0, 1):
            with read_by(ALL_SIDES):
                found = [*page(match, seat), *screen(match, seat)]
            assert not [text for text in found if YOURS.search(text) or PLAIN.search(text)]


@pytest.mark.parametrize("game", ["football", "fate"])
def test_what_is_kept_of_a_page_is_kept_for_each_reader_apart(game: str) -> None:
    """The same seat of the same match, read by its player, by two players at one screen, and by its player again."""
    for turn, match in enumerate(played(game)):
        if turn < 40:
            continue
        alone = list(page(match, 0))
        with read_by(ALL_SIDES):
            both = list(page(match, 0))
        assert alone == list(page(match, 0))
        assert [text for text in alone if YOURS.search(text)]
        assert not [text for text in both if YOURS.search(text)]
        return


@pytest.mark.slow
@pytest.mark.parametrize("game", ["football", "fate"])
def test_german_sentences_leave_the_article_to_the_spot(game: str) -> None:
    """`an deiner 35` and `an der Fire-35`, never `an der deiner 35`, `bis zur der 50` or `an 50`."""
    twice = re.compile(
        r"\b(?:der|zur|dem|die) (?:der|deiner?|ihrer?|die)\b \S*\d"
        r"|\b(?:an|bis zu) (?:deine|ihre|\d+)\b(?! Position)|\bvon (?:deine|ihre) "
    )
    spots = 0
    with spoken("de"):
        for turn, match in enumerate(played(game)):
            for seat in (SPECTATOR, 0, 1) if turn % 9 == 0 else ():
                for text in page(match, seat):
                    found = twice.search(text)
                    assert not found, (turn, seat, found, text[:600])
                    spots += bool(re.search(r"\b(?:an|von|zu) (?:deiner|ihrer|der) ", text))
    assert spots > 100
