"""Secrets at rest are locked with a key outside the database, and what the server publishes is signed."""

from __future__ import annotations

import json
import stat
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from sqlalchemy import delete, insert, select, update

from breakaway.club.club import Club, open_club
from breakaway.club.consent import name_of, refuse
from breakaway.club.database import Keys, has_old_reply_key, lost_keys
from breakaway.club.schema import invitations, mailboxes, outbox, sealed, standbys
from breakaway.core.language import UserError
from breakaway.games.manifest import find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from breakaway.records.verify import Grade, public_key, sign
from breakaway.web.serve import Serving, _opened
from tests.club.starts import SECRET, any_order, football_match, play_out, race
from tests.terminal.session import call

SERVER = "https://table.example/"


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the keys."""
    monkeypatch.setenv("BREAKAWAY_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


@pytest.fixture
def club(keys: Path, tmp_path: Path) -> Club:
    """A club with keys of its own."""
    return open_club(tmp_path / "club.sqlite")


def stored(club: Club, match_id: str) -> str:
    with club.database.reading() as connection:
        return str(connection.scalar(select(sealed.c.secrets).where(sealed.c.match == match_id)))


def test_the_database_holds_no_secret_and_no_sealed_order_that_can_be_read(club: Club, tmp_path: Path) -> None:
    made = club.create("football", football_match())
    club.resolve(made.id)
    seat = club.look(made.id).waiting[0]
    order = any_order(club, made.id, seat, 1)
    club.choose(made.id, seat, order)
    assert SECRET.hex() not in stored(club, made.id)
    assert '"order"' not in stored(club, made.id)
    club.close()
    for path in tmp_path.glob("club.sqlite*"):
        assert SECRET.hex().encode() not in path.read_bytes()


def test_another_process_with_the_same_keys_goes_on(club: Club, tmp_path: Path) -> None:
    made = club.create("cycling", race())
    club.resolve(made.id)
    play_out(club, made.id, turns=1)
    again = open_club(tmp_path / "club.sqlite")
    play_out(again, made.id)
    assert again.look(made.id).is_over


def test_without_the_right_key_the_match_says_what_is_missing_and_nothing_changes(
    club: Club, keys: Path, tmp_path: Path
) -> None:
    made = club.create("cycling", race())
    before = stored(club, made.id)
    (keys / "secrets.key").unlink()
    again = open_club(tmp_path / "club.sqlite")
    with pytest.raises(UserError, match=r"encrypted with another key: restore the right key file, .*secrets\.key"):
        again.resolve(made.id)
    assert stored(again, made.id) == before


@pytest.mark.parametrize("name", ["secrets.key", "signing.key"])
def test_a_damaged_key_is_a_clear_error(keys: Path, name: str) -> None:
    keys.mkdir()
    (keys / name).write_text("not a key")
    with pytest.raises(UserError, match=f"{name} is damaged: restore it from a backup"):
        _ = Keys().lock("text") if name == "secrets.key" else Keys().signing


def test_only_the_owner_can_read_the_keys_and_two_programs_agree_on_them(keys: Path) -> None:
    assert Keys().unlock(Keys().lock("text")) == "text"
    assert public_key(Keys().signing) == public_key(Keys().signing)
    assert {each.name for each in keys.iterdir()} == {"secrets.key", "signing.key"}
    assert all(stat.S_IMODE(each.stat().st_mode) == 0o600 for each in keys.iterdir())


def test_secrets_that_an_older_version_kept_are_read_and_locked_with_the_next_writing(club: Club) -> None:
    made = club.create("cycling", race())
    plain = club.database.keys.unlock(stored(club, made.id))
    assert json.loads(plain)["secret"] == SECRET.hex()
    with club.database.writing() as connection:
        connection.execute(update(sealed).values(secrets=plain))
    play_out(club, made.id, turns=1)
    assert SECRET.hex() not in stored(club, made.id)


def test_a_published_record_is_signed_and_a_change_of_anything_breaks_it(club: Club) -> None:
    made = club.create("cycling", race())
    play_out(club, made.id)
    text = club.publish(made.id, SERVER)
    record, game = parse(text), find("cycling")
    assert text.startswith(club.download(made.id))
    assert record.signature["key"] == public_key(club.database.keys.signing)
    assert record.signature["players"] == [{"name": "Röd", "by": "empty"}, {"name": "Blue", "by": "random"}]
    assert verify(game, record) is None
    assert verify(game, parse(text.replace('"Blue"', '"Bleu"'))) is not None
    for name, value in (("server", "https://other.example/"), ("key", "00" * 32), ("signature", "00" * 64)):
        record = parse(text)
        record.signature[name] = value
        assert verify(game, record) is not None


def test_a_server_does_not_sign_what_was_played_elsewhere(club: Club, tmp_path: Path) -> None:
    made = club.create("cycling", race())
    play_out(club, made.id)
    unsigned, signed = club.download(made.id), club.publish(made.id, SERVER)
    assert club.publish(club.upload(unsigned).id, SERVER) == unsigned
    assert club.publish(club.upload(signed).id, "https://second.example/") == signed


def test_the_check_says_who_signed_it_or_that_nobody_did(club: Club) -> None:
    made = club.create("cycling", race())
    play_out(club, made.id)
    key = public_key(club.database.keys.signing)
    signed, unsigned = club.check(made.id, server=SERVER), club.check(made.id)
    assert signed.grade == Grade.TRUSTED
    assert f"Proven: {SERVER} signed exactly this record with the key {key}" in signed.proven
    assert unsigned.grade == Grade.UNSIGNED
    assert "anybody could have made it" in unsigned.not_proven


def test_an_uploaded_match_with_invented_players_and_dice_is_unsigned_and_a_true_one_keeps_its_grade(
    club: Club, tmp_path: Path
) -> None:
    other = open_club(tmp_path / "other.sqlite")
    made = other.create("cycling", race())
    play_out(other, made.id)
    invented = club.check(club.upload(other.download(made.id)).id, server=SERVER)
    assert (invented.grade, invented.title) == (Grade.UNSIGNED, "Consistent, unsigned")
    assert "with names and dice of their choice" in invented.not_proven
    lines = parse(other.download(made.id)).lines
    stranger = Ed25519PrivateKey.from_private_bytes(b"8" * 32)
    signed = [*lines, sign(lines, stranger, SERVER, [])]
    unknown = club.check(club.upload("".join(json.dumps(each) + "\n" for each in signed)).id, server=SERVER)
    assert unknown.grade == Grade.UNKNOWN
    assert f"write {SERVER} beside it" in unknown.not_proven
    assert club.check(club.upload(other.publish(made.id, SERVER)).id, server=SERVER).grade == Grade.TRUSTED


# --- keys that are lost


def emailed(club: Club, match_id: str) -> None:
    """A player has an address, and one email with a reply address was sent."""
    now = club.database.now()
    with club.database.writing() as connection:
        address = club.database.keys.lock("ada@example.org")
        connection.execute(insert(mailboxes).values(match=match_id, seat=0, address=address, language="en", asked=now))
        said = {"what": "turn 1", "match": match_id, "seat": 0, "kind": "turn", "address": address, "text": ""}
        done = {"status": "sent", "tries": 1, "made": now, "fate": "", "reference": "0" * 20}
        connection.execute(insert(outbox).values(**said, **done))
    assert club.database.keys.reply


def test_a_server_without_its_keys_says_at_once_what_will_not_work_and_makes_no_other_key(
    club: Club, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = club.create("cycling", race())
    emailed(club, made.id)
    club.close()
    words = ("serve", "--database", str(tmp_path / "club.sqlite"))
    kept = tmp_path / "kept"
    keys.rename(kept)
    done = call(capsys, *words)
    assert done.returncode == 1
    for part in (
        f"The database was used with keys that are not in {keys}. Nothing was changed.",
        "secrets.key is missing: 1 matches in progress cannot go on, and 1 email addresses cannot be read",
        "reply.key is missing: answers to the 1 emails that were sent so far would be taken for strangers'",
        "signing.key is missing",
        "--keys FOLDER",
        "--new-keys",
    ):
        assert part in done.stderr
    assert not keys.exists()
    for lost, says in (("reply.key", "- reply.key is missing"), ("secrets.key", "- secrets.key is missing")):
        (kept / lost).rename(tmp_path / lost)
        done = call(capsys, *words, "--keys", str(kept))
        assert done.returncode == 1
        assert says in done.stderr
        assert done.stderr.count("\n- ") == 2, "only what is lost, and that there never was a key for records"
        assert not (kept / lost).exists()
        (tmp_path / lost).rename(kept / lost)
    (kept / "secrets.key").write_text(Fernet.generate_key().decode())
    assert "secrets.key is another key than before" in call(capsys, *words, "--keys", str(kept)).stderr


def test_a_server_with_its_keys_in_another_folder_starts_and_one_without_them_only_if_told_so(
    club: Club, keys: Path, tmp_path: Path
) -> None:
    made = club.create("cycling", race())
    emailed(club, made.id)
    club.close()
    keys.rename(tmp_path / "kept")
    asked = Serving(database=str(tmp_path / "club.sqlite"))
    with closing(_opened(replace(asked, keys=str(tmp_path / "kept")))) as again:
        assert again.database.keys.folder == tmp_path / "kept"
        play_out(again, made.id)
    with closing(_opened(replace(asked, new_keys=True))) as without:
        assert without.look(made.id).is_over
    with pytest.raises(UserError, match="is not a folder; name the folder with the server's keys"):
        _opened(replace(asked, keys=str(tmp_path / "club.sqlite")))


def test_a_new_database_and_one_that_sent_no_email_need_no_keys(club: Club, keys: Path) -> None:
    assert lost_keys(club.database) == []
    assert not keys.exists()


def test_a_lost_reply_key_is_noticed_by_the_addresses_that_want_no_email(club: Club, keys: Path) -> None:
    with club.database.writing() as connection:
        refuse(
            connection, club.database.keys, name_of(club.database.keys.reply, "ann@example.org"), club.database.now()
        )
    assert lost_keys(club.database) == []
    (keys / "reply.key").unlink()
    said = lost_keys(club.database)
    assert said[0] == ("reply.key is missing: email would go again to those who refused all email (addresses: 1).")
    assert not (keys / "reply.key").exists()


def refused_start(capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """What a server says that does not start."""
    done = call(capsys, "serve", *more)
    assert done.returncode == 1
    return done.stderr


def test_a_server_with_another_key_than_before_says_at_once_what_will_not_work(
    club: Club, keys: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    emailed(club, club.create("cycling", race()).id)
    club.close()
    asked = Serving(database=str(tmp_path / "club.sqlite"))
    _opened(asked).close()
    assert {each.name for each in keys.iterdir()} == {"secrets.key", "signing.key", "reply.key"}
    for name, says in (
        ("reply.key", "- reply.key is another key than before: answers to the 1 emails"),
        ("signing.key", "- signing.key is another key than before: records would be signed with a key that"),
    ):
        own = (keys / name).read_text()
        (keys / name).write_text("0f" * 32)
        said = refused_start(capsys, "--database", str(tmp_path / "club.sqlite"))
        assert says in said
        assert said.count("\n- ") == 1
        assert "0f0f" not in said
        (keys / name).write_text(own)
    _opened(asked).close()


def test_a_server_that_was_told_to_go_on_with_another_key_keeps_to_it(club: Club, keys: Path, tmp_path: Path) -> None:
    emailed(club, club.create("cycling", race()).id)
    club.close()
    asked = Serving(database=str(tmp_path / "club.sqlite"))
    _opened(asked).close()
    own = (keys / "reply.key").read_text()
    (keys / "reply.key").write_text("0f" * 32)
    with closing(_opened(replace(asked, new_keys=True))) as again:
        assert has_old_reply_key(again.database)
    with closing(_opened(asked)) as again:
        assert has_old_reply_key(again.database), "emails to the old addresses may come for a long time"
    (keys / "reply.key").write_text(own)
    with pytest.raises(UserError, match=r"reply\.key is another key than before"):
        _opened(asked)


def test_a_database_on_which_no_email_depends_takes_another_key_for_replies(keys: Path, tmp_path: Path) -> None:
    asked = Serving(database=str(tmp_path / "club.sqlite"))
    _opened(asked).close()
    (keys / "reply.key").write_text("0f" * 32)
    with closing(_opened(asked)) as again:
        assert lost_keys(again.database) == []
        assert not has_old_reply_key(again.database)


def test_a_lost_key_is_noticed_by_the_addresses_of_standby_players_and_of_invitations(club: Club, keys: Path) -> None:
    made = club.create("cycling", race())
    address, now = club.database.keys.lock("ada@example.org"), club.database.now()
    with club.database.writing() as connection:
        who = {"match": made.id, "address": address, "language": "en", "asked": now}
        connection.execute(insert(standbys).values(name="Ada", **who))
        connection.execute(insert(invitations).values(seat=0, until=now, **who))
        connection.execute(delete(sealed))
    (keys / "secrets.key").write_text(Fernet.generate_key().decode())
    again = Keys()
    club.database.keys = again
    assert lost_keys(club.database)[0] == (
        "secrets.key is another key than before: 0 matches in progress cannot go on, and 2 email addresses cannot be "
        "read."
    )


def test_a_folder_in_which_no_key_can_be_made_is_a_clear_error(tmp_path: Path) -> None:
    (tmp_path / "keys").write_text("")
    asked = Serving(database=str(tmp_path / "club.sqlite"), keys=str(tmp_path / "keys" / "deeper"))
    with pytest.raises(UserError, match="can be neither read nor made: Not a directory"):
        _opened(asked)
