"""Adjudication cases: files that are no cases are clear errors; a failing expectation says what was found."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from breakaway.games.cycling.game import GAME
from breakaway.games.manifest import find
from breakaway.testing.cases import BadCase, Case, case_files, load, run, run_files

CASES = Path(__file__).parents[1] / "cases"
CASE = """
[[case]]
id = "6.1-x"
game = "cycling"
rule = "BA-6.1"
why = "Red A stands on 24 and plays 3: 27. Nobody is ahead of him or behind: he draws 3."

[case.given]
turn = 5
riders = [{ team = "Red", grade = "A", square = 24, hand = [3, 7, 9] }]

[case.choices]
Red = "A3"

[case.expect]
riders = [{ team = "Red", grade = "A", square = 27, hand = [3, 7, 9] }]
"""


def with_choices(choices):
    return CASE.replace('\n[case.choices]\nRed = "A3"\n', "").replace("why =", f"choices = {choices}\nwhy =")


def write(folder, text, name="a.toml"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def outcome_of(folder, text):
    (outcome,) = run_files(find, [write(folder, text)])
    return outcome


def test_a_good_case_passes_and_tells_the_rules_that_were_cited(tmp_path):
    outcome = outcome_of(tmp_path, CASE)
    assert outcome.failures == []
    assert outcome.refused == []
    assert "BA-6.1" in {event.rule for event in outcome.events}
    assert outcome.case.rules == ("BA-6.1",)


# --- files


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", r"expected \[\[case\]\] tables and nothing else"),
        ("[case]\n", r"expected \[\[case\]\] tables"),
        ("case = 5\n", r"expected \[\[case\]\] tables"),
        (CASE + "\n[more]\n", r"expected \[\[case\]\] tables"),
        ("[[case]\n", "not TOML"),
        ("[[case]]\nid = \n", "not TOML"),
        ("[[case]]\nid = 'a'\nid = 'b'\n", "not TOML"),
        ("a = " + "[" * 10_000, "not TOML"),
        ("a = " + "9" * 5_000, "not TOML"),
        (CASE.replace("turn = 5", "turn = 0x" + "f" * 5_000), "more than 64 bits"),
        (CASE.replace("turn = 5", f"turn = {2**63}"), "more than 64 bits"),
        (CASE.replace('id = "6.1-x"\n', ""), "case 1: id is missing"),
        (CASE.replace('"6.1-x"', "5"), "case 1: id is missing"),
        (
            CASE.replace("why =", "wy ="),
            "case 6.1-x: unknown field 'wy'; known: chance, choices, expect, game, given, id",
        ),
        (CASE.replace('why = "', 'why = 5 # "'), "case 6.1-x: why is missing, or is not a string"),
        (CASE.replace('game = "cycling"\n', ""), "case 6.1-x: game is missing, or is not a string"),
        (CASE.replace('"cycling"', '"chess"'), "case 6.1-x: unknown game 'chess'"),
        (CASE.replace('"BA-6.1"', '"BA-99"'), "case 6.1-x: Breaking Away has no rule BA-99"),
        (CASE.replace('"BA-6.1"', "[]"), "rule must be an id or a list of ids"),
        (CASE.replace('"BA-6.1"', "[5]"), "rule must be an id or a list of ids"),
        (CASE.replace('rule = "BA-6.1"\n', ""), "rule must be an id or a list of ids"),
        (with_choices("{ Red = 5 }"), "choices must be a table with a string for each seat"),
        (with_choices("[{ Red = 5 }]"), "choices must be a table with a string for each seat"),
        (with_choices("[5]"), "choices must be a table with a string for each seat"),
        (with_choices("5"), "choices must be a table with a string for each seat"),
        (CASE.replace("[case.given]", "[[case.given]]"), "given is missing, or is not a table"),
        (CASE.replace("[case.expect]", "[[case.expect]]"), "expect is missing, or is not a table"),
        (CASE.replace('why = "', 'chance = [-1]\nwhy = "'), "chance must be a list of outcomes"),
        (CASE.replace('why = "', 'chance = ["a"]\nwhy = "'), "chance must be a list of outcomes"),
        (CASE.replace('why = "', 'chance = 5\nwhy = "'), "chance must be a list of outcomes"),
        (CASE.replace("turn = 5", "tur = 5"), "given: unknown field 'tur'; known: crossed, dropped"),
        (CASE.replace("turn = 5", "turn = 0"), "turn: expected a whole number from 1 to 1000, found 0"),
        (CASE.replace("turn = 5", 'turn = "5"'), "turn: expected a whole number"),
        (
            CASE.replace("turn = 5", "riders = 5").replace(
                'riders = [{ team = "Red", grade = "A", square = 24, ', "x = [{ "
            ),
            "given: unknown field 'x'",
        ),
        (CASE.replace('"A", square = 24', '"E", square = 24'), "grade must be A, B, C or D, not 'E'"),
        (CASE.replace("square = 24", "square = -1"), "Red A: square: expected a whole number from 0"),
        (
            CASE.replace("square = 24, hand = [3, 7, 9]", "square = 24, hand = []"),
            "Red A: a hand must have 1 to 4 cards, not 0",
        ),
        (
            CASE.replace("square = 24, hand = [3, 7, 9]", "square = 24, hand = [0]"),
            "Red A: hand: expected a whole number from 1",
        ),
        (CASE.replace("square = 24, hand = [3, 7, 9]", "square = 24, hand = 3"), "Red A: expected a list"),
        (CASE.replace("square = 24, hand", "squire = 24, hand"), "riders: unknown field 'squire'"),
        (CASE.replace("turn = 5", 'profile = "fast"'), "unknown profile 'fast'"),
        (CASE.replace("turn = 5", "options = { cap = 99 }"), "cap"),
        (CASE.replace("turn = 5", "options = { capp = 9 }"), "capp"),
        (CASE.replace("turn = 5", 'track = "nowhere"'), "unknown track or file 'nowhere'"),
        (CASE.replace("turn = 5", 'led_alone = "Red"'), "led_alone: unknown rider 'Red'"),
        (CASE.replace("turn = 5", 'dropped = ["Blue A"]'), "dropped: unknown rider 'Blue A'"),
        (
            CASE.replace("turn = 5", 'crossed = { "41" = ["Red A"] }'),
            "there is no line after square '41'; lines come after squares 40, 80, 120",
        ),
        (CASE.replace("turn = 5", 'points = { Red = "1/11" , Blue = "x" }'), "points: Blue: expected points like"),
        (CASE.replace("turn = 5", 'points = { Red = "1/17" }'), "is not a possible number of race points"),
        (CASE.replace("turn = 5", 'points = { Red = "1/0" }'), "expected points like"),
        (CASE.replace('Red = "A3"', 'Blue = "A3"'), "unknown team 'Blue'; teams: Red"),
        (CASE + "speed = 3\n", "expect: unknown field 'speed'"),
        (CASE + "events = 5\n", "events must be a list of rule ids"),
        (CASE + 'events = "BA-6.1"\n', "events must be a list of rule ids"),
        (CASE + "silent = [5]\n", "silent must be a list of rule ids"),
    ],
)
def test_what_is_no_case_is_named_with_its_file_and_field(tmp_path, text, message):
    path = write(tmp_path, text)
    (outcome,) = run_files(find, [path])
    assert outcome.case.file == str(path)
    said = "\n".join(outcome.failures)
    assert re.search(
        message, f"case {outcome.case.id}: {said}" if outcome.case.id.startswith("6") else f"{outcome.case.id}: {said}"
    )


def test_files_that_are_not_there_or_no_text_are_named(tmp_path):
    with pytest.raises(BadCase, match="no such file"):
        case_files([tmp_path / "none.toml"])
    with pytest.raises(BadCase, match="No such file"):
        load(tmp_path / "none.toml")
    path = tmp_path / "a.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BadCase, match="not TOML"):
        load(path)
    path.write_text("#" * 4_000_001)
    with pytest.raises(BadCase, match="larger than 4000000 bytes"):
        load(path)


def test_an_id_may_stand_only_once_over_all_files(tmp_path):
    one, two = write(tmp_path, CASE, "one.toml"), write(tmp_path, CASE, "two.toml")
    first, second = run_files(find, [one, two])
    assert first.failures == []
    assert second.failures == [f"this id already exists in {one}"]
    assert len(run_files(find, [write(tmp_path, CASE + CASE)])[1].failures) == 1


def test_a_case_or_file_that_is_refused_fails_alone(tmp_path):
    other = CASE.replace("6.1-x", "6.1-y")
    wrong = [
        (CASE.replace("turn = 5", "options = { flags = 1 }"), "flags"),  # football's house rule
        (CASE.replace('game = "cycling"', 'game = "chess"'), "unknown game 'chess'"),
        (CASE.replace('rule = "BA-6.1"', "rule = 5"), "rule must be an id or a list of ids"),
        (CASE.replace('rule = "BA-6.1"', 'rule = "BA-99"'), "has no rule BA-99"),
        (CASE.replace("turn = 5", "speed = 5"), "speed"),
    ]
    for text, said in wrong:
        assert text != CASE, said
        refused, passed = run_files(find, [write(tmp_path, text + other)])
        assert (refused.case.id, passed.failures) == ("6.1-x", [])
        assert said in refused.failures[0]
    broken, whole = run_files(find, [write(tmp_path, "[[case]\n", "a.toml"), write(tmp_path, CASE, "b.toml")])
    assert (broken.case.id, whole.failures) == ("the whole file", [])
    assert broken.failures[0].startswith("not TOML: ")
    assert str(tmp_path) not in broken.failures[0]


def test_the_cases_of_folders_are_found_within_them(tmp_path):
    (tmp_path / "deep" / "er").mkdir(parents=True)
    write(tmp_path / "deep" / "er", CASE, "b.toml")
    write(tmp_path / "deep", CASE, "a.toml")
    write(tmp_path, "not a case", "readme.md")
    assert [path.name for path in case_files([tmp_path])] == ["a.toml", "b.toml"]


# --- expectations that fail


def failures_of(folder, change, to):
    assert CASE.count(change) == 1
    return outcome_of(folder, CASE.replace(change, to)).failures


@pytest.mark.parametrize(
    ("change", "to", "failure"),
    [
        ("square = 27", "square = 28", "Red A: expected on 28, found on 27"),
        ("square = 27, hand = [3, 7, 9]", "hand = [9, 7]", "Red A: expected cards [7, 9], found [3, 7, 9]"),
        ("[case.expect]", '[case.expect]\npoints = { Red = "1/2" }', "points of Red: expected 1/2, found 0"),
        ("[case.expect]", '[case.expect]\nled_alone = "nobody"', "led alone: expected nobody, found Red A"),
        ("[case.expect]", '[case.expect]\ncrossed = { "40" = 1 }', "over the line 40: expected 1, found 0"),
        ("[case.expect]", '[case.expect]\nfinished = ["Red A"]', "finished: expected ['Red A'], found []"),
        ("[case.expect]", '[case.expect]\ndropped = ["Red A"]', "dropped: expected ['Red A'], found []"),
        ("[case.expect]", '[case.expect]\nplaces = { "Red A" = 1 }', "place of Red A: expected 1, found 0"),
        ("[case.expect]", "[case.expect]\nover = true", "over: expected True, found False"),
        ("[case.expect]", '[case.expect]\nsilent = ["BA-6.1"]', "silent: BA-6.1 was cited, but should not have been"),
        ("[case.expect]", '[case.expect]\nrefused = "BA-6.2"', "refused: expected BA-6.2, found nothing was refused"),
        ('"A3"', '"A4"', "refused: expected nothing, found BA-6.2"),
    ],
)
def test_a_failing_expectation_says_what_was_expected_and_what_was_found(tmp_path, change, to, failure):
    assert failures_of(tmp_path, change, to)[0] == failure


def test_a_rule_that_was_not_cited_is_told_with_those_that_were(tmp_path):
    (failure,) = failures_of(tmp_path, "[case.expect]", '[case.expect]\nevents = ["BA-6.9"]')
    assert failure.startswith("events: expected BA-6.9, found BA-6.1 ")


def test_every_failure_is_told_not_only_the_first(tmp_path):
    assert len(failures_of(tmp_path, "square = 27, hand = [3, 7, 9]", "square = 1, hand = [1]")) == 2


def test_outcomes_that_a_case_lists_and_the_rules_do_not_ask_for_are_a_failure(tmp_path):
    (failure,) = failures_of(tmp_path, 'why = "', 'chance = [1]\nwhy = "')
    assert failure == "chance: 1 of 1 outcomes were not used"


def test_an_order_of_a_team_that_has_nothing_to_order_is_a_failure(tmp_path):
    text = CASE.replace("turn = 5", 'turn = 5\nteams = ["Red", "Blue"]').replace(
        'Red = "A3"', 'Red = "A3"\nBlue = "none"'
    )
    (failure,) = outcome_of(tmp_path, text).failures
    assert failure == "choices: seat 1 has nothing to choose"


# --- several turns


def turns_of(folder, choices, square=24, expect="square = 27, hand = [3, 7, 9] }]"):
    text = with_choices(choices).replace("square = 24", f"square = {square}")
    return outcome_of(folder, text.replace("square = 27, hand = [3, 7, 9] }]", expect))


def test_turns_are_played_one_after_the_other_and_the_events_of_all_are_told(tmp_path):
    # 24 + 3 = 27, he draws 3; 27 + 7 = 34, he draws 3 again, for nobody is near
    outcome = turns_of(tmp_path, '[{ Red = "A3" }, { Red = "A7" }]', expect="square = 34, hand = [3, 3, 9] }]")
    assert outcome.failures == []
    assert [event.rule for event in outcome.events].count("BA-6.1") == 2


def test_an_empty_list_of_turns_is_one_in_which_nobody_sends_anything(tmp_path):
    # without an order the highest card is played: 24 + 9 = 33, and he draws 3
    assert turns_of(tmp_path, "[]", expect="square = 33, hand = [3, 7, 3] }]").failures == []


def test_a_turn_after_the_match_is_over_is_a_failure(tmp_path):
    # the only rider is home on 118 + 3 = 121, so there is no second turn
    outcome = turns_of(tmp_path, '[{ Red = "A3" }, { Red = "A7" }]', 118, "square = 121 }]\nover = true")
    assert outcome.failures == ["choices: the match was over before turn 2"]


@pytest.mark.parametrize("expect", ["square = 24 }]", 'square = 24 }]\nrefused = "BA-6.2"'])
def test_a_turn_that_is_refused_before_the_last_one_is_a_failure_whatever_is_expected(tmp_path, expect):
    outcome = turns_of(tmp_path, '[{ Red = "A4" }, { Red = "A3" }]', expect=expect)
    assert outcome.failures[0] == "choices: turn 1 is refused by BA-6.2"


def test_the_last_turn_may_be_refused(tmp_path):
    outcome = turns_of(tmp_path, '[{ Red = "A3" }, { Red = "A8" }]', expect='square = 27 }]\nrefused = "BA-6.2"')
    assert (outcome.failures, outcome.refused) == ([], ["BA-6.2"])


FLIP = """
[[case]]
id = "flip"
game = "football"
rule = "BF-019"
why = "The flip falls to Home, which receives; corner 2 of Away's kick is the own 30."
choices = []
chance = [0, 0]
expect = { ball = "own 30", question = "call", asked = "Home" }
given = { phase = "toss", deck = ["none, o 2"] }
"""


def test_what_goes_before_the_first_question_is_played_first(tmp_path):
    assert outcome_of(tmp_path, FLIP).failures == []
    called = FLIP.replace("choices = []", 'choices = [{ Home = "1a" }]').replace('"call"', '"defense"')
    assert outcome_of(tmp_path, called.replace('asked = "Home"', 'asked = "Away"')).failures == []


def test_outcomes_that_are_too_many_or_too_few_are_told_over_all_turns(tmp_path):
    (failure,) = outcome_of(tmp_path, FLIP.replace("[0, 0]", "[0, 0, 3, 3]")).failures
    assert failure == "chance: 2 of 4 outcomes were not used"
    (failure,) = outcome_of(tmp_path, FLIP.replace("[0, 0]", "[0]")).failures
    assert failure.startswith("chance: the next outcome is 'Game Day card'")


def test_a_seat_that_a_game_cannot_go_on_without_must_choose(tmp_path):
    outcome = outcome_of(tmp_path, FLIP.replace("choices = []", "choices = [{}, {}]"))
    assert outcome.failures == ["choices: seat 0 must choose now, but its choice is missing"]


# --- anything at all


def run_dict(given, choices, expect):
    case = Case("x", "cycling", ("BA-6.1",), "because", given, (choices,), (), expect, "x.toml")
    return run(GAME, case)


names = st.sampled_from(["Red", "Blue", "Red A", "Blue D", "nobody", "", "finish", "40", "A", "partial", "a" * 60])
scalars = st.none() | st.booleans() | st.integers(-3, 300) | st.integers() | st.floats() | st.text(max_size=4) | names
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names | st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
riders = st.fixed_dictionaries(
    {"team": st.sampled_from(["Red", "Blue"]), "grade": st.sampled_from(list("ABCD")), "square": st.integers(0, 130)},
    optional={"hand": st.lists(st.integers(1, 15), min_size=1, max_size=4), "arrival": st.integers(1, 9) | values},
)
GIVEN = (
    "profile",
    "options",
    "track",
    "teams",
    "phase",
    "turn",
    "riders",
    "led_alone",
    "crossed",
    "points",
    "dropped",
    "extra",
)
EXPECT = (
    "riders",
    "points",
    "led_alone",
    "crossed",
    "finished",
    "dropped",
    "places",
    "over",
    "table",
    "refused",
    "events",
    "silent",
    "extra",
)
givens = st.fixed_dictionaries(
    {"riders": st.lists(riders | values, max_size=4, unique_by=json.dumps) | values},
    optional={name: values for name in GIVEN if name != "riders"},
)
fuzz = settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)


@pytest.mark.slow
@given(givens)
@fuzz
def test_any_position_at_all_is_set_up_or_a_bad_case(given_):
    try:
        at = GAME.cases.set_up(given_)
    except BadCase as error:
        assert_message(error)
    else:
        assert 2 <= at.config.teams <= 12
        assert at.state.field <= 48


def assert_message(error):
    assert str(error)


AT = GAME.cases.set_up({"riders": [{"team": "Red", "grade": "A", "square": 24, "hand": [3, 7, 9]}]})


@pytest.mark.slow
@given(
    st.dictionaries(st.sampled_from([name for name in EXPECT if name not in ("refused", "events", "silent")]), values)
)
@fuzz
def test_any_expectation_at_all_is_compared_or_a_bad_case(expect):
    try:
        faults = GAME.cases.compare(expect, AT, AT.state)
    except BadCase as error:
        assert_message(error)
    else:
        assert all(isinstance(fault, str) for fault in faults)


@pytest.mark.slow
@given(
    st.dictionaries(names, st.text(max_size=10) | st.sampled_from(["A3", "A3 B4 C5 D6", "A3 partial"]), max_size=2),
    st.dictionaries(st.sampled_from(EXPECT), values, max_size=2),
)
@fuzz
def test_any_choices_and_expectations_at_all_give_an_outcome_or_a_bad_case(choices, expect):
    given_ = {"turn": 5, "riders": [{"team": "Red", "grade": "A", "square": 24, "hand": [3, 7, 9]}]}
    try:
        outcome = run_dict(given_, choices, expect)
    except BadCase as error:
        assert_message(error)
    else:
        assert all(isinstance(fault, str) for fault in outcome.failures)


@given(st.text(alphabet="[]{}=\"'\n .,casegivnxptrudl0123456789#-_", max_size=120))
@settings(deadline=None, max_examples=200)
def test_any_text_at_all_is_no_case_file_or_a_bad_case(text):
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = write(Path(folder), "[[case]]\n" + text)
        assert all(outcome.failures for outcome in run_files(find, [path]))


# --- a refusal says what was wrong


def test_a_choice_that_is_refused_unexpectedly_says_why(tmp_path):
    text = CASE.replace('Red = "A3"', 'Red = "A4"')
    assert outcome_of(tmp_path, text).failures == [
        "refused: expected nothing, found BA-6.2",
        "A does not hold 4; legal: 3 7 9",
    ]


def test_a_bad_answer_about_an_injured_man_says_what_would_be_right(tmp_path):
    place = CASES / "fate" / "on_the_field.toml"
    case = place.read_text(encoding="utf-8").split("[[case]]")[3]
    assert '{ Home = "1" }' in case
    (outcome,) = run_files(find, [write(tmp_path, "[[case]]" + case.replace('{ Home = "1" }', '{ Home = "4" }'))])
    assert "expected '1' or '2' or '3', not '4'" in outcome.failures
