"""Lists rules and coaches, finds rules that no case or test covers yet, and runs adjudication cases."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from breakaway.core.game import Game
from breakaway.core.language import UserError, _
from breakaway.core.rulebook import Rule, options_of, searched
from breakaway.games.manifest import find
from breakaway.players import coaches
from breakaway.terminal.screen import Screen
from breakaway.testing import cases


def list_rules(name: str) -> None:
    """Lists all rules of a game by chapter."""
    rules_on(Screen(), find(name), "")


def show_rule(name: str, rule: str) -> None:
    """Shows in full the rule whose id is `rule`, or lists the rules with the words in `rule`. Raises UserError."""
    rules_on(Screen(), find(name), rule)


def list_house_rules(name: str) -> None:
    """Lists all house rules of a game: what each does, its values, its default, and the rules it changes."""
    screen = Screen()
    for option in options_of(find(name).config):
        screen.head(option.name)
        screen.say(option.says)
        screen.say(f"{option.values()}; usually {option.typed(option.usual)}. {', '.join(option.rules)}")


def rules_on(screen: Screen, game: Game[Any, Any], rule: str) -> None:
    """Shows all rules, the one whose id is `rule`, or those that contain the words in `rule`.

    Raises UserError if no rule fits.
    """
    entry = find_entry(game, rule) if rule else None
    if entry:
        _show_entry(screen, game, entry)
    elif rule:
        found = searched(game.rules, rule)
        if not found:
            raise no_rule(game, rule)
        _list(screen, found)
        screen.say()
        screen.say(
            f"{len(found)} of {len(game.rules.entries)} rules. To read one in full, type its id, as in: rules "
            f"{found[0].id}"
        )
    else:
        _list(screen, game.rules.entries.values())


def _list(screen: Screen, entries: Iterable[Rule]) -> None:
    """Lists the ids and sentences of rules by chapter."""
    chapter = ""
    for entry in entries:
        if entry.chapter != chapter:
            chapter = entry.chapter
            screen.head(chapter)
        screen.hang(f"{entry.id:<9} ", entry.says)


def find_entry(game: Game[Any, Any], text: str) -> Rule | None:
    """The rule with this id, if there is one. The id can be written `BA-6.5`, `ba-6.5` or `6.5`."""
    wanted = text.strip().upper()
    for known in (wanted, f"{game.rules.prefix}-{wanted}", f"{game.rules.prefix}-{wanted.zfill(3)}"):
        if known in game.rules.entries:
            return game.rules.entries[known]
    return None


def no_rule(game: Game[Any, Any], text: str) -> UserError:
    """The error for a text that is neither a rule's id nor words from a rule."""
    wanted = text.strip().upper()
    near = [rule for rule in game.rules.entries if wanted and wanted.removeprefix(f"{game.rules.prefix}-") in rule]
    hint = f"; near: {', '.join(near[:8])}" if near else ", and no rule has these words"
    return UserError(f"{game.title} has no rule {text.strip()[:40]!r}{hint}")


def _show_entry(screen: Screen, game: Game[Any, Any], entry: Rule) -> None:
    screen.head(f"{entry.id}  {entry.chapter}")
    screen.say(entry.says)
    screen.say()
    screen.say(f"Kind      {entry.kind}")
    if entry.option:
        screen.say(f"Option    {entry.option}  (--house {entry.option}=...)")
    played = cases.functions_of(game).get(entry.id, [])
    screen.hang("Played by ", ", ".join(played) or "no separate function")
    shown = [*entry.shown, *cases_of(game, entry.id)]
    screen.hang("Cases     ", ", ".join(shown) or "none here")


def cases_folder() -> Path | None:
    """The folder of adjudication cases, in the repository or installed with the program. None if there is no such
    folder.
    """
    package = Path(__file__).resolve().parents[1]
    for place in (package.parents[1] / "tests" / "cases", package / "cases"):
        if place.is_dir():
            return place
    return None


def cases_of(game: Game[Any, Any], rule: str) -> list[str]:
    """The ids of the adjudication cases about a rule."""
    place = cases_folder()
    files = sorted((place / game.name).rglob("*.toml")) if place else []
    return [case.id for path in files for case in cases.load(path) if rule in case.rules]


def show_gaps(name: str) -> int:
    """Lists the rules that no case or test covers. Returns 1 if there are any. Raises UserError."""
    game = find(name)
    place = cases_folder()
    if place is None:
        raise UserError("this installation does not include the adjudication cases")
    found = cases.gaps(game, place)
    screen = Screen()
    for line in found:
        screen.say(line)
    if not found:
        screen.say(f"{game.title}: a case or a test shows every rule.")
    return 1 if found else 0


def run_cases(files: list[str]) -> int:
    """Runs adjudication cases. Returns 1 if one fails, or cannot be read. Raises UserError for a path without cases."""
    screen = Screen()
    outcomes = cases.run_files(find, case_files(files))
    failed = [outcome for outcome in outcomes if outcome.failures]
    for outcome in failed:
        screen.say(f"{outcome.case.id}  ({', '.join((outcome.case.file, *outcome.case.rules))})")
        for failure in outcome.failures:
            screen.hang("  ", failure)
    screen.say(f"{len(outcomes) - len(failed)} of {len(outcomes)} cases pass.")
    return 1 if failed else 0


def case_files(texts: list[str]) -> list[Path]:
    """The named case files, and all case files in the named folders. Raises UserError for a missing file or folder."""
    paths: list[Path] = []
    for text in texts:
        path = Path(text)
        if not path.exists():
            raise UserError(f"{text}: there is no such file")
        found = sorted(path.rglob("*.toml")) if path.is_dir() else [path]
        if not found:
            raise UserError(f"{text}: the folder has no case files (*.toml)")
        paths += found
    return paths


def list_coaches(name: str) -> None:
    """Lists the coaches of a game: the name to type, the name that people see, and a description."""
    game, screen = find(name), Screen()
    for coach, found in coaches.described(game).items():
        screen.hang(f"{coach:<12}", f"{coaches.called(game, coach)}. {_(found.says)}")
