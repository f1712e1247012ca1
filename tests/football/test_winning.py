"""The chance of winning from football's table: what it must never get wrong, and how well it foretells matches."""

from __future__ import annotations

import itertools
import random
from pathlib import Path
from typing import Any

import pytest
from tools.fit_winning import put_numbers

from breakaway.core.odds import ONE, corrected, load, pack, unpack
from breakaway.core.state import copy
from breakaway.games.football.files.config import resolve
from breakaway.games.football.lab.odds import Situation, position
from breakaway.games.football.rules import terms, win_chances
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.win_chances import LATE, TABLE, chance_to_win

CONFIG: FootballConfig = resolve("fire", "lightning")[0]
LEADS = range(-30, 31)


def chance(config: FootballConfig = CONFIG, **at: Any) -> int:
    """Home's chance with the ball, with a `lead` and other fields of a situation; `cards` are left."""
    return chance_to_win(standing(**at), config, 0)


def standing(lead: int = 0, **at: Any) -> Football:
    """A state between plays with the ball at home."""
    return position(CONFIG, Situation(score=(40 + lead, 40), **at))


def over(lead: int, cards: int, line: int, down: int, had: tuple[int, int]) -> Football:
    """A state in overtime."""
    s = standing(lead, cards=cards, line=line, down=down, quarter=5, time_outs=(2, 2))
    s.had_ball = list(had)
    return s


def test_the_table_is_smaller_than_a_megabyte_and_packs_without_loss() -> None:
    numbers = [0, 10_000, 65_535, 7, 7, 12]
    found = unpack(pack(numbers))
    assert [found[i] + 256 * found[i + 1] for i in range(0, len(found), 2)] == numbers
    assert sum(map(len, TABLE.parts.values())) < 2**21
    assert len(TABLE.hash) == 16


def test_a_part_that_compiled_code_would_read_wrongly_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "winning.toml"
    path.write_text(f"[numbers]\n[table]\nregular = '''\n{pack([7] * 500_000)}'''\n")
    with pytest.raises(ValueError, match="part regular has 1,000,000 bytes; it must have fewer than 1,000,000"):
        load(path)
    path.write_text(f"[numbers]\n[table]\nregular = '''\n{pack([7] * 499_999)}'''\n")
    load.cache_clear()
    assert len(load(path).parts["regular"]) == 999_998


@pytest.mark.parametrize("quarter", [1, 2, 3, 4])
def test_a_larger_lead_is_never_worth_less(quarter: int) -> None:
    rng = random.Random(17)
    for _ in range(60):
        cards, line, down = rng.randint(1, 15), rng.randint(1, 19), rng.randint(1, 4)
        flags, time_outs = (rng.randint(0, 3), rng.randint(0, 3)), (rng.randint(0, 3), rng.randint(0, 3))
        at = {"quarter": quarter, "cards": cards, "line": line, "down": down, "flags": flags, "time_outs": time_outs}
        found = [chance(lead=lead, **at) for lead in LEADS]
        assert found == sorted(found), at


def test_a_larger_lead_is_never_worth_less_on_the_last_cards_of_any_down_and_line() -> None:
    for cards, down, line in itertools.product((1, 2, 3), (1, 2, 3, 4), range(1, 20)):
        found = [chance(lead=lead, cards=cards, down=down, line=line, quarter=4) for lead in range(-9, 10)]
        assert found == sorted(found), (cards, down, line)


def test_a_larger_lead_is_never_worth_less_before_kicks_and_tries_and_in_overtime() -> None:
    for cards, phase, quarter in itertools.product((1, 2, 4, 9, 15), (terms.KICK, terms.FREE_KICK, 0), (1, 2, 3, 4)):
        found = []
        for lead in LEADS:
            s = standing(lead, cards=cards, quarter=quarter, two_point=phase == 0)
            s.phase = s.then = phase or terms.CALL
            found.append(chance_to_win(s, CONFIG, 0))
        assert found == sorted(found), (cards, phase, quarter)
    for cards, line, down, had in itertools.product((1, 5, 15), (3, 12), (1, 4), ((0, 0), (0, 1), (1, 1))):
        found = [chance_to_win(over(lead, cards, line, down, had), CONFIG, 0) for lead in range(-6, 7)]
        assert found == sorted(found), (cards, line, down, had)


