"""What can be printed for a football table: cards, solo sheets, charts, field, counters, score sheets and rules.

Everything is made from the config and the names of a match, so paper and program have the same numbers. What nobody has
entered into a set of their own stays empty, to be filled in with a pen. A blank form is a set of which nothing is
known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from breakaway.core.language import Names, UserError, _, marked, say
from breakaway.display import printing
from breakaway.display.gridiron import jersey
from breakaway.display.printing import Card, Page, Part, Printing, SheetChoice
from breakaway.display.rule_summary import summary_pages
from breakaway.games.football.display.hand import SIDES
from breakaway.games.football.files.config import Library, names, resolve
from breakaway.games.football.files.own_set import OwnSet, OwnTeam, begin, folder_of_set, read_set
from breakaway.games.football.rules import abilities, best_answers, kicks, scoring
from breakaway.games.football.rules import events as happened
from breakaway.games.football.rules.play import HIGH_PASS, HIGH_RUN, most_flags
from breakaway.games.football.rules.state import EXPERT_SHEETS, Football, FootballConfig
from breakaway.games.football.rules.terms import (
    AS_DRAWN,
    AS_USUAL,
    BLOCKED,
    CARDS,
    DECK,
    DEFENSE_TYPES,
    DEFENSE_WINS,
    EXTRA_POINT_GOOD,
    FOOTBALL,
    FORCE_TURNOVER,
    GOAL,
    NONE,
    OFFENSE_WINS,
    ONSIDE_KEPT,
    PASS,
    QUICK_RELEASE,
    RUN,
    SEATS,
    STATES,
    TOUCHDOWN_CORNER,
    TYPES,
)
from breakaway.games.football.text.names import (
    CLASSES,
    CODES,
    DISTANCES_SAID,
    DOWNS_SAID,
    PLANS,
    STRATEGIES,
    YARDS,
    capital,
    game_day_title,
    milestone,
    spot,
)
from breakaway.games.football.text.orders import GameDay, event_text

# --- Whose cards and sheets: a config and names for each team.


USUAL = ("lightning", "fire")
LEAST = 2  # the lowest Game State: first down, one line to go
KIND_NAMES = {RUN: "run", PASS: "pass"}
ORANGE, BLUE, GRAY, LEATHER = "#c4641a", "#1f5fa6", "#5a645f", "#7a4a1f"
CORNER_WORDS = {TOUCHDOWN_CORNER: "TD", FOOTBALL: marked("football")}
DEFENSE_CORNERS = {FOOTBALL: marked("turnover")}


# Parts of a declared ability, in the order of their numbers (rules/abilities.py)
GAINS = (marked("+{n} lines"), marked("+{n} lines on a completed pass"), marked("defense +{n}"), marked("free audible"))
PLAYS_SAID = ("", marked("runs"), marked("passes"))
USES_SAID = (marked("{n} uses in a game"), marked("{n} uses in a drive"))
ZONES_SAID = ("", marked("in the red zone"), marked("with one line to go"))
MOMENTS_SAID = (
    *("", marked("takeaways"), marked("breakaways"), marked("defense breakaways"), marked("touchdowns")),
    marked("plays of the script"),
)


@dataclass(frozen=True)
class PrintedTeam:
    """A team as a match knows it. `unseen` holds what nobody has entered, as in the names of a match."""

    config: FootballConfig
    called: Names
    color: str
    seat: int = 0
    is_blank: bool = False

    @property
    def name(self) -> str:
        """The team's name."""
        return str(self.called["teams"][self.seat])

    def knows(self, table: str, at: int, row: int | None = None) -> bool:
        """Whether this cell of a table is known. `row`: of a table that both teams share; else the team's own."""
        unseen = self.called.get("unseen")
        return not unseen or at not in unseen[table][self.seat if row is None else row]

    def formation(self, at: int) -> str:
        """The name of an offense formation with its class."""
        own = self.called["formations"][self.seat][at]
        said = _(CLASSES[at])
        return say("{formation} ({kind})", formation=own, kind=said) if own and own != CLASSES[at] else capital(said)

    def short(self, at: int) -> str:
        """The name of an offense formation."""
        return self.called["formations"][self.seat][at] or capital(_(CLASSES[at]))

    def play_name(self, code: int) -> str:
        """A play's type and strength, such as `Short 4`; empty if it is unknown."""
        if not self.knows("play_type", code):
            return ""
        kind = self.called["types"][self.config.play_type[self.seat][code]]
        return f"{kind} {self.config.play_strength[self.seat][code]}"

    def play_marks(self, code: int) -> list[str]:
        """What else stands on a play: a minimum gain, a low percentage, a token that it costs against a sheet."""
        config, seat = self.config, self.seat
        kind, strength = config.type_kind[config.play_type[seat][code]], config.play_strength[seat][code]
        found = []
        if config.play_minimum[seat][code]:
            found.append(_("minimum gain 1"))
        if config.play_low[seat][code]:
            found.append(_("low percentage"))
        if kind == RUN and strength >= HIGH_RUN:
            found.append(_("orange token"))
        if kind != RUN and strength >= HIGH_PASS:
            found.append(_("blue token"))
        return found


