"""Commands in mails that ask for reports, the digest and a time zone, in both languages; and what is none of them."""

from __future__ import annotations

import pytest

from breakaway.mail.commands import DIGEST_OFF, DIGEST_ON, REPORT, ZINE, ZONE, wish_in


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("report pdf", REPORT),
        ("Report as PDF, please!", REPORT),
        ("Send me the report as a PDF", REPORT),
        ("PDF", REPORT),
        ("Bericht PDF", REPORT),
        ("Bitte schicke mir den Bericht als PDF", REPORT),
        ("bericht-pdf", REPORT),
        ("zine", ZINE),
        ("Zine PDF", ZINE),
        ("send me the whole match as pdf", ZINE),
        ("die ganze Partie als PDF", ZINE),
        ("digest on", DIGEST_ON),
        ("Digest", DIGEST_ON),
        ("one mail a day, please", DIGEST_ON),
        ("Sammelmail an", DIGEST_ON),
        ("eine Mail am Tag", DIGEST_ON),
        ("digest off", DIGEST_OFF),
        ("no digest", DIGEST_OFF),
        ("Sammelmail aus", DIGEST_OFF),
        ("keine Sammelmail", DIGEST_OFF),
        ("time zone Europe/Berlin", ZONE),
        ("My timezone: America/Argentina/Buenos_Aires", ZONE),
        ("Zeitzone Europe/Berlin", ZONE),
        ("Zeitzone: UTC", ZONE),
    ],
)
def test_a_command_is_understood_as_people_write_it(text: str, kind: str) -> None:
    wish = wish_in(text, 3, None)
    assert wish
    assert (wish.kind, wish.line, wish.fault) == (kind, 3, "")


@pytest.mark.parametrize(
    "text",
    [
        "Thanks for the report.",
        "the report was a pdf",
        "Is there a digest?",
        "report pdf? I cannot open it",
        "To get the report as a PDF, reply with “report pdf”.",
        "A 10",
        "in my time zone it is late",
        "Die Partie war ganz schön",
    ],
)
def test_a_sentence_that_only_mentions_one_is_no_command(text: str) -> None:
    assert wish_in(text, 1, None) is None


def test_a_time_zone_keeps_its_capitals() -> None:
    wish = wish_in("TIME ZONE Europe/Berlin.", 1, None)
    assert wish
    assert wish.text == "Europe/Berlin"
