"""Nobody is told anything in another visitor's language, and records have none."""

from __future__ import annotations

import secrets
from collections.abc import Callable

import pytest

from breakaway.club import club as shelf
from breakaway.club.club import Club
from breakaway.games.manifest import GAMES, find
from tests.club.starts import any_order, race
from tests.web.conftest import Serve
from tests.web.foreign import german_bracketed
from tests.web.session import browser, orders, post, turn
from tests.web.twins import NAME, Listening

__all__ = ["german_bracketed"]


def pages_of(club: Club, made: dict[str, str]) -> list[str]:
    """Pages of every kind, of all games."""
    found = ["/", "/upload", "/nothing"]
    for name in GAMES:
        rule = next(iter(find(name).rules.entries))
        found += [f"/open/{name}", f"/rules/{name}", f"/rules/{name}/{rule}", f"/match/{made[name]}/watch"]
        found += [f"/match/{made[name]}/{place}" for place in ("1", "at/0", "at/3")]
    return found


def forget() -> None:
    """Empties what functions of ours keep at hand."""
    import functools
    import gc

    for each in gc.get_objects():
        if type(each) is functools._lru_cache_wrapper and each.__module__.startswith("breakaway."):
            each.cache_clear()


@pytest.mark.slow
@pytest.mark.usefixtures("german_bracketed")
def test_what_is_kept_at_hand_for_one_visitor_is_in_no_other_language_for_the_next(club: Club) -> None:
    client, made = browser(club), {}
    for name in GAMES:
        answer = post(client, f"/quick/{name}")
        made[name] = str(answer.url).split("/")[4]
        for number in range(4):
            look = club.look(made[name])
            for seat in look.waiting:
                club.choose(made[name], seat, any_order(club, made[name], seat, number))
            club.resolve(made[name])
    addresses = pages_of(club, made)

    def all_of(accepted: str) -> dict[str, str]:
        client.headers["accept-language"] = accepted
        return {each: client.get(each).text for each in addresses}

    forget()
    german_first, english_second = all_of("de"), all_of("en")
    forget()
    english_first, german_second = all_of("en"), all_of("de")
    assert "⟦" in german_first["/"]
    for each in addresses:
        assert "⟦" not in english_second[each], each
        assert english_first[each] == english_second[each], each
        assert german_first[each] == german_second[each], each


def heard(address: str, club: Club, accepted: str, cookie: str = "") -> Listening:
    """A stream that somebody with this language has opened."""
    stream = Listening(f"{address}/match/{NAME}/watch/stream?seen_stamp={club.look(NAME).stamp}")
    stream.headers["accept-language"] = accepted
    if cookie:
        stream.cookies["language"] = cookie
    stream.start()
    assert stream.ready.wait(20)
    return stream


@pytest.mark.slow
def test_a_stream_speaks_the_language_of_the_browser_that_opened_it(
    club: Club, serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shelf, "new_id", lambda: NAME)
    club.create("cycling", race(("human", "human", "human")), here=[0, 1, 2])
    club.resolve(NAME)
    address = serve(club)
    streams = [heard(address, club, "de"), heard(address, club, "en"), heard(address, club, "de", "en")]
    streams.append(heard(address, club, "fr", "de"))
    for count, seat in enumerate((0, 1), 1):
        club.choose(NAME, seat, any_order(club, NAME, seat, 1))  # past the server: the hub wakes all of them
        said = [stream.until(count).decode() for stream in streams]
    for stream in streams:
        stream.done.set()
    for text, is_german in zip(said, (True, False, False, True), strict=True):
        assert text.count("Warten auf") == 4 * is_german  # on each of two pages in the turn bar and in the lane
        assert text.count("Waiting for") == 4 * (not is_german)


# --- records


@pytest.mark.slow
@pytest.mark.usefixtures("german_bracketed")
@pytest.mark.parametrize("name", list(GAMES))
def test_a_record_is_the_same_byte_for_byte_whoever_made_it_in_whatever_language(
    clubs: Callable[[], Club], monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(secrets, "token_bytes", lambda n: b"s" * n)
    monkeypatch.setattr(secrets, "token_hex", lambda n: "ab" * n)
    kept = []
    for accepted in ("de", "en"):
        club = clubs()
        client = browser(club)
        client.headers["accept-language"] = accepted
        post(client, f"/quick/{name}", how="here")
        (match,) = club.matches()
        for _step in range(12):
            look = club.look(match.id)
            for seat in look.waiting:
                page = client.get(f"/match/{match.id}/{seat + 1}").text
                assert ("⟦" in page) == (accepted == "de")
                choices = [each for each in orders(page) if each]
                order = (
                    choices[0]
                    if choices
                    else club.look(match.id, seat).observation.write(any_order(club, match.id, seat, 1))
                )
                post(client, f"/match/{match.id}/{seat + 1}/choose", order=order, turn=turn(page))
        assert club.look(match.id).turn > 2
        post(client, f"/match/{match.id}/1/undo")
        if len(look.seats) == 2:
            post(client, f"/match/{match.id}/1/resign")
        kept.append(club.download(match.id, running=True))
    assert "⟦" not in kept[0]
    assert kept[0] == kept[1]
