"""The form for people's own rosters: read with the models of the files, each mistake at its field."""

from __future__ import annotations

from pathlib import Path

import pytest

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError
from breakaway.games.fate.files import read_roster
from breakaway.games.fate.forms import FORMS
from breakaway.players.set_forms import FacePicture, SetForm


def values(form: SetForm) -> dict[str, str]:
    return {each.name: each.value for group in form.groups for each in group.fields}


def team(name: str = "Herons", template: str = "") -> tuple[dict[str, str], str, dict[str, str]]:
    """The files with a new team, its page, and what the fields of the page hold."""
    texts, part = FORMS.with_team({}, name, template)
    return texts, part, values(FORMS.form(texts, part))


@pytest.mark.parametrize("template", ["", "mudlarks", "gadgeteers"])
def test_a_roster_that_is_saved_as_it_stands_is_the_same_file(template: str) -> None:
    texts, part, given = team(template=template)
    assert FORMS.filled(texts, part, given, False).texts == texts


def test_what_is_typed_is_the_file_that_the_command_line_reads(tmp_path: Path) -> None:
    """FF-G34: the ratings of a position, or those of its template."""
    texts, part, given = team()
    given |= {
        "says": "Waits, then strikes.",
        "coach.name": "Ada Reed",
        "coach.aspects": "Patient\nOwns a boat\n",
        "coach.approaches.Careful": "0",
        "coach.approaches.Sneaky": "3",
        "players.QB.names": "Al Bill\nBo Beak",
        "players.QB.ratings": "3 2 -1 0, 1 2",
    }
    found = FORMS.filled(texts, part, given, False)
    assert found.texts is not None, found.wrong
    (tmp_path / "herons.toml").write_text(found.texts["herons.toml"], encoding="utf-8")
    roster = read_roster(str(tmp_path / "herons.toml"))
    assert (roster.name, roster.says, roster.coach.name) == ("Herons", "Waits, then strikes.", "Ada Reed")
    assert roster.coach.aspects == ["Patient", "Owns a boat"]
    assert (roster.coach.approaches.Careful, roster.coach.approaches.Sneaky) == (0, 3)
    assert roster.position("QB").names == ["Al Bill", "Bo Beak"]
    assert roster.position("QB").ratings == [3, 2, -1, 0, 1, 2]
    assert roster.position("WR").names == ["WR"], "until somebody types them, players are called like their position"
    assert roster.position("WR").ratings is None


def test_every_mistake_stands_at_its_field_and_nothing_is_made() -> None:
    texts, part, given = team()
    given |= {
        "name": "",
        "coach.aspects": "a\nb\nc\nd",
        "coach.approaches.Careful": "2",
        "players.QB.ratings": "1 2 3",
        "players.WR.ratings": "9 1 1 1 1 1",
        "players.TE.ratings": "high",
        "players.P.names": "x" * 41,
    }
    found = FORMS.filled(texts, part, given, False)
    assert found.texts is None
    assert [each[0] for each in found.wrong] == [
        *("name", "coach.aspects", "coach.approaches.Careful"),
        *("players.QB.ratings", "players.WR.ratings", "players.TE.ratings", "players.P.names"),
    ]
    said = {name: text for name, _where, text in found.wrong}
    assert said["players.QB.ratings"] == "Expected at least 6 entries, not 3"
    assert said["players.WR.ratings"] == "Expected 4 or less, not 9"
    assert values(found.form) == given, "nothing that was typed is lost"


def test_two_people_of_one_name_are_told_with_both_places() -> None:
    texts, part, given = team()
    given |= {"players.QB.names": "Al", "players.K.names": "al"}
    found = FORMS.filled(texts, part, given, False)
    assert found.texts is None
    assert found.fault.startswith("players: K: names 1: 'al' is already used in players: QB: names 1")


def test_the_picture_shows_who_plays_and_the_ratings_that_a_match_gives_him() -> None:
    """FF-G34: a quarterback without ratings of his own has those of the template."""
    texts, part, given = team()
    drawn = FORMS.group(texts, part, given | {"players.QB.names": "Al\nBo"}, 2).drawn
    assert isinstance(drawn, FacePicture)
    assert [text for text, _class in drawn.lines] == [
        "Al",
        "Bo",
        "Careful 2, Clever 3, Flashy 1, Forceful 0, Quick 1, Sneaky 2 (the template)",
    ]


def test_own_rosters_are_offered_in_pairs_with_ours_and_each_other() -> None:
    texts = {**team("Herons")[0], **team("Otters")[0], "bad.toml": "x ="}
    found = [value for value, _label in FORMS.choices({"mine": texts})]
    assert len(found) == 2 * 2 * 2 + 2, "a file with a mistake is left out"
    assert {"mine/herons,mudlarks", "gadgeteers,mine/otters", "mine/otters,mine/herons"} <= {*found}


def test_a_name_that_no_team_can_have_is_refused() -> None:
    for name, says in (("!!", "needs letters"), ("x" * 41, "At most 40"), ("Herons", "already")):
        with pytest.raises(UserError, match=says):
            FORMS.with_team(team()[0], name, "")


def test_the_command_line_names_the_owners_own_roster_by_its_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BREAKAWAY_HOME", str(tmp_path))
    FORMS.shelves.home("mine").keep(team("Herons")[0])
    assert read_roster("mine/herons").name == "Herons"
    with pytest.raises(BadData, match="unknown roster"):
        read_roster("mine/otters")
