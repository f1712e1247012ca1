"""The match page: the sideline, the teams and their marks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from breakaway.core.language import ALL_SIDES, Names, _, many, marked, read_by, say
from breakaway.core.rules import Event
from breakaway.display import gridiron, svg
from breakaway.display.document import Grid, Line
from breakaway.display.endings import Dated, Ending, Mark, closed
from breakaway.display.gridiron import CLOCK, FLAGS, PASS_TOKENS, RUN_TOKENS, TIME_OUTS, Counter, pips, team_classes
from breakaway.display.match_page import (
    NO_DICE,
    PLAYS,
    WITH_RULES,
    Card,
    Dice,
    PlayBlock,
    Played,
    Scene,
    Scoreboard,
    Side,
    Tab,
    TurnLog,
    why,
)
from breakaway.games.football.display import box_score, card_faces, hand, log, question
from breakaway.games.football.display import hand as cards
from breakaway.games.football.display.box_score import DRIVE_HEADS, Path, paths, told
from breakaway.games.football.display.card_faces import LACES, LEATHER
from breakaway.games.football.display.field import Trail, fields, ground, has_ball, notice, place, trail
from breakaway.games.football.display.log import LoggedPlay, blocks, shown, yards
from breakaway.games.football.display.motion import motion
from breakaway.games.football.display.news import down_text, quarter_tag
from breakaway.games.football.display.question import ask
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballConfig, FootballObservation
from breakaway.games.football.rules.terms import CARDS, EXTRA_FLAG, GOAL, NONE, SEATS
from breakaway.games.football.statistics import Drive, PlayRow, drives_in
from breakaway.games.football.text import names as called

# --- Football's sideline as plain data, made from a view and events: everything that a page shows beside the field.
#
#     sideline = of(view, config, names, seat, events)
#     sideline.headline, sideline.sides[0].score, sideline.rows ...
#
# `events` contains the events that this seat may see, oldest first (`Observation.told`). `played` contains the rows of
# the plays so far. This module never reads the full state.


TIME_OUTS_A_HALF, IN_OVERTIME = 3, 2


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
        clock=Counter(log.cards_left(view, config, seat), CARDS),
        stands=log.stands(view, config, names, seat),
        sides=(side(view, config, names, 0), side(view, config, names, 1)),
        rows=tuple(rows(view, config, names, seat, drives[-1] if drives else None)),
        trail=trail(events, config, names),
        face_down=tuple(cards.face_down(view, config, names)),
        game_day=cards.game_day_card(config, names, view.game_day) if view.game_day != NONE else None,
        why=tuple(paths(events, names)),
        line_score=box_score.line_score(played, view, names),
        figures=box_score.figures(played),
        drives=box_score.drives(drives, names),
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
    time_outs = IN_OVERTIME if view.quarter > 4 else TIME_OUTS_A_HALF
    tokens = log.tokens_against(view, config, seat)
    return SideView(
        seat=seat,
        name=called.team(names, seat),
        class_=team_classes(names)[seat],
        score=view.score[seat],
        has_ball=has_ball(view) and view.offense == seat,
        is_sheet=bool(config.sheet[seat]),
        time_outs=Counter(view.time_outs[seat], max(time_outs, view.time_outs[seat])),
        flags=Counter(view.flags[seat], max(flags, view.flags[seat])),
        held=log.cards_held(view, seat),
        ability="" if ability["name"] == "none" else _(str(ability["name"])),
        ability_says=_(str(ability["says"])) if ability["says"] else "",
        uses=view.uses[seat] if config.ability_uses[seat] else None,
        tokens=(Counter(tokens[0], config.spy_tokens), Counter(tokens[1], config.spy_tokens)) if tokens else None,
    )


# --- the board as a text table


def rows(
    view: Football, config: FootballConfig, names: Names, seat: int, drive: Drive | None = None
) -> list[tuple[str, str]]:
    """The whole board as rows of label and value, for people who cannot see the drawing."""
    left = log.cards_left(view, config, seat)
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
    found = [(_("Possession"), attack), (_("Ball"), called.spot_of(names, view.offense, view.line))]
    if view.try_down:
        return [*found, (_("Down"), _("the try"))]
    found.append((_("Down"), say("{down} to go", down=down_text(view.down, view.marker - view.line))))
    found.append((_("First down at"), called.spot_of(names, view.offense, view.marker)))
    if drive and not drive.result:
        lines = called.lines(drive.lines)
        made = many("{n} play for {lines}", "{n} plays for {lines}", drive.plays, lines=lines)
        found.append((_("This drive"), made))
    return found


# --- Football in a browser: the field, the scoreboard, cards to click, what happened and why.


DRIVE_ROWS = (marked("down"), marked("from"), marked("play"), marked("gain"))
MATCHUPS_NOTE = marked(
    "If the defense wins, it is a Defense Breakaway; if the play wins, an Offense Breakaway. "
    "If neither wins, subtract the defense's strength from the play's, then draw a Game Day card."
)
WHY_HEADS = (marked("chart"), marked("row"), marked("column"), marked("die"), marked("result"))
Cells = Sequence[str]
Rows = Sequence[Cells]


class FootballPage:
    """The match page of Breakaway Football."""

    says = marked("Call a play and turn over a card. Every team has its own deck, and your opponent thinks for itself.")
    book_opponent = marked("Play the rule book's solo opponent")
    reads_plays = True

    def picture(self) -> str:
        """A drawing of the field during a drive."""
        config, words = resolve("lightning", "fire")[0], names("lightning", "fire")
        view = Football(phase=terms.CALL, quarter=2, line=9, down=2, marker=12, then=terms.CALL)
        view.call, view.game_day, view.drawn_card = [terms.NONE, terms.NONE], terms.NONE, terms.NONE
        with read_by(ALL_SIDES):
            return fields(view, config, words, key="picture").partition("</svg>")[0] + "</svg>"

    def dress(self, names: Names, config: FootballConfig) -> Sequence[str]:
        """The colors of both teams."""
        return team_classes(names)

    def scene(
        self,
        observation: FootballObservation,
        log: TurnLog,
        draft: Sequence[int] = (),
        played: Played = tuple,
        thrown: Dice = NO_DICE,
    ) -> Scene:
        """Everything that this seat sees."""
        observation, events = closed(observation, terms.OVER), [each for _turn, some in log for each in some]
        view, names, rows = observation.view, observation.names, played()
        sideline = of(view, observation.config, names, observation.seat, events, rows)
        found = blocks(observation, log)
        latest = found[-PLAYS:]
        asked = observation.is_asked()
        waits, waits_note = ("", "") if asked or observation.standing.is_over else question.waits(observation)
        return Scene(
            headline=sideline.headline,
            stands=question.score_of(view, names),
            board=ground(view, observation.config, names, sideline.trail),
            rows=sideline.rows,
            scoreboard=scoreboard(sideline, observation.seat),
            ask=ask(observation, draft) if asked else None,
            kind="football",
            table=on_table(observation, sideline),
            hand=hand.hand(observation),
            plays=tuple(
                _shown_once(observation, each, number > len(latest) - WITH_RULES)
                for number, each in enumerate(latest, 1)
            ),
            tabs=tabs(observation, sideline),
            motion=motion(observation, found),
            team="" if observation.seat < 0 else team_classes(names)[observation.seat],
            waits=waits,
            waits_note=waits_note,
        )

    def ending(self, observation: FootballObservation, plays: Dated) -> Ending:
        """The card that a page shows after the end of a match (`display.endings.Ends`)."""
        return gridiron.ending(told(observation.names), plays, observation)

    def moments(self, observation: FootballObservation, log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The plays that a replay marks (`display.endings.Marks`)."""
        return gridiron.moments(told(observation.names), plays)

    def is_secret(self, observation: FootballObservation) -> bool:
        """Whether the current choice is secret.

        Calls and audibles are secret. With hidden discards, every choice is secret.
        """
        phase = observation.view.phase
        return phase in (terms.CALL, terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE) or bool(
            observation.config.hidden_discards
        )


