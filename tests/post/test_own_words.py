"""What players write around their orders: what is understood, and what puts an email in doubt."""

from __future__ import annotations

import pytest

from breakaway.core.observation import Observation
from breakaway.games.cycling.mail import SCRIBE
from breakaway.games.manifest import find
from breakaway.mail.orders import Addressed, Reading, read_letter, scribe_of
from breakaway.mail.received import open_mail
from tests.club.starts import fate_match
from tests.cycling.looking import observation
from tests.post.test_quotations import OWN, mail

ANSWER = "Re: The Cup, turn 4: your choice"
PLACE = Addressed("The Cup", ("The Other Cup", "Paris"))
UNDERSTOOD = [
    ("A12 B9 C9 D6\n\nGreen was lucky last turn!", ANSWER),
    ("A12 B9 C9 D6\n\nGreetings to Green and Sky Blue", ANSWER),
    ("A12 B9 C9 D6\n\nP.S. I liked turn 3.", ANSWER),
    ("Red: A12 B9 C9 D6", ANSWER),
    ("Orders for Red:\nA12 B9 C9 D6", ANSWER),
    ("For turn 4:\nA12 B9 C9 D6", ANSWER),
    ("For Tuesday:\nA12 B9 C9 D6", ANSWER),
    ("Für heute:\nA12 B9 C9 D6", ANSWER),
    ("Hi Tom,\nthis is for the Cup:\nA12 B9 C9 D6", ANSWER),
    ("Percy Vere plays his 12, Ann her 9, Bo 9 and Émile 6.", ANSWER),
    ("Percy zwölf, Ann neun, Bo neun, Émile sechs", ANSWER),
    ("A 12 (to 32), B 9 (29), C 9 -> 29, D 6", ANSWER),
    ("A12 => 32\nB9 => 29\nC9 => 29\nD6 => 26", ANSWER),
    ("a: twelve\nb: nine\nc: nine\nd: six", ANSWER),
    ("１２ for A, 9 for B, 9 for C, 6 for D", ANSWER),
    ("A plays 12 this time. B plays 9. C plays 9. D plays 6.", ANSWER),
    ("", "A12 B9 C9 D6"),
    ("Sorry, order is in the subject!\nLiz", "Turn 4: A12 B9 C9 D6"),
    ("A12 B9 C9 D6", "my orders"),
    ("A12 B9 C9 D6", "Order for turn 4"),
    ("A12 B9 C9 D6", "Re: AW: The Cup, turn 4: your choice"),
    ("Here are my moves for the next turn, thanks!\n\nA12 B9 C9 D6", ANSWER),
    ("Hi,\n\nmy riders:\nA12 B9 C9 D6\n\nLiz\nDirector of Red", ANSWER),
    ("A12, B9, C9, D6 (good luck everybody!)", ANSWER),
    ("A - 12\nB - 9\nC - 9\nD - 6\n\nIt was a great race so far, I fear Green's riders.", ANSWER),
    ("A12 B9 C9 D6\n\nSee you at the match in London on Friday.", ANSWER),
    ("A12 B9 C9 D6\n\nNext week I am in Rome for the Giro.", ANSWER),
    ("A12 B9 C9 D6\n\nSent for me by my phone, if you wonder.", ANSWER),
    ("A12B9C9D6", ANSWER),
    ("Lineup stays. A12 B9 C9 D6.", ANSWER),
    ("twelve for A, nine for B, nine for C, six for D", ANSWER),
    ("A=12;B=9;C=9;D=6", ANSWER),
    ("Rider A: 12\nRider B: 9\nRider C: 9\nRider D: 6", ANSWER),
    ("A12 B9 C9 D6\n\nBest,\nLiz\n\nOn the go, please excuse typos", ANSWER),
    ("Ciao,\nA12 B9 C9 D6\nSaluti", ANSWER),
    ("A12 B9 C9 D6\n\nI hope to draft Green today.", ANSWER),
    ("Sorry, my earlier order was wrong. This is the correct one:\nA12 B9 C9 D6", ANSWER),
    ("A10 B9 C9 D6\n\nNo, not that. I mean:\nA12 B9 C9 D6", ANSWER),
    ("Play this instead:\nA12 B9 C9 D6", ANSWER),
    ("Stattdessen bitte:\nA12 B9 C9 D6", ANSWER),
    ("Meine alte Anweisung war falsch, neu:\nA12 B9 C9 D6", ANSWER),
    ("Change of plan:\nA12 B9 C9 D6", ANSWER),
    ("Hallo Tom,\n\nanbei meine Befehle:\n\nA12 B9 C9 D6\n\nViele Grüße\nLiz", ANSWER),
    (
        "A: 12\n\nB: 9\n\nC: 9\n\nD: 6\n\nThanks and see you\nLiz\n\n--\nLiz Doe | Tel. 0123 456789 | 12 High Street",
        ANSWER,
    ),
    ("A12 B9 C9 D6\n\nEnviado desde mi Galaxy A12", ANSWER),
    ("A12 B9 C9 D6\n\nEnvoyé de mon iPhone", ANSWER),
    ("A1️⃣2️⃣ B9️⃣ C9️⃣ D6️⃣", ANSWER),
    ("A⑫ B⑨ C⑨ D⑥", ANSWER),
    (
        "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nA12 B9 C9 D6\n"
        "-----BEGIN PGP SIGNATURE-----\n\niQEzBAEBCAAdFiEEA12B9C9D6\n=A1b2\n-----END PGP SIGNATURE-----",
        ANSWER,
    ),
    ("A12 B9 C9 D6 👍", ANSWER),
    ("🚴 A 12\n🚴 B 9\n🚴 C 9\n🚴 D 6", ANSWER),
    ("*A12* *B9* *C9* *D6*", ANSWER),
    ("A12 B9 C9 D6\n\nI will switch to email from now on.", ANSWER),
    ("Original order: A10 B9 C9 D6\nNew order: A12 B9 C9 D6", ANSWER),
    ("Hola,\nA12 B9 C9 D6\nSaludos", ANSWER),
    ("Bonjour,\n\nA12 B9 C9 D6\n\nBonne soirée", ANSWER),
    ("Привет,\n\nA12 B9 C9 D6\n\nс уважением", ANSWER),
    ("皆さん\n\nA12 B9 C9 D6\n\nよろしく", ANSWER),
    ("Turn four: A12 B9 C9 D6", ANSWER),
]
UNDERSTOOD += [
    ("A12 to 32, B9 to 29, C9 to 29, D6 to 26", ANSWER),
    ("A goes 12 to square 32; B goes 9; C goes 9; D goes 6", ANSWER),
    ("A12 → 32, B9 → 29, C9 → 29, D6 → 26", ANSWER),
    ("My order for turn 4 is A12 B9 C9 D6.", "AW: [Club] The Cup, turn 4: your choice"),
]
IN_DOUBT = [
    ("Orders of Sky Blue:\nA12 B9 C9 D6", ANSWER),
    ("Sky Blue\nA12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\n\nBob, director of Green", ANSWER),
    ("A12 B9 C9 D6\n\nTeam Green", ANSWER),
    ("A12 B9 C9 D6", "Green"),
    ("A12 B9 C9 D6", "Green: orders turn 4"),
    ("A12 B9 C9 D6", "Re: The Other Cup, turn 4: your choice"),
    ("A12 B9 C9 D6", "The Other Cup"),
    ("In the other race:\nA12 B9 C9 D6", ANSWER),
    ("For the other match\nA12 B9 C9 D6", ANSWER),
    ("For Paris:\nA12 B9 C9 D6", ANSWER),
    ("My orders for the Winter Classic:\nA12 B9 C9 D6", ANSWER),
    ("This is for the Flanders race.\nA12 B9 C9 D6", ANSWER),
    ("Turn 3:\nA12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\n\nThis is for turn 5.", ANSWER),
    ("A12 B9 C9 D6", "turn 5"),
    ("A12 B9 C9 D6", "Re: The Cup, turn 3: your choice"),
    ("A12 B9 C9 D6", "only if Green attacks"),
    ("", "A12 B9 C9 D6 if Green attacks"),
    ("", "Re: A12 B9 C9 D6"),
    ("", "Fwd: A12 B9 C9 D6"),
    ("A12 (or 10) B9 C9 D6", ANSWER),
    ("A12 (10) B9 C9 D6", ANSWER),
    ("Not A12 B9 C9 D6", ANSWER),
    ("I will not play A12 B9 C9 D6", ANSWER),
    ("Do not use A12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6?", ANSWER),
    ("Maybe A12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6 - only a draft", ANSWER),
    ("A12 B9 C9 D6\n\nDraft, not final.", ANSWER),
    ("A12 B9 C9 D6\n\nWait, don't seal this yet", ANSWER),
    ("A12 or A10, B9 C9 D6", ANSWER),
    ("Bob says: A12 B9 C9 D6", ANSWER),
    ("Yesterday I played A12 B9 C9 D6", ANSWER),
    ("Last turn's order was A12 B9 C9 D6", ANSWER),
    ("What I would have played:\nA12 B9 C9 D6", ANSWER),
    ("Example:\nA12 B9 C9 D6", ANSWER),
    ("Unless Green attacks:\nA12 B9 C9 D6", ANSWER),
    ("If Green attacks:\nA12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\n\nif Green leads, else A10 B9 C9 D6", ANSWER),
    ("swap: A9 B12 C9 D6", ANSWER),
    ("A12 B9 C9 D6\nD5", ANSWER),
    ("A12 B9 C9", ANSWER),
    ("Wenn Green angreift:\nA12 B9 C9 D6", ANSWER),
    ("Plan B:\nA12 B9 C9 D6", ANSWER),
    ("Green will play A12 B9 C9 D6", ANSWER),
    ("> A12 B9 C9 D6", ANSWER),
    ("I cancel my order A12 B9 C9 D6", ANSWER),
    ("no A12 B9 C9 D6", ANSWER),
    ("kein A12 B9 C9 D6", ANSWER),
    ("Please remove: A12 B9 C9 D6", ANSWER),
    ("instead of A12 B9 C9 D6", ANSWER),
    ("statt A12 B9 C9 D6", ANSWER),
    ("Anything but A12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\n\nThis is only a draft.", ANSWER),
    ("Here is what not to play:\nA12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\nEntwurf", ANSWER),
    ("Draft:\nA12 B9 C9 D6", ANSWER),
    ("A10 B9 C9 D6 instead of A12 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6\n\nOn second thought, swap C and D.", ANSWER),
    ("A12 B9 C9 D6.\nOnly as long as Green stays behind.", ANSWER),
    ("A12 B9 C9 D6\nprovided that Green attacks", ANSWER),
    ("A12 B9 C9 D6\n\nAssuming Green does not attack.", ANSWER),
    ("A12 B9 C9 D6\nAngenommen, Green greift an.", ANSWER),
    ("Not before Green moves: A12 B9 C9 D6", ANSWER),
    ("New order: A12 B9 C9 D6\n(Old order: A10 B9 C9 D6)", ANSWER),
    ("A12 B9 C9 D6. Wait, no: A10.", ANSWER),
    ("A12 B9 C9 D6 as long as Green stays behind", ANSWER),
    ("Keep my order.", ANSWER),
    ("Same as last turn", ANSWER),
    ("The other way round: A12 B9 C9 D6\nor the other way round", ANSWER),
    ("A12 B9 C9 D6\nA10 instead", ANSWER),
    ("A12 B9 C9 D6\n\nor A10 B9 C9 D6", ANSWER),
    ("A12 B9 C9 D6 / A10 B9 C9 D6", ANSWER),
    ("Turn 5: A12 B9 C9 D6", ANSWER),
    ("Stage 2:\nA12 B9 C9 D6", ANSWER),
    ("turn five: A12 B9 C9 D6", ANSWER),
]
HTML = [
    "<table><tr><td>A</td><td>12</td></tr><tr><td>B</td><td>9</td></tr><tr><td>C</td><td>9</td></tr><tr><td>D</td><td>6</td></tr></table>",
    "<ul><li>A 12</li><li>B 9</li><li>C 9</li><li>D 6</li></ul>",
    '<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>A12 B9 C9 D6</div></blockquote>',
    '<div dir="auto">A12 B9 <b>C9</b> D6<o:p></o:p></div><!--[if mso]><p>A10 B9 C9 D6</p><![endif]-->',
    "<p class=MsoNormal><span lang=EN-GB style='font-size:11.0pt;mso-fareast-language:EN-US'>"
    "A12 B9 C9 D6<o:p></o:p></span></p>",
]