def test_a_time_out_more_never_lowers_a_side_s_chance_on_the_last_two_cards() -> None:
    for lead, cards, line, theirs in itertools.product((-8, -3, -1, 0, 1, 3, 8), (1, 2), (3, 10, 17), range(4)):
        at = {"lead": lead, "cards": cards, "line": line, "quarter": 4}
        mine = [chance(time_outs=(n, theirs), **at) for n in range(4)]
        others = [chance(time_outs=(theirs, n), **at) for n in range(4)]
        assert mine == sorted(mine)
        assert others == sorted(others, reverse=True)


def test_the_chances_of_both_sides_add_up_to_one() -> None:
    for lead, quarter in itertools.product((-7, 0, 3), (1, 2, 3, 4)):
        s = standing(lead, quarter=quarter, cards=4)
        assert chance_to_win(s, CONFIG, 0) + chance_to_win(s, CONFIG, 1) == ONE


def test_the_end_of_a_match_is_certain_and_a_tie_is_half() -> None:
    for lead, wanted in ((-1, 0), (0, ONE // 2), (1, ONE)):
        s = standing(lead, quarter=4)
        s.phase = terms.OVER
        assert chance_to_win(s, CONFIG, 0) == wanted
        s = standing(lead, quarter=4, cards=0)  # the last card is played, and no try is left
        s.phase, s.then = terms.BETWEEN, terms.CALL
        assert chance_to_win(s, CONFIG, 0) == wanted


def test_a_match_begins_even() -> None:
    s = standing()
    s.phase = terms.START
    assert chance_to_win(s, CONFIG, 0) == ONE // 2


def test_a_touchdown_ahead_with_the_ball_and_one_card_left_is_all_but_won() -> None:
    assert chance(lead=7, cards=1, quarter=4, line=10) > 0.98 * ONE


def test_a_touchdown_behind_with_one_card_left_at_the_own_20_is_all_but_lost() -> None:
    assert chance(lead=-7, cards=1, quarter=4, line=4, time_outs=(0, 0)) < 0.08 * ONE


def test_a_lead_in_overtime_after_both_sides_had_the_ball_has_won() -> None:
    s = over(3, 9, 10, 1, (1, 1))
    assert chance_to_win(s, CONFIG, 0) == ONE
    assert chance_to_win(s, CONFIG, 1) == 0


def test_the_ball_nearer_to_the_goal_is_worth_more() -> None:
    for quarter in (1, 2, 3, 4):
        own, other_side = (chance(quarter=quarter, line=line, cards=9) for line in (2, 17))
        assert own + ONE // 50 < other_side


def test_what_a_seat_does_not_know_does_not_change_the_chance() -> None:
    s = standing(3, quarter=4, cards=5, line=9)
    hidden = copy(s)
    hidden.deck = list(reversed(hidden.deck))
    hidden.card[0] = list(reversed(hidden.card[0]))
    hidden.call = [4, 7]
    assert chance_to_win(s, CONFIG, 0) == chance_to_win(hidden, CONFIG, 0)


def test_corrections_keep_the_order_of_chances() -> None:
    for shift, slope in itertools.product((-900, -100, 0, 300), (-450, 0, 450)):
        found = [corrected(each, shift, slope) for each in range(0, ONE + 1, 100)]
        assert found == sorted(found), (shift, slope)
        assert found[0] == 0
        assert found[-1] == ONE


def test_between_two_slots_the_chance_is_between_theirs() -> None:
    for low, high in itertools.pairwise(LATE):
        ends = sorted((chance(lead=3, quarter=4, cards=low), chance(lead=3, quarter=4, cards=high)))
        for cards in range(low, high + 1):
            assert ends[0] - ONE // 100 <= chance(lead=3, quarter=4, cards=cards) <= ends[1] + ONE // 100


def test_every_line_before_every_marker_has_its_own_cell() -> None:
    found = [win_chances.spot(line, marker) for marker in (4, 10, 16, 20) for line in range(1, marker)]
    assert found == list(range(win_chances.SPOTS))


def test_new_corrections_replace_the_old_ones_and_leave_the_table_alone(tmp_path: Path) -> None:
    file = tmp_path / "winning.toml"
    file.write_text('[numbers]\nflags = [0, 0]\nslope = [0, 0]\n[table]\nregular = """\nflags\n"""\n', encoding="utf-8")
    put_numbers(file, {"flags": [1, -2], "slope": [3, 4]})
    assert file.read_text(encoding="utf-8") == (
        '[numbers]\nflags = [1, -2]\nslope = [3, 4]\n[table]\nregular = """\nflags\n"""\n'
    )
