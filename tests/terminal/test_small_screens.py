"""A terminal of 80 columns and 24 rows suffices, 40 columns break no word, and what is longer comes page by page."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from breakaway.display.document import Grid, Line
from breakaway.display.renderers import drawn
from breakaway.games.fate.rules.terms import DECLARE, PLAY
from breakaway.games.fate.text.ahead import calling
from breakaway.players import coaches
from breakaway.players.settings import requested
from breakaway.terminal import play
from tests.terminal.session import Person, in_terminal, run, typist

ROWS = 24
GAMES = ("football", "fate", "cycling")
ADVISERS = {"football": "random", "fate": "book", "cycling": "directeur"}


class Chooser(Person):
    """Chooses as a coach does; `seen` has what was printed before each prompt, from the choice on."""

    def __init__(self, game: str, width: int, height: int | None, limit: int) -> None:
        super().__init__(self.answer_to, width, height)
        self.game, self.limit, self.rng = game, limit, random.Random(7)
        self.seen: list[list[str]] = []
        self.play: play.PlaySession | None = None

    def answer_to(self, prompt: str) -> str | None:
        assert self.play
        self.seen.append([*self.text.split("\n")[:-1], prompt])
        self.paper.truncate(0)
        self.paper.seek(0)
        if len(self.seen) > self.limit:
            return None
        match = self.play.match
        observation = match.observation(0)
        order = self.order(observation)
        if observation.game.name == "fate" and observation.view.phase == DECLARE and order == [PLAY]:
            observation = calling(observation)
            order = self.order(observation)
        return observation.write(order)

    def order(self, observation) -> list[int]:  # type: ignore[no-untyped-def]
        coach = coaches.find(observation.game, ADVISERS[self.game])
        return coaches.ask(observation.game, coach, observation.view, observation.config, 0, self.rng.getrandbits(60))


def screens(tmp_path: Path, game: str, width: int, height: int | None, limit: int = 16) -> list[list[str]]:
    """What stands between a choice and the next prompt, prompt by prompt."""
    person, plain = Chooser(game, width, height, limit), play.PlaySession.__init__

    def remember(self: play.PlaySession, *args) -> None:  # type: ignore[no-untyped-def]
        plain(self, *args)
        person.play = self

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play.PlaySession, "__init__", remember)
        play.start(requested(game=game, record=str(tmp_path / "a"), seed=5), None, person)
    return person.seen


@pytest.mark.sample(1)
@pytest.mark.parametrize("game", GAMES)
def test_the_last_play_and_what_comes_next_stand_on_24_rows(tmp_path: Path, game: str) -> None:
    seen = screens(tmp_path, game, 80, ROWS)[1:]  # before the first prompt the game is explained
    assert len(seen) > 10
    for rows in seen:
        rows = rows[1:]  # the first is the end of the line that was typed
        head = max(i for i, row in enumerate(rows) if "─── " in row + " " and "What happened" not in row)
        assert len(rows) - head <= 21, "\n".join(rows)
        if head <= 9:  # several plays at once, as a safety, the kick after it and its return, may be longer
            assert len(rows) <= ROWS, "\n".join(rows)
    assert sum(len(rows) - 1 <= ROWS for rows in seen) >= len(seen) * 9 // 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_on_40_columns_no_word_is_broken(tmp_path: Path, game: str) -> None:
    for rows in screens(tmp_path, game, 40, None, limit=6):
        for row in rows[:-1]:  # the prompt itself is wrapped as it is printed, at the head of what follows
            assert len(row) <= 40 or str(tmp_path) in row, row


def test_everything_that_can_be_looked_up_keeps_to_40_columns(tmp_path: Path) -> None:
    looked = {
        "football": ["help", "hands", "matchups", "box", "deck", "standing", "log", "why"],
        "fate": ["help", "matrix", "box", "roster", "standing", "log"],
        "cycling": ["help", "", "help", "riders", "table", "box", "standing", "log"],
    }
    for game, words in looked.items():
        person = Person(typist([*words, "quit"]), 40)
        play.start(requested(game=game, record=str(tmp_path / game), seed=4), None, person)
        wide = [row for row in person.text.split("\n") if len(row) > 40 and str(tmp_path) not in row]
        assert wide == []


def test_a_label_without_room_beside_it_stands_above_its_text() -> None:
    said = drawn([Line("one after the other", "A 10 10 10 B 8 8 9 C 3 8 9   ")], 40, False)
    assert said == ["A 10 10 10 B 8 8 9 C 3 8 9", "    one after the other"]


def test_a_row_that_is_too_wide_keeps_its_cells_whole() -> None:
    grid = Grid("", ["", "Home", "Away"], [["Runs", "12 for 45 yards", "9 for 31 yards"]])
    assert drawn([grid], 26, False)[1:] == ["Runs  12 for 45 yards", "      9 for 31 yards"]


@pytest.mark.parametrize("game", GAMES)
def test_box_standing_and_log_are_in_every_game(tmp_path: Path, game: str) -> None:
    person = Person(typist(["help", "box", "standing", "log", "quit"]))
    play.start(requested(game=game, record=str(tmp_path / "a"), seed=4), None, person)
    for name in ("box", "standing", "log"):
        assert f"\n  {name:<9} " in person.text
    assert "standing 3: on" in person.text


def test_the_box_score_of_fate_adds_up(tmp_path: Path) -> None:
    """Seed 4: Home returns a kickoff 20 yards, and runs 5, then 2 yards."""
    person = Person(typist(["receive", "run inside, time", "run inside, time", "box", "quit"]))
    play.start(requested(game="fate", record=str(tmp_path / "a"), seed=4), "book", person)
    rows = dict(re.findall(r"^(\w[\w ]*?\w) {2,}(\d.*)$", person.text.partition("Points")[2], flags=re.MULTILINE))
    assert rows["Runs"].split("  ")[0] == "2 for 7 yards"
    assert rows["Kicks returned"].split("  ")[0] == "1 for 20 yards"


# --- in a real terminal


def plain(text: str) -> list[str]:
    """The rows of a screen without its colors."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text).replace("\r", "").split("\n")


