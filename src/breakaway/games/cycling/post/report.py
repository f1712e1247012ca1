"""The report of a turn as data: what a postal player wants to know, taken from what a seat may see and nothing else.

It is made from the race's record, in which only closed turns stand; the sealed orders are never opened for it. Every
reason is an event's sentence with its rule: rules are not described a second time here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from breakaway.core.events import SPECTATOR, Event
from breakaway.core.game import Names, Result, result_of
from breakaway.core.window import Window
from breakaway.games.cycling.display.road import by_square, code, colours, is_hidden, marks, posts, runs
from breakaway.games.cycling.post.desk import turn_name
from breakaway.games.cycling.post.files import Past
from breakaway.games.cycling.post.turns import Turn, picture, turn_called
from breakaway.games.cycling.rules.sprints import is_finish, points_of_place
from breakaway.games.cycling.rules.state import FINISHED, GRADES, LINE_UP, ON_TRACK, OVER, PLACES, Race, RaceBook
from breakaway.games.cycling.text.words import ordinal, points_text, rider_name, short_name, team_name

OWN_CARD = ("BA-6.9", "BA-6.10", "BA-R14")  # the leader's or last rider's new card, in place of the ordinary one
NEW_CARD = ("BA-R16", "BA-6.11", "BA-6.5", "BA-6.7", *OWN_CARD, "BA-4.4")
TIES = ("BA-7.2.1", "BA-7.2.2", "BA-7.2.3", "BA-7.2.4", "BA-7.2.5")
CROSSINGS = ("BA-5.1", "BA-5.2")
SHARES = "BA-R11"  # said in the sentence of the crossing itself
STAND_INS = ("BA-9.1", "BA-R17", "BA-R15")
HANDS, MOVES, DROPS = "BA-3.1", "BA-6.1", "BA-10.1"  # told in the riders' rows and in the list of the dropped


@dataclass(frozen=True)
class Told:
    """A sentence and the rule behind it, as `6.5`."""

    text: str
    rule: str


@dataclass(frozen=True)
class Row:
    """A rider: where he stands, how he came there, what he holds, and his new card with its reason."""

    position: int
    team: int
    code: str
    name: str
    own_name: str
    where: str
    move: str
    hand: list[int]
    notes: list[Told]
    dropped: bool
    mine: bool


@dataclass(frozen=True)
class Group:
    """Riders of one string, checkpoint or stretch of road; `title` is empty for those in no string."""

    title: str
    rows: list[Row]


@dataclass(frozen=True)
class TeamRow:
    """A team in the table; `gained` are the points of this turn, `riders` whose they are, `places` its finishes."""

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
    """Everything that a report says, in the order in which it says it."""

    title: str
    race: str
    seat: str
    lead: list[str]
    blind: bool
    moved: bool  # False for the line-ups
    over: bool
    stand_ins: list[Told]
    crossings: list[Told]
    groups: list[Group]
    table: list[TeamRow]
    finishers: list[str]
    dropped: list[str]
    ties: list[Told]
    ending: list[Told]
    lines_ahead: list[str]
    asked: list[str]
    next_turn: str
    mine: list[Row]
    colours: list[str]
    teams: list[str]
    view: Race = field(repr=False)  # for the drawing
    book: RaceBook = field(repr=False)
    names: Names = field(repr=False)

    @property
    def drawn(self) -> bool:
        """Whether there is a field to draw: not before the start."""
        return self.moved


def build(past: Past, turn: str | None = None, seat: int = SPECTATOR) -> Report:
    """The report of a turn (`9`, in a tour `2.9`, `0`: the line-ups, None: the last) for a seat; raises DeskError."""
    return report_of(past, turn_called(past, turn), seat)


def report_of(past: Past, turn: Turn, seat: int = SPECTATOR) -> Report:
    """The report of this turn for a seat."""
    return _Reporter(past, turn, seat).report()


class _Reporter:
    """Reads one turn through the windows of one seat, before and after it."""

    def __init__(self, past: Past, turn: Turn, seat: int) -> None:
        self.book, self.names, self.seat = past.book, past.header["names"], seat
        self.options = past.header["options"]
        before = Window(past.game, turn.before, self.book, seat, self.names)
        self.window = Window(past.game, turn.after, self.book, seat, self.names)
        self.was, self.now = before.view, self.window.view
        self.events = self.window.told(turn.events)
        self.sentences = self.window.sentences(self.events)
        self.view = picture(self.was, self.now, self.events)
        self.scores = (result_of(past.game, self.was, self.book), result_of(past.game, self.now, self.book))
        self.marks = marks(self.names, self.book.teams)

    def report(self) -> Report:
        over = self.now.phase == OVER
        groups = list(self._groups())
        return Report(
            title=turn_name(self.was, self.book).capitalize(),
            race=self._race(),
            seat=team_name(self.names, self.seat) if self.seat != SPECTATOR else "",
            lead=self._lead(),
            blind=bool(self.book.blind),
            moved=self.was.phase != LINE_UP,
            over=over,
            stand_ins=self._told(*STAND_INS),
            crossings=self._crossings(),
            groups=groups,
            table=self._table(),
            finishers=self._finishers(),
            dropped=[short_name(self.names, rider) for rider in self._riders() if self._is_dropped(rider)],
            ties=self._told(*TIES),
            ending=self._told(*self._endings()),
            lines_ahead=[] if over else list(self._lines_ahead()),
            asked=[team_name(self.names, team) for team in self.window.choosers()],
            next_turn="" if over else turn_name(self.now, self.book),
            mine=sorted((row for group in groups for row in group.rows if row.mine), key=lambda row: row.name),
            colours=[colour.hex for colour in colours(self.names, self.book.teams)],
            teams=[team_name(self.names, team) for team in range(self.book.teams)],
            view=self.view,
            book=self.book,
            names=self.names,
        )

    def _race(self) -> str:
        tour = self.options.get("tour")
        where = tour.get("name") if isinstance(tour, dict) else None
        profile = self.options.get("profile")
        line = " · ".join(str(part) for part in (f"{profile} race" if profile else None, where) if part)
        return "".join(ch for ch in line if ch.isprintable())

    def _riders(self) -> range:
        return range(self.book.teams * GRADES)

    def _told(self, *rules: str) -> list[Told]:
        pairs = zip(self.events, self.sentences, strict=True)
        return [Told(sentence, short_rule(event)) for event, sentence in pairs if event.rule in rules]

    def _endings(self) -> list[str]:
        """The rules of all that no other part of the report tells."""
        placed = {*NEW_CARD, *TIES, *CROSSINGS, *STAND_INS, SHARES, HANDS, MOVES, DROPS}
        return sorted({event.rule for event in self.events} - placed)

    def _crossings(self) -> list[Told]:
        shared = {event.args[:3] for event in self.events if event.rule == SHARES}
        told = []
        for event, sentence in zip(self.events, self.sentences, strict=True):
            if event.rule == "BA-5.2" or (event.rule == "BA-5.1" and event.args[2] > 0):
                both = f", {SHARES[3:]}" if event.args[:3] in shared else ""
                told.append(Told(sentence, short_rule(event) + both))
        return told

    def _lead(self) -> list[str]:
        """Who is in front on the road and on points."""
        view, said = self.view, []
        if view.field and self.now.phase != OVER:
            said += self._in_front([int(rider) for rider in view.queue[: view.field]])
        result = self.scores[1]
        best = [team for team in range(self.book.teams) if result.rank[team] == 1]
        if any(result.score[team] for team in best):
            points = points_text(result.score[best[0]])
            verb = "wins" if self.now.phase == OVER else "leads"
            verb = verb if len(best) == 1 else {"wins": "share the win", "leads": "lead"}[verb]
            said.append(f"{listed([team_name(self.names, team) for team in best])} {verb} with {points} points.")
        return said

    def _in_front(self, riders: Sequence[int]) -> list[str]:
        if self.book.blind:
            return [f"In front: {short_name(self.names, riders[0])}."]
        square = self.view.square[riders[0]]
        first = [short_name(self.names, rider) for rider in riders if self.view.square[rider] == square]
        return [f"In front: {listed(first)} on square {square}."] if square else []

    def _is_dropped(self, rider: int) -> bool:
        return bool(self.view.status[rider] == ON_TRACK and self.view.dropped[rider])

    def _groups(self) -> Iterator[Group]:
        position, shown = 1, set[int]()
        for title, riders in self._parts():
            rows = [self._row(rider, position + i) for i, rider in enumerate(riders)]
            position += len(rows)
            shown |= set(riders)
            yield Group(title, rows)
        moved = [event.args[0] for event in self.events if event.rule == MOVES]
        gone = [rider for rider in moved if rider not in shown and self.view.status[rider] == FINISHED]
        if gone:
            yield Group("over the finish", [self._row(rider, 0) for rider in gone])

    def _parts(self) -> Iterator[tuple[str, list[int]]]:
        """The riders on the road in race order: by checkpoint, or by string and single squares."""
        if self.was.phase == LINE_UP:
            for team in range(self.book.teams):
                yield team_name(self.names, team), [team * GRADES + grade for grade in range(GRADES)]
            return
        if self.book.blind:
            for post in posts(self.view, self.book):
                yield (
                    (f"past {post.checkpoint}" if post.checkpoint else "before the first checkpoint"),
                    list(post.riders),
                )
            return
        strings = runs(self.view, self.book)
        title, part = "", list[int]()
        for square, riders in by_square(self.view, self.book):
            string = next((run for run in strings if run.first <= square <= run.last), None)
            heading = f"string of {string.riders}" if string else ""
            if part and (heading != title or (string and square == string.last)):
                yield title, part
                part = []
            title, part = heading, [*part, *riders]
        if part:
            yield title, part

    def _row(self, rider: int, position: int) -> Row:
        move = next((e.args for e in self.events if e.rule == MOVES and e.args[0] == rider), None)
        full, short = rider_name(self.names, rider), short_name(self.names, rider)
        hidden = self.book.blind and is_hidden(self.view, rider)
        return Row(
            position=position,
            team=rider // GRADES,
            code=code(rider, self.marks),
            name=short,
            own_name=full.removeprefix(short).strip(" ()"),
            where="" if hidden else str(self.view.square[rider]),
            move=f"{move[1]}+{move[3]}" if move else "",
            hand=[int(card) for card in self._hand(rider) if card],
            notes=self._notes(rider, full),
            dropped=self._is_dropped(rider),
            mine=rider // GRADES == self.seat,
        )

    def _hand(self, rider: int) -> Sequence[int]:
        """His cards now; after the last turn of a stage none, for new ones are dealt."""
        return self.view.hand[rider] if self.view is self.now else ()

    def _notes(self, rider: int, full: str) -> list[Told]:
        own = [(e, text) for e, text in zip(self.events, self.sentences, strict=True) if e.args and e.args[0] == rider]
        own = [(event, text) for event, text in own if event.rule in NEW_CARD]
        special = any(event.rule in OWN_CARD for event, _ in own)
        kept = [(event, text) for event, text in own if not (special and event.rule in ("BA-6.5", "BA-6.7"))]
        return [Told(text.removeprefix(full + " "), short_rule(event)) for event, text in kept]

    def _table(self) -> list[TeamRow]:
        before, after = self.scores
        order = sorted(range(self.book.teams), key=lambda team: (after.rank[team], team))
        return [self._team_row(team, before, after) for team in order]

    def _team_row(self, team: int, before: Result, after: Result) -> TeamRow:
        level = sum(rank == after.rank[team] for rank in after.rank[: self.book.teams])
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
        """The lines at which points are left, with what the next places are worth."""
        s, book = self.now, self.book
        for line in range(book.lines[s.stage]):
            over = int(s.crossed[line])
            left = [points_of_place(s, book, line, place) for place in range(over + 1, PLACES + 1)]
            if s.phase != LINE_UP and any(left):
                kind = "finish" if is_finish(s, book, line) else "sprint"
                worth = " ".join(str(points) for points in left if points)
                been = f", {over} over it" if over else ""
                yield f"{kind} after {book.line_at[s.stage][line]}{been}: {worth}"


def short_rule(event: Event) -> str:
    """The rule of an event without the book's prefix."""
    return event.rule.removeprefix("BA-")


def listed(words: Sequence[str]) -> str:
    """`Red`, `Red and Blue`, `Red, Blue and Green`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
