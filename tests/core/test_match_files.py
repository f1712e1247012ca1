"""A match goes on from its files after anything at all: stores that fail, two writers, damage, and kills."""

from __future__ import annotations

import contextlib
import json
import random
import shutil
from itertools import pairwise

import pytest

from breakaway.core.observation import NotNow, Refused
from breakaway.core.state import copy, to_json
from breakaway.games.cycling.game import GAME
from breakaway.games.cycling.rules.terms import LINE_UP, RACING
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import ChangedUnderUs, Files
from breakaway.records.replay import verify

from .dice import DICE, ROLL, new_dice, turn
from .opened import LINE_UP_ONE, bytes_of, reopen, same
from .races import SECRET, new_race, play_out, random_order

# --- a store that fails


class Full:
    """A store on a full disk, from some write on."""

    def __init__(self, writes):
        self.left = writes

    def _write(self):
        self.left -= 1
        if self.left < 0:
            raise OSError(28, "No space left on device")

    def append(self, line):
        self._write()

    def keep_secret(self, secrets):
        self._write()


def test_a_choice_that_could_not_be_kept_is_not_taken():
    race = new_race(Full(3))
    with pytest.raises(OSError, match="No space"):
        race.choose(0, LINE_UP_ONE)
    with pytest.raises(OSError, match="No space"):
        race.instruct(0, ["highest"])
    assert race.sealed == {}
    assert race.instructions == {}


def test_a_turn_that_could_not_be_kept_was_not_played():
    race = new_race(Full(5))
    race.choose(0, LINE_UP_ONE)
    race.choose(1, LINE_UP_ONE)
    before = copy(race.state)
    with pytest.raises(OSError, match="No space"):
        race.resolve()
    assert race.state == before
    assert race.missing() == []
    assert len(race.record.lines) == 1
    race.store.left = 100
    race.resolve()
    assert race.state.phase == RACING


# --- two writers


def test_of_two_writers_the_second_is_told_and_nothing_is_written(path):
    new_race(Files(path))
    one, two = reopen(path, GAME), reopen(path, GAME)
    one.close()
    before = bytes_of(path)
    for what in (two.close, lambda: two.choose(0, LINE_UP_ONE), lambda: two.instruct(0, ["highest"])):
        with pytest.raises(ChangedUnderUs):
            what()
        assert bytes_of(path) == before
    assert two.state.phase == LINE_UP
    assert two.sealed == {}
    same(reopen(path, GAME), one)


def test_of_two_writers_neither_loses_an_order_of_the_other(path):
    new_race(Files(path))
    one, two = reopen(path, GAME), reopen(path, GAME)
    one.choose(0, LINE_UP_ONE)
    before = bytes_of(path)
    with pytest.raises(ChangedUnderUs):
        two.choose(1, LINE_UP_ONE)
    assert bytes_of(path) == before
    assert two.sealed == {}
    again = reopen(path, GAME)
    again.choose(1, LINE_UP_ONE)
    assert reopen(path, GAME).missing() == []


def test_a_sealed_file_that_vanished_is_not_silently_made_anew(riding, path):
    path.with_name("a.match.sealed").unlink()
    with pytest.raises(ChangedUnderUs):
        riding.choose(0, [10, 8, 8, 5])


# --- a missing or damaged sealed file


def test_a_race_whose_sealed_file_is_lost_can_still_be_ridden_to_a_sound_end(riding, path):
    path.with_name("a.match.sealed").unlink()
    race = reopen(path, GAME)
    play_out(race)
    assert race.record.lines[-1]["secret"] is None
    assert verify(GAME, race.record) is None
    same(reopen(path, GAME), race)


def test_a_match_with_chance_does_not_go_on_without_its_secret(path):
    match = new_dice(Files(path))
    turn(match)
    path.with_name("a.match.sealed").unlink()
    match = reopen(path, DICE)
    match.choose(1, [ROLL])
    before = bytes_of(path)
    with pytest.raises(NotNow, match="secret"):
        match.resolve()
    assert bytes_of(path) == before


