"""Data files: the config, the advanced game's tables and the rosters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Field

from breakaway.core.data_files import BadData, Strict, checked, read_toml
from breakaway.core.data_files import house_rules as checked_house
from breakaway.core.language import _, many, marked, say
from breakaway.core.rulebook import options_of, put_options, unmet
from breakaway.games.fate.rules import terms
from breakaway.games.fate.rules.state import FateConfig
from breakaway.games.fate.rules.terms import APPROACHES, LOWEST, MEN
from breakaway.games.fate.text.names import POSITION_LETTERS
from breakaway.players.set_folders import own_file

# --- The printed tables of the advanced game as numbers: templates, contests, events, injuries, penalties.


READ_AS = {"FS": "SF", "SS": "SF"}  # FF-G35
OFFENSE_NAMES = POSITION_LETTERS[:8]
RECEIVERS = ("WR", "TE", "FB", "RB")
APPROACH_NAMES = ("Careful", "Clever", "Flashy", "Forceful", "Quick", "Sneaky")
QUARTERBACK = (2, 3, 1, 0, 1, 2)  # FF-G34
FORCEFUL_FULLBACK = 3  # FF-G36
APPROACH_ROWS = ("run_inside", "run_outside", "screen", "quick", "short", "long", "draw", "play_action")
CONTESTS = ("run_inside", "run_outside", "quick", "short", "long")
EVENTS = {"-": 0, "FATE": 1, "FUMBLE": 1, "PENALTY": 2, "INJURY": 3}
PICKS = {"QSL": (terms.QUICK, 0), "SL": (terms.SHORT, 0), "L?": (terms.LONG, 1), "INC": (terms.NONE, 0)}
LASTS = {
    "Season": terms.SEASON,
    "Game": terms.GAME_LONG,
    "Half": terms.HALF,
    "Quarter": terms.THIS_QUARTER,
    "Series": terms.SERIES,
}


LINE_UPS = {
    terms.PUNT_IT: "punt",
    terms.KICK_IT: "field_goal",
    terms.KICKOFF: "kickoff",
    terms.FREE_KICK: "free_kick",
}  # any other: "play"


def position_of(name: str) -> int:
    """The number of the position with this printed name."""
    return POSITION_LETTERS.index(READ_AS.get(name, name))


def template(data: dict[str, Any], forceful_fullback: bool) -> list[int]:
    """The ratings of a team without a roster, one for each approach of each position."""
    found = list(QUARTERBACK)
    for name in POSITION_LETTERS[1:]:
        found += data["approach"][name]
    if forceful_fullback:
        found[position_of("FB") * terms.APPROACHES + terms.FORCEFUL] = FORCEFUL_FULLBACK
    return found


def put_advanced(config: FateConfig, data: dict[str, Any], forceful_fullback: bool) -> None:
    """Writes the tables of the advanced game into the config."""
    config.rating = [template(data, forceful_fullback) for _ in range(terms.SIDES)]
    config.play_approach = [
        [APPROACH_NAMES.index(each) for each in data["play_approach"][row]] for row in APPROACH_ROWS
    ]
    for i, name in enumerate(CONTESTS):
        for roll in range(terms.ROLLS):
            put_contest(config, i, roll, data["contest"][name][roll])
    config.event_first = [EVENTS[each] for each in data["fate_event"]["first"]]
    config.event_second = [EVENTS[each] for each in data["fate_event"]["second"]]
    put_interceptions(config, data["interception"])
    put_injuries(config, data["injury"])
    put_penalties(config, data["penalty_column"])


def put_contest(config: FateConfig, row: int, roll: int, text: str) -> None:
    """Writes one contest cell such as `IL+DT 3`, `OC vs DT 2` or `OG 1` into the config."""
    players, digit = text.rsplit(" ", 1)
    named = re.split(r"\+| vs ", players)
    offense = [position_of(each) for each in named if each in OFFENSE_NAMES]
    defense = [position_of(each) for each in named if each not in OFFENSE_NAMES]
    for i in range(2):
        config.contest_offense[row][2 * roll + i] = offense[i] if i < len(offense) else terms.NONE
        config.contest_defense[row][2 * roll + i] = defense[i] if i < len(defense) else terms.NONE
    config.contest_slot[row][roll] = int(digit) - 1
    config.contest_receiver[row][roll] = position_of(named[0]) if named[0] in RECEIVERS else terms.NONE


def put_interceptions(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes into the config which incompletions are intercepted, where, and how far the ball is returned."""
    for roll, text in enumerate(data["on_incomplete"]):
        config.intercepted_by[roll], config.intercepted_again[roll] = PICKS[text]
    config.point = [list(data[f"point_{each}"]) for each in ("quick", "short", "long")]
    config.pick_return = list(data["return"])


