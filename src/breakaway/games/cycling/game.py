"""Breaking Away as a `Game`, with its invariants and its adjudication cases."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from breakaway.core.chance import Chance, below
from breakaway.core.data_files import BadData, sampled_house
from breakaway.core.game import Game, HostRuling, Result, SetUp
from breakaway.core.language import Names, say
from breakaway.core.state import copy
from breakaway.games.cycling.files import Tour, misstated, resolve
from breakaway.games.cycling.rules import finish, terms
from breakaway.games.cycling.rules.cards import put_in_race_order
from breakaway.games.cycling.rules.finish import result, team_points
from breakaway.games.cycling.rules.interface import (
    bound,
    candidate,
    candidates,
    choosers,
    codes,
    determinize,
    highest_cards,
    is_lasting,
    lowest_cards,
    preview,
    refuse,
    ruling,
    showing,
    slot_codes,
    slots,
    start,
    step,
)
from breakaway.games.cycling.rules.state import BOOK, Race, RaceConfig, redact
from breakaway.games.cycling.rules.terms import (
    FINISHED,
    GRADES,
    LINE_UP,
    NOBODY,
    ON_TRACK,
    OVER,
    PLACES,
    RACING,
    RIDERS,
    SLOTS,
    UNIT,
)
from breakaway.games.cycling.statistics import STATISTICS
from breakaway.games.cycling.text import orders
from breakaway.games.cycling.text.words import (
    LETTERS,
    SHAPE,
    RaceWords,
    exact_points,
    find_rider,
    points_text,
    short_name,
    team_name,
)
from breakaway.testing.cases import BadCase

# --- What a host can rule (10.1): that riders are dropped by the pack and need no orders, or no longer are.


def host_rulings(view: Race, config: RaceConfig) -> list[HostRuling]:
    """For each team: at once all its riders whom a ruling can be about, then each of them."""
    found = []
    for team in range(config.teams if view.phase == RACING else 0):
        riders = [each for each in range(team * GRADES, (team + 1) * GRADES) if view.status[each] == ON_TRACK]
        for mark, some in (
            (0, [r for r in riders if not view.dropped[r]]),
            (RIDERS, [r for r in riders if view.dropped[r]]),
        ):
            whole = [tuple(rider + mark for rider in some)] if len(some) > 1 else []
            found += [HostRuling(codes, team) for codes in (*whole, *((rider + mark,) for rider in some))]
    return found


def host_ruling_says(names: Names, codes: Sequence[int]) -> str:
    """A host's ruling in words."""
    riders, is_back = [code % RIDERS for code in codes], codes[0] >= RIDERS
    who = short_name(names, riders[0])
    if len(riders) > 1:
        who = say("all riders of {team}", team=team_name(names, riders[0] // GRADES))
    return say("no longer dropped: {who}", who=who) if is_back else say("dropped by the pack: {who}", who=who)


# --- Checks that riders, race order, hands and points are consistent; the laws in `core` use these checks.


def invariants(s: Race, config: RaceConfig) -> list[str]:
    """Everything that is wrong with a state. Empty if nothing is wrong."""
    if s.phase not in (LINE_UP, RACING, OVER):
        return [f"phase {s.phase}"]
    faults = []
    riders = range(config.teams * GRADES)
    racing = [rider for rider in riders if s.status[rider] == ON_TRACK]
    if sorted(s.queue[: s.field]) != racing:
        faults.append("the queue does not match the riders on the track")
    if any(rider != NOBODY for rider in s.queue[s.field :]):
        faults.append("a rider is listed beyond the end of the queue")
    squares = [s.square[rider] for rider in s.queue[: s.field]]
    if squares != sorted(squares, reverse=True):
        faults.append("the queue is not in race order")
    if s.phase != LINE_UP:
        faults += [f"rider {rider} has vanished" for rider in riders if s.status[rider] not in (ON_TRACK, FINISHED)]
        for rider in riders:
            faults += _hand_kept(s, config, rider)
        faults += _points_kept(s, config)
    return faults


def _hand_kept(s: Race, config: RaceConfig, rider: int) -> list[str]:
    """A rider must have as many cards as he started with, or one fewer once he has finished.

    If the race has ended at once, so has everybody who moved in its last turn.
    """
    hand, start = s.hand[rider], s.line_up[rider]
    cards = sum(card > 0 for card in hand)
    moved_last = config.ends_at_once and s.phase == OVER and s.played[rider] > 0 and s.drawn[rider] == 0
    expected = sum(card > 0 for card in start) - (s.status[rider] == FINISHED or bool(moved_last))
    if cards != expected or hand != sorted(hand, reverse=True):
        return [f"rider {rider} holds {hand}, expected {expected} cards, highest first"]
    return []


def _points_kept(s: Race, config: RaceConfig) -> list[str]:
    """The points awarded must add up to the points for all places taken.

    Tours and finished Pursuits are not checked.
    """
    if config.stages > 1 or (config.loop and s.phase == OVER):
        return []
    expected = 0
    for line in range(config.lines[0]):
        finish = not config.loop and line == config.lines[0] - 1
        table = config.finish_points[0] if finish else config.sprint_points[0]
        expected += sum(table[: min(s.crossed[line], PLACES)])
    found = sum(s.points)
    return (
        [] if found == expected * UNIT else [f"{found} units of points, the places taken are worth {expected * UNIT}"]
    )


def sample(chance: Chance) -> RaceConfig:
    """The config of a random legal race: profile, teams, house rules, and sometimes a tour."""
    profile = ("postal", "postal", "boxed", "pursuit", "blind", "spy")[below(chance, "profile", 6)]
    house = sampled_house(RaceConfig, chance)
    tour = None
    if profile != "pursuit" and below(chance, "tour", 6) == 0:
        hands = ("same", "fresh")[below(chance, "hands", 2)]
        short = {
            "name": "A short stage",
            "length": 50,
            "sprints": [25],
            "sprint_points": [3, 2, 1],
            "finish_points": [6, 4, 2],
        }
        tour = Tour.model_validate({"name": "A tour", "hands": hands, "stages": [short, short]})
    return resolve(profile, 2 + below(chance, "teams", 11), house, tour)[0]


# --- Reads and compares the positions in the race's test cases. tests/cases/cycling/README.md describes every field.


GIVEN = {
    "profile",
    "options",
    "track",
    "teams",
    "phase",
    "turn",
    "riders",
    "led_alone",
    "crossed",
    "points",
    "dropped",
}
RIDER = {"team", "grade", "square", "hand", "arrival"}


def _table(what: str, data: Any) -> dict[str, Any]:
    if not isinstance(data, dict):
        raise BadCase(f"{what}: expected a table, found {data!r}")
    return data


def _numbers(what: str, value: Any) -> list[int]:
    """Checks and returns a list of whole numbers."""
    return [_whole(what, each, -1_000_000, 1_000_000) for each in _listed(what, value)]


def _known(what: str, data: Any, known: set[str]) -> dict[str, Any]:
    unknown = sorted(set(_table(what, data)) - known)
    if unknown:
        raise BadCase(f"{what}: unknown field {unknown[0]!r}; known: {', '.join(sorted(known))}")
    return _table(what, data)


def _whole(what: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise BadCase(f"{what}: expected a whole number from {low} to {high}, found {value!r}")
    return value


def _listed(what: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise BadCase(f"{what}: expected a list, found {value!r}")
    return value


def _units(what: str, value: Any) -> int:
    """Reads race points such as `9` or `19/2`, and returns them in 360360ths. Raises BadCase."""
    try:
        units = Fraction(str(value)) * terms.UNIT
    except (ValueError, ZeroDivisionError):
        raise BadCase(f"{what}: expected points like '9' or '19/2', found {value!r}") from None
    if units.denominator != 1 or not 0 <= units < 2**60:
        raise BadCase(f"{what}: {value!r} is not a possible number of race points; expected points like '9' or '19/2'")
    return int(units)


class RaceCases:
    """Reads and compares the positions in the race's test cases."""

    def set_up(self, given: dict[str, Any]) -> SetUp:
        """The position before the turn, built from the `given` table of a case. Raises BadCase for a bad table."""
        _known("given", given, GIVEN)
        riders = [_known("riders", each, RIDER) for each in _listed("riders", given.get("riders", []))]
        names = self._names(given, riders)
        config = self._config(given, len(names["teams"]))
        s = Race(phase=terms.RACING, turn=_whole("turn", given.get("turn", 1), 1, 1000), led_alone=terms.NOBODY)
        if given.get("phase", "race") == "line-up":
            s.phase = terms.LINE_UP
        elif given.get("phase", "race") != "race":
            raise BadCase(f"phase: expected 'line-up' or 'race', found {given['phase']!r}")
        s.queue[:] = [terms.NOBODY] * terms.RIDERS
        for row in riders:
            self._place(s, config, names, row)
        put_in_race_order(s)
        if config.bonus_by_order and s.turn == 1 and s.field > 0:
            s.led_alone = s.queue[0]  # as at the start
        if "led_alone" in given and given["led_alone"] != "nobody":
            s.led_alone = self._rider(names, config, "led_alone", given["led_alone"])
        for name in _listed("dropped", given.get("dropped", [])):
            s.dropped[self._rider(names, config, "dropped", name)] = 1
        self._crossings(s, config, names, given.get("crossed", {}))
        self._points(s, config, names, given.get("points", {}))
        return SetUp(config, names, s)

    def _names(self, given: dict[str, Any], riders: list[dict[str, Any]]) -> Names:
        teams = [str(each) for each in _listed("teams", given.get("teams", []))]
        mentioned = [str(row.get("team")) for row in riders]
        for listed in given.get("crossed", {}).values() if isinstance(given.get("crossed", {}), dict) else ():
            mentioned += [str(name).rpartition(" ")[0] for name in _listed("crossed", listed)]
        if isinstance(given.get("points"), dict):
            mentioned += [self._team_part(str(name)) for name in given["points"]]
        for team in mentioned:
            if team not in teams:
                teams.append(team)
        for spare in ("Spare One", "Spare Two"):
            if len(teams) < 2:
                teams.append(spare)  # a race has at least two teams; an unused team has no riders
        return {"teams": teams}

    def _team_part(self, name: str) -> str:
        team, _, grade = name.rpartition(" ")
        return team if team and grade in LETTERS else name

    def _config(self, given: dict[str, Any], teams: int) -> RaceConfig:
        profile, options, track = given.get("profile", "postal"), given.get("options", {}), given.get("track")
        if not isinstance(profile, str) or not isinstance(options, dict) or not isinstance(track, str | None):
            raise BadCase("profile and track must be names, and options must be a table")
        try:
            return resolve(profile, teams, options, track)[0]
        except BadData as error:
            raise BadCase(str(error)) from None

    def _place(self, s: Race, config: RaceConfig, names: Names, row: dict[str, Any]) -> None:
        grade = str(row.get("grade"))
        if grade not in ("A", "B", "C", "D"):
            raise BadCase(f"riders: the grade must be A, B, C or D, not {grade!r}")
        rider = names["teams"].index(str(row.get("team"))) * terms.GRADES + LETTERS.index(grade)
        what = f"riders: {short_name(names, rider)}"
        if s.status[rider] == terms.ON_TRACK:
            raise BadCase(f"{what} is listed twice")
        hand = [_whole(f"{what}: hand", card, 1, config.codes - 1) for card in _listed(what, row.get("hand", []))]
        if not 1 <= len(hand) <= terms.HAND:
            raise BadCase(f"{what}: a hand must have 1 to {terms.HAND} cards, not {len(hand)}")
        s.status[rider] = terms.ON_TRACK
        s.square[rider] = _whole(f"{what}: square", row.get("square", 0), 0, 20_000)
        s.hand[rider] = sorted(hand, reverse=True) + [0] * (terms.HAND - len(hand))
        s.line_up[rider] = list(s.hand[rider])
        start = 1 + LETTERS.index(grade) if config.by_arrival else 1
        if config.seated:
            start = 1 + LETTERS.index(grade) * config.teams + rider // terms.GRADES
        s.arrival[rider] = _whole(f"{what}: arrival", row.get("arrival", start), 1, 1000)
        s.queue[s.field] = rider
        s.field += 1

    def _rider(self, names: Names, config: RaceConfig, what: str, name: Any) -> int:
        rider = find_rider(names, str(name), config.teams)
        if rider is None:
            raise BadCase(f"{what}: unknown rider {name!r}; write riders like 'Red A'")
        return rider

    def _line(self, config: RaceConfig, key: str) -> int:
        at = [str(square) for square in config.line_at[0][: config.lines[0]]]
        if key == "finish" and not config.loop:
            return config.lines[0] - 1
        if key not in at:
            raise BadCase(f"crossed: there is no line after square {key!r}; lines come after squares {', '.join(at)}")
        return at.index(key)

    def _crossings(self, s: Race, config: RaceConfig, names: Names, crossed: Any) -> None:
        for key, riders in _table("crossed", crossed).items():
            line = self._line(config, key)
            for name in _listed("crossed", riders):
                rider = self._rider(names, config, "crossed", name)
                s.crossed[line] += 1
                if not config.loop and line == config.lines[0] - 1:
                    if s.status[rider] == terms.ON_TRACK:
                        raise BadCase(f"crossed: {name} has finished and cannot be on the track")
                    s.status[rider], s.square[rider] = terms.FINISHED, config.length[0] + 1
                    s.place[rider] = s.crossed[line]
                    s.places[rider // terms.GRADES][s.crossed[line]] += 1

    def _points(self, s: Race, config: RaceConfig, names: Names, points: Any) -> None:
        for name, value in _table("points", points).items():
            rider = find_rider(names, name, config.teams)
            at = rider if rider is not None else self.seat(names, name) * terms.GRADES
            s.points[at] += _units(f"points: {name}", value)

    def seat(self, names: Names, text: str) -> int:
        """The team with this name. Raises BadCase if there is none."""
        if text not in names["teams"]:
            raise BadCase(f"unknown team {text!r}; teams: {', '.join(names['teams'])}")
        return int(names["teams"].index(text))

    def compare(self, expect: dict[str, Any], at: SetUp, after: Race) -> list[str]:
        """The differences between the case's expectations and the state. Raises BadCase for an unknown expectation."""
        checks = {
            "riders": self._compare_riders,
            "points": self._compare_points,
            "led_alone": self._compare_leader,
            "crossed": self._compare_crossed,
            "finished": self._compare_finished,
            "dropped": self._compare_dropped,
            "places": self._compare_places,
            "over": self._compare_over,
            "table": self._compare_table,
        }
        _known("expect", expect, set(checks) | {"refused", "events", "silent"})
        return [fault for name, value in expect.items() for fault in checks[name](value, at, after)]

    def _compare_riders(self, rows: Any, at: SetUp, s: Race) -> list[str]:
        faults, stated, found = [], [], []
        for row in _listed("riders", rows):
            _known("riders", row, RIDER)
            rider = self._rider(at.names, at.config, "riders", f"{row.get('team')} {row.get('grade')}")
            name = short_name(at.names, rider)
            hand = sorted(card for card in s.hand[rider] if card)
            if "square" in row and row["square"] != s.square[rider]:
                faults.append(f"{name}: expected on {row['square']}, found on {s.square[rider]}")
            if "hand" in row and sorted(_numbers("hand", row["hand"])) != hand:
                faults.append(f"{name}: expected cards {sorted(row['hand'])}, found {hand}")
            if "arrival" in row:
                stated.append(_whole("arrival", row["arrival"], -1_000_000, 1_000_000))
                found.append(s.arrival[rider])
        if _ranks(stated) != _ranks(found):
            faults.append(f"order of movement: expected ranks {_ranks(stated)} of those listed, found {_ranks(found)}")
        return faults

    def _compare_points(self, points: Any, at: SetUp, s: Race) -> list[str]:
        faults = []
        for name, value in _table("points", points).items():
            rider = find_rider(at.names, name, at.config.teams)
            found = s.points[rider] if rider is not None else team_points(s, self.seat(at.names, name))
            if found != _units(f"points: {name}", value):
                faults.append(f"points of {name}: expected {value}, found {exact_points(found)}")
        return faults

    def _compare_leader(self, value: Any, at: SetUp, s: Race) -> list[str]:
        found = "nobody" if s.led_alone == terms.NOBODY else short_name(at.names, s.led_alone)
        return [] if value == found else [f"led alone: expected {value}, found {found}"]

    def _compare_crossed(self, value: Any, at: SetUp, s: Race) -> list[str]:
        found = {key: s.crossed[self._line(at.config, key)] for key in _table("crossed", value)}
        return [f"over the line {k}: expected {value[k]}, found {n}" for k, n in found.items() if n != value[k]]

    def _compare_finished(self, value: Any, at: SetUp, s: Race) -> list[str]:
        return self._same_riders(
            "finished", value, [r for r in range(terms.RIDERS) if s.status[r] == terms.FINISHED], at
        )

    def _compare_dropped(self, value: Any, at: SetUp, s: Race) -> list[str]:
        marked = [r for r in range(terms.RIDERS) if s.dropped[r] and s.status[r] == terms.ON_TRACK]
        return self._same_riders("dropped", value, marked, at)

    def _same_riders(self, what: str, value: Any, riders: list[int], at: SetUp) -> list[str]:
        found = sorted(short_name(at.names, rider) for rider in riders)
        expected = sorted(str(each) for each in _listed(what, value))
        return [] if expected == found else [f"{what}: expected {expected}, found {found}"]

    def _compare_places(self, value: Any, at: SetUp, s: Race) -> list[str]:
        faults = []
        for name, place in _table("places", value).items():
            found = s.place[self._rider(at.names, at.config, "places", name)]
            if found != place:
                faults.append(f"place of {name}: expected {place}, found {found}")
        return faults

    def _compare_over(self, value: Any, at: SetUp, s: Race) -> list[str]:
        found = s.phase == terms.OVER
        return [] if value is found else [f"over: expected {value}, found {found}"]

    def _compare_table(self, value: Any, at: SetUp, s: Race) -> list[str]:
        r = Result()
        result(s, at.config, r)
        expected = [sorted(str(team) for team in _listed("table", group)) for group in _listed("table", value)]
        among = {team for group in expected for team in group}
        found = []
        for rank in sorted(set(r.rank[: at.config.teams])):
            teams = [team_name(at.names, t) for t in range(at.config.teams) if r.rank[t] == rank]
            if among & set(teams):
                found.append(sorted(among & set(teams)))
        return [] if expected == found else [f"table: expected {expected}, found {found}"]


def _ranks(values: list[int]) -> list[int]:
    """The rank of each value in this list: 1 for the lowest. Equal values share a rank."""
    return [sorted(set(values)).index(value) + 1 for value in values]


# --- Breaking Away as a `Game`: its rules and texts combined in the form that the core expects of every game.


def kept_in(s: Race, config: RaceConfig) -> RaceConfig:
    """The config in which this stage is the last one, so that its end does not put the riders back at the start."""
    found = copy(config)
    found.stages = s.stage + 1
    return found


GAME: Game[Race, RaceConfig] = Game(
    name="cycling",
    title="Breaking Away",
    edition="1",
    rules=BOOK,
    state=Race,
    config=RaceConfig,
    seats=(2, 12),
    max_slots=SLOTS,
    start=start,
    choosers=choosers,
    slots=slots,
    codes=codes,
    refuse=refuse,
    slot_codes=slot_codes,
    candidates=candidates,
    candidate=candidate,
    step=step,
    redact=redact,
    determinize=determinize,
    result=finish.result,
    ended=finish.ended,
    bound=bound,
    seat_count=lambda config: int(config.teams),
    words=RaceWords(),
    invariants=invariants,
    preview=preview,
    absent=0,
    sample=sample,
    instructions={"highest": highest_cards, "lowest": lowest_cards},
    instructions_say=orders.SAYS,
    ruling=ruling,
    showing=showing,
    is_lasting=is_lasting,
    kept_in=kept_in,
    host_rulings=host_rulings,
    host_ruling_says=host_ruling_says,
    cases=RaceCases(),
    statistics=STATISTICS,
    unit=UNIT,
    has_chance=False,
    points=points_text,
    named=SHAPE,
    keeps_secrets=lambda config: bool(config.blind or config.secret_hands),
    more_options=("profile", "teams", "tour"),
    misstated=misstated,
)
