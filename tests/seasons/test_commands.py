"""`breakaway season` at the terminal, as somebody types it."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.language import UserError
from breakaway.seasons.season import Season
from breakaway.terminal import seasons
from tests.terminal.session import call

TERMS = """
title = "Thursday League"
game = "football"
rated = true
seed = 1
[[entrants]]
name = "Ada"
team = "Lightning"
[[entrants]]
name = "Tom"
team = "Fire"
by = "random"
[[entrants]]
name = "Vera"
team = "Sharks"
by = "random"
[[stages]]
kind = "round_robin"
[[stages]]
kind = "knockout"
take = 2
"""


class AtTerminal:
    """Somebody who types commands in a folder with a file of terms."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder
        self.file = folder / "thursday.season"
        (folder / "terms.toml").write_text(TERMS)

    def __call__(self, act: str, *words: str, status: int = 0) -> str:
        done = call(self.capsys, "season", act, *words)
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    def act(self, act: str, *words: str, status: int = 0) -> str:
        """A command about the season."""
        return self(act, str(self.file), *words, status=status)

    @property
    def season(self) -> Season:
        """The season as its file has it."""
        return Season.read(self.file.read_text())


@pytest.fixture
def terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AtTerminal:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path / "home"))
    found = AtTerminal(capsys, tmp_path)
    found("new", str(tmp_path / "terms.toml"), str(found.file))
    return found


def test_a_season_is_played_from_its_terms_to_the_cup(terminal: AtTerminal) -> None:
    scores = {"Tom": "27-17", "Vera": "10-3"}
    for _round in range(3):  # in one of them Ada rests, and Tom meets Vera
        said = terminal.act("round", "--all")
        for name in list(scores):
            if "is waiting: breakaway season play" in said and ("Ada v " + name in said or name + " v Ada" in said):
                terminal.act("result", "Ada", name, "--score", scores.pop(name), "--reason", "at home")
    season = terminal.season
    assert season.stage == 1
    (final,) = season.open_matches()
    assert 0 in final.sides  # Ada won both
    other = season.entrants[next(each for each in final.sides if each != 0)].name
    report = terminal.act("report")
    assert "27–17" in report or "17–27" in report
    said = terminal.act("forfeit", other, "Ada", "--reason", "has to work")
    assert "The season is over. First: Ada." in said
    assert list(terminal.folder.glob("thursday.season-matches/*.match"))


def terms_of(title: str, game: str, names: list[str], stage: str) -> str:
    """A file of terms for people without teams and one stage."""
    entrants = "".join(f'[[entrants]]\nname = "{name}"\n' for name in names)
    return f'title = "{title}"\ngame = "{game}"\n{entrants}[[stages]]\n{stage}\n'


CUP = terms_of("The Cup", "football", ["Ada", "Bob", "Cleo", "Dan"], 'kind = "knockout"')
RACES = terms_of("The Tour", "cycling", ["Ada", "Bob", "Cleo"], 'kind = "races"\nrounds = 3\nscale = [10, 6, 4]')


def other(terminal: AtTerminal, terms: str) -> AtTerminal:
    """The same terminal with a season by other terms."""
    (terminal.folder / "other.toml").write_text(terms)
    terminal.file = terminal.folder / "other.season"
    terminal("new", str(terminal.folder / "other.toml"), str(terminal.file))
    return terminal


def test_a_drawn_match_of_a_cup_is_drawn_again_at_once_and_a_correction_says_what_it_changes(
    terminal: AtTerminal,
) -> None:
    cup = other(terminal, CUP)
    first = cup.season.matches["1.1.1"]
    one, two = (cup.season.entrants[each].name for each in first.sides)
    said = cup.act("result", one, two, "--score", "7-7", "--reason", "at home")
    assert "A draw: they play once more." in said
    assert [each.id for each in cup.season.open_matches()] == ["1.1.2", "1.1.3"]
    cup.act("result", one, two, "--score", "7-10", "--reason", "at home")  # the replay, in which the other is at home
    assert cup.season.matches["1.1.1"].result != cup.season.matches["1.1.3"].result
    said = cup.act("result", one, two, "--match", "1.1.3", "--score", "8-10", "--reason", "a slip of the pen")
    assert "10–8 instead of 10–7 (a slip of the pen)" in said
    assert "10–8 instead of 10–7 (a slip of the pen)" in cup.act("report")


def test_a_match_that_is_named_wrongly_is_refused(terminal: AtTerminal) -> None:
    words = ["--score", "3-2", "--reason", "x"]
    assert "there is no match foo" in terminal.act("result", "Ada", "Tom", "--match", "foo", *words, status=1)
    there = next(each for each in terminal.season.matches.values() if 0 not in each.sides)
    said = terminal.act("result", "Ada", "Tom", "--match", there.id, *words, status=1)
    assert f"{there.id} is " in said
    assert "Vera" in said
    terminal.act("result", "--match", there.id, *words)
    result = terminal.season.matches[there.id].result
    assert result is not None
    assert result.score == (3, 2)


