"""A match that was begun under an older edition, with other cards and another rule, goes on after an upgrade."""

from __future__ import annotations

import copy
import dataclasses
import random

import pytest

from breakaway.core.observation import NotNow
from breakaway.core.state import to_json
from breakaway.games.football.files.config import resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.events import KICKOFF_DOWNED
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CALL, KICK
from breakaway.games.football.statistics import drives_in, total_of
from breakaway.records.match import Match, Sealed
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Files, chained_onto, parse, read_record
from breakaway.records.replay import moments, verify

from ..core.record_edits import text_of
from .matches import TEAMS, new_match, play, some_order

OLD_STRENGTH = 9  # of the home team's first play, in the old edition's cards


def without(kind, name):
    """The dataclass as it was when it did not have this field yet."""
    fields = [each for each in dataclasses.fields(kind) if each.name != name]
    made = [
        (
            each.name,
            each.type,
            dataclasses.field(default=each.default, metadata=each.metadata)
            if each.default is not dataclasses.MISSING
            else dataclasses.field(default_factory=each.default_factory, metadata=each.metadata),
        )
        for each in fields
    ]
    return dataclasses.make_dataclass(f"Old{kind.__name__}", made, slots=True)


@dataclasses.dataclass(slots=True)
class OldFootball(Football):
    """The state as edition 0 had it: it counted turns too."""

    turns: int = dataclasses.field(default=0, metadata=Football.__dataclass_fields__["phase"].metadata)


OldConfig = without(FootballConfig, "event_side")  # which no rule asks for


def old_step(s, config, orders, chance, log):
    """Edition 0: a touchback after a kickoff came out to the 20 only."""
    was = s.phase
    GAME.step(s, config, orders, chance, log)
    s.turns += 1
    if was == KICK and s.phase != KICK and s.line == 5:
        s.line = 4


def old_start(config):
    state = GAME.start(config)
    return OldFootball(**{each.name: getattr(state, each.name) for each in dataclasses.fields(Football)})


OLD = dataclasses.replace(GAME, edition="0", state=OldFootball, config=OldConfig, start=old_start, step=old_step)
NEW = dataclasses.replace(GAME, earlier=(OLD,))


def old_config(sheets=()):
    """The book of edition 0: another play on a card, and one card of the deck twice, another not at all."""
    config, _ = resolve(*TEAMS, sheets)
    config.play_strength[0][0] = OLD_STRENGTH
    config.copies[0], config.copies[1] = 2, 0
    return OldConfig(**{each.name: getattr(config, each.name) for each in dataclasses.fields(OldConfig)})


def reopen(path, game=GAME):
    files = Files(path)
    record, hidden = files.read()
    return Match.load(game, record, hidden, files)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "football.match"


@pytest.fixture(params=[(), (1,)], ids=["people", "person against sheet"])
def old(request, path):
    """An unfinished match of edition 0, 40 turns old."""
    match = new_match(Files(path), request.param, game=OLD, config=old_config(request.param))
    play(match, turns=40 if not request.param else 15)
    assert not match.is_over()
    return match


def test_the_old_edition_was_really_another(old):
    assert resolve(*TEAMS)[0].play_strength[0][0] != OLD_STRENGTH
    relabelled = copy.deepcopy(old.record.lines)
    relabelled[0]["edition"] = GAME.edition
    lines = []
    for line in relabelled:
        lines.append(chained_onto(lines, {name: value for name, value in line.items() if name != "seal"}))
    assert verify(NEW, parse(text_of(lines))) is not None
    assert verify(OLD, old.record) is None


def test_a_match_of_an_older_edition_goes_on_from_its_stored_state_and_says_so(old, path):
    before = to_json(old.state)
    match = reopen(path)
    line = match.record.lines[-1]
    assert (line["kind"], line["edition"], line["from"]) == ("edition", GAME.edition, "0")
    assert to_json(match.state) == line["state"] == {name: before[name] for name in to_json(Football())}
    assert match.record.header["edition"] == "0"
    assert match.choosers() == old.choosers()


def test_it_goes_on_with_the_cards_that_it_was_begun_with(old, path):
    match = reopen(path)
    assert type(match.config) is FootballConfig
    assert match.config.play_strength[0][0] == OLD_STRENGTH
    assert match.config.copies[:2] == [2, 0]
    assert match.config.event_side == FootballConfig().event_side  # edition 0 did not have it: it takes the default


