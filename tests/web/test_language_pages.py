"""Everything on a page that is no game's own speaks the visitor's language, and only his; records have none."""

from __future__ import annotations

import ast
import gettext
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from starlette.testclient import TestClient

from breakaway.club.club import Club
from breakaway.core import language
from breakaway.display import match_page
from breakaway.display.document import Grid, Line, Why
from breakaway.display.match_page import (
    Alternative,
    Ask,
    Button,
    Card,
    CardRow,
    Motion,
    Number,
    OrderPart,
    Pick,
    PlayBlock,
    Ranks,
    Scene,
    Side,
    Tab,
)
from breakaway.games.manifest import GAMES, find
from breakaway.players.settings import Field, find_setting
from breakaway.web import pages
from tests.club.starts import any_order, football_match, play_out, race
from tests.kits import change_kit
from tests.web.foreign import bracketed, faults, not_for_translators
from tests.web.session import browser, post

__all__ = ["bracketed"]

# On the page of dice and cards: what can come, what has come, and what it led to are the game's words.
DICE = re.compile(r'<(div|details)\b[^>]*class="(?:taps|cards|story).*?</\1>|<b>.*?</b>', re.S)
# The drawings on how to play have the names of teams, plays and riders; what they show in words is tested elsewhere.
DRAWN = re.compile(r'<div class="how-drawing".*?(?=<figcaption>)', re.S)
TRANSLATING = ("_", "say", "many")
SOME_RULE = find("football").rules.entries["BF-024"].says
GERMAN = {"accept-language": "de-DE,de;q=0.9"}
ENGLISH_CATALOG = language.catalog("en")


def german(club: Club, here: bool = True) -> TestClient:
    """A browser that asks for German."""
    client = browser(club, here=here)
    client.headers.update(GERMAN)
    return client


WHY = Why("BA-6.5", "⟦why⟧")
BUTTON = Button("", "⟦button⟧", "b", "⟦says⟧", WHY)


GRID = Grid("⟦grid⟧", ("", "⟦head⟧"), (("⟦cell⟧", "1"),), rules=(WHY,))


class Bare:
    """A page on which everything of the game's own is in brackets, so that the rest is seen."""

    says = "⟦says⟧"
    book_opponent = "⟦opponent⟧"
    reads_plays = False

    def picture(self) -> str:
        return ""

    def is_secret(self, observation: Any) -> bool:
        return True

    def scene(
        self, observation: Any, told: Any, draft: Sequence[int] = (), played: Any = tuple, thrown: Any = None
    ) -> Scene:
        line = Line("⟦line⟧", whys=(WHY,), kind="run")
        row = OrderPart("⟦row⟧", options=(Alternative("", "⟦option⟧", ""),), numbers=(Number("⟦number⟧", 1, 2),))
        asked = Ask("⟦question⟧", (BUTTON,), rows=(row,), send=BUTTON, free="1", draft="⟦draft⟧")
        card = Card("", "⟦says⟧", (BUTTON,), Pick("", "⟦pick⟧"))
        sides = tuple(Side(seat, "⟦side⟧", "own", "0", "⟦note⟧") for seat in (0, 1))
        return Scene(
            headline="⟦headline⟧",
            stands="⟦stands⟧",
            board="<svg></svg>",
            rows=(("⟦what⟧", "⟦value⟧"),),
            ranks=Ranks("⟦headline⟧", "", sides),
            ask=asked if observation.is_asked() else None,
            table=(card,),
            hand=(CardRow("⟦hand⟧", (card,)),),
            plays=(PlayBlock("⟦play⟧", (line,), "⟦where⟧", "run", "+1", 1, 1),) if told else (),
            tabs=(Tab("⟦tab⟧", "score", (GRID,), (CardRow("⟦hand⟧", (card,), folded=True),), (line,)),),
            motion=Motion("1", "⟦banner⟧"),
            waits="⟦waits⟧",
            waits_note="⟦note⟧",
        )


PAGE = Bare()


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> None:
    """All games are shown on the bare page."""
    for name in GAMES:
        change_kit(monkeypatch, name, page=f"{__name__}:PAGE")