def sources(order: Printing) -> list[PrintedTeam]:
    """The teams of an order. Raises UserError or BadData for a team or a set that is not there."""
    if order.blank:
        return [_blank()]
    wanted = list(dict.fromkeys(each.strip().casefold().removesuffix(".toml") for each in order.teams))
    if order.box:
        return _from_box(read_set(folder_of_set(order.box)), wanted)
    folder = Path(order.folder) if order.folder else None
    if folder is not None and not folder.is_dir():
        raise UserError(
            say("--teams: {folder} is not a folder; name the folder with your own team files", folder=folder)
        )
    known = Library(folder)
    found = []
    for name in wanted or USUAL:
        known.team(name)  # says which teams there are
        other = next(each for each in known.teams if each != name)
        if order.expert and known.team(name).expert is None:
            raise UserError(say("{team} has no expert sheets", team=known.team(name).file.name))
        config, options = resolve(name, other, (), EXPERT_SHEETS if order.expert else {}, folder)
        called = {**names(name, other, folder)}
        found.append(PrintedTeam(config, called, printing.colored(jersey(options["teams"][0]["name"]))))
    return found


def _from_box(own: OwnSet, wanted: Sequence[str]) -> list[PrintedTeam]:
    """The teams of a set: all of them, or those that are wanted."""
    if missing := [name for name in wanted if name not in own.teams]:
        known = ", ".join(own.teams) or _("none")
        raise UserError(say("the set has no team {name}; it has: {known}", name=repr(missing[0]), known=known))
    ids = wanted or list(own.teams)
    if not ids:
        raise UserError(_("the set has no teams yet; play with --physical first, or print blank forms with --blank"))
    found = []
    for id_ in ids:
        other = next((each for each in (*own.teams, *USUAL) if each != id_), "")
        config, called, _options = begin(own, id_, other, (0, 1), {})
        found.append(PrintedTeam(config, called, printing.colored(jersey(own.teams[id_].name))))
    return found


def _blank() -> PrintedTeam:
    """A team of which nothing is known."""
    own = OwnSet(Path("blank"), types=[""] * TYPES, defense_types=[""] * DEFENSE_TYPES)
    own.teams["blank"] = OwnTeam("blank", "", formations=["", "", ""])
    config, called, _options = begin(own, "blank", USUAL[0], (0, 1), {})
    return PrintedTeam(config, called, GRAY, is_blank=True)


def choices() -> list[SheetChoice]:
    """The teams that ship with the game."""
    library = Library()
    teams = [(name, library.team(name).file.name) for name in sorted(library.teams)]
    sheets = [("0", _("standard")), ("1", _("expert"))]
    return [SheetChoice("teams", _("Team"), teams, SEATS), SheetChoice("expert", _("Solo sheets"), sheets)]


# --- Cards of 63 by 88 mm.


def game_day_cards(order: Printing) -> list[Page]:
    """The Game Day cards, with their backs."""
    source = sources(order)[0]
    unseen = set((source.called.get("unseen") or {}).get("deck", ()))
    kinds = [at for at in range(DECK) if source.config.copies[at] or at in unseen]
    fronts = [face for at in kinds for face in [game_day_face(source, at, at in unseen)] * source.config.copies[at]]
    if source.is_blank:
        fronts = fronts[: printing.ON_A_PAGE]
    else:
        fronts = [{**face, "number": f"{n}/{len(fronts)}"} for n, face in enumerate(fronts, 1)]
    name = _("Game Day cards")
    back = {"face": "back", "color": LEATHER, "top": "", "middle": _("Game Day"), "bottom": _("draw one card")}
    return printing.cards(fronts, [back] * len(fronts), name)


def game_day_face(source: PrintedTeam, at: int, is_unseen: bool) -> Card:
    """The face of a Game Day card: corners, event, and the values of kicks."""
    labels = [_("defense"), _("offense"), _("field goal"), _("punt")]
    face = {"face": "game-day", "labels": labels, "number": "", "side": "", "look": "", "kind": ""}
    if is_unseen:
        return {**face, "title": "", "event": "", "d": "", "o": "", "fg": "", "punt": ""}
    config = source.config
    event = GameDay(
        config.event[at],
        0,
        config.event_kind[at],
        config.event_value[at],
        config.event_spot[at],
        config.event_return[at],
    )
    return {
        **face,
        "title": game_day_title(source.called, at),
        "side": _(SIDES[config.event_side[at]]) if config.event[at] else "",
        "look": KIND_NAMES[config.event_kind[at]] if config.event[at] else "",
        "kind": (_("Run") if config.event_kind[at] == RUN else _("Pass")) if config.event[at] else "",
        "event": event_words(event) if config.event[at] else _("no event"),
        "d": _(DEFENSE_CORNERS.get(config.defense_corner[at], str(config.defense_corner[at]))),
        "o": _(CORNER_WORDS.get(config.offense_corner[at], str(config.offense_corner[at]))),
        "fg": kick_text(config.field_goal[at]),
        "punt": kick_text(config.punt[at]),
    }


