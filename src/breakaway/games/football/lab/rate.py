"""`breakaway teams rate`: whether a team's cards are too strong, and which of them carry it.

The team meets every other team, with equal players on both sides. Matches are played in pairs: both matches of a pair
have the same seed, and the team plays one at home and the other away. The share of a pair is 1 for two wins, and a tie
counts as half a win. Whatever was played is kept when somebody stops the measurement.

A card *carries* the team if the team wins less often without its strength. So each card in turn is made weaker, and the
sheets play the same seeds again. The sheets call by their charts and not by strength, so they call the weaker card as
often as before. How often `champion` calls a card, and what the card gains then, is counted in its matches.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from breakaway.core.language import UserError
from breakaway.core.state import copy, json_of, to_json
from breakaway.display.document import Document, Grid, Line, Section
from breakaway.games.football.files.config import Library, resolve
from breakaway.games.football.files.teams import Team
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.state import EXPERT_SHEETS, FootballConfig
from breakaway.games.football.rules.terms import CARDS, NONE, PASS, PLAYS, RUN
from breakaway.games.football.setup import folder_of
from breakaway.games.football.statistics import TOUCHDOWN
from breakaway.lab.batches import Chunk, ChunkPlayer
from breakaway.lab.compile_cache import source_hash
from breakaway.lab.simulate import ProgressBar, Threads
from breakaway.players.seated_match import SHEET
from breakaway.terminal.screen import STOPPED, Screen

FAIR = (45, 55)  # percent of matches that a team may win: the aim for the teams that ship with the game
SURE = 1.96  # standard errors to each side in a 95% interval
WEAKER = 2  # points that a card loses, to see what they are worth
HOME, AWAY = 0, 1
NOBODY = "random"  # a coach who is never asked, because sheets play every seat
MOST = 1_000_000  # pairs
QUARTERS = 4  # the share of a pair is a number of quarters: a tie is half of one of its two matches


@dataclass(frozen=True)
class Playing:
    """Who plays both sides.

    `name` is what people type after `--by`. `coach` plays every seat; SHEET stands for each team's own sheets. `pairs`
    are played against each team, `chunk` of them at a time. `house` rules say anything else, such as which sheets.
    """

    name: str
    title: str
    coach: str
    pairs: int
    chunk: int
    house: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_sheets(self) -> bool:
        """Whether the teams' sheets play."""
        return self.coach == SHEET

    def can_play(self, team: Team) -> bool:
        """Whether a team has what it takes: the sheets that play."""
        return not self.is_sheets or (team.expert is not None if self.house == EXPERT_SHEETS else team.has_sheets)

    def config(self, home: str, away: str, folder: Path | None) -> FootballConfig:
        """The config of a match between two teams. Raises BadData."""
        return resolve(home, away, (HOME, AWAY) if self.is_sheets else (), dict(self.house), folder)[0]

    def player(self, config: FootballConfig) -> ChunkPlayer:
        """Plays matches with this config."""
        return ChunkPlayer(GAME, config, [NOBODY if self.is_sheets else self.coach] * 2)


PLAYINGS = (
    Playing("sheet", "sheets", SHEET, 1000, 125),
    Playing("expert", "expert sheets", SHEET, 1000, 125, EXPERT_SHEETS),
    Playing("champion", "champion", "champion", 50, 5),
)


class RatedCard(NamedTuple):
    """A card of the team that is rated: an offense or a defense card, counted from 0."""

    is_defense: bool
    number: int

    @property
    def key(self) -> str:
        """The card in a file of results: `o7`, `d3`."""
        return f"{'d' if self.is_defense else 'o'}{self.number + 1}"


KEPT = {"of", "first", "quarters", "called"}  # of each piece in a file of results
AS_IT_IS = ""  # instead of the key of a card: no card is weaker


def cards_of(team: Team) -> list[RatedCard]:
    """All cards of a team."""
    return [RatedCard(False, i) for i in range(CARDS)] + [
        RatedCard(True, i) for i in range(len(team.defense_formations))
    ]


