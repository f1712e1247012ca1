"""First emails to strangers: how many there may be, from whom, and who wants none."""

from __future__ import annotations

import pytest

from breakaway.club import email_addresses
from breakaway.club.club import Club, open_club
from breakaway.club.consent import (
    MOST_BETWEEN,
    MOST_FROM,
    MOST_IN_ALL,
    MOST_TO,
    MOST_TO_PLAYER,
    Source,
    allow,
    code_of,
    count_first_email,
    name_in,
    name_of,
    refuse,
)
from breakaway.club.email_addresses import checked_address
from breakaway.club.mail_log import PostedMail, deliver, delivery_statuses, post
from breakaway.club.schema import first_emails
from breakaway.club.seats import changes
from breakaway.core.language import UserError
from breakaway.core.observation import NotNow
from tests.club.clocks import Wall
from tests.club.starts import race

VICTIM = "victim@example.org"


def ask(club: Club, address: str = VICTIM, source: str | None = "192.0.2.1", own: bool = False) -> bool:
    """Whether a first email may be sent."""
    by = None if source is None else Source(source, own)
    try:
        with changes(club.database) as connection:
            count_first_email(connection, club.database, address, by, club.database.now())
    except NotNow:
        return False
    return True


def test_a_source_reaches_a_victim_twice_a_day_and_all_sources_together_four_times(club: Club) -> None:
    wall = Wall(club)
    for written in (VICTIM, "Victim@Example.ORG", "victim+1@example.org", " victim+cup@example.org"):
        assert ask(club, written) is (written in (VICTIM, "Victim@Example.ORG")), written
    sources = [f"192.0.2.{n}" for n in range(2, 30)]
    assert sum(ask(club, source=each) for each in sources) == MOST_TO - MOST_BETWEEN
    assert not ask(club, source=None), "the owner of the server has no more right to disturb"
    assert ask(club, "somebody.else@example.org"), "others get email as before"
    wall.on(24 * 3600 - 1)
    assert not ask(club)
    wall.on(2)
    assert ask(club)


def test_one_mailbox_at_gmail_has_one_limit_however_its_address_is_written(club: Club) -> None:
    names = ("a.victim@gmail.com", "avictim@gmail.com", "av.ic.tim+x@googlemail.com", "A.V.ictim@Gmail.com")
    assert [ask(club, each) for each in names] == [True, True, False, False]
    assert name_of(b"k", "a.b@example.org") != name_of(b"k", "ab@example.org"), "elsewhere a dot is a letter"


def test_a_source_and_the_whole_server_have_a_limit_too(club: Club) -> None:
    assert sum(ask(club, f"p{n}@example.org") for n in range(MOST_FROM + 5)) == MOST_FROM
    assert ask(club, "more@example.org", "192.0.2.2")
    assert ask(club, "more@example.net", None), "the owner of the server"
    now = club.database.now()

    def add(source: str) -> None:
        rows = [{"recipient": f"{n}", "source": source.format(n=n), "made": now} for n in range(MOST_IN_ALL)]
        with changes(club.database) as connection:
            connection.execute(first_emails.insert(), rows)

    add("")
    add("{n}")
    assert ask(club, "late@example.org", "192.0.2.3"), "what the owner and recipients ask for takes nobody's place"
    assert not ask(club, "late@example.org", "late@example.org", own=True)
    add("x{n}")
    assert not ask(club, "late@example.org", "192.0.2.4")
    assert ask(club, "late@example.org", None)


def test_the_limits_hold_after_a_restart_and_in_other_processes(club: Club) -> None:
    assert ask(club)
    again = open_club(club.database.engine.url.render_as_string(hide_password=False))
    assert [ask(again), ask(again), ask(club)] == [True, False, False]
    again.close()


def test_strangers_cannot_use_up_what_the_owner_of_an_address_asks_for(club: Club) -> None:
    for n in range(MOST_TO):
        assert ask(club, source=f"192.0.2.{n}")
    assert not ask(club, source="192.0.2.99")
    assert [ask(club, source=VICTIM, own=True) for _ in range(MOST_TO + 1)] == [True] * MOST_TO + [False]
    assert not ask(club, source="192.0.2.98"), "his own requests give strangers no more"


