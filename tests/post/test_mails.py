"""Awkward mails, each with what has to come of it, worked out by hand (tests/post/mails/*.toml).

A mail is given as `text` (as pasted), as `raw` (a whole mail), or by its parts: `headers`, `body`, `html`, `attach`,
`charset` (of the bytes), `declared` (what the header says), `transfer`, `nested`, `blah` (lines more), `attach_size`.
`at` names the position. Expected: `order` in the game's notation ("" for none), `turn` and `apart` as `4` or `2.7`,
`replaced`, `rules` and `says` of the mistakes, `wishes`, `automatic`, `seat`, `forged`, `ambiguous`, and `clear`.
"""

from __future__ import annotations

import contextlib
import quopri
import time
import tomllib
from base64 import encodebytes
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from breakaway.core.chance import sampled
from breakaway.core.game import BadOrder, seats_in, settle
from breakaway.core.language import spoken
from breakaway.core.observation import NamedTurn, Observation
from breakaway.games.cycling.mail import SCRIBE
from breakaway.games.fate.files import resolve as fate_config
from breakaway.games.manifest import find
from breakaway.mail.commands import BACKWARDS, VACATION, Wish, wish_in
from breakaway.mail.orders import MOST_ROWS, read_letter, read_text, scribe_of
from breakaway.mail.received import Letter, SeatNamed, looks_like_mail, open_mail, open_text, sign, verify
from tests.cycling.looking import NAMES, line_up_observation, observation

FILES = sorted((Path(__file__).parent / "mails").glob("*.toml"))
MAILS = [mail for path in FILES for mail in tomllib.loads(path.read_text("utf-8"))["mail"]]
KEY, TODAY = b"a key", date(2026, 7, 1)
PLACES = {
    "": observation(),
    "line-ups": Observation(find("cycling"), line_up_observation().view, line_up_observation().config, 0, NAMES),
    "spy": observation(profile="spy"),
}


def filled(text: str) -> str:
    """A header with its tokens."""
    mine, other = sign(KEY, "7", 0), sign(KEY, "7", 1)
    signed = {"signed": mine, "SIGNED": mine.upper(), "other": other, "elsewhere": sign(KEY, "8", 0)}
    return text.format(**signed, forged=sign(b"another", "7", 0), moved=mine.replace("7.0", "7.1"))


def part(mail: dict[str, Any], text: str, kind: str) -> bytes:
    """One part of a mail, as bytes."""
    charset, transfer = mail.get("charset", "utf-8"), mail.get("transfer", "8bit")
    raw = text.encode(charset)
    coded = {"base64": encodebytes, "quoted-printable": quopri.encodestring}.get(transfer, bytes)(raw)
    declared = mail.get("declared", charset)
    named = f"Content-Type: {kind}" + (f"; charset={declared}" if declared else "")
    return f"{named}\nContent-Transfer-Encoding: {transfer}\n\n".encode() + coded


def whole(mail: dict[str, Any]) -> bytes:
    """The mail as bytes, as a server would hand it over."""
    if "raw" in mail:
        return str(mail["raw"]).encode()
    kinds = {"body": "text/plain", "html": "text/html"}
    parts = [part(mail, mail[key] + "blah\n" * mail.get("blah", 0), kind) for key, kind in kinds.items() if key in mail]
    attached = mail.get("attach", "") or "x" * mail.get("attach_size", 0)
    if attached:
        parts.append(b"Content-Type: text/plain\nContent-Disposition: attachment\n\n" + attached.encode())
    heads = {"From": "liz@example.org", "Message-ID": "<1@example.org>"} | mail.get("headers", {})
    top = "".join(f"{name}: {filled(value)}\n" for name, value in heads.items()).encode() + b"MIME-Version: 1.0\n"
    content = joined(parts, 0) if len(parts) > 1 else parts[0]
    for depth in range(mail.get("nested", 0)):
        content = joined([content], depth + 1)
    return top + content


def joined(parts: list[bytes], depth: int) -> bytes:
    """Several parts as one."""
    mark = f"boundary{depth}".encode()
    inside = b"".join(b"--" + mark + b"\n" + each + b"\n" for each in parts)
    return b"Content-Type: multipart/mixed; boundary=" + mark + b"\n\n" + inside + b"--" + mark + b"--\n"


