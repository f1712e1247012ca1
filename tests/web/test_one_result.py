"""One truth about how a match ended: every medium, in both languages, tells the same result of every kind of end."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from pathlib import Path

import pytest

from breakaway.api.seated import state_in
from breakaway.club.club import Club
from breakaway.club.mailboxes import Mailbox
from breakaway.club.retelling import told_match
from breakaway.core.events import SPECTATOR
from breakaway.core.language import spoken
from breakaway.core.record import parse
from breakaway.core.resigned import standing
from breakaway.display.ending import verdict
from breakaway.display.written import as_html
from breakaway.display.zine import latest, zine
from breakaway.mailing.digest import digest_letter
from breakaway.mailing.letters import OVER, News, Sender, match_letter
from breakaway.post.calendar import deadline_of
from breakaway.terminal import replay as replaying
from breakaway.terminal.listing import list_matches
from breakaway.terminal.paper import as_text
from breakaway.terminal.screen import Screen
from breakaway.terminal.zine import zine_of
from tests.club.starts import fate_match, football_match, play_out, race
from tests.mailing.test_reports import opened
from tests.mailing.conftest import words
from tests.web.session import browser

RECORDS = Path(__file__).parents[1] / "records"
NOW = datetime(2026, 7, 1, tzinfo=UTC)
SENDER = Sender("https://play.example.org", "Breakaway <play@example.org>", b"key")
# What speaks of a match that goes on.
OPEN = re.compile(
    "Still to be won|No points left|Noch zu gewinnen|to go|is choosing|are choosing|Waiting for|is leading|leads with|führt mit"
)


@dataclass(frozen=True)
class Kind:
    """One kind of end: how a club gets such a match, what everybody reads, and the seats that won."""

    made: Callable[[Club], str]
    says: str
    german: str
    winners: tuple[int, ...]


def record(name: str) -> Callable[[Club], str]:
    return lambda club: club.upload((RECORDS / f"{name}.jsonl").read_text("utf-8")).id


def resigned(game: str, start: Callable[[], object], gone: tuple[int, ...], turns: int = 3) -> Callable[[Club], str]:
    def make(club: Club) -> str:
        made = club.create(game, start(), here=[0, 1, 2, 3])  # type: ignore[arg-type]
        play_out(club, made.id, turns=turns)
        for seat in gone:
            club.resign(made.id, seat)
        if not club.look(made.id).is_over:
            play_out(club, made.id)
        return made.id

    return make


def undone(club: Club) -> str:
    """A match that had ended: its last turn was taken back, and it ended again."""
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    return made.id


FOUR = ("human",) * 4
KINDS = {
    "football, the home team wins after regulation (BF-101)": Kind(
        record("football/sheets-fair"), "Fire 20, Maulers 14: Fire wins", "Fire 20, Maulers 14: Fire gewinnt", (0,)
    ),
    "football, the away team wins after regulation (BF-101)": Kind(
        record("football/sheets-led"), "Rhinos 44, Eclipse 47: Eclipse wins", "Rhinos 44, Eclipse 47: Eclipse gewinnt", (1,)
    ),
    "football, a touchdown ends overtime (BF-189)": Kind(
        record("football/overtime-touchdown"), "Fire 21, Lightning 15: Fire wins", "Fire 21, Lightning 15: Fire gewinnt", (0,)
    ),
    "football, a safety ends overtime (BF-189)": Kind(
        record("football/overtime-safety"), "Maulers 7, Vultures 9: Vultures win", "Maulers 7, Vultures 9: Vultures gewinnen", (1,)
    ),
    "football, the leader wins overtime (BF-R31)": Kind(
        record("football/overtime-leader"), "Pharaohs 18, Fire 15: Pharaohs win", "Pharaohs 18, Fire 15: Pharaohs gewinnen", (0,)
    ),
    "football, the next score wins overtime (BF-R31)": Kind(
        record("football/overtime-next-score"), "Eclipse 30, Fire 33: Fire wins", "Eclipse 30, Fire 33: Fire gewinnt", (1,)
    ),
    "football, a field goal ends sudden death (BF-191)": Kind(
        record("football/sudden-field-goal"), "Fire 22, Eclipse 25: Eclipse wins", "Fire 22, Eclipse 25: Eclipse gewinnt", (1,)
    ),
    "football, the fifth quarter ends in a draw (BF-190)": Kind(
        record("football/draw"), "Maulers 7, Sharks 7: a tie", "Maulers 7, Sharks 7: unentschieden", (0, 1)
    ),
    "football, sudden death is drawn (BF-R32)": Kind(
        record("football/sudden-draw"), "Sharks 18, Rhinos 18: a tie", "Sharks 18, Rhinos 18: unentschieden", (0, 1)
    ),
    "football, a tie stands (BF-184)": Kind(
        record("football/tie-stands"), "Stackers 9, Sharks 9: a tie", "Stackers 9, Sharks 9: unentschieden", (0, 1)
    ),
    "football, the side in the lead resigns": Kind(
        resigned("football", football_match, (0,), 40),
        "Lightning has resigned: Fire wins (Lightning 7, Fire 0)",
        "Lightning hat aufgegeben: Fire gewinnt (Lightning 7, Fire 0)",
        (1,),
    ),
    "FATE, by score (FF-013)": Kind(
        record("fate/basic-fair"), "Home 23, Away 7: Home wins", "Home 23, Away 7: Home gewinnt", (0,)
    ),
    "FATE, a tie stands (FF-G31)": Kind(
        record("fate/basic-tie-stands"), "Home 7, Away 7: a tie", "Home 7, Away 7: unentschieden", (0, 1)
    ),
    "FATE, a contest decides a level score (FF-G31)": Kind(
        record("fate/basic-house-rules-contest"), "Home 6, Away 6: Away wins", "Home 6, Away 6: Away gewinnt", (1,)
    ),
    "FATE, the lead wins overtime (FF-G31)": Kind(
        record("fate/advanced-overtime-lead"),
        "Mudlarks 14, Gadgeteers 12: Mudlarks win",
        "Mudlarks 14, Gadgeteers 12: Mudlarks gewinnen",
        (0,),
    ),
    "FATE, a touchdown wins overtime (FF-G31)": Kind(
        record("fate/advanced-overtime-touchdown"), "Home 12, Away 18: Away wins", "Home 12, Away 18: Away gewinnt", (1,)
    ),
    "FATE, college overtime among four coaches (FF-004, FF-G31)": Kind(
        record("fate/advanced-platoons-college"),
        "Mudlarks 7, Gadgeteers 14: Gadgeteers win",
        "Mudlarks 7, Gadgeteers 14: Gadgeteers gewinnen",
        (2, 3),
    ),
    "FATE, one of two resigns": Kind(
        record("fate/advanced-resigned"),
        "Mudlarks have resigned: Gadgeteers win (Mudlarks 8, Gadgeteers 8)",
        "Mudlarks haben aufgegeben: Gadgeteers gewinnen (Mudlarks 8, Gadgeteers 8)",
        (1,),
    ),
    "FATE, one of four coaches resigns for his side (FF-004)": Kind(
        resigned("fate", lambda: fate_match(FOUR, advanced=True), (3,), 5),
        "Gadgeteers defense has resigned for both coaches: Mudlarks win (Mudlarks 0, Gadgeteers 0)",
        "Gadgeteers defense hat für beide Coaches aufgegeben: Mudlarks gewinnen (Mudlarks 0, Gadgeteers 0)",
        (0, 1),
    ),
    "race, enough riders are home (BA-R13)": Kind(
        record("cycling/boxed-four-teams"), "Red wins with 51 points.", "Red gewinnt mit 51 Punkten.", (0,)
    ),
    "race, two share the win of a Blind race (BA-R18)": Kind(
        record("cycling/blind-three-teams"),
        "Blue and Green share the win with 59 points.",
        "Blue und Green teilen sich den Sieg mit 59 Punkten.",
        (1, 2),
    ),
    "race, all riders are home at the end of a tour (BA-R13)": Kind(
        record("cycling/tour-fresh-hands"), "Red wins with 159 points.", "Red gewinnt mit 159 Punkten.", (0,)
    ),
    "race, a Pursuit ends by a lap (BA-V2)": Kind(
        record("cycling/pursuit-three-teams"),
        "Blue and Green share the win with 39 points.",
        "Blue und Green teilen sich den Sieg mit 39 Punkten.",
        (1, 2),
    ),
    "race, a Pursuit ends by its turn limit, and all tie (BA-V2)": Kind(
        record("cycling/pursuit-turn-limit"),
        "Red, Blue and Green share the win with 26 points.",
        "Red, Blue und Green teilen sich den Sieg mit 26 Punkten.",
        (0, 1, 2),
    ),
    "race, one team resigns and the others ride on": Kind(
        resigned("cycling", lambda: race(("human",) * 3), (1,)), "X", "X", (0,)
    ),
    "race, all but one resign": Kind(
        resigned("cycling", lambda: race(FOUR), (3, 0, 1)), "X", "X", (2,)
    ),
    "race, a match that ended once before its last turn was taken back": Kind(undone, "X", "X", (0,)),
}
CALLED = {"en": lambda each: each.says, "de": lambda each: each.german}


def flat(text: str) -> str:
    """A text without markup, in one line."""
    return " ".join(unescape(re.sub(r"<(script|style).*?</\1>|<[^>]+>", " ", text, flags=re.DOTALL)).split())


def media(club: Club, match_id: str, language: str, home: Path) -> dict[str, str]:
    """Everything that tells of a match, by medium."""
    with spoken(language):
        look, listed, told = club.look(match_id, 0), club.listed(match_id), told_match(club, match_id, 0)
        news = News(Mailbox(match_id, 0, "ann@example.org", language, "", None), look, told.told, listed)
        letter = opened(match_letter(SENDER, OVER, news, "over", NOW).text)
        together = opened(digest_letter(SENDER, [news], "digest", NOW).text)
        found = {
            "email": words(letter),
            "email as HTML": words(letter, "html"),
            "digest": words(together),
            "zine": as_text(zine(listed.title, told.told, True), 500),
            "report": as_text(latest(listed.title, told.told), 500),
            "report as HTML": as_html(latest(listed.title, told.told)),
        }
    client = browser(club)
    client.headers["accept-language"] = language
    page = client.get(f"/match/{match_id}/watch").text
    found["tab"] = re.findall("<title>(.*?)</title>", page, re.DOTALL)[0]
    found["heading"] = re.findall(r'<h1 id="asked">(.*?)</h1>', page, re.DOTALL)[0]
    found["text of the board"] = re.findall(r"<dl.*?</dl>|<table.*?</table>", page, re.DOTALL)[0] if False else page
    found["replay"] = client.get(f"/match/{match_id}/at/9999").text
    found["zine in the browser"] = client.get(f"/match/{match_id}/zine").text
    return {medium: flat(text) for medium, text in found.items()}


def test_print(club: Club, tmp_path: Path) -> None:
    for name, kind in KINDS.items():
        match_id = kind.made(club)
        for language in ("en", "de"):
            with spoken(language):
                print(name, language, verdict(club.look(match_id).observation))
            got = media(club, match_id, language, tmp_path)
            want = CALLED[language](kind)
            print([m for m, t in got.items() if want not in t], {m: OPEN.findall(t) for m, t in got.items() if OPEN.search(t)})
