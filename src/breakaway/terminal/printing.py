"""`breakaway print`: pages, cards and forms for the game table, on the screen or in a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from breakaway.core.data_files import BadData
from breakaway.core.language import UserError, _
from breakaway.display import printing
from breakaway.display.document import Document
from breakaway.display.printing import Printing
from breakaway.games.manifest import GAMES, Reference, load
from breakaway.terminal.screen import Screen

# --- Documents, which also have a form for the terminal and for a browser, and templates of files.


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


def print_page(what: str, out: str | None) -> None:
    """Prints the page `what` to the terminal, or to the file `out`, whose extension sets the format.

    Raises UserError.
    """
    there = sheets()
    if what not in there:
        raise UserError(f"print: unknown page {what!r}; choose one of: {', '.join(there)}")
    path = Path(out) if out is not None else None
    if path is not None and path.exists():
        raise UserError(f"--out: {path} already exists; name another file")
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

    Raises UserError for an unknown extension.
    """
    from breakaway.display import renderers
    from breakaway.display.renderers import as_text

    ending = path.suffix.casefold()
    if ending == ".pdf":
        return renderers.as_pdf(page)
    if ending in (".html", ".htm"):
        return renderers.as_html(page, style=style).encode()
    if ending == ".txt":
        return as_text(page, WIDTH).encode()
    raise UserError(f"--out: expected a name that ends in .pdf, .html or .txt, not {path.name!r}")


def write_text(file: TextFile, path: Path | None) -> None:
    """Writes a template to `path`, or to the terminal if `path` is None. Raises UserError if the extension is wrong."""
    if path is None:
        Screen().out.write(file.text)
        return
    if path.suffix != file.ending:
        raise UserError(f"--out: expected a name that ends in {file.ending} for {file.called}, not {path.name!r}")
    path.write_text(file.text, encoding="utf-8")
    Screen().say_whole(f"Written: {path}")
    Screen().say_whole(file.then.format(path=path))


# --- Sheets and cards, which are PDF only.


def print_sheet(words: Sequence[str], out: str | None, order: Printing) -> None:
    """Prints what the `words` name: a document, or a game and one of its sheets. Without words, lists everything.

    Raises UserError.
    """
    if not words:
        show_list()
    elif len(words) == 1 and words[0] in GAMES and GAMES[words[0]].sheets:
        show_list(words[0])
    elif len(words) == 1:
        if order != Printing():
            raise UserError(f"print: {words[0]} has no options besides --out; name a game and a sheet, as --list shows")
        print_page(words[0], out)
    elif len(words) == 2:
        write_sheet(words[0], words[1], out, order)
    else:
        raise UserError(
            "print: name a game and one of its sheets, as in: breakaway print football cards --out cards.pdf"
        )


def write_sheet(game: str, name: str, out: str | None, order: Printing) -> None:
    """Writes a sheet of a game to the file `out` as PDF. Raises UserError."""
    try:
        pages = printing.pages_of(game, name, order)
    except BadData as error:
        raise UserError(str(error)) from None
    if out is None:
        raise UserError(f"print: sheets are PDF files; add --out {game}-{name}.pdf")
    path = Path(out)
    if path.suffix.casefold() != ".pdf":
        raise UserError(f"--out: expected a name that ends in .pdf for {name}, not {path.name!r}")
    if path.exists():
        raise UserError(f"--out: {path} already exists; name another file")
    path.write_bytes(printing.as_pdf(pages, order, printing.title_of(game, name)))
    Screen().say_whole(f"Written: {path}")


def show_list(game: str = "") -> None:
    """Lists what can be printed, of one game or of all."""
    screen = Screen()
    for kit in [GAMES[game]] if game else [kit for kit in GAMES.values() if kit.sheets]:
        named = {f"{kit.name} {name}": _(each.says) for name, each in kit.sheets.items()}
        named[f"{kit.name} {printing.ALL}"] = _("everything of this game in one file")
        named |= {name: each.says for name, each in kit.prints.items()}
        width = max(map(len, named))
        for name, says in named.items():
            screen.say(f"{name:<{width}}  {says}")
