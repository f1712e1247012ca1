"""Makes replies to an email of ours as the common mail programs write them, in 20 languages, each with its outcome.

`python -m tools.mail_replies FOLDER` writes the replies to a short sample email as `.eml` files. A seed always gives
the same replies. What the mail programs add is theirs: header words, introductions, HTML. All people are invented. The
outcome comes from the rule of the reply's class (`RULES`), never from what our programs make of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from html import escape
from pathlib import Path
from random import Random

# --- What mail programs write in each language: From, Sent, To, Subject; the divider; the introduction of a quotation;
# the line of a phone.

LANGUAGES = {
    "en": "From: |Sent: |To: |Subject: |Original Message|On Mon, Nov 2, 2026 at 10:00 AM {who} wrote:"
    "|Sent from my iPhone",
    "de": "Von: |Gesendet: |An: |Betreff: |Ursprüngliche Nachricht|Am Mo., 2. Nov. 2026 um 10:00 Uhr schrieb {who}:"
    "|Von meinem iPhone gesendet",
    "fr": "De : |Envoyé : |À : |Objet : |Message d'origine|Le lun. 2 nov. 2026 à 10:00, {who} a écrit :"
    "|Envoyé de mon iPhone",
    "es": "De: |Enviado: |Para: |Asunto: |Mensaje original|El lun, 2 nov 2026 a las 10:00, {who} escribió:"
    "|Enviado desde mi iPhone",
    "it": "Da: |Inviato: |A: |Oggetto: |Messaggio originale|Il giorno lun 2 nov 2026 alle ore 10:00 {who} ha scritto:"
    "|Inviato da iPhone",
    "nl": "Van: |Verzonden: |Aan: |Onderwerp: |Oorspronkelijk bericht|Op ma 2 nov 2026 om 10:00 schreef {who}:"
    "|Verstuurd vanaf mijn iPhone",
    "sv": "Från: |Skickat: |Till: |Ämne: |Ursprungligt meddelande|Den mån 2 nov. 2026 kl 10:00 skrev {who}:"
    "|Skickat från min iPhone",
    "da": "Fra: |Sendt: |Til: |Emne: |Oprindelig meddelelse|Den man. 2. nov. 2026 kl. 10.00 skrev {who}:"
    "|Sendt fra min iPhone",
    "nb": "Fra: |Sendt: |Til: |Emne: |Opprinnelig melding|man. 2. nov. 2026 kl. 10:00 skrev {who}:"
    "|Sendt fra min iPhone",
    "fi": "Lähettäjä: |Lähetetty: |Vastaanottaja: |Aihe: |Alkuperäinen viesti"
    "|ma 2. marrask. 2026 klo 10.00 {who} kirjoitti:|Lähetetty iPhonesta",
    "pl": "Od: |Wysłano: |Do: |Temat: |Wiadomość oryginalna|pon., 2 lis 2026 o 10:00 {who} napisał(a):"
    "|Wysłane z iPhone'a",
    "pt": "De: |Enviado: |Para: |Assunto: |Mensagem original|Em seg., 2 de nov. de 2026 às 10:00, {who} escreveu:"
    "|Enviado do meu iPhone",
    "cs": "Od: |Odesláno: |Komu: |Předmět: |Původní zpráva|po 2. 11. 2026 v 10:00 odesílatel {who} napsal:"
    "|Odesláno z iPhonu",
    "hu": "Feladó: |Elküldve: |Címzett: |Tárgy: |Eredeti üzenet|{who} ezt írta (időpont: 2026. nov. 2., H, 10:00):"
    "|Elküldve az iPhone-omról",
    "ru": "От: |Отправлено: |Кому: |Тема: |Исходное сообщение|пн, 2 нояб. 2026 г. в 10:00, {who}:|Отправлено с iPhone",
    "uk": "Від: |Надіслано: |Кому: |Тема: |Вихідне повідомлення|пн, 2 лист. 2026 р. о 10:00 {who} пише:"
    "|Надіслано з iPhone",
    "ja": "差出人: |送信日時: |宛先: |件名: |元のメッセージ|2026年11月2日(月) 10:00 {who}:|iPhoneから送信",
    "zh": "发件人: |发送时间: |收件人: |主题: |原始邮件|{who} 于2026年11月2日周一 10:00写道：|发自我的iPhone",
    "ko": "보낸 사람: |보낸 날짜: |받는 사람: |제목: |원본 메시지|2026년 11월 2일 (월) 오전 10:00, {who}님이 작성:"
    "|나의 iPhone에서 보냄",
    "tr": "Kimden: |Gönderildi: |Kime: |Konu: |Özgün İleti|{who}, 2 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:"
    "|iPhone'umdan gönderildi",
}
PLAIN, HTML, BOTH = "plain", "HTML", "both"
# The programs: how each quotes, and what forms of text it sends. SIGNS: every line is marked; BELOW: unmarked below an
# introduction; HEAD: unmarked below header lines; RULED: below a divider and header lines.
SIGNS, BELOW, HEAD, RULED = "signs", "below", "head", "ruled"
PROGRAMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Gmail": (SIGNS, (BOTH, BOTH, HTML)),
    "Outlook": (HEAD, (PLAIN, HTML, BOTH)),
    "Outlook on the web": (HEAD, (HTML, BOTH)),
    "Outlook on a phone": (HEAD, (HTML, BOTH)),
    "Apple Mail": (SIGNS, (PLAIN, BOTH)),
    "Thunderbird": (SIGNS, (PLAIN, BOTH, HTML)),
    "Yahoo": (BELOW, (BOTH, HTML)),
    "Proton": (SIGNS, (BOTH, PLAIN)),
    "K-9": (SIGNS, (PLAIN, BOTH)),
    "Samsung": (RULED, (BOTH, HTML)),
    "GMX": (HEAD, (HTML, BOTH)),
    "Web.de": (HEAD, (BOTH, HTML)),
    "mutt": (SIGNS, (PLAIN,)),
}
QUOTES = {  # the HTML around an introduction {head} and a quotation {body}
    "Gmail": '<div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">{head}<br></div>'
    '<blockquote class="gmail_quote" style="margin:0 0 0 .8ex;border-left:1px solid #ccc">{body}</blockquote></div>',
    "Outlook": '<div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">'
    "<p class=MsoNormal>{head}</p></div></div><p class=MsoNormal><o:p>&nbsp;</o:p></p>{body}",
    "Outlook on the web": '<hr tabindex="-1" style="display:inline-block; width:98%"><div id="divRplyFwdMsg" dir="ltr">'
    '<font face="Calibri" color="#000000">{head}</font><div>&nbsp;</div></div><div>{body}</div>',
    "Outlook on a phone": '<hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr">'
    "{head}<div>&nbsp;</div></div>{body}",
    "Apple Mail": '<br><div><blockquote type="cite"><div>{head}</div><br><div>{body}</div></blockquote></div>',
    "Thunderbird": '<div class="moz-cite-prefix">{head}<br></div><blockquote type="cite" cite="mid:x@x">{body}'
    "</blockquote>",
    "Yahoo": '<div id="yahoo_quoted_1" class="yahoo_quoted"><div>{head}</div><div>{body}</div></div>',
    "Proton": '<div class="protonmail_quote">{head}<br><blockquote class="protonmail_quote" type="cite">{body}'
    "</blockquote></div>",
    "K-9": '<br><br><div class="gmail_quote">{head}<blockquote class="gmail_quote" style="border-left:1px solid blue">'
    "{body}</blockquote></div>",
    "Samsung": '<div style="font-size:100%;color:#000000"><!-- originalMessage --><div>-------- {divider} --------'
    "</div>{head}<div><br></div></div>{body}",
    "GMX": '<div name="quote" style="margin:10px 5px 5px 10px; border-left:2px solid #C3D9E5;">'
    '<div style="margin:0 0 10px 0;">{head}</div><div name="quoted-content">{body}</div></div>',
}
QUOTES["Web.de"] = QUOTES["GMX"]
LINES = {  # what a program adds below what its user writes
    "Outlook on a phone": "Get Outlook for iOS<https://aka.ms/o0ukef>",
    "Proton": "Sent with Proton Mail secure email.",
    "K-9": "-- \nSent from my Android device with K-9 Mail. Please excuse my brevity.",
}


# --- The thread that is answered, and the classes of replies with their rules.


@dataclass(frozen=True)
class Thread:
    """The email of ours that is answered, and what the player can write.

    `orders`: different legal orders in the race's notation. `riders`: the own names of riders A to D.
    """

    subject: str
    text: str
    html: str
    message_id: str
    service: str  # our name and address, as `From` gives them
    reply_to: str
    player: str
    email: str
    orders: Sequence[str]
    riders: Sequence[str]
    rival: str
    turn: int = 1


@dataclass(frozen=True)
class Reply:
    """A reply, and the order that must be sealed for it; "" if none may be sealed."""

    name: str
    kind: str
    raw: bytes
    expected: str


RULES = {
    "above": "The player's own order stands above the quotation of our email. It counts.",
    "older": "The player corrects an order of an older email of his own, which is quoted below. The new one counts.",
    "below": "The player's own order stands below the marked quotation. It counts.",
    "inline": "Each card stands below the quoted line to which it is the answer. They count.",
    "correction": "The same email has an order and then its correction. The last one counts.",
    "quoted": "The player writes nothing but thanks, and an older order of his is quoted. None counts.",
    "match": "The order is for another match, by its name. None counts.",
    "team": "The order is called the order of a rival. None counts.",
    "turn": "The order is for another turn. None counts.",
    "condition": "The order depends on a rival. None counts.",
    "subject": "The order stands in the subject, and the text has none. It counts.",
    "doubtful subject": "The subject has a condition, and the text an order. None counts.",
    "struck": "An order is struck out, and another stands below it. The other one counts.",
    "hidden": "The only order is hidden from the eyes. None counts.",
    "parts": "The plain text and the HTML have different orders. None counts.",
    "signature": "The order stands above a signature with cards in it. The order counts.",
    "forwarded": "The player forwards somebody's order, with a remark. None counts.",
    "question": "The player asks whether this order would be good. None counts.",
    "words": "The order is written in the player's own words. It counts.",
    "typed": "The order is typed in an unusual way. It counts.",
}
ENGLISH = "nought one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
GERMAN = "null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn"
NUMBERS = {"en": ENGLISH.split(), "de": GERMAN.split()}


class _Writer:
    """Writes one reply."""

    def __init__(self, thread: Thread, number: int, seed: int) -> None:
        self.thread, self.dice = thread, Random(f"{seed} {number}")
        kinds, languages, programs = list(RULES), list(LANGUAGES), list(PROGRAMS)
        self.kind = kinds[number % len(kinds)]
        self.language = languages[(number + number // len(kinds)) % len(languages)]
        able = [each for each in programs if self._is_able(each)]
        self.program = able[(number // len(kinds) + number * 5) % len(able)]
        self.quoting, forms = PROGRAMS[self.program]
        self.form = self.dice.choice([each for each in forms if self._fits(each)])
        self.tongue = "de" if self.language == "de" else self.dice.choice(("en", "en", "de"))
        self.order, self.old = self.dice.sample(list(thread.orders), 2)
        words = [each.strip() for each in LANGUAGES[self.language].split("|")]
        self.labels, self.divider, self.introduction, self.phone = words[:4], words[4], words[5], words[6]
        self.subject, self.below, self.hidden = f"Re: {thread.subject}", "", ""

    def _is_able(self, program: str) -> bool:
        quoting, forms = PROGRAMS[program]
        if self.kind in ("below", "inline") and (quoting != SIGNS or program in ("Apple Mail", "K-9")):
            return False
        return any(self._fits(each) for each in forms)

    def _fits(self, form: str) -> bool:
        needed = {"parts": (BOTH,), "struck": (HTML, BOTH), "hidden": (HTML,), "inline": (PLAIN, BOTH)}
        return form in needed.get(self.kind, (PLAIN, HTML, BOTH))

    def said(self, english: str, german: str) -> str:
        return german if self.tongue == "de" else english

    def reply(self, number: int) -> Reply:
        own, quoted, author, expected = self._content()
        letter = EmailMessage(policy=SMTP)
        thread = self.thread
        letter["From"] = f"{thread.player} <{thread.email}>"
        letter["To"], letter["Subject"] = thread.reply_to, self.subject
        letter["Message-ID"] = f"<reply-{number}@mail.example.com>"
        letter["Date"] = "Mon, 02 Nov 2026 11:00:00 +0100"
        letter["In-Reply-To"] = letter["References"] = thread.message_id
        plain = self._plain(own, quoted, author)
        html = self._html(self._shown(own), quoted, author)
        if self.kind == "parts":
            plain = plain.replace(self.order, self.old, 1)
        if self.form != HTML:
            letter.set_content(plain, cte=self.dice.choice(("quoted-printable", "base64")))
        if self.form == HTML:
            letter.set_content(html, subtype="html", cte="quoted-printable")
        elif self.form == BOTH:
            letter.add_alternative(html, subtype="html", cte="quoted-printable")
            letter.set_boundary(f"=-{number:08}")  # or else Python draws one
        name = f"{number} {self.kind}, {self.program}, {self.language}, {self.form}"
        return Reply(name, self.kind, letter.as_bytes(), expected)

    def _content(self) -> tuple[str, str, str, str]:
        """What the player writes, the text that is quoted, whose it is, and the order that counts."""
        thread, order, old, said, kind = self.thread, self.order, self.old, self.said, self.kind
        ours, mine = (thread.text, thread.service), (self._nested(), f"{thread.player} <{thread.email}>")
        hello, bye = said("Hi,", "Hallo,"), said("Cheers", "Gruß") + f"\n{thread.player.split()[0]}"
        simple = self.dice.choice((order, f"{hello}\n\n{order}\n\n{bye}", f"{order}\n\n{bye}"))
        remark = {
            "older": said("Sorry, here is the correction:", "Entschuldigung, hier die Korrektur:")
            + f"\n{order}\n\n{bye}",
            "correction": f"{old}\n\n" + said("Sorry, I mean this:", "Nein, ich meine:") + f"\n\n{order}\n\n{bye}",
            "quoted": self.dice.choice((said("Thanks!", "Danke!"), "", said("See below.", "Siehe unten."))),
            "match": said("For the Winter Classic:", "Für das Rennen Winterklassiker:") + f"\n{order}\n\n{bye}",
            "team": said(f"Orders of {thread.rival}:", f"Befehle von {thread.rival}:") + f"\n{order}\n\n{bye}",
            "turn": said(f"Turn {thread.turn + 3}:", f"Zug {thread.turn + 3}:") + f"\n{order}",
            "condition": f"{order} " + said(f"if {thread.rival} attacks", f"falls {thread.rival} angreift"),
            "struck": f"{hello}\n\n[[{old}]]\n{order}\n\n{bye}",
            "hidden": f"{hello}\n\n{{{{{order}}}}}\n" + said("More soon.", "Bald mehr.") + f"\n\n{bye}",
            "signature": f"{order}\n\n{bye}\n-- \n{thread.player}\nA1 B7 C3 D5",
            "question": said(f"Would {order} be good?", f"Wäre {order} gut?"),
            "words": self._words(),
            "typed": self._typed(),
            "doubtful subject": simple,
        }.get(kind, simple)
        if kind == "subject":
            self.subject, remark = order, self.dice.choice(("", said("See the subject.", "Siehe Betreff."), bye))
        if kind == "doubtful subject":
            self.subject = said(f"only if {thread.rival} attacks", f"nur falls {thread.rival} angreift")
        if kind == "match":
            self.subject = self.dice.choice((self.subject, said("Winter Classic", "Winterklassiker")))
        counts = order if kind not in NONE else ""
        if kind == "forwarded":
            self.subject = f"Fwd: {thread.subject}"
            self.divider = self.dice.choice(("Forwarded message", "Weitergeleitete Nachricht"))
            return said("Look what I got.", "Schau mal."), old, "Vera Doe <vera@example.com>", ""
        return (remark, *(mine if kind in ("older", "quoted") else ours), counts)

    def _nested(self) -> str:
        """The player's own older email, which quotes ours."""
        marked = "".join(f"> {line}\n" for line in self.thread.text.splitlines())
        return f"{self.old}\n\n{self.introduction.format(who=self.thread.service)}\n{marked}"

    def _words(self) -> str:
        cards = [int("".join(filter(str.isdigit, each))) for each in self.order.split()]
        first = [each.split()[0] for each in self.thread.riders]
        spelt = [NUMBERS[self.tongue][card] for card in cards]
        styles = (
            self.said(
                "A plays his {}, B his {}, C his {} and D his {}.",
                "A spielt seine {}, B seine {}, C seine {} und D seine {}.",
            ),
            "\n".join(f"{name}: {{}}" for name in first),
            self.said("Please play A {} and B {}, C {}, D {}.", "Bitte A {} und B {}, C {}, D {}."),
        )
        return self.dice.choice(styles).format(*self.dice.choice((cards, spelt)))

    def _typed(self) -> str:
        wide = {ord(c): chr(ord(c) + 0xFEE0) for c in "ABCD0123456789"}
        pairs = [(each[0], each[1:]) for each in self.order.split()]
        return self.dice.choice(
            (
                self.order.translate(wide),
                "\n".join(f"* {letter}: {card}" for letter, card in pairs),
                ", ".join(f"{letter} {card} ({20 + int(card)})" for letter, card in pairs),
                " / ".join(f"{letter}={card}" for letter, card in pairs),
                "\n".join(f"{letter}\u00a0-\u00a0{card} [{20 + int(card)}]" for letter, card in pairs),
                self.order.lower().replace(" ", "  "),
            )
        )

    # --- as plain text

    def _head(self, author: str) -> list[str]:
        values = (author, "2026-11-02 10:00", f"{self.thread.player} <{self.thread.email}>", self.thread.subject)
        rows = [f"{label} {value}" for label, value in zip(self.labels, values, strict=True)]
        return [rows[1], rows[0], *rows[2:]] if self.program in ("GMX", "Web.de") else rows

    def _plain(self, own: str, quoted: str, author: str) -> str:
        own = own.replace("[[", "").replace("]]", "").replace("{{", "").replace("}}", "")
        own += f"\n\n{LINES.get(self.program, self.phone if self.dice.random() < 0.3 else '')}"
        marked = "".join(f"> {line}".rstrip() + "\n" for line in quoted.splitlines())
        introduced = self.introduction.format(who=author)
        if self.kind == "forwarded" or self.quoting == RULED:
            rows = "\n".join(self._head(author))
            return f"{own}\n\n---------- {self.divider} ---------\n{rows}\n\n{quoted}"
        if self.kind == "inline":
            return f"{introduced}\n{self._between(quoted)}"
        if self.kind == "below":
            return f"{introduced}\n{marked}\n{own}"
        if self.quoting == BELOW:
            return f"{own}\n\n    {introduced}\n \n{quoted}"
        if self.quoting == HEAD:
            ruled = f"-----{self.divider}-----" if self.program == "Outlook" and self.form == PLAIN else "_" * 32
            return f"{own}\n\n{ruled}\n" + "\n".join(self._head(author)) + f"\n\n{quoted}"
        if self.program == "Apple Mail":
            return f"{own}\n\n> {introduced}\n> \n{marked}"
        return f"{own}\n\n{introduced}\n{marked}"

    def _between(self, quoted: str) -> str:
        rows = [f"> {line}" for line in quoted.splitlines()[:12]]
        for rider, each in enumerate(self.order.split()):
            rows += [f"> {each[0]}: {self.thread.riders[rider]}", "", each, ""]
        return "\n".join(rows)

    # --- as HTML

    def _shown(self, own: str) -> str:
        struck = ("<s>", "</s>"), ("<del>", "</del>"), ("<strike>", "</strike>")
        styled = ('<span style="text-decoration:line-through">', "</span>")
        unseen = (
            ("<div hidden>", "</div>"),
            ('<span style="display:none">', "</span>"),
            ('<span style="visibility: hidden">', "</span>"),
            ('<span style="font-size:0px">', "</span>"),
            ('<span style="opacity:0">', "</span>"),
            ('<style>.x1{display:none}</style><span class="x1">', "</span>"),
        )
        begin, end = self.dice.choice((*struck, styled))
        covered, uncovered = self.dice.choice(unseen)
        text = escape(own).replace("[[", begin).replace("]]", end).replace("{{", covered).replace("}}", uncovered)
        return text.replace("\n", "<br>\n")

    def _html(self, own: str, quoted: str, author: str) -> str:
        body = escape(quoted).replace("\n", "<br>\n")
        if quoted == self.thread.text and self.thread.html:
            body = self.thread.html.partition("<body")[2].partition(">")[2].partition("</body>")[0] or body
        head = escape(self.introduction.format(who=author))
        if self.quoting in (HEAD, RULED) or self.kind == "forwarded":
            rows = [each.partition(":") for each in self._head(author)]
            head = "<br>\n".join(f"<b>{escape(label + colon)}</b>{escape(value)}" for label, colon, value in rows)
        program = "Samsung" if self.kind == "forwarded" else self.program
        around = QUOTES.get(program, "{head}<br>{body}").replace("{divider}", escape(self.divider))
        quotation = around.replace("{head}", head).replace("{body}", body)
        line = escape(LINES.get(self.program, "")).replace("\n", "<br>")
        if self.kind == "inline":
            rows = self._between(quoted).splitlines()
            inside = "".join(
                f"<blockquote type=cite>{escape(each[2:])}</blockquote>" if each[:1] == ">" else f"<div>{each}</div>"
                for each in rows
            )
            return f"<html><body><div>{head}</div>{inside}</body></html>"
        written = f'<div dir="ltr">{own}</div>'
        parts = (quotation, written) if self.kind == "below" else (written, f"<div>{line}</div><br>", quotation)
        return f"<html><head><meta charset=utf-8></head><body>{''.join(parts)}</body></html>"