def opened(mail: dict[str, Any]) -> Letter:
    """The mail as a letter."""
    return open_text(mail["text"]) if "text" in mail else open_mail(whole(mail), KEY)


def named(turn: NamedTurn | None) -> str:
    """A turn as `4` or `2.7`."""
    return "" if turn is None else f"{turn.stage}.{turn.turn}" if turn.stage is not None else str(turn.turn)


def told(wish: Wish) -> str:
    """A command as `vacation 2026-08-01 2026-08-15`, or with its fault."""
    return " ".join([wish.kind, *([wish.first, wish.last] if wish.last else []), *([wish.fault] if wish.fault else [])])


@pytest.mark.parametrize("mail", MAILS, ids=[mail["name"] for mail in MAILS])
def test_an_awkward_mail_gives_what_was_worked_out_by_hand_ba_8_1_ba_8_2(mail: dict[str, Any]) -> None:
    seat = PLACES[mail.get("at", "")]
    letter = opened(mail)
    found = read_letter(letter, seat, SCRIBE, TODAY)
    assert letter.automatic == mail.get("automatic", "")
    named_seat = f"{letter.seat.match}.{letter.seat.seat}" if letter.seat else ""
    assert (named_seat, letter.forged, letter.ambiguous) == (
        mail.get("seat", ""),
        mail.get("forged", False),
        mail.get("ambiguous", False),
    )
    if letter.automatic:
        return
    assert found.written == mail["order"], found
    assert [named(each.turn) for each in found.apart] == mail.get("apart", [])
    assert "turn" not in mail or named(found.turn) == mail["turn"]
    assert list(found.replaced) == mail.get("replaced", [])
    assert [told(each) for each in found.wishes] == mail.get("wishes", [])
    assert set(mail.get("rules", [])) <= {each.rule for each in found.mistakes}, found.mistakes
    said = " ".join(each.why for each in (*found.mistakes, *found.apart))
    assert mail.get("says", "") in said
    clear = mail.get("clear", bool(mail["order"] or mail.get("wishes")))
    assert found.is_clear() == clear, found
    assert clear or found.mistakes or found.apart or found.wishes, "nothing says why there is no order"


def test_the_corpus_has_at_least_150_mails_with_different_names() -> None:
    assert len({mail["name"] for mail in MAILS}) == len(MAILS) >= 150


CLASSES = {  # what the corpus must have, with mails in English and in German
    "top posting": ("top posting in English", "top posting in German"),
    "bottom posting": ("bottom posting in English", "bottom posting in German"),
    "mobile clients": ("a phone's line: Sent from my iPhone", "a phone's line: Von meinem iPhone gesendet"),
    "encodings": ("quoted-printable with soft breaks", "ISO-8859-1"),
    "forwarded": ("forwarded with an order on top", "weitergeleitet von Apple"),
    "out of office": ("out of office", "Abwesenheitsnotiz"),
    "two orders in one": ("two orders, the last counts", "zwei Anweisungen, die letzte zählt"),
    "wrong match": ("a signed address of another match", "eine andere Partie, im Betreff unterschrieben"),
    "stale turn": ("an earlier turn", "ein früherer Zug"),
    "forged sender": ("a forged sender proves nothing", "ein gefälschter Absender beweist nichts"),
}


def test_every_class_of_awkward_mails_is_there_in_both_languages() -> None:
    names = {mail["name"] for mail in MAILS}
    assert [each for both in CLASSES.values() for each in both if each not in names] == []


# --- any bytes give a result

HEADS = [
    "From",
    "To",
    "Subject",
    "Content-Type",
    "Content-Transfer-Encoding",
    "Return-Path",
    "Message-ID",
    "Date",
    "Cc",
]
BITS = [
    *(
        "A12 B9 C9 D6",
        "> A1",
        "Turn 4:",
        "if Green",
        "oder",
        "resign",
        "vacation 1.8. to",
        "<blockquote>",
        "</div>",
        "<p>",
    ),
    *("-----Original Message-----", "On 1 May Tom wrote:", "-- ", "--x", "spy Green A", "partial", "\0", "é", "\udce9"),
    *(
        "text/html; charset=",
        "multipart/mixed; boundary=x",
        "message/rfc822",
        "base64",
        "=?utf-8?q?",
        "?=",
        "utf-16",
        "(",
    ),
]
odd = st.lists(st.sampled_from([*BITS, *HEADS, ": ", "\n", "\n\n", " "]) | st.text(max_size=8), max_size=40).map(
    "".join
)