@pytest.mark.sample("sheet")
def test_its_earlier_part_still_verifies_and_so_does_what_follows(old, path):
    match = reopen(path)
    assert verify(NEW, match.record) is None
    play(match, seed=2)
    assert match.record.lines[-1]["kind"] == "end"
    assert verify(NEW, read_record(path)) is None
    assert reopen(path).state == match.state


@pytest.mark.sample("sheet-3")
@pytest.mark.parametrize("first", [3, 6])
def test_the_new_rules_hold_from_then_on(old, path, first):
    files = {each: each.read_bytes() for each in path.parent.glob(f"{path.name}*")}
    starts = set()
    for seed in range(first, first + 3):
        for each, content in files.items():
            each.write_bytes(content)
        events = play(reopen(path), seed=seed)
        starts |= {events[i + 1].line for i, event in enumerate(events) if event.rule == KICKOFF_DOWNED}
    assert starts == {5}


def test_turns_of_the_old_edition_have_no_events_and_those_of_the_new_one_have(old, path):
    match = reopen(path)
    play(match, turns=5)
    change = next(i for i, line in enumerate(match.record.lines) if line["kind"] == "edition")
    seen = list(moments(GAME, match.record))
    assert all(moment.state is None and not moment.events for moment in seen[:change])
    assert all(moment.events for moment in seen[change + 1 :])


def test_an_order_and_instructions_outlast_the_upgrade(old, path):
    seat = old.choosers()[0]
    order = some_order(old, seat, random.Random(1))
    old.choose(seat, order)
    old.instruct(seat, ["never audible", "discard the weakest"])
    match = reopen(path)
    assert match.sealed == {seat: Sealed(order)}
    assert match.instructions == {seat: ["never audible", "discard the weakest"]}
    match.resolve()
    assert verify(NEW, match.record) is None


def test_what_was_played_under_the_old_edition_cannot_be_undone(old, path):
    match = reopen(path)
    with pytest.raises(NotNow):
        match.undo()
    play(match, turns=1)
    match.undo()
    assert verify(NEW, match.record) is None


@pytest.mark.sample("sheet")
@pytest.mark.parametrize("field", ["orders", "chance", "changes", "hash", "n", "steps"])
def test_an_alteration_in_the_old_part_is_found_and_its_entry_named(old, path, field):
    record = reopen(path).record
    for number, line in enumerate(record.lines, 1):
        if line["kind"] == "turn" and number % 5 == 0:
            was = line[field]
            line[field] = {**was, "x": [1]} if isinstance(was, dict) else [0, 99] if isinstance(was, list) else "7"
            found = verify(NEW, record)
            assert found is not None
            assert found.line == number
            line[field] = was
    assert verify(NEW, record) is None


def test_a_match_that_ended_under_the_old_edition_stays_as_it_ended(path):
    match = new_match(Files(path), (0, 1), game=OLD, config=old_config((0, 1)))
    play(match)
    score, before = match.record.lines[-1]["score"], path.read_bytes()
    again = reopen(path)
    assert again.is_over()
    assert again.state.score == score
    assert path.read_bytes() == before
    assert verify(NEW, again.record) is None


def test_the_rule_of_the_old_edition_stands_in_its_stored_states(path):
    match = new_match(Files(path), game=OLD, config=old_config())
    events = play(match, seed=2)
    assert any(event.rule == KICKOFF_DOWNED for event in events)
    stored = [moment.plain for moment in moments(GAME, reopen(path).record)]
    assert 4 in {plain["line"] for plain in stored if plain["phase"] == CALL and plain["down"] == 1}
    assert played_in(reopen(path)) == []


@pytest.mark.sample("sheet")
def test_plays_are_counted_from_the_new_edition_on(old, path):
    match = reopen(path)
    assert played_in(match) == []
    while not (rows := played_in(match)):  # the play that the old edition began has no row
        play(match, turns=1)
    before = [total - sum(row.scored[team] for row in rows) for team, total in enumerate(match.state.score)]
    play(match, seed=2)
    rows = played_in(match)
    scored = [sum(row.scored[team] for row in rows) for team in (0, 1)]
    assert [a + b for a, b in zip(before, scored, strict=True)] == match.state.score
    drives = drives_in(rows, match.state)
    assert sum(drive.plays for drive in drives) == sum(total_of(rows).plays) > 20
    assert all(drive.result for drive in drives)
