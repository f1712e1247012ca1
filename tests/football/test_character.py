"""What the documents say of the teams, one test for each sentence; and a team's character in play, by its sheets.

SF: the solo rules and questions; RB: the rule book. The figures are copied by hand. A fit is held to the same sentences
by tools/football_character.py, and one test shows that it refuses data which break them.
"""

from __future__ import annotations

import copy
from collections import Counter
from functools import cache
from statistics import mean

import pytest
from tools.football_character import broken

from breakaway.core.chance import sampled, start_step
from breakaway.core.data_files import read_toml
from breakaway.core.game import blank_orders, play_on
from breakaway.games.football.files.cards import DATA
from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.events import FOURTH_DOWN_ROLLED, PLAY_SHOWN
from breakaway.games.football.rules.terms import BLOCKED, RUN

MATCHES = 40
CORE = ["fire", "lightning", "maulers", "pharaohs"]
ELITE = {"rhinos", "stackers", "vultures"}
RUNS = {"Inside Run", "Outside Run", "Draw", "Counter"}


@cache
def teams():
    """Every team's file, by its name."""
    return {path.stem: read_toml(path) for path in sorted((DATA / "teams").glob("*.toml"))}


def plays(name):
    """Type and strength of each play of a team's cards."""
    texts = [play for card in teams()[name]["offense"] for play in card["plays"]]
    parts = [text.removesuffix(" low").removesuffix(" min").rsplit(" ", 1) for text in texts]
    return [(play, int(strength)) for play, strength in parts]


def calls(name):
    """Type and both strengths, against runs and passes, of each call of a team's defense cards."""
    parts = [call.rsplit(" ", 1) for card in teams()[name]["defense"] for call in card["calls"]]
    return [(call, *map(int, strengths.split("-"))) for call, strengths in parts]


def runs(name):
    return [strength for play, strength in plays(name) if play in RUNS]


def passes(name):
    return [strength for play, strength in plays(name) if play not in RUNS]


def high(strengths, least):
    return sum(strength >= least for strength in strengths)


def targets(name):
    """What the die has to reach on fourth down, by milestone."""
    return [teams()[name]["fourth_down"][column] for column in ("own_20", "midfield", "their_20", "goal")]


# --- cards


def test_the_maulers_lack_high_value_passes():
    """SF: "Some teams lack high-value plays, like the Maulers passing game" (BF-207)."""
    assert high(passes("maulers"), 7) == 0


def test_the_maulers_have_four_separate_high_value_runs():
    """SF: "the Maulers use four separate high-value runs in the first half" (BF-206)."""
    assert high(runs("maulers"), 4) >= 4


def test_only_some_teams_lack_high_value_plays():
    """SF: every player has tokens of both colors, and only "some teams" lack plays that cost one (BF-206, BF-207).

    That the Pharaohs are the other one, with their runs, is ours.
    """
    lacking = {(name, "runs") for name in teams() if high(runs(name), 4) < 2}
    lacking |= {(name, "passes") for name in teams() if high(passes(name), 7) < 2}
    assert lacking == {("maulers", "passes"), ("pharaohs", "runs")}


@pytest.mark.parametrize("name", sorted(teams()))
def test_high_value_plays_are_a_team_s_strongest_ones_not_its_usual_ones(name):
    """SF: the spy looks for "your strongest plays"; how often they are called is a matter of strategy."""
    assert high(runs(name), 4) < len(runs(name)) / 2
    assert high(passes(name), 7) < len(passes(name)) / 2


@pytest.mark.parametrize("play", [("Screen", 5), ("Medium", 6), ("Long", 8), ("Short", 2), ("Short", 3)])
def test_a_pass_that_a_document_names_stands_in_a_core_deck(play):
    """SF: Medium 6 and Screen 5 against Prevent, Short 2 and 3; RB: Long 8 against Prevent (the box has core decks)."""
    assert any(play in plays(name) for name in CORE)


def test_a_run_of_2_and_a_blitz_of_1_stand_in_core_decks():
    """RB, Game Play: "a run play with strength 2" against "a Blitz with run strength of 1"."""
    assert any(2 in runs(name) for name in CORE)
    assert any(call == "Blitz" and run == 1 for name in CORE for call, run, _ in calls(name))


def test_a_zone_of_5_and_a_goal_line_defense_of_0_against_passes_stand_in_core_decks():
    """SF: Short 2 against "a Zone of 5", Short 3 against "a Goal Line of 0"."""
    against_passes = {(call, passing) for name in CORE for call, _, passing in calls(name)}
    assert {("Zone", 5), ("Goal Line", 0)} <= against_passes


