"""House rules are declared once: whatever is declared has words, a rule, a place in the form, and changes the book."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import breakaway
from breakaway.core.chance import sampled
from breakaway.core.data_files import house_model, house_rules, sampled_house
from breakaway.core.rulebook import Option, options_of
from breakaway.core.state import to_json
from breakaway.games.cycling import files as race
from breakaway.games.fate import files as fate
from breakaway.games.football.files import config as football
from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import find_setting

DECLARED = [(name, option) for name in GAMES for option in options_of(find(name).config)]
each_option = pytest.mark.parametrize(("name", "option"), DECLARED, ids=[f"{n} {o.name}" for n, o in DECLARED])
RESOLVE = {
    "football": lambda house: football.resolve(house=house),
    "fate": lambda house: fate.resolve(house),
    "cycling": lambda house: race.resolve(house=house),
}
WORDS = {"default_line_up": "A 9 9 9 B 8 8 9 C 3 8 9 D 5 5 6"}  # another value of those that are texts


def others(option: Option) -> list[bool | int | str]:
    """Values that are not the usual one: all of a choice, the ends of a range."""
    if isinstance(option.usual, bool):
        return [not option.usual]
    if option.choices:
        return [value for value in option.choices if value != option.usual]
    return [value for value in (option.least, option.most, WORDS.get(option.name)) if value not in (None, option.usual)]


@each_option
def test_a_house_rule_has_a_label_a_sentence_and_a_rule(name, option) -> None:
    assert option.label[0].isupper()
    assert option.says.endswith(".")
    assert option.rules
    assert set(option.rules) <= set(find(name).rules.entries)


@each_option
def test_a_house_rule_that_is_changed_changes_the_book_and_stands_in_the_record(name, option) -> None:
    needed = {option.needs: True} if option.needs else {}
    usual = to_json(RESOLVE[name](needed)[0])
    assert others(option)
    for value in others(option):
        config, told = RESOLVE[name]({**needed, option.name: value})
        assert to_json(config) != usual, value
        assert {**told, **told.get("tour", {})}[option.name] == value


@each_option
def test_a_house_rule_out_of_its_range_is_refused_by_name(name, option) -> None:
    wrong = -1 if option.usual is not True and isinstance(option.usual, int) else 7
    with pytest.raises(ValueError, match=f"options: {option.name}: expected"):
        house_rules(find(name).config, {option.name: wrong})


@each_option
def test_what_people_type_is_read_as_the_model_wants_it(name, option) -> None:
    for value in (option.usual, *others(option)):
        typed = str(value)
        assert option.read(typed) == value
        house_model(find(name).config)(**{option.name: option.read(typed)})


@each_option
def test_laws_play_the_values_that_are_declared_and_no_others(name, option) -> None:
    found = [sampled_house(find(name).config, sampled(seed)).get(option.name) for seed in range(120)]
    assert {value for value in found if value is not None} == set(option.sample)


@pytest.mark.parametrize("name", list(GAMES))
def test_random_house_rules_go_together(name) -> None:
    for seed in range(20):
        RESOLVE[name](sampled_house(find(name).config, sampled(seed)))


NO_NUMBER_OF_THEIR_OWN = {"default_line_up", "forceful_fullback", "hail_mary_cards"}  # the files make tables of them
SOURCES = Path(breakaway.__file__).parent


@pytest.mark.slow
def test_the_name_of_a_house_rule_is_written_where_it_is_declared_and_listed_nowhere_else() -> None:
    """Rules read it as a number of the book. `two_point` is an option of `breakaway odds` as well."""
    names = {option.name for _game, option in DECLARED if "_" in option.name} - NO_NUMBER_OF_THEIR_OWN - {"two_point"}
    assert len(names) > 30
    paths = [path for path in SOURCES.rglob("*.py") if not path.match("rules/state.py")]
    found = [
        f"{path.relative_to(SOURCES)}:{node.lineno}: {node.value}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in names
    ]
    assert found == []


@pytest.mark.parametrize(("name", "least"), [("football", 29), ("fate", 24), ("cycling", 13)])
def test_every_house_rule_reaches_the_form(name, least) -> None:
    names = [option.name for option in options_of(find(name).config)]
    assert len(names) >= least  # of the first release that declared them
    assert [field.name for field in find_setting(find(name)).form().house] == names
