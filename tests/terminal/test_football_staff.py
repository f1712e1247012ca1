"""Two coaches a side at one screen: whom each hand-over and each prompt names (docs/decisions/0018)."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from breakaway.core.language import UserError
from breakaway.games.football.rules import events as happened
from breakaway.records.replay import verify
from tests.terminal.matches import Player, sit_down


def test_four_people_at_one_screen_are_called_by_name(tmp_path: Path) -> None:
    """Lightning has the ball: its first coach calls, the second coach of the Fire defends."""
    player = Player(1, {1: "", 2: "11a", 3: "", 4: "1a", 5: "stay", 6: "stay"}, limit=7)
    sit_down(tmp_path / "a", player, "human", seed=4, staff="Anna,Ben/Cleo,Dan")
    assert "Sharing this screen: Lightning (Anna and Ben), Fire (Cleo and Dan)." in " ".join(player.text.split())
    assert player.prompts[1].startswith("Anna for Lightning, Q1")
    assert player.prompts[3].startswith("Dan for Fire, Q1")
    handed = re.findall(r"(\w+) for (\w+), take the keyboard", player.text)
    assert handed[:2] == [("Anna", "Lightning"), ("Dan", "Fire")]
    assert "Ben for" not in player.text


def test_hand_overs_show_as_little_as_with_one_coach_a_side(tmp_path: Path) -> None:
    """What the next coach sees does not depend on the call of the offense, and has nothing but the names more."""
    seen = set()
    for i, call in enumerate(("11a", "11b", "12a", "15b")):
        player = Player(1, {1: "", 2: call, 3: "", 4: "1a", 5: None})
        sit_down(tmp_path / f"m{i}", player, "human", seed=4, staff="Anna,Ben/Cleo,Dan")
        seen.add(player.text.partition("Dan for Fire, take the keyboard")[2].replace(str(tmp_path / f"m{i}"), "PATH"))
    (text,) = seen
    plain = Player(1, {1: "", 2: "11a", 3: "", 4: "1a", 5: None})
    sit_down(tmp_path / "plain", plain, "human", seed=4)
    told = plain.text.partition("Fire, take the keyboard")[2].replace(str(tmp_path / "plain"), "PATH")
    for names in ("Dan for ", "Anna for ", "Dan, "):
        text = text.replace(names, "")
    assert " ".join(text.replace("─", "").split()) == " ".join(told.replace("─", "").split())


@pytest.mark.slow
def test_two_friends_against_the_sheets_change_by_drive_and_go_on_after_a_break(tmp_path: Path) -> None:
    path = tmp_path / "a"
    first = Player(5, limit=60)
    sit_down(path, first, seed=5, staff="Anna+Ben")
    second = Player(6)
    assert sit_down(path, second, again=True) == 0
    assert second.play
    match = second.play.match
    assert match.is_over()
    assert verify(match.game, match.record) is None
    assert match.record.header["options"]["staff"] == [{"names": ["Anna", "Ben"], "by": "drive"}, None]
    assert "take the keyboard" not in second.text  # they share one seat, so nothing is secret
    named = [
        found[1] for prompt in first.prompts + second.prompts if (found := re.match(r"(\w+) for Lightning", prompt))
    ]
    assert {"Anna", "Ben"} == set(named)
    changes = sum(one != other for one, other in pairwise(named))
    told = [event for _turn, events in match.log for event in events]
    drives = sum(event.rule == happened.DRIVE_BEGAN and event.seat == 0 for event in told)
    assert changes <= drives - 1
    assert changes >= drives // 2


def test_a_team_of_sheets_has_no_two_coaches(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no people play the other team"):
        sit_down(tmp_path / "a", Player(1), staff="Anna,Ben/Cleo,Dan")