def event_words(event: GameDay) -> str:
    """An event without its kind, such as `+3` or `turnover at -1`."""
    _kind, said = event_text(event).split(" ", 1)
    what, at, where = said.partition(" at ")
    return say("{event} at {place}", event=_(what), place=where) if at else _(what)


def kick_text(value: int) -> str:
    """A field goal or punt value as a card prints it."""
    return _("blocked") if value == BLOCKED else str(value)


def play_cards(order: Printing) -> list[Page]:
    """The offense cards of each team. The back shows the formation, which the other coach may see."""
    pages = []
    for source in sources(order):
        count = printing.ON_A_PAGE if source.is_blank else CARDS
        fronts = [play_face(source, at) for at in range(count)]
        backs = [
            back_of(source, "" if source.is_blank else source.short(source.config.card_formation[0][at]), _("offense"))
            for at in range(count)
        ]
        pages += printing.cards(fronts, backs, say("{team}, play cards", team=source.name or _("Blank")))
    return pages


def play_face(source: PrintedTeam, card: int) -> Card:
    """The face of an offense card: a play at each end, and the formation between them."""
    config, seat = source.config, source.seat
    halves = []
    for code in (2 * card, 2 * card + 1):
        side = "" if source.is_blank else f"{card + 1}{'ab'[code % 2]}"
        if source.knows("play_type", code):
            kind = config.type_kind[config.play_type[seat][code]]
            halves.append(
                {
                    "code": side,
                    "look": KIND_NAMES[kind],
                    "kind": _("Run") if kind == RUN else _("Pass"),
                    "name": source.called["types"][config.play_type[seat][code]],
                    "strength": str(config.play_strength[seat][code]),
                    "marks": source.play_marks(code),
                }
            )
        else:
            halves.append({"code": side, "look": "", "kind": "", "name": "", "strength": "", "marks": []})
    known = bool(source.called["cards"][seat][card]["formation"]) and not source.is_blank
    formation = source.formation(config.card_formation[seat][card]) if known else ""
    return {"face": "play", "color": source.color, "formation": formation, "halves": halves}


def back_of(source: PrintedTeam, formation: str, side: str) -> Card:
    """The back of a card: team, formation, and the side of the ball."""
    return {"face": "back", "color": source.color, "top": source.name, "middle": formation, "bottom": side}


def defense_cards(order: Printing) -> list[Page]:
    """The defense cards of each team, with what each call beats and what beats it."""
    pages = []
    for source in sources(order):
        listed = source.called["defenses"][source.seat]
        fronts = [defense_face(source, at) for at in range(len(listed))]
        backs = [back_of(source, each["formation"], _("defense")) for each in listed]
        if source.called.get("unseen"):  # room for those that nobody has seen
            room = printing.ON_A_PAGE - len(fronts) % printing.ON_A_PAGE
            labels = [_("run"), _("pass")]
            half = {"code": "", "name": "", "run": "", "passing": "", "wins": "", "loses": "", "labels": labels}
            fronts += [{"face": "defense", "color": source.color, "formation": "", "halves": [half, half]}] * room
            backs += [back_of(source, "", _("defense"))] * room
        pages += printing.cards(fronts, backs, say("{team}, defense cards", team=source.name or _("Blank")))
    return pages


def defense_face(source: PrintedTeam, card: int) -> Card:
    """The face of a defense card: one call, or one at each end."""
    config, seat = source.config, source.seat
    halves = []
    for code in (2 * card, 2 * card + 1):
        kind = config.call_type[seat][code]
        if kind == NONE:
            continue
        wins, loses = (beaten(source, kind, result) for result in (DEFENSE_WINS, OFFENSE_WINS))
        halves.append(
            {
                "code": f"{card + 1}{'ab'[code % 2]}",
                "name": source.called["defense_types"][kind],
                "labels": [_("run"), _("pass")],
                "run": str(config.call_run[seat][code]),
                "passing": str(config.call_pass[seat][code]),
                "wins": say("Wins against {plays}", plays=wins or "-"),
                "loses": say("Loses to {plays}", plays=loses or "-"),
            }
        )
    formation = source.called["defenses"][seat][card]["formation"]
    return {"face": "defense", "color": source.color, "formation": formation, "halves": halves}


def beaten(source: PrintedTeam, defense: int, result: int) -> str:
    """The plays with this result against a type of defense, in words."""
    row = source.config.matchup[defense]
    return ", ".join(
        source.called["types"][t] for t in range(TYPES) if row[t] == result and source.knows("matchup", t, defense)
    )