def put_injuries(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes into the config who can be injured and for how long. A duration of n plays is written as SERIES + n."""
    for roll, text in enumerate(data["who"]):
        group = [terms.CARRIER] if text == "BALL_CARRIER" else [position_of(each) for each in text.split("/")]
        config.injured[roll] = (group + [terms.NONE] * 3)[:3]
    config.duration = [
        LASTS[each] if each in LASTS else terms.SERIES + int(each.split()[0]) for each in data["duration"]
    ]


def put_line_ups(config: FateConfig, data: dict[str, list[str]]) -> None:
    """Writes into the config which positions each declaration keeps off the field (FF-G40)."""
    for declared in range(terms.DECLARATIONS):
        there = {position_of(each) for each in data[LINE_UPS.get(declared, "play")]}
        config.benched[declared] = [int(position not in there) for position in range(len(POSITION_LETTERS))]


def put_penalties(config: FateConfig, data: dict[str, Any]) -> None:
    """Writes the side and the foul in each penalty cell into the config."""
    for i, column in enumerate(("c1", "c2", "c3", "c4")):
        for roll, text in enumerate(data[column]):
            side, foul = text.split(" ")
            config.foul_side[i][roll] = int(side in ("Def", "Return"))
            config.foul_kind[i][roll] = terms.ONE_OR_TWO if foul == "1/2" else int(foul)


# --- A roster: a team with its coach as a character, its players by position, and their ratings.
#
#     from breakaway.games.fate.files import read_roster
#     roster = read_roster("mudlarks")        # a shipped roster, or the path of a TOML file
#
# An error lists all mistakes in a file, each with its field.


FOLDER = Path(__file__).parent / "data" / "rosters"
ROSTERS = "rosters"  # the kind of sets with people's own rosters
BEST = 4  # the highest rating; the templates go up to 3
LONGEST_NAME, LONGEST_TEXT = 40, 160
SHAPE = {  # the shape of the names in a match's record
    "teams": [str],
    "seats": [str],
    "rosters": [
        {
            "coach": {
                **dict.fromkeys(("name", "high_concept", "trouble"), str),
                **{key: [str] for key in ("aspects", "stunts")},
                "approaches": dict.fromkeys(APPROACH_NAMES, int),
            },
            "players": {str: [str]},
        }
    ],
}
CHARACTER = [3, 2, 2, 1, 1, 0]  # the approaches of a Fate Accelerated character


def a_name(text: str) -> str:
    """Returns the name; raises ValueError if it is empty, too long, padded with spaces or not printable."""
    if not (text == text.strip() and 1 <= len(text) <= LONGEST_NAME and text.isprintable()):
        expected = marked("expected a name of 1 to {most} printable characters, without spaces at either end")
        raise ValueError(say(expected, most=LONGEST_NAME))
    return text


def a_sentence(text: str) -> str:
    """Returns the line of text; raises ValueError if it is empty, too long or not printable."""
    if not (text.strip() and len(text) <= LONGEST_TEXT and text.isprintable()):
        raise ValueError(say("expected a line of 1 to {most} printable characters", most=LONGEST_TEXT))
    return text


def a_character(approaches: Approaches) -> Approaches:
    """Returns the approaches; raises ValueError unless they fit a Fate Accelerated character."""
    found = sorted(approaches.model_dump().values(), reverse=True)
    if found != CHARACTER:
        raise ValueError(
            say("the ratings must be one 3, two 2s, two 1s and one 0, not {found}", found=", ".join(map(str, found)))
        )
    return approaches


PersonName = Annotated[str, AfterValidator(a_name)]
Sentence = Annotated[str, AfterValidator(a_sentence)]
Rating = Annotated[int, Field(ge=LOWEST, le=BEST)]


class Approaches(Strict):
    """The six approaches of a coach."""

    Careful: int
    Clever: int
    Flashy: int
    Forceful: int
    Quick: int
    Sneaky: int


class Coach(Strict):
    """The coach as a character, who is shown but has no effect on the dice."""

    name: PersonName
    high_concept: Sentence
    trouble: Sentence
    aspects: Annotated[list[Sentence], Field(default_factory=list, max_length=3)]
    stunts: Annotated[list[Sentence], Field(default_factory=list, max_length=3)]
    approaches: Annotated[Approaches, AfterValidator(a_character)]


class Position(Strict):
    """The players of a position: the first one starts, and the others replace him in this order.

    The ratings have the same form as in the templates.
    """

    names: Annotated[list[PersonName], Field(min_length=1, max_length=MEN)]
    ratings: Annotated[list[Rating], Field(min_length=APPROACHES, max_length=APPROACHES)] | None = None


class People(Strict):
    """The coach of a team, and the names of its players by position, as a record lists them."""

    coach: Coach
    players: dict[str, Annotated[list[PersonName], Field(min_length=1, max_length=MEN)]]


class Players(Strict):
    """The players at each position that has a template."""

    QB: Position
    WR: Position
    TE: Position
    FB: Position
    RB: Position
    OT: Position
    OG: Position
    OC: Position
    K: Position
    CB: Position
    SF: Position
    OL: Position
    IL: Position
    DE: Position
    DT: Position
    P: Position


class Roster(Strict):
    """The roster file of one team."""

    name: PersonName
    says: Sentence = "A team of their own."
    coach: Coach
    players: Players

    def position(self, name: str) -> Position:
        """The position with this printed name."""
        found: Position = getattr(self.players, name)
        return found

    def people(self) -> dict[str, Any]:
        """The coach and the players, as a match stores them among its names."""
        players = {name: list(self.position(name).names) for name in POSITION_LETTERS}
        return {"coach": self.coach.model_dump(), "players": players}


def shipped() -> list[str]:
    """The names of the rosters that come with the game."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read_roster(text: str) -> Roster:
    """Reads a shipped roster by its name, one of the owner's own, or the file at this path; raises BadData.

    `herons/first` is the roster `first` of the owner's set `herons`.
    """
    path = FOLDER / f"{text}.toml" if text in shipped() else own_file(ROSTERS, text) or Path(text)
    if not path.exists():
        raise BadData(f"{text}: unknown roster or file; known rosters: {listed()}")
    return roster_of(read_toml(path), str(path))


def roster_of(data: Any, where: str) -> Roster:
    """The roster with this `data`; raises BadData. `where` says where the data come from."""
    roster = checked(Roster, data, where)
    doubled = [f"{where}: {fault}" for fault in doubles(roster)]
    if doubled:
        raise BadData("\n".join(doubled))
    return roster


def listed() -> str:
    """The names of the shipped rosters on one line."""
    return ", ".join(shipped())


def doubles(roster: Roster) -> Iterator[str]:
    """Yields a fault for each name that two people on a roster share: nobody could tell which of the two is hurt."""
    seen = {roster.coach.name.casefold(): "coach: name"}
    for position in POSITION_LETTERS:
        for i, name in enumerate(roster.position(position).names, 1):
            place = f"players: {position}: names {i}"
            before = seen.setdefault(name.casefold(), place)
            if before != place:
                yield f"{place}: {name!r} is already used in {before}; expected a different name"


def put_rosters(config: FateConfig, rosters: Sequence[Roster]) -> None:
    """Writes the ratings into the config, Home's first. A position without ratings keeps those of its template."""
    for side, roster in enumerate(rosters):
        for i, name in enumerate(POSITION_LETTERS):
            ratings = roster.position(name).ratings
            if ratings is not None:
                config.rating[side][i * APPROACHES : (i + 1) * APPROACHES] = ratings


def checked_people(found: Any) -> list[dict[str, Any]]:
    """Checks the people in a record, which may come from a stranger.

    Raises ValueError if these people are not valid for a match.
    """
    if not isinstance(found, list) or len(found) > 2:
        raise ValueError(_("a match cannot have more than two rosters"))
    for number, each in enumerate(found, 1):
        if not each:
            continue
        people = checked(People, each, say("roster {number}", number=number))
        if set(people.players) != set(POSITION_LETTERS):
            raise ValueError(_("a roster needs a player for each position, and a coach"))
    return found


# --- Makes the config of a match from data/tables.toml and the house rules.
#
#     from breakaway.games.fate.files import resolve
#     config, options = resolve({"touchback": 25})


DATA = Path(__file__).parent / "data"
ROWS = ("run_inside", "run_outside", "screen", "quick", "short", "long", "draw", "play_action")
REALISTIC_DRAW = [-1, 0, 1, 1, 2]  # FF-G5
WORDS = {
    "GL": 0,
    "TB": terms.TOUCHBACK_CELL,
    "TD": terms.TOUCHDOWN_CELL,
    "5F": 5,
    "PR": terms.PASS_RUSH,
    "SG": terms.CHAIN,
    "LG": terms.CHAIN,
    "FC": terms.FAIR_CATCH,
    "FC_FUMBLE": terms.FAIR_CATCH_FUMBLE,
}
OFFENSE_DICE = {
    "Run Inside": terms.RUN_INSIDE,
    "Run Outside": terms.RUN_OUTSIDE,
    "Screen": terms.SCREEN_PASS,
    "Quick": terms.QUICK,
    "Short": terms.SHORT,
    "Long": terms.LONG,
    "Draw": terms.DRAW,
    "Play Action": terms.PLAY_ACTION,
    "": terms.NONE,
}
DEFENSE_DICE = {
    "Run": terms.RUN_D,
    "Neutral": terms.NEUTRAL,
    "Pass": terms.PASS_D,
    "Prevent": terms.PREVENT,
    "Blitz": terms.BLITZ,
    "": terms.NONE,
}
SCREENS = {"INT": terms.SCREEN_INTERCEPTED, "INC": terms.SCREEN_INCOMPLETE, "RO": 1, "ROx2": 2, "ROx3": 3, "ROx4": 4}
RUSHES = {
    "SACK": terms.SACK_CELL,
    "QBRUN": terms.QB_RUN_CELL,
    "INC": terms.INCOMPLETE_CELL,
    "COMP": terms.COMPLETE_CELL,
}


def house_rules(house: dict[str, Any]) -> dict[str, Any]:
    """The house rules of a match, defaults included. Raises BadData for a wrong name or value.

    The basic game refuses house rules of the advanced game, which would have no effect.
    """
    options = checked_house(FateConfig, house)
    if alone := unmet(options_of(FateConfig), options):
        raise BadData(
            many(
                "{names} works only in the advanced game: set advanced=true too, or leave out this house rule",
                "{names} work only in the advanced game: set advanced=true too, or leave out these house rules",
                len(alone),
                names=", ".join(alone),
            )
        )
    return options


@cache
def printed() -> dict[str, Any]:
    """The printed tables."""
    return read_toml(DATA / "tables.toml")


def cells(row: list[Any]) -> list[int]:
    """The cells of a printed row as numbers."""
    return [WORDS[each] if isinstance(each, str) else int(each) for each in row]


def put_tables(config: FateConfig, options: dict[str, Any]) -> None:
    """Writes the printed tables into the config."""
    data = printed()
    dice = data["dice"]
    config.offense_die = [[OFFENSE_DICE[face] for face in dice[die]] for die in ("off1", "off2", "off3")]
    config.defense_die = [[DEFENSE_DICE[face] for face in dice[die]] for die in ("def1", "def2")]
    config.fielded_at = cells(data["kickoff"]["fielded_at"])
    config.kick_return = cells(data["kickoff"]["return"])
    config.kick_fumble = [int(str(each).endswith("F")) for each in data["kickoff"]["return"]]
    config.matrix = [cells(data["matrix"][row]) for row in ROWS]
    if options["draw"] == "realistic":
        config.matrix[ROWS.index("draw")] = list(REALISTIC_DRAW)
    config.run_yards = [
        cells(data["run"][lane + stage]) for lane in ("inside", "outside") for stage in ("", "_sg", "_lg")
    ]
    config.difficulty = [data["pass_difficulty"][each] for each in ("quick", "short", "long")]
    config.pass_yards = [
        cells(data["pass"][each + gain]) for gain in ("", "_lg") for each in ("quick", "short", "long")
    ]
    config.screen = [SCREENS[each] for each in data["screen"]["result"]]
    config.rush = [RUSHES[each] for each in data["pass_rush"]["result"]]
    config.punt_gross = cells(data["punt"]["gross"])
    config.punt_return = cells(data["punt"]["return"])
    bands = data["field_goal"]["bands"]
    config.band_from, config.band_to, config.band_difficulty = ([band[i] for band in bands] for i in range(3))


def misstated(options: Mapping[str, Any], config: FateConfig, names: Mapping[str, Any]) -> list[str]:
    """The house rules without a field of their own whose `options` differ from the config.

    Rosters may have any ratings, so a fullback is compared only in a match without rosters.
    """
    found = []
    if options.get("draw", draw := drawn_as(config)) != draw:
        found.append("draw")
    if "forceful_fullback" in options:
        forceful = options["forceful_fullback"]
        if not isinstance(forceful, bool) or config.rating == [template(printed(), not forceful)] * terms.SIDES:
            found.append("forceful_fullback")
    return found


def drawn_as(config: FateConfig) -> str:
    """The value of the house rule `draw` in a config."""
    return "realistic" if config.matrix[ROWS.index("draw")] == list(REALISTIC_DRAW) else "printed"


def resolve(house: dict[str, Any] | None = None, rosters: Sequence[Roster] = ()) -> tuple[FateConfig, dict[str, Any]]:
    """The config of a match and its resolved options; raises BadData for anything unknown or out of range.

    `house` contains the house rules that differ from the defaults. `rosters` contains the rosters with the players'
    ratings, Home's first.
    """
    options = house_rules(house or {})
    config = FateConfig()
    put_options(config, options)
    put_tables(config, options)
    put_advanced(config, printed(), options["forceful_fullback"])
    put_line_ups(config, read_toml(DATA / "on_field.toml")["on_field"])
    put_rosters(config, rosters)
    return config, options
