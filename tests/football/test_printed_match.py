"""A match against the sheets is played from the printed pages: every number that it needs stands there in print.

The pages are PDFs; their text is all that these tests read. For each step of the match, what the rules looked up in
their data is looked up on paper.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.rules import Event
from breakaway.games.football.files.config import Library
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules import terms
from breakaway.games.football.text.names import spot
from breakaway.records.match import Match
from tests.football.paper import CODES, PLANS, STRATEGIES, Paper, texts_of
from tests.terminal.matches import choose_by_chance, new_match

CORNERS = {terms.TOUCHDOWN_CORNER: "TD", terms.FOOTBALL: "football"}
KINDS = {terms.RUN: "run", terms.PASS: "pass"}
SIDE = "ab"


@cache
def paper() -> Paper:
    return Paper("lightning", "fire")


def played(seed: int) -> Match[Any, Any]:
    """Lightning, played by chance, against the sheets of the Fire, decided by the book."""
    match, rng = new_match(seed, (1,), solo_decisions="book"), random.Random(seed)
    while not match.is_over():
        choose_by_chance(match, rng)
    return match


def code(play: int) -> str:
    return f"{play // 2 + 1}{SIDE[play % 2]}"


def check(match: Match[Any, Any], event: Event, later: list[Event]) -> str:
    """Looks up on paper what this event says. Returns the kind of table, or "" if the event needs none."""
    on, names = paper(), match.names
    types, defenses = names["types"], names["defense_types"]
    match event.rule:
        case happened.PLAY_SHOWN:
            half = on.plays[event.seat][code(event.play)]
            assert (half.type, half.strength, half.kind) == (types[event.type], event.strength, on.kinds[half.type])
            return "play card"
        case happened.STRATEGY_ROLLED:
            row = on.sheets[event.seat].front[event.formation, event.state]
            assert row[event.die - 1] == STRATEGIES[event.strategy]
            return "front of the defense sheet"
        case happened.SHEET_DEFENDED:
            cell = on.sheets[event.seat].back[event.formation, STRATEGIES[event.strategy], event.die]
            found = re.fullmatch(r".+: (.+) (\d+)-(\d+)", cell)
            assert found
            assert found[1] == defenses[event.call]
            assert event.strength in (int(found[2]), int(found[3]))
            return "back of the defense sheet"
        case happened.SPY_WON | happened.SPY_IGNORED:
            cell = on.spy[event.die, STRATEGIES[event.strategy], KINDS[event.kind]]
            assert cell == ("-" if event.call == terms.NONE else defenses[event.call])
            return "spy table"
        case happened.FORMATION_ROLLED:
            row = on.sheets[event.seat].chart[event.row, event.column]
            assert row[event.die - 1] == names["formations"][event.seat][event.formation]
            return "formation chart"
        case happened.PLAN_SET:
            sheet = on.sheets[event.seat]
            assert PLANS[event.plan] in (sheet.plan[event.state], *sheet.late.values())
            return "plan"
        case happened.CODE_ROLLED:
            assert on.sheets[event.seat].codes[PLANS[event.plan], event.die] == CODES[event.code]
            called = next((each for each in later if each.rule == happened.PLAY_BY_CODE), None)
            cell = on.sheets[event.seat].plays[CODES[event.code], called.formation] if called else ""
            if called and cell != "the drawn card" and not any(e.rule == happened.CARD_TURNED for e in later):
                assert cell.startswith(code(called.play) + " ")
            return "codes and plays"
        case happened.FOURTH_DOWN_ROLLED:
            assert on.sheets[event.seat].fourth[event.milestone] == event.target
            if event.total != event.die:
                words = on.sheets[event.seat].words
                changes = {int(n) for n in re.findall(r"(?:[Aa]dd|subtract) (\d+)", words)}
                assert abs(event.total - event.die) in {*changes, *(a + b for a in changes for b in changes)}
            return "fourth down"
        case happened.CARD_DRAWN:
            card, config = on.deck[event.card], match.config
            assert card["fg"] == (
                "blocked" if config.field_goal[event.card] == 0 else str(config.field_goal[event.card])
            )
            assert card["punt"] == ("blocked" if config.punt[event.card] == 0 else str(config.punt[event.card]))
            return "Game Day card"
        case happened.KICKOFF_RETURNED:
            corner = CORNERS.get(event.corner, str(event.corner))
            assert on.deck[event.card]["o"] == corner
            begun = next((each for each in later if each.rule == happened.DRIVE_BEGAN), None)
            if corner == "TD":
                assert on.kickoff[corner] == "touchdown"
            elif begun:
                assert on.kickoff[corner] == spot(begun.line)
            return "kickoff"
        case happened.FIELD_GOAL_KICKED:
            good = any(each.rule == happened.FIELD_GOAL_SCORED for each in later)
            assert good == (event.value >= on.goals[terms.GOAL - event.distance])
            return "field goal"
        case happened.EXTRA_POINT_KICKED:
            assert (event.points == 1) == (event.value >= on.extra_point)
            return "extra point"
        case happened.ONSIDE_HELD | happened.ONSIDE_LOST:
            assert (event.rule == happened.ONSIDE_HELD) == (event.value >= on.onside)
            return "onside kick"
    return ""


def check_card(events: list[Event], at: int) -> str:
    """What became of the card that was drawn last: its event and its corners, as they are printed."""
    event = events[at]
    card = next((each.card for each in reversed(events[:at]) if each.rule == happened.CARD_DRAWN), None)
    if card is None:
        return ""
    on = paper().deck[card]
    match event.rule:
        case happened.MODIFIER_COUNTED:
            assert on["event"] == f"{event.value:+d}"
        case happened.EVENT_UNFIT:
            assert paper().deck[event.card]["kind"]
        case happened.CORNER_ADDED:  # the record does not say which further card of a chain has the corner
            is_first = events[at - 1].rule == happened.OFFENSE_PICKED and events[at - 1].answer == 1
            assert CORNERS.get(event.corner, str(event.corner)) in (
                [on["o"]] if is_first else [each["o"] for each in paper().deck]
            )
        case happened.CORNER_COUNTED:
            assert on["d"] == {terms.FOOTBALL: "turnover"}.get(event.corner, str(event.corner))
        case happened.FALSE_STARTED:
            assert (on["kind"], on["event"]) == ("Run", "false start")
        case happened.HOLDING_ANSWERED:
            assert (on["kind"], on["event"]) == ("Pass", "holding")
        case _:
            return ""
    return "event or corner of a card"


NEEDED = {
    "play card",
    "front of the defense sheet",
    "back of the defense sheet",
    "spy table",
    "formation chart",
    "plan",
    "codes and plays",
    "fourth down",
    "Game Day card",
    "kickoff",
    "event or corner of a card",
}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_number_that_a_match_against_the_sheets_needs_is_on_paper(seed: int) -> None:
    """BF-022, BF-026, BF-142, BF-204 to BF-223, BF-232: what each event of the match says is looked up in print."""
    match, found = played(seed), Counter[str]()
    events = [event for _turn, told in match.log for event in told]
    for at, event in enumerate(events):
        found[check(match, event, events[at + 1 : at + 40])] += 1
        found[check_card(events, at)] += 1
    assert set(found) >= NEEDED
    assert found["play card"] > 40


def test_the_deck_read_from_paper_is_the_deck_of_the_game() -> None:
    """BF-002: 54 cards, each once, with its event, corners and kick values."""
    config, deck = new_match(1).config, paper().deck
    assert [int(card["n"]) for card in deck] == [*range(1, 55)]
    events = {
        terms.INCOMPLETE: "incomplete",
        terms.FALSE_START: "false start",
        terms.HOLDING: "holding",
        terms.EVENT_TOUCHDOWN: "touchdown",
    }
    for at, card in enumerate(deck):
        event = config.event[at]
        said = events.get(event, f"{config.event_value[at]:+d}")
        if event == terms.TURNOVER:
            place = f" at {config.event_spot[at]:+d}" if config.event_spot[at] != terms.NONE else ""
            said = "turnover" + " return" * config.event_return[at] + place
        assert (card["event"], card["kind"].casefold()) == (said, KINDS[config.event_kind[at]])
        assert card["d"] == {terms.FOOTBALL: "turnover"}.get(config.defense_corner[at], str(config.defense_corner[at]))
        assert card["o"] == CORNERS.get(config.offense_corner[at], str(config.offense_corner[at]))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("home", "away"),
    [
        ("maulers", "pharaohs"),
        ("eclipse", "rhinos"),
        ("sharks", "stackers"),
        ("vultures", "lightning"),
        ("fire", "maulers"),
    ],
)
def test_the_sheets_and_cards_read_from_paper_are_those_of_the_config(home: str, away: str) -> None:
    """Every play, call, matchup and sheet cell of every team, against the numbers that the rules use."""
    from breakaway.games.football.files.config import names, resolve

    config, called, on = resolve(home, away, (0, 1))[0], names(home, away), Paper(home, away)
    types, defenses = called["types"], called["defense_types"]
    results = {terms.NEITHER: "-", terms.OFFENSE_WINS: "offense", terms.DEFENSE_WINS: "DEFENSE"}
    for d, name in enumerate(defenses):
        assert [on.chart[name][each] for each in types] == [results[config.matchup[d][t]] for t in range(len(types))]
    for seat in (0, 1):
        sheet, formations = on.sheets[seat], called["formations"][seat]
        assert on.formations[seat] == formations
        for play in range(terms.PLAYS):
            half = on.plays[seat][code(play)]
            assert (half.type, half.strength) == (types[config.play_type[seat][play]], config.play_strength[seat][play])
            assert ("low percentage" in half.marks) == bool(config.play_low[seat][play])
            assert ("minimum gain 1" in half.marks) == bool(config.play_minimum[seat][play])
        calls = {
            code(at): (defenses[config.call_type[seat][at]], config.call_run[seat][at], config.call_pass[seat][at])
            for at in range(2 * config.defenses[seat])
            if config.call_type[seat][at] != terms.NONE
        }
        assert on.calls[seat] == calls
        for at in range(3):
            for state in range(2, terms.STATES):
                start = (at * terms.STATES + state) * 6
                want = [STRATEGIES[each] for each in config.front[seat][start : start + 6]]
                assert sheet.front[at, state] == want
            for s, strategy in enumerate(STRATEGIES):
                for die in range(6):
                    cell = (at * 3 + s) * 6 + die
                    shape = called["defense_formations"][config.back_formation[seat][cell]]
                    kind = defenses[config.back_type[seat][cell]]
                    want = f"{shape}: {kind} {config.back_run[seat][cell]}-{config.back_pass[seat][cell]}"
                    assert sheet.back[at, strategy, die + 1] == want
        for cell in range(9):
            want = [formations[each] for each in config.formation_chart[seat][cell * 6 : cell * 6 + 6]]
            assert sheet.chart[cell // 3, cell % 3] == want
        for plan, name in enumerate(PLANS):
            for die in range(6):
                assert sheet.codes[name, die + 1] == CODES[config.code_chart[seat][plan * 6 + die]]
        assert {state: PLANS[config.strategy_by_state[seat][state]] for state in range(2, terms.STATES)} == sheet.plan
        assert sheet.fourth == config.fourth_target[seat]
        for at in range(3):
            for n, name in enumerate(CODES):
                play, cell = config.code_play[seat][at * 12 + n], sheet.plays[name, at]
                assert cell == "the drawn card" if play == terms.AS_DRAWN else cell.startswith(code(play) + " ")


@pytest.mark.slow
def test_the_expert_sheets_are_printed_from_their_own_numbers() -> None:
    """BF-200, BF-217: the second set of sheets, cell by cell."""
    from breakaway.games.football.files.config import resolve

    config = resolve("fire", "maulers", (0, 1), {"solo_sheets": "expert"})[0]
    standard, expert = Paper("fire", "maulers"), Paper("fire", "maulers", expert=1)
    for at in range(3):
        for state in range(2, terms.STATES):
            start = (at * terms.STATES + state) * 6
            want = [STRATEGIES[each] for each in config.front[0][start : start + 6]]
            assert expert.sheets[0].front[at, state] == want
    assert expert.sheets[0].back != standard.sheets[0].back
    assert expert.plays == standard.plays


def test_an_ability_that_a_file_declares_is_printed_part_by_part() -> None:
    """What each part does, when, how often and what unlocks it: a team of the examples."""
    folder = str(Path(__file__).parents[2] / "examples" / "teams")
    for team in ("avalanche", "bastion", "cartographers"):
        ability = Library(Path(folder)).team(team).file.ability
        found = " ".join(texts_of("team-cards", folder=folder, teams=(team,))[0].split())
        sheet = " ".join(texts_of("solo-sheets", folder=folder, teams=(team,))[1].split())
        for text in (found, sheet):
            assert text.count("•") >= len(ability.parts)
            for part in ability.parts:
                assert f"+{part.amount}" in text or part.does == "free audible"
                assert not part.grows_to or f"grows to {part.grows_to}" in text
                assert not part.uses or f"{part.uses} uses in a {part.per}" in text
            assert all(play in text.split("Script:")[1] for play in ability.script)
