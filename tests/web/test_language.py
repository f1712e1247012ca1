"""Pages in other languages: nothing on them stands in English alone."""

from __future__ import annotations

import pytest

from breakaway.club.club import Club
from breakaway.core.language import Called, best_language, many, say
from tests.web.session import browser, post


def test_a_team_s_verb_follows_its_number_in_every_language() -> None:
    assert say("{team:wins} the flip", team=Called("Fire")) == "Fire wins the flip"
    assert say("{team:wins} the flip", team=Called("Maulers")) == "Maulers win the flip"
    assert f"{Called('Maulers'):gewinnt|gewinnen} {Called('Maulers')} {Called('Fire'):gewinnt|gewinnen}" == (
        "Maulers gewinnen Maulers Fire gewinnt"
    )
    assert f"{Called('Maulers'):'s} {Called('Fire'):'s}" == "Maulers' Fire's"
    assert [many("{n} line", "{n} lines", n) for n in (-1, 0, 1, 2)] == ["-1 line", "0 lines", "1 line", "2 lines"]


def test_a_browser_gets_its_own_language_until_somebody_chooses_another(club: Club) -> None:
    client = browser(club)
    client.headers["accept-language"] = "fr-FR, de-AT;q=0.8, en;q=0.5"
    assert '<html lang="de"' in client.get("/").text
    answer = post(client, "/language", language="en", back="/upload")
    assert str(answer.url).endswith("/upload")
    assert '<html lang="en"' in answer.text
    assert '<html lang="en"' in client.get("/").text, "the choice is kept"
    assert '<html lang="de"' in post(client, "/language", language="de", back="//elsewhere.example").text
    assert '<html lang="en"' in post(client, "/language", language="xx").text, "there is no such language"


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("it, xx;q=0.4", "en"),  # neither language has a catalog
        ("de, en", "de"),  # equal weights: the first one
        ("en;q=0.5, de", "de"),  # no weight is 1
        ("de;q=0.2, EN-us; Q=0.7, fr", "en"),
        ("de-AT;q=0.8, en;q=0.75", "de"),
        ("de;q=0, fr", "en"),  # 0: not acceptable
        ("de;q=0, *", "en"),
        ("en;q=0, *;q=0.1", "de"),  # *: every language that is not named
        ("en;q=0.3, *;q=0.4", "de"),
        ("*", "en"),
        ("de;q=0", "en"),
        ("de;q=much, en;q=0.9", "de"),  # not a weight: as if there were none
    ],
)
def test_the_language_with_the_greatest_weight_is_chosen(accepted: str, language: str) -> None:
    """RFC 9110, sections 12.4.2 and 12.5.4."""
    assert best_language(accepted) == language
