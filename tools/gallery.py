"""Writes a page with many drawings, light and dark, to look at: `python -m tools.gallery OUT.html`.

The page is one file. The drawings and `board.css` are those of the web; only the frame around them is made here.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from breakaway.core.game import legal
from breakaway.core.rules import Event
from breakaway.display.gridiron import CLOCK, FLAGS, PASS_TOKENS, RUN_TOKENS, TEAMS, TIME_OUTS, pips, team_classes
from breakaway.games import manifest as games
from breakaway.games.cycling.display.field import svg as race
from breakaway.games.football.display import card_faces, hand
from breakaway.games.football.display import page as football_sideline
from breakaway.games.football.display.field import Step, Trail, field, fields
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules.state import Football
from breakaway.games.football.rules.terms import CALL, CARDS, DEFENSE, DISCARDED, GOAL, KICK, NONE, OVER, UNSEEN_CALL
from breakaway.records.match import Match, Start
from tools.gallery_fate import fate_sections, news

FRAME = """
* { box-sizing: border-box }
body { margin: 0; overflow-x: hidden; font: 15px/1.45 var(--type); background: var(--paper); color: var(--ink) }
main { padding: 16px; max-width: 1240px; margin: auto; background: var(--paper); color: var(--ink) }
h1 { font-size: 24px } h2 { font-size: 13px; letter-spacing: .06em; text-transform: uppercase; color: var(--soft) }
.panel { border-radius: 12px; overflow: hidden; border: 1px solid var(--line); background: var(--panel) }
.two { display: grid; gap: 14px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)) }
.row { display: flex; flex-wrap: wrap; gap: 10px; align-items: end } .phone { width: 328px } table { border-spacing: 0 }
.phone svg.tall { display: block } .phone svg.wide { display: none } th { text-align: left; font-weight: 600 }
td, th { padding: 3px 14px 3px 0; vertical-align: top; border-top: 1px solid var(--line) } .pad { padding: 12px 16px }
.line { border-left: 8px solid var(--team-line); padding-left: 10px }
code { color: var(--soft) } th { white-space: nowrap }
.shirt { display: inline-block; background: var(--team); color: var(--on-team); padding: 6px 14px; font-weight: 700 }
.shirt { border-bottom: 5px solid var(--trim); min-width: 130px } ol { padding-left: 20px } ul { padding-left: 18px }
.score { display: grid; grid-template-columns: 1fr auto 1fr; margin-bottom: 14px } .score small { display: block }
.side { display: flex; gap: 14px; align-items: center; padding: 10px 18px; border-left: 8px solid var(--team) }
.middle + .side { flex-direction: row-reverse; text-align: right; border-left: 0; border-right: 8px solid var(--team) }
.side b { font-size: 20px } .points { font-size: 42px; font-weight: 750 } .score small { color: var(--soft) }
.marks { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 4px } .middle + .side .marks { justify-content: end }
.middle { text-align: center; padding: 10px 22px; border-inline: 1px solid var(--line) } .middle b { font-size: 22px }
@media (max-width: 700px) {
.score { grid-template-columns: repeat(2, minmax(0, 1fr)); column-gap: 18px }
.side { padding: 10px; gap: 8px } .points { font-size: 30px; margin-inline: auto }
.middle { grid-row: 1; grid-column: 1 / -1 } }
"""
DRIVE = (
    Step(1, 2, 2, 4, 1, "Inside Run 3", first_down=True),
    Step(1, 6, 4, 4, 2, "Medium 6", incomplete=True),
    Step(2, 6, 4, 7, 2, "Slant 4"),
    Step(3, 3, 7, 6, 2, "Screen 5"),
    Step(4, 4, 6, 10, 1, "Counter 4", first_down=True),
    Step(1, 6, 10, 9, 0, "false start"),
    Step(1, 7, 9, 9, 1, "Outside Run 3"),
    Step(2, 7, 9, 15, 2, "Play Action 7"),
)


def position(**given: Any) -> Football:
    """A position. By default Home is on its own 30, on second down, and needs to reach midfield."""
    view = Football(**{"phase": CALL, "quarter": 2, "line": 6, "down": 2, "marker": 10, "then": CALL, **given})
    view.call, view.game_day, view.drawn_card = [NONE, NONE], NONE, NONE
    view.time_outs, view.flags = [2, 3], [1, 2]
    return view


POSITIONS: tuple[tuple[str, dict[str, Any], Trail | None], ...] = (
    ("A long drive", {"line": 15, "down": 3, "marker": 16}, Trail(0, 2, DRIVE)),
    ("The other way, after two plays", {"line": 7, "down": 3, "offense": 1}, Trail(1, 4, DRIVE[1:3])),
    ("A kickoff", {"phase": KICK, "offense": 1}, None),
    ("Own goal line", {"line": 1, "down": 3, "marker": 4}, None),
    ("Goal line", {"line": 19, "down": 4, "marker": GOAL, "offense": 1}, None),
    ("A try", {"line": 18, "down": 1, "marker": GOAL, "try_down": 1}, None),
    ("The end", {"phase": OVER}, None),
)


def page() -> str:
    """The whole page."""
    css = files("breakaway.display").joinpath("board.css").read_text(encoding="utf-8")
    half = "\n".join(_sections("light"))
    dark = "\n".join(_sections("dark"))
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Boards</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{css}{FRAME}</style></head><body>"
        f'<main data-theme="light">{half}</main><main data-theme="dark">{dark}</main></body></html>\n'
    )


def _sections(theme: str) -> Iterator[str]:
    config, words = resolve("maulers", "fire")[0], names("maulers", "fire")
    yield f"<h1>Boards, {theme}</h1>"
    for i, (title, given, trail) in enumerate(POSITIONS[:2]):
        drawn = fields(position(**given), config, words, trail, key=f"{theme}{i}")
        yield f'<h2>{title}</h2><div class="panel">{drawn}</div>'
    yield '<div class="two">'
    for i, (title, given, trail) in enumerate(POSITIONS[2:]):
        drawn = fields(position(**given), config, words, trail, key=f"{theme}x{i}")
        yield f'<div><h2>{title}</h2><div class="panel">{drawn}</div></div>'
    yield '</div><h2>For phones</h2><div class="row">'
    for i, (_, given, trail) in enumerate((*POSITIONS[:2], POSITIONS[2], POSITIONS[5])):
        drawn = field(position(**given), config, words, trail, True, f"{theme}p{i}")
        yield f'<div class="panel phone">{drawn}</div>'
    yield "</div>"
    yield from _cards()
    yield from _teams(theme)
    yield from _solo(theme)
    yield from fate_sections(theme)
    yield f'<h2>The race</h2><div class="panel">{_race()}</div>'


def _cards() -> Iterator[str]:
    config, words = resolve("maulers", "fire")[0], names("maulers", "fire")
    view = position(line=18, marker=GOAL)
    view.call[0] = 13
    view.card[0][2] = DISCARDED
    view.card[0][3] = DISCARDED
    yield '<h2>Offense cards: one is chosen, two are discarded; Long is not allowed here</h2><div class="row">'
    yield "".join(card_faces.offense_face(card) for card in hand.offense_cards(view, config, words, 0))
    yield '</div><h2>As on paper</h2><div class="row">'
    yield "".join(
        card_faces.offense_face(hand.offense_card(position(), config, words, 1, card), True) for card in (0, 8, 11)
    )
    yield '</div><h2>Defense cards</h2><div class="row">'
    view.offense, view.call = 1, [4, NONE]
    yield "".join(card_faces.defense_face(card) for card in hand.defense_cards(view, config, words, 0))
    yield '</div><h2>Game Day cards</h2><div class="row">'
    some = (0, 7, 9, 19, 22, 23, 24, 44, 47, 50, 52, 53)
    yield "".join(card_faces.game_day_face(hand.game_day_card(config, words, card)) for card in some)
    yield '</div><h2>Face down</h2><div class="row">'
    view = position(phase=DEFENSE, formation=[2, 1])
    view.call = [UNSEEN_CALL, UNSEEN_CALL]
    yield "".join(card_faces.back(card, team_classes(words)[card.team]) for card in hand.face_down(view, config, words))
    yield "</div>"


def _teams(theme: str) -> Iterator[str]:
    yield '<h2>Teams at home and away, and as a line</h2><div class="two">'
    for name in (*TEAMS, "spare-1", "spare-2", "spare-3"):
        kinds = "".join(
            f'<div class="team-{name}{away} row"><span class="shirt">{name.title()}</span>'
            '<span class="line">14</span></div>'
            for away in ("", " away")
        )
        yield f'<div class="row">{kinds}</div>'
    yield '</div><h2>Fire against Fire</h2><div class="two">'
    for i, (home, away) in enumerate(
        (("fire", "fire"), ("lightning", "pharaohs"), ("vultures", "rhinos"), ("sharks", "eclipse"))
    ):
        config, words = resolve(home, away)[0], names(home, away)
        yield f'<div class="panel">{fields(position(line=12, marker=16), config, words, key=f"{theme}f{i}")}</div>'
    yield "</div>"


def played(turns: int, seed: int) -> tuple[Match[Any, Any], list[Event]]:
    """A match between a player who chooses at random and Fire's sheets."""
    config, options = resolve("lightning", "fire", (1,))
    seats = [{"name": "Lightning", "by": "human"}, {"name": "Fire", "by": "sheet"}]
    start = Start(config, options, names("lightning", "fire"), seats, "sampled", b"a gallery", ("one", "two"))
    match: Match[Any, Any] = Match.new(games.find("football"), start)
    rng, told = random.Random(seed), list[Event]()
    while turns and not match.is_over():
        for seat in match.choosers():
            match.choose(seat, _any_order(match, seat, rng))
        told += match.resolve()
        turns -= 1
    return match, told


