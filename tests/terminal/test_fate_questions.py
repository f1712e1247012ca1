"""FATE at the terminal: one prompt a play, time outs with the call, standing answers, a hand-over for each secret."""

from __future__ import annotations

import random
import statistics
from pathlib import Path
from typing import Any

import pytest

from breakaway.games.fate.rules.interface import INSTRUCTIONS
from breakaway.games.fate.rules.terms import CALL, DECLARE, PLAY, TIME, TIME_DEFENSE, WHISTLE
from breakaway.games.fate.rules.umpire_rulings import may_rule
from breakaway.games.fate.text.ahead import calling
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.players.settings import requested
from breakaway.records.match import Match
from breakaway.terminal import play, saved_matches
from tests.terminal.session import Person, typist

GAME = find("fate")
PLAYS = ("FF-029", "FF-043", "FF-045", "FF-G49")  # calls are shown, a punt, a field goal, a kneel or a spike


class Coach(Person):
    """Answers every prompt as a coach would, a call in one line; what has no question goes by Enter."""

    def __init__(self, seed: int, coach: str, limit: int = 10**9) -> None:
        super().__init__(self.answer_to, 80)
        self.coach, self.rng, self.limit = coaches.find(GAME, coach), random.Random(seed), limit
        self.prompts: list[str] = []
        self.phases: list[int] = []  # -1: a hand-over
        self.play: play.PlaySession | None = None

    def answer_to(self, prompt: str) -> str | None:
        assert self.play
        self.prompts.append(prompt)
        match = self.play.match
        handed = prompt.startswith("Press Enter when")
        self.phases.append(-1 if handed else match.state.phase)
        if len(self.prompts) > self.limit:
            return None
        return "" if handed else self.choice(match, prompt)

    def choice(self, match: Match[Any, Any], prompt: str) -> str:
        assert self.play
        seat = next(seat for seat in match.missing() if prompt.startswith(self.play.names[seat]))
        observation = match.observation(seat)
        order = self.order(observation, seat)
        if observation.view.phase == DECLARE and order == [PLAY]:
            after = calling(observation)
            return after.write(self.order(after, seat))
        return observation.write(order)

    def order(self, observation: Any, seat: int) -> list[int]:
        return coaches.ask(GAME, self.coach, observation.view, observation.config, seat, self.rng.getrandbits(60))


def sit_down(path: Path, person: Person, against: str = "book", **wished: Any) -> Match[Any, Any]:
    """A match of this person; how it stands then."""
    plain = play.PlaySession.__init__

    def remember(self: play.PlaySession, *args: Any) -> None:
        plain(self, *args)
        if isinstance(person, Coach):
            person.play = self

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play.PlaySession, "__init__", remember)
        play.start(requested(game="fate", record=str(path), **wished), against, person)
    return saved_matches.reopen(path)[1]


def played_by(path: Path, seed: int, coach: str, advanced: int, limit: int = 10**9) -> Coach:
    """A person who has played a match to its end, or up to so many prompts."""
    person = Coach(seed, coach, limit)
    match = sit_down(path, person, seed=seed, house=[f"advanced={advanced}"])
    assert match.is_over() == (limit == 10**9)
    return person


def questions_a_play(person: Coach) -> float:
    """Prompts of a match for each of its plays."""
    assert person.play
    return len(person.prompts) / sum(each.rule in PLAYS for _, events in person.play.match.log for each in events)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Coach:
    """Into the second half of a match in which the person coaches as `book` does."""
    person = played_by(tmp_path_factory.mktemp("fate") / "a", 3, "book", 1, limit=95)
    assert person.play
    assert person.play.match.state.quarter > 2
    return person


@pytest.mark.slow
def test_a_match_is_not_drowned_in_questions(played: Coach) -> None:
    """Before there was one prompt a play, these were 2.1 questions for each."""
    assert questions_a_play(played) <= 1.6


@pytest.mark.slow
@pytest.mark.parametrize("coach", ["book", "random"])
@pytest.mark.parametrize("advanced", [0, 1])
def test_a_person_is_asked_at_most_1_6_times_a_play_over_a_dozen_matches(
    tmp_path: Path, coach: str, advanced: int
) -> None:
    found = [questions_a_play(played_by(tmp_path / str(seed), seed, coach, advanced)) for seed in range(3)]
    assert statistics.mean(found) <= 1.6


class Enters(Coach):
    """A coach who plays on with Enter."""

    def choice(self, match: Match[Any, Any], prompt: str) -> str:
        return "" if match.state.phase == WHISTLE else super().choice(match, prompt)


