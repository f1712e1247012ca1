"""Every event of a race is told in every medium, in both languages, unless its declaration leaves it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import pytest

from breakaway.core.language import OWN_NAMES, use
from breakaway.core.observation import Observation
from breakaway.core.rules import DECLARED, DETAIL, EVERYONE, HEADLINE, SPECTATOR, Event, Unit, added, event, sentence
from breakaway.games.cycling import terminal
from breakaway.games.cycling.display import news
from breakaway.games.cycling.files import resolve
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.referee import report_document
from breakaway.games.cycling.referee.race_files import RaceHistory
from breakaway.games.cycling.referee.report import Turn, report_of
from breakaway.games.cycling.rules import events
from breakaway.games.cycling.rules.state import RaceObservation
from breakaway.games.cycling.rules.terms import RIDERS
from breakaway.records.history import Fold

from .looking import NAMES, position
from .random_races import ridden
from .test_counts import counted

RULES = [rule_id for rule_id in DECLARED if rule_id.startswith("BA-")]
RIDER, OTHER = 4, 5  # Sky Blue A and B
# a likely value of each unit; a number of another unit is 3
LIKELY = {
    events.TEAM: 1,
    events.RIDER: RIDER,
    events.PLAIN_RIDER: RIDER,
    events.MARK: RIDER,
    events.POINTS: 360360 * 5,
    events.SQUARE: 27,
    events.STAGE: 1,
    events.ARRIVED: 6,
}


def likely(rule: str) -> Event:
    """An event of this rule with likely numbers, told to everybody."""
    numbers = [LIKELY.get(unit, 3) for unit in DECLARED[rule].fields.values()]
    if "other" in DECLARED[rule].fields:
        numbers[list(DECLARED[rule].fields).index("other")] = OTHER
    return Event(rule, EVERYONE, tuple(numbers))


MOVE = Event(events.MOVED, EVERYONE, (RIDER, 20, 27, 7))


def looking(seat: int = SPECTATOR) -> RaceObservation:
    """A race of three teams that a spectator or a team looks at."""
    at = position()
    return Observation(GAME, at.state, at.config, seat, NAMES)


@pytest.fixture(params=OWN_NAMES)
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    use(request.param)
    yield request.param
    use("en")


def in_full(seen: Sequence[Event]) -> str:
    return str([news.everything(looking(), seen), terminal.full(looking(), seen)])


def move_by_move(seen: Sequence[Event]) -> str:
    return str(news.move_by_move(looking(), [(0, seen)]))


def brief(seen: Sequence[Event]) -> str:
    return str(news.brief(looking(), seen))


def at_the_terminal(seen: Sequence[Event]) -> str:
    return str(terminal.report(looking(), seen, [0]))


def in_a_digest(seen: Sequence[Event]) -> str:
    return str(terminal.digest(looking(), seen))


def to_the_own_team(seen: Sequence[Event]) -> str:
    return str(terminal.report(looking(1), seen, [1]))


def last_turn(seen: Sequence[Event]) -> str:
    """The page's log of the last turn: rider by rider, if riders moved. They never move in the turn of the line-ups."""
    moved = [] if any(events.part_of(each) == events.START for each in seen) else [MOVE]
    return str(news.blocks(looking(), [(0, [*moved, *seen])]))


def earlier_turn(seen: Sequence[Event]) -> str:
    """The page's log of an earlier turn."""
    return str(news.blocks(looking(), [(0, seen), (1, [])])[0])


def by_post(seen: Sequence[Event]) -> str:
    """The postal report."""
    at = position()
    past = RaceHistory(GAME, at.config, {"names": NAMES, "options": {}}, [], Fold())
    return report_document.as_text(report_of(past, Turn(at.state, at.state, list(seen))))


WITH_DETAILS = (in_full, move_by_move)
BRIEF = (brief, at_the_terminal, in_a_digest, to_the_own_team, last_turn, earlier_turn)


