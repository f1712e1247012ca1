"""The standings of the race: teams in order, finishers by place, and the tie-breaks between teams."""

from __future__ import annotations

from itertools import pairwise

from breakaway.core.game import Standings
from breakaway.core.language import _, say
from breakaway.display.document import Grid
from breakaway.display.endings import listing as listing
from breakaway.games.cycling.display.hands import cards_of, own_name
from breakaway.games.cycling.display.road import is_hidden
from breakaway.games.cycling.rules.hidden import checkpoint_passed
from breakaway.games.cycling.rules.state import Race, RaceObservation
from breakaway.games.cycling.rules.terms import GRADES, NOBODY, RIDERS
from breakaway.games.cycling.text.words import LETTERS, ordinal, points_text, team_name


def in_order(observation: RaceObservation) -> tuple[Standings, list[int]]:
    """The result so far, and the teams, best first."""
    r = observation.standing
    return r, sorted(range(observation.config.teams), key=lambda team: (r.rank[team], team))


def has_points(observation: RaceObservation) -> bool:
    """Whether any team has scored yet."""
    return any(in_order(observation)[0].score)


def points_line(observation: RaceObservation) -> str:
    """The points of each team, best first: `Red 18 · Blue 9½`."""
    r, teams = in_order(observation)
    names = observation.names["teams"]
    return " · ".join(f"{names[team]} {points_text(r.score[team])}" for team in teams)


def home(view: Race, team: int) -> str:
    """The team's finishers in this stage by place: `A 2nd, C 11th`. In a Pursuit, all riders get places at the end."""
    found = [
        (view.place[rider], LETTERS[rider % GRADES])
        for rider in range(team * GRADES, team * GRADES + GRADES)
        if view.place[rider]
    ]
    return ", ".join(f"{letter} {ordinal(place)}" for place, letter in sorted(found))


def tie_breaks(observation: RaceObservation) -> list[str]:
    """Says how ties between teams with equal points were broken, or why they share a place (5.3 and R18)."""
    r, teams = in_order(observation)
    names, texts = observation.names["teams"], []
    for rank in sorted(set(r.rank[: observation.config.teams])):
        level = [str(names[team]) for team in teams if r.rank[team] == rank]
        if len(level) > 1:
            texts.append(
                say("{teams} share a place: equal points and the same finishing places (BA-R18)", teams=listing(level))
            )
    for a, b in pairwise(teams):
        if r.score[a] == r.score[b] and r.rank[a] != r.rank[b]:
            texts.append(
                _tie_break(
                    observation.view,
                    str(names[a]),
                    str(names[b]),
                    finishes(observation.view, a),
                    finishes(observation.view, b),
                )
            )
    return texts


def _tie_break(view: Race, a: str, b: str, mine: list[int], theirs: list[int]) -> str:
    """A sentence about the first finishing place in which two teams differ."""
    i = next(i for i in range(RIDERS + 1) if mine[i : i + 1] != theirs[i : i + 1])
    rule, place = "BA-5.3" if i == 0 else "BA-R18", ordinal(mine[i])
    if i < len(theirs):
        return say(
            "{a} ranks above {b} on equal points: {a} has a rider placed {place}, and {b} has one placed {other} "
            "({rule})",
            a=a,
            b=b,
            place=place,
            other=ordinal(theirs[i]),
            rule=rule,
        )
    return say(
        "{a} ranks above {b} on equal points: {a} has a rider placed {place}, and {b} has none to match him ({rule})",
        a=a,
        b=b,
        place=place,
        rule=rule,
    )


def finishes(view: Race, team: int) -> list[int]:
    """The finishing places of a team over all stages, best first."""
    return [place for place in range(1, RIDERS + 1) for _ in range(view.places[team][place])]


# --- tables


def points(observation: RaceObservation) -> Grid:
    """The teams, best first: total points, points by rider, and finishers.

    At the end, also says how ties were broken.
    """
    r, teams = in_order(observation)
    view, rows = observation.view, []
    for team in teams:
        shared = "=" if r.rank.count(r.rank[team]) > 1 else ""
        each = (points_text(view.points[rider]) for rider in range(team * GRADES, team * GRADES + GRADES))
        total = points_text(r.score[team])
        rows.append((team_name(observation.names, team), f"{r.rank[team]}{shared}", total, *each, home(view, team)))
    heads = (_("team"), _("place"), _("points"), *LETTERS, _("at the finish"))
    note = ". ".join(tie_breaks(observation)) if r.rule else ""
    own = [i for i, team in enumerate(teams) if team == observation.seat]
    return Grid(_("Points"), heads, rows, note=note, folded=False, right=range(1, 3 + GRADES), strong=own)


def everybody(observation: RaceObservation) -> Grid:
    """All riders on the track, front to back, with what the seat may know about them."""
    view, config, rows = observation.view, observation.config, []
    riders = [rider for rider in view.queue[: view.field] if rider != NOBODY]
    for rider in riders:
        hidden = is_hidden(view, rider) if config.blind else False
        passed = checkpoint_passed(config, view.square[rider])
        where = say("past {checkpoint}", checkpoint=passed) if hidden else str(view.square[rider])
        cards = " ".join(map(str, cards_of(view, rider))) or (_("hidden") if hidden else "–")
        numbers = (str(number) if number else "–" for number in (view.played[rider], view.drawn[rider]))
        marks = [_("leads")] if view.led_alone == rider else []
        marks += [_("dropped")] if view.dropped[rider] else []
        name = f"{team_name(observation.names, rider // GRADES)} {own_name(observation, rider)}"
        rows.append((name, where, cards, *numbers, " ".join(marks)))
    heads = (_("rider"), _("square"), _("cards"), _("played"), _("drew"), "")
    own = [i for i, rider in enumerate(riders) if rider // GRADES == observation.seat]
    return Grid(_("Everybody's cards"), heads, rows, right=(1, 3, 4), strong=own)
