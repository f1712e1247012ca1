"""Pages, the zine and the list of who took over count the turns of a race as its tables and orders do."""

from __future__ import annotations

import re

from breakaway.club.club import Club
from breakaway.club.schema import CLOSE, seats
from breakaway.club.time_control import Terms
from tests.club.starts import play_out, race
from tests.web.session import browser


def test_replay_zine_and_whoever_took_over_count_the_turns_of_the_race(club: Club) -> None:
    """Three turns of the record are the line-ups and the race's turns 1 and 2."""
    made = club.create("cycling", race(("human", "human")), here=[0, 1], terms=Terms(10**6, CLOSE))
    play_out(club, made.id, turns=3)
    with club.database.writing() as connection:
        connection.execute(seats.update().where(seats.c.match == made.id, seats.c.seat == 1).values(took_over=2))
    client = browser(club)
    moments = [client.get(f"/match/{made.id}/at/{turn}").text.partition('id="moment"')[2][:60] for turn in range(4)]
    for moment, expected in zip(
        moments, ("Next: the line-ups<", "After the line-ups<", "After turn 1 of 2<", "After turn 2 of 2<"), strict=True
    ):
        assert f">{expected}" in moment
    assert "Next: turn 3." in client.get(f"/match/{made.id}/zine").text
    assert "Blue took over a team after turn 1." in client.get(f"/match/{made.id}/1").text
    client.headers["accept-language"] = "de"
    assert "Als Nächstes: Zug 3." in client.get(f"/match/{made.id}/zine").text
    assert ">Stand: Zug 1 von 2<" in client.get(f"/match/{made.id}/at/2").text


def test_the_zine_has_a_title_of_its_own_and_a_way_back(club: Club) -> None:
    made = club.create("cycling", race(("human", "human")), "A race on Sunday", here=[0])
    club.resolve(made.id)
    client = browser(club)
    text = client.get(f"/match/{made.id}/zine").text
    assert "<title>All reports · A race on Sunday</title>" in text
    back = re.search(r'<a href="([^"]+)">← Back to the table</a>', text)
    assert back
    assert client.get(back[1]).url.path == f"/match/{made.id}/1"