def team_cards(order: Printing) -> list[Page]:
    """The summary card of each team: its formations and its ability. Its back says who it is."""
    found = sources(order)
    fronts = [team_face(source) for source in found]
    backs = [back_of(source, "", _("team")) for source in found]
    return printing.cards(fronts, backs, _("Team cards"))


def team_face(source: PrintedTeam) -> Card:
    """The face of a team's summary card."""
    config, seat = source.config, source.seat
    lines: list[tuple[str, str]] = []
    if source.is_blank:
        lines = [(_("Ability:"), "_" * 30), (_("Uses:"), "_" * 10)]
        lines += [(capital(_(each)) + ":", "_" * 20) for each in CLASSES]
    else:
        ability, says = (source.called["abilities"][seat][key] for key in ("name", "says"))
        lines.append((_("Ability:"), _(ability)))
        if says:
            lines.append(("", _(says)))
        lines += [("•", words) for words in declared_parts(source)]
        if config.ability_uses[seat]:
            lines.append((_("Uses:"), "○ " * config.ability_uses[seat]))
        for at, each in enumerate(CLASSES):
            count = sum(each == at for each in config.card_formation[seat])
            words = say("{formation}, {n} cards", formation=source.short(at), n=count)
            lines.append((capital(_(each)) + ":", words))
        formations = dict.fromkeys(each["formation"] for each in source.called["defenses"][seat])
        lines.append((_("Defense:"), ", ".join(formations)))
    lines.append((_("Flags:"), "○ " * most_flags(config, seat)))
    lines.append((_("Time outs in each half:"), "○ " * 3))
    return {"face": "summary", "color": source.color, "name": source.name, "lines": lines}


def all_cards(order: Printing) -> list[Page]:
    """Every card of the game for the teams of the order."""
    makers = (game_day_cards, play_cards, defense_cards, team_cards)
    return [page for maker in makers for page in maker(order)]


# --- The solo sheets of a team, by which it plays without a coach.


def solo_sheets(order: Printing) -> list[Page]:
    """The defense sheet and the offense sheet of each team. Raises UserError for a team without sheets."""
    pages = []
    for source in sources(order):
        if not source.called.get("unseen") and not any(source.config.fourth_target[source.seat]):
            raise UserError(say("{team} has no solo sheets", team=source.name))
        pages += [defense_sheet(source), offense_sheet(source)]
    return pages


DICE = ("1", "2", "3", "4", "5", "6")


def defense_sheet(source: PrintedTeam) -> Page:
    """The defense sheet: strategy by formation, Game State and die, then the call by a second die."""
    parts: list[Part] = [
        printing.text(
            _(
                "After the human offense has laid its card face up, roll a die in the table of its formation for the "
                "strategy. The Game State is the down plus the lines to go. Pay a token if the play is strong enough. "
                "Roll again: if the spy is on and its cell makes a Defense Breakaway, that is the call. Otherwise the "
                "same roll gives the call on the right."
            ),
            size=9.5,
        )
    ]
    for at in range(3):
        front = printing.table(
            (_("Game State"), *DICE), list(strategy_rows(source, at)), ("auto", *["1fr"] * 6), size=9.5, pad=5
        )
        calls = [[DICE[die], *(call_at(source, at, s, die) for s in range(3))] for die in range(6)]
        back = printing.table((_("roll"), *STRATEGIES), calls, ("auto", "1fr", "1fr", "1fr"), size=8.5, pad=5)
        parts += [printing.heading(source.formation(at)), printing.beside([front], [back], widths=(1.0, 1.5))]
    tokens = _(
        "The spy is on in the red zones (the 15, 10 and 5 at both ends), for a pass in the last two cards of a half, "
        "against every run once the orange tokens are spent, and against every pass once the blue ones are. A run of "
        "{run} or more costs an orange token, a pass of {passing} or more a blue one; there are {n} of each."
    ).format(run=HIGH_RUN, passing=HIGH_PASS, n=source.config.spy_tokens)
    parts += [printing.heading(_("Spy table")), spy_table(source), printing.text(tokens, "BF-206 to BF-216", 9)]
    return printing.sheet(
        say("{team}: defense sheet", team=source.name or "_" * 20), which_sheet(source), parts, foot(source)
    )


def strategy_rows(source: PrintedTeam, formation: int) -> Iterator[list[str]]:
    """The rows of one formation on the front of the defense sheet; Game States with equal rows share one."""
    if source.is_blank:
        yield from [[""] * 7] * 5
        return
    rows: dict[tuple[str, ...], list[int]] = {}
    for state in range(LEAST, STATES):
        cells = [(formation * STATES + state) * 6 + die for die in range(6)]
        known = [STRATEGIES[source.config.front[source.seat][at]] if source.knows("front", at) else "" for at in cells]
        rows.setdefault(tuple(known), []).append(state)
    for row, states in rows.items():
        yield [bands(states), *row]


