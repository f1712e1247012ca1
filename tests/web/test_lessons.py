"""Lessons: each is played to its end by its script, loses nothing by other choices, and is nobody else's."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from breakaway.club.club import Club, open_club
from breakaway.club.rematches import past
from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, catalog
from breakaway.games.manifest import GAMES, find
from breakaway.records.record_file import parse
from breakaway.records.replay import verify
from breakaway.terminal import saved_matches
from breakaway.web import lessons
from breakaway.web.lessons import Lesson, StepFile, lesson, names, path_of, read_lesson
from tests.club.starts import any_order, football_match
from tests.web.foreign import bracketed, untranslated
from tests.web.session import browser, csrf, orders, post, turn

__all__ = ["bracketed"]
EVERY = pytest.mark.parametrize("name", ["football", "fate", "cycling"])
WORDS_A_MINUTE, SECONDS_A_CLICK, LONGEST = 200, 3, 180


def begin(club: Club, client: Any, name: str) -> tuple[str, Any]:
    """A new lesson: its match and its first page."""
    before = {match.id for match in club.matches()}
    answer = post(client, f"/lesson/{name}")
    assert answer.status_code == 200, answer.text[:2000]
    (made,) = {match.id for match in club.matches()} - before
    assert str(answer.url).endswith(f"/match/{made}/1")
    return made, answer


def led(text: str) -> list[str]:
    """What is ringed on a page, in its order: values of buttons, and of cards to choose."""
    buttons = re.findall(r'<button[^>]* name="order" value="([^"]*)" class="[^"]*\bled\b', text)
    chosen = re.findall(r'<input type="radio"[^>]* value="([^"]*)"[^>]*><label[^>]* class="led\b[^"]*"', text)
    return [unescape(each) for each in [*buttons, *chosen]]


def step_of(text: str) -> int:
    """The number of the step that a page shows; 0 at the end."""
    found = re.search(r"Step (\d+) of (\d+)", text)
    return int(found[1]) if found else 0


def take(client: Any, match_id: str, text: str, order: str) -> Any:
    """Sends a choice with the page's form, a card for each rider as its cards do."""
    fields: dict[str, Any] = {"turn": turn(text), "csrf": csrf(text)}
    rows = re.findall(r'name="(part\.\d)" value="([A-D]\d+)"', text)
    if rows and re.fullmatch(r"(\w+ )+\w+", order) and order.split()[0] in [value for _, value in rows]:
        fields |= {name: value for name, value in rows if value in order.split()}
    else:
        fields["order"] = order
    return client.post(f"/match/{match_id}/1/choose", data=fields)


def order_for(club: Club, match_id: str, step: StepFile) -> str:
    """The step's own order, or any where it is free."""
    return step.order or club.look(match_id, 0).observation.write(any_order(club, match_id, 0, 1))


def play(club: Club, client: Any, match_id: str, answer: Any, steps: list[StepFile]) -> Any:
    """Takes these steps, as the page leads there."""
    for step in steps:
        assert step.free or set(led(answer.text)) in ({step.order}, set(step.order.split())), led(answer.text)
        assert step.free or 'href="#led1"' in answer.text
        answer = take(client, match_id, answer.text, order_for(club, match_id, step))
        assert answer.status_code == 200, re.findall(r'class="refused".*?</p>', answer.text)
    return answer


def test_there_is_a_lesson_of_every_game_and_its_button_on_the_front_page(club: Club) -> None:
    assert set(names()) == set(GAMES)
    text = browser(club).get("/").text
    assert text.count("Learn it in three minutes") == len(GAMES)
    assert all(f'action="/lesson/{name}"' in text for name in GAMES)


@pytest.mark.sample(1)
@EVERY
def test_a_lesson_is_played_to_its_end_by_exactly_its_script(club: Club, name: str) -> None:
    client, taught = browser(club), lesson(name)
    match_id, answer = begin(club, client, name)
    for number, step in enumerate(taught.steps, 1):
        assert step_of(answer.text) == number
        for says in (step.title, step.text):
            assert says in unescape(answer.text)
        assert step.free or asked_for(answer.text)
        answer = play(club, client, match_id, answer, [step])
        assert club.look(match_id).turn == taught.begins()[number]
    assert taught.end.text in unescape(answer.text)
    assert not orders(answer.text)
    assert "The lesson ends here." in answer.text
    assert f'action="/quick/{taught.game}"' in answer.text
    record = parse(club.download(match_id, running=True))
    turns = [line for line in record.lines if line["kind"] == "turn"]
    script = [*taught.before, *(each for step in taught.steps for each in step.turns)]
    assert [line["chance"] for line in turns] == [each.chance for each in script]
    assert verify(find(taught.game), record) is None
    assert any("nothing was altered" in each for each in club.check(match_id).sentences)
    for at in range(len(turns) + 1):
        assert past(club, match_id, at).turn == at
    assert client.get(f"/match/{match_id}/at/{len(turns)}").status_code == 200


