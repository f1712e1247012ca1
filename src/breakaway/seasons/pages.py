"""What people read of a season, as documents: the table, the schedule, the leaders, the round-up of a round."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import PurePath

from breakaway.core.language import _, many, say
from breakaway.core.statistics import with_fractions
from breakaway.display.document import Document, Grid, Line, Part, Section
from breakaway.games.manifest import find
from breakaway.seasons.carried import carrier_of
from breakaway.seasons.leaders import AFTER_ALL, jerseys, leader_lists
from breakaway.seasons.outlook import OPEN, OUT, SURE, StillPossible, outlooks_at
from breakaway.seasons.rounds import is_over
from breakaway.seasons.season import FORFEIT, Season, SeasonMatch, SeasonResult, SeasonRound
from breakaway.seasons.season import Line as SeasonLine
from breakaway.seasons.standing import DRAWN, LOST, WON, Broken, SeasonTable, points_unit, ridden_races, standing
from breakaway.seasons.terms import KNOCKOUT, RACES, ROUND_ROBIN, stage_name

LAST = 5  # how many results the column of the form shows
MINUS = "−"


def signed(units: int, unit: int) -> str:
    """A difference of scores with its sign: `+4`, `−19½`, `0`. `unit`: how many units make one point."""
    sign = "+" if units > 0 else MINUS if units < 0 else ""
    return f"{sign}{with_fractions(abs(units), unit)}"


# --- The table.


def table_section(season: Season, stage: int, after: int | None = None) -> Section:
    """The table of a `stage` of the `season`, with what is still possible and how ties were broken.

    With `after`, as it was after that round.
    """
    table = standing(season, stage, after)
    kind = season.terms.stages[stage].kind
    parts: list[Part] = [_race_grid(season, stage, table) if kind == RACES else _grid(season, stage, table, after)]
    played = sum(season.result_of(each) is not None for each in season.in_stage(stage))
    if played:
        parts += [Line(each) for each in tie_lines(season, stage, table)]
    title = say("{stage}: the table", stage=stage_name(season.terms.stages, stage))
    return Section(title, "" if played else _("No match has been played yet."), parts)


def _grid(season: Season, stage: int, table: SeasonTable, after: int | None) -> Grid:
    unit = find(season.terms.game).unit
    heads = [
        _("Place"),
        _("Player"),
        _("Team"),
        _("P"),
        _("W"),
        _("D"),
        _("L"),
        _("Score"),
        _("+/−"),
        _("Last five"),
        _("Pts"),
    ]
    said = {} if after is not None else outlook_texts(season, stage)
    if said:
        heads.append(_("Still possible"))
    rows = []
    for row in table.rows:
        entrant = season.entrants[row.entrant]
        cells = [
            str(row.place),
            named(season, row.entrant),
            entrant.team,
            *map(str, (row.played, row.won, row.drawn, row.lost)),
            f"{with_fractions(row.scored, unit)}–{with_fractions(row.conceded, unit)}",
            signed(row.difference, unit),
            " ".join(form_letter(each) for each in row.form[-LAST:]),
            str(row.points),
        ]
        rows.append([*cells, said[row.entrant].text] if said else cells)
    right = (0, *range(3, 9), 10)
    return Grid("", heads, rows, folded=False, right=right, strong=_own(season, table), spared=(9, 2, 7))


def _race_grid(season: Season, stage: int, table: SeasonTable) -> Grid:
    unit, raced = points_unit(season, stage), ridden_races(table)
    heads = [_("Place"), _("Player"), _("Team"), *(str(n + 1) for n in raced), _("Wins"), _("Pts"), _("Behind")]
    rows = []
    for row in table.rows:
        behind = table.rows[0].points - row.points
        races = [row.races[n] if n < len(row.races) else None for n in raced]
        rows.append(
            [
                str(row.place),
                named(season, row.entrant),
                season.entrants[row.entrant].team,
                *("–" if each is None else with_fractions(each, unit) for each in races),
                str(row.won),
                with_fractions(row.points, unit),
                with_fractions(behind, unit) if behind else "–",
            ]
        )
    right = (0, *range(3, 6 + len(raced)))
    return Grid("", heads, rows, folded=False, right=right, strong=_own(season, table), spared=(2,))


def _own(season: Season, table: SeasonTable) -> list[int]:
    """The rows of people, if the others are the computer's."""
    people = [i for i, row in enumerate(table.rows) if season.entrants[row.entrant].by == "human"]
    return people if len(people) < len(table.rows) else []