# --- pages


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed", "bare")
def test_the_front_page_and_every_way_in_are_translated_in_whole(club: Club) -> None:
    client, away = browser(club), browser(club, here=False)
    assert not faults(client.get("/"), club.database.engine.url.database or "")
    running = club.create("cycling", race(("human", "random")), title="Ann's race", here=[0])
    public = club.create("cycling", race(("human", "human")), title="Free", here=[0], visibility="public")
    over = club.create("cycling", race(("human", "human")), title="Old", here=[0, 1])
    for match in (running, public, over):
        club.resolve(match.id)
    play_out(club, over.id)
    page = client.get("/")
    assert not faults(page, ["Ann's race", "Free", "Old"])
    assert "⟦over⟧" in page.text
    assert "⟦Choose⟧" in page.text
    for where, fields, status in (
        ("/join", {"link": "nobody-has-this-link"}, 404),
        ("/join", {"link": "zzzz"}, 404),
        ("/take/zzzz/0", {}, 404),
        (f"/take/{running.id}/1", {}, 404),
        (f"/take/{public.id}/0", {}, 410),
        (f"/take/{public.id}/7", {}, 404),
        (f"/device/{public.id}/1", {"code": "nonsense"}, 403),
        (f"/device/{public.id}/9", {"code": "nonsense"}, 404),
    ):
        assert not faults(post(away, where, **fields), ["Free"], status=status), where
    assert not faults(away.get("/seat/no-such-link-that-anybody-had"), status=404)
    assert not faults(away.get("/owner/no-such-code-that-anybody-had"), status=403)
    assert not faults(away.get(f"/device/{public.id}/1"), ["Free"])
    assert not faults(away.get(f"/take/{public.id}/1"), ["Free"])
    assert not faults(away.get(f"/take/{public.id}/0"), ["Free"], status=410)
    page = post(away, f"/take/{public.id}/1")
    assert not faults(page, ["Free"])
    for what, shown in (("seat/code", "ten minutes"), ("seat/phrase", "not be shown again")):
        page = post(away, f"/match/{public.id}/2/{what}")
        assert shown in page.text
        assert not faults(page, ["Free"])
    assert not faults(away.get(f"/match/{public.id}/2/seat"), ["Free"])
    assert not faults(post(away, f"/match/{public.id}/2/seat/end"), status=422)
    assert not faults(away.get(f"/match/{public.id}/1"), status=403)


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("name", list(GAMES))
def test_the_form_of_a_table_and_its_refusals_are_translated_in_whole(club: Club, name: str) -> None:
    client = browser(club)
    form = find_setting(find(name)).form()
    names = ["LIGHTNING", "FIRE", "Gadgeteers", "Mudlarks", "Red", "Orange", "Teal"]  # teams, in pictures and as drawn
    assert not faults(client.get(f"/open/{name}"), names)
    usual = {field.name: field.value for field in form.first}
    usual |= {f"house.{field.name}": field.value for field in form.house if field.value}
    wrong = [{f"house.{each.name}": "x"} for each in form.house if each.kind in ("number", "choice")]
    wrong += [{"seat.1": "grandmaster"}]
    wrong += [{f"house.{each.name}": "99999999"} for each in form.house if each.kind == "number" and each.most]
    ids = [*names, "options", *(each.name for each in form.house)]  # as whoever writes options into a file knows them
    for each in wrong:
        assert not faults(post(client, f"/open/{name}", **{**usual, **each}), ids, 422), each


@pytest.mark.usefixtures("bracketed")
@pytest.mark.parametrize("name", list(GAMES))
def test_the_rules_are_translated_in_whole(club: Club, name: str) -> None:
    client = browser(club)
    rules = list(find(name).rules.entries.values())
    assert not faults(client.get(f"/rules/{name}"), apart=DRAWN)
    assert not faults(client.get(f"/rules/{name}?q=no+such+words"))
    assert not faults(client.get(f"/rules/{name}/{rules[0].id}"))
    option = next(each for each in rules if each.option)
    assert not faults(client.get(f"/rules/{name}/{option.id}"))
    assert not faults(client.get(f"/rules/{name}/XX-1"), status=404)


@pytest.mark.slow
@pytest.mark.usefixtures("bracketed", "bare")
def test_a_match_from_its_links_to_its_check_is_translated_in_whole(club: Club) -> None:
    client, away = browser(club), browser(club, here=False)
    made = club.create("cycling", race(("human", "human", "human", "random")), title="Ann's", here=[0, 1])
    club.resolve(made.id)
    where = f"/match/{made.id}"
    named = ["Ann's"]
    assert "⟦{name}" not in client.get(where).text
    assert not faults(client.get(where), named), "the hand-over"
    for place in ("1", "2", "watch"):
        assert not faults(client.get(f"{where}/{place}"), named), place
    come = away.get(f"/seat/{made.tokens[2]}")
    assert not faults(come, named)
    assert "⟦Your name⟧" in come.text
    for bad, fields, status in (
        ("1/choose", {"order": "A9"}, 409),
        ("1/choose", {"order": "A9", "turn": "77"}, 409),
        ("watch/choose", {"order": "A9", "turn": "0"}, 409),
        ("watch/undo", {}, 403),
        ("watch/resign", {}, 403),
        ("1/undo", {}, 409),
        ("watch/again", {}, 403),
        ("1/again", {}, 409),
        ("watch/here", {}, 403),
        ("1/lost", {"seat": "2"}, 409),
        ("2/reopen", {"seat": "2"}, 409),
        ("branch", {"turn": "0", "seat": "0"}, 409),
        ("branch", {}, 422),
    ):
        order = club.look(made.id, 0).observation.write(any_order(club, made.id, 0, 1))
        fields = {**fields, **({"order": order} if "order" in fields else {})}
        assert not faults(post(client, f"{where}/{bad}", **fields), [*named, order], status=status), bad
    club.choose(made.id, 0, any_order(club, made.id, 0, 1))
    assert not faults(client.get(f"{where}/1"), named)
    assert not faults(post(client, f"{where}/2/resign"), named)
    assert not faults(post(client, f"{where}/2/resign"), named, 409)
    for path, status in ((f"{where}/9", 404), (f"{where}/x", 404), (f"{where}/record", 409), (f"{where}/check", 409)):
        assert not faults(client.get(path), named, status)
    assert not faults(away.get(f"{where}/1"), named, 403)
    assert not faults(client.get(f"{where}/at/0"), named)