def test_somebody_who_left_rides_in_no_later_race_and_scores_nothing(terminal: AtTerminal) -> None:
    tour = other(terminal, RACES)
    tour.act("result", "Ada", "Bob", "Cleo", "--score", "9-8-7", "--reason", "at home")
    tour.act("leave", "Ada", "--reason", "a broken leg")
    tour.act("result", "Cleo", "Bob", "--score", "5-4", "--reason", "at home")
    text = tour.act("report")
    rows = [" ".join(line.split()) for line in text.splitlines()]
    # By hand: Bob 6 + 6, Cleo 4 + 10, Ada 10 and no more.
    assert "1 Cleo 4 10 – 1 14 –" in rows
    assert "2 Bob 6 6 – 0 12 2" in rows
    assert "3 Ada (left) 10 – – 1 10 4" in rows


def test_undo_and_forfeit_say_what_they_did(terminal: AtTerminal) -> None:
    match = terminal.season.open_matches()[0]
    one, two = (terminal.season.entrants[each].name for each in match.sides)
    assert f"{match.id}, {one} v {two}: forfeit by {one} (is ill)" in terminal.act(
        "forfeit", one, two, "--reason", "is ill"
    )
    said = terminal.act("undo", "--reason", "came after all")
    assert f"Taken back ({match.id}, {one} v {two}: forfeit by {one}): came after all" in said


def test_the_template_of_each_game_makes_a_season(terminal: AtTerminal) -> None:
    for game in ("football", "fate", "cycling"):
        text = terminal("template", game)
        terms = terminal.folder / f"{game}.toml"
        terms.write_text(text)
        assert "Next: 1.1.1" in terminal("new", str(terms), str(terminal.folder / f"{game}.season"))


def test_a_record_goes_into_the_season(terminal: AtTerminal) -> None:
    terminal.act("replace", "Ada", "Ida", "--by", "casual", "--reason", "has no time")
    terminal.act("round")
    record = next(terminal.folder.glob("thursday.season-matches/1.1.1.match"))
    terminal.act("undo", "--reason", "once more")
    assert " v " in terminal.act("result", "--record", str(record))
    assert "is the result of match" in terminal.act("result", "--record", str(record), status=1)
    assert "provisional" in terminal("ratings", str(terminal.file))
    worked_out = terminal("ratings", str(terminal.file), "--records")
    assert "1 result was worked out again from its record: it is the same." in worked_out
    assert worked_out.splitlines()[-6:] == terminal("ratings", str(terminal.file)).splitlines()[-6:]
    whole = record.read_text()
    record.write_text(whole.replace('"seed"', '"sead"', 1) if '"seed"' in whole else whole[:-20])
    assert "match 1.1.1: " in terminal("ratings", str(terminal.file), "--records", status=1)
    record.unlink()
    said = terminal("ratings", str(terminal.file), "--records", status=1)
    assert "match 1.1.1: its record is not there" in said


@pytest.mark.parametrize(
    ("act", "words", "says"),
    [
        ("result", ["Ada", "Bob", "--score", "1-2", "--reason", "x"], "nobody here is called 'Bob'"),
        ("result", ["Ada", "Tom", "--score", "1", "--reason", "x"], "expected two numbers such as 27-17"),
        ("result", ["Ada", "Tom", "--score", "1-2"], "a reason is needed (--reason at the terminal)"),
        ("result", ["Ada", "--score", "1-2", "--reason", "x"], "no match was drawn with these names: Ada"),
        ("result", ["--record", "nothing.match"], "nothing.match: No such file"),
        ("forfeit", ["Ada", "Tom"], "a reason is needed"),
        ("replace", ["Tom", "ADA", "--reason", "x"], "ADA takes part already"),
        ("replace", ["Tom", "Lena", "--by", "nobody", "--reason", "x"], "has no coach 'nobody'"),
        ("result", ["Ada", "Tom", "--score", "-1-2", "--reason", "x"], "expected two numbers such as 27-17"),
        ("leave", ["Zoe", "--reason", "x"], "nobody here is called 'Zoe'"),
        ("report", ["--round", "9"], "there is no round 9; there are: 1.1, 1.2, 1.3"),
        ("import", ["nothing.csv"], "nothing.csv: No such file"),
    ],
)
def test_what_does_not_fit_is_said_and_changes_nothing(
    terminal: AtTerminal, act: str, words: list[str], says: str
) -> None:
    before = terminal.file.read_bytes()
    assert says in terminal.act(act, *words, status=1).replace("\n", " ")
    assert terminal.file.read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('game = "football"', 'game = "chess"', "chess"),
        ('team = "Fire"', 'team = "Nobodies"', "unknown team 'nobodies'"),
        ('name = "Tom"', 'name = "Ada"', "Ada"),
        ('kind = "knockout"', 'kind = "cup"', "stages"),
        ("seed = 1", 'ties = ["last"]', "last is only for races"),
        ("seed = 1", 'ties = ["lot", "lot"]', "lot is there twice"),
        ("take = 2", "take = 9", "only 3 can go on, not 9"),
        ('by = "random"', 'by = "ranom"', "has no coach 'ranom'"),
        ('kind = "round_robin"', 'kind = "races"\nrounds = 3', "races are for games with more than two sides"),
        ("seed = 1", "seed = 1\nhouse = { flag = '3' }", "flag"),
        ("take = 2", "take = 2\nfirst = 'soon'", "expected a date such as 2026-10-22"),
        ("title", "name", "title"),
    ],
)
def test_terms_that_do_not_fit_say_what_would_and_make_no_file(
    terminal: AtTerminal, old: str, new: str, says: str
) -> None:
    terms, file = terminal.folder / "other.toml", terminal.folder / "other.season"
    terms.write_text(TERMS.replace(old, new, 1))
    assert says in terminal("new", str(terms), str(file), status=1)
    assert not file.exists()


