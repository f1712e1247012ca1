"""The documentation beside the table: its pages, links and search. It is made of the texts of this repository."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the web extra is not installed")

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError
from breakaway.games.manifest import GAMES
from breakaway.site import documentation
from breakaway.site.documentation import as_python_reads, build, contents, leave_out, place_of, repository, slug

ROOT = Path(__file__).parents[2]
MKDOCS = pytest.mark.skipif(bool(documentation.why_left_out(ROOT)), reason="MkDocs is not installed")
SMALL = """
[[part]]
title = "Play"
pages = ["how-to-play/cycling", "docs/one.md", "README.md"]
"""
PAGE = """# One

[The program](../README.md#get-it), [its code](../src/run.py) and ![a picture](pictures/a.svg). `[no link](nowhere.md)`

| | right |
|---|---:|
| a | 1 |

## A part

A zebra crosses.
"""


@pytest.fixture
def repo(tmp_path: Path) -> Callable[..., Path]:
    """Writes a small repository. `changed`: the texts of files that differ, by path."""

    def write(**changed: str) -> Path:
        texts = {
            "docs/contents.toml": SMALL,
            "docs/one.md": PAGE,
            "docs/pictures/a.svg": "<svg xmlns='http://www.w3.org/2000/svg'/>",
            "README.md": "# It\n\nIt is [here](docs/one.md).\n\n## Get *it*\n\nTake it.\n",
            "src/run.py": "a < b\n\nb\n",
            **{
                name.replace("__", "/").replace("_toml", ".toml").replace("_md", ".md"): text
                for name, text in changed.items()
            },
        }
        for name, text in texts.items():
            path = tmp_path / "repo" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return tmp_path / "repo"

    return write


def test_every_text_of_the_docs_is_a_page_once() -> None:
    listed = contents(ROOT).pages
    texts = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")}
    texts |= {path.name for path in ROOT.glob("*.md")}
    assert texts <= set(listed)
    assert len(listed) == len(set(listed))
    assert len({place_of(each) for each in listed}) == len(listed)


def test_the_pages_of_the_three_games_come_first() -> None:
    first = contents(ROOT).pages[:6]
    assert [each for each in first if each.startswith("how-to-play/")] == [f"how-to-play/{name}" for name in GAMES]
    assert {f"docs/{name}.md" for name in GAMES} <= set(first)


def test_a_heading_has_the_anchor_that_github_gives_it() -> None:
    assert slug("Set-up and commands") == "set-up-and-commands"
    assert slug("What `--against` means, and why") == "what---against-means-and-why"
    assert slug("Rules &amp; cases") == "rules--cases"


def test_a_list_in_a_list_and_code_in_a_list_are_written_as_mkdocs_reads_them() -> None:
    text = "1. one\n   - inner\n   ```\n   code\n   ```\n2. two\n```\n  as it is\n```\n<!-- note -->\n| a |\n"
    wanted = "1. one\n    - inner\n\n        code\n\n2. two\n```\n  as it is\n```\n\n<!-- note -->\n\n| a |\n"
    assert as_python_reads(text) == wanted


def test_contents_that_name_a_missing_page_or_game_or_a_page_twice_are_refused(repo: Callable[..., Path]) -> None:
    wrong = {
        "docs/two.md": "there is no file docs/two.md",
        "how-to-play/chess": "how-to-play/chess: there is no such game; known: football",
        'docs/one.md", "docs/one.md': "docs/one.md is listed twice",
    }
    for page, says in wrong.items():
        with pytest.raises(UserError, match=re.escape(says)):
            contents(repo(docs__contents_toml=f'[[part]]\ntitle = "A"\npages = ["{page}"]\n'))
    with pytest.raises(BadData, match=r"docs/contents\.toml: part: expected a list"):
        contents(repo(docs__contents_toml="part = 3\n"))


def test_without_mkdocs_or_without_the_texts_a_page_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documentation.importlib.util, "find_spec", lambda _name: None)
    assert documentation.why_left_out(ROOT) == (
        "The documentation was left out: making it needs mkdocs (pip install mkdocs)."
    )
    monkeypatch.setattr(documentation, "CONTENTS", "docs/nothing.toml")
    assert repository() is None
    with pytest.raises(UserError, match=re.escape(f"{tmp_path} is no clone of the repository")):
        repository(tmp_path)
    why = documentation.why_left_out(None)
    assert why == "The documentation was left out: its texts are in a clone of the repository only."
    leave_out(tmp_path / "documentation", why)
    text = (tmp_path / "documentation" / "index.html").read_text("utf-8")
    assert why in text
    assert 'href="../index.html"' in text


@MKDOCS
def test_links_lead_from_page_to_page_and_to_files(repo: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert build(repo(), out) == 5  # three pages, the start and the file
    one = (out / "one.html").read_text("utf-8")
    for link in ("about/readme.html#get-it", "files/src/run.py.html"):
        assert f'href="{link}"' in one
    assert 'src="pictures/a.svg"' in one
    assert "[no link](nowhere.md)" in one
    assert '<td align="right">1</td>' in one
    assert "<th></th>" not in one
    assert 'id="get-it"' in (out / "about" / "readme.html").read_text("utf-8")
    code = (out / "files" / "src" / "run.py.html").read_text("utf-8")
    assert "a &lt; b\n&#8203;\nb" in code or "a &lt; b\n\u200b\nb" in code
    assert {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()} - {"files.json"} == set(
        json.loads((out / "files.json").read_text("utf-8"))["files"]
    )


@MKDOCS
def test_pages_load_nothing_from_elsewhere_and_say_so_to_the_browser(repo: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(repo(), out)
    for path in out.rglob("*.html"):
        text = path.read_text("utf-8")
        assert "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';" in text
        assert not re.findall(r'(?:src|srcset)="(?:https?:)?//', text)
        assert not re.findall(r'<link[^>]*href="(?:https?:)?//', text)
        assert not re.findall(r"<[^>]+ (?:style|on\w+)=", text)
        assert not re.findall(r"<style|<script(?! type=\"module\" src=)", text)
    for path in (*out.rglob("*.css"), *out.rglob("*.mjs")):
        assert not re.findall(r"@import|url\(|https?:", path.read_text("utf-8"))


@MKDOCS
def test_the_search_knows_each_section_once(repo: Callable[..., Path], tmp_path: Path) -> None:
    out = tmp_path / "out"
    build(repo(), out)
    found = json.loads((out / "search" / "search_index.json").read_text("utf-8"))["docs"]
    assert [each["location"] for each in found if "zebra" in each["text"]] == ["one.html#a-part"]
    assert not [each for each in found if each["location"].startswith("files/")]


@MKDOCS
@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("# One\n\n[a](two.md)\n", "docs/one.md: the link two.md leads nowhere"),
        ("# One\n\n[a](../../letter.md)\n", "leads nowhere"),
        ("# One\n\n[a](../README.md#nowhere)\n", "anchor '#nowhere'"),
    ],
)
def test_a_link_that_leads_nowhere_stops_the_build(
    text: str, says: str, repo: Callable[..., Path], tmp_path: Path
) -> None:
    (tmp_path / "letter.md").write_text("Dear Ada")
    with pytest.raises(UserError, match=re.escape(says)):
        build(repo(docs__one_md=text), tmp_path / "out")
    assert not (tmp_path / "out").exists()
