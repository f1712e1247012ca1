"""`breakaway print`: what there is, and where it goes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from breakaway.fate.rosters import FOLDER
from breakaway.terminal.screen import Screen
from breakaway.terminal.trouble import Trouble

if TYPE_CHECKING:
    from breakaway.terminal.printing.sheet import Sheet

SHEETS = {
    "fate-solitaire": "FATE's opponent on one page of tables, for real dice",
    "fate-roster": "a roster of FATE to begin one's own with (TOML)",
}


def show(what: str, out: str | None) -> None:
    """Prints it to the terminal, or writes it as the file's ending says; raises Trouble."""
    if what not in SHEETS:
        raise Trouble(f"print: there is nothing called {what!r}; there are: {', '.join(SHEETS)}")
    path = Path(out) if out is not None else None
    if path is not None and path.exists():
        raise Trouble(f"--out: {path} is there already; it is not written over")
    if what == "fate-roster":
        write_roster(path)
        return
    from breakaway.terminal.printing.sheet import parts
    from breakaway.terminal.printing.solitaire import sheet

    page = sheet()
    if path is None:
        Screen().show(parts(page))
        return
    path.write_bytes(drawn(page, path))
    Screen().say_whole(f"Written: {path}")


def drawn(page: Sheet, path: Path) -> bytes:
    """The page as the ending of its file says; raises Trouble for one that is not known."""
    from breakaway.terminal.paper import drawn as lines
    from breakaway.terminal.printing.sheet import WIDTH, as_html, as_pdf, parts

    ending = path.suffix.casefold()
    if ending == ".pdf":
        return as_pdf(page)
    if ending in (".html", ".htm"):
        return as_html(page).encode()
    if ending == ".txt":
        return ("\n".join(lines(parts(page), WIDTH, False)) + "\n").encode()
    raise Trouble(f"--out: expected a name that ends in .pdf, .html or .txt, not {path.name!r}")


def write_roster(path: Path | None) -> None:
    """A shipped roster, with what its fields mean in comments."""
    text = (FOLDER / "mudlarks.toml").read_text(encoding="utf-8")
    if path is None:
        Screen().out.write(text)
        return
    if path.suffix != ".toml":
        raise Trouble(f"--out: a roster is a .toml file, not {path.name!r}")
    path.write_text(text, encoding="utf-8")
    Screen().say_whole(f"Written: {path}")
    Screen().say_whole(f"Play with: breakaway play fate --house advanced=1 --teams {path}")
