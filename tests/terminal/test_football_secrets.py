"""Two people at one screen: nothing of a call is on it before the reveal, and no screen depends on what is hidden."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from breakaway.core.observation import Observation
from breakaway.core.state import copy, digest
from breakaway.display.renderers import drawn
from tests.depth import DEPTH
from tests.terminal.matches import DESK, Player, choose_by_chance, new_match, screen_of, sit_down, twin_of
from tests.terminal.session import in_terminal


def screens_until_reveal(path: Path, call: str, defense: str) -> str:
    """All that is printed for a call of the offense and one of the defense, up to the prompt before the reveal."""
    player = Player(1, {1: "", 2: call, 3: "", 4: defense, 5: "", 6: "s", 7: "", 8: None})
    sit_down(path, player, "human", seed=4)
    return player.text.replace(str(path), "PATH")


def test_the_next_one_sees_the_formation_and_nothing_else_of_the_call(tmp_path: Path) -> None:
    # Lightning's cards 11 to 15 are Shotgun: four calls, one screen for the defense and its audible
    seen = set()
    for i, call in enumerate(("11a", "11b", "12a", "15b")):
        text = screens_until_reveal(tmp_path / f"m{i}", call, "1a")
        before, _, after = text.partition("Lightning, take the keyboard")[2].partition("Lightning, take the keyboard")
        assert "Fire, take the keyboard" in before
        seen.add(before + after.partition("Fire, take the keyboard")[2])
    assert len(seen) == 1
    assert "lines up in Shotgun (pass heavy)" in seen.pop()


def test_the_offense_sees_the_defenses_formation_and_nothing_else(tmp_path: Path) -> None:
    seen = set()
    for i, defense in enumerate(("1a", "1b", "2a", "2b")):
        text = screens_until_reveal(tmp_path / f"m{i}", "11a", defense)
        seen.add(
            text.partition("Fire, take the keyboard")[2]
            .partition("Lightning, take the keyboard")[2]
            .partition("Fire, take")[0]
        )
    assert len(seen) == 1
    assert "Fire shows Dime." in seen.pop()


@pytest.mark.slow
def test_only_secret_questions_hand_the_keyboard_over(tmp_path: Path) -> None:
    player = Player(3)
    sit_down(tmp_path / "a", player, "human", seed=3)
    asked: dict[str, int] = {}
    for before, prompt in zip(player.prompts, player.prompts[1:], strict=False):
        if prompt.startswith("Press Enter when"):
            continue
        handed = before.startswith("Press Enter when")
        asks = r"challenge\?|time out\?|penalty\?|corner\?|kickoff|evening|ice\?|the flip|kicking ability\?"
        public = re.search(asks, prompt)
        assert handed != bool(public), prompt
        asked["public" if public else "secret"] = asked.get("public" if public else "secret", 0) + 1
    assert asked["public"] > 15
    assert asked["secret"] > 100


def test_a_card_that_stays_as_it_lies_needs_no_hand_over(tmp_path: Path) -> None:
    """BF-085, BF-R45: an audible is announced, so that to leave the card can be said openly."""
    player = Player(1, {1: "", 2: "11a", 3: "", 4: "1a", 5: "stay", 6: "stay"}, limit=7)
    sit_down(tmp_path / "a", player, "human", seed=4)
    handed = [prompt.startswith("Press Enter when") for prompt in player.prompts[:6]]
    assert handed == [True, False, True, False, True, True]
    assert player.prompts[4] == "Press Enter when you are alone at the screen (or say openly: stay): "
    assert "Fire shows Dime. An audible?" in player.text
    shown = "Lightning shows Shotgun (pass heavy); the card was not turned around. An audible?"
    assert shown in " ".join(player.text.split())
    assert "Lightning plays Draw 3 (11a) against Zone 0" in player.text


def test_with_hidden_discards_these_are_secret_too(tmp_path: Path) -> None:
    player = Player(3, limit=120)
    sit_down(tmp_path / "a", player, "human", seed=3, house=["hidden_discards=1"])
    hidden = [before for before, prompt in zip(player.prompts, player.prompts[1:], strict=False) if "evening" in prompt]
    assert hidden
    assert all(before.startswith("Press Enter when") for before in hidden)


@pytest.mark.slow
def test_a_shared_terminal_is_wiped_after_each_secret_with_its_typed_lines(home: Path) -> None:
    script = [
        ("screen: ", "\r"),
        ("25> ", "11a\r"),
        ("screen: ", "\r"),
        ("defense> ", "\x1b[A\r"),
        ("> ", "quit\r"),
    ]
    status, seen = in_terminal(home, ["play", "football", "--against", "human", "--seed", "4"], script)
    assert status == 0
    assert seen.count("\x1b[H\x1b[2J\x1b[3J") == 2
    assert "11a\r" not in seen.partition("defense> ")[2]


@pytest.mark.slow
@pytest.mark.parametrize("hidden", [False, True])
def test_what_a_seat_sees_does_not_depend_on_what_is_hidden_from_it(hidden: bool) -> None:
    differing = 0
    for seed in range(2 * DEPTH):
        match, rng = new_match(seed, hidden_discards=hidden), random.Random(seed)
        for turn in range(120):
            if match.is_over():
                break
            if turn % 3 == 0 or hidden:
                log = [(n, list(events)) for n, events in match.log[-2:]]
                for seat in (0, 1, -1):
                    twin = twin_of(match, seat, turn)
                    told = [(n, [each for each in events if each.is_for(seat)]) for n, events in log]
                    differing += digest(twin) != digest(match.state)
                    assert screen_of(match, match.state, log, seat) == screen_of(match, twin, told, seat)
            choose_by_chance(match, rng)
    assert differing > 20, "the twins are the same states"


def test_what_all_see_before_a_hand_over_does_not_depend_on_the_call() -> None:
    """BF-021, BF-023, BF-R45: two calls of one formation give the same words, and the same open answers."""
    match, rng, compared = new_match(2), random.Random(2), 0
    while not match.is_over() and compared < 40:
        for seat in match.missing():
            asked = match.observation(seat)
            if not DESK.is_secret(asked):
                continue
            state = copy(match.state)
            for other in (0, 1):  # as the other side, and everybody else at the screen, could imagine it
                twin = twin_of(match, 1 - seat, other)
                observation = Observation(match.game, twin, match.config, seat, match.names)
                assert drawn(DESK.public(observation), 80, False) == drawn(DESK.public(asked), 80, False)
                assert DESK.openly(observation) == DESK.openly(asked)
                compared += digest(twin) != digest(state)
        choose_by_chance(match, rng)
    assert compared > 20


def test_a_leak_would_be_seen() -> None:
    match, rng = new_match(1), random.Random(1)
    while not (match.choosers() and match.state.phase == 7):
        choose_by_chance(match, rng)
    twin = twin_of(match, 1, 1)
    twin.score[0] += 1
    assert screen_of(match, match.state, [], 1) != screen_of(match, twin, [], 1)
