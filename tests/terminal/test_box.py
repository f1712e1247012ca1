"""The boxed game at the terminal: any card, chart cell or sheet row is taken on the spot, kept, and asked for once."""

from __future__ import annotations

import os
import re
import signal
import tomllib
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.chance import NeedsCell
from breakaway.core.language import UserError
from breakaway.games.football.files.own_set import OwnCard, asking, begin, read_set, write_set
from breakaway.games.football.files.own_words import described, own_card_text, parse_own_card, play_in
from breakaway.games.football.game import GAME
from breakaway.games.football.text.orders import event_text, game_day_text
from breakaway.players.seated_match import Table
from breakaway.players.settings import make_start, requested
from breakaway.records.play_by_play import played_in, steps_of
from breakaway.records.record_file import read_record
from breakaway.records.replay import verify
from breakaway.terminal import play, saved_matches
from tests.records.falsified_edits import reseal
from tests.terminal.box_owner import OPENING, BoxOwner
from tests.terminal.matches import Player, new_match, sit_down
from tests.terminal.session import Person, call, read_until, start, type_line, typist

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))


def sit(path: Path, lines: list[str], box: str | None = None, **wished: Any) -> str:
    """A new match with the box, at which these lines are typed; all that was printed, in one line."""
    person = Person(typist(lines), 200)
    asked = {"team": "herons", "versus": "otters", **wished}
    play.start(requested("football", physical=True, record=str(path), box=box, **asked), None, person)
    return " ".join(person.text.split())


def go_on(path: Path, lines: list[str]) -> str:
    person = Person(typist(lines), 200)
    play.resume(str(path), person)
    return " ".join(person.text.split())


def own(tmp_path: Path) -> Any:
    return read_set(tmp_path / "home" / "sets" / "my-box")


# --- what stands on a Game Day card


@pytest.mark.parametrize(
    "text",
    [
        "run +4, d 0, o 2, fg 7, punt 6",
        "run+4 d0 o2 fg7 punt6",
        "punt 6, fg 7, o 2, d 0, run +4",
        "run +4, 0 2 7 6",
        "field goal 7; offense 2; RUN +4; defense 0; punt 6",
        "run \u2212 1, d 0, o 2, fg 7, punt 6".replace("\u2212 1", "+4"),
    ],
)
def test_a_card_is_read_as_it_is_printed_in_any_order(text: str) -> None:
    assert game_day_text(described(text).card()) == "run +4, d 0, o 2, fg 7, punt 6"


@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("incomplete", "pass incomplete"),
        ("interception", "pass turnover"),
        ("fumble", "run turnover"),
        ("pass turnover returned", "pass turnover return"),
        ("run turnover at -1", "run turnover at -1"),
        ("run \u22122", "run -2"),
        ("no event", "none"),
        ("pass TD", "pass touchdown"),
    ],
)
def test_an_event_is_read_in_plain_words(text: str, event: str) -> None:
    said = described(f"{text}, d turnover, o TD, fg blocked, punt blocked").card()
    assert event_text(said) == event
    assert game_day_text(said).endswith("d turnover, o TD, fg blocked, punt blocked")


def test_a_title_is_kept_and_does_not_pass_for_a_corner() -> None:
    assert described("Dune: none, d 0, o 1, fg 3, punt 4").title == "Dune"
    assert described('"Over the top" pass +1 d 0 o 1 fg 3 punt 4').title == "Over the top"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("run +1, d 5", "the defense's corner can be 0, -1, -2, turnover, not '5'"),
        ("run +1, fg 2", "can be blocked or 3 to 9, not '2'"),
        ("run +1 7", "what does '7' stand for"),
    ],
)
def test_a_refused_value_says_what_can_stand_there(text: str, says: str) -> None:
    with pytest.raises(UserError, match=re.escape(says)):
        described(text)


def test_what_was_said_of_a_card_leaves_the_rest_open() -> None:
    said = described("run+1 o0")
    assert [each.split(",")[0] for each in said.missing()] == ["d", "fg", "punt"]
    assert game_day_text(said.with_more(described("fg 8, punt 7, d -1")).card()) == "run +1, d -1, o 0, fg 8, punt 7"


# --- a set that knows only a part


