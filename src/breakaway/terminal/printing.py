"""`breakaway print`: prints the pages that games provide for printing, to the terminal or to a file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from breakaway.core.language import Trouble
from breakaway.display.document import Document
from breakaway.games.manifest import GAMES, Reference, load
from breakaway.terminal.screen import Screen

WIDTH = 100  # columns of a text file


class TextFile(NamedTuple):
    """A template for the user's own file.

    `called` says what kind of file it is. `then` says what to do with the file at `{path}`.
    """

    text: str
    ending: str
    called: str
    then: str


def sheets() -> dict[str, Reference]:
    """All pages that can be printed, by name."""
    return {name: place for kit in GAMES.values() for name, place in kit.prints.items()}


def show(what: str, out: str | None) -> None:
    """Prints the page `what` to the terminal, or to the file `out`, whose extension sets the format.

    Raises Trouble.
    """
    there = sheets()
    if what not in there:
        raise Trouble(f"print: unknown page {what!r}; choose one of: {', '.join(there)}")
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


def drawn(page: Document, path: Path, style: str = "") -> bytes:
    """The page in the format that the extension of `path` sets, with extra CSS in `style`.

    Raises Trouble for an unknown extension.
    """
    from breakaway.display import written
    from breakaway.terminal.paper import as_text

    ending = path.suffix.casefold()
    if ending == ".pdf":
        return written.as_pdf(page)
    if ending in (".html", ".htm"):
        return written.as_html(page, style=style).encode()
    if ending == ".txt":
        return as_text(page, WIDTH).encode()
    raise Trouble(f"--out: expected a name that ends in .pdf, .html or .txt, not {path.name!r}")


def write_text(file: TextFile, path: Path | None) -> None:
    """Writes a template to `path`, or to the terminal if `path` is None. Raises Trouble if the extension is wrong."""
    if path is None:
        Screen().out.write(file.text)
        return
    if path.suffix != file.ending:
        raise Trouble(f"--out: expected a name that ends in {file.ending} for {file.called}, not {path.name!r}")
    path.write_text(file.text, encoding="utf-8")
    Screen().say_whole(f"Written: {path}")
    Screen().say_whole(file.then.format(path=path))
