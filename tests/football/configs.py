"""Any teams, sheets and house rules at all, for hypothesis: what `resolve` takes."""

from __future__ import annotations

from hypothesis import strategies as st

from breakaway.core.rulebook import options_of
from breakaway.games.football.files.config import team_files
from breakaway.games.football.rules.state import FootballConfig

hail_mary_cards = st.integers(1, 5)
MORE = {
    "hail_mary_cards": st.sampled_from(("by-distance", "1/1/2/3")) | st.lists(hail_mary_cards, min_size=19, max_size=19)
}


def values(option):
    """Everything that a house rule can be."""
    if isinstance(option.usual, bool):
        return st.booleans()
    if option.choices:
        return st.sampled_from(sorted(option.choices))
    return st.integers(option.least, option.most) | MORE.get(option.name, st.nothing())


houses = st.fixed_dictionaries({}, optional={each.name: values(each) for each in options_of(FootballConfig)})
teams = st.sampled_from(sorted(team_files()))


def matches(*sheets):
    """The arguments of `resolve`, with one of these sets of seats played by their sheets."""
    return st.fixed_dictionaries({"home": teams, "away": teams, "sheets": st.sampled_from(sheets), "house": houses})
