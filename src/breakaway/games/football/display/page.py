"""Football in a browser: the field, the scoreboard, cards to click, what happened and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from breakaway.core.game import Names
from breakaway.core.language import _, many, marked, say
from breakaway.display.document import Grid, Line
from breakaway.display.gridiron.colours import team_classes
from breakaway.display.gridiron.marks import CLOCK, FLAGS, PASS_TOKENS, RUN_TOKENS, TIME_OUTS, pips
from breakaway.display.page import Button, Card, CardRow, Pick, Played, Scene, Scoreboard, Side, TurnLog, why
from breakaway.games.football.display import faces
from breakaway.games.football.display import hands as cards
from breakaway.games.football.display import sideline as football_sideline
from breakaway.games.football.display.ask import ask
from breakaway.games.football.display.box import DRIVE_HEADS
from breakaway.games.football.display.brief import briefs, plays
from breakaway.games.football.display.sideline import Sideline, SideView
from breakaway.games.football.display.story import Story
from breakaway.games.football.display.svg import fields
from breakaway.games.football.display.why import Path
from breakaway.games.football.files.config import names, resolve
from breakaway.games.football.rules import terms
from breakaway.games.football.rules.state import Football, FootballObservation
from breakaway.games.football.text import names as called

KINDS = {"run": "run", "pass": "pass"}
MATCHUPS_NOTE = marked(
    "If the defense wins, it is a Defense Breakaway; if the play wins, an Offense Breakaway. "
    "Anything else is even: subtract the defense's strength from the play's, then draw a Game Day "
    "card."
)
WHY_HEADS = (marked("chart"), marked("row"), marked("column"), marked("die"), marked("result"))
Cells = Sequence[str]
Rows = Sequence[Cells]


class FootballPage:
    """The page of Breakaway Football."""

    says = marked("Call a play, turn a card. Every team has its own deck, and your opponent thinks for itself.")
    book_opponent = marked("Play the rule book's solo opponent")
    reads_plays = True

    def picture(self) -> str:
        """A drawing of the field during a drive."""
        config, words = resolve("lightning", "fire")[0], names("lightning", "fire")
        view = Football(phase=terms.CALL, quarter=2, line=9, down=2, marker=12, then=terms.CALL)
        view.call, view.game_day, view.drawn_card = [terms.NONE, terms.NONE], terms.NONE, terms.NONE
        return fields(view, config, words, key="picture").partition("</svg>")[0] + "</svg>"

    def scene(
        self, observation: FootballObservation, log: TurnLog, draft: Sequence[int] = (), played: Played = tuple
    ) -> Scene:
        """Everything that this seat sees."""
        events = [each for _turn, some in log for each in some]
        sideline = football_sideline.of(
            observation.view, observation.config, observation.names, observation.seat, events, played()
        )
        by_play = told_plays(observation, log)
        last = by_play[-1] if by_play else []
        return Scene(
            headline=sideline.headline,
            stands=sideline.stands,
            board=fields(observation.view, observation.config, observation.names, sideline.trail),
            rows=sideline.rows,
            scoreboard=scoreboard(sideline),
            ask=ask(observation) if observation.is_asked() else None,
            table=open_cards(observation, sideline),
            hands=hands(observation, sideline),
            news=tuple(each for each in last if each.kind != "head"),
            plays=tuple(each for play in reversed(by_play) for each in play),
            grids=grids(observation, sideline),
        )

    def is_secret(self, observation: FootballObservation) -> bool:
        """True for calls and audibles. With hidden discards, always true."""
        phase = observation.view.phase
        return phase in (terms.CALL, terms.DEFENSE, terms.AUDIBLE, terms.AUDIBLE_DEFENSE) or bool(
            observation.config.hidden_discards
        )


# --- the scoreboard


def scoreboard(sideline: Sideline) -> Scoreboard:
    """The scoreboard: both teams with the clock between them."""
    one, two = (_side(sideline, each) for each in sideline.sides)
    left = many("{n} card left", "{n} cards left", sideline.clock.left)
    return Scoreboard((one, two), sideline.headline, f"{sideline.quarter} · {left}", (pips(CLOCK, sideline.clock),))


def _side(sideline: Sideline, side: SideView) -> Side:
    marks = [pips(TIME_OUTS, side.time_outs), pips(FLAGS, side.flags)]
    if side.tokens:
        marks += [pips(RUN_TOKENS, side.tokens[0]), pips(PASS_TOKENS, side.tokens[1])]
    ability = side.ability
    if ability and side.uses is not None:
        ability = say("{ability} ({n} left)", ability=ability, n=side.uses)
    said = [
        *([_("has the ball")] if side.has_ball else []),
        many("{n} card", "{n} cards", side.held),
        *([ability] if ability else []),
    ]
    return Side(side.seat, side.name, side.class_, str(side.score), " · ".join(said), tuple(marks))


# --- cards


def open_cards(observation: FootballObservation, sideline: Sideline) -> tuple[Card, ...]:
    """The cards on the table: calls face down, and the Game Day card."""
    colours = team_classes(observation.names)
    found = [Card(faces.back(each, colours[each.team]), each.says) for each in sideline.face_down]
    if sideline.game_day:
        found.append(Card(faces.game_day_face(sideline.game_day), sideline.game_day.says))
    return tuple(found)


def hands(observation: FootballObservation, sideline: Sideline) -> tuple[CardRow, ...]:
    """The cards of both teams, those of this seat first. Cards that it may choose have buttons or a check box."""
    view, seat, found = observation.view, observation.seat, list[CardRow]()
    phase = view.phase if observation.is_asked() else terms.NONE
    for each in sideline.hands:
        own = each.seat == seat
        offense = tuple(
            _offense(observation, card, own and phase == terms.CALL, own and phase == terms.DISCARD)
            for card in each.offense
        )
        defense = tuple(_defense(card, own and phase == terms.DEFENSE) for card in each.defense)
        team = called.team(observation.names, each.seat)
        first = CardRow(each.title, offense, folded=not own or phase == terms.DEFENSE)
        second = CardRow(say("{team:'s} defense", team=team), defense, folded=not (own and phase == terms.DEFENSE))
        found += [second, first] if own and phase == terms.DEFENSE else [first, second]
        for title, pile in each.piles:
            found.append(CardRow(title, _pile(observation, pile, own, phase), folded=True))
    return tuple(found)


def _pile(
    observation: FootballObservation, pile: Sequence[cards.OffenseFace], own: bool, phase: int
) -> tuple[Card, ...]:
    back = own and phase == terms.DISCARD and observation.view.owed[observation.seat] < 0
    return tuple(_offense(observation, card, False, back) for card in pile)


def _offense(observation: FootballObservation, card: cards.OffenseFace, pressed: bool, picked: bool) -> Card:
    buttons = tuple(_play_button(observation, play) for play in card.plays) if pressed else ()
    owed = observation.view.owed[observation.seat] if picked else 0
    lies = observation.view.card[observation.seat][card.number - 1] if picked else terms.NONE
    fits = (
        lies == terms.HAND
        if owed > 0
        else lies not in (terms.HAND, terms.NONE) and (card.state in ("discarded", "given"))
    )
    pick = Pick(str(card.number), say("Card {number}", number=card.number)) if picked and fits else None
    return Card(faces.offense_face(card), card.says, buttons, pick)


def _play_button(observation: FootballObservation, play: cards.PlayFace) -> Button:
    says = f"{play.type} {play.strength}, {_(play.kind)}"
    says = say("{play}, gains at least 1", play=says) if play.minimum else says
    against = why(observation.game, play.illegal) if play.illegal else None
    return Button(play.side, f"{play.side} {play.type} {play.strength}", "", says, against, KINDS.get(play.kind, ""))


def _defense(card: cards.DefenseFace, pressed: bool) -> Card:
    buttons = tuple(Button(call.side, f"{call.side[:-1]}{call.says}") for call in card.calls) if pressed else ()
    return Card(faces.defense_face(card), card.says, buttons, layout="calls")


# --- what happened


def told_plays(observation: FootballObservation, log: TurnLog) -> list[list[Line]]:
    """The match play by play, each with its headline and its lines. A play may take several turns."""
    story, found = Story(observation.config), list[list[Line]]()
    events = [each for _turn, some in log for each in some]
    for title, some in plays(events, observation.names, story):
        head = [Line(title, kind="head")] if title else []
        lines = (replace(each, text=called.capital(each.text)) for each in briefs(observation, some))
        found.append([*head, *lines])
    return [play for play in found if play]


def grids(observation: FootballObservation, sideline: Sideline) -> tuple[Grid, ...]:
    """The tables below the field: line score, paths of the sheets, box score, drives and matchups."""
    score, *below = box_grids(observation.names, *sideline.line_score, sideline.figures, sideline.drives)
    found = [score]
    found += [why_called(observation, path) for path in sideline.why]
    return (*found, *below, matchups(observation))


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
    """A table of the steps on the `path` by which a team's sheets reached a call, each with its rule."""
    rules = [why(observation.game, rule) for rule, _row in path.rows]
    note = " ".join(f"{text} ({rule})." for rule, text in path.asides)
    title = say("Why this call: {call}", call=path.title)
    return Grid(title, [_(head) for head in WHY_HEADS], [row for _rule, row in path.rows], rules, note, right=())


def matchups(observation: FootballObservation) -> Grid:
    """A table that lists the plays each defense beats, and the plays that beat it."""
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
        note += " " + say("{defense} halves passes.", defense=called.defense_type(words, config.prevent_type))
    return Grid(_("What beats what"), heads, tuple(rows), note=note, right=())


PAGE = FootballPage()