def bands(states: Sequence[int]) -> str:
    """Game States in words: `2-4, 6`, `9+`."""
    found: list[list[int]] = []
    for state in states:
        if found and found[-1][-1] == state - 1:
            found[-1].append(state)
        else:
            found.append([state])
    return ", ".join(
        f"{each[0]}+" if each[-1] == STATES - 1 else str(each[0]) if len(each) == 1 else f"{each[0]}-{each[-1]}"
        for each in found
    )


def call_at(source: PrintedTeam, formation: int, strategy: int, die: int) -> str:
    """A cell on the back of the defense sheet: formation, call and its two strengths."""
    at = (formation * 3 + strategy) * 6 + die
    if not source.knows("back_type", at):
        return ""
    config, seat = source.config, source.seat
    shape = source.called["defense_formations"][config.back_formation[seat][at]]
    kind = source.called["defense_types"][config.back_type[seat][at]]
    return f"{shape}: {kind} {config.back_run[seat][at]}-{config.back_pass[seat][at]}"


def spy_table(source: PrintedTeam) -> Part:
    """The spy table: a column for each strategy and kind of play, a row for each roll."""
    heads = ["", *[word for _s in STRATEGIES for word in (_("run"), _("pass"))]]
    rows = []
    for die in range(6):
        cells = []
        for column in range(6):
            found = source.config.spy[die][column]
            known = source.knows("spy", column, die)
            cells.append("" if not known else "-" if found == NONE else source.called["defense_types"][found])
        rows.append([DICE[die], *cells])
    return printing.table(heads, rows, groups=[("", 1), *[(each, 2) for each in STRATEGIES]], size=9.5, pad=4)


