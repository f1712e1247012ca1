"""`breakaway teams`: checks, creates and lists your own teams, cards and sheets."""

from __future__ import annotations

import json
import re
from pathlib import Path

from breakaway.core.data_files import BadData
from breakaway.core.language import Trouble, many
from breakaway.display.document import Grid
from breakaway.games.football.files.check import check, schema, template
from breakaway.games.football.files.config import Library
from breakaway.terminal.screen import Screen

WARNING = ": warning: "


def check_files(files: list[str]) -> int:
    """Prints what is wrong with each file. Returns 1 if a file has a mistake; warnings do not count. Raises Trouble."""
    screen, bad = Screen(), 0
    for file in files:
        path = Path(file)
        if not path.is_file():
            says = "this is a folder; name the files in it" if path.is_dir() else "there is no such file"
            raise Trouble(f"{file}: {says}")
        found = check(path)
        mistakes = [text for text in found if WARNING not in text]
        bad += bool(mistakes)
        for text in found:
            screen.say(text)
        if not mistakes:
            screen.say(
                f"{file}: no mistakes" + (", " + many("{n} warning", "{n} warnings", len(found)) if found else "")
            )
    return 1 if bad else 0


def new_team(name: str | None) -> None:
    """Prints the template, or writes it as NAME.toml with the schema beside it. Raises Trouble."""
    screen = Screen()
    if name is None:
        screen.out.write(template())
        return
    id_ = name.removesuffix(".toml")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", id_):
        raise Trouble(f"a team's file name may contain only letters, digits, - and _, not {name!r}")
    path, beside = Path(f"{id_}.toml"), Path("team.schema.json")
    if path.exists():
        raise Trouble(f"{path} already exists; choose another name")
    title = id_.replace("_", " ").title()
    path.write_text(template().replace('name = "Comets"', f'name = "{title}"'), encoding="utf-8")
    if not beside.exists():
        beside.write_text(json.dumps(schema(), indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    screen.say_whole(f"Written: {path}, and {beside} for editors that check the file while you type.")
    screen.say_whole(f"Check it:  breakaway teams check {path}")
    screen.say_whole(f"Play with: breakaway play football --teams . --team {id_}")


def list_teams(folder: str | None) -> None:
    """Lists the teams: the name to type, the full name, the ability and a description. Raises Trouble."""
    screen = Screen()
    try:
        library = Library(Path(folder) if folder else None)
        rows = []
        for name in sorted(library.teams):
            team = library.team(name)
            solo = "" if team.has_sheets else " (no solo sheets)"
            rows.append([name, team.file.name + solo, team.file.ability.name, team.file.says])
    except BadData as error:
        raise Trouble(str(error)) from None
    screen.show([Grid("", ["called", "team", "ability", "in a line"], rows, right=())])