def weaken(config: FootballConfig, seat: int, card: RatedCard, points: int = WEAKER) -> None:
    """Makes both sides of a seat's card weaker by some `points`; no strength falls below 0.

    A defense card's calls become weaker on the defense sheet, too: every cell with the card's formation and call, even
    if another card has the same call.
    """
    if not card.is_defense:
        for code in (2 * card.number, 2 * card.number + 1):
            config.play_strength[seat][code] = max(0, config.play_strength[seat][code] - points)
        return
    formation = config.defense_formation[seat][card.number]
    for call in (2 * card.number, 2 * card.number + 1):
        printed = (config.call_type[seat][call], config.call_run[seat][call], config.call_pass[seat][call])
        if printed[0] == NONE:
            continue
        run, passing = (max(0, strength - points) for strength in printed[1:])
        config.call_run[seat][call], config.call_pass[seat][call] = run, passing
        for at, name in enumerate(config.back_formation[seat]):
            cell = (config.back_type[seat][at], config.back_run[seat][at], config.back_pass[seat][at])
            if name == formation and cell == printed:
                config.back_run[seat][at], config.back_pass[seat][at] = run, passing


# --- What is played: pieces of a few pairs against one team, and what came of them.


class Of(NamedTuple):
    """What a series of pairs measures: who plays both sides, against which team, and which card is weaker."""

    by: str
    against: str
    card: str = AS_IT_IS


class RatedPiece(NamedTuple):
    """The pairs `first` to `first + pairs - 1` of a series."""

    of: Of
    first: int
    pairs: int


class CardCalls(NamedTuple):
    """How often the team called each of its 30 plays, the lines that they gained, and how many made a first down."""

    times: list[int]
    lines: list[int]
    made: list[int]


def pair_quarters(home: Chunk, away: Chunk) -> list[int]:
    """The share of each pair in quarters, from 0 to 4. The team plays at home in the first chunk."""
    found = np.zeros(len(home.seeds), np.int64)
    for seat, chunk in ((HOME, home), (AWAY, away)):
        mine, theirs = chunk.results["score"][:, seat], chunk.results["score"][:, 1 - seat]
        found += 2 * (mine > theirs) + (mine == theirs)
    return [int(each) for each in found]


def calls_in(home: Chunk, away: Chunk) -> CardCalls:
    """The runs and passes from scrimmage that the team called in these matches; no tries, no penalties."""
    found = np.zeros((3, PLAYS), np.int64)
    for seat, chunk in ((HOME, home), (AWAY, away)):
        rows = chunk.rows
        kept = (rows["offense"] == seat) & (rows["is_try"] == 0) & (rows["penalty"] == 0)
        rows = rows[kept & ((rows["kind"] == RUN) | (rows["kind"] == PASS)) & (rows["call"] >= 0)]
        made = (rows["first_down"] == 1) | (rows["result"] == TOUCHDOWN)
        for row, weight in zip(found, (np.ones(len(rows)), rows["lines"], made), strict=True):
            row += np.bincount(rows["call"], weight, PLAYS).astype(np.int64)
    return CardCalls(*([int(each) for each in row] for row in found))