def offense_sheet(source: PrintedTeam) -> Page:
    """The offense sheet: fourth down, formation, plan, code and play."""
    config, seat = source.config, source.seat
    parts: list[Part] = [
        printing.text(
            _(
                "On fourth down roll for it first. Else burn the top card of the draw pile, roll for the formation, "
                "draw until a card of it comes, and show its formation. The human defense lays its card. The Game "
                "State gives the plan, a die the code, formation and code the play."
            ),
            size=9.5,
        )
    ]
    chart = [
        [*(({"text": capital(_(DISTANCES_SAID[at // 3]))}, _(DOWNS_SAID[at % 3]))), *chart_cells(source, at)]
        for at in range(9)
    ]
    parts += [
        printing.heading(_("Formation")),
        printing.table(
            (_("To go"), _("Down"), *DICE), chart, ("auto", "auto", *["1fr"] * 6), left=2, firm=2, size=9.5, pad=4
        ),
    ]
    plans = [
        [bands([s for s in range(LEAST, STATES) if plan_at(source, s) == at]), name] for at, name in enumerate(PLANS)
    ]
    late = []
    for at, word in enumerate((marked("losing"), marked("tied"), marked("winning"))):
        found = config.strategy_late[seat][at]
        known = source.knows("strategy_late", at)
        late.append([capital(_(word)), "" if not known else _("as usual") if found == AS_USUAL else PLANS[found]])
    codes = [[DICE[die], *(code_at(source, plan, die) for plan in range(3))] for die in range(6)]
    parts += [
        printing.beside(
            [
                printing.heading(_("Plan")),
                printing.table((_("Game State"), _("Plan")), plans, ("1fr", "1fr"), left=2, size=9.5, pad=4),
                printing.table((_("Last 5 cards of a half"), _("Plan")), late, ("1fr", "1fr"), left=2, size=9.5, pad=4),
            ],
            [printing.heading(_("Code")), printing.table((_("roll"), *PLANS), codes, size=9.5, pad=4)],
            widths=(1, 1.4),
        ),
        printing.heading(_("Play by code")),
        plays_of(source),
        printing.text(
            _(
                "The drawn card: the play at the edge of the card that was drawn; flip a coin for the end. A card that "
                "is spent already: the drawn card goes to the spent pile instead. An illegal play: the other end of "
                "its card."
            ),
            "BF-083, BF-223, BF-237",
            9,
        ),
        printing.heading(_("Fourth down: goes for it on this roll or more")),
        fourth_table(source),
        printing.text(fourth_words(source), "BF-232 to BF-235", 9),
        *ability_words(source),
    ]
    return printing.sheet(
        say("{team}: offense sheet", team=source.name or "_" * 20), which_sheet(source), parts, foot(source)
    )


def chart_cells(source: PrintedTeam, cell: int) -> list[str]:
    """The six formations of a cell of the formation chart."""
    config, seat = source.config, source.seat
    return [
        source.short(config.formation_chart[seat][cell * 6 + die])
        if source.knows("formation_chart", cell * 6 + die)
        else ""
        for die in range(6)
    ]


def plan_at(source: PrintedTeam, state: int) -> int:
    """The plan at a Game State, or NONE if nobody knows it."""
    known = source.knows("strategy_by_state", state)
    return source.config.strategy_by_state[source.seat][state] if known else NONE


def code_at(source: PrintedTeam, plan: int, die: int) -> str:
    """A cell of the code chart."""
    at = plan * 6 + die
    return CODES[source.config.code_chart[source.seat][at]] if source.knows("code_chart", at) else ""


def plays_of(source: PrintedTeam) -> Part:
    """The back of the offense sheet: a play for each code and formation."""
    rows = []
    for code, name in enumerate(CODES):
        cells = []
        for formation in range(3):
            at = formation * len(CODES) + code
            play = source.config.code_play[source.seat][at]
            if not source.knows("code_play", at):
                cells.append("")
            elif play == AS_DRAWN:
                cells.append(_("the drawn card"))
            else:
                marks = ", ".join(source.play_marks(play))
                words = f"{play // 2 + 1}{'ab'[play % 2]} {source.play_name(play)}"
                cells.append(say("{play}, {marks}", play=words, marks=marks) if marks else words)
        rows.append([name, *cells])
    return printing.table(("", *(source.short(at) for at in range(3))), rows, size=9.5, pad=4)


def fourth_table(source: PrintedTeam) -> Part:
    """The targets of the fourth-down die, by the line that the offense wants to reach."""
    config, seat = source.config, source.seat
    cells = [str(config.fourth_target[seat][at]) if source.knows("fourth_target", at) else "" for at in range(4)]
    return printing.table(("", *(capital(milestone(at)) for at in range(4))), [[_("Roll"), *cells]], size=9.5, pad=4)


def fourth_words(source: PrintedTeam) -> str:
    """How the fourth-down die is changed, and what happens otherwise."""
    policy = source.config.policy[source.seat]
    return say(
        "The column is the next first-down line. Add {behind} if it is behind by {far} or more. In quarter 4 or "
        "overtime with {cards} cards or fewer left, add {late} if it is losing and subtract {ahead} if it is winning. "
        "If it does not go for it: farther than {longest} yards from the goal line it punts; from the 45 or 40 draw a "
        "card and take the better of field goal and punt; closer it kicks a field goal. With the game on the line (the "
        "last two cards, tied or behind by 3 or less) it kicks a field goal from anywhere in range.",
        behind=policy[best_answers.FAR_BEHIND_BONUS],
        far=policy[best_answers.FAR_BEHIND],
        cards=policy[best_answers.LATE_CARDS],
        late=policy[best_answers.LATE_BONUS],
        ahead=policy[best_answers.LEADING_LATE_MALUS],
        longest=YARDS * scoring.LONGEST_FIELD_GOAL,
    )


def ability_words(source: PrintedTeam) -> list[Part]:
    """The team's ability, in a paragraph."""
    if source.is_blank:
        return [printing.text(_("Ability:") + " " + "_" * 60)]
    ability, says = (source.called["abilities"][source.seat][key] for key in ("name", "says"))
    policy, number = source.config.policy[source.seat], source.config.ability[source.seat]
    when = ""
    if number == FORCE_TURNOVER:
        when = say("The sheet uses it from quarter {n} on.", n=policy[best_answers.FORCE_FROM_QUARTER])
    elif number == QUICK_RELEASE:
        when = say("The sheet uses it for passes of {n} or more.", n=policy[best_answers.QUICK_RELEASE_FROM])
    words = " ".join(filter(None, (_("Ability:"), _(ability) + ".", _(says), when)))
    return [printing.text(words, size=9.5), *(printing.text(f"• {part}", size=9) for part in declared_parts(source))]


def declared_parts(source: PrintedTeam) -> list[str]:
    """The parts of an ability that a team's file declares: what each does, when, how often, and what unlocks it."""
    config, seat, found = source.config, source.seat, []
    for at in range(0, abilities.PARTS * abilities.FIELDS, abilities.FIELDS):
        does, amount, plays, shape, down, zone, uses, drive, moment, after, most, lost = config.parts[seat][
            at : at + abilities.FIELDS
        ]
        if not does:
            continue
        words = [say(GAINS[does - 1], n=amount), _(PLAYS_SAID[plays]), _(CLASSES[shape - 1]) if shape else ""]
        words += [say("on down {n}", n=down) if down else "", _(ZONES_SAID[zone])]
        if uses:
            words.append(say(USES_SAID[drive], n=uses))
        if moment:
            words.append(say("unlocked by {what}: {n}", what=_(MOMENTS_SAID[moment]), n=after))
        words += [say("grows to {n}", n=most) if most else "", _("lost by a giveaway") if lost else ""]
        found.append(", ".join(filter(None, words)))
    script = [source.called["types"][play - 1] for play in config.script[seat] if play]
    return [*found, say("Script: {plays}", plays=", ".join(script))] if script else found


def which_sheet(source: PrintedTeam) -> str:
    """Which of a team's two sets of sheets this is."""
    return _("expert solo sheet") if source.config.solo_sheets else _("solo sheet")


def foot(source: PrintedTeam) -> str:
    """What stands at the foot of a page: whose numbers these are."""
    if source.is_blank:
        return _("Breakaway Football, a blank form")
    if source.called.get("unseen"):
        return _("Breakaway Football, from your own set")
    return _("Breakaway Football. Cards and sheets are an independent reconstruction.")


# --- Charts, boards, counters and forms.


def matchups(order: Printing) -> list[Page]:
    """The chart of matchups, the spy table, and the plays by type."""
    source = sources(order)[0]
    heads = ["", *source.called["types"]]
    rows = []
    for d in range(DEFENSE_TYPES):
        cells: list[Any] = []
        for t in range(TYPES):
            won = source.config.matchup[d][t]
            if not source.knows("matchup", t, d):
                cells.append("")
            elif won == DEFENSE_WINS:
                cells.append({"text": _("DEFENSE"), "look": "pass"})
            elif won == OFFENSE_WINS:
                cells.append({"text": _("offense"), "look": "run"})
            else:
                cells.append("-")
        rows.append([source.called["defense_types"][d], *cells])
    kinds = [_("run") if kind == RUN else _("pass") for kind in source.config.type_kind]
    kinds = ["" if source.is_blank else kind for kind in kinds]
    parts = [
        printing.text(
            _(
                "Rows are the defense's calls, columns the offense's plays. DEFENSE: a Defense Breakaway. offense: an "
                "Offense Breakaway. A dash: an ordinary play, strength against strength."
            )
        ),
        printing.table(heads, [[_("kind"), *kinds], *rows], ("24mm", *["1fr"] * TYPES), size=8, pad=6),
        printing.heading(_("Spy table")),
        spy_table(source),
    ]
    return [printing.sheet(_("Matchups"), "", parts, foot(source), landscape=True)]


def kickoff_rows(config: FootballConfig) -> list[list[str]]:
    """The results of a kickoff by the offense corner of a card, worked out by the rules themselves."""
    rows = [[say("{low} or {high}", low="-1", high="0"), spot(kicks.TOUCHBACK)]]
    for value in (1, 2, 3):
        s = Football(marker=GOAL)
        kicks.returned(s, config, value, [])
        rows.append([str(value), spot(s.line)])
    rows.append(["TD", _("touchdown")])
    rows.append([_("football"), say("fumble: the kickers' ball at the {spot}", spot=spot(GOAL - kicks.OWN_20))])
    return rows


def kick_parts(config: FootballConfig) -> list[Part]:
    """The tables of kicks."""
    goals = [[spot(GOAL - d), str(d)] for d in range(scoring.LONGEST_FIELD_GOAL, 0, -1)]
    return [
        printing.beside(
            [
                printing.table(
                    (_("Offense corner"), _("Return of a kickoff to")),
                    kickoff_rows(config),
                    ("auto", "1fr"),
                    left=2,
                    size=8,
                )
            ],
            [
                printing.table(
                    (_("Field goal from"), _("needs")),
                    goals,
                    ("1fr", "auto"),
                    size=8,
                    note=say("Extra point: {n} or more. Onside kick: {m} or more.", n=EXTRA_POINT_GOOD, m=ONSIDE_KEPT),
                )
            ],
            widths=(1.6, 1),
        )
    ]


def field(order: Printing) -> list[Page]:
    """The field with its tracks, on a page of its own."""
    found = sources(order)
    ends = [(source.name or _("Team"), source.color) for source in found[:SEATS]]
    ends += [(_("Opponent"), GRAY)] * (SEATS - len(ends))
    named = [(n, str(YARDS * min(n, GOAL - n))) for n in range(2, GOAL, 2)]
    tracks = printing.boxes(
        [
            (_("Down"), ["1", "2", "3", "4"]),
            (_("Quarter"), ["1", "2", "3", "4", "5"]),
            *(
                row
                for name, _color in ends
                for row in (
                    (say("{team}, time outs", team=name), ["1", "2", "3"]),
                    (say("{team}, cards left", team=name), [str(n) for n in range(CARDS, -1, -1)]),
                )
            ),
        ],
        label=52,
        size=9,
    )
    config = found[0].config
    parts = [
        printing.field(ends, GOAL, named, [0, 4, 10, 16, GOAL], height=82),
        printing.text(
            _("A line is 5 yards. The thick lines are first downs: the 20s, the 50 and the goal lines."), "BF-116", 8
        ),
        printing.beside([tracks], kick_parts(config), widths=(1.35, 1)),
    ]
    return [printing.sheet(_("The field"), "", parts, foot(found[0]), landscape=True)]


def solo_board(order: Printing) -> list[Page]:
    """The board of a match against the sheets: piles, tokens and the steps of a down."""
    source = sources(order)[0]
    n = source.config.spy_tokens
    steps_defense = [
        (_("You have the ball: time outs; then lay your card face up, formation and play."), "BF-199"),
        (_("Roll one die for the strategy on the defense sheet."), "BF-204, BF-205"),
        (_("A strong play costs a token. If there is none left, the spy is on."), "BF-206 to BF-211"),
        (_("Roll the second die: spy table if the spy is on and it wins, else the call."), "BF-208 to BF-216"),
        (_("Draw a Game Day card. The opponent takes the better for itself."), "BF-054"),
    ]
    steps_offense = [
        (_("Fourth down: roll for it. Else burn the top card."), "BF-232, BF-236"),
        (_("Roll for the formation, draw a card of it, lay it in the call slot."), "BF-218, BF-219"),
        (_("Lay your defense card. It is locked."), "BF-203"),
        (_("Game State: plan. One die: code. Formation and code: the play."), "BF-220 to BF-223"),
        (_("Draw a Game Day card. The card goes to Spent."), happened.CARD_SPENT),
        (_("When its drive ends, give up as many cards as it spent."), "BF-226"),
    ]
    parts = [
        printing.places(
            [
                (_("Draw pile"), _("the opponent's offense cards, face down"), 92, 0),
                (_("Play call"), _("the card that was drawn"), 92, 0),
                (_("Spent"), _("cards that were played; shuffled back at its next drive"), 92, 0),
            ],
            (1, 1, 1),
        ),
        printing.places(
            [
                (_("Burn pile"), _("no clock; back when its drive ends"), 30, 0),
                (_("Orange tokens: runs"), "", 30, n),
                (_("Blue tokens: passes"), "", 30, n),
            ],
            (0.8, 1.1, 1.1),
        ),
        printing.beside(
            [printing.heading(_("Your offense")), printing.listing(steps_defense, 8.5)],
            [printing.heading(_("Its offense")), printing.listing(steps_offense, 8.5)],
        ),
        printing.text(
            _(
                "Its time outs are untimed plays: the card goes to the burn pile. On its last card it takes its time "
                "outs first. The clock is your hand: when Spent equals the cards in your hand, the quarter ends."
            ),
            "BF-229 to BF-231",
            8.5,
        ),
    ]
    return [printing.sheet(_("Solo board"), "", parts, foot(source))]


def counters(order: Printing) -> list[Page]:
    """Counters to cut out: ball, first down, downs, time outs, flags and spy tokens."""
    source = sources(order)[0]
    n, flags = source.config.spy_tokens, source.config.flags
    parts = [
        printing.text(_("Glue the sheet onto cardboard, then cut out the counters.")),
        printing.heading(_("On the field")),
        printing.counters(
            [
                (_("BALL"), LEATHER),
                (_("1ST DOWN"), "#f3cf2f"),
                (_("DOWN"), "#e9ece6"),
                (_("QUARTER"), "#e9ece6"),
                *[(_("LEFT"), "#e9ece6")] * SEATS,
            ],
            13,
            8,
        ),
        printing.heading(_("Time outs")),
        printing.counters([(_("TIME OUT"), "#ffffff")] * 3 * SEATS, 15, 7, "square"),
        printing.heading(_("Challenge flags")),
        printing.counters([(_("FLAG"), "#c22a2a")] * (flags + 1) * SEATS, 15, 9, "square"),
        printing.heading(_("Orange tokens: strong runs")),
        printing.counters([(_("RUN"), ORANGE)] * n, 13, 9),
        printing.heading(_("Blue tokens: strong passes")),
        printing.counters([(_("PASS"), BLUE)] * n, 13, 9),
    ]
    return [printing.sheet(_("Counters"), "", parts, foot(source))]


def score_sheet(order: Printing) -> list[Page]:
    """A form for the score and the drives of a match."""
    pair = [] if order.blank else sources(order)
    teams = [*(each.name for each in pair[:SEATS]), "", ""][:SEATS]
    head = printing.table(
        ("", "1", "2", "3", "4", _("overtime"), _("final score")),
        [[teams[0], *[""] * 6], [teams[1], *[""] * 6]],
        ("45mm", *["1fr"] * 6),
        pad=8,
        title=_("Score by quarters"),
    )
    row_heads = (
        _("Qtr"),
        _("Team"),
        _("Start"),
        _("Cards used"),
        _("Plays, and what became of the drive"),
        _("Points"),
    )
    drives = printing.form(row_heads, 24, ("10mm", "32mm", "16mm", "20mm", "1fr", "14mm"), 7.2, _("Drives"))
    tracks = printing.boxes(
        [(say("Time outs, {team}", team=team or "____________"), ["1", "2", "3", "", "1", "2", "3"]) for team in teams],
        60,
        6,
    )
    return [printing.sheet(_("Score sheet"), "", [head, tracks, drives], "")]


# --- The rules in short.


def rules(order: Printing) -> list[Page]:
    """The rules of the game on two pages."""
    config = resolve(*USUAL)[0]
    title = _("Breakaway Football: the rules in short")
    return summary_pages(Path(__file__).parents[1] / "summary.toml", title, {"kicks": kick_parts(config)})