@pytest.mark.usefixtures("bracketed", "bare")
def test_a_match_that_is_over_is_translated_in_whole(club: Club) -> None:
    client, away = browser(club), browser(club, here=False)
    made = club.create("cycling", race(("human", "human")), title="Ann's", here=[0, 1])
    club.resolve(made.id)
    play_out(club, made.id, turns=2)
    assert not faults(post(client, f"/match/{made.id}/2/resign"), ["Ann's"])
    for place in ("1", "2", "watch", "check", "at/0", "at/2"):
        assert not faults(client.get(f"/match/{made.id}/{place}"), ["Ann's"]), place
    assert "⟦Röd⟧" not in client.get(f"/match/{made.id}/1").text
    assert not faults(post(client, f"/match/{made.id}/branch", turn=0, seat=9), status=422)
    assert not faults(post(away, f"/match/{made.id}/branch", turn=0, seat=0), status=403)
    branch = post(client, f"/match/{made.id}/branch", turn=1, seat=0)
    assert "⟦Ann&#39;s: what if?⟧" in branch.text
    assert not faults(branch)


@pytest.mark.usefixtures("bracketed", "bare")
def test_own_dice_and_cards_are_asked_for_in_the_visitor_s_language(club: Club) -> None:
    client = browser(club)
    made = club.create("football", football_match(chance="typed"), here=[0, 1])
    club.resolve(made.id)
    for number in range(40):
        look = club.look(made.id)
        if not look.waiting:
            break
        club.choose(made.id, look.waiting[0], any_order(club, made.id, look.waiting[0], number))
    where = f"/match/{made.id}/1"
    assert not faults(client.get(where))

    def asked(typed: str, status: int = 200) -> str:
        answer = client.get(f"{where}/dice?typed={typed}")
        assert not faults(answer, status=status, apart=DICE), typed
        page: str = answer.text
        return page

    typed: list[str] = []
    assert "⟦Enter the result: ⟦" in asked("")
    asked("9999", 422)
    asked("0&said=nonsense", 422)
    asked("&said=", 422)
    asked("0&said=1&digit=2")
    for _step in range(30):
        taps = re.findall(r'class="button tap" href="[^"]*typed=([\d.]+)"', asked(".".join(typed)))
        if not taps:
            break
        typed = taps[0].split(".")
    assert "⟦Yes, play the turn⟧" in asked(".".join(typed))
    assert not faults(client.get(f"{where}/dice?typed=x"), status=422)
    assert not faults(client.get(f"/match/{made.id}/watch/dice"), status=403)
    assert not faults(post(client, f"{where}/dice", typed="0"), status=422)
    assert not faults(post(client, f"{where}/dice", typed=".".join(typed), turn=99), status=409)


@pytest.mark.usefixtures("bracketed")
def test_a_game_without_a_page_of_its_own_is_asked_for_in_the_visitor_s_language(club: Club) -> None:
    made = club.create("cycling", race(("human", "human", "human"), profile="blind"), here=[0])
    observation = club.look(made.id, 0).observation
    steps, whole = match_page.PAGE.scene(observation, []), match_page.PAGE.scene(observation, [], [10, 10, 10])
    assert steps.ask is not None
    assert steps.ask.question.startswith("⟦Choice 1 of ")
    assert whole.ask is not None
    assert whole.ask.question.startswith("⟦Choice 4 of ")
    assert [(each.title, each.heads) for each in steps.grids] == [("⟦Standing⟧", ("", "⟦points⟧"))]
    observation.names = {}
    assert match_page.seat_names(observation) == ["⟦Seat 1⟧", "⟦Seat 2⟧", "⟦Seat 3⟧"]
    last = match_page.ask(observation, any_order(club, made.id, 0, 1)[:-1])
    assert last.buttons
    assert last.question == "⟦Your choice⟧"


