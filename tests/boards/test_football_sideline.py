"""What stands beside the field: from real matches, in step with the view, and nothing that a seat may not know."""

from __future__ import annotations

import re
from itertools import chain
from xml.etree import ElementTree

import pytest
from tools import gallery

from breakaway.core.chance import sampled
from breakaway.core.game import legal
from breakaway.core.observation import Observation
from breakaway.core.state import copy, key
from breakaway.display.gridiron import CLOCK, FLAGS, PASS_TOKENS, RUN_TOKENS, TIME_OUTS, Counter, pips
from breakaway.games.football.display import card_faces, hand
from breakaway.games.football.display import page as football_sideline
from breakaway.games.football.display.field import fields, has_ball, trail
from breakaway.games.football.display.hand import cards_of
from breakaway.games.football.display.log import blocks, shown
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.events import BOOK as RULES
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import CALL, DEFENSE, HAND, KICK, NONE, PASS, RUN, SPENT, UNSEEN_CALL
from breakaway.games.football.statistics import drives_in
from breakaway.games.football.text import names as called
from breakaway.records.play_by_play import played_in

from ..football.matches import new_match, play
from .css import classes

NAMES = names("lightning", "fire")
SPECTATOR = -1


def position(**given):
    view = Football(**{"phase": CALL, "quarter": 2, "line": 6, "down": 2, "marker": 10, "then": CALL, **given})
    view.call, view.drawn_card, view.game_day = [NONE, NONE], NONE, NONE
    return view


def everything(view, config, words, seat, told=()):
    """Every byte that the boards make of a view."""
    sideline = football_sideline.of(view, config, words, seat, told)
    drawn = [fields(view, config, words, sideline.trail), repr(sideline)]
    for each in range(2):
        drawn += map(card_faces.offense_face, hand.offense_cards(view, config, words, each))
        drawn += map(card_faces.defense_face, hand.defense_cards(view, config, words, each))
    drawn += [card_faces.back(card, "team-fire") for card in sideline.face_down]
    if sideline.game_day:
        drawn.append(card_faces.game_day_face(sideline.game_day))
    return "\n".join(drawn).encode()


def turns(seed, count, **given):
    """A random match, turn by turn: the match and all that was told so far."""
    match, told = new_match(**given), []
    for turn in range(count):
        if match.is_over():
            return
        told += play(match, 1, seed * 1000 + turn)
        yield match, told


# --- secrets


@pytest.mark.slow
@pytest.mark.parametrize("house", [{"hidden_discards": True}, {}])
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_what_a_seat_may_not_know_is_in_no_drawing_and_no_table(seat, house):
    pairs = bare = 0
    for seed in range(2):
        for match, told in turns(seed, 60, house=house):
            observation = match.observation(seat)
            other = copy(observation.view)
            match.game.determinize(other, match.config, seat, sampled(seed))
            there = Observation(match.game, other, match.config, seat, match.names)
            if key(other) == key(match.state):
                continue
            pairs += 1
            known = observation.told(told)
            ours = everything(observation.view, match.config, match.names, seat, known)
            assert ours == everything(there.view, match.config, match.names, seat, known)
            # The same drawings of the whole states are not the same: the views keep the secret, and it is drawn.
            bare += everything(match.state, match.config, match.names, seat, known) != everything(
                other, match.config, match.names, seat, known
            )
    assert pairs > 20
    assert bare > 20


def test_a_call_that_lies_face_down_is_drawn_as_its_back_with_the_formation():
    match = new_match()
    while match.state.phase != DEFENSE:
        play(match, 1, 5)
    offense = match.state.offense
    sideline = football_sideline.of(match.observation(1 - offense).view, match.config, match.names, 1 - offense)
    assert [(back.team, back.what.partition("'")[0]) for back in sideline.face_down] == [
        (offense, called.team(match.names, offense))
    ]
    card = match.state.call[offense] // 2
    assert match.config.card_formation[offense][card] == match.state.formation[offense]
    assert sideline.face_down[0].formation == called.formation(match.names, offense, match.state.formation[offense])

    def chosen(seat):
        view = match.observation(seat).view
        return [
            (each, found.number)
            for each in range(2)
            for found in hand.offense_cards(view, match.config, match.names, each)
            if found.state == "chosen"
        ]

    assert chosen(1 - offense) == []
    assert chosen(offense) == [(offense, card + 1)]


