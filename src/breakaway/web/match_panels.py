"""Everything on a match page, made from one snapshot."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from breakaway.club.absences import period as time_to_object
from breakaway.club.actions import rulings_now
from breakaway.club.match_snapshot import Snapshot
from breakaway.club.match_views import BackRequest, SeatView
from breakaway.club.schema import EMPTY
from breakaway.club.seats import Seat
from breakaway.club.take_backs import missing
from breakaway.core.game import Game
from breakaway.core.language import _, say
from breakaway.core.rules import SPECTATOR
from breakaway.display.endings import Ending, ending, lead
from breakaway.display.match_page import Scene, find_page, seat_names
from breakaway.games.manifest import kit_of, turns_of
from breakaway.players import coaches
from breakaway.players.seated_match import HUMAN, SCRIPTED
from breakaway.web.front_page import sides_of
from breakaway.web.pages import Clock, clock, period

# --- The collapsible panels of the match page, as the viewing seat sees them.


@dataclass(frozen=True)
class Instruction:
    """An instruction to select: its name as typed at the terminal, what it does, and its place among the instructions
    in use.

    `place` counts from 1; 0 means that the instruction is not in use.
    """

    name: str
    says: str
    place: int


def standing_of(look: SeatView) -> list[Instruction]:
    """The instructions that this seat can give, in the game's order.

    Empty for spectators, in lessons and after the end.
    """
    game, given = look.observation.game, look.instructions
    if look.observation.seat == SPECTATOR or look.is_over or look.is_scripted:
        return []
    return [
        Instruction(name, _(game.instructions_say.get(name, name)), given.index(name) + 1 if name in given else 0)
        for name in game.instructions
    ]


@dataclass(frozen=True)
class Umpire:
    """The umpire's panel. `can`: the rulings that are possible now, each as typed and as people read it.

    `made`: the rulings so far, each with the turn that it followed and the player who made it. `last`: the last ruling,
    if it can still be taken back.
    """

    can: list[tuple[str, str]]
    made: list[tuple[str, int, str]]
    last: tuple[str, int, str] | None


def umpire_of(found: Snapshot, rolls: bool) -> Umpire | None:
    """The umpire's panel. None in a game without rulings. `rolls`: whether players are rolling dice for this turn."""
    look, game = found.look, found.look.observation.game
    if not game.rulings:
        return None
    names = [each.name for each in look.seats]
    said = {words: _(game.rulings_say.get(words, words)) for words in game.rulings}
    made = [
        (said.get(each.words, each.words), each.turn, _("the umpire") if each.seat is None else names[each.seat])
        for each in found.rulings
    ]
    closed = look.observation.seat == SPECTATOR or look.is_over or look.is_scripted or rolls
    can = [] if closed else [(words, said[words]) for words in rulings_now(look.observation)]
    return Umpire(can, made, made[-1] if found.is_ruled and made else None)


@dataclass(frozen=True)
class Reopening:
    """The page's panel about lost seats.

    `asked`: each seat whose reopening somebody has requested, with its name and its clock. `now`: the seats that this
    seat can reopen now. `may_ask`: the seats whose reopening this seat may request. `empty`: the seats for which this
    seat can give a new invitation. Each seat comes with its name. `is_mine`: whether this seat is one of those in
    `asked`. `period`: how long a player has to object.
    """

    asked: list[tuple[int, str, Clock | None]]
    now: list[tuple[int, str]]
    may_ask: list[tuple[int, str]]
    empty: list[tuple[int, str]]
    is_mine: bool
    period: str


def reopening_of(found: Snapshot) -> Reopening | None:
    """The panel about lost seats. None if there is nothing to say."""
    seats = found.look.seats
    asked = [(each.seat, each.name, clock(each.reopens, found.now)) for each in seats if each.reopens]
    now, lost = ([(seat, seats[seat].name) for seat in some] for some in (found.reopens, found.lost))
    empty = [each for each in now if seats[each[0]].by == EMPTY]
    now = [each for each in now if each not in empty]
    if found.look.is_over or not (asked or lost or empty):
        return None
    is_mine = any(seat == found.seat for seat, _name, _clock in asked)
    return Reopening(asked, now, lost, empty, is_mine, period(int(time_to_object(found.terms).total_seconds())))


@dataclass(frozen=True)
class BackPanel:
    """What a seat reads about a request to take a choice back. `yes` and `no` label its buttons, if there are any."""

    text: str
    yes: str = ""
    no: str = ""


def back_panel(look: SeatView, asked: BackRequest) -> BackPanel | None:
    """The panel about a request. None for players whom a refusal does not concern."""
    seat = look.observation.seat
    names = [each.name for each in look.seats]
    if asked.refused_by is not None:
        text = say("{name} wants to play on. Your choice stands.", name=names[asked.refused_by])
        return BackPanel(text) if seat == asked.asker else None
    if seat in asked.agreed:
        waits = [each.name for each in missing(asked, look.seats, look.gone)]
        text = say("Waiting for {names} to agree that play goes back.", names=", ".join(waits))
        return BackPanel(text, no=_("Withdraw") if seat == asked.asker else "")
    turns = turns_of(look.observation.game)
    chosen = turns.last(look.observation, look.turn, look.turn - asked.goal - 1)
    back = turns.text(look.observation, chosen) if chosen else _("the last choice")
    text = say("{name} asks to go back to {turn}.", name=names[asked.asker], turn=back)
    return BackPanel(text, _("Agree"), _("Play on"))