# --- German


def test_pages_in_german_read_as_such(club: Club) -> None:
    client = german(club)
    page = client.get("/").text
    for text in (
        "Setz dich und spiele",
        "Meine Partien",
        "Zu zweit an diesem Gerät",
        "Ein Link oder die Kennung einer Partie",
    ):
        assert text in page
    assert "Hausregeln" in client.get("/open/football").text
    assert "Challenge-Flaggen" in client.get("/open/football").text
    assert "Diese Seite gibt es nicht." in client.get("/nothing").text
    assert client.get("/?q=" + "x" * 5000).text == "Diese Adresse ist zu lang.\n"
    usual = {field.name: field.value for field in find_setting(find("cycling")).form().first}
    usual |= {f"house.{each.name}": each.value for each in find_setting(find("cycling")).form().house if each.value}
    answer = post(client, "/open/cycling", **{**usual, "teams": "99"})
    assert "--teams: erwartet wird eine Zahl von 2 bis 12, nicht &#39;99&#39;" in answer.text
    made = club.create("cycling", race(("human", "human")), here=[0, 1])
    play_out(club, made.id)
    page = client.get(f"/match/{made.id}/1").text
    assert "Die Partie ist vorbei." in page
    assert "Die Partie ist vorbei, deshalb sind alle Hände offen." in client.get(f"/match/{made.id}/at/1").text
    page = client.get(f"/match/{made.id}/check").text
    assert "<h1>Unterschrieben von einem Server, dem du vertraust" in page
    assert re.search(r"cycling, \d+ Einträge, \d+ Züge, beendet", page)


def test_the_search_for_rules_reads_what_the_visitor_reads(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    class Shouted(gettext.NullTranslations):
        def gettext(self, message: str) -> str:
            return "Strafstoß" if message == SOME_RULE else message

    monkeypatch.setattr(language, "catalog", lambda name: Shouted() if name == "de" else ENGLISH_CATALOG)
    assert "Strafstoß" in german(club).get("/rules/football?q=strafstoß").text
    found = f"/rules/football?q={quote(SOME_RULE[:100])}"
    assert "<dd>" not in german(club).get(found).text
    assert "<dd>" in browser(club).get(found).text


@pytest.mark.parametrize("name", list(GAMES))
def test_the_name_of_every_house_rule_and_coach_is_given_to_translators(name: str) -> None:
    language.use("en")
    fields: list[Field] = list(find_setting(find(name)).form().house)
    words = {field.label for field in fields} | {label for each in fields for _value, label in each.choices}
    words |= {text for each in GAMES[name].coaches.values() for text in (each.label, each.hint, each.says)}
    assert all(field.label[0].isupper() for field in fields)
    assert not not_for_translators(each for each in words if not each.isdigit())


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_a_text_without_values_may_contain_a_percent_sign(spoken: str) -> None:
    """A rule may say "below 2.5% and ...": no page may take what follows the sign for the name of a value."""
    with language.spoken(spoken):
        said = pages.environment().globals["_"]
        for name in GAMES:
            for entry in find(name).rules.entries.values():
                assert said(entry.says)
        assert said("2.5% and more") == "2.5% and more"


def ungathered(source: str) -> list[str]:
    """Texts that no catalog can have, as nobody finds them: in a call within an f-string, or one of two in a call."""
    tree = ast.parse(source)
    quoted = [each for each in ast.walk(tree) if isinstance(each, ast.JoinedStr)]
    hidden = [call for each in quoted for call in ast.walk(each) if is_text(text_of(call))]
    for call in ast.walk(tree):
        text = text_of(call)
        parts = [text.body, text.orelse] if isinstance(text, ast.IfExp) else []
        parts += [text.left, text.right] if isinstance(text, ast.BinOp) else []
        hidden += [call] if any(map(is_text, parts)) else []
    return [ast.unparse(call) for call in hidden]


def text_of(node: ast.AST) -> ast.AST | None:
    """What is to be translated, if this is a call that does so."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TRANSLATING
    return node.args[0] if is_call and isinstance(node, ast.Call) and node.args else None


def is_text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@pytest.mark.slow
def test_every_text_stands_where_it_is_gathered() -> None:
    assert ungathered('say("a {b}", b=1), _(text), f"{_(text)} {n}"') == []
    assert ungathered("_(ONE if b else TWO)") == []
    assert ungathered('say("a" if b else "c")') == ["say('a' if b else 'c')"]
    assert ungathered("f\"{_('cards')}\"") == ["_('cards')"]
    source = Path(language.__file__).parents[1]
    for path in sorted(source.rglob("*.py")):
        assert not ungathered(path.read_text("utf-8")), path