@pytest.mark.slow
@EVERY
def test_another_choice_is_declined_in_a_kind_sentence_and_loses_nothing(club: Club, name: str) -> None:
    client, taught, declined = browser(club), lesson(name), 0
    match_id, answer = begin(club, client, name)
    for step in taught.steps:
        look = club.look(match_id, 0)
        for seed in range(12):
            other = any_order(club, match_id, 0, seed)
            if step.free or other == look.observation.read(step.order)[0]:
                continue
            declined += 1
            version = club.version(match_id)
            other_answer = take(client, match_id, answer.text, look.observation.write(other))
            assert other_answer.status_code == 409
            goal = asked_for(answer.text)
            assert f"this step is about another choice: {goal}." in unescape(other_answer.text)
            assert "Nothing was changed." in other_answer.text
            assert 'class="refused"' not in other_answer.text
            assert step_of(other_answer.text) == step_of(answer.text)
            assert (club.version(match_id), club.look(match_id, 0).stamp) == (version, look.stamp)
        answer = play(club, client, match_id, answer, [step])
    assert declined > 5
    assert taught.end.title in unescape(answer.text)
    look = club.look(match_id, 0)
    more = look.observation.write(any_order(club, match_id, 0, 1)) if look.observation.is_asked() else "kick"
    assert post(client, f"/match/{match_id}/1/choose", order=more, turn=look.turn).status_code == 409
    assert club.look(match_id).turn == look.turn, "the end is the end"


def asked_for(text: str) -> str:
    """What the panel asks for, in its own words; empty if it asks for nothing."""
    found = re.search(r"<b>(?:Choose|Wähle): (.*?)</b>", text)
    return unescape(found[1]) if found else ""


def pressed_then(text: str) -> str:
    """The button that the panel names for the second press."""
    found = re.search(r'class="then[^"]*">[^<“„]*[“„](.*?)[”“]<', text)
    return unescape(found[1]) if found else ""


def to_press(text: str) -> set[str]:
    """The words on all buttons, tabs and links of a page, and what they are called once touched."""
    found = {unescape(each) for each in re.findall(r'data-choice="([^"]*)"', text)}
    for each in re.findall(r"<(?:button|a)\b[^>]*>(.*?)</(?:button|a)>", text, re.DOTALL):
        found.add(unescape(re.sub(r"<kbd.*?</kbd>|<small.*?</small>|<[^>]+>", "", each)).strip())
    return found


def test_what_the_football_lesson_calls_a_card_is_printed_on_it(club: Club) -> None:
    """BF-025: the name and the strength that a step asks for stand on the play that it leads to."""
    client = browser(club)
    match_id, answer = begin(club, client, "football")
    checked = 0
    for step in lesson("football").steps:
        half = re.search(r'<button[^>]*class="half[^"]*\bled\b.*?</button>', answer.text, re.DOTALL)
        if half:
            name = re.search(r'class="half-name">(?:<svg.*?</svg>)?(.*?)</span>', half[0], re.DOTALL)
            strength = re.search(r'class="strength">(\d+)', half[0])
            assert name
            assert strength
            assert asked_for(answer.text).startswith(f"{name[1].strip()} {strength[1]} from ")
            checked += 1
        answer = play(club, client, match_id, answer, [step])
    assert checked == 4


PLACES = re.compile(
    r"(?i)\b(below|above|beside|underneath|(on|to) the (left|right)|scroll|unten|oben|darunter|links|rechts|scrolle?)\b"
)


