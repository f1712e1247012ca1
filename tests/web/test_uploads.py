"""Uploaded records: kept without padding, and read in the queue for long work."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club, _check_padding
from breakaway.core.state import digest_json
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import chain_hash, read_record
from breakaway.server.budgets import PAGES, WORK
from breakaway.server.long_tasks import READ
from tests.club.starts import football_match, play_out, sit
from tests.web.session import portal
from tests.web.test_limits import Street
from tests.web.test_workshop import brings, finished

RECORD = Path("tests/records/cycling/tour-fresh-hands.jsonl")
PAD = "x" * 4_000_000
Line = dict[str, Any]


@pytest.fixture
def street(club: Club) -> Street:
    return Street(club)


def sealed(lines: list[Line]) -> str:
    """The text of a record with these lines, with the seals that a forger makes for them."""
    before = ""
    for line in lines:
        line["seal"] = before = chain_hash(before, line)
    return "".join(json.dumps(line) + "\n" for line in lines)


def last(kind: str, lines: list[Line]) -> Line:
    return next(line for line in reversed(lines) if line["kind"] == kind)


def config(lines: list[Line]) -> None:
    """Pads the config of the match, which the record itself vouches for."""
    lines[0]["book"]["padding"] = [1] * 100_000
    lines[0]["book_hash"] = digest_json(lines[0]["book"])


PADDED: list[tuple[str, Callable[[list[Line]], object], str]] = [
    ("the first line", lambda lines: lines[0].update(padding=PAD), "line 1: unknown field 'padding'"),
    ("a turn", lambda lines: last("turn", lines).update(padding=PAD), "unknown field 'padding'"),
    ("the end", lambda lines: lines[-1].update(padding=PAD), "unknown field 'padding'"),
    ("many fields", lambda lines: last("turn", lines).update({f"p{n}": n for n in range(1000)}), "unknown field 'p0'"),
    ("a name", lambda lines: last("turn", lines).update({PAD: 1}), "unknown field 'xxx"),
    ("the version", lambda lines: lines[0].update(version=PAD), "a text is longer than 1000 characters"),
    ("a coach", lambda lines: last("turn", lines).update(answered={"0": PAD}), "a text is longer than 1000 characters"),
    ("an option", lambda lines: lines[0]["options"].update(padding=PAD), "a text is longer than 1000 characters"),
    ("an instruction", lambda lines: lines[-1].update(instructions={"0": [PAD]}), "a text is longer than 1000"),
    ("the config", config, "line 1: this line is longer than 128 KiB"),
    (
        "many options",
        lambda lines: lines[0]["options"].update({f"p{n}": n for n in range(20_000)}),
        "line 1: .* 128 KiB",
    ),
]


@pytest.mark.parametrize(("pad", "said"), [each[1:] for each in PADDED], ids=[each[0] for each in PADDED])
def test_a_padded_record_is_refused_and_nothing_of_it_is_kept(
    club: Club, pad: Callable[[list[Line]], object], said: str
) -> None:
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    pad(lines)
    before = club.database.size()
    with pytest.raises(BadRecord, match=said):
        club.upload(sealed(lines))
    assert club.matches() == []
    assert club.database.size() == before


@pytest.mark.parametrize("pad", [PAD, [1] * 20_000, {"x": PAD}], ids=["text", "list", "table"])
@pytest.mark.parametrize("where", ["kind", "field", "state", "end"])
def test_an_error_repeats_only_the_beginning_of_what_was_sent(club: Club, pad: object, where: str) -> None:
    """Otherwise, each megabyte that is refused would come back as a page of a megabyte."""
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    turn, end = last("turn", lines), last("end", lines)
    if where == "kind":
        turn["kind"] = pad
    elif where == "field":
        turn[json.dumps(pad)] = 1
    elif where == "state":
        lines[0]["state"]["turn"] = pad
    else:
        end["score"] = pad
    with pytest.raises(BadRecord) as refused:
        club.upload(sealed(lines))
    assert len(str(refused.value)) < 1200


def test_a_padded_signature_is_refused(club: Club) -> None:
    text = club.publish(finished(club), "https://table.example/")
    *lines, signature = [json.loads(line) for line in text.splitlines()]
    signature["padding"] = "x"
    signature["seal"] = chain_hash(lines[-1]["seal"], signature)
    with pytest.raises(BadRecord, match=f"line {len(lines) + 1}: unknown field 'padding'"):
        club.upload("".join(json.dumps(line) + "\n" for line in [*lines, signature]))


def test_padded_uploads_of_one_address_leave_nothing_on_the_disk(club: Club, street: Street) -> None:
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    lines[0]["padding"] = PAD
    client, data, before = street.visitor("192.0.2.7"), sealed(lines).encode(), club.database.size()
    client.portal = portal()
    for _ in range(4):
        answer = brings(client, data)
        assert answer.status_code == 422
        assert "unknown field" in answer.text
    assert club.database.size() < before + 100_000


def test_a_record_is_kept_as_parsed_and_not_as_sent(club: Club) -> None:
    text = club.download(finished(club))
    lines = [json.loads(line) for line in text.splitlines()]
    spaced = "".join(json.dumps(line, separators=(", \t", ":   ")) + "\n" for line in lines)
    assert club.download(club.upload(spaced).id) == text


@pytest.mark.slow
def test_no_golden_record_counts_as_padded() -> None:
    found = sorted(Path("tests/records").glob("*/*.jsonl"))
    assert len(found) > 50
    for path in found:
        _check_padding(read_record(path))


# --- reading an uploaded record


def worn_out(street: Street) -> None:
    """From now on, each piece of work takes more than an address has for work, and leaves something for pages."""
    street.app.state.workshop.cost = iter(range(0, 100000, int(WORK + PAGES) // 2)).__next__


def test_a_record_is_read_in_the_queue_before_anybody_sees_it(club: Club, street: Street) -> None:
    made = [club.upload(club.download(finished(club))).id for _ in range(2)]
    one, other = street.visitor("192.0.2.7"), street.visitor("192.0.2.8")
    one.portal = other.portal = portal()
    worn_out(street)
    assert one.get(f"/match/{made[0]}/watch").status_code == 200
    for place in ("", "/watch", "/watch/stream", "/1", "/watch/dice", "/watch/dice/stream", "/watch/again"):
        refused = one.get(f"/match/{made[1]}{place}")
        assert refused.status_code == 429, place
        assert int(refused.headers["retry-after"]) >= (PAGES - WORK) / 2 * 10, "a second of work comes back in ten"
    assert made[1] not in club.at_hand
    assert other.get(f"/match/{made[1]}/watch").status_code == 200
    assert one.get(f"/match/{made[1]}/watch").status_code == 200, "read for somebody else, it costs nothing"


def test_a_full_queue_keeps_nobody_from_a_table_in_progress(club: Club, street: Street) -> None:
    made, over = club.create("football", football_match()), finished(club)
    for token in made.tokens.values():
        sit(club, token)
    play_out(club, made.id, turns=1)
    club._tables.clear()
    client = street.visitor("192.0.2.7")
    client.portal = portal()
    shop = street.app.state.workshop
    shop.queued[READ] = 10**6
    assert client.get(f"/match/{over}/watch").status_code == 503
    assert client.get(f"/match/{made.id}/watch").status_code == 200
    assert client.get("/match/no-such-match/watch").status_code == 404
    shop.queued[READ] = 0
    assert client.get(f"/match/{over}/watch").status_code == 200
