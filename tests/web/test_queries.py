"""What follows the question mark of an address is anything that a visitor types there: each page is still a page."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import pytest

from breakaway.club.club import Club
from breakaway.records.match import Start
from tests.club.starts import any_order, fate_match, football_match, play_out, race
from tests.web.session import browser, queries

ODD = ("1", "1.2", "0", "0.0.0.0", "x", "-1", ".", "1.", "999999", "9" * 40, "1.x.2", "12.7.9.5.1.1.1.1.1.1.1.1.1", "٣")
STARTS: dict[str, tuple[str, Callable[[], Start]]] = {
    "football": ("football", football_match),
    "fate": ("fate", fate_match),
    "platoons": ("fate", lambda: fate_match(("human",) * 4)),
    "race": ("cycling", lambda: race(("human",) * 2)),
    "blind": ("cycling", lambda: race(("human",) * 2, profile="blind")),
    "spy": ("cycling", lambda: race(("human",) * 2, profile="spy")),
}


def phases(club: Club, match_id: str, turns: int) -> Iterator[int]:
    """Plays by chance, and stops at the first turn of each phase: a seat that chooses then."""
    seen = set()
    for turn in range(turns):
        look = club.look(match_id)
        if look.is_over:
            return
        if (phase := int(look.observation.view.phase)) not in seen:
            seen.add(phase)
            yield look.waiting[0]
        play_out(club, match_id, turn, 1)


def cut(rng: random.Random, order: list[int]) -> list[str]:
    """An order as drafts: too short, whole, and too long."""
    ends = (1, rng.randrange(len(order)) + 1, len(order), len(order) + 1)
    return [".".join(map(str, [*order, *order][:end])) for end in ends]


@pytest.mark.parametrize("kind", STARTS)
def test_any_draft_in_an_address_is_a_page_in_every_phase(club: Club, kind: str) -> None:
    game, start = STARTS[kind][0], STARTS[kind][1]()
    made = club.create(game, start, here=range(len(start.seats)))
    club.resolve(made.id)
    client, rng = browser(club), random.Random(9)
    for seat in phases(club, made.id, 30):
        for draft in [*rng.sample(ODD, 4), *cut(rng, any_order(club, made.id, seat, 1))]:
            answer = client.get(f"/match/{made.id}/{seat + 1}", params={"draft": draft})
            assert answer.status_code == 200, (draft, answer.text[:300])
            assert "Your orders are sealed" not in answer.text, draft


VALUES = (*("", "0", "-1", "1.5", "x", "9" * 20, "9" * 5000, "1.2", "\x00", "٣", "%"), "a" * 3000)


def test_any_value_of_any_query_parameter_is_answered_with_a_page(club: Club) -> None:
    """Too short, too long, no number, out of range, huge, and given twice: never a fault of the server."""
    made = club.create("football", football_match(chance="typed"), here=[0, 1])
    while waiting := club.look(made.id).waiting:  # then the page of the dice asks
        for seat in waiting:
            club.choose(made.id, seat, any_order(club, made.id, seat, 1))
        club.resolve(made.id)
    client = browser(club)
    known = {"match_id": made.id, "place": "1", "name": "football"}
    pages = {path: names for path, names in queries(client.app) if names and "static" not in path}
    assert {"/match/{match_id}/{place}", "/match/{match_id}/{place}/dice", "/rules/{name}"} <= {*pages}
    for path, names in pages.items():
        where = path.format(**known)
        ask = client.head if path.endswith("stream") else client.get
        assert ask(where, follow_redirects=False).status_code == 200, where
        for name, odd in ((name, odd) for name in names for odd in VALUES):
            answer = ask(where, params=[(name, "1"), (name, odd)] if len(odd) % 2 else {name: odd})
            assert answer.status_code < 500, (where, name, odd, answer.text[:300])
            assert "Traceback" not in answer.text, (where, name, odd)