# --- The end card of a match page in any game: who won, how the score developed, and the play that decided the match.


@dataclass(frozen=True)
class EndCard:
    """The end of a match, with a drawing of how its score developed (empty if there are no rows of plays)."""

    ending: Ending
    drawing: str


def ending_of(found: Snapshot) -> EndCard | None:
    """The end card. None while the match runs, and after a lesson."""
    look = found.look
    if not look.is_over or look.is_scripted:
        return None
    said = ending(find_page(look.observation.game), look.observation, found.dated)
    return EndCard(said, lead(said.course) if said.course else "")


# --- Who has which seat: a plate for each seat, in its team's colors, for invitations and for tables with empty seats.


@dataclass(frozen=True)
class SeatLabel:
    """A seat: its side (such as a team), who plays it, and the CSS class of its colors."""

    seat: int
    side: str
    player: str
    class_: str
    is_empty: bool

    @property
    def whole(self) -> str:
        """The player and the side in one phrase."""
        return self.side if self.is_empty or self.player == self.side else f"{self.player} ({self.side})"


def seat_labels(look: SeatView, scene: Scene) -> list[SeatLabel]:
    """The plates of all seats, in the order of the seats. `scene` may be the scene of any seat."""
    names, sides = seat_names(look.observation), sides_of(scene)
    found = []
    for seat in look.seats:
        name = names[seat.seat]
        if len(sides) == len(look.seats):
            own = next(each.class_ for each in sides if each.seat == seat.seat)
        else:  # several seats for one side, as in platoons
            own = next((each.class_ for each in sides if name.startswith(each.name)), "")
        found.append(
            SeatLabel(
                seat.seat, name, who_plays(look.observation.game, seat), own.replace(" own", ""), seat.by == EMPTY
            )
        )
    return found


NOBODY = -1


def people_of(look: SeatView, scene: Scene) -> dict[int, list[tuple[int, str]]]:
    """The other players of each side, by the side's seat: each player with a seat and a name (empty if the player gave
    none). A coach on a scoreboard of two sides has its label, and no seat (NOBODY): it never comes to the table.

    Empty for a spectator, who is not told who is at the table.
    """
    found: dict[int, list[tuple[int, str]]] = {}
    if look.observation.seat == SPECTATOR:
        return found
    plates, own = seat_labels(look, scene), look.observation.seat
    named = {HUMAN, EMPTY, SCRIPTED, *kit_of(look.observation.game).rules_play}  # the scene itself names sheets
    for side in sides_of(scene):
        colours = side.class_.replace(" own", "")
        found[side.seat] = []
        for each in plates:
            by = look.seats[each.seat].by
            if each.seat != side.seat and (each.class_ != colours or len(plates) <= len(sides_of(scene))):
                continue
            if by == HUMAN and each.seat != own:
                found[side.seat].append((each.seat, "" if each.player == each.side else each.player))
            elif scene.scoreboard and by not in named:
                found[side.seat].append((NOBODY, each.player))
    return found


def who_plays(game: Game[Any, Any], seat: Seat) -> str:
    """The player or coach of a seat, in words."""
    if seat.by == EMPTY:
        return _("empty so far")
    if seat.by == HUMAN:
        return seat.name
    return coaches.label(game, seat.by)


# --- The panel of a table that still waits for players: who is there, who is missing, and the links that invite them.


@dataclass(frozen=True)
class OpenTable:
    """What the panel shows: a plate for each seat, and the sides without a player.

    `links` lists the links that this browser may pass on, each with its side. `is_local`: whether these links work
    only on this computer. `by_mail`: whether the server can send these links by email. `beside`: the second coaches who
    have not sat down yet, each after the first coach of their seat, as far as this browser may invite them.
    """

    plates: list[SeatLabel]
    missing: list[str]
    links: list[tuple[str, str]]
    is_local: bool
    by_mail: bool
    beside: list[tuple[str, str]] = field(default_factory=list)


def waiting_of(
    found: Snapshot, scene: Scene, invites: list[tuple[str, str]], is_local: bool, by_mail: bool = False
) -> OpenTable | None:
    """The panel as the viewing seat sees it. None if all seats are taken, after the end, and for spectators. Until the
    first turn is played, a place of a second coach for whom this browser has a link counts as a seat.

    `invites` lists the name and link of each empty seat whose link this browser may pass on.
    """
    is_full = all(seat.by != EMPTY for seat in found.look.seats)
    is_full = is_full and (not found.invited_beside or found.look.turn > 0)
    if found.seat == SPECTATOR or found.look.is_over or is_full:
        return None
    beside = [found.pairs[seat].names for seat in found.invited_beside.values()]
    plates = seat_labels(found.look, scene)
    return OpenTable(plates, [each.side for each in plates if each.is_empty], invites, is_local, by_mail, beside)