def named(season: Season, entrant: int) -> str:
    """The name of an `entrant` of the `season`, with a word if he has left."""
    name = season.entrants[entrant].name
    return say("{name} (left)", name=name) if entrant in season.left else name


def form_letter(result: str) -> str:
    """The letter for a match won, drawn or lost."""
    return {WON: _("W"), DRAWN: _("D"), LOST: _("L")}[result]


def good_places(season: Season, stage: int) -> int:
    """How many go on from a `stage`: the places of the stage after it, or the first place."""
    after = season.terms.stages[stage + 1 : stage + 2]
    return (after[0].take or 1) if after else 1


@dataclass(frozen=True)
class Possible:
    """What an entrant can still reach, in words, and how good that is: `good`, `warn`, or `soft` if it is settled.

    `next` says what his next match can decide. Empty if it decides nothing for sure.
    """

    text: str
    look: str
    next: str = ""


def outlook_texts(season: Season, stage: int) -> dict[int, Possible]:
    """What each entrant can still reach, in words. Empty if the `stage` is no round robin, or is over."""
    if season.terms.stages[stage].kind != ROUND_ROBIN or not season.open_matches(stage):
        return {}
    places = good_places(season, stage)
    first, good = outlooks_at(season, stage, (1, places))
    goal = stage_name(season.terms.stages, stage + 1) if stage + 1 < len(season.terms.stages) else ""
    return {i: _possible(first[i], good[i], goal) for i in good}


def _possible(first: StillPossible, good: StillPossible, goal: str) -> Possible:
    if first.now == SURE:
        return Possible(_("first: can no longer be caught"), "good")
    if not goal:
        if first.now == OUT:
            return Possible(_("cannot be first any more"), "soft")
        if first.win == SURE:
            enough = _("A draw makes you first.") if first.draw == SURE else _("A win makes you first.")
            return Possible(_("first with a win"), "good", enough)
        return Possible(_("open"), "warn")
    if good.now == SURE:
        return Possible(say("goes on to: {stage}", stage=goal), "good")
    if good.now == OUT:
        return Possible(say("cannot reach: {stage}", stage=goal), "soft")
    if good.draw == SURE:
        return Possible(_("goes on with a draw"), "good", say("With a draw you go on to: {stage}.", stage=goal))
    if good.win == SURE:
        return Possible(_("goes on with a win"), "good", say("With a win you go on to: {stage}.", stage=goal))
    if good.win == OPEN and good.draw == OUT:
        return Possible(_("needs a win"), "warn", say("Only with a win can you still reach: {stage}.", stage=goal))
    if good.loss == OUT:
        return Possible(_("open"), "warn", say("After a loss you can no longer reach: {stage}.", stage=goal))
    return Possible(_("open"), "warn")


def tie_lines(season: Season, stage: int, table: SeasonTable) -> list[str]:
    """Why those who are level on points stand as they do: the rule, then a sentence for each pair that it decided."""
    if season.terms.stages[stage].kind == KNOCKOUT or not table.broken:
        return []
    words = {
        "head_to_head": _("the matches among them"),
        "difference": _("the difference"),
        "scored": _("points scored"),
        "wins": _("races won") if season.terms.stages[stage].kind == RACES else _("matches won"),
        "last": _("the better place in the last race"),
        "lot": _("lots"),
    }
    order = ", ".join(words[each] for each in dict.fromkeys((*season.terms.tie_breaks(stage), "lot")))
    return [
        say("Level on points? In this order: {order}.", order=order),
        *(_pair_line(season, stage, each) for each in table.broken),
    ]