def test_a_rule_that_reads_what_nobody_has_entered_asks_for_this_cell_alone(tmp_path: Path) -> None:
    set_ = read_set(tmp_path / "new")
    set_.chart[4, 0] = 0
    config, names, options = begin(set_, "herons", "otters", (1,), {})
    assert options["box"] == "new"
    asked = asking(config, names, GAME.start(config))
    assert asked.matchup[4][0] == 0
    with pytest.raises(NeedsCell) as needs:
        asked.matchup[4][1]
    assert (needs.value.table, needs.value.at) == ("matchup", (4, 1))


def test_a_set_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    set_ = read_set(tmp_path / "mine")
    team = set_.team("otters")
    team.add_card(OwnCard(2, [play_in("Draw 4", set_.types), play_in("Long 8 low", set_.types)]), [2, 3])
    team.front |= {(2 * 16 + state) * 6 + 4: 1 for state in (2, 3, 4, 7)}
    team.plays |= {2 * 12 + 4: None, 5: play_in("Short 4", set_.types)}
    team.add_play(0, play_in("Short 4", set_.types))
    set_.cards += [('Say "now"', described("run +4, 0 2 7 6").card())] * 2
    write_set(set_)
    assert read_set(tmp_path / "mine") == set_
    assert '"2-4, 7" = "Stunt 5"' in (tmp_path / "mine" / "otters.toml").read_text("utf-8")


def test_a_damaged_set_is_refused_with_every_mistake_and_nothing_is_lost(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "deck.toml").write_text('cards = [{ card = "run +99" }, { card = "d 7" }]', "utf-8")
    with pytest.raises(UserError) as refused:
        sit(tmp_path / "m", ["1"], box=str(folder))
    assert "card 1" in str(refused.value)
    assert "card 2" in str(refused.value)


# --- at the table


def test_the_first_down_of_a_new_box_takes_ten_lines(tmp_path: Path) -> None:
    # 2 against Zone's 1: base 1 (25). Stiff arm, run +1: the gain is 2 lines (27), from the 30 to the 40
    said = sit(tmp_path / "m", OPENING)
    assert "the ball is at your 40; 2nd down and 2 lines to go" in said
    set_ = own(tmp_path)
    assert [title for title, _ in set_.cards] == ["Run +4", "Stiff arm"]
    assert set_.team("herons").formations[0] == "Wing T"
    assert len(set_.team("otters").front) == 3  # the row 4-6, die 5
    assert "Stiff arm" in (tmp_path / "home/sets/my-box/deck.toml").read_text("utf-8")


def test_a_record_names_the_set_and_never_its_place(tmp_path: Path) -> None:
    path = tmp_path / "m"
    sit(path, OPENING)
    assert str(tmp_path) not in path.read_text("utf-8")
    assert read_record(path).header["options"]["box"] == "my-box"


def test_a_whole_down_is_one_line(tmp_path: Path) -> None:
    sit(tmp_path / "m", OPENING)
    said = sit(tmp_path / "n", ["1", "run +4", "wing inside 2 5 2 run+1 o0"])
    assert "the ball is at your 40; 2nd down and 2 lines to go" in said
    assert said.count("Remembered") == 0


def test_the_same_card_is_offered_by_its_first_letters_and_a_twin_is_another_card(tmp_path: Path) -> None:
    again = "Stiff arm: run +1, d -1, o 0, fg 8, punt 7"
    sit(tmp_path / "m", [*OPENING, "Wing T: Draw 2 / Long 8 low", "5 2", "n", again])
    assert [title for title, _ in own(tmp_path).cards] == ["Run +4", "Stiff arm", "Stiff arm"]


def test_what_was_typed_wrong_is_taken_back_from_the_set_too(tmp_path: Path) -> None:
    said = sit(tmp_path / "m", ["1", "Oops: run +1, 0 0 7 7", *OPENING[2:6], "undo", "5", "4-6 eagle"])
    assert "Taken back: Otters, defense sheet, front" in said
    front = own(tmp_path).team("otters").front
    assert set(front.values()) == {0}, "Eagle"


def test_undo_of_a_new_card_forgets_the_card(tmp_path: Path) -> None:
    said = sit(tmp_path / "m", [*OPENING[:-1], "Oops: d 0, fg 7, punt 7", "undo"])
    assert "Game Day card 2, Oops: the event" in said
    assert [title for title, _ in own(tmp_path).cards] == ["Run +4"]


