"""Football at the terminal: whole matches, commands, standing instructions, the box score."""

from __future__ import annotations

import dataclasses
import json
import random
import re
from pathlib import Path

import pytest

from breakaway.games.football.display.news import Story
from breakaway.games.football.display.question import foreseen, question
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules import terms
from breakaway.games.football.statistics import drives_in, points_by_quarter, total_of
from breakaway.games.football.text.words import SAYS
from breakaway.records.match import Match, Start
from breakaway.records.play_by_play import played_in
from breakaway.records.record_file import Files
from breakaway.records.replay import verify
from breakaway.terminal import play, saved_matches
from tests.terminal.matches import Player, choose_by_chance, new_match, sit_down
from tests.terminal.session import Person, call

Capture = pytest.CaptureFixture[str]
# One of these answers every question that there is: calls, defense, discards, flags, picks, tries, kicks.
ANY = ["kneel", "3a", "kick", "w", "n", "e", "d", "s", "receive", *(f"{card}a" for card in range(1, 16))]


@pytest.mark.slow
def test_a_whole_match_against_the_fires_sheets_is_played_through_a_pipe(capsys: Capture, home: Path) -> None:
    done = call(capsys, "play", "football", "--seed", "3", typed="\n".join(ANY * 200) + "\n")
    assert (done.returncode, done.stderr) == (0, "")
    for part in (
        "You play: Lightning. Against: Fire (Solo sheets).",
        "The final score",
        "the game is over",
        "ends with",
    ):
        assert part in done.stdout
    assert re.search(r"\n(\w+ wins, \d+ to \d+|A tie, \d+ to \d+)\.\n", done.stdout)
    (path,) = (home / "matches").glob("football-*.match")
    assert call(capsys, "verify", str(path)).returncode == 0
    told = call(capsys, "replay", str(path))
    assert told.returncode == 0
    assert "The final score" in told.stdout
    assert "ends with" in told.stdout


@pytest.mark.slow
@pytest.mark.parametrize(("against", "seed"), [(None, 1), ("random", 2), ("human", 3)])
def test_a_match_is_played_to_its_end_and_its_record_holds(tmp_path: Path, against: str | None, seed: int) -> None:
    player = Player(seed)
    assert sit_down(tmp_path / "a", player, against, seed=seed) == 0
    assert player.play
    assert player.play.match.is_over()
    assert verify(player.play.match.game, player.play.match.record) is None
    assert "The final score" in player.text
    assert all(len(line) <= 80 for line in player.text.replace(str(tmp_path), "").splitlines())


@pytest.mark.slow
def test_the_same_seed_and_lines_give_the_same_screen(tmp_path: Path) -> None:
    screens = []
    for name in ("a", "b"):
        player = Player(5)
        sit_down(tmp_path / name, player, seed=9)
        screens.append(player.text.replace(str(tmp_path / name), "PATH"))
    assert screens[0] == screens[1]
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_seats_of_a_record_say_who_plays_them(tmp_path: Path) -> None:
    sit_down(tmp_path / "a", Player(1, limit=2), seed=1, versus="vultures", teams=["sharks"])
    header = json.loads((tmp_path / "a").read_text().splitlines()[0])
    assert header["seats"] == [{"name": "Sharks", "by": "human"}, {"name": "Vultures", "by": "sheet"}]
    assert header["book"]["sheet"] == [0, 1]


def test_two_teams_of_one_name_are_told_apart(tmp_path: Path) -> None:
    player = Player(1, limit=2)
    sit_down(tmp_path / "a", player, seed=1, teams=["Fire"])
    assert "Fire (home)" in player.text
    assert "Fire (away)" in player.text


COMMANDS = [
    *("help", "?", "field", "hands", "hand", "matchups", "box", "log", "log 3", "why", "rules", "rules 60", "deck"),
    *("standing", "save", "suggest", "rules nonsense", "log 99999", "field goal 99", "  ", "1z", "quit"),
]


@pytest.mark.parametrize("wrong", ["x", "-1", "0", "1.5", "3 4"])
def test_log_of_something_that_is_no_number_of_turns_says_what_would_be_right(tmp_path: Path, wrong: str) -> None:
    player = Player(4, {5: f"log {wrong}", 6: "quit"})
    sit_down(tmp_path / "a", player, seed=4)
    said = player.text.rpartition("> ")[0].rpartition("> ")[2].strip()
    assert said.splitlines()[0] == f"log: expected a number of turns, as in 'log 3', not {wrong!r}"


@pytest.mark.slow
@pytest.mark.parametrize("before", [0, 2, 9, 30])
def test_commands_work_at_any_prompt(tmp_path: Path, before: int) -> None:
    player = Player(4, {before + 1 + i: word for i, word in enumerate(COMMANDS)})
    assert sit_down(tmp_path / "a", player, seed=4) == 0
    assert len(player.prompts) == before + len(COMMANDS), "quit did not leave"
    for part in (
        "At any prompt:",
        "If the defense wins, it is a Defense Breakaway",
        "challenges",
        "BF-060",
        "no rule 'nonsense'",
    ):
        assert part in player.text
    assert f"Saved after every choice, in {tmp_path / 'a'}" in player.text
    assert player.text.rstrip().endswith(f"--record {tmp_path / 'a'}")
    assert "You typed nothing, so nothing was played." in player.text