def _pair_line(season: Season, stage: int, pair: Broken) -> str:
    one, two = named(season, pair.upper), named(season, pair.lower)
    unit = find(season.terms.game).unit
    if pair.by == "difference":
        values = [signed(each, unit) for each in pair.values]
    else:
        values = [with_fractions(each, unit if pair.by == "scored" else 1) for each in pair.values]
    if pair.by == "lot":
        why = _("the lots decided")
    elif pair.by == "last":
        why = _("the better place in the last race")
    elif pair.match:
        match = season.matches[pair.match]
        why = say("{score} in round {round}", score=score_text(season, match, pair.upper), round=match.round)
    else:
        what = {
            "head_to_head": _("points in the matches among those who are level"),
            "difference": _("difference"),
            "scored": _("points scored"),
            "wins": _("races won") if season.terms.stages[stage].kind == RACES else _("matches won"),
        }[pair.by]
        why = say("{what} {one} to {two}", what=what, one=values[0], two=values[1])
    return say("{one} stands before {two}: {why}.", one=one, two=two, why=why)


# --- The schedule and the results.


def score_text(season: Season, match: SeasonMatch, first: int | None = None) -> str:
    """The score of a match of the `season`, that of the entrant `first` in front.

    A forfeit is told in words; – stands for no result.
    """
    result, unit = season.result_of(match), find(season.terms.game).unit
    if season.is_annulled(match):
        return _("counts for nothing")
    if result is None:
        return "–"
    if result.how == FORFEIT:
        return say("forfeit by {name}", name=season.entrants[match.sides[result.rank.index(2)]].name)
    order = list(range(len(match.sides)))
    if first is not None:
        order.sort(key=lambda side: match.sides[side] != first)
    if result.score is None:
        return ", ".join(str(result.rank[each]) for each in order)
    if len(match.sides) > 2:
        return _race_text(season, match, result, unit, first)
    return "–".join(with_fractions(result.score[each], unit) for each in order)


def _race_text(season: Season, match: SeasonMatch, result: SeasonResult, unit: int, first: int | None) -> str:
    """The points of a race, the best first; those of one entrant alone with his place, if he is named."""
    assert result.score is not None
    points = [with_fractions(each, unit) for each in result.score]
    if first is not None:
        side = match.side_of(first)
        return say("place {n}, {points}", n=result.rank[side], points=points[side])
    order = sorted(range(len(match.sides)), key=lambda side: result.rank[side])
    return ", ".join(f"{named(season, match.sides[side])} {points[side]}" for side in order)


def schedule_section(season: Season) -> Section:
    """All rounds that were drawn, with their results: the newest first, once something was played."""
    is_played = any(each.result is not None for each in season.matches.values())
    rounds = season.rounds[:: -1 if is_played else 1]
    return Section(_("Schedule and results"), parts=[round_grid(season, each) for each in rounds])


def round_name(season: Season, stage: int, number: int) -> str:
    """What people call the round `number` of a `stage` of the `season`, with its course if the terms name one."""
    stages, name = season.terms.stages, stage_name(season.terms.stages, stage)
    if stages[stage].kind != RACES:
        text = say("{stage}, round {n}", stage=name, n=number)
    elif len(stages) > 1:
        text = say("{stage}, race {n}", stage=name, n=number)
    else:
        text = say("Race {n}", n=number)
    return with_course(season, stage, number, text)


def with_course(season: Season, stage: int, number: int, name: str) -> str:
    """The `name` of the round `number` of a `stage`, with its track and set of rules, if the terms of the `season` name
    them: `Race 2 (loop, pursuit)`.
    """
    course = season.terms.stages[stage].course(number)
    called = dict.fromkeys(_(PurePath(course[each]).stem) for each in ("track", "profile") if each in course)
    return say("{round} ({course})", round=name, course=", ".join(called)) if called else name


