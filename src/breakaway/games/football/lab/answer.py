"""Answers `breakaway odds football`: one call against one defense, a table of all calls and defenses, or the
equilibrium.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from breakaway.core.data_files import BadData
from breakaway.core.game import Names
from breakaway.display.document import Line, Part
from breakaway.games.football.lab import odds_text as text
from breakaway.games.football.lab import one_play
from breakaway.games.football.lab.odds import PlayOdds, SituationOdds
from breakaway.games.football.lab.one_play import OFFENSE, Situation
from breakaway.games.football.lab.situation import (
    Choice,
    SituationOptions,
    defense_choices,
    offense_choices,
    situation,
    with_deck,
)
from breakaway.games.football.rules import penalties
from breakaway.games.football.rules.rulebook import BOOK
from breakaway.games.football.rules.state import FootballConfig
from breakaway.games.football.rules.terms import CALL, PLAYS
from breakaway.games.football.text.words import FootballWords
from breakaway.lab.odds import Answer, Made


def answer(made: Made, typed: dict[str, Any], equilibrium: bool, as_json: bool) -> Answer:
    """The odds that the `typed` options ask for, or the `equilibrium`: as parts of a document or, with `as_json`, as
    data for JSON.

    `made` returns the config and the names. Raises BadData for impossible options.
    """
    config, names = made()
    asked_for = SituationOptions(**typed)
    at = situation(asked_for)
    config = with_deck(config, asked_for)
    config, calls = offense_choices(config, names, asked_for)
    config, defenses = defense_choices(config, names, asked_for)
    for call in calls:
        check(config, names, at, call, asked_for, len(calls))
    asked = SituationOdds(config, at)
    if equilibrium:
        return _equilibrium(asked, names, calls, defenses, as_json)
    if calls[0].code >= PLAYS or (len(calls) == 1 and len(defenses) == 1):
        return _one(asked, names, calls[0], defenses[0] if calls[0].code < PLAYS else None, as_json)
    return _table(asked, names, calls, defenses, as_json)


def check(
    config: FootballConfig, names: Names, at: Situation, call: Choice, typed: SituationOptions, count: int
) -> None:
    """Raises BadData if this call is not allowed in the situation, or does not fit the other `typed` options.

    `at` is the situation. `count` is the number of calls that the user asks about.
    """
    if call.code >= PLAYS and (count > 1 or typed.defense or typed.against):
        raise BadData(
            f"--call: the defense makes no call against {call.text!r}; "
            "leave out --defense, --against and any other --call"
        )
    named = typed.call or typed.offense
    refused = one_play.refuse(config, at, call.code) if named else 0
    if refused:
        view = one_play.position(config, at)
        view.phase = CALL
        rule = BOOK.id_of(refused)
        why = FootballWords().refusal(rule, [call.code, 0], 0, names, config, view, OFFENSE)
        raise BadData(f"--call: {call.name}: {why} ({rule})")


def legal(config: FootballConfig, at: Situation, calls: Sequence[Choice]) -> list[Choice]:
    """The plays that are legal with the ball on this line. Raises BadData if no play is legal."""
    found = [
        each
        for each in calls
        if each.code < PLAYS and not penalties.illegal_by(config, at.line, config.play_type[OFFENSE][each.code])
    ]
    if not found:
        raise BadData("--call: the rules forbid all of these plays from this yard line; choose other plays")
    return found


def once(calls: Sequence[Choice]) -> list[Choice]:
    """The calls, with each play listed only once even if several formations have it."""
    found: dict[str, Choice] = {}
    for each in calls:
        same = found.get(each.text)
        found[each.text] = Choice(same.code, each.text, same.cards + each.cards) if same else each
    return list(found.values())


def _one(asked: SituationOdds, names: Names, call: Choice, defense: Choice | None, as_json: bool) -> Answer:
    odds: PlayOdds = asked.odds_of(call.code, defense.code if defense else 0)
    if not as_json:
        head = text.situation_text(asked.config, names, asked.at, call.code not in one_play.WITHOUT_DOWN)
        return [Line(head), *text.odds_parts(odds, call, defense)]
    found = {"call": call.name, "against": defense.name if defense else None, **text.odds_json(odds)}
    return _json(asked, names, found)


def _table(asked: SituationOdds, names: Names, calls: list[Choice], defenses: list[Choice], as_json: bool) -> Answer:
    calls, head = once(legal(asked.config, asked.at, calls)), _head(asked, names, calls)
    odds = [[asked.play(call.code, each.code) for each in defenses] for call in calls]
    if not as_json:
        return [*head, *text.table_parts(calls, defenses, odds)]
    rows = [
        {"call": call.name, "against": each.name, **text.summary_json(odds[i][j])}
        for i, call in enumerate(calls)
        for j, each in enumerate(defenses)
    ]
    return _json(asked, names, {"table": rows})


def _equilibrium(
    asked: SituationOdds, names: Names, calls: list[Choice], defenses: list[Choice], as_json: bool
) -> Answer:
    try:
        from breakaway.games.football.lab.equilibrium import formations
    except ModuleNotFoundError:
        raise BadData("--equilibrium needs SciPy; install it with: pip install 'breakaway[lab]'") from None
    from breakaway.games.football.lab.worth import worth

    games = formations(asked, legal(asked.config, asked.at, calls), defenses, worth)
    if as_json:
        return _json(asked, names, {"equilibrium": text.equilibrium_json(games, defenses)})
    return [*_head(asked, names, calls), *text.equilibrium_parts(names, games, defenses)]


def _head(asked: SituationOdds, names: Names, calls: list[Choice]) -> list[Part]:
    """Lines that describe the situation and list the plays that were left out."""
    allowed = legal(asked.config, asked.at, calls)
    out = [each.name for each in once([each for each in calls if each not in allowed])]
    found = Line(text.situation_text(asked.config, names, asked.at))
    return [found, Line(f"Left out, because the rules forbid them on this line: {', '.join(out)}")] if out else [found]


def _json(asked: SituationOdds, names: Names, found: dict[str, Any]) -> dict[str, Any]:
    return {"game": "football", "situation": text.situation_json(asked.config, names, asked.at), **found}