def is_told(medium: Callable[[Sequence[Event]], str], event: Event) -> bool:
    """Whether the medium says more with the event than without it, alone or after its rider's move."""
    return medium([event]) != medium([]) or medium([MOVE, event]) != medium([MOVE])


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rule", RULES)
def test_the_full_log_has_every_event_in_its_own_words(rule: str) -> None:
    text = sentence(likely(rule), NAMES)
    assert text
    for medium in WITH_DETAILS:
        assert text in medium([likely(rule)]), medium.__name__


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rule", RULES)
def test_every_brief_medium_tells_what_is_more_than_a_detail(rule: str) -> None:
    silent = [medium.__name__ for medium in BRIEF if not is_told(medium, likely(rule))]
    assert silent == [] or DECLARED[rule].weight == DETAIL


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rule", RULES)
def test_the_postal_report_tells_every_event_that_its_tables_do_not_show(rule: str) -> None:
    from_the_state = (events.START, events.DROPS)  # hands, and the list of dropped riders
    shown_beside = (events.SHARED_PLACE,)  # named as a rule of the places
    if DECLARED[rule].part not in from_the_state and rule not in shown_beside:
        assert is_told(by_post, likely(rule))


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rule", [rule for rule in RULES if DECLARED[rule].weight == HEADLINE])
def test_a_headline_is_bold_in_the_log_of_the_page(rule: str) -> None:
    found = [line for line in news.log_report(looking(), [likely(rule)]) if line.text == sentence(likely(rule), NAMES)]
    assert [line.style for line in found] == ["bold"]


@pytest.mark.usefixtures("language")
@pytest.mark.parametrize("rule", RULES)
def test_every_sentence_names_its_rider_or_team_and_fills_in_all_numbers(rule: str) -> None:
    """A sentence that is not translated yet is told in English; tools/catalogs.py lists it."""
    text, team = sentence(likely(rule), NAMES), events.team_of(likely(rule))
    assert "{" not in text
    assert team < 0 or NAMES["teams"][team] in text


@pytest.mark.parametrize("field", [{"rider": events.RIDER}, {"team": events.TEAM}, {"stage": events.STAGE}])
def test_an_event_without_part_and_weight_is_told_everywhere(field: dict[str, Unit]) -> None:
    """What a new event is until its declaration says more."""
    rule = event("BA-NEW", says="a dog crosses the road", **field)
    try:
        media = (*WITH_DETAILS, *BRIEF, by_post)
        assert [medium.__name__ for medium in media if not is_told(medium, likely(rule))] == []
    finally:
        del DECLARED[rule]


@pytest.mark.parametrize("profile", ["blind", "spy"])
def test_secret_events_are_declared_and_never_told_to_all_in_a_blind_race(profile: str) -> None:
    told = set[tuple[str, bool]]()
    for seed in range(6):
        _config, turns = ridden(seed, rulings=True, config=resolve(profile, 3)[0])
        told |= {(each.rule, each.audience == EVERYONE) for turn in turns for each in turn.events}
    assert len(told) > 12
    wrong = {rule for rule, to_all in told if to_all == bool(DECLARED[rule].secret)}
    assert wrong == set()


def test_nothing_is_secret_in_an_open_race() -> None:
    for seed in range(4):
        _config, turns = ridden(seed, rulings=True, config=resolve("postal", 3)[0])
        assert {each.audience for turn in turns for each in turn.events} == {EVERYONE}


def test_what_events_add_to_counts_is_what_the_statistics_count() -> None:
    for seed in range(8):
        config, turns = ridden(seed)
        _rows, total = counted(config, turns)
        for count in ("sprint_points", "finish_points", "finishers", "breakaways", "absences"):
            sums = [0] * config.teams
            for each in (each for turn in turns for each in turn.events):
                if amount := added(each, count):
                    sums[events.team_of(each)] += amount
            assert list(getattr(total, count)[: config.teams]) == sums, (seed, count)


def test_riders_and_teams_of_events() -> None:
    assert events.rider_of(Event(events.DROPPED, EVERYONE, (RIDER + RIDERS,))) == RIDER
    assert (events.team_of(likely(events.NO_MOVES)), events.team_of(likely(events.DREW))) == (1, 1)
    assert events.team_of(likely(events.STAGE_OVER)) == -1
