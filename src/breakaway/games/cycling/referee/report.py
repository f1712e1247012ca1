"""A turn's report as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from breakaway.core.game import Result, Standings, result_of
from breakaway.core.language import Names, _, many, say
from breakaway.core.observation import Observation
from breakaway.core.rules import SPECTATOR, Event
from breakaway.core.state import copy
from breakaway.display.document import Line, Why
from breakaway.display.endings import closed, listing, verdict
from breakaway.games.cycling.display.field import by_square, code, colours, is_hidden, marks, posts, runs
from breakaway.games.cycling.referee.race_files import DeskError, RaceHistory, shortened, turn_name
from breakaway.games.cycling.rules.events import (
    CARDS,
    DREW,
    ENDINGS,
    FINISH,
    HOME,
    LIMITED,
    ORDERS,
    SHARED_PLACE,
    SPECIAL_CARD,
    TIES,
    part_of,
    rider_of,
)
from breakaway.games.cycling.rules.movement import is_finish, points_of_place
from breakaway.games.cycling.rules.state import Race, RaceConfig
from breakaway.games.cycling.rules.terms import FINISHED, GRADES, LINE_UP, ON_TRACK, OVER, PLACES
from breakaway.games.cycling.statistics import AT_FINISH, moves_of, places_at_lines, rider_of_row
from breakaway.games.cycling.text.words import (
    number_of_points,
    ordinal,
    points_text,
    rider_name,
    short_name,
    team_name,
)
from breakaway.records.entries import RulingEntry

# --- The closed turns of a race, from its record.


@dataclass(frozen=True)
class Turn:
    """A closed turn: the states before and after it, and its events, with the rulings since the previous turn.

    `earlier` is the turn with the same number that was closed before and then taken back, or None.
    """

    before: Race
    after: Race
    events: list[Event]
    earlier: Turn | None = None

    @property
    def called(self) -> tuple[int, int]:
        """The turn's stage, counted from 1, and its number, which is 0 for the line-ups."""
        return self.before.stage + 1, 0 if self.before.phase == LINE_UP else self.before.turn


def turns(past: RaceHistory) -> list[Turn]:
    """All closed turns that were not taken back.

    Leaves out turns played under editions of the rules that this program does not have.
    """
    taken_back: dict[tuple[int, int], Turn] = {}
    for each in past.fold.taken_back:
        moment = past.moments[each.number - 1]
        if moment.before and moment.state and not isinstance(each.entry, RulingEntry):
            turn = Turn(moment.before, moment.state, moment.events)
            taken_back[turn.called] = turn
    found: list[Turn] = []
    rulings: list[Event] = []
    for each in past.fold.standing:
        moment = past.moments[each.number - 1]
        if not moment.before or not moment.state:
            continue
        if isinstance(each.entry, RulingEntry):
            rulings = rulings + moment.events
        else:
            turn = Turn(moment.before, moment.state, rulings + moment.events)
            found.append(replace(turn, earlier=taken_back.get(turn.called)))
            rulings = []
    last = past.moments[-1].state
    if rulings and found and last:
        found[-1] = replace(found[-1], after=last, events=found[-1].events + rulings)
    return found


def turn_called(past: RaceHistory, wanted: str | None) -> Turn:
    """The turn `wanted`: `9` (in the last stage that has a turn 9), `2.9`, `0` (line-ups), None for the last turn.

    Raises DeskError.
    """
    played = turns(past)
    if not played:
        raise DeskError("no turn has been played yet, so there is nothing to report")
    if wanted is None:
        return played[-1]
    stage, _, number = wanted.rpartition(".")
    for turn in reversed(played):
        if str(turn.called[1]) == number and stage in ("", str(turn.called[0])):
            return turn
    stages = played[-1].called[0]
    last = f"{stages}.{played[-1].called[1]}" if stages > 1 else str(played[-1].called[1])
    raise DeskError(
        f"turn {shortened(wanted)} has not been played; the last turn played is {last}, and 0 means the line-ups"
    )