def test_a_card_may_be_known_in_part_and_the_rest_is_asked_for_when_a_rule_needs_it(tmp_path: Path) -> None:
    # a kickoff is returned by the right corner (142); a 2 comes back to the 30 (145), as in OPENING
    said = sit(tmp_path / "m", ["1", "run +4", "2", *OPENING[2:-1], "Stiff arm: run +1"])
    assert "Game Day card 1, Run +4: o, the offense's corner> " in said
    assert "the ball is at your 40; 2nd down and 2 lines to go" in said
    assert [own_card_text(card) for _, card in own(tmp_path).cards] == [
        "run +4, d ?, o 2, fg ?, punt ?",
        "run +1, d ?, o ?, fg ?, punt ?",
    ]
    assert verify(saved_matches.find("football"), read_record(tmp_path / "m")) is None


def test_what_is_open_on_a_card_of_a_file_is_a_question_mark_and_anything_else_is_refused() -> None:
    assert own_card_text(parse_own_card("?, d -1, o ?, fg 7, punt blocked")) == "?, d -1, o ?, fg 7, punt blocked"
    with pytest.raises(ValueError, match="expected"):
        parse_own_card("run +1, x ?")


def test_an_entry_is_corrected_and_what_was_played_stays(tmp_path: Path) -> None:
    path = tmp_path / "m"
    sit(path, [*OPENING, "correct card 2 run +3", "correct"])
    match = saved_matches.reopen(path)[1]
    assert match.state.line == 8, "the down was played with +1"
    assert game_day_text(own(tmp_path).cards[1][1]) == "run +3, d -1, o 0, fg 8, punt 7"
    assert verify(match.game, match.record) is None, "each turn is checked with the cards of its time"


def test_a_card_of_the_set_can_be_played_after_it_was_given_up_only_as_a_twin(tmp_path: Path) -> None:
    said = sit(tmp_path / "m", [*OPENING, "inside 2"])
    assert "Card 1 (Wing T: Inside Run 2 min / Short 4 min) is not in your hand: it was played or given up" in said


def test_a_match_goes_on_with_the_set_and_does_not_ask_again(tmp_path: Path) -> None:
    path = tmp_path / "m"
    sit(path, OPENING[:7])
    said = go_on(path, OPENING[7:])
    assert "Typed before: 5; 2." in said
    assert "the ball is at your 40" in said
    assert "die 5: Eagle, Stunt or Twist" not in said


@pytest.mark.slow
def test_a_killed_program_has_lost_nothing(tmp_path: Path) -> None:
    home = tmp_path / "home"
    path = tmp_path / "killed"
    process = start(
        home, "play", "football", "--physical", "--team", "herons", "--versus", "otters", "--record", str(path)
    )
    for line in OPENING[:8]:
        read_until(process, "> ")
        type_line(process, line)
    read_until(process, "n neither)> ")
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    said = go_on(path, OPENING[8:])
    assert "Typed before: 5; 2." in said
    assert "the ball is at your 40" in said


@pytest.mark.slow
def test_a_whole_match_from_the_box_is_played_without_a_refusal_and_verifies(tmp_path: Path) -> None:
    """With this seed, a card that nobody has entered comes back after a time out, and is played at once."""
    owner, path = BoxOwner(1, limit=600), tmp_path / "m"
    play.start(requested("football", physical=True, team="herons", versus="otters", record=str(path)), None, owner)
    match = saved_matches.reopen(path)[1]
    assert match.is_over()
    assert "Take back a new card." in owner.text
    refused = re.findall(
        r"(?:[Ee]xpected|[Uu]nknown|not accepted|No card|is not in your hand|known already).*", owner.text
    )
    assert refused == []
    assert verify(match.game, match.record) is None
    set_, box = own(tmp_path), owner.box
    for title, card in set_.cards:
        assert any(each.split(":")[0] == title and game_day_text(card) in each for each in box["deck"])


@pytest.mark.slow
def test_no_cell_is_asked_for_twice(tmp_path: Path) -> None:
    first, path = BoxOwner(3, limit=100), tmp_path / "m"
    play.start(requested("football", physical=True, team="herons", versus="otters", record=str(path)), None, first)
    asked = [prompt for prompt, _ in first.lines if "sheet," in prompt or "against" in prompt]
    assert len(asked) == len(set(asked))


