"""Any teams, sheets and house rules at all, for hypothesis: what `resolve` takes."""

from __future__ import annotations

from hypothesis import strategies as st

from breakaway.core.options import options_of
from breakaway.games.football.files.book import team_files
from breakaway.games.football.rules.state import FootballBook
from breakaway.games.football.rules.terms import GOAL

hail_mary_cards = st.integers(1, 5)
NOT_YES_OR_NO = {
    "flags": st.integers(0, 9),
    "spy_tokens": st.integers(0, 20),
    "regain": st.sampled_from(("all", "book", "never")),
    "hail_mary_cards": hail_mary_cards
    | st.sampled_from(("by-distance", "1/1/2/3"))
    | st.lists(hail_mary_cards, min_size=GOAL - 1, max_size=GOAL - 1),
}
houses = st.fixed_dictionaries(
    {},
    optional={
        name: NOT_YES_OR_NO.get(name, st.booleans()) for name in (option.name for option in options_of(FootballBook))
    },
)
teams = st.sampled_from(sorted(team_files()))


def matches(*sheets):
    """The arguments of `resolve`, with one of these sets of seats played by their sheets."""
    return st.fixed_dictionaries({"home": teams, "away": teams, "sheets": st.sampled_from(sheets), "house": houses})