# --- in step with the view


@pytest.mark.sample(1)
@pytest.mark.parametrize("given", [{}, {"sheets": (1,)}, {"sheets": (0, 1)}])
def test_the_table_says_the_line_and_the_down_of_the_view_all_through_a_match(given):
    seen = 0
    for match, told in turns(7, 120, **given):
        view = match.observation(0).view
        sideline = football_sideline.of(view, match.config, match.names, 0, told, played_in(match))
        rows = dict(sideline.rows)
        assert [side.score for side in sideline.sides] == match.state.score
        assert f"{match.state.score[0]} point" in rows[match.names["teams"][0]]
        assert [int(row[-1]) for row in sideline.line_score[1]] == match.state.score
        if has_ball(view) and not view.try_down:
            seen += 1
            assert rows["Ball"] == called.spot(view.line)
            assert rows["Down"].startswith(f"{called.ordinal(view.down)} and {view.marker - view.line} line")
            assert rows["Possession"].startswith(match.names["teams"][view.offense])
            assert sideline.headline.startswith(called.ordinal(view.down))
    assert seen > 20 or given


@pytest.mark.slow
@pytest.mark.parametrize("given", [{}, {"sheets": (1,)}])
def test_a_drive_s_plays_follow_each_other_and_end_where_the_ball_is(given):
    longest = 0
    for seed in range(4):
        for match, told in turns(seed, 150, **given):
            view, drive = match.state, trail(told, match.config, match.names)
            if drive is None or view.phase != CALL or view.try_down:
                continue
            row = drives_in(played_in(match), view)[-1]
            assert (row.team, row.start, row.result) == (drive.team, drive.start, "")
            assert row.plays == sum(step.kind > 0 for step in drive.steps)
            assert drive.team == view.offense
            lines = [drive.start, *(step.end for step in drive.steps)]
            assert [step.start for step in drive.steps] == lines[:-1]
            assert lines[-1] == view.line
            longest = max(longest, len(drive.steps))
    assert longest > 4


def test_the_rows_of_a_position_worked_by_hand():
    config = resolve("lightning", "fire", (1,))[0]
    view = position(offense=1, score=[7, 10], time_outs=[2, 3], flags=[1, 3])
    view.tokens[0][RUN], view.tokens[0][PASS] = 3, 0
    view.card[1][4] = SPENT
    rows = dict(football_sideline.rows(view, config, NAMES, 0))
    assert rows["Quarter"] == "Q2"
    assert rows["Cards left"] == "15 of 15"
    assert rows["Possession"] == "Fire, to the left"
    assert rows["Ball"] == "own 30"
    assert rows["Down"] == "2nd and 4 lines to go"
    assert rows["First down at"] == "the 50"
    assert rows["Lightning"] == (
        "7 points, 2 time outs, 1 challenge flag, 15 cards in hand, "
        "spy tokens against this team's runs: 3; against its passes: none, so the spy is active"
    )
    assert rows["Fire"] == "10 points, 3 time outs, 3 challenge flags, 14 cards in the draw pile"


def test_before_a_kickoff_the_table_says_so_in_place_of_ball_and_down():
    rows = dict(football_sideline.rows(position(phase=KICK), resolve()[0], NAMES, 0))
    assert rows["Now"] == "Lightning kicks off"
    assert not {"Ball", "Down", "Possession"} & set(rows)