def _shown_once(observation: FootballObservation, play: LoggedPlay, with_rules: bool) -> PlayBlock:
    events, *numbers = vars(play).values()
    told = "play", with_rules, tuple(events), *numbers
    return gridiron.part_once(observation, told, lambda: shown(observation, play, with_rules))


# --- the scoreboard


def scoreboard(sideline: Sideline, seat: int) -> Scoreboard:
    """The scoreboard for `seat`: both teams with the clock between them."""
    one, two = (_side(each, seat) for each in sideline.sides)
    left = many("{n} card", "{n} cards", sideline.clock.left)
    return Scoreboard((one, two), sideline.headline, f"{sideline.tag} · {left}", (pips(CLOCK, sideline.clock),))


def _side(side: SideView, seat: int) -> Side:
    """A team with its marks: the ball, time outs, flags and the spy tokens against it."""
    marks = [ball()] if side.has_ball else []
    marks += [pips(TIME_OUTS, side.time_outs), pips(FLAGS, side.flags)]
    if side.tokens:
        marks += [pips(RUN_TOKENS, side.tokens[0]), pips(PASS_TOKENS, side.tokens[1])]
    ability = side.ability
    if ability and side.uses is not None:
        ability = say("{ability} ({n} left)", ability=ability, n=side.uses)
    said = [_("you")] * (side.seat == seat) + [_("solo sheets")] * side.is_sheet + [ability] * bool(ability)
    return Side(side.seat, side.name, side.class_, str(side.score), " · ".join(said), tuple(marks))


