"""A season's page as plain data, before a browser's template lays it out. Nothing in it depends on who reads it.

What is said of a season is in `pages.py`; here is only what a page shows with colors, cards and marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from breakaway.core.language import _, many, marked, say
from breakaway.core.statistics import with_fractions
from breakaway.games.manifest import find, kit_of, load
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN
from breakaway.seasons.leaders import Jersey, LeaderList, jerseys, leader_lists
from breakaway.seasons.pages import (
    LAST,
    Possible,
    carried_lines,
    change_lines,
    form_letter,
    good_places,
    lead_lines,
    named,
    outlook_texts,
    round_name,
    score_text,
    signed,
    tie_lines,
    with_course,
)
from breakaway.seasons.season import FORFEIT, Season, SeasonMatch, SeasonRound
from breakaway.seasons.standing import DRAWN, LOST, WON, SeasonTable, TableRow, points_unit, ridden_races, standing
from breakaway.seasons.terms import KNOCKOUT, RACES, stage_name

NEWEST_RACES = 3  # so many races have a column on a phone
LISTED = 3  # so many of a race are named on its card
LOOKS = {WON: "won", DRAWN: "drawn", LOST: "lost"}  # CSS classes
FORM_WORDS = {WON: marked("a win"), DRAWN: marked("a draw"), LOST: marked("a loss")}
DAYS = (
    *(marked("Mon"), marked("Tue"), marked("Wed"), marked("Thu")),
    *(marked("Fri"), marked("Sat"), marked("Sun")),
)
MONTHS = (
    *(marked("Jan"), marked("Feb"), marked("Mar"), marked("Apr"), marked("May"), marked("Jun")),
    *(marked("Jul"), marked("Aug"), marked("Sep"), marked("Oct"), marked("Nov"), marked("Dec")),
)


@dataclass(frozen=True)
class SeasonPlayer:
    """Somebody who takes part: name, team, the CSS class of its colors, and the level if the computer plays."""

    name: str
    team: str
    look: str
    level: str = ""


@dataclass(frozen=True)
class TableColumn:
    """A column of a table: its head, what the head is short for (`title`), and whether a phone can spare it."""

    head: str
    title: str = ""
    is_spared: bool = False


@dataclass(frozen=True)
class TableLine:
    """An entrant's line of a table. `cells` are by column. `form`: his last results,
    the newest last, each as a letter, in a word, and as a CSS class."""

    entrant: int
    place: int
    cells: tuple[str, ...]
    points: str
    form: tuple[tuple[str, str, str], ...] = ()
    possible: Possible | None = None


@dataclass(frozen=True)
class StandingPanel:
    """The table of a stage, best first.

    `goal`: what the best go on to, and `cut`: how many of them do (0: nobody goes on). `notes`: how ties were broken.
    """

    title: str
    columns: tuple[TableColumn, ...]
    points: TableColumn
    lines: tuple[TableLine, ...]
    notes: tuple[str, ...]
    goal: str = ""
    cut: int = 0
    is_races: bool = False


@dataclass(frozen=True)
class PointsBar:
    """The points of an entrant, race by race, as parts of a bar: where each begins and how long it is, in percent."""

    entrant: int
    points: str
    parts: tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class MatchCard:
    """A match on the card of its round: its sides in the order in which the page names them, who won, and the score.

    `listed`: the first of a race with their points, instead of a score. `says`: what a score in one word is short for.
    """

    id: str
    sides: tuple[int, ...]
    won: int | None
    score: str
    listed: tuple[tuple[int, str], ...] = ()
    is_open: bool = False
    says: str = ""


@dataclass(frozen=True)
class RoundCard:
    """A round: its name in words and in an address, its day, its matches, and who rests.

    `is_now`: whether it is played now. `has_results`: whether there is a round-up of it.
    """

    title: str
    address: str
    day: str
    matches: tuple[MatchCard, ...]
    rests: tuple[int, ...]
    is_now: bool
    has_results: bool


@dataclass(frozen=True)
class SeasonOverview:
    """A season at one moment, as its page shows it. Tables and rounds are the newest first.

    `later`: the rounds after the one that is played now, the next one first.
    """

    game: str
    lead: tuple[str, ...]
    players: tuple[SeasonPlayer, ...]
    tables: tuple[StandingPanel, ...]
    rounds: tuple[RoundCard, ...]
    later: tuple[RoundCard, ...]
    leaders: tuple[LeaderList, ...]
    jerseys: tuple[Jersey, ...]
    bars: tuple[PointsBar, ...]
    carried: tuple[tuple[str, str], ...]
    decisions: tuple[str, ...]


def overview(season: Season) -> SeasonOverview:
    """The page of a `season` as plain data."""
    now = next(iter(season.open_matches()), None)
    cards = [_round_card(season, each, now) for each in season.rounds]
    at = next((i for i, each in enumerate(cards) if each.is_now), len(cards) - 1)
    return SeasonOverview(
        find(season.terms.game).title,
        tuple(each.text for each in lead_lines(season)),
        players(season),
        tuple(_panel(season, stage) for stage in range(season.stage, -1, -1)),
        tuple(cards[at::-1]),
        tuple(cards[at + 1 :]),
        tuple(leader_lists(season)),
        tuple(jerseys(season, season.stage)),
        _bars(season),
        tuple((each.label.strip(" :"), each.text) for each in carried_lines(season)),
        tuple(change_lines(season)),
    )


def players(season: Season) -> tuple[SeasonPlayer, ...]:
    """Who takes part in the `season`, by entrant."""
    game = find(season.terms.game)
    teams = [each.team or each.roster or each.name for each in season.entrants]
    looks = load(kit_of(game).colors)(teams)
    return tuple(
        SeasonPlayer(named(season, i), each.team, look, "" if each.by == HUMAN else coaches.label(game, each.by))
        for i, (each, look) in enumerate(zip(season.entrants, looks, strict=True))
    )


def day_text(day: date | None) -> str:
    """A day in short, such as `Thu 3 Dec`. Empty for None."""
    if day is None:
        return ""
    return say("{weekday} {day} {month}", weekday=_(DAYS[day.weekday()]), day=day.day, month=_(MONTHS[day.month - 1]))


def round_text(season: Season, stage: int, number: int) -> str:
    """The round `number` of a `stage` of the `season` in words: with the stage if there are several, or as a race; with
    its course if the terms name one.
    """
    if len(season.terms.stages) > 1 or season.terms.stages[stage].kind == RACES:
        return round_name(season, stage, number)
    return with_course(season, stage, number, say("Round {n}", n=number))


# --- The tables.


def _panel(season: Season, stage: int) -> StandingPanel:
    table, this = standing(season, stage), season.terms.stages[stage]
    title = stage_name(season.terms.stages, stage)
    notes = tuple(tie_lines(season, stage, table)) if any(row.played for row in table.rows) else ()
    if this.kind == RACES:
        return _race_panel(season, stage, table, title, notes)
    columns = (
        *(
            TableColumn(_("P"), _("played")),
            TableColumn(_("W"), _("wins")),
            TableColumn(_("D"), _("draws")),
            TableColumn(_("L"), _("losses")),
        ),
        *(TableColumn(_("Score"), is_spared=True), TableColumn(_("+/−"), _("difference"), True)),
    )
    points = (
        TableColumn(_("Rounds"), _("rounds survived")) if this.kind == KNOCKOUT else TableColumn(_("Pts"), _("points"))
    )
    can = outlook_texts(season, stage)
    lines = tuple(_line(season, row, can.get(row.entrant)) for row in table.rows)
    goal, cut = "", 0
    if stage + 1 < len(season.terms.stages) and season.terms.stages[stage + 1].take:
        goal, cut = stage_name(season.terms.stages, stage + 1), good_places(season, stage)
    return StandingPanel(title, columns, points, lines, notes, goal, cut)


def _line(season: Season, row: TableRow, can: Possible | None) -> TableLine:
    unit = find(season.terms.game).unit
    cells = (
        *map(str, (row.played, row.won, row.drawn, row.lost)),
        f"{with_fractions(row.scored, unit)}–{with_fractions(row.conceded, unit)}",
        signed(row.difference, unit),
    )
    form = tuple((form_letter(each), _(FORM_WORDS[each]), LOOKS[each]) for each in row.form[-LAST:])
    return TableLine(row.entrant, row.place, cells, str(row.points), form, can)


def _race_panel(season: Season, stage: int, table: SeasonTable, title: str, notes: tuple[str, ...]) -> StandingPanel:
    unit, raced = points_unit(season, stage), ridden_races(table)
    columns = (
        *(TableColumn(str(n + 1), say("race {n}", n=n + 1), n < len(raced) - NEWEST_RACES) for n in raced),
        *(TableColumn(_("Wins"), is_spared=True), TableColumn(_("Behind"), is_spared=True)),
    )
    lines = []
    for row in table.rows:
        behind = table.rows[0].points - row.points
        ridden = [row.races[n] if n < len(row.races) else None for n in raced]
        cells = (
            *("–" if each is None else with_fractions(each, unit) for each in ridden),
            *(str(row.won), with_fractions(behind, unit) if behind else "–"),
        )
        lines.append(TableLine(row.entrant, row.place, cells, with_fractions(row.points, unit)))
    points = TableColumn(_("Pts"), _("points"))
    return StandingPanel(title, columns, points, tuple(lines), notes, is_races=True)


def _bars(season: Season) -> tuple[PointsBar, ...]:
    """The points of a stage of races, race by race. Empty before the first, and for other stages."""
    if season.terms.stages[season.stage].kind != RACES:
        return ()
    table = standing(season, season.stage)
    raced, most = ridden_races(table), max((row.points for row in table.rows), default=0)
    if not raced or most <= 0:
        return ()
    found = []
    for row in table.rows:
        parts, at = [], 0.0
        for n in raced:
            wide = 100 * max(0, row.races[n] or 0) / most
            parts.append((round(at, 2), round(wide, 2)))
            at += wide
        found.append(
            PointsBar(row.entrant, with_fractions(row.points, points_unit(season, season.stage)), tuple(parts))
        )
    return tuple(found)


# --- The schedule.


def _round_card(season: Season, this: SeasonRound, now: SeasonMatch | None) -> RoundCard:
    there = [season.matches[each] for each in this.matches]
    return RoundCard(
        round_text(season, this.stage, this.number),
        f"{this.stage + 1}.{this.number}",
        day_text(this.due),
        tuple(_match_card(season, each) for each in there),
        this.rests,
        now is not None and (now.stage, now.round) == (this.stage, this.number),
        any(each.result is not None for each in there),
    )


def _match_card(season: Season, match: SeasonMatch) -> MatchCard:
    result = season.result_of(match)
    is_open = result is None and not season.is_annulled(match)
    won = None if result is None or result.winner is None else match.sides[result.winner]
    if len(match.sides) == 2:
        score, says = _("v") if is_open else score_text(season, match), ""
        if result is not None and result.how == FORFEIT:
            score, says = _("forfeit"), score
        return MatchCard(match.id, match.sides, won, score, (), is_open, says)
    listed: Sequence[tuple[int, str]] = ()
    if result is not None:
        unit = find(season.terms.game).unit
        first = sorted(range(len(match.sides)), key=lambda side: result.rank[side])[:LISTED]
        listed = [
            (match.sides[side], "" if result.score is None else with_fractions(result.score[side], unit))
            for side in first
        ]
    riders = many("{n} player", "{n} players", len(match.sides))
    return MatchCard(match.id, match.sides, won, riders if is_open else "", tuple(listed), is_open)


# --- A player's results.


@dataclass(frozen=True)
class PlayerResult:
    """A match of a player: how it ended for him (`look`: won, drawn, lost, or empty), and against whom."""

    match: str
    round: str
    text: str
    look: str
    against: tuple[int, ...]
    score: str


@dataclass(frozen=True)
class Opponents:
    """How often a player won, drew and lost against somebody."""

    entrant: int
    won: int
    drawn: int
    lost: int


@dataclass(frozen=True)
class PlayerOverview:
    """A player's page in a season: where he stands, his results, the newest first, and against whom he has played."""

    player: SeasonPlayer
    stands: tuple[str, ...]
    before: str
    results: tuple[PlayerResult, ...]
    opponents: tuple[Opponents, ...]
    played: str