@pytest.mark.parametrize("name", sorted(teams()))
def test_inside_run_and_short_are_low_value_plays_with_a_minimum_gain(name):
    """SF, RB: "Some plays, especially Inside Run and Short Pass plays", "these low-value plays" (BF-170)."""
    texts = [play for card in teams()[name]["offense"] for play in card["plays"]]
    low = [text for text in texts if text.startswith(("Inside Run", "Short"))]
    assert all(text.endswith(" min") for text in low)
    assert max(strength for play, strength in plays(name) if play == "Inside Run") < 4
    assert max(strength for play, strength in plays(name) if play == "Short") <= 4


@pytest.mark.parametrize(("play", "at"), [("Inside Run", 1), ("Short", 2)])
def test_a_defense_typically_stops_a_low_value_play_but_for_its_minimum(play, at):
    """SF: a defense value "equal to or higher than the Offense value, which is typical on these low-value plays"."""
    strengths = [strength for name in CORE for each, strength in plays(name) if each == play]
    against = [call[at] for name in CORE for call in calls(name)]
    assert mean(value >= strength for value in against for strength in strengths) > 0.5


def test_elite_defenses_have_fewer_cards_and_formations_and_are_stronger():
    """SF: fewer cards, "due to their concentrated overall strength and use of fewer formations" (BF-005)."""

    def of(name):
        formations = {card["formation"] for card in teams()[name]["defense"]}
        return len(teams()[name]["defense"]), len(formations), -mean(run + passing for _, run, passing in calls(name))

    others = [of(name) for name in set(teams()) - ELITE]
    for name in ELITE:
        assert all(mine < min(theirs) for mine, theirs in zip(of(name), zip(*others, strict=True), strict=True))


def test_core_teams_have_15_offense_cards_and_10_defense_cards_and_all_teams_15():
    """RB, Components; SF: "Every team has 15 Offense cards" (BF-004, BF-005)."""
    assert all(len(teams()[name]["defense"]) == 10 for name in CORE)
    assert all(len(team["offense"]) == 15 for team in teams().values())


@pytest.mark.parametrize("name", CORE)
def test_every_core_team_plays_the_drawn_card_on_a_gold_joker(name):
    """SF: "The core teams also have a formation card in the Gold Joker slot" (BF-223)."""
    for sheets in (teams()[name], teams()[name]["expert"]):
        assert {codes["Gold Joker"] for codes in sheets["offense_sheet"]["plays"].values()} == {"drawn"}


def test_every_team_has_an_expert_set_with_the_formations_and_plans_of_its_standard_set():
    for team in teams().values():
        for part in ("formation", "plan", "late"):
            assert team["expert"]["offense_sheet"][part] == team["offense_sheet"][part]


def test_many_teams_have_a_strategy_of_their_own_for_the_last_five_cards():
    """SF: "Many teams have special logic for the final 5 cards of the half" (BF-224)."""
    late = [set(team["offense_sheet"]["late"].values()) for team in teams().values()]
    assert sum(len(plans) > 1 for plans in late) > len(late) / 2


def test_the_lightning_have_a_shotgun_that_is_pass_heavy():
    """SF, Example of Play: "The Lightning call a Shotgun (Pass Heavy) formation"."""
    assert teams()["lightning"]["formations"]["pass_heavy"] == "Shotgun"


# --- the Game Day deck


def test_a_fumble_in_a_breakaway_is_uncommon_and_a_turnover_of_a_defense_breakaway_less_so():
    """SF: "Though uncommon, the fumble icon can come into play"; RB: on Defense Breakaways "an increased chance of a
    turnover" (BF-043, BF-047).
    """
    cards = read_toml(DATA / "deck.toml")["cards"]
    offense = sum("o football" in card["card"] for card in cards)
    defense = sum("d turnover" in card["card"] for card in cards)
    assert 1 <= offense <= 3
    assert offense < defense


def test_some_interception_is_run_back_and_some_fumble_names_its_spot():
    """SF: "No defensive return occurs unless [...] the Game Day card specifically requires it"; RB: fumbles "unless
    specifically noted on the Game Day card" (BF-092, BF-097).
    """
    cards = [card["card"] for card in read_toml(DATA / "deck.toml")["cards"]]
    assert any(card.startswith("pass turnover return,") for card in cards)
    assert any(card.startswith("run turnover at ") for card in cards)


