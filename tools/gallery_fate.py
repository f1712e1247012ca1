"""FATE's part of the gallery shows a match that coaches have played for a while, as drawings and as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from breakaway.core.observation import Observation
from breakaway.core.rules import Event
from breakaway.display.gridiron import TIME_OUTS, pips
from breakaway.display.match_page import told_line
from breakaway.games import manifest as games
from breakaway.games.fate.display import field as fate_sideline
from breakaway.games.fate.display.field import clock, dice, field, fields, matrix
from breakaway.games.fate.files import read_roster, resolve
from breakaway.games.fate.rules.terms import CALL, DECLARE, NONE
from breakaway.players.seated_match import Table as Played
from breakaway.records.match import Match, Start


def played(turns: int, secret: bytes) -> tuple[Match[Any, Any], list[Event]]:
    """A match of two coaches in the advanced game after this many turns, played on to the next declaration."""
    rosters = [read_roster("mudlarks"), read_roster("gadgeteers")]
    config, options = resolve({"advanced": True}, rosters)
    names = {"teams": [each.name for each in rosters], "rosters": [each.people() for each in rosters]}
    seats = [{"name": each.name, "by": "solitaire"} for each in rosters]
    match: Match[Any, Any] = Match.new(games.find("fate"), Start(config, options, names, seats, secret=secret))
    table, told = Played(match.game, match), list[Event]()
    while not match.is_over() and (turns > 0 or match.state.phase != DECLARE or match.state.base == NONE):
        told += table.play_turn()
        turns -= 1
    return match, told


def fate_sections(theme: str) -> Iterator[str]:
    """The sections of FATE: field, scoreboard, dice, matrix, clock and news."""
    match, told = played(46, b"a gallery of dice")
    observation = match.observation()
    view, config, names = observation.view, observation.config, observation.names
    sideline = fate_sideline.of(view, config, names, -1, observation.told(told))
    yield f"<h2>FATE: {escape(sideline.headline)}</h2>"
    yield _scoreboard(sideline, clock(view))
    yield f'<div class="panel">{fields(view, config, names, sideline.trail, key=f"{theme}fate")}</div>'
    yield '<div class="two"><div class="panel pad"><h2>The dice</h2>'
    for roll in fate_sideline.rolls(observation.told(told), names)[-2:]:
        yield f"<p>{escape(roll.text)} <code>{roll.rule}</code></p>{dice('roll', roll.total)}"
    yield f'</div><div class="panel pad"><h2>The matrix</h2>{matrix(view, config)}</div>'
    body = "".join(f"<tr><th>{escape(what)}</th><td>{escape(value)}</td></tr>" for what, value in sideline.rows)
    yield f'<div class="panel pad"><h2>The board as text</h2><table>{body}</table></div>'
    yield '<div class="panel pad"><h2>What happened</h2><ol>'
    yield news(observation, told) + "</ol></div></div>"
    yield '<div class="row">'
    yield f'<div class="panel phone">{field(view, config, names, sideline.trail, True, f"{theme}fatetall")}</div>'
    view.phase, view.base, view.defense, view.offense = CALL, NONE, NONE, 1
    yield f'<div class="panel phone">{field(view, config, names, None, True, f"{theme}fatecall")}</div>'
    yield f'<div class="panel pad">{"".join(dice("every total", total) for total in (-4, -1, 0, 2))}</div></div>'


def news(observation: Observation[Any, Any], events: Sequence[Event]) -> str:
    """The last events that the seat may see, with their rules, as items of a list."""
    lines = [told_line(observation, each) for each in observation.told(events)[-12:]]
    whys = [(escape(line.text), why.rule, escape(why.says)) for line in lines for why in line.whys]
    return "".join(f"<li>{text} <code>{rule} {says}</code></li>" for text, rule, says in whys)


def _scoreboard(sideline: fate_sideline.Sideline, ticks: str) -> str:
    """Both sides with the clock between them."""
    sides = []
    for side in sideline.sides:
        left = pips(TIME_OUTS, side.time_outs)
        who = f"{side.coach}{' · has the ball' * side.has_ball}"
        sides.append(
            f'<div class="side {side.class_}"><div><b>{escape(side.name)}</b><small>{escape(who)}</small>'
            f'<div class="marks">{left}</div></div><span class="points">{side.score}</span></div>'
        )
    middle = f"<b>{escape(sideline.headline)}</b><small>{escape(sideline.quarter)}, {sideline.time}</small>{ticks}"
    return f'<div class="panel score">{sides[0]}<div class="middle">{middle}</div>{sides[1]}</div>'
