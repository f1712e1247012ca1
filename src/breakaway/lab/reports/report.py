"""The report on a simulation: sections as data, a summary in a few lines, and a page."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import cast

from breakaway.core.language import Trouble
from breakaway.display import renderers
from breakaway.display.document import Document, Line, Section
from breakaway.games.manifest import kit_of, load
from breakaway.lab.reports import any_game
from breakaway.lab.reports.material import Material, OfGame, opened, readable
from breakaway.lab.reports.measure import count
from breakaway.players.coaches import label


def summary(file: Path) -> str:
    """The results of a simulation in a few lines, from the matches alone."""
    material = opened(file)
    with readable(file):
        return any_game.summary(material)


def report_of(file: Path) -> Document:
    """The whole report on a simulation, from either of its files. Raises Trouble."""
    m = opened(file)
    place = kit_of(m.game).report
    own = cast(OfGame, load(place)) if place else None
    with readable(file):
        sections = [any_game.wins(m), any_game.scores(m), any_game.endings(m)]
        sections += own.of_matches(m) if own else []
        sections += any_game.totals(m)
        if own:
            sections += own.of_plays(m) if m.plays is not None else [how_to_get_plays(m, own)]
        said = facts(m, own)
        wide = max(len(word) for word, _ in said)
        return Document(
            f"{m.game.title}: {versus(m)}",
            "What simulated matches show",
            [Line(value, f"{word:{wide}}  ") for word, value in said],
            sections,
            "Written by breakaway report. The same file gives the same page.",
            any_game.board(m),
            has_contents=True,
        )


def versus(m: Material) -> str:
    """The teams in a match: both names, or the number of teams if there are more than two."""
    return " v ".join(m.teams) if len(m.teams) == 2 else f"{len(m.teams)} teams"


def facts(m: Material, own: OfGame | None) -> list[tuple[str, str]]:
    """The facts of a simulation: game, teams, matches, seed, version and changed house rules."""
    said = m.said
    players = [f"{team} ({label(m.game, seat['by'])})" for team, seat in zip(m.teams, said["seats"], strict=True)]
    usual = own.usual() if own else {}
    house = [
        f"{name}={str(value).casefold()}"
        for name, value in said["options"].items()
        if name in usual and value != usual[name]
    ]
    found = [
        ("Game", f"{m.game.title}, edition {said['edition']}"),
        ("Teams", ", ".join(players)),
        ("Matches", count(any_game.how_many(m.matches))),
        ("Seed", str(said["seed"])),
        ("Version", f"breakaway {said['version']}, engine {said['engine']}"),
        ("House rules", ", ".join(house) or "as usual"),
    ]
    if m.plays is not None:
        found.insert(3, ("Plays", f"{count(any_game.how_many(m.plays))} rows"))
    return found if usual else found[:-1]


def how_to_get_plays(m: Material, own: OfGame) -> Section:
    """The section to show instead of the sections on plays if the file has no plays."""
    file = next(iter(m.files.values()))
    out = f"{file.stem}-plays{file.suffix}" if file.suffix else f"{file.parent.name}-plays/"
    return Section(
        "Plays",
        f"This file has matches only. A file with plays also shows {own.plays_show}. To make one: "
        f"breakaway simulate {m.game.name} --plays --out {out}",
    )


def page_of(file: Path, html: Path | None) -> Path:
    """The file for the page: `html`, or a file beside the data. Raises Trouble if no page can be written there."""
    page = html or (file.with_suffix(".html") if file.suffix == ".parquet" else file.with_name(f"{file.name}.html"))
    if page.is_dir() or not page.parent.is_dir():
        what = "is a folder" if page.is_dir() else f"there is no folder {page.parent}"
        raise Trouble(f"--html: {page}: {what}; name a file")
    if page.suffix == ".parquet":
        raise Trouble(f"--html: {page} is a Parquet file; name a file that ends in .html")
    return page


def as_html(report: Document) -> str:
    """The report as an HTML page with charts."""
    from breakaway.lab.reports.charts import look_rules, svg_of

    return renderers.as_html(report, svg_of, look_rules())


def write_page(report: Document, page: Path) -> None:
    """Writes the report as HTML to the file `page`, completely or not at all. Raises Trouble."""
    text = as_html(report)
    try:
        handle, name = tempfile.mkstemp(dir=page.parent, prefix=f".{page.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as out:
                out.write(text)
            umask = os.umask(0)
            os.umask(umask)
            os.chmod(name, 0o666 & ~umask)  # mkstemp lets only the owner read; a page needs the usual permissions
            os.replace(name, page)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise Trouble(f"--html: {page} cannot be written: {error.strerror or error}") from None