def test_the_piles_of_the_sheet_lie_open_and_the_hand_is_the_draw_pile():
    view = position()
    view.card[1][4] = SPENT
    config = resolve("lightning", "fire", (1,))[0]
    own, theirs = (cards_of(Observation(GAME, view, config, 0, NAMES), seat) for seat in (0, 1))
    assert own[0].title == "Lightning's hand"
    assert [(row.title, len(row.cards)) for row in theirs[:-1] if row.cards] == [
        ("Fire's draw pile", 14),
        ("Fire's cards: spent", 1),
    ]
    assert [card.number for card in hand.offense_cards(view, config, NAMES, 1) if card.state == "spent"] == [5]
    assert view.card[1].count(HAND) == 14


# --- reasons


def test_every_line_of_the_log_has_its_rules_and_each_rule_its_sentence():
    for match, told in turns(3, 40, sheets=(1,)):
        observation = match.observation(0)
        for line in chain.from_iterable(shown(observation, block).lines for block in blocks(observation, [(0, told)])):
            assert line.text
            assert line.whys
            assert all(why.says == RULES.entries[why.rule].says for why in line.whys)


def test_the_sheet_s_call_is_told_roll_by_roll():
    *_, (match, told) = turns(3, 40, sheets=(1,))
    paths = football_sideline.of(match.observation(0).view, match.config, match.names, 0, told).why
    assert {path.title.partition(", ")[0] for path in paths} == {match.names["teams"][1]}
    rules = {rule for path in paths for rule, _ in path.rows}
    assert {"BF-204", "BF-218"} <= rules


def test_an_unseen_call_is_no_card_of_the_hand():
    view = position(phase=DEFENSE)
    view.call = [UNSEEN_CALL, NONE]
    assert {card.state for card in hand.offense_cards(view, resolve()[0], NAMES, 0)} == {"hand"}


def test_markup_in_a_team_s_name_is_only_text():
    words = {**NAMES, "teams": ["<b>&", "</svg>"]}
    sideline = football_sideline.of(position(), resolve()[0], words, 0)
    drawing = fields(position(), resolve()[0], words, sideline.trail)
    assert "<b>" not in drawing
    assert "&lt;b&gt;&amp;" in drawing
    assert drawing.count("</svg>") == 2
    assert sideline.sides[0].name == "<b>&"
    assert sideline.sides[0].class_.startswith("team-spare-")


def test_legal_plays_have_their_codes_on_the_cards():
    match = new_match()
    while match.state.phase != CALL:
        play(match, 1, 2)
    offense = match.state.offense
    found = hand.offense_cards(match.observation(offense).view, match.config, match.names, offense)
    codes = {each.code for card in found if card.state == "hand" for each in card.plays}
    assert codes == {code for code in legal(match.game, match.state, match.config, offense, []) if code < 30}


# --- counters and the gallery


@pytest.mark.parametrize("kind", [CLOCK, TIME_OUTS, FLAGS, RUN_TOKENS, PASS_TOKENS])
def test_a_counter_fills_what_is_left_and_says_it(kind):
    drawing = ElementTree.fromstring(pips(kind, Counter(2, 5)))
    assert "2 of 5 " in drawing.get("aria-label")
    shapes = [each.get("class") for each in drawing.iter() if each.get("class") in ("on", "off")]
    assert shapes == ["on", "on", "off", "off", "off"]
    assert {each.get("class").split()[0] for each in drawing.iter() if each.get("class")} <= classes()


def test_the_gallery_shows_every_board_and_no_id_twice():
    shown = gallery.page()
    ids = re.findall(r' id="([^"]*)"', shown.replace('id="race-title"', "").replace('id="race-words"', ""))
    assert len(ids) == len(set(ids)) > 40
    for class_ in ("field wide", "field tall", "card offense is-chosen", "card game-day", "card back", "race", "pips"):
        assert f'class="{class_}' in shown
    assert not re.search(r"\sstyle=|<script|url\(|https?://(?!www\.w3\.org/2000/svg)", shown)