def test_a_dry_run_of_an_import_names_every_mistake_and_enters_nothing(terminal: AtTerminal) -> None:
    csv, before = terminal.folder / "played.csv", terminal.file.read_bytes()
    csv.write_text("home,away,home_score,away_score\nAda,Bob,1,2\nAda,Tom,x,2\n")
    said = terminal.act("import", str(csv), status=1)
    assert "line 2: nobody here is called 'Bob'" in said
    assert "2 mistakes. Nothing was entered." in said
    csv.write_text("home,away,home_score,away_score\nAda,Tom,3,2\n")
    assert "1 result would be entered." in terminal.act("import", str(csv), "--dry-run")
    assert terminal.file.read_bytes() == before
    assert "1 result was entered." in terminal.act("import", str(csv))


def test_a_round_up_is_written_as_a_page_and_a_file_is_not_overwritten(terminal: AtTerminal) -> None:
    page = terminal.folder / "round.html"
    terminal.act("report", "--round", "1", "--out", str(page))
    assert "<h1" in page.read_text()
    assert "already exists" in terminal.act("report", "--out", str(page), status=1)


def test_a_file_that_another_program_changed_meanwhile_is_not_overwritten(terminal: AtTerminal) -> None:
    text = terminal.file.read_text()

    def leave_twice() -> None:
        with seasons.changing(str(terminal.file)) as season:
            season.leave(0, "no time")
            other = Season.read(text)
            other.leave(1, "no time either")
            terminal.file.write_text(other.text())

    with pytest.raises(UserError, match="was changed by another program meanwhile"):
        leave_twice()
    assert terminal.season.left == {1: "no time either"}


def test_a_match_is_played_by_a_person_and_goes_on_after_a_pause(terminal: AtTerminal) -> None:
    terminal.act("round", "--all")
    waiting = next(each for each in terminal.season.open_matches() if 0 in each.sides)
    record = terminal.folder / "thursday.season-matches" / f"{waiting.id}.match"
    call(terminal.capsys, "season", "play", str(terminal.file), typed="quit\n")
    assert record.exists()
    assert terminal.season.matches[waiting.id].result is None
    call(terminal.capsys, "season", "play", str(terminal.file), typed="resign\nyes\n")
    result = terminal.season.matches[waiting.id].result
    assert result is not None
    assert result.rank[waiting.side_of(0)] == 2


def test_the_next_season_is_made_from_the_last_one_or_from_its_edited_terms(terminal: AtTerminal) -> None:
    terminal.act("replace", "Ada", "Otto", "--reason", "Ada has moved away")
    after = terminal.folder / "next.season"
    assert "Otto" in terminal("new", "--from", str(terminal.file), str(after))
    found = Season.read(after.read_text())
    assert (found.terms.title, [each.name for each in found.entrants]) == ("Thursday League 2", ["Otto", "Tom", "Vera"])
    assert "already exists" in terminal("new", "--from", str(terminal.file), str(after), status=1)
    (terminal.folder / "edited.toml").write_text(
        terminal("template", "--from", str(terminal.file)).replace('"Sharks"', '"Maulers"')
    )
    edited = terminal.folder / "edited.season"
    terminal("new", str(terminal.folder / "edited.toml"), str(edited))
    assert [each.team for each in Season.read(edited.read_text()).entrants] == ["Lightning", "Fire", "Maulers"]
    assert "name only the file" in terminal("new", "--from", str(terminal.file), "a", "b", status=1)
    assert "name either a game" in terminal("template", status=1)
    assert "name a file of terms" in terminal("new", status=1)