@pytest.mark.slow
@settings(max_examples=120, deadline=None)
@given(st.binary(max_size=400) | odd.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_give_a_result(raw: bytes) -> None:
    for letter in (open_mail(raw, KEY), open_mail(b"Subject: x\nContent-Type: text/html\n\n" + raw, KEY)):
        for seat in (PLACES[""], PLACES["line-ups"]):
            found = read_letter(letter, seat, SCRIBE, TODAY)
            if found.order is not None:
                assert seat.why_not(found.order, found.partial) is None
                assert seat.read(found.written)[0] == found.order
            assert found.is_clear() <= (not found.mistakes)
    looks_like_mail(raw)


@settings(max_examples=60, deadline=None)
@given(odd)
def test_any_text_is_read_or_refused_with_the_reasons(text: str) -> None:
    found: list[Any] = []
    with contextlib.suppress(BadOrder):
        found += read_text(PLACES[""], SCRIBE, text)
    assert not found or PLACES[""].why_not(*found) is None


HUGE = {
    "one line of brackets": b"Subject: x\n\n" + b"(" * 1_000_000,
    "one line of riders": b"Subject: x\n\n" + b"A1" * 400_000,
    "many quotations": b"Subject: x\n\n" + b"On 1 May Tom <t@x>\n" * 50_000,
    "many blanks": b"Subject: x\n\nA" + b" " * 1_000_000 + b"12",
    "a long subject": b"Subject: " + b"=?utf-8?q?=20?= " * 60_000 + b"\n\nA12 B9 C9 D6",
    "a long address": b"To: " + b'<("@,' * 200_000 + b"\n\nA12 B9 C9 D6",
    "many headers": b"To: play@x\n" * 100_000 + b"\nA12 B9 C9 D6",
    "open tags": b"Content-Type: text/html\n\n" + b"<div>" * 200_000 + b"A12 B9 C9 D6",
    "open quotations": b"Content-Type: text/html\n\n" + b"<blockquote class='gmail_quote'>" * 60_000,
    "open comments": b"Content-Type: text/html\n\n" + b"<!-- <![" * 200_000,
    "tags that never end": b"Content-Type: text/html\n\n" + b"<a b='" * 200_000,
    "many parts": b"Content-Type: multipart/mixed; boundary=x\n\n" + b"--x\n\nA1\n" * 200_000,
    "many turns": b"Subject: x\n\n" + b"turn 4 stage 2 " * 100_000,
    "many dates": b"Subject: x\n\n" + b"vacation from to to to " * 50_000,
}


@pytest.mark.slow
@pytest.mark.parametrize("raw", HUGE.values(), ids=HUGE)
def test_a_huge_mail_is_read_in_a_bounded_time(raw: bytes) -> None:
    began = time.thread_time()  # in quadratic time, a million characters would take hours
    read_letter(open_mail(raw, KEY), PLACES[""], SCRIBE, TODAY)
    assert time.thread_time() - began < 30


# --- signed addresses


def test_a_token_names_the_seat_that_was_signed_and_no_other() -> None:
    token = sign(KEY, "race-7", 3)
    assert verify(KEY, token) == verify(KEY, token.upper()) == SeatNamed("race-7", 3)
    for wrong in (token.replace("race-7", "race-8"), token.replace(".3.", ".2."), token[:-1], token[:-1] + "!", ""):
        assert verify(KEY, wrong) is None
    assert verify(b"another", token) is verify(b"", token) is None
    assert len(f"play+{sign(KEY, 'm' * 24, 11)}") <= 64, "a mailbox has at most 64 letters (RFC 5321)"


@pytest.mark.parametrize(("key", "match", "seat"), [(b"", "m", 0), (KEY, "A", 0), (KEY, "m.1", 0), (KEY, "m", -1)])
def test_what_a_mail_server_could_change_is_not_signed(key: bytes, match: str, seat: int) -> None:
    with pytest.raises(ValueError, match="cannot sign"):
        sign(key, match, seat)


# --- what a player is told


def test_the_reasons_are_german_for_a_german_reader_ba_8_2() -> None:
    with spoken("de"):
        found = read_letter(open_text("Wenn Green A vorne ist, A12 B9 C9 D6"), PLACES[""], SCRIBE)
    why = "eine Anweisung darf keine Bedingung haben; lass 'wenn' weg und schreibe, was auf jeden Fall gelten soll"
    assert [(each.rule, each.why.partition(",")[0]) for each in found.mistakes] == [("BA-8.2", why.partition(",")[0])]
    assert found.mistakes[0].text == "Wenn Green A vorne ist, A12 B9 C9 D6"


def test_the_legal_alternatives_are_this_seats_own_cards_ba_6_2() -> None:
    found = read_letter(open_text("A12 B8 C9 D6"), PLACES[""], SCRIBE)
    assert found.legal == ("A: 1 4 10 12", "B: 7 9", "C: 3 9", "D: 5 6")


def test_a_seat_that_has_nothing_to_order_is_told_so() -> None:
    found = read_letter(open_text("A12 B9 C9 D6"), observation(gone="ABCD"), SCRIBE)
    assert (found.order, [each.why for each in found.mistakes]) == (None, ["this seat has no orders to give now"])
    found = read_letter(open_text("A12 B9 if Green attacks"), observation(gone="ABCD"), SCRIBE)
    assert found.mistakes
    assert not any("partial" in each.why for each in found.mistakes), "no order can be given, so there is no example"


def test_a_vacation_over_new_year_needs_no_year_even_where_nobody_knows_the_day() -> None:
    assert wish_in("vacation 20.12. to 5.1.", 1, None) == Wish(VACATION, 1, "--12-20", "--01-05")
    assert wish_in("vacation 20.12. to 5.1.", 1, date(2026, 11, 28)) == Wish(VACATION, 1, "2026-12-20", "2027-01-05")
    assert wish_in("vacation 20.12. to 5.1.", 1, date(2026, 1, 2)) == Wish(VACATION, 1, "2026-12-20", "2027-01-05")
    assert wish_in("vacation 20.12.2026 to 5.1.2026", 1, None) == Wish(VACATION, 1, fault=BACKWARDS)


def test_the_text_box_takes_what_the_reader_alone_refuses_ba_8_1() -> None:
    seat = PLACES[""]
    assert read_text(seat, SCRIBE, "Hi Tom,\nplease A - 12, B - 9, C - 9, D - 6\n\nLiz") == ([12, 9, 9, 6], False)
    for refused in ("A12 B8 C9 D6", "turn 3: A12 B9 C9 D6", "A12 B9 C9 D6\nA10 B9 C9 D6", "resign\nA12 B9 C9 D6"):
        with pytest.raises(BadOrder):
            read_text(seat, SCRIBE, refused)


# --- games without a scribe of their own


def toss() -> Observation[Any, Any]:
    """FATE at its first question: receive or kick?"""
    game, config = find("fate"), fate_config({})[0]
    state = game.start(config)
    settle(game, state, config, lambda step: sampled(step), None)
    return Observation(game, state, config, seats_in(game.choosers(state, config))[0])


@pytest.mark.parametrize(
    ("text", "order", "replaced"),
    [
        ("Hi Tom,\n\nreceive\n\nCheers, Liz\n-- \nkick", "receive", ()),
        ("receive\n\nNo, I changed my mind:\nkick\n\n> receive", "kick", ("receive",)),
        ("I would like to think about it.", "", ()),
        ("kick\nunless it rains", "", ()),
        ("- Receive.", "receive", ()),
        ("\n" * (MOST_ROWS + 1) + "receive", "receive", ()),
    ],
)
def test_any_game_reads_an_order_on_a_line_of_its_own(text: str, order: str, replaced: tuple[str, ...]) -> None:
    seat = toss()
    found = read_letter(open_text(text), seat, scribe_of(seat))
    assert (found.written, found.replaced) == (order, replaced)
    assert order or (found.mistakes and found.legal == ("receive", "kick"))