def ball() -> str:
    """The sign that marks the team with the ball."""
    says = _("has the ball")
    drawn = [svg.path("on", LEATHER), svg.path("laces", LACES)]
    return svg.element(
        "svg",
        svg.title(says),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        class_="pips has-ball",
        viewBox="-12 -8 24 16",
        width=24,
        height=16,
        role="img",
        aria_label=says,
    )


# --- cards on the table


def on_table(observation: FootballObservation, sideline: Sideline) -> tuple[Card, ...]:
    """The cards that a question is about, face down before the reveal and face up after it."""
    view, names = observation.view, observation.names
    colours = team_classes(names)
    found = [
        Card(card_faces.back(each, colours[each.team]), each.says, layout="back west" if lies_west(view) else "back")
        for each in sideline.face_down
    ]
    if view.phase in question.OPEN and sideline.game_day:
        found += turned(observation)
        found.append(Card(card_faces.game_day_face(sideline.game_day), sideline.game_day.says, layout="open"))
    elif observation.is_asked() and view.phase in (terms.AUDIBLE, terms.AUDIBLE_DEFENSE):
        found += turned(observation)
    return tuple(found)


def lies_west(view: Football) -> bool:
    """Whether the page puts cards on the left half of the field, which it does while the ball is in the right half."""
    return place(view, view.line) > terms.GOAL // 2