class Results:
    """What was played so far, and a file that keeps it.

    The first line of the file says what was measured, and every other line is a piece.
    """

    def __init__(self, said: Mapping[str, Any], keep: Path | None = None) -> None:
        """Reads what the file `keep` already has. Raises UserError if it belongs to another measurement."""
        self.quarters: dict[Of, dict[int, list[int]]] = {}
        self.called: dict[Of, dict[int, CardCalls]] = {}
        self.lock, self.keep = threading.Lock(), keep
        if keep is None:
            return
        if not keep.exists():
            keep.write_text(json.dumps(said) + "\n", encoding="utf-8")
            return
        head, *lines = keep.read_text(encoding="utf-8", errors="replace").splitlines() or [""]
        if self._read(head) != said:
            raise UserError(
                f"{keep}: this file is not from the same measurement: the team, the other teams, the players, the seed "
                "or the program have changed. Name another file with --keep"
            )
        whole = [head]
        for line in lines:
            piece = self._read(line)
            if not isinstance(piece, dict) or piece.keys() != KEPT:  # the program was killed while it wrote
                break
            whole.append(line)
            calls = CardCalls(*piece["called"]) if piece["called"] else None
            self._take(
                RatedPiece(Of(*piece["of"]), piece["first"], 0), [int(each) for each in piece["quarters"]], calls
            )
        keep.write_text("\n".join(whole) + "\n", encoding="utf-8")

    @staticmethod
    def _read(line: str) -> Any:
        try:
            return json_of(line)
        except ValueError:
            return None

    def add(self, piece: RatedPiece, quarters: list[int], called: CardCalls | None) -> None:
        """Adds a piece. Several threads may do so."""
        with self.lock:
            self._take(piece, quarters, called)
            if self.keep is not None:
                said = {"of": piece.of, "first": piece.first, "quarters": "".join(map(str, quarters)), "called": called}
                with self.keep.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(said) + "\n")

    def _take(self, piece: RatedPiece, quarters: list[int], called: CardCalls | None) -> None:
        self.quarters.setdefault(piece.of, {})[piece.first] = quarters
        if called is not None:
            self.called.setdefault(piece.of, {})[piece.first] = called

    def pairs(self, of: Of) -> dict[int, float]:
        """The share of each pair that was played, by its number."""
        found = self.quarters.get(of, {})
        return {first + i: each / QUARTERS for first in sorted(found) for i, each in enumerate(found[first])}

    def calls(self, by: str) -> CardCalls:
        """What the team called in all matches of these players."""
        found = np.zeros((3, PLAYS), np.int64)
        for of, pieces in self.called.items():
            if of.by == by:
                found += np.array([list(each) for each in pieces.values()]).sum(0)
        return CardCalls(*([int(each) for each in row] for row in found))


class WinShare(NamedTuple):
    """A share, or a difference of shares, with half of its 95% interval. Both are in percent."""

    value: float
    error: float
    pairs: int

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.error

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.error


def share_of(values: Sequence[float], least: float = 0.0) -> WinShare | None:
    """The mean of the pairs' shares, from `least` to 1, with its interval. None if nothing was played.

    The standard deviation counts one more pair at each end of the range, so that a few equal pairs do not look certain.
    """
    if not values:
        return None
    spread = float(np.std([*values, least, 1.0], ddof=1))
    return WinShare(100 * float(np.mean(values)), 100 * SURE * spread / math.sqrt(len(values)), len(values))


def mean_of(shares: Sequence[WinShare]) -> WinShare | None:
    """The mean over several teams, each counted alike. None without teams."""
    if not shares:
        return None
    error = math.sqrt(sum(each.error**2 for each in shares)) / len(shares)
    return WinShare(sum(each.value for each in shares) / len(shares), error, sum(each.pairs for each in shares))


# --- The measurement.