def player_overview(season: Season, entrant: int) -> PlayerOverview:
    """The page of an `entrant` of the `season` as plain data."""
    his = [each for each in season.matches.values() if entrant in each.sides]
    results = tuple(_player_result(season, each, entrant) for each in reversed(his))
    stands = []
    for stage in range(season.stage, -1, -1):
        rows = {row.entrant: row for row in standing(season, stage).rows}
        if entrant in rows:
            name = stage_name(season.terms.stages, stage)
            stands.append(say("{stage}: place {n} of {all}", stage=name, n=rows[entrant].place, all=len(rows)))
    met: dict[int, list[str]] = {}
    for each in results:
        if len(each.against) == 1 and each.look:
            met.setdefault(each.against[0], []).append(each.look)
    opponents = [Opponents(other, *(looks.count(each) for each in LOOKS.values())) for other, looks in met.items()]
    opponents.sort(key=lambda each: (-each.won - each.drawn - each.lost, each.entrant))
    n = sum(season.result_of(each) is not None for each in his)
    if all(len(each.sides) > 2 for each in his):
        played = many("{n} race was ridden.", "{n} races were ridden.", n)
    else:
        played = many("{n} match was played.", "{n} matches were played.", n)
    before = ", ".join(season.before.get(entrant, ()))
    return PlayerOverview(players(season)[entrant], tuple(stands), before, results, tuple(opponents), played)


