"""`breakaway season --database`: the same commands for seasons that a server keeps."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from breakaway.club.club import open_club
from breakaway.club.seasons.kept import kept_season
from breakaway.club.seasons.people import place_of, sign_up
from breakaway.club.seats import Sitter
from tests.seasons.test_commands import TERMS
from tests.terminal.session import call


class OnServer:
    """The owner of a server, who types commands about a season in its database."""

    def __init__(self, capsys: pytest.CaptureFixture[str], folder: Path) -> None:
        self.capsys, self.folder = capsys, folder
        self.database = folder / "club.sqlite"
        open_club(self.database).close()
        (folder / "terms.toml").write_text(TERMS)
        said = self("new", str(folder / "terms.toml"))
        found = re.search(r"The season: (\w{8})\n", said)
        assert found
        self.id, self.links = found[1], dict(re.findall(r"(\w+): /season/join/([\w-]+)", said))

    def __call__(self, act: str, *words: str, status: int = 0) -> str:
        done = call(self.capsys, "season", act, *words, "--database", str(self.database))
        assert done.returncode == status, done.stdout + done.stderr
        assert "Traceback" not in done.stderr
        return done.stdout + done.stderr

    def act(self, act: str, *words: str, status: int = 0) -> str:
        """A command about the season."""
        return self(act, self.id, *words, status=status)


@pytest.fixture
def server(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OnServer:
    """The season of `test_commands.py` on a server: one person, two of the computer's."""
    monkeypatch.setenv("BREAKAWAY_KEYS", str(tmp_path / "keys"))
    return OnServer(capsys, tmp_path)


def test_the_commands_do_the_same_on_a_server_as_in_a_file(server: OnServer, tmp_path: Path) -> None:
    file = tmp_path / "copy.season"
    assert list(server.links) == ["Ada"]
    server.act("save", str(file))
    words = ["Ada", "Tom", "--score", "27-17", "--reason", "by telephone"]
    said = server.act("result", *words)
    assert "Ada v Tom: 27–17 (by telephone)" in said or "Tom v Ada: 17–27 (by telephone)" in said
    call(server.capsys, "season", "result", str(file), *words)
    assert call(server.capsys, "season", "report", str(file)).stdout == server.act("report")
    server.act("forfeit", "Tom", "Vera", "--reason", "is ill")
    assert "Taken back" in server.act("undo", "--reason", "came after all")
    csv = tmp_path / "results.csv"
    csv.write_text("home,away,home_score,away_score\nTom,Vera,3,x\n")
    assert "line 2: 'x' is not a score" in server.act("import", str(csv), status=1)
    csv.write_text("home,away,home_score,away_score\nTom,Vera,3,0\n")
    assert "1 result was entered" in server.act("import", str(csv))
    assert "Ratings" in server.act("ratings")
    assert server("ratings") == server.act("ratings"), "all seasons, of which there is one"
    done = call(server.capsys, "season", "ratings")
    assert (done.returncode, "name the files of seasons, or --database" in done.stderr) == (1, True)


def test_a_wrong_season_file_or_database_is_said_and_nothing_is_changed(server: OnServer, tmp_path: Path) -> None:
    assert "there is no season called 'nowhere'" in server("status", "nowhere", status=1)
    done = call(server.capsys, "season", "list")
    assert (done.returncode, "name the server's database" in done.stderr) == (1, True)
    done = call(server.capsys, "season", "status", server.id, "--database", str(tmp_path / "none.sqlite"))
    assert "there is no database" in done.stderr
    assert not (tmp_path / "none.sqlite").exists()
    done = call(server.capsys, "season", "new", str(tmp_path / "terms.toml"))
    assert "name either a file for the season" in done.stderr
    assert "is not a score" in server.act("result", "Ada", "Tom", "--score", "", status=1)
    assert server("list").count("Thursday League") == 1


def test_a_season_of_a_file_goes_to_a_server_and_back(server: OnServer, tmp_path: Path) -> None:
    one, two = tmp_path / "one.season", tmp_path / "two.season"
    server.act("save", str(one))
    said = server("upload", str(one), "--seconds", "86400")
    found = re.search(r"The season: (\w{8})\n", said)
    assert found
    server("save", found[1], str(two))
    assert one.read_bytes() == two.read_bytes()
    assert "already exists" in server("save", found[1], str(two), status=1)
    assert server("list").count("Thursday League") == 2
    assert "The time for each choice" in server("upload", str(one), "--seconds", "0", status=1)


def test_a_round_is_opened_for_its_players_and_links_can_be_made_anew(server: OnServer) -> None:
    said = server.act("link", "ada")
    assert "/season/join/" in said
    link = re.search(r"/season/join/([\w-]+)", said)
    assert link
    club = open_club(server.database)
    assert place_of(club.database, link[1]) == (server.id, 0)
    sign_up(club.database, link[1], Sitter(("ada's browser",)))
    club.close()
    server.act("replace", "Vera", "Gus", "--by", "human", "--reason", "a person at last")
    said = server.act("round")
    assert "1 match was opened" in said
    club = open_club(server.database)
    kept = kept_season(club.database, server.id)
    club.close()
    (opened,) = kept.links
    assert opened.sides == (0, 2)
    assert f"/match/{opened.match}" in said
    assert "Gus, who has not signed up: /seat/" in said
    assert club.found(opened.match).held(["ada's browser"]) == [0]
    assert "0 matches were opened" in server.act("round", "--all")


def test_the_next_season_is_opened_on_the_server_and_the_old_one_removed(server: OnServer) -> None:
    said = server("new", "--from", server.id)
    found = re.search(r"The season: (\w{8})\n", said)
    assert found
    assert "Ada: /season/join/" in said
    assert "Thursday League 2" in server("status", found[1])
    assert "Thursday League would be gone for good" in server.act("remove", status=1)
    server.act("status")
    assert "Removed: Thursday League" in server.act("remove", "--yes")
    assert "there is no season called" in server.act("status", status=1)
    server("status", found[1])
