"""Keys: those that a person trusts, and those with which anybody can sign."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from breakaway.core.language import UserError
from breakaway.records.record_file import chained_onto, parse
from breakaway.records.verify import (
    PRIME,
    WEAK,
    Grade,
    forged,
    is_weak,
    keys_file,
    message,
    sign,
    trusted_keys,
    verdict,
)
from tests.records.falsified import FORGER_KEY, TRUE_KEY, matches, text_of
from tests.records.make_example import PLACE
from tests.records.node import needs_node, run_node

PAGE = (Path(__file__).parents[2] / "docs" / "record.md").read_text("utf-8")


def written(point: int, sign: int = 0) -> str:
    """A key for this number, with or without the highest bit."""
    return (point | sign << 255).to_bytes(32, "little").hex()


KEYS = sorted(written(point, sign) for point in (*WEAK, PRIME, PRIME + 1) for sign in (0, 1))


def signed_by_anybody(key: str) -> str | None:
    """A record with a signature that OpenSSL accepts for this key, made without any secret. None if there is none."""
    lines = matches()["dice"]
    for number in range(64):
        said = {"kind": "signature", "server": f"https://{number}.example/", "key": key, "players": []}
        for point in KEYS:
            signature = point + "00" * 32
            try:
                public = Ed25519PublicKey.from_public_bytes(bytes.fromhex(key))
                public.verify(bytes.fromhex(signature), message(lines, said))
            except (InvalidSignature, ValueError):
                continue
            return text_of([*lines, chained_onto(lines, {**said, "signature": signature})])
    return None


@needs_node
def test_a_key_with_which_anybody_can_sign_is_refused_by_both_programs() -> None:
    texts = [text for key in KEYS if (text := signed_by_anybody(key))]
    assert len(texts) == len(KEYS) == 14, "OpenSSL accepts all of them"
    for text in texts:
        fault = forged(parse(text))
        assert fault is not None
        assert fault.text == "this key proves nothing, because anybody can sign with it"
    for found in run_node(rows=texts)["results"]:
        assert found["grade"] == "inconsistent"
        assert "anybody can sign with it" in found["fault"]


def test_no_key_that_somebody_made_is_weak() -> None:
    made = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32).public_key() for n in range(50))
    assert not any(is_weak(each.public_bytes_raw().hex()) for each in made)


def test_the_keys_of_the_page_are_those_of_the_example_and_of_the_weak_point() -> None:
    record = parse(PLACE.read_text("utf-8"))
    assert record.signature
    keys = set(re.findall(r"\b[0-9a-f]{64}\b", PAGE.partition("## Test vectors")[0]))
    (weak,) = (key for key in keys if is_weak(key))
    assert keys == {weak, record.signature["key"]}
    assert re.search(rf"`{record.signature['key']}`\. Its private half is 32 bytes, each with the value 7", PAGE)
    assert verdict(record, trusted={record.signature["key"]: "Ada's server"}).grade == Grade.TRUSTED


def test_a_file_of_keys_names_servers_and_what_is_wrong_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path))
    assert trusted_keys() == {}
    keys_file().write_text(f"# ours\n\n{TRUE_KEY}  Ada's server # since May\n{FORGER_KEY}\n", encoding="utf-8")
    assert trusted_keys() == {TRUE_KEY: "Ada's server", FORGER_KEY: ""}
    assert trusted_keys([FORGER_KEY]) == {FORGER_KEY: ""}
    assert trusted_keys([str(keys_file())]) == trusted_keys()
    keys_file().write_text(f"{TRUE_KEY}\n{TRUE_KEY[:-1]} typed badly\n", encoding="utf-8")
    for named, says in (
        ([], "trusted-keys, line 2: expected a key of 64 hexadecimal digits"),
        (["00" * 32], "--key: nobody can trust this key"),
        ([TRUE_KEY.upper()], "expected a key (64 hexadecimal digits) or a file"),
        ([str(tmp_path)], "expected a key (64 hexadecimal digits) or a file"),
    ):
        with pytest.raises(UserError) as caught:
            trusted_keys(named)
        assert says in str(caught.value)


@needs_node
def test_both_programs_refuse_a_server_without_a_name_or_with_one_that_nobody_can_read() -> None:
    lines, key = matches()["dice"], Ed25519PrivateKey.from_private_bytes(b"8" * 32)
    names = ["", "x" * 301, "x" * 100_000, "https://a.example/\n", "\x7f", "x", "\U0001f600" * 300]
    texts = [text_of([*lines, sign(lines, key, name, [])]) for name in names]
    rows = run_node(rows=texts)["results"]
    for name, text, row in zip(names, texts, rows, strict=True):
        fault, is_right = forged(parse(text)), name[0:1] in ("x", "\U0001f600") and len(name) <= 300
        assert (fault is None, row["grade"]) == (is_right, "unknown" if is_right else "inconsistent"), name[:40]
        if fault:
            assert "'server' must be the server's address: 1 to 300 characters" in str(fault)
            assert len(str(fault)) < 200
            assert "The field server" in row["fault"]