def picture(was: Race, now: Race, events: Sequence[Event]) -> Race:
    """The state that the report of a turn draws.

    After a stage, riders are already at the start of the next one, so the view is rebuilt from their moves.
    """
    if was.stage == now.stage:
        return now
    view = copy(was)
    rank = dict[int, int]()
    for move in moves_of(events):
        rider = rider_of_row(move)
        view.square[rider], view.played[rider], rank[rider] = move.square, move.card, len(rank)
    for event in events:
        if event.rule == HOME:
            view.status[event.rider] = FINISHED
    for each in places_at_lines(events):
        if each.line == AT_FINISH:
            view.place[each.rider] = each.place
    left = [rider for rider in view.queue[: view.field] if view.status[rider] == ON_TRACK and rider in rank]
    left.sort(key=lambda rider: (-view.square[rider], rank[rider]))
    view.field = len(left)
    view.queue[: view.field] = left
    view.turn += 1
    return view


# --- The tables of a tour's stages: each team's points and places on each stage, up to the turn of a report.


@dataclass(frozen=True)
class StageRow:
    """A team on one stage: its points there, and the places of its riders at the finish."""

    rank: str
    team: int
    name: str
    points: str
    places: str


@dataclass(frozen=True)
class StageTable:
    """A stage with its teams, best first. `running` is True until the stage is over."""

    title: str
    running: bool
    rows: list[StageRow]


def stage_tables(past: RaceHistory, last: Turn, seat: int) -> list[StageTable]:
    """A table for each stage that has begun by the turn `last`. Empty if the race has only one stage."""
    config: RaceConfig = past.config
    if config.stages == 1:
        return []
    played = [turn for turn in turns(past) if turn.called < last.called] + [last]
    found = []
    for stage in range(last.called[0]):
        ridden = [turn for turn in played if turn.called[0] == stage + 1]
        if not any(turn.called[1] for turn in ridden):
            continue  # only its line-ups are known, or it was ridden under another edition
        before, after = (
            Observation(past.game, state, config, seat).view for state in (ridden[0].before, ridden[-1].after)
        )
        over = after.stage > stage or (after.phase > before.phase and after.stage == stage and bool(after.ended))
        found.append(
            StageTable(_title(past, stage), not over, _rows(past, before, after, past.header["names"])),
        )
    return found


def _title(past: RaceHistory, stage: int) -> str:
    """A stage's title: `Stage 2: The climb`."""
    try:
        name = str(past.header["options"]["tour"]["stages"][stage]["name"])
    except (KeyError, IndexError, TypeError):
        return say("Stage {stage}", stage=stage + 1)
    return say("Stage {stage}: {name}", stage=stage + 1, name="".join(ch for ch in name if ch.isprintable()))


def _rows(past: RaceHistory, before: Race, after: Race, names: Names) -> list[StageRow]:
    """The teams with the points and places they won between two states, ranked by the rules for a whole race (5.3 and
    R18).
    """
    config: RaceConfig = past.config
    won = copy(after)
    for rider, points in enumerate(before.points):
        won.points[rider] -= points
    for team, places in enumerate(before.places):
        for place, times in enumerate(places):
            won.places[team][place] -= times
    result = result_of(past.game, won, config)
    ranks = result.rank[: config.teams]
    order = sorted(range(config.teams), key=lambda team: (ranks[team], team))
    return [_row(team, result, ranks, won, names) for team in order]


def _row(team: int, result: Result, ranks: Sequence[int], won: Race, names: Names) -> StageRow:
    level = "=" if ranks.count(ranks[team]) > 1 else ""
    places = " ".join(ordinal(place) for place, times in enumerate(won.places[team]) for _time in range(times))
    return StageRow(f"{ranks[team]}{level}", team, team_name(names, team), points_text(result.score[team]), places)


def stage_heading(table: StageTable) -> str:
    """The title of a stage's table, with a note if the stage is still in progress."""
    so_far = _("so far")
    return f"{table.title} ({so_far})" if table.running else table.title