GOOD = {"lines": 2, "secret": SECRET.hex(), "orders": {}, "instructions": {}}


@pytest.mark.parametrize(
    "hidden",
    [
        [],
        {},
        {**GOOD, "secret": "zz"},
        {**GOOD, "secret": 5},
        {**GOOD, "secret": ""},
        {**GOOD, "secret": b"another".hex()},
        {**GOOD, "orders": []},
        {**GOOD, "orders": {"x": {"order": [10, 8, 8, 5], "partial": False}}},
        {**GOOD, "orders": {"0": [10, 8, 8, 5]}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, "5"], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, None], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, 7], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": 5, "partial": False}}},
        {**GOOD, "orders": {"7": {"order": [10, 8, 8, 5], "partial": False}}},
        {**GOOD, "orders": {"0": {"order": [10, 8, 8, 5]}}},
        {**GOOD, "instructions": {"0": 5}},
        {**GOOD, "instructions": None},
        {**GOOD, "lines": "2"},
        {**GOOD, "lines": None},
        {**GOOD, "lines": 3},
    ],
)
def test_a_damaged_sealed_file_is_a_clear_error(riding, path, hidden):
    path.with_name("a.match.sealed").write_text(json.dumps(hidden))
    before = bytes_of(path)
    with pytest.raises(BadRecord) as bad:
        reopen(path, GAME)
    assert bad.value.line == 0
    assert bytes_of(path) == before


@pytest.mark.parametrize(
    "text", ["", "{", "null", '"x"', "\ud800".encode("utf-8", "surrogatepass"), b"\xff", "[" * 5000]
)
def test_a_sealed_file_that_is_no_json_is_a_clear_error(riding, path, text):
    path.with_name("a.match.sealed").write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(BadRecord, match="damaged"):
        reopen(path, GAME)


def test_a_record_cut_short_behind_the_back_of_its_sealed_file_is_a_clear_error(riding, path):
    riding.close()
    riding.choose(0, [riding.state.hand[rider][0] for rider in range(4)])
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with pytest.raises(BadRecord, match="too short"):
        reopen(path, GAME)


# --- killed at any moment


class Killed(Files):
    """Files that are copied away after every single write: what a kill at that moment would leave."""

    def __init__(self, path, place):
        super().__init__(path)
        self.place, self.count = place, 0

    def _copy(self):
        self.count += 1
        folder = self.place / f"{self.count:03}"
        folder.mkdir(parents=True)
        for each in (self.path, self.secret_path):
            if each.exists():
                shutil.copy(each, folder / each.name)

    def append(self, line):
        super().append(line)
        self._copy()

    def keep_secret(self, secrets):
        super().keep_secret(secrets)
        self._copy()


def moments_of(match):
    """All that a player can rely on: the state, the sealed orders, the instructions and the number of turns."""
    return to_json(match.state), dict(match.sealed), dict(match.instructions), len(match.log)


def eventful(match, seed):
    """Plays a match with all that can happen in one; after each call yields what must not be lost."""
    at_random = random.Random(seed)
    yield moments_of(match)
    while not match.is_over():
        for seat in match.choosers():
            match.choose(seat, random_order(match, seat, at_random.randrange(2**31)))
            yield moments_of(match)
            happens = at_random.randrange(6)
            if happens == 0:
                match.instruct(seat, [at_random.choice(sorted(match.game.instructions))])
                yield moments_of(match)
            elif happens == 1:
                with contextlib.suppress(Refused):
                    match.ruling(at_random.randrange(2 if match.game is DICE else 8))
                yield moments_of(match)
            elif happens == 2 and match.history and len(match.record.lines) < 16:
                match.undo()
                yield moments_of(match)
                break
        else:
            if match.choosers():
                match.close()
                yield moments_of(match)