@pytest.mark.sample(1)
@pytest.mark.parametrize("language", ["en", "de"])
@EVERY
def test_a_lesson_names_only_what_its_page_has_and_no_place_on_it(club: Club, name: str, language: str) -> None:
    client, taught, quoted = browser(club), lesson(name), 0
    client.headers["accept-language"] = language
    match_id, answer = begin(club, client, name)
    for step in (*taught.steps, taught.end):
        words = re.search(r'<p class="text">(.*?)</p>', answer.text, re.DOTALL)
        assert words
        assert not PLACES.search(words[1]), words[1]
        named = re.findall(r"[“„](.*?)[”“]", unescape(words[1]))
        if language == "en" or catalog(language).gettext(step.text) != step.text:
            assert set(named) <= to_press(answer.text), named
        quoted += len(named)
        if isinstance(step, StepFile):
            if not step.free:
                assert pressed_then(answer.text) in to_press(answer.text)
                assert asked_for(answer.text) in to_press(answer.text) | {step.order.replace(" ", ", ")}
            answer = take(client, match_id, answer.text, order_for(club, match_id, step))
    assert quoted == {"football": 1, "fate": 0, "cycling": 1}[name]


def test_what_the_rules_forbid_is_refused_with_its_rule_in_a_lesson_too(club: Club) -> None:
    client = browser(club)
    match_id, answer = begin(club, client, "cycling")
    answer = take(client, match_id, answer.text, "A 15 15 15 B 1 1 1 C 1 1 1 D 1 1 1")
    assert answer.status_code == 422
    assert "/rules/cycling/BA-3.1" in answer.text.partition('class="refused"')[2][:600]
    assert step_of(answer.text) == 1


@pytest.mark.slow
def test_in_a_free_step_any_choice_leads_on(club: Club) -> None:
    client, taught = browser(club), lesson("cycling")
    assert [step.free for step in taught.steps] == [False, False, False, True]
    for seed in range(6):
        match_id, answer = begin(club, client, "cycling")
        answer = play(club, client, match_id, answer, taught.steps[:3])
        assert "Make any choice you like." in answer.text
        order = club.look(match_id, 0).observation.write(any_order(club, match_id, 0, seed))
        assert taught.end.title in take(client, match_id, answer.text, order).text


@pytest.mark.slow
def test_a_lesson_is_taken_up_where_it_was_left_by_a_new_server(empty: Path, tmp_path: Path) -> None:
    path = tmp_path / "left.sqlite"
    path.write_bytes(empty.read_bytes())
    club, taught = open_club(path), lesson("football")
    match_id, answer = begin(club, browser(club), "football")
    play(club, browser(club), match_id, answer, taught.steps[:3])
    club.close()
    club = open_club(path)
    client = browser(club)
    front = client.get("/").text
    assert re.search(rf'href="/match/{match_id}">.*?<b>A first drive</b>.*?<b>lesson<', front, re.DOTALL)
    assert "coach lesson" not in front
    answer = client.get(f"/match/{match_id}")
    assert step_of(answer.text) == 4
    answer = play(club, client, match_id, answer, taught.steps[3:])
    assert taught.end.title in answer.text
    again, answer = begin(club, client, "football")
    assert again != match_id
    assert step_of(answer.text) == 1
    club.close()


def test_a_lesson_is_only_its_own_learner_s_match(club: Club) -> None:
    mine, other = browser(club, here=False), browser(club, "a-browser-of-the-tests-2", here=False)
    match_id, answer = begin(club, mine, "football")
    assert step_of(answer.text) == 1
    assert other.get(f"/match/{match_id}/1").status_code == 403
    for client in (mine, other):
        assert client.get(f"/match/{match_id}/2").status_code == 403
        assert 'id="lesson"' not in client.get(f"/match/{match_id}/watch").text
    assert "A first drive" in mine.get("/").text
    assert "A first drive" not in other.get("/").text
    listed = club.listed(match_id)
    assert (listed.visibility, listed.status, club.lobby()) == ("link", "running", [])
    assert [seat.by for seat in listed.seats] == ["human", "lesson"]
    assert play(club, mine, match_id, answer, lesson("football").steps[:1]).status_code == 200


def test_a_lesson_is_begun_by_a_form_of_ours_alone(club: Club) -> None:
    client = browser(club)
    assert client.post("/lesson/football").status_code == 403
    assert client.post("/lesson/football", data={"csrf": "x"}).status_code == 403
    assert post(client, "/lesson/chess").status_code == 404
    assert client.get("/lesson/football").status_code == 405
    assert club.matches() == []


