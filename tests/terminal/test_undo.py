"""Taking back at the terminal, where it harms nobody; and the fourth card, which asks before it seals."""

from __future__ import annotations

from pathlib import Path

from breakaway.games.football.rules.terms import CALL, DISCARDED
from breakaway.players.settings import requested
from breakaway.records.replay import verify
from breakaway.terminal import play, saved_matches
from tests.terminal.matches import Player, sit_down
from tests.terminal.session import Person, go_on, sit, typist

SHORT = requested(teams="2", seed=7, profile="boxed", house=["last_place=1"])
NOTHING = "There is nothing to take back: others have chosen since then, or something was revealed or drawn."


def sealed(path: Path) -> list[int] | None:
    """What lies sealed for the first team."""
    found = saved_matches.reopen(path)[1].sealed.get(0)
    return found.order if found else None


# --- the race


def test_the_fourth_card_asks_before_it_seals(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "A10", "B9", "C9", "D6"], SHORT)
    assert "Complete: A10 B9 C9 D6. Press Enter to seal it, or type a new order." in said
    assert saved_matches.reopen(tmp_path / "a")[1].state.turn == 1
    assert sealed(tmp_path / "a") == [10, 9, 9, 0]
    _, said = sit(tmp_path / "b", ["", "A10", "B9", "C9", "D6", "", "quit"], SHORT)
    assert saved_matches.reopen(tmp_path / "b")[1].state.played[:4] == [10, 9, 9, 6]


def test_a_card_typed_again_replaces_the_mistyped_one(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "A10", "B9", "C9", "D6", "D5", "C3", ""], SHORT)
    assert "Complete: A10 B9 C9 D5." in said
    assert "Complete: A10 B9 C3 D5." in said
    assert saved_matches.reopen(tmp_path / "a")[1].state.played[:4] == [10, 9, 3, 5]


def test_a_whole_order_on_one_line_seals_at_once_as_scripts_want_it(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "A10", "A10 B9 C9 D6"], SHORT)
    assert "Complete" not in said
    assert saved_matches.reopen(tmp_path / "a")[1].state.turn == 2


def test_noted_cards_are_taken_back_one_after_the_other(tmp_path: Path) -> None:
    lines = ["", "A10", "B9 C9", "D6", "undo", "undo", "D5", "undo", "undo", "undo", "quit"]
    _, said = sit(tmp_path / "a", lines, SHORT)
    after = said.partition("Complete: A10 B9 C9 D6.")[2]
    assert [line for line in after.split("\n") if line.startswith(("Noted", "Taken", "There"))] == [
        "Noted: A10 B9 C9. Still open: D.",
        "Noted: A10. Still open: B, C, D.",
        "Noted: A10 D5. Still open: B, C.",
        "Noted: A10. Still open: B, C, D.",
        "Taken back: nothing is noted now.",
        "There is nothing to take back: others have chosen since then, or something was",
    ]
    assert not any(sealed(tmp_path / "a") or [0])


def test_after_coming_back_undo_takes_all_that_was_noted(tmp_path: Path) -> None:
    sit(tmp_path / "a", ["", "A10", "B9"], SHORT)
    _, said = go_on(tmp_path / "a", ["undo", "quit"])
    assert "Taken back: nothing is noted now." in said


def test_a_turn_of_the_race_that_others_have_ordered_for_stands(tmp_path: Path) -> None:
    _, said = sit(tmp_path / "a", ["", "undo", "A10 B9 C9 D6", "undo", "quit"], SHORT)
    assert said.replace("\n", " ").count(NOTHING) == 2
    assert saved_matches.reopen(tmp_path / "a")[1].state.turn == 2


# --- football and FATE


class TimeOut(Player):
    """Plays by chance until a time out brings a card back; then calls one, and takes it back."""

    left = 0

    def answer_to(self, prompt: str) -> str | None:
        assert self.play
        self.prompts.append(prompt)
        view = self.play.match.state
        if not self.said:
            ready = view.phase == CALL and view.time_outs[0] > 0 and not view.try_down and DISCARDED in view.card[0]
            if not ready:
                return self.usual(prompt)
            self.left = view.time_outs[0]
            self.said = {len(self.prompts) + 1: "undo", len(self.prompts) + 2: "undo", len(self.prompts) + 3: None}
            return "t"
        return self.said[len(self.prompts)]


def test_in_football_a_time_out_is_taken_back_and_what_was_drawn_before_it_stands(tmp_path: Path) -> None:
    """BF-111, BF-113: nothing is drawn in a time out, and the same side calls after it."""
    player = TimeOut(5)
    sit_down(tmp_path / "a", player, seed=3)
    said = " ".join(player.text.split())
    assert said.count("The last turn is taken back.") == 1
    assert "Noted before: time out" in said
    assert said.count(NOTHING) == 1
    match = saved_matches.reopen(tmp_path / "a")[1]
    assert match.state.time_outs[0] == player.left
    assert verify(match.game, match.record) is None


def test_in_fate_a_declared_play_is_taken_back_until_it_is_called(tmp_path: Path) -> None:
    """FF-043, FF-029: seed 4 gives Home the toss; with the call the dice fall."""
    person = Person(typist(["receive", "undo", "play", "undo", "punt", "undo", "quit"]))
    play.start(requested(game="fate", record=str(tmp_path / "a"), seed=4), "book", person)
    said = " ".join(person.text.split())
    assert said.count("The last turn is taken back.") == 1
    assert "Noted before: play. Enter keeps it." in said
    assert "Home declares a punt" in said
    assert said.count(NOTHING) == 2
    match = saved_matches.reopen(tmp_path / "a")[1]
    assert verify(match.game, match.record) is None


def test_undo_is_listed_at_every_prompt(tmp_path: Path) -> None:
    for game in ("cycling", "football", "fate"):
        person = Person(typist(["help", "quit"]))
        play.start(requested(game=game, record=str(tmp_path / game), seed=4), None, person)
        assert "undo      take back what you typed last, or your last choice" in person.text


def test_nobody_takes_back_what_another_has_chosen(tmp_path: Path) -> None:
    """At a shared screen only one's own choice, and at the hand-over nothing: it would show what was noted."""
    person = Person(typist(["", "1", "", "2", "", "A10 B9 C9 D6", "undo", "", "undo", "quit"]))
    wishes = requested(teams="2", seed=4, record=str(tmp_path / "a"))
    play.start(wishes, "human", person)
    assert "That was not accepted. Press Enter by itself" in person.text
    assert NOTHING in " ".join(person.text.split())
    assert sealed(tmp_path / "a") == [10, 9, 9, 6]


def test_after_a_choice_is_taken_back_and_the_program_left_nothing_of_it_is_played(tmp_path: Path) -> None:
    """FF-043: the declared play is asked for again, by a program that has just started, too."""
    person = Person(typist(["receive", "undo", "play", "undo", "quit"]))
    play.start(requested(game="fate", record=str(tmp_path / "a"), seed=4), "book", person)
    match = saved_matches.reopen(tmp_path / "a")[1]
    seat = match.choosers()[0]
    assert match.sealed == {}
    assert match.missing() == [seat]
