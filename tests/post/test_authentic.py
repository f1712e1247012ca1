"""Whether an email is from whom it says: only the first header of our own mail server counts, read to the letter."""

from __future__ import annotations

import time

import pytest

from breakaway.mail.commands import wants_email
from breakaway.mail.received import is_authentic, open_mail

OURS = "mx.example.org"
FORGED = f"{OURS}; dmarc=pass header.from=ann.example"


def says(*headers: str, author: str = "ann@ann.example") -> bool:
    return is_authentic(author, headers, OURS)


@pytest.mark.parametrize(
    "header",
    [
        f"{OURS}; dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=ann.example",
        f"{OURS} 1;\r\n\tspf=pass smtp.mailfrom=bounces.example;\r\n\tdkim=pass header.i=@ann.example header.s=x",
        f'"{OURS}"; dkim = pass reason="good; (enough)" header.d = Ann.Example.',
        f"{OURS.upper()}; dkim=pass (2048-bit key; unprotected) header.d=ann.example header.b=a+/b=",
        f"{OURS}; dmarc=pass action=none header.from=ann.example;compauth=pass reason=100",
        f"{OURS}; dkim=fail header.d=list.example; dkim=pass header.d=ann.example; spf=none",
    ],
)
def test_what_mail_servers_write_is_understood(header: str) -> None:
    assert says(header)


def test_a_signature_of_a_domain_counts_for_those_below_it_and_not_for_those_above() -> None:
    assert says(f"{OURS}; dkim=pass header.d=ann.example", author="ann@mail.ann.example")
    assert not says(f"{OURS}; dkim=pass header.d=mail.ann.example")
    assert not says(f"{OURS}; dkim=pass header.d=n.example")
    assert not says(f"{OURS}; dkim=pass header.d=example"), "nobody signs for a whole top domain"


@pytest.mark.parametrize(
    "headers",
    [
        (),
        (f"{OURS}; none",),
        (f"{OURS}; spf=pass smtp.mailfrom=ann.example",),
        (f"{OURS}; dmarc=fail header.from=ann.example", FORGED),
        (f"{OURS}; dkim=none", FORGED),
        (f"{OURS}; spf=fail smtp.mailfrom=(", FORGED),
        (f'{OURS}; spf=fail smtp.mailfrom="x', FORGED),
        ("mx.evil.example; dmarc=pass header.from=ann.example",),
        (f"{OURS}.evil.example; dmarc=pass header.from=ann.example",),
        (f"{OURS} dmarc=pass header.from=ann.example",),
        (f"{OURS}; dmarc=pass header.from=evil.example",),
        (f"{OURS}; dmarc=pass header.from=evil.example header.from=ann.example",),
        (f'{OURS}; spf=pass smtp.mailfrom="x; dmarc=pass header.from=ann.example;"@evil.example',),
        (f"{OURS}; spf=pass (x\\) ; dmarc=pass header.from=ann.example) smtp.mailfrom=evil.example",),
        (f"{OURS}; spf=pass (a (b) ; dmarc=pass header.from=ann.example) smtp.mailfrom=evil.example",),
        (f'{OURS}; spf=pass (x") smtp.mailfrom="); dmarc=pass header.from=ann.example; ("@evil.example (y")',),
        (f"{OURS}; dkim=pass header.i=header.d=ann.example@evil.example header.d=evil.example",),
        (f"{OURS}; x=dmarc=pass header.from=ann.example",),
    ],
)
def test_nothing_that_a_sender_can_write_passes_for_what_our_mail_server_found(headers: tuple[str, ...]) -> None:
    assert not says(*headers)


def test_without_a_name_of_our_mail_server_nobody_is_vouched_for() -> None:
    for header in (FORGED, "; dmarc=pass header.from=ann.example", '""; dmarc=pass header.from=ann.example'):
        assert not is_authentic("ann@ann.example", [header], "")
    raw = f"Authentication-Results: {FORGED}\nFrom: ann@ann.example\n\nstop".encode()
    assert open_mail(raw, authserv=OURS).is_authentic
    assert not open_mail(raw).is_authentic


@pytest.mark.parametrize(
    ("heads", "author"),
    [
        ("From: Ann <ann@ann.example>", "ann@ann.example"),
        ("From: Ann Q. Example <ann@ann.example>", "ann@ann.example"),
        ("From: =?utf-8?q?J=C3=B6rg?= <j@x.example>", "j@x.example"),
        ('From: "victim@example.org" <a@evil.example>', "a@evil.example"),
        ("From: =?utf-8?q?victim=40example.org?= <a@evil.example>", "a@evil.example"),
        ("From: victim@example.org, a@evil.example", ""),
        ("From: a@evil.example\nFrom: victim@example.org", ""),
        ("From: <victim@example.org> <a@evil.example>", ""),
        ("From: a@b@example.org", ""),
        ("To: play@example.org", ""),
        (f"From: {'x' * 3000} <victim@example.org>", ""),
    ],
)
def test_an_author_is_known_only_without_any_doubt(heads: str, author: str) -> None:
    assert open_mail(f"{heads}\n\nstop".encode()).author == author


def test_encoded_words_in_a_header_are_not_decoded() -> None:
    hidden = f"{OURS}; spf=pass smtp.mailfrom==?utf-8?q?x=3B_dmarc=3Dpass_header=2Efrom=3Dann=2Eexample?=@evil.example"
    raw = f"Authentication-Results: {hidden}\nFrom: ann@ann.example\n\nstop".encode()
    assert not open_mail(raw, authserv=OURS).is_authentic


def test_headers_made_to_take_long_take_no_time() -> None:
    began = time.process_time()
    for rest in (' a=b"', '"', "(", "\\", "; a=b", " x", " =", 'a="\\"', ")"):
        assert not says(f"{OURS}; {rest * 2000}")
    other = b"Authentication-Results: mx.evil.example; dmarc=pass\n" * 20_000
    assert not open_mail(other + b"From: ann@ann.example\n\nstop", authserv=OURS).is_authentic
    assert time.process_time() - began < 3


def test_stop_and_unsubscribe_are_understood_on_a_line_of_their_own_near_the_top() -> None:
    for text in ("stop", "STOP.", "Unsubscribe", "Please unsubscribe me", "Bitte abmelden", "> stop", "no more emails"):
        assert wants_email(["my orders", text]) is False, text
    for text in ("start", "Subscribe", "resubscribe please"):
        assert wants_email([text]) is True, text
    for text in ("stop the clock", "don't stop", "", "Re: stop", "yes", "unsubscribed"):
        assert wants_email([text]) is None, text
    assert wants_email(["A10 B7", "Cheers", "Ann", "Unsubscribe"]) is None, "what mailing lists add at the end"
