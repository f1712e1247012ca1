"""Every coach has a name that says what it is, wherever a person meets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.language import UserError, catalog, languages, spoken
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, players
from breakaway.players.settings import find_setting
from tests.web.foreign import not_for_translators

DOCS = Path(__file__).parents[2] / "docs" / "coaches.md"


@pytest.mark.parametrize("name", list(GAMES))
def test_every_coach_has_a_shown_name_what_it_is_and_one_sentence(name: str) -> None:
    game = find(name)
    as_typed = {"random", *coaches.levels(game)}  # a level is called by its name
    for coach, found in coaches.described(game).items():
        assert found.label[:1].isupper(), coach
        assert found.label.casefold() != coach or coach in as_typed, "a shown name says what the coach is"
        assert found.hint, coach
        assert found.says.endswith("."), coach
        assert len(found.says) < 100, coach
    labels = [found.label for found in coaches.described(game).values()]
    assert len(set(labels)) == len(labels)


@pytest.mark.parametrize("name", list(GAMES))
def test_every_coach_is_called_by_what_translators_make_of_its_name(name: str) -> None:
    game = find(name)
    for coach, found in coaches.described(game).items():
        assert not not_for_translators([found.label, found.hint]), coach
        with spoken("de"):
            said = coaches.called(game, coach)
        assert catalog("de").gettext(found.label) in said, coach
        assert catalog("de").gettext(found.hint) in said, coach
    assert "de" in languages()


@pytest.mark.parametrize("name", list(GAMES))
def test_every_player_that_a_form_offers_has_a_shown_name(name: str) -> None:
    game = find(name)
    offered = find_setting(game).form().opponents
    assert all(coaches.called(game, each) != each for each in offered)


def test_an_unknown_coach_is_answered_with_all_names_and_what_they_are() -> None:
    with pytest.raises(UserError) as error:
        players(find("football"), "genius", HUMAN, 1, True)
    known = (
        "sheet (the rule book's own opponent), random (any legal choice), newcomer (a first match), "
        "beginner (a few matches played), improver (a beginner no more), club (plays now and then), "
        "league (plays every week), strong (rarely mistaken), master (hard to outguess), casual (always the strongest play in hand), "
        "naive (the best odds if all calls are equally likely), coordinator (the best mixture of calls for each down), "
        "champion (the best mixture of calls, worked out closely), human"
    )
    assert str(error.value) == f"unknown coach 'genius'; Breakaway Football has: {known}"


def test_the_documentation_lists_every_coach_with_its_shown_name() -> None:
    text = DOCS.read_text("utf-8")
    for name in GAMES:
        for coach, found in coaches.described(find(name)).items():
            assert f"| `{coach}` | {found.label} |" in text