def round_grid(season: Season, this: SeasonRound) -> Grid:
    """The matches of a round (`this`) of the `season`, with their results, under the round's name and day."""
    title = round_name(season, this.stage, this.number)
    if this.due is not None:
        title = say("{round}, by {day}", round=title, day=this.due.isoformat())
    return _matches_grid(season, this, title)


def _matches_grid(season: Season, this: SeasonRound, title: str = "", is_told: bool = True) -> Grid:
    """The matches of a round. With `is_told`, with their results."""
    matches = [season.matches[each] for each in this.matches]
    rows = [[each.id, sides_text(season, each), score_text(season, each)] for each in matches]
    heads: tuple[str, ...] = (_("Match"), _("Sides"), _("Result"))
    if not is_told:
        heads, rows = heads[:2], [row[:2] for row in rows]
    elif all(len(each.sides) > 2 and season.result_of(each) is not None for each in matches):
        heads, rows = (heads[0], heads[2]), [[row[0], row[2]] for row in rows]  # the result names all
    rests = ", ".join(named(season, each) for each in this.rests)
    note = say("Rests: {names}.", names=rests) if rests else ""
    return Grid(title, heads, rows, note=note, folded=False, right=())


def sides_text(season: Season, match: SeasonMatch) -> str:
    """The names of those who play in a match of the `season`, the one at home first."""
    names = [named(season, each) for each in match.sides]
    return say("{home} v {away}", home=names[0], away=names[1]) if len(names) == 2 else ", ".join(names)


# --- The leaders.


def leaders_section(season: Season, after: tuple[int, int] = AFTER_ALL) -> Section:
    """Who leads in what the game counts, over all matches with a record. No grids if there are none.

    With `after` (a stage and a round), as it was after that round.
    """
    heads = (_("Player"), _("All"), _("A match"))
    grids = [
        Grid(each.label, heads, [[named(season, one.entrant), one.all, one.a_match] for one in each.leaders])
        for each in leader_lists(season, after)
    ]
    says = "" if grids else _("Leaders come from the records of matches; there is none yet.")
    return Section(_("Leaders"), says, grids)


def _jerseys_section(season: Season, stage: int, after: int | None = None) -> list[Section]:
    """Who wears the jerseys of a stage of races."""
    lines = [
        Line(say("{name} ({figure})", name=named(season, each.entrant), figure=each.figure), label=f"{each.title}: ")
        for each in jerseys(season, stage, after)
    ]
    return [Section(_("Jerseys"), parts=lines)] if lines else []


# --- Whole documents.


def season_page(season: Season) -> Document:
    """The whole season: the table of each stage, the newest first, the schedule and the leaders."""
    stages = range(season.stage, -1, -1)
    sections = [table_section(season, stage) for stage in stages] + _jerseys_section(season, season.stage)
    sections += [schedule_section(season), leaders_section(season), *_carried_section(season), *_changes(season)]
    return Document(season.terms.title, find(season.terms.game).title, list(lead_lines(season)), sections)


def lead_lines(season: Season) -> Iterator[Line]:
    """How far the `season` is, in a sentence, and what is played next."""
    open_ones = season.open_matches()
    if open_ones:
        n = len(open_ones)
        if season.terms.stages[season.stage].kind == RACES:
            left = many("{n} race is still to be ridden.", "{n} races are still to be ridden.", n)
        else:
            left = many("{n} match is still to be played.", "{n} matches are still to be played.", n)
        yield Line(left, style="bold")
        first = open_ones[0]
        name = round_name(season, first.stage, first.round)
        one = say("Next: {round}, {sides}.", round=name, sides=sides_text(season, first))
        yield Line(one if len(first.sides) == 2 else say("Next: {round}.", round=name))
    elif is_over(season):
        winners = [row for row in standing(season, season.stage).rows if row.place == 1]
        names = ", ".join(named(season, row.entrant) for row in winners)
        yield Line(say("The season is over. First: {names}.", names=names), style="bold")
    else:
        yield Line(_("All matches are played. The next round can be drawn."), style="bold")


