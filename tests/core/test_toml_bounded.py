"""A TOML file of the allowed size is read in bounded time, and a record file is for its owner alone."""

from __future__ import annotations

import os
import stat
import time
from pathlib import Path

import pytest

from breakaway.core.data_files import LARGEST_FILE, MOST_PARTS, BadData, read_toml, toml_of
from breakaway.records.record_file import Files
from breakaway.testing.cases import BadCase, load

PARTS = LARGEST_FILE // 2 - 20


@pytest.mark.parametrize(
    "text",
    [
        "a." * PARTS + "a = 1",
        "[" + "a." * PARTS + "a]",
        "x = {" + "a." * PARTS + "a = 1}",
        "\n".join('"a" . ' * 30 + f"b{n} = 1" for n in range(4000)),
    ],
    ids=["key", "table", "inline", "quoted"],
)
def test_keys_with_many_parts_are_refused_and_not_read_for_hours(tmp_path: Path, text: str) -> None:
    file = tmp_path / "long.toml"
    file.write_text(text)
    began = time.thread_time()
    with pytest.raises(BadData, match=rf"long\.toml: not TOML: a key has more than {MOST_PARTS} parts"):
        read_toml(file)
    with pytest.raises(BadCase, match=r"parts|larger"):
        load(file)
    assert time.thread_time() - began < 30


def test_looking_for_such_keys_takes_no_longer_for_a_file_without_dots() -> None:
    began = time.thread_time()
    for text in ("#" + "a" * LARGEST_FILE, "a" * 900_000 + " = 1", "a = '" + '"' * 900_000 + "'"):
        toml_of(text)
    assert time.thread_time() - began < 30


def test_keys_of_people_are_read() -> None:
    assert toml_of('a.b."c d".e = "1.2.3.4.5.6.7.8.9"') == {"a": {"b": {"c d": {"e": "1.2.3.4.5.6.7.8.9"}}}}
    key = ".".join("k" * MOST_PARTS)
    assert toml_of(f"{key} = 1")


def test_the_record_of_a_running_match_is_for_its_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        kept = Files(tmp_path / "a.match")
        kept.append({"kind": "match", "seal": "0"})
        kept.keep_secret({"secret": "s"})
    finally:
        os.umask(before)
    for path in (kept.path, kept.secret_path):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