@pytest.mark.slow
def test_no_punt_of_the_other_side_is_rolled_before_the_person_plays_on(tmp_path: Path) -> None:
    """FF-G45: the other coach answers at once, and there is still a moment for the umpire."""
    person = Enters(3, "book", limit=120)
    sit_down(tmp_path / "a", person, seed=3, house=["advanced=1"])
    assert person.play
    assert "Enter plays on. To rule on the play, type umpire and the ruling." in person.text
    match, punts = person.play.match, 0
    for (state, _orders), (_turn, events), standing in zip(match.history, match.log, match.fold.standing, strict=True):
        if any(each.rule == "FF-087" and each.seat == 1 for each in events) and may_rule(state, match.config):
            assert state.phase == WHISTLE
            assert list(standing.entry.orders) == ["0"]
            punts += 1
    assert punts


# --- one prompt a play


def typed(path: Path, *lines: str, **wished: Any) -> str:
    """What is printed for these lines; seed 4 gives Home the first drive, at its own 20."""
    person = Person(typist(lines))
    sit_down(path, person, seed=4, **wished)
    return person.text


def kinds(path: Path) -> list[dict[str, Any]]:
    """The orders of the turns that were played."""
    return [line["orders"] for line in saved_matches.reopen(path)[1].record.lines if line["kind"] == "turn"]


def test_a_call_typed_for_the_down_is_the_whole_play(tmp_path: Path) -> None:
    """FF-029, FF-043: the play is declared and called in one line; the record has both choices, as ever."""
    said = typed(tmp_path / "a", "receive", "run inside")
    assert "Home plays run inside against " in said
    assert said.count("your 20> ") == 1
    seats = [list(each) for each in kinds(tmp_path / "a")]
    assert ["0", "1"] in seats
    assert seats[seats.index(["0", "1"]) - 1] == ["0"]


def test_play_alone_is_still_an_answer_and_then_the_call_is_asked(tmp_path: Path) -> None:
    said = typed(tmp_path / "a", "receive", "play", "run inside")
    assert "Home plays run inside against " in said
    assert said.count("your 20> ") == 2


def test_kicks_are_words_of_the_call(tmp_path: Path) -> None:
    assert "Home declares a punt" in typed(tmp_path / "a", "receive", "punt")
    said = typed(tmp_path / "b", "receive", "kick")
    assert "A field goal can be tried from at most 63 yards; this one is from 97" in said


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("play action quick", "Play Action goes with Short and Long passes only"),
        ("foo", "Expected one of run inside, screen, run outside, quick, short, long (after 'draw'"),
        ("foo", "you can also declare: punt"),
        ("short, sideline", "Expected nothing after the play"),
        ("short, timber", "Expected nothing after the play"),
    ],
)
def test_a_wrong_call_is_refused_before_anything_is_declared(tmp_path: Path, line: str, said: str) -> None:
    """FF-040, FF-027, FF-G28: and nothing of the line was kept."""
    text = typed(tmp_path / "a", "receive", f"{line}, time" if "play action" in line else line)
    assert said in " ".join(text.split())
    match = saved_matches.reopen(tmp_path / "a")[1]
    assert match.state.phase == DECLARE
    assert (match.sealed, match.ahead) == ({}, {})


def test_suggest_gives_the_call_itself(tmp_path: Path) -> None:
    said = typed(tmp_path / "a", "receive", "suggest", "y")
    assert "The coach (Balanced calls) would order play" not in said
    assert "The coach (Balanced calls) would order " in said
    assert "Home plays " in said


def test_suggest_best_gives_three_calls_with_their_chances_and_reasons(tmp_path: Path) -> None:
    said = " ".join(typed(tmp_path / "a", "receive", "suggest", "suggest best").split())
    assert "Type suggest best for three choices" in said
    for n in (1, 2):
        assert f" {n}. p" in said  # play or punt
    assert "A punt trades the ball for field position." in said
    assert " times in 100, the best call reaches the line to gain." in said


# --- time outs


@pytest.mark.parametrize("line", ["run inside, time", "time, run inside", "run inside time out", "time run inside"])
def test_a_time_out_is_called_with_the_play(tmp_path: Path, line: str) -> None:
    """FF-020, FF-024: a run of two units takes one, and the match goes on at 14:30 instead of 14:15."""
    said = typed(tmp_path / "a", "receive", line)
    assert "Home calls a time out, 2 left" in said
    assert said.count("Standing instruction") == 0
    assert saved_matches.reopen(tmp_path / "a")[1].state.time_outs == [2, 3]


def test_the_word_alone_is_no_call(tmp_path: Path) -> None:
    said = typed(tmp_path / "a", "receive", "time", "run inside")
    assert "Write your call before the time out, for example: short, time" in said
    assert "Home calls a time out" not in said


def test_the_time_out_is_for_one_play_and_what_stood_before_stands_again(tmp_path: Path) -> None:
    said = typed(tmp_path / "a", "receive", "standing 5", "run inside, time", "run inside", "run inside")
    assert said.count("Home calls a time out") == 1
    match = saved_matches.reopen(tmp_path / "a")[1]
    assert match.instructions == {0: ["no early time outs", "never onside"]}


