"""Quotations are found by what stands in them, in any language; what a player cannot see does not count."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from breakaway.games.cycling.mail import SCRIBE
from breakaway.mail.orders import read_letter
from breakaway.mail.own_text import our_line, own_lines, seen_text
from breakaway.mail.received import open_mail
from tests.cycling.looking import observation

OWN, OLD = "A12 B9 C9 D6", "A10 B9 C9 D6"
LEGAL = observation()
HEADS = {
    "fr": "De : Le Club\nEnvoyé : lundi 2 novembre\nÀ : Ann Doe\nObjet : RE: La Coupe",
    "es": "De: El Club\nEnviado: lunes, 2 de noviembre\nPara: Ann Doe\nAsunto: RE: La Copa",
    "nl": "Van: De Club\nVerzonden: maandag 2 november\nAan: Ann Doe\nOnderwerp: RE: De Beker",
    "sv": "Från: Klubben\nSkickat: den 2 november\nTill: Ann Doe\nÄmne: SV: Cupen",
    "da": "Fra: Klubben\nSendt: 2. november\nTil: Ann Doe\nEmne: SV: Pokalen",
    "pl": "Od: Klub\nWysłano: poniedziałek\nDo: Ann Doe\nTemat: ODP: Puchar",
    "pt": "De: O Clube\nEnviado: segunda-feira\nPara: Ann Doe\nAssunto: RE: A Taça",
    "cs": "Od: Klub\nOdesláno: pondělí\nKomu: Ann Doe\nPředmět: RE: Pohár",
    "fi": "Lähettäjä: Kerho\nLähetetty: maanantai\nVastaanottaja: Ann Doe\nAihe: VS: Cup",
    "ru": "От: Клуб\nОтправлено: понедельник\nКому: Ann Doe\nТема: RE: Кубок",
    "ja": "差出人: クラブ\n送信日時: 月曜日\n宛先: Ann Doe\n件名: RE: カップ",
    "bold": "*From:* The Club\n*Sent:* Monday\n*To:* Ann Doe\n*Subject:* Re: The Cup",
    "a language that nobody knows": "Xor: The Club <play@example.org>\nYil: 2026-11-02 10:00\n"
    "Zup: Ann Doe\nQuof: The Cup",
    "only a subject and an address": "Xor: The Club\nZup: ann@example.com\nQuof: Re: The Cup, turn 4: your choice",
}
INTRODUCTIONS = {
    "fr": "Le 02/11/2026 à 10:00, Le Club a écrit :",
    "es, in two lines": "El lun, 2 nov 2026 a las 10:00, El Club\n(<play@example.org>) escribió:",
    "pl": "W dniu 2.11.2026 o 10:00, Klub pisze:",
    "ja": "2026年11月2日(月) 10:00 クラブ <play@example.org>:",
    "zh": "Club <play@example.org> 于2026年11月2日周一 10:00写道：",
    "our address alone": "play@example.org raksturoja šādi",
    "our line": our_line("Odpovězte nad tímto řádkem"),
}


def mail(text: str = "", html: str = "", subject: str = "Re: The Cup, turn 4: your choice") -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Ann Doe <ann@example.com>", "play+7.0.abc@example.org", subject
    made["In-Reply-To"] = "<0123456789abcdef0123@example.org>"
    if text:
        made.set_content(text)
    if html and text:
        made.add_alternative(html, subtype="html")
    elif html:
        made.set_content(html, subtype="html")
    return made.as_bytes()


def sealed(raw: bytes) -> str:
    found = read_letter(open_mail(raw), LEGAL, SCRIBE)
    return found.written if found.is_clear() else ""


@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS)
@pytest.mark.parametrize("own", [OWN, f"Sorry, I mean this:\n{OWN}\n\nAnn", ""], ids=["order", "correction", "nothing"])
def test_header_lines_end_a_players_own_text_in_any_language(head: str, own: str) -> None:
    assert sealed(mail(f"{own}\n\n{head}\n\n{OLD}\n")) == (OWN if own else "")


@pytest.mark.parametrize("line", INTRODUCTIONS.values(), ids=INTRODUCTIONS)
@pytest.mark.parametrize("sign", ["> ", ""], ids=["marked", "unmarked"])
def test_a_quotation_is_found_below_its_introduction_in_any_language(line: str, sign: str) -> None:
    assert sealed(mail(f"{OWN}\n\n{line}\n\n{sign}{OLD}\n")) == OWN
    assert sealed(mail(f"{line}\n\n{sign}{OLD}\n")) == ""


def test_an_order_below_a_marked_quotation_of_ours_counts() -> None:
    quoted = f"> {our_line('Reply above this line')}\n> The Cup\n> {OLD}\n"
    assert sealed(mail(f"On Monday, The Club <play@example.org> wrote:\n{quoted}\n{OWN}\n")) == OWN


def test_an_older_email_of_the_player_is_no_order_of_today() -> None:
    said = f"{OWN}\n\nPo, 2 lis 2026, Ann Doe <ann@example.com>\n\n{OLD}"
    assert sealed(mail(said)) == OWN


@pytest.mark.parametrize(
    "text",
    [
        "A: 12\nB: 9\nC: 9\nD: 6",
        "Percy: 12\nAnn: 9\nBo: 9\nÉmile: 6",
        "A12 B9 C9 D6\n\nLiz\nann@example.com\nhttps://example.com",
        "Percy: 12\nAnn: 9\nBo: 9\nÉmile: 6\n\nFrån: Klubben <play@example.org>\nTill: Ann\nÄmne: x\n\nA1",
        "Percy: 12\nAnn: 9\nBo: 9\nÉmile: 6\nVan: Club <play@example.org>\nAan: Ann\nOnderwerp: x\n\nA1",
        "* A: 12\n* B: 9\n* C: 9\n* D: 6\n\nFeladó: Klub <play@example.org>\nCímzett: Ann\nTárgy: x\n\nA1",
        "A: twelve\nB: nine\nC: nine\nD: six\n\nDa: Club <play@example.org>\nA: Ann Doe\nOggetto: x\n\nA1",
        "A12 B9 C9 D6\n\nTo: win\nFrom: me\nPS: see you",
        "---- my orders ----\nA12 B9 C9 D6\n-------------------",
        "~~A10 B9 C9 D6~~\nA12 B9 C9 D6",
    ],
)
def test_a_players_own_lines_are_not_taken_for_a_quotation(text: str) -> None:
    assert sealed(mail(text)) == OWN


@pytest.mark.parametrize(
    "covered",
    [
        "<s>{}</s>",
        "<strike>{}</strike>",
        "<del>{}</del>",
        "<span style='text-decoration: line-through'>{}</span>",
        '<span style="text-decoration-line:underline line-through;color:red">{}</span>',
        "<p hidden>{}</p>",
        '<p class="x" hidden="">{}</p>',
        "<p style='display:none'>{}</p>",
        "<p style='display&#58;none !important'>{}</p>",
        "<p style='dis/**/play:none'>{}</p>",
        "<p style='visibility:hidden'>{}</p>",
        "<p style='font-size:0'>{}</p>",
        "<p style='font-size: 0.0px;'>{}</p>",
        "<div style='height:0;overflow:hidden'>{}</div>",
        "<div style='max-height:0px'>{}</div>",
        "<div style='opacity:0'>{}</div>",
        "<div style='position:absolute;left:-9999px'>{}</div>",
        "<p style='color:#ffffff'>{}</p>",
        "<font color=white>{}</font>",
        "<style>.x, #y{{color:red;display:none}}</style><p class='a x'>{}</p>",
        "<style>#y{{font-size:0}}</style><p id=y>{}</p>",
        "<!-- {} -->",
    ],
)
def test_struck_out_and_hidden_text_does_not_count(covered: str) -> None:
    assert OLD not in seen_text(covered.format(OLD))
    assert sealed(mail(html=f"<div>{OWN}</div>{covered.format(OLD)}")) == OWN
    assert sealed(mail(html=f"<p>See you!</p>{covered.format(OLD)}")) == ""


@pytest.mark.parametrize(
    "shown",
    [
        "<p style='font-size:10px'>{}</p>",
        "<p style='width:100%;margin:0;padding:0'>{}</p>",
        "<p style='color:#fff;background:#222'>{}</p>",
        "<p title='hidden'>{}</p>",
        "<p class='hidden-not'>{}</p>",
        "<p style='opacity:0.9;height:0.5em'>{}</p>",
        "<p style='text-decoration:underline'>{}</p>",
        "<p style='border-width:0;line-height:1'>{}</p>",
    ],
)
def test_text_that_can_be_seen_counts(shown: str) -> None:
    assert sealed(mail(html=shown.format(OWN))) == OWN


def test_plain_text_and_html_with_different_orders_are_in_doubt() -> None:
    assert sealed(mail(OWN, f"<p>{OWN}</p>")) == OWN
    assert sealed(mail(OWN, f"<p>{OLD}</p>")) == ""
    assert sealed(mail(OWN, "<p>See you!</p>")) == "", "the sender may have seen no order"
    assert sealed(mail(f"{OLD}\n{OWN}", f"<s>{OLD}</s><p>{OWN}</p>")) == OWN, "both end with the same order"
    assert sealed(mail(f"{OWN}\n{OLD}", f"<p>{OWN}</p><s>{OLD}</s>")) == ""
    assert sealed(mail("This is an HTML email.", f"<p>{OWN}</p>")) == OWN
    assert sealed(mail(OWN, f"<p>{OWN}</p><p>withdraw</p>")) == ""
    found = read_letter(open_mail(mail(OWN, f"<p>{OLD}</p>")), LEGAL, SCRIBE)
    assert "plain text and the HTML" in found.mistakes[-1].why


def test_own_lines_say_whether_another_email_stands_below() -> None:
    assert own_lines(f"{OWN}\n{our_line('x')}\n{OLD}") == ([OWN], True)
