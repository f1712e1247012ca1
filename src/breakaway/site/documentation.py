"""Makes the documentation in the folder of static files: pages of the texts in docs/, with a search.

MkDocs turns the texts into pages and makes the index of the search. Here they are made ready for it: the order of the
pages (docs/contents.toml), links that lead from file to file in the repository, and the pages *How to play*, which
come from the games themselves. The texts are in a clone of the repository only, and MkDocs among the development tools.
"""

from __future__ import annotations

import hashlib
import html
import importlib.util
import json
import logging
import posixpath
import re
import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from pydantic import Field

from breakaway.core.data_files import Strict, checked, read_toml
from breakaway.core.language import UserError
from breakaway.core.state import json_of
from breakaway.core.version import version
from breakaway.display.how_to_play import guide
from breakaway.games.manifest import GAMES, find

FOLDER = "documentation"  # in the site
CONTENTS = "docs/contents.toml"
HOW_TO_PLAY = "how-to-play/"
TOOL = "mkdocs"
THEME = Path(__file__).parent / "theme"
STYLES = ("every.css", "learn.css", "race.css")  # the table's own, which its drawings need
OURS = ("documentation.css", "documentation.mjs")
UNSEARCHED = (
    "docs/rules.md",
    "CHANGELOG.md",
)  # long lists, in which each word is somewhere; the table searches the rules
PICTURES = "build/pictures"  # what tools/pictures.py takes for these pages
LINK = re.compile(r"(\]\()([^)\s#]*)(#[^)\s]*)?(\))")
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
FENCE = re.compile(r"( *)```(\w*)")


class PartFile(Strict):
    """One part of the documentation: its title, and its pages in order."""

    title: str = Field(min_length=1)
    pages: list[str] = Field(min_length=1)


class ContentsFile(Strict):
    """All parts of the documentation."""

    part: list[PartFile] = Field(min_length=1)


@dataclass(frozen=True)
class Contents:
    """The pages by part, in order. Each page is a file of the repository at `root`, or `how-to-play/GAME`."""

    root: Path
    parts: Mapping[str, Sequence[str]]

    @property
    def pages(self) -> list[str]:
        """All pages, in order."""
        return [page for pages in self.parts.values() for page in pages]


def repository(given: Path | None = None) -> Path | None:
    """The clone with the texts: the `given` one, or that from which this program runs. None if it was installed from a
    wheel, which has no docs. Raises UserError if the given folder has none.
    """
    root = given or Path(__file__).parents[3]
    if (root / CONTENTS).is_file():
        return root.resolve()
    if given:
        raise UserError(f"{given} is no clone of the repository: it has no {CONTENTS}")
    return None


def why_left_out(root: Path | None) -> str:
    """Why there can be no documentation of the clone at `root`, as a sentence. Empty if there can."""
    if root is None:
        return "The documentation was left out: its texts are in a clone of the repository only."
    if importlib.util.find_spec(TOOL) is None:
        return f"The documentation was left out: making it needs {TOOL} (pip install {TOOL})."
    return ""


def contents(root: Path) -> Contents:
    """What the file docs/contents.toml of the repository at `root` lists. Raises BadData, or UserError for a page that
    does not exist or is listed twice.
    """
    found = checked(ContentsFile, read_toml(root / CONTENTS), CONTENTS)
    parts = {each.title: [page for entry in each.pages for page in _files(root, entry)] for each in found.part}
    listed = Contents(root, parts)
    for page in listed.pages:
        if listed.pages.count(page) > 1:
            raise UserError(f"{CONTENTS}: {page} is listed twice")
    return listed


def _files(root: Path, entry: str) -> list[str]:
    """The pages that one entry of docs/contents.toml means."""
    if entry.startswith(HOW_TO_PLAY):
        if entry.removeprefix(HOW_TO_PLAY) not in GAMES:
            raise UserError(f"{CONTENTS}: {entry}: there is no such game; known: {', '.join(GAMES)}")
        return [entry]
    found = sorted(path.relative_to(root).as_posix() for path in root.glob(entry))
    if not found:
        raise UserError(f"{CONTENTS}: there is no file {entry}")
    return found