def turned(observation: FootballObservation) -> list[Card]:
    """The called cards that this seat sees: only its own until both cards are turned over."""
    view, config, names = observation.view, observation.config, observation.names
    found = []
    for seat in (view.offense, 1 - view.offense):
        code = view.call[seat]
        if code in (terms.NONE, terms.UNSEEN_CALL) or (seat == view.offense and code >= terms.PLAYS):
            continue
        if seat == view.offense:
            card = cards.offense_card(view, config, names, seat, code // 2)
            found.append(Card(card_faces.offense_face(card), card.says, layout="open"))
        else:
            called_card = cards.defense_card(view, config, names, seat, code // 2)
            found.append(Card(card_faces.defense_face(called_card), called_card.says, layout="open"))
    return found


# --- the tabs


def tabs(observation: FootballObservation, sideline: Sideline) -> tuple[Tab, ...]:
    """The tabs beside the field: the drive, the score, what beats what, and all cards."""
    score, *below = box_grids(observation.names, *sideline.line_score, sideline.figures, sideline.drives)
    paths = [why_called(observation, path) for path in sideline.why]
    return (
        Tab(_("Drive"), "drive", (drive(observation.names, sideline), *paths)),
        Tab(_("Score"), "score", (score, *(replace(each, folded=False) for each in below))),
        Tab(_("Matchups"), "matchups", (replace(matchups(observation), folded=False),)),
        Tab(_("Cards"), "cards", hands=hand.others(observation), lines=cards_said(sideline)),
    )


def drive(names: Names, sideline: Sideline) -> Grid:
    """The current drive, with a row for each play."""
    heads, trail = [_(head) for head in DRIVE_ROWS], sideline.trail
    if trail is None:
        return Grid(_("This drive"), heads, (), note=_("No drive is in progress."), folded=False, right=())
    rows = [
        (
            f"{called.ordinal(step.down)} & {step.to_go}",
            called.spot_of(names, trail.team, step.start),
            step.what,
            yards(step.end - step.start),
        )
        for step in trail.steps
    ]
    spot = called.at_spot_of(names, trail.team, trail.start, called.OFFENSE_OWN)
    note = say("The drive began at {spot}.", spot=spot)
    return Grid(_("This drive"), heads, rows, note=note, folded=False, right=(3,))


def cards_said(sideline: Sideline) -> tuple[Line, ...]:
    """How many cards each side holds, and which ability it has."""
    found = []
    for side in sideline.sides:
        count = (
            many("{team}: {n} card in the draw pile.", "{team}: {n} cards in the draw pile.", side.held, team=side.name)
            if side.is_sheet
            else many("{team}: {n} card in hand.", "{team}: {n} cards in hand.", side.held, team=side.name)
        )
        ability = say("Ability: {name}.", name=side.ability) if side.ability else ""
        found.append(Line(" ".join(filter(None, (count, ability, side.ability_says)))))
    return tuple(found)


def box_grids(names: Names, heads: Cells, score: Rows, figures: Rows, drives: Rows) -> tuple[Grid, Grid, Grid]:
    """Tables with the points by quarter, the box score and the drives.

    `display.box_score` makes the line score (`heads` and `score`), the box score (`figures`) and the drives.
    """
    teams = ("", *(called.team(names, seat) for seat in (0, 1)))
    none = "" if drives else _("No drive has begun yet.")
    return (
        Grid(_("Score by quarter"), heads, score, folded=False, strong=range(len(score))),
        Grid(_("Box score"), teams, figures),
        Grid(_("Drives"), [_(head) for head in DRIVE_HEADS], drives, note=none, right=(3, 4)),
    )


def why_called(observation: FootballObservation, path: Path) -> Grid:
    """A table of the steps by which a team's sheets reached a call (the `path`), each with its rule."""
    rules = [why(observation.game, rule) for rule, _row in path.rows]
    note = " ".join(f"{text} ({rule})." for rule, text in path.asides)
    title = say("Why this call: {call}", call=path.title)
    return Grid(title, [_(head) for head in WHY_HEADS], [row for _rule, row in path.rows], rules, note, right=())


def matchups(observation: FootballObservation) -> Grid:
    """A table of the plays that each defense beats, and the plays that beat it."""
    config, words = observation.config, observation.names
    unseen = words.get("unseen", {}).get("matchup", [()] * len(words["defense_types"]))  # of people's own cards
    rows = []
    for kind, name in enumerate(words["defense_types"]):
        known = [at for at in range(len(words["types"])) if at not in unseen[kind]]
        won = [
            ", ".join(called.play_type(words, at) for at in known if config.matchup[kind][at] == who)
            for who in (terms.DEFENSE_WINS, terms.OFFENSE_WINS)
        ]
        rows.append((str(name), *(each or _("none") for each in won)))
    heads = (_("defense"), _("wins against"), _("loses to"))
    note = _(MATCHUPS_NOTE)
    if any(unseen):
        note += " " + _("Matchups that you have not entered yet are missing.")
    if config.prevent_type != terms.NONE:
        note += " " + say(
            "Against {defense}, a pass has half its strength.", defense=called.defense_type(words, config.prevent_type)
        )
    return Grid(_("What beats what"), heads, tuple(rows), note=note, right=())


PAGE = FootballPage()