# --- The parts of a report as data, from which its text, its page and its PDF are made.


@dataclass(frozen=True)
class RiderRow:
    """A rider: his square, his move, his hand, and his new card with the reason for it."""

    position: int
    team: int
    code: str
    name: str
    own_name: str
    where: str
    move: str
    card: int
    drawn: int
    hand: list[int]
    notes: list[Line]
    dropped: bool
    mine: bool


@dataclass(frozen=True)
class Group:
    """The riders of one string, checkpoint or stretch of road or, in the line-ups, of one team.

    `title` is empty for riders in no string.
    """

    title: str
    rows: list[RiderRow]
    is_string: bool = False


@dataclass(frozen=True)
class TeamRow:
    """A team in the table.

    `gained` is its points this turn, `riders` its points by rider, and `places` its finishing places.
    """

    rank: str
    team: int
    mark: str
    name: str
    points: str
    gained: str
    riders: str
    places: str


@dataclass
class Report:
    """All parts of a report, roughly in the order in which the report shows them."""

    title: str
    race: str
    seat: str
    corrected: list[str]  # changes since the turn was last closed; empty if it was never closed before
    lead: list[str]
    blind: bool
    moved: bool  # False for the line-ups
    over: bool
    stand_ins: list[Line]
    crossings: list[Line]
    groups: list[Group]
    table: list[TeamRow]
    stages: list[StageTable]
    finishers: list[str]
    dropped: list[str]
    ties: list[Line]
    ending: list[Line]
    lines_ahead: list[str]
    asked: list[str]
    next_turn: str
    mine: list[RiderRow]
    colours: list[str]
    teams: list[str]
    view: Race = field(repr=False)  # for the drawing
    config: RaceConfig = field(repr=False)
    names: Names = field(repr=False)

    @property
    def drawn(self) -> bool:
        """Whether there is a field to draw: False before the start."""
        return self.moved


# --- Lists the differences between the report of a corrected turn and the report that was sent before.


def corrections(now: Report, was: Report) -> list[str]:
    """The differences between two reports for the same seat, as sentences: riders first, then teams."""
    lines = [f"{name}: {'; '.join(facts)}" for name, facts in _riders(now, was) if facts]
    before = {row.name: row.points for row in was.table}
    for row in now.table:
        if row.points != before[row.name]:
            points = {"points": row.points, "was": before[row.name]}
            one = 1 if row.points == "1" else 2
            lines.append(
                f"{row.name}: " + many("{points} point, not {was}", "{points} points, not {was}", one, **points)
            )
    if now.over != was.over:
        lines.append(_("This turn ends the race.") if now.over else _("The race goes on after this turn."))
    return lines or [_("Nothing in this report has changed.")]


def _riders(now: Report, was: Report) -> Iterator[tuple[str, list[str]]]:
    before = {row.name: row for group in was.groups for row in group.rows}
    rows = [row for group in now.groups for row in group.rows]
    for row in rows:
        if row.name in before:
            yield row.name, list(_facts(row, before[row.name], now.moved, now.blind))


def _facts(row: RiderRow, old: RiderRow, moved: bool, blind: bool) -> Iterator[str]:
    """The changed facts about a rider. After a turn, new cards are compared; after the line-ups, whole hands."""
    if row.card != old.card:
        yield say("card {card}, not {was}", card=row.card or "-", was=old.card or "-")
    if row.where != old.where:
        yield say("square {square}, not {was}", square=row.where or "-", was=old.where or "-")
    if blind and row.position != old.position:
        yield say("place {place} on the road, not {was}", place=row.position or "-", was=old.position or "-")
    if moved and row.drawn != old.drawn:
        yield say("new card {card}, not {was}", card=row.drawn or "-", was=old.drawn or "-")
    if not moved and row.hand != old.hand:
        hands = (" ".join(map(str, each.hand)) for each in (row, old))
        yield say("cards {cards}, not {was}", cards=next(hands), was=next(hands))
    if row.dropped != old.dropped:
        yield _("dropped by the pack") if row.dropped else _("not dropped by the pack")