class Measurement:
    """Rates one team against all others. `folder` has the teams of one's own. Raises BadData or UserError."""

    def __init__(
        self,
        name: str,
        folder: Path | None,
        playings: Sequence[Playing],
        pairs: int | None = None,
        seed: int = 1,
        keep: Path | None = None,
    ) -> None:
        """`pairs` is how many to play against each team, None for the usual number of each `Playing`."""
        library = Library(folder)
        self.name, self.team, self.seed = name, library.team(name), seed
        teams = {each: library.team(each) for each in sorted(library.teams) if each != name}
        self.titles = {each: team.file.name for each, team in teams.items()}
        self.playings = [each for each in playings if each.can_play(self.team)]
        if not self.playings:
            raise UserError(
                f"{name} has no solo sheets of this set, so they cannot play it; leave out --by, or type --by champion"
            )
        self.pairs = {each.name: pairs or each.pairs for each in self.playings}
        self.by = {each.name: each for each in self.playings}
        self.opponents = {
            each.name: [one for one, team in teams.items() if each.can_play(team)] for each in self.playings
        }
        self.configs = {
            (each.name, one): (each.config(name, one, folder), each.config(one, name, folder))
            for each in self.playings
            for one in self.opponents[each.name]
        }
        self.results = Results(self._says(), keep)

    def _says(self) -> dict[str, Any]:
        """Everything that the results depend on."""
        data = json.dumps([[*key, *map(to_json, pair)] for key, pair in sorted(self.configs.items())])
        digest = hashlib.sha256(data.encode()).hexdigest()
        return {"rated": self.name, "seed": self.seed, "data": digest, "engine": source_hash(GAME)}

    def stages(self) -> Iterator[tuple[str, list[Of]]]:
        """What is played one after the other: a title, and the series, which take turns. First who wins, then why."""
        for each in self.playings:
            yield each.title, [Of(each.name, one) for one in self.opponents[each.name]]
        keys = [card.key for card in cards_of(self.team)]
        for each in self.playings:
            if each.is_sheets:
                series = [Of(each.name, one, key) for key in keys for one in self.opponents[each.name]]
                yield f"{each.title}, each card weaker", series

    def missing(self, series: Sequence[Of]) -> list[RatedPiece]:
        """The pieces of these series that were not played yet. Each series gets one piece before any gets the next."""
        found: list[RatedPiece] = []
        if not series:
            return found
        by = self.by[series[0].by]
        for first in range(0, self.pairs[by.name], by.chunk):
            pairs = min(by.chunk, self.pairs[by.name] - first)
            for of in series:
                if len(self.results.quarters.get(of, {}).get(first, ())) < pairs:
                    found.append(RatedPiece(of, first, pairs))
        return found

    def play(self, piece: RatedPiece) -> int:
        """Plays a piece and adds it to the results. Returns the number of matches."""
        by, chunks = self.by[piece.of.by], []
        seed = 1000 * self.seed + self.opponents[by.name].index(piece.of.against)
        card = next((each for each in cards_of(self.team) if each.key == piece.of.card), None)
        for seat, config in enumerate(self.configs[by.name, piece.of.against]):
            if card is not None:
                config = copy(config)
                weaken(config, seat, card)
            chunks.append(by.player(config).play(seed, piece.first, piece.pairs, not by.is_sheets))
        called = None if by.is_sheets else calls_in(*chunks)
        self.results.add(piece, pair_quarters(*chunks), called)
        return 2 * piece.pairs

    def run(self, workers: int) -> bool:
        """Plays everything that is missing, with a progress bar. Returns whether Ctrl-C has stopped it."""
        compiled = set()
        for title, series in self.stages():
            pieces, total = self.missing(series), 2 * self.pairs[series[0].by] * len(series)
            if not pieces:
                continue
            of = pieces[0].of
            with ProgressBar(f"{self.team.file.name}: {title}") as bar:
                try:
                    if of.by not in compiled:
                        bar.compiling()
                        self.by[of.by].player(self.configs[of.by, of.against][HOME]).play(self.seed, 0, 0, False)
                        compiled.add(of.by)
                    bar.begin(total - 2 * sum(each.pairs for each in pieces), total)
                    with closing(Threads(workers).finished(self.play, pieces)) as finished:
                        for _, matches in finished:
                            bar.advance(matches)
                except KeyboardInterrupt:
                    return True
        return False

    # --- What came of it.

    def against(self, by: str, opponent: str) -> WinShare | None:
        """The share of matches that the team won against one other team."""
        return share_of(list(self.results.pairs(Of(by, opponent)).values()))

    def overall(self, by: str) -> WinShare | None:
        """The mean of these shares over all other teams that it met."""
        return mean_of([found for one in self.opponents[by] if (found := self.against(by, one)) is not None])

    def change(self, by: str, card: RatedCard) -> WinShare | None:
        """How the share of matches won changes if this card is weaker: the mean over all other teams."""
        found = []
        for one in self.opponents[by]:
            usual, weak = self.results.pairs(Of(by, one)), self.results.pairs(Of(by, one, card.key))
            both = share_of([weak[i] - usual[i] for i in sorted(usual.keys() & weak.keys())], -1.0)
            found += [] if both is None else [both]
        return mean_of(found)


# --- The command.