def place_of(page: str) -> str:
    """Where a page is in the documentation, as a file of Markdown.

    >>> place_of("docs/decisions/0002-football.md"), place_of("tests/cases/fate/README.md")
    ('decisions/0002-football.md', 'cases-fate.md')
    >>> place_of("SECURITY.md"), place_of("examples/first_bot.py")
    ('about/security.md', 'files/examples/first_bot.py.md')
    """
    if page.startswith(HOW_TO_PLAY):
        return f"{page}.md"
    if not page.endswith(".md"):
        return f"files/{page}.md"
    if page.startswith("docs/"):
        return page.removeprefix("docs/")
    if page.endswith("/README.md"):
        return f"{page.removesuffix('/README.md').removeprefix('tests/').replace('/', '-')}.md"
    return f"about/{page.lower()}"


def build(root: Path, out: Path) -> int:
    """Makes the documentation of the repository at `root` in the new folder `out`, and returns how many pages it has.

    Raises UserError, which lists every link and page that leads nowhere.
    """
    listed = contents(root)
    with tempfile.TemporaryDirectory() as folder:
        texts, theme, made = (Path(folder) / each for each in ("texts", "theme", "made"))
        _stage(listed, texts)
        _dress(theme)
        _made_by_mkdocs(listed, texts, theme, made)
        for page in made.rglob("*.html"):
            page.write_text(_fitted(page.read_text("utf-8")), "utf-8")
        _shorten(made / "search" / "search_index.json")
        for name in ("sitemap.xml", "sitemap.xml.gz", "search/main.js"):
            (made / name).unlink(missing_ok=True)
        _list(made)
        shutil.copytree(made, out)
    return len(list(out.rglob("*.html")))


def leave_out(out: Path, why: str) -> None:
    """Makes a page in the new folder `out` that says `why` there is no documentation, so that no link leads nowhere."""
    out.mkdir()
    (out / "index.html").write_text(_template("left_out.html", why=why), "utf-8")


def add_licences(place: Path) -> None:
    """Puts the licences of what MkDocs adds to the pages into the folder `place`: its worker, and lunr.js, by which
    that searches.
    """
    for path in metadata.distribution(TOOL).files or ():
        if re.match(r"licen[sc]e", path.name, re.IGNORECASE):
            shutil.copyfile(Path(str(path.locate())), place / f"{TOOL}-{metadata.version(TOOL)} {path.name}.txt")
    shutil.copyfile(THEME / "LICENSE-lunr.txt", place / "lunr LICENSE.txt")


# --- Texts, made ready for MkDocs