def _any_order(match: Match[Any, Any], seat: int, rng: random.Random) -> list[int]:
    """A random legal order; in football a play, if one is legal."""
    order: list[int] = []
    for _ in range(match.observation(seat).slots()):
        menu = legal(match.game, match.state, match.config, seat, order)
        plays = [code for code in menu if code < 2 * CARDS]
        order.append(rng.choice(plays or menu))
    return order


def _solo(theme: str) -> Iterator[str]:
    match, told = played(29, 4)
    observation = match.observation(0)
    seen = (observation.view, observation.config, observation.names)
    sideline = football_sideline.of(*seen, 0, observation.told(told))
    yield f"<h2>Against the sheet: {escape(sideline.stands)}</h2>"
    yield _scoreboard(sideline)
    yield f'<div class="panel">{fields(*seen, sideline.trail, key=f"{theme}solo")}</div>'
    body = "".join(f"<tr><th>{escape(what)}</th><td>{escape(value)}</td></tr>" for what, value in sideline.rows)
    yield f'<h2>The board as text</h2><div class="panel pad"><table>{body}</table></div>'
    for side in sideline.sides:
        drawn = map(card_faces.offense_face, hand.offense_cards(*seen, side.seat))
        yield f'<h2>{escape(side.name)}</h2><div class="row">{"".join(drawn)}</div>'
    yield '<div class="two"><div class="panel pad"><h2>What happened</h2><ol>'
    yield news(observation, told) + "</ol></div>"
    yield '<div class="panel pad"><h2>Why</h2>'
    for path in sideline.why:
        yield f"<p><b>{escape(path.title)}</b></p>{_grid([list(row) for _, row in path.rows])}"
    yield '</div><div class="panel pad"><h2>Box score</h2>'
    heads, lines = sideline.line_score
    yield _grid([heads, *lines]) + _grid(sideline.figures)
    yield f'</div><div class="panel pad"><h2>Drives</h2>{_grid(sideline.drives)}</div></div>'


