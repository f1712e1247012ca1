"""Football in a browser: the field, the scoreboard, cards to click, what happened and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from breakaway.core.game import Names
from breakaway.core.language import _, many, marked, say
from breakaway.display import gridiron, svg
from breakaway.display.document import Grid, Line
from breakaway.display.endings import Dated, Ending, Mark, closed
from breakaway.display.gridiron import CLOCK, FLAGS, PASS_TOKENS, RUN_TOKENS, TIME_OUTS, pips, team_classes
from breakaway.display.match_page import NO_DICE, Card, Dice, Played, Scene, Scoreboard, Side, Tab, TurnLog, why
from breakaway.games.football.display import bar, choices, faces, halves
from breakaway.games.football.display import hands as cards
from breakaway.games.football.display import sideline as football_sideline
from breakaway.games.football.display.ask import ask
from breakaway.games.football.display.box import DRIVE_HEADS
from breakaway.games.football.display.ending import told
from breakaway.games.football.display.faces import LACES, LEATHER
from breakaway.games.football.display.log import blocks, shown, yards
from breakaway.games.football.display.motion import motion
from breakaway.games.football.display.sideline import Sideline, SideView
from breakaway.games.football.display.svg import fields, ground
from breakaway.games.football.display.text import place
from breakaway.games.football.display.why import Path
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballObservation
from breakaway.games.football.text import names as called

NEWEST = 20  # how many plays of the log come with their rules; for older ones there is the replay
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
        return fields(view, config, words, key="picture").partition("</svg>")[0] + "</svg>"

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
        sideline = football_sideline.of(view, observation.config, names, observation.seat, events, rows)
        found = blocks(observation, log)
        asked = observation.is_asked()
        waits, waits_note = ("", "") if asked else bar.waits(observation)
        return Scene(
            headline=sideline.headline,
            stands=bar.score_of(view, names),
            board=ground(view, observation.config, names, sideline.trail),
            rows=sideline.rows,
            scoreboard=scoreboard(sideline, observation.seat),
            ask=ask(observation, draft) if asked else None,
            kind="football",
            table=on_table(observation, sideline),
            hand=halves.hand(observation),
            plays=tuple(
                shown(observation, each, with_rules=number > len(found) - NEWEST)
                for number, each in enumerate(found, 1)
            ),
            tabs=tabs(observation, sideline),
            motion=motion(observation, found),
            team=team_of(observation),
            waits=waits,
            waits_note=waits_note,
        )

    def ending(self, observation: FootballObservation, plays: Dated) -> Ending:
        """The card that a page shows after the end of a match (`display.ending.Ends`)."""
        return gridiron.ending(told(observation.names), plays, observation)

    def moments(self, observation: FootballObservation, log: TurnLog, plays: Dated) -> Sequence[Mark]:
        """The plays that a replay marks (`display.ending.Marks`)."""
        return gridiron.moments(told(observation.names), plays)

    def is_secret(self, observation: FootballObservation) -> bool:
        """Whether the current choice is secret.

        Calls and audibles are secret. With hidden discards, every choice is secret.
        """
        phase = observation.view.phase
        return phase in (terms.CALL, terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE) or bool(
            observation.config.hidden_discards
        )


def team_of(observation: FootballObservation) -> str:
    """The CSS class of the seat's team. Empty for a spectator."""
    return "" if observation.seat < 0 else team_classes(observation.names)[observation.seat]


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
        Card(faces.back(each, colours[each.team]), each.says, layout="back west" if lies_west(view) else "back")
        for each in sideline.face_down
    ]
    if view.phase in choices.OPEN and sideline.game_day:
        found += turned(observation)
        found.append(Card(faces.game_day_face(sideline.game_day), sideline.game_day.says, layout="open"))
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
            found.append(Card(faces.offense_face(card), card.says, layout="open"))
        else:
            called_card = cards.defense_card(view, config, names, seat, code // 2)
            found.append(Card(faces.defense_face(called_card), called_card.says, layout="open"))
    return found


# --- the tabs


def tabs(observation: FootballObservation, sideline: Sideline) -> tuple[Tab, ...]:
    """The tabs beside the field: the drive, the score, what beats what, and all cards."""
    score, *below = box_grids(observation.names, *sideline.line_score, sideline.figures, sideline.drives)
    paths = [why_called(observation, path) for path in sideline.why]
    return (
        Tab(_("Drive"), "drive", (drive(sideline), *paths)),
        Tab(_("Score"), "score", (score, *(replace(each, folded=False) for each in below))),
        Tab(_("Matchups"), "matchups", (replace(matchups(observation), folded=False),)),
        Tab(_("Cards"), "cards", hands=halves.others(observation), lines=cards_said(sideline)),
    )


def drive(sideline: Sideline) -> Grid:
    """The current drive, with a row for each play."""
    heads, trail = [_(head) for head in DRIVE_ROWS], sideline.trail
    if trail is None:
        return Grid(_("This drive"), heads, (), note=_("No drive is in progress."), folded=False, right=())
    rows = [
        (
            f"{called.ordinal(step.down)} & {step.to_go}",
            called.spot(step.start),
            step.what,
            yards(step.end - step.start),
        )
        for step in trail.steps
    ]
    note = say("The drive began at {spot}.", spot=called.at_spot(trail.start, called.OFFENSE_OWN))
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
        found.append(Line(f"{count} {ability}".strip()))
    return tuple(found)


def box_grids(names: Names, heads: Cells, score: Rows, figures: Rows, drives: Rows) -> tuple[Grid, Grid, Grid]:
    """Tables with the points by quarter, the box score and the drives.

    `display.box` makes the line score (`heads` and `score`), the box score (`figures`) and the drives.
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
    rows = []
    for kind, name in enumerate(words["defense_types"]):
        won = [
            ", ".join(
                called.play_type(words, at) for at in range(len(words["types"])) if config.matchup[kind][at] == who
            )
            for who in (terms.DEFENSE_WINS, terms.OFFENSE_WINS)
        ]
        rows.append((str(name), *(each or _("none") for each in won)))
    heads = (_("defense"), _("wins against"), _("loses to"))
    note = _(MATCHUPS_NOTE)
    if config.prevent_type != terms.NONE:
        note += " " + say(
            "Against {defense}, a pass has half its strength.", defense=called.defense_type(words, config.prevent_type)
        )
    return Grid(_("What beats what"), heads, tuple(rows), note=note, right=())


PAGE = FootballPage()