NONE = {"quoted", "match", "team", "turn", "condition", "doubtful subject", "hidden", "parts", "forwarded", "question"}


def replies(thread: Thread, count: int = 300, seed: int = 1) -> list[Reply]:
    """So many replies to the email of this `thread`; the same seed gives the same replies."""
    return [_Writer(thread, number, seed).reply(number) for number in range(count)]


SAMPLE = Thread(
    subject="The Cup, turn 1: your choice",
    text="The Cup\n\nWhich cards do your riders play?\nA: 10\nB: 8 9\nC: 3 8 9\nD: 5 6\n",
    html="",
    message_id="<0123456789abcdef0123@play.example.org>",
    service="Breakaway <play@example.org>",
    reply_to="play@example.org",
    player="Ann Doe",
    email="ann@example.com",
    orders=[f"A10 B{b} C{c} D{d}" for b in (8, 9) for c in (3, 8, 9) for d in (5, 6)],
    riders=("Percy Vere", "Anton Berg", "Bo Peep", "Emil Rot"),
    rival="Blue",
)


def main(arguments: Sequence[str], say: Callable[[str], object] = print) -> int:
    """Writes the replies to the sample into a folder."""
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for number, each in enumerate(replies(SAMPLE)):
        (folder / f"{number:03}.eml").write_bytes(each.raw)
        say(f"{number:03}.eml: {each.name}: {each.expected or 'nothing may be sealed'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