@pytest.mark.slow
@EVERY
def test_what_the_others_will_do_is_on_no_page_before_they_do_it(
    club: Club, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, taught = browser(club), lesson(name)
    match_id, answer = begin(club, client, name)
    for step in taught.steps:
        pages = []
        for order, outcome in (("one", 1), ("two", 2)):
            told = json.loads(taught.model_dump_json())
            for each in (one for some in told["steps"] for one in some["turns"]):
                each.update(orders={"2": order}, chance=[outcome] * outcome)
            altered = Lesson.model_validate(told)
            with monkeypatch.context() as patched:
                patched.setattr(lessons, "lesson", lambda _name, altered=altered: altered)
                pages.append(client.get(f"/match/{match_id}/1").text)
        assert step_of(pages[0]) == step_of(answer.text)
        assert pages[0] == pages[1], "what is still to come makes no difference to the page"
        answer = play(club, client, match_id, answer, [step])


@pytest.mark.sample(1)
@EVERY
def test_dice_rematches_and_the_like_do_not_lead_out_of_a_lesson(club: Club, name: str) -> None:
    client, taught = browser(club), lesson(name)
    match_id, answer = begin(club, client, name)
    where = f"/match/{match_id}/1"
    for steps in ([], taught.steps):
        answer = play(club, client, match_id, answer, steps)
        turns = club.look(match_id).turn
        assert not re.search(r'action="[^"]*/(undo|go|again|resign)"', answer.text)
        assert "Enter the result" not in answer.text
        assert client.get(f"{where}/dice?typed=0", follow_redirects=False).status_code == 303
        assert post(client, f"{where}/dice", typed="0", turn=turns).status_code == 409
        assert post(client, f"{where}/undo").status_code in (200, 409)
        assert post(client, f"{where}/go").status_code == 200
        assert post(client, f"{where}/again").status_code == 409
        assert client.get(f"/match/{match_id}/record").status_code == 409
        assert club.look(match_id).turn == turns
        answer = client.get(where)


@pytest.mark.slow
def test_no_ruling_and_no_instruction_leads_out_of_a_lesson(club: Club) -> None:
    client = browser(club)
    match_id, answer = begin(club, client, "fate")
    answer = play(club, client, match_id, answer, lesson("fate").steps[:4])
    assert not re.search(r'action="[^"]*/(umpire|instruct\w*)"', answer.text)
    turns = club.look(match_id).turn
    for ruling in find("fate").rulings:
        assert post(client, f"/match/{match_id}/1/umpire", ruling=ruling, turn=turns).status_code == 422
    assert club.look(match_id).turn == turns
    match_id, answer = begin(club, client, "cycling")
    club.instruct(match_id, 0, ["highest"])
    answer = play(club, client, match_id, client.get(f"/match/{match_id}/1"), lesson("cycling").steps)
    assert lesson("cycling").end.title in answer.text


def test_a_lesson_that_was_given_up_is_over_and_teaches_no_more(club: Club) -> None:
    client = browser(club)
    match_id, _answer = begin(club, client, "cycling")
    assert 'id="lesson"' not in post(client, f"/match/{match_id}/1/resign").text
    match_id, _answer = begin(club, client, "fate")
    answer = post(client, f"/match/{match_id}/1/resign")
    assert "The match is over." in answer.text
    assert 'id="lesson"' not in answer.text
    assert post(client, f"/match/{match_id}/1/again").status_code == 409
    assert "fixed all dice and cards in advance" in client.get(f"/match/{match_id}/check").text


def test_the_terminal_leaves_lessons_to_the_browser(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    match_id, _ = begin(club, browser(club), "football")
    monkeypatch.setattr(saved_matches, "club", lambda: club)
    with pytest.raises(UserError, match=f"match {match_id} is a lesson: continue it in the browser"):
        saved_matches.named(match_id)
    other = club.create("football", football_match(), here=[0, 1]).id
    begin(club, browser(club), "football")
    assert saved_matches.newest()[1].word == other


@pytest.mark.parametrize("altered", [{"chance": [29, 29]}, {"chance": []}, {"orders": {"2": "99z"}}])
def test_a_lesson_whose_script_has_changed_since_says_so(
    club: Club, monkeypatch: pytest.MonkeyPatch, altered: dict[str, Any]
) -> None:
    client = browser(club)
    match_id, answer = begin(club, client, "football")
    told = json.loads(lesson("football").model_dump_json())
    told["steps"][0]["turns"][1].update(altered)
    monkeypatch.setattr(lessons, "lesson", lambda _name: Lesson.model_validate(told))
    turns = club.look(match_id).turn
    answer = take(client, match_id, answer.text, "5a")
    assert answer.status_code == 409
    assert "started with an older version" in answer.text
    assert club.look(match_id).turn == turns
    monkeypatch.undo()
    assert take(client, match_id, client.get(f"/match/{match_id}/1").text, "5a").status_code == 200


WRONG: list[tuple[str, str, str]] = [
    ('order = "5a"', "", "steps 1: order: expected either an order or free = true"),
    ('"BF-021"', '"BF-999"', "steps 1: rules 2: football has no rule 'BF-999'"),
    ('rules = ["BF-107"', 'rules = ["FF-001"', "end: rules 1: football has no rule 'FF-001'"),
    ('{ 2 = "6a" }', '{ 3 = "6a" }', "steps 1: turns 2: orders: 3: expected a seat from 1 to 2"),
    ("  {},\n", '  { orders = { 1 = "5a" } },\n', "steps 1: turns 1: orders: 1: this is the learner's own choice"),
    ("chance = [29]", 'chance = ["29"]', "steps 1: turns 2: chance 1: expected a whole number"),
    ('game = "football"', 'game = "chess"', "game: unknown game 'chess'"),
    ('title = "A card, face down"', 'name = "A card"', "steps 1: title: is missing"),
    ("[[before]]", "[[before", "not TOML"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), WRONG, ids=[said for _, _, said in WRONG])
def test_a_wrong_lesson_is_told_by_file_and_field(tmp_path: Path, right: str, wrong: str, said: str) -> None:
    text = path_of("football").read_text("utf-8")
    assert right in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    with pytest.raises(BadData, match=re.escape("mine.toml: ") + "(?s:.*)" + re.escape(said)):
        read_lesson(path)


def texts(taught: Lesson) -> list[str]:
    """All that a lesson says."""
    said = [taught.title, taught.end.title, taught.end.text]
    return [*said, *(each for step in taught.steps for each in (step.title, step.text))]


def clicks(taught: Lesson) -> int:
    """How often is clicked: to begin, and in each step; a card for each of four riders, and the seal."""
    cards = [re.fullmatch(r"([A-D]\d+ ?)+", step.order) for step in taught.steps]
    return 1 + sum(5 if each else 1 for each in cards)


@EVERY
def test_a_lesson_is_read_and_clicked_in_less_than_three_minutes(name: str) -> None:
    taught = lesson(name)
    words = sum(len(text.split()) for text in texts(taught))
    seconds = words / WORDS_A_MINUTE * 60 + clicks(taught) * SECONDS_A_CLICK
    assert seconds < LONGEST, f"{words} words, {clicks(taught)} clicks, {seconds:.0f} seconds"


@EVERY
def test_every_rule_of_a_lesson_has_its_page(club: Club, name: str) -> None:
    client, taught = browser(club), lesson(name)
    for rule in {each for some in (*taught.steps, taught.end) for each in some.rules}:
        assert client.get(f"/rules/{taught.game}/{rule}").status_code == 200


@pytest.mark.sample(1)
@EVERY
@pytest.mark.usefixtures("bracketed")
def test_everything_that_a_lesson_says_is_translated(club: Club, name: str) -> None:
    client, taught = browser(club), lesson(name)
    match_id, answer = begin(club, client, name)
    for step in taught.steps:
        assert untranslated(panel_of(answer.text)) == []
        look = club.look(match_id, 0)
        others = (any_order(club, match_id, 0, seed) for seed in range(20))
        other = next((each for each in others if not step.free and each != look.observation.read(step.order)[0]), None)
        if other:
            declined = take(client, match_id, answer.text, look.observation.write(other))
            assert declined.status_code == 409
            assert untranslated(panel_of(declined.text)) == []
        answer = take(client, match_id, answer.text, order_for(club, match_id, step))
    assert untranslated(panel_of(client.get(f"/match/{match_id}/1").text)) == []
    assert "Learn it in three minutes⟧" in client.get("/").text


def panel_of(text: str) -> str:
    """The lesson's part of a page."""
    return text.partition('id="lesson"')[2].partition(">")[2].partition("</section>")[0]


def test_a_german_reader_is_taught_in_german(club: Club) -> None:
    client = browser(club)
    client.headers["accept-language"] = "de"
    _match_id, answer = begin(club, client, "football")
    assert "Eine verdeckte Karte" in answer.text
    assert "Schritt 1 von 7" in answer.text