@pytest.mark.slow
def test_enter_alone_answers_no_question(tmp_path: Path) -> None:
    class Enter(Player):
        def answer_to(self, prompt: str) -> str | None:
            self.prompts.append(prompt)
            if len(self.prompts) > 400:
                return None
            return "" if len(self.prompts) % 2 else self.usual(prompt)

    player = Enter(3)
    sit_down(tmp_path / "a", player, seed=3)
    match = player.play.match if player.play else None
    assert match
    assert player.text.count("You typed nothing, so nothing was played.") == (len(player.prompts) + 1) // 2
    for (_, orders), before in zip(match.history, range(len(match.history)), strict=True):
        assert orders is not None or before == 0


def test_why_shows_dice_chart_row_column_and_result_of_the_sheets_calls(tmp_path: Path) -> None:
    player = Player(6, dict.fromkeys(range(5, 60, 5), "why"), limit=60)
    sit_down(tmp_path / "a", player, seed=6)
    said = player.text
    assert re.search(r"Fire, offense: the sheet's last play\nchart +row +column +die +result", said)
    assert re.search(r"offense, formation +\S.* lines +\S.* down +[1-6] ", said)
    assert re.search(r"offense, codes +(Green 18|Blue 80|Red 98) +[1-6] +(Mike|Smoke|Jet|Gold) ", said)
    assert re.search(r"defense, front +Game State \d+ +(run heavy|balanced|pass heavy) +[1-6] +\w+", said)
    assert re.search(r"(defense, back|spy table) ", said)


def test_a_flag_question_says_what_each_answer_leads_to(tmp_path: Path) -> None:
    player = Player(2)
    sit_down(tmp_path / "a", player, seed=2)
    found = re.findall(r"  n   no +(\S.*)\n(?:  {9,}.*\n)*  c   challenge  (\S.*)\n", player.text)
    assert len(found) > 2
    assert all(no and yes for no, yes in found)


def test_an_answer_that_lets_a_touchdown_event_stand_says_so() -> None:
    match = new_match(1)
    s, config = match.state, match.config
    s.game_day = config.event.index(terms.EVENT_TOUCHDOWN)
    s.play_type = config.type_kind.index(config.event_kind[s.game_day])
    s.phase, s.offense, s.line, s.marker, s.down, s.call[1] = terms.CHALLENGE_DEFENSE, 1, 10, 16, 1, 0
    observation = match.observation(0)
    assert foreseen(observation, [0]).startswith("the event scores a touchdown; ")
    assert "touchdown" not in foreseen(observation, [1]).casefold()


@pytest.mark.parametrize("declared", [terms.NONE, terms.KNEEL_CALL, terms.HAIL_MARY_CALL])
def test_the_defense_is_asked_for_its_time_out_alike_at_a_drives_start_after_a_kneel_and_after_a_hail_mary(
    declared: int,
) -> None:
    match = new_match(1)
    match.state.phase, match.state.offense, match.state.declared = terms.TIME, 1, declared
    said = "The offense has one card left in this half. Do you call a time out before it plays that card?"
    assert question(match.observation(0)) == said


@pytest.mark.parametrize("option", ["--versus", "--team"])
@pytest.mark.parametrize("name", ["", "  ", ".toml"])
def test_an_empty_team_is_refused_by_the_name_of_its_option(
    capsys: Capture, home: Path, option: str, name: str
) -> None:
    done = call(capsys, "play", "football", option, name)
    assert done.returncode == 1
    assert done.stderr.startswith(f"breakaway: {option}: expected the name of a team such as ")
    assert repr(name) in done.stderr


@pytest.mark.slow
def test_keys_are_taken_for_the_words_that_they_stand_for(tmp_path: Path) -> None:
    class Keys(Player):
        def usual(self, prompt: str) -> str | None:
            text = super().usual(prompt) or ""
            assert self.play
            shown = self.text.rpartition("─\n")[2]
            words = {word: key for key, word in re.findall(r"^  (\w)   ([a-z]+(?: [a-z]+)?)  ", shown, re.MULTILINE)}
            self.keyed = getattr(self, "keyed", 0) + (text in words)
            return words.get(text, text)

    player = Keys(8)
    assert sit_down(tmp_path / "a", player, "human", seed=8) == 0
    assert player.play
    assert player.play.match.is_over()
    assert player.__dict__["keyed"] > 30
    assert "That was not accepted" not in player.text