@pytest.mark.slow
def test_the_box_score_counts_each_turn_with_the_cards_of_its_time(tmp_path: Path) -> None:
    owner, path = BoxOwner(3, limit=100), tmp_path / "m"
    play.start(requested("football", physical=True, team="herons", versus="otters", record=str(path)), None, owner)
    match = saved_matches.reopen(path)[1]
    assert sum(1 for _ in steps_of(match)) > 60
    assert played_in(match)
    said = go_on(path, ["deck", "matchups", "box", "set", "hands", "log 2", "quit"])
    assert "have not been seen yet" in said
    assert "Matchups that you have not entered yet are missing." in said
    assert not re.search(r"Herons discard card \d", said)


def test_a_coach_waits_until_all_cards_of_its_team_are_known(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="needs all cards of Otters"):
        play.start(
            requested("football", physical=True, team="herons", versus="otters", record=str(tmp_path / "m")),
            "naive",
            Person(typist([])),
        )


def test_a_record_made_with_a_set_replays_without_the_set() -> None:
    record = read_record(HERE / "the_box.match")
    assert any(line["kind"] == "book" for line in record.lines)
    game = saved_matches.find("football")
    assert verify(game, record) is None


def test_a_record_in_which_a_house_rule_changes_during_the_match_is_refused(tmp_path: Path) -> None:
    record = read_record(HERE / "the_box.match")
    at = next(n for n, line in enumerate(record.lines) if line["kind"] == "book")
    record.lines[at]["changes"] = {**record.lines[at]["changes"], "flags": 9}
    record.lines[:] = reseal(record.lines)
    found = verify(saved_matches.find("football"), record)
    assert found is not None
    assert found.line == at + 1


def test_teams_check_says_what_is_unseen(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sit(tmp_path / "m", OPENING)
    done = call(capsys, "teams", "check", "my-box")
    assert done.returncode == 0
    assert re.search(r"Game Day cards +2 of 54", done.stdout)
    assert "Matchups of Zone: Outside Run, Draw" in done.stdout


def test_a_set_is_for_real_cards_only_and_its_name_is_no_path(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="goes with --physical"):
        play.start(requested("football", box="mine", record=str(tmp_path / "m")), None, Person(typist([])))
    with pytest.raises(UserError, match="a set's name may have only"):
        sit(tmp_path / "m", [], box="my*box")
    with pytest.raises(UserError, match="may have only letters"):
        sit(tmp_path / "m", [], team="../x")


def test_the_invented_box_has_54_cards_and_two_that_are_equal() -> None:
    box = tomllib.loads((HERE / "the_box.toml").read_text("utf-8"))
    assert len(box["deck"]) == 54
    assert len(set(box["deck"])) == 53


# --- whose decisions are the opponent's


def test_a_person_decides_for_the_sheets_and_reads_what_the_program_would_answer(tmp_path: Path) -> None:
    asked = {"seed": 4, "house": ["solo_decisions=yours"]}
    player = Player(3, limit=220)
    sit_down(tmp_path / "m", player, **asked)
    assert "you decide for Fire" in player.text
    assert "The program would answer: " in player.text
    theirs = [prompt for prompt in player.prompts if prompt.startswith("Fire")]
    assert any("challenge?" in prompt or "event or corner?" in prompt or "time out?" in prompt for prompt in theirs)
    assert not any("defense>" in prompt for prompt in theirs), "its calls come from its charts"
    match = saved_matches.reopen(tmp_path / "m")[1]
    assert verify(match.game, match.record) is None


def test_strictly_a_person_decides_without_advice(tmp_path: Path) -> None:
    player = Player(3, limit=220)
    sit_down(tmp_path / "m", player, seed=4, house=["solo_decisions=strict"])
    assert "you decide for Fire" in player.text
    assert "The program would answer" not in player.text


def test_without_a_person_at_the_screen_the_program_decides_all_the_same(tmp_path: Path) -> None:
    match = new_match(3, (1,), solo_decisions="yours")
    table = Table(match.game, match, ["naive", "sheet"])
    for _ in range(60):
        if not match.is_over():
            table.play_turn()
    assert any("1" in line.get("orders", {}) for line in match.record.lines)


def test_two_sheets_decide_for_themselves() -> None:
    with pytest.raises(UserError, match="only a person who plays against the sheets"):
        make_start(requested("football", ["solo_decisions=yours"]), ["sheet", "sheet"])
