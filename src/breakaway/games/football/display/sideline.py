"""Football's sideline as plain data, made from a view and events: everything that a page shows beside the field.

    sideline = of(view, config, names, seat, events)
    sideline.headline, sideline.sides[0].score, sideline.rows ...

`events` contains the events that this seat may see, oldest first (`Observation.told`). `played` contains the rows of
the plays so far. This module never reads the full state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from breakaway.core.game import Names
from breakaway.core.language import _, many, say
from breakaway.core.rules import Event
from breakaway.display.gridiron import Counter, team_classes
from breakaway.games.football.counts.drives import Drive, drives_in
from breakaway.games.football.counts.play_rows import PlayRow
from breakaway.games.football.display import box, standing
from breakaway.games.football.display import hands as cards
from breakaway.games.football.display.brief import down_text, quarter_tag
from breakaway.games.football.display.drive import Trail, trail
from breakaway.games.football.display.svg import notice
from breakaway.games.football.display.text import has_ball
from breakaway.games.football.display.why import Path, paths
from breakaway.games.football.rules.state import Football, FootballConfig
from breakaway.games.football.rules.terms import CARDS, EXTRA_FLAG, GOAL, NONE, SEATS
from breakaway.games.football.text import names as called

TIME_OUTS, IN_OVERTIME = 3, 2


@dataclass(frozen=True)
class SideView:
    """One team on the scoreboard. `tokens` are the spy tokens against the team's runs, then against its passes."""

    seat: int
    name: str
    class_: str
    score: int
    has_ball: bool
    is_sheet: bool
    time_outs: Counter
    flags: Counter
    held: int
    ability: str
    ability_says: str
    uses: int | None
    tokens: tuple[Counter, Counter] | None


@dataclass(frozen=True)
class Sideline:
    """Everything beside the field."""

    headline: str
    quarter: str
    tag: str  # the quarter in short
    clock: Counter
    stands: str
    sides: tuple[SideView, SideView]
    rows: tuple[tuple[str, str], ...]
    trail: Trail | None
    face_down: tuple[cards.Back, ...]
    game_day: cards.GameDayCard | None
    why: tuple[Path, ...]
    line_score: tuple[list[str], list[list[str]]]
    figures: list[list[str]]
    drives: list[list[str]]


def of(
    view: Football,
    config: FootballConfig,
    names: Names,
    seat: int,
    events: Sequence[Event] = (),
    played: Sequence[PlayRow] = (),
) -> Sideline:
    """The sideline for a seat, or for a spectator (-1)."""
    drives = drives_in(played, view)
    return Sideline(
        headline=headline(view, names),
        quarter=called.capital(called.quarter(max(1, view.quarter))),
        tag=quarter_tag(max(1, view.quarter)),
        clock=Counter(standing.cards_left(view, config, seat), CARDS),
        stands=standing.stands(view, config, names, seat),
        sides=(side(view, config, names, 0), side(view, config, names, 1)),
        rows=tuple(rows(view, config, names, seat, drives[-1] if drives else None)),
        trail=trail(events, config, names),
        face_down=tuple(cards.face_down(view, config, names)),
        game_day=cards.game_day_card(config, names, view.game_day) if view.game_day != NONE else None,
        why=tuple(paths(events, names)),
        line_score=box.line_score(played, view, names),
        figures=box.figures(played),
        drives=box.drives(drives, names),
    )


def headline(view: Football, names: Names) -> str:
    """The headline: `2nd & 3`, `The try`, or what is happening while no ball is on the field."""
    if not has_ball(view):
        return notice(view, names)
    if view.try_down:
        return _("The try")
    if view.marker >= GOAL:
        return say("{ordinal} & goal", ordinal=called.ordinal(view.down))
    return say("{ordinal} & {lines}", ordinal=called.ordinal(view.down), lines=view.marker - view.line)


def side(view: Football, config: FootballConfig, names: Names, seat: int) -> SideView:
    """One half of the scoreboard."""
    abilities = names.get("abilities", ())
    ability = abilities[seat] if seat < len(abilities) else {"name": "", "says": ""}
    flags = config.flags + (config.ability_amount[seat] if config.ability[seat] == EXTRA_FLAG else 0)
    time_outs = IN_OVERTIME if view.quarter > 4 else TIME_OUTS
    tokens = standing.tokens_against(view, config, seat)
    return SideView(
        seat=seat,
        name=called.team(names, seat),
        class_=team_classes(names)[seat],
        score=view.score[seat],
        has_ball=has_ball(view) and view.offense == seat,
        is_sheet=bool(config.sheet[seat]),
        time_outs=Counter(view.time_outs[seat], max(time_outs, view.time_outs[seat])),
        flags=Counter(view.flags[seat], max(flags, view.flags[seat])),
        held=standing.cards_held(view, seat),
        ability="" if ability["name"] == "none" else _(str(ability["name"])),
        ability_says=str(ability["says"]),
        uses=view.uses[seat] if config.ability_uses[seat] else None,
        tokens=(Counter(tokens[0], config.spy_tokens), Counter(tokens[1], config.spy_tokens)) if tokens else None,
    )


# --- the board as a text table


def rows(
    view: Football, config: FootballConfig, names: Names, seat: int, drive: Drive | None = None
) -> list[tuple[str, str]]:
    """The whole board as rows of label and value, for people who cannot see the drawing."""
    left = standing.cards_left(view, config, seat)
    found = [
        (_("Quarter"), quarter_tag(max(1, view.quarter))),
        (_("Cards left"), say("{n} of {of}", n=left, of=CARDS)),
        *_ball_rows(view, names, drive),
    ]
    for each in range(SEATS):
        about = side(view, config, names, each)
        parts = [
            many("{n} point", "{n} points", about.score),
            many("{n} time out", "{n} time outs", about.time_outs.left),
            many("{n} challenge flag", "{n} challenge flags", about.flags.left),
            many("{n} card in the draw pile", "{n} cards in the draw pile", about.held)
            if about.is_sheet
            else many("{n} card in hand", "{n} cards in hand", about.held),
        ]
        if about.uses is not None:
            parts.append(many("{ability}: {n} use left", "{ability}: {n} uses left", about.uses, ability=about.ability))
        if about.tokens:
            run, passing = (str(each.left) if each.left else _("none, so the spy is active") for each in about.tokens)
            parts.append(
                say(
                    "spy tokens against this team's runs: {run}; against its passes: {passing}",
                    run=run,
                    passing=passing,
                )
            )
        found.append((about.name, ", ".join(parts)))
    return found


def _ball_rows(view: Football, names: Names, drive: Drive | None) -> list[tuple[str, str]]:
    if not has_ball(view):
        return [(_("Now"), notice(view, names))]
    team = called.team(names, view.offense)
    attack = say("{team}, to the right", team=team) if view.offense == 0 else say("{team}, to the left", team=team)
    found = [(_("Possession"), attack), (_("Ball"), called.spot(view.line))]
    if view.try_down:
        return [*found, (_("Down"), _("the try"))]
    found.append((_("Down"), say("{down} to go", down=down_text(view.down, view.marker - view.line))))
    found.append((_("First down at"), called.spot(view.marker)))
    if drive and not drive.result:
        lines = called.lines(drive.lines)
        made = many("{n} play for {lines}", "{n} plays for {lines}", drive.plays, lines=lines)
        found.append((_("This drive"), made))
    return found