def test_without_time_outs_the_word_is_refused(tmp_path: Path) -> None:
    """FF-023: three a half. With seed 4 the first three runs stay in bounds, each of two units."""
    said = typed(tmp_path / "a", "receive", *["run inside, time"] * 4)
    assert "Home calls a time out, 0 left" in said
    assert "You have no time outs left in this half; make your call without one" in said


def test_nobody_is_asked_for_a_time_out_before_the_last_two_minutes_of_a_half(played: Coach) -> None:
    assert played.play
    match = played.play.match
    assert 0 < sum(phase in (TIME, TIME_DEFENSE) for phase in played.phases) < 25
    for view in (state for state, _ in match.history if state.phase in (TIME, TIME_DEFENSE)):
        late = view.quarter in (2, 4) and view.clock <= 8  # units of 15 seconds
        assert (INSTRUCTIONS["no early time outs"](view, match.config, 0) is None) == late


def test_who_wants_to_be_asked_each_time_says_so(tmp_path: Path) -> None:
    said = typed(tmp_path / "a", "receive", "standing clear", "run inside")
    assert "you have 3 time outs" in said


def test_a_standing_answer_leaves_the_same_record_as_one_by_hand(tmp_path: Path) -> None:
    """FF-024: nobody learns from the record, nor from what is asked, who has answered ahead."""
    person = Person(typist(["receive", "run inside"]))
    sit_down(tmp_path / "ahead", person, seed=4)
    person = Person(typist(["receive", "standing clear", "run inside", "no"]))
    sit_down(tmp_path / "hand", person, seed=4)
    one, two = ((tmp_path / name).read_text() for name in ("ahead", "hand"))
    assert one == two
    assert "time outs" not in one


# --- two at one screen


def test_two_at_one_screen_have_one_hand_over_for_each_call(tmp_path: Path) -> None:
    person = Coach(3, "book", limit=80)
    match = sit_down(tmp_path / "a", person, "human", seed=3)
    calls = sum(each.rule == "FF-029" for _, events in match.log for each in events)
    kicks = sum(each.rule in ("FF-043", "FF-045") for _, events in match.log for each in events)
    handed = person.phases.count(-1)
    assert 30 < handed <= 2 * calls + kicks + 2  # the last play may have been cut short
    for before, phase in zip(person.phases, person.phases[1:], strict=False):
        assert (before == -1) == (phase in (DECLARE, CALL)) or phase == -1


def test_a_kick_is_said_openly_without_a_hand_over(tmp_path: Path) -> None:
    said = typed_by_two(tmp_path / "a", "receive", "punt")
    assert "Press Enter when you are alone at the screen (or say openly: punt): " in said
    assert "Home declares a punt" in said
    assert "Your call?" not in said.partition("Home declares a punt")[0]


def typed_by_two(path: Path, *lines: str) -> str:
    person = Person(typist(lines))
    sit_down(path, person, "human", seed=4)
    return person.text


def test_before_the_hand_over_all_may_look_at_what_all_may_know(tmp_path: Path) -> None:
    said = typed_by_two(tmp_path / "a", "receive", "matrix", "log", "short", "")
    assert "play action" in said
    assert "That was not accepted. Press Enter by itself" in said
    assert said.rstrip().endswith("breakaway play --resume --record " + str(tmp_path / "a"))


def test_the_defense_sees_the_same_screen_whatever_was_called(tmp_path: Path) -> None:
    seen = set()
    for i, call in enumerate(("run inside", "draw inside", "long", "quick, time", "time\nshort")):
        said = typed_by_two(tmp_path / str(i), "receive", "", *call.split("\n"), "", "help", "quit")
        seen.add(said.partition("Away, take the keyboard")[2].replace(str(tmp_path / str(i)), "PATH"))
    assert len(seen) == 1
    assert "Your call, defense?" in seen.pop()


def test_at_a_screen_for_two_help_is_off_unless_agreed_and_then_told_after_the_turn(tmp_path: Path) -> None:
    refused = "This match does not allow help from coaches."
    said = " ".join(typed_by_two(tmp_path / "a", "receive", "", "suggest", "suggest best", "").split())
    assert said.count(refused) == 2
    assert "The coach (" not in said
    allowed = requested("fate", seed=4, record=str(tmp_path / "b"), advice="on")
    person = Person(typist(["receive", "suggest", "", "suggest", "suggest", "run inside", "", "neutral"]))
    play.start(allowed, "human", person)
    text = " ".join(person.text.split())
    told, asked = "has asked the coach about", text.rindex("The coach (")
    before, after = text[:asked], text[asked:]
    assert "After the turn, the others are told that a player asked." in before
    assert told not in before.rpartition("Your call?")[2]
    assert told not in after, "only a club counts the choices of a match"
    assert "asked the coach this turn." in after
