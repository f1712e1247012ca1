"""`breakaway print`: what the games have for paper, and where it goes."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from breakaway.display.document import Document
from breakaway.games.kit import Place
from breakaway.games.registry import GAMES, load
from breakaway.terminal.screen import Screen
from breakaway.terminal.trouble import Trouble

WIDTH = 100  # columns of the text, where nobody sits at a terminal


class TextFile(NamedTuple):
    """A file to begin one's own with; `called` says what it is, `then` what to do with it at `{path}`."""

    text: str
    ending: str
    called: str
    then: str


def sheets() -> dict[str, Place]:
    """All that can be printed, by name."""
    return {name: place for kit in GAMES.values() for name, place in kit.prints.items()}


def show(what: str, out: str | None) -> None:
    """Prints the page `what` to the terminal, or writes it to the file `out` as its ending says. Raises Trouble."""
    there = sheets()
    if what not in there:
        raise Trouble(f"print: unknown page {what!r}; there are: {', '.join(there)}")
    path = Path(out) if out is not None else None
    if path is not None and path.exists():
        raise Trouble(f"--out: {path} already exists; name another file")
    page: Document | TextFile = load(there[what].at)()
    if isinstance(page, TextFile):
        write_text(page, path)
    elif path is None:
        Screen().tell(page)
    else:
        path.write_bytes(drawn(page, path))
        Screen().say_whole(f"Written: {path}")


def drawn(page: Document, path: Path) -> bytes:
    """The page as the ending of its file says; raises Trouble for one that is not known."""
    from breakaway.display import written
    from breakaway.terminal.paper import as_text

    ending = path.suffix.casefold()
    if ending == ".pdf":
        return written.as_pdf(page)
    if ending in (".html", ".htm"):
        return written.as_html(page).encode()
    if ending == ".txt":
        return as_text(page, WIDTH).encode()
    raise Trouble(f"--out: expected a name that ends in .pdf, .html or .txt, not {path.name!r}")


def write_text(file: TextFile, path: Path | None) -> None:
    """A file to begin one's own with; raises Trouble when `path` does not end as it should."""
    if path is None:
        Screen().out.write(file.text)
        return
    if path.suffix != file.ending:
        raise Trouble(f"--out: {file.called} is a {file.ending} file, not {path.name!r}")
    path.write_text(file.text, encoding="utf-8")
    Screen().say_whole(f"Written: {path}")
    Screen().say_whole(file.then.format(path=path))