@pytest.mark.sample("chains", "dice-2")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("make", ["race", "dice"])
def test_a_match_killed_after_any_write_goes_on_with_every_accepted_choice(tmp_path, make, seed):
    files = Killed(tmp_path / "a.match", tmp_path / "killed")
    match = new_race(files) if make == "race" else new_dice(files, turns=10)
    game = match.game
    known, counts = [], []
    for each in eventful(match, seed):
        known.append(each)
        counts.append(files.count)
    assert match.is_over()
    whole = match.record.lines
    final = moments_of(match)
    for n in range(1, files.count + 1):
        folder = tmp_path / "killed" / f"{n:03}"
        path = folder / "a.match"
        if not path.exists():
            continue  # killed before the match was there: nothing was accepted yet
        again = reopen(path, game)
        done = sum(count <= n for count in counts) - 1  # the last call that had returned when the kill came
        told = [known[max(done, 0)]] + ([known[done + 1]] if done + 1 < len(known) else [final])
        found = moments_of(again)
        assert found in told, f"killed after write {n}"
        assert again.secret == match.secret
        assert again.record.lines[: len(whole)] == whole[: len(again.record.lines)]
        if not again.is_over() and again.choosers():
            again.close()  # and it goes on
        if make == "dice" or n % 3 == 0:
            assert verify(game, again.record) is None


@pytest.mark.sample("dice")
@pytest.mark.parametrize("make", ["race", "dice"])
def test_a_torn_last_line_was_never_accepted_and_is_cut_off(tmp_path, make):
    path = tmp_path / "a.match"
    match = new_race(Files(path)) if make == "race" else new_dice(Files(path), turns=5)
    for _ in eventful(match, 5):
        pass
    whole = path.read_bytes()
    ends = [i + 1 for i, byte in enumerate(whole) if byte == 10]
    at_random = random.Random(11)
    secret = {"lines": 0, "secret": match.secret.hex(), "orders": {}, "instructions": {}}
    for count, (start, end) in enumerate(pairwise(ends), 1):
        for cut in {start + 1, end - 1} if count % 4 == 0 else {at_random.randrange(start + 1, end)}:
            torn = tmp_path / f"torn-{cut}.match"
            torn.write_bytes(whole[:cut])
            torn.with_name(torn.name + ".sealed").write_text(json.dumps(secret))
            again = reopen(torn, match.game)
            kept = torn.read_bytes()
            assert kept[:start] == whole[:start]
            assert again.record.torn or kept == whole[:start]
            assert again.record.lines[:count] == match.record.lines[:count]
            assert verify(match.game, Files(torn).read()[0]) is None


def test_a_torn_first_line_is_no_match(tmp_path):
    path = tmp_path / "a.match"
    new_race(Files(path))
    whole = path.read_bytes()
    assert "Röd".encode() in whole
    for cut in (0, 1, whole.index(b"\xc3") + 1, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:cut])
        with pytest.raises(BadRecord, match="no complete line"):
            Files(path).read()


def test_a_writer_killed_within_a_letter_leaves_a_match_that_goes_on(riding, path):
    with path.open("ab") as file:
        file.write(b'{"kind":"turn","who":"R\xc3')
    again = reopen(path, GAME)
    same(again, riding)
    again.close()
    assert verify(GAME, reopen(path, GAME).record) is None


def test_a_record_with_the_line_ends_of_another_system_can_be_read(riding, path):
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    again = reopen(path, GAME)
    assert again.state == riding.state
    assert verify(GAME, again.record) is None


def test_a_full_disk_leaves_no_half_line_behind(riding, path, monkeypatch):
    before = bytes_of(path)
    monkeypatch.setattr("os.fsync", lambda descriptor: (_ for _ in ()).throw(OSError(28, "No space left on device")))
    with pytest.raises(OSError, match="No space"):
        riding.close()
    monkeypatch.undo()
    assert bytes_of(path) == before
    riding.close()
    assert verify(GAME, reopen(path, GAME).record) is None