def _scoreboard(sideline: football_sideline.Sideline) -> str:
    """Both sides with the clock between them."""
    sides = []
    for side in sideline.sides:
        marks = [pips(TIME_OUTS, side.time_outs), pips(FLAGS, side.flags)]
        if side.tokens:
            marks += [pips(RUN_TOKENS, side.tokens[0]), pips(PASS_TOKENS, side.tokens[1])]
        who = "sheet" if side.is_sheet else "you"
        what = f"{who}{' · has the ball' * side.has_ball}{f' · {side.ability}' * bool(side.ability)}"
        sides.append(
            f'<div class="side {side.class_}"><div><b>{escape(side.name)}</b><small>{escape(what)}</small>'
            f'<div class="marks">{" ".join(marks)}</div></div><span class="points">{side.score}</span></div>'
        )
    middle = f"<b>{escape(sideline.headline)}</b><small>{escape(sideline.quarter)}</small>{pips(CLOCK, sideline.clock)}"
    return f'<div class="panel score">{sides[0]}<div class="middle">{middle}</div>{sides[1]}</div>'


def _grid(rows: Sequence[Sequence[str]]) -> str:
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>{body}</table>"


def _race() -> str:
    from breakaway.games.cycling.files import resolve as race_config

    config, _ = race_config("postal", 6)
    names_ = {"teams": ["Rouge", "Azur", "Vert", "Or", "Noir", "Viola"]}
    start = Start(config, {}, names_, [{"name": name, "by": "chance"} for name in names_["teams"]], secret=b"a race")
    match: Match[Any, Any] = Match.new(games.find("cycling"), start)
    rng = random.Random(5)
    for _ in range(9):
        for seat in match.choosers():
            match.choose(seat, _any_order(match, seat, rng))
        match.resolve()
    return race(match.observation(-1).view, config, names_)


def main() -> None:
    """Writes the page to the named file."""
    if len(sys.argv) != 2:
        raise SystemExit("python -m tools.gallery OUT.html")
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    main()