@pytest.mark.parametrize(
    ("typed", "calls"),
    [
        ("3a t", ""),
        ("3a time out after", ""),
        ("3 a", "3a"),
        ("3b", "3a"),
        ("99a", ""),
    ],
)
def test_short_forms_of_a_defense(tmp_path: Path, typed: str, calls: str) -> None:
    player = Player(1, {1: typed}, limit=1)
    sit_down(tmp_path / "a", player, seed=1)
    assert player.play
    match = player.play.match
    first = match.history[1:2]
    if not calls or typed == "3b":
        assert not first
        assert "(BF-" in player.text
        return
    before, orders = first[0]
    assert orders
    observation = match.observation(0)
    observation.view.phase = before.phase
    assert observation.write(orders[0].order) == calls


# --- standing instructions


def test_a_standing_instruction_answers_when_its_question_comes_and_says_so_in_a_line(tmp_path: Path) -> None:
    said = {
        1: "standing 13",
        2: "standing take the better corner",
        3: "standing never challenge",
        4: "standing never onside",
    }
    player = Player(3, said)
    sit_down(tmp_path / "a", player, seed=3)
    assert "Standing instruction of Lightning, 'discard the weakest': answered." in player.text
    assert not [prompt for prompt in player.prompts if "evening up the hands" in prompt or "event or corner" in prompt]
    assert not [prompt for prompt in player.prompts if "challenge?" in prompt or "kickoff" in prompt]


def test_standing_instructions_are_seen_set_and_cleared(tmp_path: Path) -> None:
    said = dict(
        enumerate(
            ["standing 1, 5", "standing", "standing off never audible", "standing clear", "standing foo", "standing 77",
             "standing 3", "quit"], 1
        )
    )  # fmt: skip
    player = Player(3, said)
    sit_down(tmp_path / "a", player, seed=3)
    lists = re.findall(r"((?:^ +(?:\d+  (?:on )?)?.+\n)+)standing 3: on", player.text, re.MULTILINE)
    on = [re.findall(r"^ +\d+  on +(.+?) *$", each, re.MULTILINE) for each in lists]
    assert on[:4] == [
        ["never audible", "take the better penalty"],
        ["never audible", "take the better penalty"],
        ["take the better penalty"],
        [],
    ]
    assert all(says in " ".join(player.text.split()) for says in SAYS.values())
    assert "Unknown instruction 'foo'" in player.text
    assert "choose a number from 1 to" in player.text
    assert saved_matches.reopen(tmp_path / "a")[1].instructions == {0: ["challenge a turnover"]}


@pytest.mark.slow
def test_a_standing_instruction_given_at_its_own_question_answers_it(tmp_path: Path) -> None:
    class Tired(Player):
        def usual(self, prompt: str) -> str | None:
            return "standing discard the weakest" if "evening up the hands" in prompt else super().usual(prompt)

    player = Tired(3)
    sit_down(tmp_path / "a", player, seed=3)
    assert len([prompt for prompt in player.prompts if "evening up the hands" in prompt]) == 1
    assert player.play
    assert player.play.match.is_over()


# --- the box score


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(6))
def test_points_plays_and_drives_told_by_events_are_those_of_the_match(seed: int) -> None:
    match = new_match(seed, ((), (1,), (0, 1))[seed % 3], sudden_death=seed == 4, late_incompletions=seed == 3)
    rng = random.Random(seed)
    while not match.is_over():
        choose_by_chance(match, rng)
    assert Story(match.config).read(match.log).score == match.state.score
    rows = played_in(match)
    total, drives = total_of(rows), drives_in(rows, match.state)
    costly = sum(total.plays) + sum(total.punts) + sum(total.field_goals_tried)
    assert match.state.plays == costly  # all of them cost a card
    assert [sum(points) for points in points_by_quarter(rows, match.state)] == match.state.score
    assert all(drive.result for drive in drives)
    for seat in range(2):
        own = [drive for drive in drives if drive.team == seat]
        assert sum(drive.points for drive in own) == match.state.score[seat]
        assert sum(drive.plays for drive in own) == total.plays[seat] == total.runs[seat] + total.passes[seat]
        assert sum(drive.lines for drive in own) == total.run_lines[seat] + total.pass_lines[seat]
        assert sum(drive.start is not None for drive in own) == total.drives[seat]


def test_a_match_of_an_older_edition_goes_on_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "old.match"
    old = dataclasses.replace(GAME, edition="0")
    config, options = resolve("lightning", "fire", (1,))
    config.play_strength[0][0] = 9  # the cards of that edition
    seats = [{"name": "Lightning", "by": "human"}, {"name": "Fire", "by": "sheet"}]
    begun = Start(config, options, names("lightning", "fire"), seats, secret=b"an older edition", salts=("a", "b"))
    Match.new(old, begun, Files(path)).resolve()
    person = Person(lambda prompt: None)
    assert play.resume(str(path), person) == 0
    assert "began under edition 0" in person.text
    assert f"under edition {GAME.edition}" in " ".join(person.text.split())
    assert Files(path).read()[0].lines[-1]["kind"] == "edition"