def reading(text: str, subject: str) -> Reading:
    return read_letter(open_mail(mail(text, subject=subject)), observation(), SCRIBE, place=PLACE)


@pytest.mark.parametrize(("text", "subject"), UNDERSTOOD)
def test_what_players_write_around_their_order_is_understood_ba_8_1(text: str, subject: str) -> None:
    found = reading(text, subject)
    assert (found.written, found.mistakes) == (OWN, ())


@pytest.mark.parametrize(("text", "subject"), IN_DOUBT)
def test_what_is_for_another_place_or_not_meant_seals_nothing(text: str, subject: str) -> None:
    found = reading(text, subject)
    assert not found.is_clear()


def test_a_request_in_the_subject_counts_if_the_text_has_none() -> None:
    assert [each.kind for each in reading("", "status").wishes] == ["status"]
    assert [each.kind for each in reading("Liz", "Resign").wishes] == ["resign"]
    assert reading(OWN, "status").wishes == ()
    assert reading("", "Re: resign").wishes == ()


@pytest.mark.parametrize("html", HTML)
def test_an_order_in_tables_lists_and_indented_lines_of_html_counts(html: str) -> None:
    assert read_letter(open_mail(mail(html=html)), observation(), SCRIBE).written == OWN


def test_a_paragraph_that_a_mail_program_wraps_is_read_as_one() -> None:
    flowed = "Hi Tom, please play these cards for my riders: A 12 and B 9 and \nC 9 and D \n6\n\n-- \nLiz"
    raw = mail(flowed).replace(b'charset="utf-8"', b'charset="utf-8"; format=flowed')
    assert b"format=flowed" in raw
    assert read_letter(open_mail(raw), observation(), SCRIBE).written == OWN


def test_both_coaches_of_a_team_may_name_it_and_not_the_other() -> None:
    start = fate_match(("human",) * 4)
    game = find("fate")
    for seat in range(4):
        seen = Observation(game, game.start(start.config), start.config, seat, start.names)
        said = {
            team: [
                each.why for each in read_letter(open_mail(mail("Hello", subject=team)), seen, scribe_of(seen)).mistakes
            ]
            for team in start.names["teams"]
        }
        mine, other = ("Mudlarks", "Gadgeteers") if seat < 2 else ("Gadgeteers", "Mudlarks")
        assert f"this names {other}; you play {mine}" in said[other]
        assert not any("this names" in why for why in said[mine])