def rate(
    name: str,
    folder: str | None,
    by: str | None,
    pairs: int | None,
    seed: int,
    keep: str | None,
    workers: int | None,
    as_json: bool,
) -> int:
    """Rates the team called `name`, or the team in the file `name`, and prints the report, as text or as JSON.

    `by` names players, separated by commas. `folder` has teams of one's own, and `keep` names the file of results.
    None means the default. Returns the exit status. Raises UserError or BadData.
    """
    if folder is None and name.endswith(".toml") and Path(name).is_file():
        folder, name = str(Path(name).parent), Path(name).stem
    if pairs is not None and not 2 <= pairs <= MOST:
        raise UserError(f"--pairs: expected a number from 2 to {MOST}, not {pairs}")
    known = {each.name: each for each in PLAYINGS}
    asked = [each.strip() for each in by.split(",")] if by else list(known)
    if unknown := [each for each in asked if each not in known]:
        raise UserError(f"--by: unknown player {unknown[0]!r}; expected {' or '.join(known)}")
    chosen = [known[each] for each in known if each in asked]
    found = Measurement(
        name.strip().casefold().removesuffix(".toml"),
        folder_of(folder),
        chosen,
        pairs,
        seed,
        Path(keep) if keep else None,
    )
    stopped = found.run(workers or os.cpu_count() or 1)
    if as_json:
        print(json.dumps(as_data(found), ensure_ascii=False, indent=1))
    else:
        screen = Screen()
        screen.tell(report(found))
        if stopped and keep:
            screen.say(f"Stopped. What was played is in {keep}. To go on, run the same command again.")
        elif stopped:
            screen.say("Stopped. The report is about what was played. With --keep FILE, you can go on later.")
    return STOPPED if stopped else 0


# --- The report.


def verdict(found: WinShare) -> str:
    """Whether a team that wins this share of its matches is too strong, in words."""
    if found.low > FAIR[1]:
        return "too strong"
    if found.high < FAIR[0]:
        return "too weak"
    if FAIR[0] <= found.low and found.high <= FAIR[1]:
        return "as strong as the others"
    return "not certain: play more pairs"


def of_percent(found: WinShare | None) -> str:
    """A share with its interval: `48.0% ± 1.1`. A dash if nothing was played."""
    return "–" if found is None else f"{found.value:.1f}% ± {found.error:.1f}"


def report(m: Measurement) -> Document:
    """The report: the verdict, the wins against each team, and the cards."""
    lead = []
    for by in m.playings:
        found = m.overall(by.name)
        if found is None:
            lead.append(Line("nothing was played yet", f"{by.title}: "))
            continue
        lead.append(
            Line(
                f"{verdict(found)}. {m.team.file.name} wins {of_percent(found)} of its matches, over {found.pairs:,} "
                "pairs",
                f"{by.title}: ",
                "bold",
            )
        )
    if not m.team.has_sheets:
        lead.append(Line(f"{m.team.file.name} has no solo sheets, so only champion plays it."))
    elif m.team.expert is None:
        lead.append(Line(f"{m.team.file.name} has no expert sheets, so only its standard sheets play it."))
    return Document(
        f"{m.team.file.name} against all other teams",
        f"A team is as strong as the others if it wins {FAIR[0]} to {FAIR[1]}% of its matches.",
        lead,
        [wins(m), *cards(m)],
        f"Seed {m.seed}. The same seed gives the same dice and cards to another version of the team.",
    )


def wins(m: Measurement) -> Section:
    """The wins against each team."""
    rows = []
    for one in sorted({each for opponents in m.opponents.values() for each in opponents}):
        shares = [m.against(by.name, one) if one in m.opponents[by.name] else None for by in m.playings]
        rows.append([m.titles[one], *map(of_percent, shares)])
    rows.append(["all of them", *(of_percent(m.overall(by.name)) for by in m.playings)])
    says = (
        "Both sides have the same kind of player. A pair is two matches with one seed, at home and away; a tie counts "
        "as half a win; ± is half of the 95% interval."
    )
    heads = ["against", *(by.title for by in m.playings)]
    return Section("Wins", says, [Grid("", heads, rows, strong=[len(rows) - 1])])