def test_some_card_shows_a_field_goal_of_7_and_a_punt_of_9():
    """SF, 4th Down Decisions."""
    assert any((card.field_goal, card.punt) == (7, 9) for card in Library().deck.cards if card.field_goal != BLOCKED)


# --- fourth down


@pytest.mark.parametrize("name", ["pharaohs", "eclipse"])
def test_pharaohs_and_eclipse_go_for_it_on_the_die_alone_from_every_milestone(name):
    """SF: they are "much more aggressive in going for it"; a 7 is never reached unmodified (BF-232, BF-233)."""
    assert max(targets(name)) <= 6
    assert targets(name)[3] <= 5


@pytest.mark.parametrize("name", sorted(set(teams()) - {"pharaohs", "eclipse"}))
def test_no_other_team_has_targets_as_low_as_theirs(name):
    """SF: "much lower for the Pharaohs" (BF-232)."""
    for bold in ("pharaohs", "eclipse"):
        assert all(mine > theirs for mine, theirs in zip(targets(name), targets(bold), strict=True))
        assert sum(targets(name)) >= sum(targets(bold)) + 6


@pytest.mark.parametrize("name", sorted(set(teams()) - {"vultures"}))
def test_the_vultures_targets_are_higher_than_anybody_s(name):
    """SF: "the die roll requirements are much higher for the Vultures" (BF-232)."""
    assert all(theirs > mine for theirs, mine in zip(targets("vultures"), targets(name), strict=True))


# --- a fit is held to the same


def put(path, value):
    """A change of one datum: where it stands, and what is put there."""

    def change(data):
        *way, last = path
        for step in way:
            data = data[step]
        data[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (put(("lightning", "offense", 1, "plays", 1), "Outside Run 3"), "lightning: 1 of 12 of run"),
        (put(("maulers", "offense", 7, "plays", 1), "Medium 7"), "maulers: 1 of pass"),
        (put(("pharaohs", "offense", 1, "plays", 0), "Outside Run 4"), "pharaohs: 1 of run"),
        (put(("fire", "offense", 0, "plays", 0), "Inside Run 4 min"), "fire: Inside Run 4"),
        (put(("pharaohs", "fourth_down", "goal"), 7), "pharaohs: goal 7, not 3 to 5"),
        (put(("vultures", "fourth_down", "goal"), 8), "vultures: goal 8, not 9 to 10"),
        (put(("maulers", "fourth_down", "midfield"), 6), "maulers: midfield 6, not 7 to 8"),
        (put(("vultures", "defense"), teams()["fire"]["defense"]), "fewer cards and formations, and is stronger"),
        (put(("fire", "offense_sheet", "plays", "Shotgun", "Gold Joker"), "1a"), "fire: Shotgun"),
        (put(("fire", "expert", "offense_sheet", "plays", "Shotgun", "Gold Joker"), "1a"), "fire, expert: Shotgun"),
    ],
)
def test_a_fit_refuses_data_that_break_a_sentence(change, sentence):
    data = copy.deepcopy(teams())
    assert broken(data) == []
    change(data)
    assert any(sentence in each for each in broken(data))


# --- in play


@cache
def played(team):
    """What a team did and allowed in its matches against the Lightning."""
    config, seen = resolve(team, "lightning", (0, 1))[0], Counter()
    for seed in range(MATCHES):
        s, chance, log = GAME.start(config), sampled(seed), []

        def chances(i, chance=chance):
            start_step(chance)
            return chance

        play_on(GAME, s, config, blank_orders(GAME), chances, log)
        seen["allowed"] += s.score[1]
        for event in log:
            if event.rule == PLAY_SHOWN and event.seat == 0:
                seen["runs" if config.type_kind[event.type] == RUN else "passes"] += 1
            elif event.rule == FOURTH_DOWN_ROLLED and event.seat == 0:
                seen["fourth downs"] += 1
                seen["gone for"] += event.total >= event.target
    return seen


def run_share(team):
    return played(team)["runs"] / (played(team)["runs"] + played(team)["passes"])


def boldness(team):
    return played(team)["gone for"] / played(team)["fourth downs"]


@pytest.mark.slow
def test_maulers_run_and_pharaohs_pass():
    assert run_share("maulers") > 0.6
    assert run_share("pharaohs") < 0.4
    assert 0.4 < run_share("fire") < 0.6


@pytest.mark.slow
def test_vultures_are_cautious_on_fourth_down_and_pharaohs_and_eclipse_much_bolder():
    assert boldness("vultures") < boldness("fire") < min(boldness("pharaohs"), boldness("eclipse")) / 2
