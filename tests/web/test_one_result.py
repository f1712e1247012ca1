"""One truth about how a match ended: every medium, in both languages, tells the same result of every kind of end."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from breakaway.api.bots import state_in
from breakaway.club.club import Club
from breakaway.club.email_addresses import Mailbox
from breakaway.club.match_snapshot import whole_match
from breakaway.core.language import spoken
from breakaway.display.renderers import as_html, as_text
from breakaway.display.reports import latest, zine
from breakaway.games.manifest import GAMES
from breakaway.mail.letters import OVER, News, Sender, digest_letter, match_letter
from breakaway.records.match import Start
from breakaway.records.record_file import parse
from breakaway.web.front_page import score_of
from tests.club.starts import fate_match, football_match, play_out, race
from tests.mailing.conftest import words
from tests.mailing.test_reports import opened
from tests.terminal.conftest import home as home
from tests.terminal.session import call
from tests.web.session import browser

RECORDS = Path(__file__).parents[1] / "records"
NOW = datetime(2026, 7, 1, tzinfo=UTC)
SENDER = Sender("https://play.example.org", "Breakaway <play@example.org>", b"key")
OPEN = ("Still to be won", "Noch zu gewinnen", "No points left", "Orders for", "Waiting for", "is choosing")
FOUR = ("human",) * 4


@dataclass(frozen=True)
class Kind:
    """A kind of end: how a club gets such a match, what is read of it in a line and in short, and who has won."""

    made: Callable[[Club], str]
    says: str
    short: str
    winners: tuple[int, ...]
    german: str
    german_short: str


def record(name: str) -> Callable[[Club], str]:
    """A match whose record ships with the tests."""
    return lambda club: club.upload((RECORDS / f"{name}.jsonl").read_text("utf-8")).id


def resigned(
    start: Callable[[], Start], gone: tuple[int, ...], parts: int = 1, turns: int = 3
) -> Callable[[Club], str]:
    """A match in which seats resign after `parts` times `turns`; who is left plays on."""

    def make(club: Club) -> str:
        begun = start()
        game = next(name for name in GAMES if type(begun.config).__module__.startswith(f"breakaway.games.{name}."))
        made = club.create(game, begun, here=[0, 1, 2, 3])
        for seed in range(parts):
            play_out(club, made.id, seed=seed, turns=turns)
        for seat in gone:
            club.resign(made.id, seat)
        play_out(club, made.id)
        return made.id

    return make


def begun_again(club: Club) -> str:
    """A race that had ended, until its last turns were taken back, and that ended another time."""
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    for _ in range(4):
        club.undo(made.id)
    look = club.look(made.id)
    assert not look.is_over
    assert not look.observation.standing.winners
    assert "wins" not in browser(club).get(f"/match/{made.id}/watch").text
    play_out(club, made.id, seed=9)
    return made.id


def won(
    made: Callable[[Club], str],
    score: str,
    team: str,
    winners: tuple[int, ...],
    wins: str = "wins",
    german: str = "gewinnt",
) -> Kind:
    """One of two sides has won by the rules."""
    short, german_short = f"{team} {wins}", f"{team} {german}"
    return Kind(made, f"{score}: {short}", short, winners, f"{score}: {german_short}", german_short)


def tied(made: Callable[[Club], str], score: str) -> Kind:
    """A tie of two."""
    return Kind(made, f"{score}: a tie", "A tie", (0, 1), f"{score}: unentschieden", "Unentschieden")


def given_up(made: Callable[[Club], str], short: str, german: str, score: str, winners: tuple[int, ...]) -> Kind:
    """All sides but one have resigned."""
    return Kind(made, f"{short} ({score})", short, winners, f"{german} ({score})", german)


def raced(made: Callable[[Club], str], short: str, german: str, points: str, winners: tuple[int, ...]) -> Kind:
    """A race that ended by the rules."""
    return Kind(made, f"{short} with {points} points.", short, winners, f"{german} mit {points} Punkten.", german)


PLURAL = "win", "gewinnen"
SHARED, GERMAN = "{} share the win", "{} teilen sich den Sieg"
KINDS = {
    "football, home wins (BF-101)": won(record("football/sheets-fair"), "Fire 20, Maulers 14", "Fire", (0,)),
    "football, away wins (BF-101)": won(record("football/sheets-led"), "Rhinos 44, Eclipse 47", "Eclipse", (1,)),
    "football, touchdown in overtime (BF-189)": won(
        record("football/overtime-touchdown"), "Fire 21, Lightning 15", "Fire", (0,)
    ),
    "football, safety in overtime (BF-189)": won(
        record("football/overtime-safety"), "Maulers 7, Vultures 9", "Vultures", (1,), *PLURAL
    ),
    "football, the leader wins overtime (BF-R31)": won(
        record("football/overtime-leader"), "Pharaohs 18, Fire 15", "Pharaohs", (0,), *PLURAL
    ),
    "football, the next score wins overtime (BF-R31)": won(
        record("football/overtime-next-score"), "Eclipse 30, Fire 33", "Fire", (1,)
    ),
    "football, field goal in sudden death (BF-191)": won(
        record("football/sudden-field-goal"), "Fire 22, Eclipse 25", "Eclipse", (1,)
    ),
    "football, draw after the fifth quarter (BF-190)": tied(record("football/draw"), "Maulers 7, Sharks 7"),
    "football, draw of sudden death (BF-R32)": tied(record("football/sudden-draw"), "Sharks 18, Rhinos 18"),
    "football, a tie stands (BF-184)": tied(record("football/tie-stands"), "Stackers 9, Sharks 9"),
    "football, who leads resigns": given_up(
        resigned(football_match, (1,), 3, 30),
        "Fire has resigned: Lightning wins",
        "Fire hat aufgegeben: Lightning gewinnt",
        "Lightning 0, Fire 6",
        (0,),
    ),
    "FATE, by score (FF-013)": won(record("fate/basic-fair"), "Home 23, Away 7", "Home", (0,)),
    "FATE, a tie stands (FF-G31)": tied(record("fate/basic-tie-stands"), "Home 7, Away 7"),
    "FATE, a contest decides (FF-G31)": won(record("fate/basic-house-rules-contest"), "Home 6, Away 6", "Away", (1,)),
    "FATE, the lead wins overtime (FF-G31)": won(
        record("fate/advanced-overtime-lead"), "Mudlarks 14, Gadgeteers 12", "Mudlarks", (0,), *PLURAL
    ),
    "FATE, touchdown in overtime (FF-G31)": won(
        record("fate/advanced-overtime-touchdown"), "Home 12, Away 18", "Away", (1,)
    ),
    "FATE, college overtime of four coaches (FF-004, FF-G31)": won(
        record("fate/advanced-platoons-college"), "Mudlarks 7, Gadgeteers 14", "Gadgeteers", (2, 3), *PLURAL
    ),
    "FATE, one of two resigns": given_up(
        record("fate/advanced-resigned"),
        "Mudlarks have resigned: Gadgeteers win",
        "Mudlarks haben aufgegeben: Gadgeteers gewinnen",
        "Mudlarks 8, Gadgeteers 8",
        (1,),
    ),
    "FATE, one of four coaches resigns (FF-004)": given_up(
        resigned(lambda: fate_match(FOUR, advanced=True), (3,), turns=5),
        "Gadgeteers defense has resigned for both coaches: Mudlarks win",
        "Gadgeteers defense hat für beide Coaches aufgegeben: Mudlarks gewinnen",
        "Mudlarks 0, Gadgeteers 0",
        (0, 1),
    ),
    "race, the eighth is home (BA-R13)": raced(
        record("cycling/boxed-four-teams"), "Red wins", "Red gewinnt", "51", (0,)
    ),
    "race, two share the win of a Blind race (BA-R18)": raced(
        record("cycling/blind-three-teams"),
        SHARED.format("Blue and Green"),
        GERMAN.format("Blue und Green"),
        "59",
        (1, 2),
    ),
    "race, a tour in which all come home (BA-R13)": raced(
        record("cycling/tour-fresh-hands"), "Red wins", "Red gewinnt", "159", (0,)
    ),
    "race, a Pursuit ends by a lap (BA-V2)": raced(
        record("cycling/pursuit-three-teams"),
        SHARED.format("Blue and Green"),
        GERMAN.format("Blue und Green"),
        "39",
        (1, 2),
    ),
    "race, a Pursuit ends by its turn limit (BA-V2)": raced(
        record("cycling/pursuit-turn-limit"),
        SHARED.format("Red, Blue and Green"),
        GERMAN.format("Red, Blue und Green"),
        "26",
        (0, 1, 2),
    ),
    "race, one team resigns and the others ride on": raced(
        resigned(lambda: race(("human",) * 3), (1,)), "Röd wins", "Röd gewinnt", "8½", (0,)
    ),
    "race, all but one resign": given_up(
        resigned(lambda: race(FOUR), (3, 0, 1)),
        "Blue has resigned: Green wins",
        "Blue hat aufgegeben: Green gewinnt",
        "Green 1½, Blue 0, Röd 9, Gold 1½",
        (2,),
    ),
    "race, ended again after an undo": raced(begun_again, "Blue wins", "Blue gewinnt", "16", (1,)),
}


def flat(text: str) -> str:
    """A text in one line, without its markup."""
    return " ".join(unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)).split())


def part(page: str, pattern: str) -> str:
    """A part of a page."""
    found = re.search(pattern, page, re.DOTALL)
    assert found, pattern
    return found[1]


def read(club: Club, match_id: str, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """What each medium says of a match in a language: those with the whole result, and those with the short one."""
    with spoken(language):
        look, listed, told = club.look(match_id, 0), club.listed(match_id), whole_match(club, match_id, 0).told
        news = News(Mailbox(match_id, 0, "ann@example.org", language, "", None), look, told, listed)
        letter = opened(match_letter(SENDER, OVER, news, "over", NOW).text)
        score = score_of(look)
        whole = {
            "email": words(letter),
            "email as HTML": words(letter, "html"),
            "digest": words(opened(digest_letter(SENDER, [news], "digest", NOW).text)),
            "zine": as_text(zine(listed.title, told, True), 500),
            "report": as_text(latest(listed.title, told), 500),
            "report as HTML": as_html(latest(listed.title, told)),
        }
        short = {"list of matches": score.stands if score else ""}
    client = browser(club)
    client.headers["accept-language"] = language
    page, replay = (client.get(f"/match/{match_id}/{place}").text for place in ("watch", "at/9999"))
    heading, card = part(page, '<h1 id="asked">(.*?)</h1>'), part(page, '(<section class="panel end".*?</section>)')
    whole |= {
        "tab": part(page, "<title>(.*?)</title>"),
        "heading": heading,
        "board as text": part(page, '(<details class="fold" id="as-text">.*?</details>)'),
        "replay, board as text": part(replay, '(<details class="fold" id="as-text">.*?</details>)'),
        "zine in the browser": client.get(f"/match/{match_id}/zine").text,
    }
    short |= {"page": page, "replay": replay}
    for medium, text in (*whole.items(), *short.items()):
        assert not [each for each in OPEN if each in flat(text) and "zine" not in medium], medium
    return whole, short | {"end card": card}


# Kinds of ends whose matches are short, so that their tests are quick: one is won, the others are given up.
SHORT = (
    "football, safety in overtime (BF-189)",
    "FATE, one of two resigns",
    "race, all but one resign",
)


@pytest.mark.sample(*SHORT)
@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_every_medium_tells_the_same_end_in_both_languages(club: Club, kind: Kind) -> None:
    match_id = kind.made(club)
    for language, says, short in (("en", kind.says, kind.short), ("de", kind.german, kind.german_short)):
        whole, brief = read(club, match_id, language)
        for medium, text in whole.items():
            assert says in flat(text), f"{medium} in {language}"
        headline, how = short.rpartition(": ")[2], short.rpartition(": ")[0]
        for medium, text in brief.items():
            assert (headline if medium != "list of matches" else short) in flat(text), f"{medium} in {language}"
        assert not how or f"{how}." in flat(brief["end card"])


@pytest.mark.sample(*SHORT)
@pytest.mark.parametrize("kind", KINDS.values(), ids=list(KINDS))
def test_the_record_bots_and_the_terminal_tell_the_same_end(
    club: Club, kind: Kind, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match_id = kind.made(club)
    text = club.download(match_id)
    end = parse(text).lines[-1]
    assert tuple(seat for seat, rank in enumerate(end["rank"]) if rank == 1) == kind.winners
    state = state_in(club.load(match_id).match)
    assert (state.is_over, state.to_move) == (True, ())
    assert state.result.winners == state.observe().result.winners == kind.winners
    assert list(state.result.rank) == end["rank"]
    assert state.result.text
    folder = home / "matches"
    folder.mkdir(parents=True)
    (folder / "it.match").write_text(text, "utf-8")
    assert f"; over: {kind.short}." in flat(call(capsys, "matches").stdout)
    assert kind.says in flat(call(capsys, "zine", "it").stdout)
    told = flat(call(capsys, "replay", "it").stdout.rpartition("The final")[2])
    assert kind.short.rpartition(": ")[2].casefold() in told.casefold()
    assert json.loads(text.splitlines()[-1])["why"] == state.result.rule