def cards(m: Measurement) -> Iterator[Section]:
    """Which cards carry the team. A table for the offense and one for the defense, the most important cards first."""
    sheets = [by for by in m.playings if by.is_sheets]
    coaches = [by for by in m.playings if not by.is_sheets]
    called = {by.name: m.results.calls(by.name) for by in coaches}
    for is_defense, title in ((False, "Offense cards"), (True, "Defense cards")):
        mine = [card for card in cards_of(m.team) if card.is_defense == is_defense]
        if is_defense and not sheets:
            continue
        changes = {card: [m.change(by.name, card) for by in sheets] for card in mine}
        times = {card: sum(sum(each.times[2 * card.number :][:2]) for each in called.values()) for card in mine}
        mine.sort(key=lambda card: ([each.value if each else 0.0 for each in changes[card]], -times[card]))
        rows = []
        for card in mine:
            row = [str(card.number + 1), printed(m.team, card), *map(of_points, changes[card])]
            if not is_defense:
                row += [cell for by in coaches for cell in use(called[by.name], card)]
            rows.append(row)
        heads = ["card", "", *(f"{by.title}: weaker by {WEAKER}" for by in sheets)]
        if not is_defense:
            heads += [f"{by.title}: {what}" for by in coaches for what in ("calls it", "lines", "first downs")]
        says = []
        if sheets:
            says.append(
                f"Each card in turn becomes {WEAKER} points weaker on both of its sides. The table says by how many "
                "percentage points the team then wins more or less often, with the same seeds. About one of twenty "
                "intervals misses the true value by chance."
            )
        if coaches and not is_defense:
            says.append(
                f"The table {'also ' if sheets else ''}says how often the coach calls the card, of all "
                "runs and passes, how many lines the card gains, and how often it makes a first down or a touchdown."
            )
        yield Section(title, " ".join(says), [Grid("", heads, rows, right=range(2, len(heads)))])


def printed(team: Team, card: RatedCard) -> str:
    """What is printed on a card, as team files have it: `I-Form: Counter 3 / Medium 6`."""
    if card.is_defense:
        defense = team.file.defense[card.number]
        return f"{defense.formation}: {' / '.join(defense.calls)}"
    offense = team.file.offense[card.number]
    return f"{offense.formation}: {' / '.join(offense.plays)}"


def of_points(found: WinShare | None) -> str:
    """A difference in percentage points with its interval: `-1.4 ± 0.8`. A dash if nothing was played."""
    return "–" if found is None else f"{found.value:+.1f} ± {found.error:.1f}"


def use(called: CardCalls, card: RatedCard) -> list[str]:
    """How often a card is called, its lines a play, and how often it makes a first down or a touchdown."""
    both = slice(2 * card.number, 2 * card.number + 2)
    times, lines, made = (sum(each[both]) for each in called)
    if times == 0:
        return ["0.0%" if sum(called.times) else "–", "–", "–"]
    return [f"{100 * times / sum(called.times):.1f}%", f"{lines / times:.2f}", f"{100 * made / times:.0f}%"]


def as_data(m: Measurement) -> dict[str, Any]:
    """The same as data for other programs. Shares are from 0 to 1, with half of the 95% interval as `error`."""

    def share(found: WinShare | None) -> dict[str, Any] | None:
        if found is None:
            return None
        return {"share": round(found.value / 100, 5), "error": round(found.error / 100, 5), "pairs": found.pairs}

    data: dict[str, Any] = {"team": m.name, "name": m.team.file.name, "seed": m.seed, "by": {}}
    for by in m.playings:
        found = m.overall(by.name)
        about = {
            "verdict": verdict(found) if found else None,
            "all": share(found),
            "against": {one: share(m.against(by.name, one)) for one in m.opponents[by.name]},
        }
        if by.is_sheets:
            about["weaker"] = {card.key: share(m.change(by.name, card)) for card in cards_of(m.team)}
        else:
            about["called"] = m.results.calls(by.name)._asdict()
        data["by"][by.name] = about
    return data
