"""Pages in other languages: nothing on them stands in English alone."""

from __future__ import annotations

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

    assert best_language("it, xx;q=0.4") == "en"