def _player_result(season: Season, match: SeasonMatch, entrant: int) -> PlayerResult:
    result, against = season.result_of(match), tuple(each for each in match.sides if each != entrant)
    where = round_text(season, match.stage, match.round)
    score = score_text(season, match, entrant)
    if result is None:
        still = _("still to be ridden") if len(against) > 1 else _("still to be played")
        text = _("counts for nothing") if season.is_annulled(match) else still
        return PlayerResult(match.id, where, text, "", against, "" if season.is_annulled(match) else score)
    if len(against) > 1:
        n = result.rank[match.side_of(entrant)]
        text = say("place {n} of {all}", n=n, all=len(match.sides) - len(result.absent))
        unit = find(season.terms.game).unit
        points = "" if result.score is None else with_fractions(result.score[match.side_of(entrant)], unit)
        return PlayerResult(match.id, where, text, "won" if n == 1 else "", against, points)
    look = WON if result.winner == match.side_of(entrant) else DRAWN if result.winner is None else LOST
    name = named(season, against[0])
    text = {
        WON: say("Won against {name}", name=name),
        DRAWN: say("Drew with {name}", name=name),
        LOST: say("Lost to {name}", name=name),
    }[look]
    return PlayerResult(match.id, where, text, LOOKS[look], against, score)