# --- The report of a turn as data: everything that a postal player wants to know, made only from what the seat may see.
#
# The report is made from the race's record, which contains only closed turns. Sealed orders are never opened. Every
# reason is an event's own sentence with its rule, so this module explains no rules itself.


def build(past: RaceHistory, turn: str | None = None, seat: int = SPECTATOR) -> Report:
    """A seat's report of a `turn`: `9`, in a tour `2.9`, `0` for the line-ups, or None for the last turn.

    Raises DeskError.
    """
    return report_of(past, turn_called(past, turn), seat)


def report_of(past: RaceHistory, turn: Turn, seat: int = SPECTATOR) -> Report:
    """The report of one turn for one seat."""
    return _Reporter(past, turn, seat).report()


class _Reporter:
    """Reads one turn through the observations of one seat before and after the turn."""

    def __init__(self, past: RaceHistory, turn: Turn, seat: int) -> None:
        self.past, self.turn = past, turn
        self.config, self.names, self.seat = past.config, past.header["names"], seat
        self.options = past.header["options"]
        before = Observation(past.game, turn.before, self.config, seat, self.names)
        is_last = bool(past.moments) and turn.after == past.moments[-1].state
        gone = past.fold.gone if is_last else ()  # they resigned before the next turn
        self.observation = closed(Observation(past.game, turn.after, self.config, seat, self.names, gone), OVER)
        self.was, self.now = before.view, self.observation.view
        self.events = self.observation.told(turn.events)
        self.sentences = self.observation.sentences(self.events)
        self.moves = {rider_of_row(move): move for move in moves_of(self.events)}
        self.view = picture(self.was, self.now, self.events)
        self.scores = (result_of(past.game, self.was, self.config), self.observation.standing)
        self.marks = marks(self.names, self.config.teams)

    def report(self) -> Report:
        over = self.now.phase == OVER
        groups = list(self._groups())
        made = Report(
            title=upper_first(turn_name(self.was, self.config)),
            race=self._race(),
            seat=team_name(self.names, self.seat) if self.seat != SPECTATOR else "",
            corrected=[],
            lead=self._lead(),
            blind=bool(self.config.blind),
            moved=self.was.phase != LINE_UP,
            over=over,
            stand_ins=self._told(ORDERS),
            crossings=self._crossings(),
            groups=groups,
            table=self._table(),
            stages=stage_tables(self.past, self.turn, self.seat),
            finishers=self._finishers(),
            dropped=[short_name(self.names, rider) for rider in self._riders() if self._is_dropped(rider)],
            ties=self._told(TIES),
            ending=self._told("", ENDINGS),
            lines_ahead=[] if over else list(self._lines_ahead()),
            asked=[team_name(self.names, team) for team in self.observation.choosers()],
            next_turn="" if over else turn_name(self.now, self.config),
            mine=sorted((row for group in groups for row in group.rows if row.mine), key=lambda row: row.name),
            colours=[colour.hex for colour in colours(self.names, self.config.teams)],
            teams=[team_name(self.names, team) for team in range(self.config.teams)],
            view=self.view,
            config=self.config,
            names=self.names,
        )
        if self.turn.earlier is not None:
            made.title = say("{turn}, corrected", turn=made.title)
            made.corrected = corrections(made, report_of(self.past, self.turn.earlier, self.seat))
        return made

    def _race(self) -> str:
        tour = self.options.get("tour")
        where = tour.get("name") if isinstance(tour, dict) else None
        profile = self.options.get("profile")
        line = " · ".join(
            str(part) for part in (say("{profile} race", profile=_(str(profile))) if profile else None, where) if part
        )
        return "".join(ch for ch in line if ch.isprintable())

    def _riders(self) -> range:
        return range(self.config.teams * GRADES)

    def _told(self, *parts: str) -> list[Line]:
        """The events of these parts of the turn. The rows of the riders and the tables show the other parts."""
        pairs = zip(self.events, self.sentences, strict=True)
        return [ruled(sentence, event.rule) for event, sentence in pairs if part_of(event) in parts]

    def _crossings(self) -> list[Line]:
        """Each place that earned points at a line, and every place at the finish."""
        found = [each for each in places_at_lines(self.events) if each.points > 0 or each.line == AT_FINISH]
        rules = [[each.rule, *([SHARED_PLACE] if each.sharers > 1 else [])] for each in found]
        sentences = self.observation.sentences([each.event for each in found])
        return [ruled(sentence, *ids) for sentence, ids in zip(sentences, rules, strict=True)]

    def _lead(self) -> list[str]:
        """Who leads on the road, and who leads on points."""
        view, said = self.view, []
        if view.field and self.now.phase != OVER:
            said += self._in_front([int(rider) for rider in view.queue[: view.field]])
        result, ended = self.scores[1], verdict(self.observation)
        if ended is not None:
            return [ended.says]
        best = [team for team in range(self.config.teams) if result.rank[team] == 1]
        if any(result.score[team] for team in best):
            teams = listing([team_name(self.names, team) for team in best])
            said.append(self._leaders(len(best) == 1, teams, result.score[best[0]]))
        return said

    def _leaders(self, alone: bool, teams: str, score: int) -> str:
        n, values = number_of_points(score), {"teams": teams, "points": points_text(score)}
        if alone:
            return many("{teams} leads with {points} point.", "{teams} leads with {points} points.", n, **values)
        return many("{teams} lead with {points} point.", "{teams} lead with {points} points.", n, **values)

    def _in_front(self, riders: Sequence[int]) -> list[str]:
        if self.view.turn == 1:
            return []  # all riders are still at the start
        if self.config.blind:
            return [say("In front: {riders}.", riders=short_name(self.names, riders[0]))]
        square = self.view.square[riders[0]]
        first = [short_name(self.names, rider) for rider in riders if self.view.square[rider] == square]
        return [say("In front: {riders} on square {square}.", riders=listing(first), square=square)]

    def _is_dropped(self, rider: int) -> bool:
        return bool(self.view.status[rider] == ON_TRACK and self.view.dropped[rider])

    def _groups(self) -> Iterator[Group]:
        position, shown = 1, set[int]()
        for title, riders, is_string in self._parts():
            rows = [self._row(rider, position + i) for i, rider in enumerate(riders)]
            position += len(rows)
            shown |= set(riders)
            yield Group(title, rows, is_string)
        gone = [rider for rider in self.moves if rider not in shown and self.view.status[rider] == FINISHED]
        if gone:
            yield Group(_("across the finish line"), [self._row(rider, 0) for rider in gone])

    def _parts(self) -> Iterator[tuple[str, list[int], bool]]:
        """The riders in groups with titles: by team for line-ups, otherwise by checkpoint or string.

        The last value of each group says whether the group is a string.
        """
        if self.was.phase == LINE_UP:
            for team in range(self.config.teams):
                yield team_name(self.names, team), [team * GRADES + grade for grade in range(GRADES)], False
            return
        if self.config.blind:
            for post in posts(self.view, self.config):
                at = post.checkpoint
                title = say("past {checkpoint}", checkpoint=at) if at else _("before the first checkpoint")
                yield title, list(post.riders), False
            return
        yield from self._strings()

    def _strings(self) -> Iterator[tuple[str, list[int], bool]]:
        strings = runs(self.view, self.config)
        title, part = "", list[int]()
        for square, riders in by_square(self.view, self.config):
            string = next((run for run in strings if run.first <= square <= run.last), None)
            heading = say("string of {n}", n=string.riders) if string else ""
            if part and (heading != title or (string and square == string.last)):
                yield title, part, bool(title)
                part = []
            title, part = heading, [*part, *riders]
        if part:
            yield title, part, bool(title)

    def _row(self, rider: int, position: int) -> RiderRow:
        move = self.moves.get(rider)
        full, short = rider_name(self.names, rider), short_name(self.names, rider)
        hidden = self.config.blind and is_hidden(self.view, rider)
        return RiderRow(
            position=position,
            team=rider // GRADES,
            code=code(rider, self.marks),
            name=short,
            own_name=full.removeprefix(short).strip(" ()"),
            where="" if hidden else str(self.view.square[rider]),
            move=f"{move.before}+{move.card}" if move else "",
            card=move.card if move else 0,
            drawn=int(self.view.drawn[rider]),
            hand=[int(card) for card in self._hand(rider) if card],
            notes=self._notes(rider, full),
            dropped=self._is_dropped(rider),
            mine=rider // GRADES == self.seat,
        )

    def _hand(self, rider: int) -> Sequence[int]:
        """The cards that a rider has now.

        Empty after the last turn of a stage, because the next stage starts with new hands.
        """
        return self.view.hand[rider] if self.view is self.now else ()

    def _notes(self, rider: int, full: str) -> list[Line]:
        told = zip(self.events, self.sentences, strict=True)
        own = [(event, text) for event, text in told if part_of(event) in (CARDS, FINISH) and rider_of(event) == rider]
        special = any(event.rule in SPECIAL_CARD for event, _ in own)
        kept = [(event, text) for event, text in own if not (special and event.rule in (DREW, LIMITED))]
        return [ruled(text.removeprefix(full + " "), event.rule) for event, text in kept]

    def _table(self) -> list[TeamRow]:
        before, after = self.scores
        order = sorted(range(self.config.teams), key=lambda team: (after.rank[team], team))
        return [self._team_row(team, before, after) for team in order]

    def _team_row(self, team: int, before: Result, after: Standings) -> TeamRow:
        level = sum(rank == after.rank[team] for rank in after.rank[: self.config.teams])
        gained = after.score[team] - before.score[team]
        scored = [rider for rider in range(team * GRADES, team * GRADES + GRADES) if self.now.points[rider]]
        places = [place for place, times in enumerate(self.now.places[team]) for _ in range(times)]
        return TeamRow(
            rank=f"{after.rank[team]}{'=' if level > 1 else ''}",
            team=team,
            mark=self.marks[team],
            name=team_name(self.names, team),
            points=points_text(after.score[team]),
            gained=f"+{points_text(gained)}" if gained else "",
            riders=", ".join(f"{'ABCD'[rider % GRADES]} {points_text(self.now.points[rider])}" for rider in scored),
            places=" ".join(ordinal(place) for place in places),
        )

    def _finishers(self) -> list[str]:
        home = sorted((self.view.place[rider], rider) for rider in self._riders() if self.view.place[rider])
        return [f"{ordinal(place)} {rider_name(self.names, rider)}" for place, rider in home]

    def _lines_ahead(self) -> Iterator[str]:
        """The lines that still have points, with the points for the next places."""
        s, config = self.now, self.config
        for line in range(config.lines[s.stage]):
            over = int(s.crossed[line])
            left = [points_of_place(s, config, line, place) for place in range(over + 1, PLACES + 1)]
            if s.phase != LINE_UP and any(left):
                worth = " ".join(str(points) for points in left if points)
                yield self._line_ahead(line, over, worth)

    def _line_ahead(self, line: int, over: int, worth: str) -> str:
        values = {"line": self.config.line_at[self.now.stage][line], "worth": worth}
        if is_finish(self.now, self.config, line):
            if over:
                return say("finish after {line}, crossed by {over} so far: {worth}", over=over, **values)
            return say("finish after {line}: {worth}", **values)
        if over:
            return say("sprint after {line}, crossed by {over} so far: {worth}", over=over, **values)
        return say("sprint after {line}: {worth}", **values)


def ruled(text: str, *rules: str) -> Line:
    """A sentence with its rules, whose ids are shown without the prefix: `6.5`."""
    return Line(text, whys=tuple(Why(rule.removeprefix("BA-")) for rule in rules))


def upper_first(text: str) -> str:
    """The text with its first letter in upper case, otherwise unchanged."""
    return text[:1].upper() + text[1:]