def round_up(season: Season, stage: int, number: int) -> Document:
    """The round-up of a round of the `season`, by its `stage` and `number`: results, table, what comes next."""
    this = next(each for each in season.rounds if (each.stage, each.number) == (stage, number))
    title = round_name(season, stage, number)
    results = Section(_("All results"), parts=[_matches_grid(season, this)])
    newest = max(each.number for each in season.rounds if each.stage == stage)
    later = any(
        season.matches[each].result is not None
        for other in season.rounds
        if other.stage == stage and other.number > number
        for each in other.matches
    )
    then = number if later and number < newest else None
    sections = [results, table_section(season, stage, then), *_jerseys_section(season, stage, then)]
    following = next((each for each in season.rounds if (each.stage, each.number) > (stage, number)), None)
    if following is not None:
        says = "" if following.due is None else say("By {day}.", day=following.due.isoformat())
        sections.append(Section(_("The next round"), says, [_matches_grid(season, following, is_told=False)]))
    sections.append(leaders_section(season, (stage, number)))
    return Document(season.terms.title, title, [], sections)


def _changes(season: Season) -> list[Section]:
    """What was entered by hand, who was replaced or left, and what was taken back, with the reasons."""
    lines = list(change_lines(season))
    return [Section(_("Decisions"), _("Newest last."), [Line(each) for each in lines])] if lines else []


def carried_lines(season: Season) -> list[Line]:
    """What the matches of the `season` have left behind for later ones: a line for each, with its entrant as label."""
    carrier = carrier_of(season.terms.game)
    if carrier is None:
        return []
    return [
        Line(carrier.says(each), label=f"{named(season, i)}: ")
        for i in range(len(season.entrants))
        for each in season.carried_by(i)
    ]


def _carried_section(season: Season) -> list[Section]:
    lines = carried_lines(season)
    return [Section(_("For the rest of the season"), parts=lines)] if lines else []


def change_lines(season: Season) -> Iterator[str]:
    """What was decided in the `season`, with the reasons, the newest last."""
    told = Season.of(season.terms)
    for line in season.lines[1:]:
        text = said_of(told, line)
        told.add(line)
        if text and line.get("reason"):
            yield text


def said_of(season: Season, line: SeasonLine) -> str:
    """What a `line` says that comes next in the `season`, in a sentence with its reason. Empty for a round."""
    kind, reason = line["kind"], line.get("reason", "")
    if kind == "undo":
        return say("Taken back ({what}): {reason}", what=what_was(season), reason=reason)
    if kind == "replaced":
        old = season.entrants[line["entrant"]].name
        return say("{new} takes over from {old}: {reason}", new=line["name"], old=old, reason=reason)
    if kind == "left":
        return say("{name} leaves: {reason}", name=season.entrants[line["entrant"]].name, reason=reason)
    if kind != "result":
        return ""
    before = season.matches[line["match"]]
    after = replace(season, matches=dict(season.matches), lines=list(season.lines))
    after.add(line)
    match = after.matches[before.id]
    score = score_text(after, match)
    if before.result is not None:
        score = say("{new} instead of {old}", new=score, old=score_text(season, before))
    said = say("{match}, {sides}: {score}", match=match.id, sides=sides_text(after, match), score=score)
    return say("{said} ({reason})", said=said, reason=reason) if reason else said


def what_was(season: Season) -> str:
    """What the newest line of the `season` that still counts was, in a few words."""
    line = season.newest()
    if line["kind"] == "round":
        stage = stage_name(season.terms.stages, line["stage"])
        return say("the draw of {round}", round=say("{stage}, round {n}", stage=stage, n=line["number"]))
    if line["kind"] == "result":
        match = season.matches[line["match"]]
        return say(
            "{match}, {sides}: {score}",
            match=match.id,
            sides=sides_text(season, match),
            score=score_text(season, match),
        )
    if line["kind"] == "replaced":
        return say("{name} took over", name=line["name"])
    return say("{name} left", name=season.entrants[line["entrant"]].name)
