"""A bot of one's own, pasted into a page of the folder: what it plays, how it is counted, and what is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

import breakaway
from breakaway.club.club import Club, open_club
from breakaway.core.language import UserError
from breakaway.games.manifest import GAMES, find
from breakaway.players import coaches
from breakaway.site.bots import EXAMPLE, MATCHES, BotScore, Trial, address, page
from tests.web.session import browser

SPRINTER = """
class Sprinter:
    def choose(self, observation, legal, rng):
        order = []
        while len(order) < legal.slots:
            order.append(legal.codes(order)[-1])
        return order
"""


def test_the_score_has_the_share_of_each_end_with_its_wilson_interval() -> None:
    """Three in four: the interval of tests/lab/test_report.py, as worked by hand there."""
    rows = BotScore(won=3, drawn=0, lost=1).table()
    assert rows[0] == ["Won", "3", "75.0%", "30.1% – 95.4%"]
    assert rows[1] == ["Drawn", "0", "0.0%", "0.0% – 49.0%"]
    assert [row[1] for row in rows] == ["3", "0", "1"]
    assert BotScore().table()[0] == ["Won", "0", "–", "–"]


def test_a_bot_plays_the_matches_of_python_and_changes_seats_after_each() -> None:
    trial = Trial(SPRINTER, "cycling", "newcomer")
    game = breakaway.load("cycling", teams=2)
    scope: dict[str, type] = {}
    exec(SPRINTER, scope)
    own = scope["Sprinter"]
    expected = []
    for number, bots, seat in (
        (1, [own, "newcomer"], 0),
        (2, ["newcomer", own], 1),
        (3, [own, "newcomer"], 0),
        (4, ["newcomer", own], 1),
    ):
        winners = breakaway.play(game, bots, seed=number).result.winners
        expected.append("drawn" if len(winners) > 1 else "won" if seat in winners else "lost")
    before = BotScore()
    for end in expected:
        score = trial.play()
        assert getattr(score, end) == getattr(before, end) + 1
        before = BotScore(score.won, score.drawn, score.lost)
    assert before.played == 4
    assert json.loads(trial.report()) == {"bot": "Sprinter", "played": 4, "table": before.table()}


@pytest.mark.parametrize("game", ["football", "fate", "cycling"])
def test_the_example_on_the_page_plays_every_game(game: str) -> None:
    assert Trial(EXAMPLE, game, coaches.levels(find(game))[0]).play().played == 1


def test_of_several_bots_in_a_text_the_last_one_plays_and_imported_ones_do_not() -> None:
    text = f"{SPRINTER}\nclass Careful(Sprinter):\n    pass\n\nfrom breakaway import Coach\n"
    assert Trial(text, "fate", "newcomer").name == "Careful"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("x = 1", "This text defines no bot: it needs a class with a method choose"),
        ("class Bot:\n  def choose(self", "bot.py cannot be loaded: SyntaxError"),
        ("import nothing_of_this_name", "bot.py cannot be loaded: ModuleNotFoundError"),
        ("raise SystemExit(3)", "bot.py cannot be loaded: SystemExit"),
    ],
)
def test_a_text_that_is_no_bot_says_what_is_wrong(text: str, says: str) -> None:
    with pytest.raises(UserError, match=says):
        Trial(text, "fate", "newcomer")


def test_a_bot_that_fails_says_in_which_match_and_line() -> None:
    trial = Trial(
        "class Bot:\n    def choose(self, observation, legal, rng):\n        return 1 // 0\n", "fate", "newcomer"
    )
    with pytest.raises(UserError, match=r"^Match 1: the bot Bot .*ZeroDivisionError.*\(bot.py, line 3\)$"):
        trial.play()
    assert trial.score.played == 0
    again = Trial(
        "class Bot:\n    def choose(self, observation, legal, rng):\n        return 'pray'\n", "fate", "newcomer"
    )
    with pytest.raises(UserError, match="answered 'pray', which is not a legal order"):
        again.play()


def test_an_opponent_is_one_of_the_levels_of_the_game() -> None:
    for wrong in ("grandmaster", "", "bot.py:Bot"):
        with pytest.raises(UserError, match="unknown coach"):
            Trial(EXAMPLE, "fate", wrong)


def test_the_page_offers_all_levels_of_all_games_in_each_language() -> None:
    for language, title in (("en", "A bot of your own"), ("de", "Ein eigener Bot")):
        text = page(language)
        assert f'<html lang="{language}">' in text
        assert f"<h1>{title}</h1>" in text
        for name in GAMES:
            assert all(f'<option value="{each}">' in text for each in coaches.levels(find(name)))
        assert f'max="{MATCHES}"' in text
        assert " style=" not in text
        assert "http" not in text.replace("http-equiv", "")
    assert (address("en"), address("de")) == ("bots.html", "bots-de.html")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """A new club."""
    made = open_club(tmp_path / "club.sqlite")
    yield made
    made.close()


def test_no_server_has_a_page_for_pasted_bots_nor_a_link_to_it(club: Club) -> None:
    """A server would run a stranger's code."""
    client = browser(club)
    home = client.get("/")
    assert home.status_code == 200
    assert "bots" not in home.text
    assert "documentation/" not in home.text
    for path in (
        "bots",
        "bots.html",
        "bots-de.html",
        "bots.mjs",
        "bots-worker.mjs",
        "static/bots.mjs",
        "static/bots-worker.mjs",
    ):
        assert client.get(f"/{path}").status_code == 404
        assert client.post(f"/{path}", data={"text": EXAMPLE}).status_code in (403, 404, 405)
    routes = {getattr(each, "path", "") for each in client.app.routes}
    assert len(routes) > 50
    assert not {each for each in routes if "bot" in each}