def test_who_gets_email_already_may_be_asked_more_often_so_that_strangers_do_not_keep_friends_out(club: Club) -> None:
    match_id, codes = club.create("cycling", race(("human", "human")), here=[0, 1]).id, list[str]()

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail(f"confirm {code}", match_id, 0, "confirm", VICTIM, "")

    email_addresses.ask(club.database, match_id, 0, VICTIM, "en", letter)
    found = [ask(club, source=f"192.0.2.{n}") for n in range(MOST_TO)]
    assert found == [True] * (MOST_TO - 1) + [False], "an address that nobody has confirmed"
    email_addresses.confirm(club.database, codes[0])
    found = [ask(club, source=f"198.51.100.{n}") for n in range(MOST_TO_PLAYER)]
    assert found == [True] * (MOST_TO_PLAYER - MOST_TO) + [False] * MOST_TO


def test_who_wants_no_email_gets_none_in_no_match_until_he_says_so(club: Club) -> None:
    database, key = club.database, club.database.keys.reply
    match_id = club.create("cycling", race(("human", "human")), here=[0, 1]).id
    codes = list[str]()

    def letter(code: str) -> PostedMail:
        codes.append(code)
        return PostedMail(f"confirm {code}", match_id, 0, "confirm", VICTIM, "")

    email_addresses.ask(database, match_id, 0, VICTIM, "en", letter)
    email_addresses.confirm(database, codes[0])
    with changes(database) as connection:
        refuse(connection, database.keys, name_of(key, "Victim+x@example.org"), database.now())
        refuse(connection, database.keys, name_of(key, VICTIM), database.now())
    assert email_addresses.mailbox(database, match_id, 0) is None
    assert [each.status for each in delivery_statuses(database)] == ["dead"], "what waits is not sent"
    assert not ask(club)
    assert not ask(club, source=VICTIM, own=True)
    for kind in ("turn", "invite", "digest", "answer"):
        post(database, PostedMail(f"{kind} of any part of the program", match_id, 1, kind, VICTIM, "x"))
    post(database, PostedMail("to another", match_id, 1, "turn", "other@example.org", "x"))
    sent = list[str]()
    deliver(database, lambda mail: sent.append(mail.address) or "250 taken")  # type: ignore[func-returns-value]
    assert sent == ["other@example.org"]
    with changes(database) as connection:
        allow(connection, name_of(key, VICTIM))
    assert ask(club)


def test_the_table_of_those_who_want_none_names_nobody(club: Club) -> None:
    with changes(club.database) as connection:
        refuse(connection, club.database.keys, name_of(club.database.keys.reply, VICTIM), club.database.now())
        rows = [*connection.exec_driver_sql("SELECT * FROM refusals").all()]
    ask(club, "other@example.org", "192.0.2.77")
    with club.database.reading() as connection:
        rows += connection.exec_driver_sql("SELECT * FROM first_emails").all()
    assert len(rows) == 2
    assert not any(word in str(rows) for word in ("victim", "example", "192.0.2", "other"))


def test_a_code_names_an_address_only_if_this_server_made_it() -> None:
    name = name_of(b"key", VICTIM)
    code = code_of(b"key", name)
    assert name_in(b"key", code) == name
    assert name_in(b"another key", code) == ""
    for wrong in ("", "x", "Ω", code[:-4], f"{'A' * 4}{code[4:]}", f"{code[:-4]}AAAA", code * 2):
        assert name_in(b"key", wrong) == "", wrong


@pytest.mark.slow
def test_two_processes_cannot_both_take_the_last_place(club: Club) -> None:
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda n: ask(club, source=f"192.0.2.{n}"), range(24)))
    assert sum(found) == MOST_TO


@pytest.mark.parametrize(
    "address",
    [
        "=?utf-8?q?bob=40b.example=2Ccarl=40c.example=2C?=@x.example",  # programs show and use it as three addresses
        "a\x00b@x.example",
        "a\x7fb@x.example",
        ".ann@x.example",
        "ann.@x.example",
        "an..n@x.example",
        "ann@-x.example",
        "ann@x-.example",
        "ann@x..example",
        "ann@x.example.",
        "ann@x.example\r\nBcc: bob@b.example",
        "ann@x.example, bob@b.example",
        '"ann bob"@x.example',
        "ännchen@x.example",
    ],
)
def test_what_is_not_one_plain_address_gets_no_email(address: str) -> None:
    with pytest.raises(UserError, match="This is not an email address"):
        checked_address(address)


@pytest.mark.parametrize("address", ["ann@x.example", " ann+cup@x.example ", "o'neil.j_r%x@sub.x-y.example", "ann@lan"])
def test_addresses_that_people_have_are_kept_as_they_were_typed(address: str) -> None:
    assert checked_address(address) == address.strip()