def _stage(listed: Contents, texts: Path) -> None:
    """Writes all pages, and what they link to, into the folder `texts`."""
    root, others = listed.root, set[str]()
    for page in listed.pages:
        if page.startswith(HOW_TO_PLAY):
            text = _how_to_play(page.removeprefix(HOW_TO_PLAY))
        else:
            text, used = _linked(listed, page, as_python_reads(root.joinpath(page).read_text("utf-8")))
            others |= used
        _write(texts / place_of(page), text)
    for each in sorted(others):
        _write(texts / place_of(each), _source(listed, each))
    for path in sorted((root / "docs" / "pictures").iterdir()):
        _copy(path, texts / "pictures" / path.name)
    for path in sorted(root.joinpath(PICTURES).glob("*.png")):
        _copy(path, texts / "pictures" / path.name)
    _write(texts / "index.md", _template("start.md", games=_games(root), parts=_linked_parts(listed)))


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def _copy(source: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(source, to)


def _linked(listed: Contents, page: str, text: str) -> tuple[str, set[str]]:
    """The `text` of a page with links that fit the documentation, and the files that it links to beside the pages.

    Raises UserError for a link that leads nowhere.
    """
    others: set[str] = set()

    def changed(found: re.Match[str]) -> str:
        to, anchor = found[2], found[3] or ""
        if not to or re.match(r"[a-z]+:", to):
            return found[0]
        wanted = posixpath.normpath(posixpath.join(posixpath.dirname(page), to))
        at = listed.root / wanted
        if not at.exists() or not at.resolve().is_relative_to(listed.root.resolve()):
            raise UserError(f"{page}: the link {to} leads nowhere")
        if wanted.startswith("docs/pictures/"):
            place = wanted.removeprefix("docs/")
        else:
            place = place_of(wanted)
            if wanted not in listed.pages:
                others.add(wanted)
        return f"{found[1]}{posixpath.relpath(place, posixpath.dirname(place_of(page)) or '.')}{anchor}{found[4]}"

    parts, last = [], 0
    for code in CODE.finditer(text):  # what looks like a link in code is none
        parts += [LINK.sub(changed, text[last : code.start()]), code[0]]
        last = code.end()
    return "".join([*parts, LINK.sub(changed, text[last:])]), others


def _source(listed: Contents, name: str) -> str:
    """The page of a file or folder that a text links to."""
    path, head = listed.root / name, f"# {name}\n\n"
    if not path.is_dir():
        shown = html.escape(path.read_text("utf-8")).replace("\n\n", "\n&#8203;\n")  # Markdown ends at an empty line
        return f"{head}<pre><code>{shown}</code></pre>\n"
    inside = [each.relative_to(listed.root).as_posix() for each in sorted(path.iterdir())]
    here = posixpath.dirname(place_of(name))
    pages = {each: posixpath.relpath(place_of(each), here) for each in inside if each in listed.pages}
    lines = (f"- [{_title(listed.root, each)}]({pages[each]})" if each in pages else f"- `{each}`" for each in inside)
    return head + "\n".join(lines) + "\n"


def as_python_reads(text: str) -> str:
    """Markdown as GitHub reads it, written as MkDocs reads it: in lists, four spaces of indentation and no fences, and
    empty lines around comments.
    """
    lines, inside, code = [], "", False
    for line in text.splitlines():
        fence = FENCE.fullmatch(line)
        if fence and not code and fence[1]:
            code, inside = True, fence[1]
            lines.append("")
        elif fence and code and inside:
            code, inside = False, ""
            lines.append("")
        elif inside:
            lines.append(f"        {line.removeprefix(inside)}")
        elif fence:
            code = not code
            lines.append(line)
        elif not code and re.match(r" {2,3}\S", line):
            lines.append(f"    {line.lstrip()}")
        elif not code and re.fullmatch(r"<!--.*-->", line):
            lines += ["", line, ""]
        else:
            lines.append(line)
    return "\n".join(lines) + "\n"


def _how_to_play(name: str) -> str:
    """The page on how a game is played, with its drawings."""
    game = find(name)
    made = guide(game)
    if made is None:
        raise UserError(f"{CONTENTS}: {game.title} has no page on how it is played")
    return _template("how_to_play.md", game=game, guide=made)


@dataclass(frozen=True)
class GameEntry:
    """A game on the first page: its pages and its pictures (the second one for dark screens; both may be missing)."""

    name: str
    title: str
    says: str
    pictures: tuple[str, ...]


def _games(root: Path) -> Iterator[GameEntry]:
    for name in GAMES:
        game = find(name)
        made = guide(game)
        if made is None:
            continue
        at = root / PICTURES
        taken = tuple(each for each in (f"{name}-light.png", f"{name}-dark.png") if (at / each).is_file())
        kept = (f"{name}.png",) if (root / "docs" / "pictures" / f"{name}.png").is_file() else ()
        yield GameEntry(name, game.title, made.says, taken if len(taken) == 2 else kept)


def _linked_parts(listed: Contents) -> Mapping[str, Sequence[tuple[str, str]]]:
    """The pages of each part: their titles and places."""
    return {
        part: [(_title(listed.root, each), place_of(each)) for each in pages] for part, pages in listed.parts.items()
    }


def _title(root: Path, page: str) -> str:
    if page.startswith(HOW_TO_PLAY):
        return f"How to play: {find(page.removeprefix(HOW_TO_PLAY)).title}"
    if page == "README.md":
        return "About the program"
    found = re.search(r"(?m)^# (.+)$", root.joinpath(page).read_text("utf-8"))
    return found[1] if found else page


def _template(name: str, **given: Any) -> str:
    """A template of the theme, filled with the `given` values."""
    made = Environment(
        loader=FileSystemLoader(THEME), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return made.get_template(name).render(version=version(), **given)


# --- Pages


def _dress(theme: Path) -> None:
    """Writes the theme: its template, and the styles of the table."""
    from breakaway.web.pages import static_file  # the web extra, which building the site needs

    theme.mkdir()
    shutil.copyfile(THEME / "main.html", theme / "main.html")
    for name in OURS:
        shutil.copyfile(THEME / name, theme / name)
    for name in STYLES:
        found = static_file(name)
        assert found is not None
        (theme / name).write_bytes(found.data)
    shutil.copyfile(THEME.parents[1] / "web" / "static" / "icon.svg", theme / "icon.svg")


class Said(logging.Handler):
    """Keeps what MkDocs warns of."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one warning."""
        self.texts.append(record.getMessage())


def _made_by_mkdocs(listed: Contents, texts: Path, theme: Path, made: Path) -> None:
    """Lets MkDocs make pages of the `texts`, dressed by the `theme`, in the folder `made`. Raises UserError."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    nav = [{"Start": "index.md"}]
    nav += [{part: [{title: place} for title, place in pages]} for part, pages in _linked_parts(listed).items()]  # type: ignore[dict-item]
    warn = {"not_found": "warn", "absolute_links": "warn"}
    said = Said()
    logger = logging.getLogger(TOOL)
    logger.addHandler(said)
    try:
        config = load_config(
            config_file=_settings(texts.parent),
            site_name="Breakaway",
            docs_dir=str(texts),
            site_dir=str(made),
            theme={"name": None, "custom_dir": str(theme), "static_templates": []},
            nav=nav,
            use_directory_urls=False,
            plugins=["search"],
            markdown_extensions=[
                "fenced_code",
                "sane_lists",
                "attr_list",
                {"tables": {"use_align_attribute": True}},
                {"toc": {"slugify": slug}},
            ],
            validation={"nav": warn, "links": {**warn, "anchors": "warn", "unrecognized_links": "warn"}},
            extra={"version": version()},
        )
        config.plugins.run_event("startup", command="build", dirty=False)
        build(config)
    except Exception as error:
        raise UserError("\n".join(["MkDocs cannot make the documentation:", *said.texts, str(error)])) from error
    finally:
        logger.removeHandler(said)
    if said.texts:
        raise UserError("\n".join(["MkDocs found faults in the documentation:", *said.texts]))


def _settings(folder: Path) -> str:
    """An empty file of settings, since MkDocs wants one."""
    path = folder / "mkdocs.yml"
    path.write_text("site_name: Breakaway\n", "utf-8")
    return str(path)


def slug(title: str, _separator: str = "-") -> str:
    """The anchor of a heading, as GitHub makes it.

    >>> slug("What can be *left* out?"), slug("Bots, and `rng`")
    ('what-can-be-left-out', 'bots-and-rng')
    """
    return re.sub(r"[^\w\- ]", "", html.unescape(title).lower()).strip().replace(" ", "-")


def _fitted(page: str) -> str:
    """A page whose wide parts scroll by themselves, also with keys. The empty corner of a table is no heading."""
    page = re.sub(r"<th( [^>]*)?></th>", "<td></td>", page)
    page = page.replace("<table>", '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
    return page.replace("</table>", "</table></div>").replace("<pre>", '<pre tabindex="0">')


def _shorten(index: Path) -> None:
    """Leaves out of the search's index what is in it twice (MkDocs lists each page, and then its sections once more),
    and what nobody looks for.
    """
    found = json_of(index.read_text("utf-8"))
    divided = {each["location"].partition("#")[0] for each in found["docs"] if "#" in each["location"]}
    passed_over = ("files/", *(place_of(each).replace(".md", ".html") for each in UNSEARCHED))
    docs = (each for each in found["docs"] if not each["location"].startswith(passed_over))
    found["docs"] = [each for each in docs if each["location"] not in divided]
    index.write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")), "utf-8")


def _list(made: Path) -> None:
    """Lists all files of the documentation, for those who read it without a network, and the edition that they make."""
    files, whole = [], hashlib.sha256()
    for path in sorted(each for each in made.rglob("*") if each.is_file()):
        name = path.relative_to(made).as_posix()
        whole.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
        files.append(name)
    listed = {"edition": whole.hexdigest()[:16], "files": files}
    (made / "files.json").write_text(json.dumps(listed, indent=1) + "\n", "utf-8")