@pytest.mark.slow
def test_in_a_terminal_of_80_by_24_a_play_and_the_next_question_are_seen_at_once(home: Path) -> None:
    script = [("> ", "receive\r"), ("your 20> ", "run inside\r"), ("your 25> ", "quit\r")]
    status, seen = in_terminal(home, ["play", "fate", "--seed", "4"], script, size=(24, 80))
    assert status == 0
    between = "\n".join(plain(seen)).partition("run inside\n")[2].partition("The match is saved")[0].split("\n")
    assert any("Home plays run inside" in row for row in between)
    assert len(between) <= ROWS
    assert all(len(row) <= 80 for row in plain(seen) if str(home) not in row)


@pytest.mark.slow
def test_a_long_answer_comes_page_by_page_and_q_ends_it(home: Path) -> None:
    script = [
        ("line-up> ", "rules\r"),
        ("q: stop ", "\r"),
        ("q: stop ", "q\r"),
        ("line-up> ", "log\r"),
        ("line-up> ", "quit\r"),
    ]
    status, seen = in_terminal(home, ["play", "cycling", "--seed", "1"], script, size=(24, 80))
    assert status == 0
    assert "BA-2.1" in seen
    assert "BA-9.1" not in seen
    pages = "\n".join(plain(seen)).partition("rules\n")[2].split("Enter: more;")
    assert len(pages[0].split("\n")) <= ROWS


@pytest.mark.slow
def test_nothing_waits_for_a_key_where_nobody_sits(home: Path) -> None:
    done = run(home, "play", "cycling", "--seed", "1", typed="rules\nquit\n", LINES="24")
    assert done.returncode == 0
    assert "Enter: more" not in done.stdout
    assert "BA-9.1" in done.stdout
