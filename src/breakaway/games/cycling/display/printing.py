"""What can be printed for a race: the road, riders, and forms for line-ups, hands, orders and points."""

from __future__ import annotations

from pathlib import Path

from breakaway.core.language import UserError, _, say
from breakaway.display import printing
from breakaway.display.printing import Page, Part, Printing, SheetChoice
from breakaway.display.rule_summary import summary_pages
from breakaway.games.cycling.display.field import COLOURS, colours, marks
from breakaway.games.cycling.files import PROFILES, Track, load_tracks, profile_says, resolve, shipped_tracks
from breakaway.games.cycling.rules import events as happened
from breakaway.games.cycling.rules.state import RaceConfig
from breakaway.games.cycling.rules.terms import GRADES, TEAMS

# --- The race of an order: its teams, its track and its numbers.


SEATS = 6  # the postal rules recommend six teams
LETTERS = "ABCD"
TURNS = 18  # rows of a pad of orders
SLOTS, ROWS = 20, 2  # squares in a strip of road, and strips on a page


def names_in(order: Printing) -> list[str]:
    """The names of the teams: those of the order, then names of colors. Blank forms have none."""
    if order.blank:
        return [""] * (order.seats or SEATS)
    count = max(order.seats or SEATS, len(order.teams))
    if not 2 <= count <= TEAMS:
        raise UserError(say("a race needs 2 to {most} teams, not {teams}", most=TEAMS, teams=count))
    taken = {each.casefold() for each in order.teams}
    free = [_(each.name.title()) for each in COLOURS if each.name not in taken]
    return [*order.teams, *free][:count]


def config_of(order: Printing) -> RaceConfig:
    """The numbers of the rules by which the teams ride, for the profile that has the order's track."""
    profile = order.track if order.track in PROFILES else PROFILES[0]
    return resolve(profile, len(names_in(order)))[0]


def tracks_of(order: Printing) -> list[Track]:
    """The track of the order, or all stages of a tour. Raises BadData if there is no such track."""
    stages = load_tracks(order.track or PROFILES[0]).stages
    return [each for each in stages if isinstance(each, Track)]


def choices() -> list[SheetChoice]:
    """The tracks that ship with the game, and how many teams ride."""
    tracks = [(each, _(load_tracks(each).name)) for each in shipped_tracks()]
    tracks.sort(key=lambda each: each[0] != PROFILES[0])
    seats = [(str(n), str(n)) for n in (SEATS, *(n for n in range(2, TEAMS + 1) if n != SEATS))]
    return [SheetChoice("track", _("Track"), tracks), SheetChoice("seats", _("Number of teams"), seats)]


# --- The road and its riders.


def road(order: Printing) -> list[Page]:
    """The road of each track, in strips to lay side by side."""
    pages = []
    for track in tracks_of(order):
        beyond = 0 if track.loop else config_of(order).cap or track.length // 8
        squares = [(_("start"), _("START"), "shade")] if not track.loop else []
        for n in range(1, track.length + 1):
            line = ""
            if n in track.sprints:
                line = say("SPRINT {n}", n=track.sprints.index(n) + 1)
            if n == track.length and not track.loop:
                line = _("FINISH")
            squares.append((str(n), line, ""))
        squares += [(str(track.length + n), "", "shade") for n in range(1, beyond + 1)]
        strips = [squares[at : at + SLOTS] for at in range(0, len(squares), SLOTS)]
        for at in range(0, len(strips), ROWS):
            height = 72.0
            parts: list[Part] = [printing.road(strip, SLOTS, height) for strip in strips[at : at + ROWS]]
            number = at // ROWS + 1
            under = say("sheet {n} of {all}", n=number, all=(len(strips) + ROWS - 1) // ROWS)
            says = _("Lay the strips end to end. A line lies after its square. Any number of riders fit on a square.")
            pages.append(printing.sheet(_(track.name), under, parts, says, landscape=True))
    return pages


def riders(order: Printing) -> list[Page]:
    """A counter for each rider: the mark of the team and the rider's grade."""
    names = names_in(order)
    called = {"teams": names}
    shown = marks(called, len(names)) if not order.blank else [""] * len(names)
    parts: list[Part] = [
        printing.text(_("Glue the sheet onto cardboard, then cut out the riders: four for each team."))
    ]
    for team, (name, colour) in enumerate(zip(names, colours(called, len(names)), strict=True)):
        color = "#ffffff" if order.blank else colour.hex
        pieces = [(f"{shown[team]} {grade}".strip(), color) for grade in LETTERS]
        label = say("{team} ({mark})", team=name, mark=shown[team]) if name else _("Team")
        parts.append(
            printing.beside([printing.text(label, size=11)], [printing.counters(pieces * 2, 10, 9)], widths=(1, 3))
        )
    parts.append(printing.text(_("Each rider is there twice: one for the road, one for the list of the order.")))
    return [printing.sheet(_("Riders"), _("Breaking Away"), parts, "")]


NUMBERS = 15  # the highest number of a starting card, and of a new card in a postal race (BA-3.1, BA-6.7)
COPIES, EMPTY = 4, 10  # of each number for a team, one for each of its riders, and cards to write on


def number_cards(order: Printing) -> list[Page]:
    """A sheet of small cards for each team, from which its riders' hands are dealt (BA-3.1, BA-6.4)."""
    names, pages = names_in(order), list[Page]()
    called = {"teams": names}
    shown = marks(called, len(names)) if not order.blank else [""] * len(names)
    for team, (name, colour) in enumerate(zip(names, colours(called, len(names)), strict=True)):
        color = "#ffffff" if order.blank else colour.hex
        # a dot tells a 6 from a 9 that lies the other way round
        numbers = [f"{n}." if n in (6, 9) else str(n) for n in range(1, NUMBERS + 1) for _copy in range(COPIES)]
        pieces = [(f"{shown[team]} {n}".strip(), color) for n in [*numbers, *[""] * EMPTY]]
        parts: list[Part] = [
            printing.text(
                _(
                    "Deal each rider's starting cards from these, and his new card after each turn. A played card goes "
                    "back to its pile. If a number runs out, or in the boxed game is higher than 15, write it on an "
                    "empty card."
                ),
                "BA-3.1, BA-6.3, BA-6.4",
            ),
            printing.counters(pieces, 17, 15, shape="square"),
        ]
        label = say("{team} ({mark})", team=name, mark=shown[team]) if name else _("Team")
        pages.append(printing.sheet(_("Number cards"), label, parts))
    return pages


# --- Forms: line-ups, hands, orders and points.


def line_ups(order: Printing) -> list[Page]:
    """A form for the starting cards of each team, with the limits of the rules."""
    config = config_of(order)
    limits = [
        say(
            "{grade}: {least} cards, {sum} at most",
            grade=LETTERS[g],
            least=str(config.least_cards[g])
            if config.least_cards[g] == config.most_cards[g]
            else say("{least} or {most}", least=config.least_cards[g], most=config.most_cards[g]),
            sum=config.most_sum[g],
        )
        for g in range(GRADES)
    ]
    parts: list[Part] = [
        printing.text(
            say(
                "Every card is 1 to {highest}; repeats are allowed. {limits}.",
                highest=config.highest_start,
                limits="; ".join(limits),
            ),
            happened.STARTED,
        )
    ]
    for name in names_in(order):
        heads = [f"{LETTERS[g]} (≤ {config.most_sum[g]})" for g in range(GRADES)]
        parts.append(
            printing.table(
                (name or _("Team"), *heads),
                [[_("cards"), "", "", "", ""], [_("total"), "", "", "", ""]],
                ("36mm", *["1fr"] * GRADES),
                height=8.4,
                size=9,
            )
        )
        parts.append(printing.gap(2))
    return [printing.sheet(_("Line-ups"), _("Breaking Away"), parts, "")]


def orders(order: Printing) -> list[Page]:
    """A pad for one team: the hand of each rider, and a card for each rider and turn."""
    pages = []
    for name in [""] if order.blank or not order.teams else order.teams:
        groups = [("", 1), *[(say("Rider {grade}", grade=grade), 3) for grade in LETTERS]]
        heads = (_("Turn"), *([_("plays"), _("new card"), _("square")] * GRADES))
        rows = [[str(n), *[""] * 3 * GRADES] for n in range(1, TURNS + 1)]
        hands = printing.table(
            (_("Rider"), _("cards in hand: write down new ones, cross out what is played")),
            [[g, ""] for g in LETTERS],
            ("14mm", "1fr"),
            height=16,
            size=9,
        )
        parts: list[Part] = [
            printing.text(
                _("Orders are a card for each rider, never with a condition. Keep this sheet covered."),
                "BA-8.1, BA-8.2",
            ),
            printing.heading(say("Team: {name}", name=name or "_" * 24)),
            hands,
            printing.table(heads, rows, ("12mm", *["1fr"] * 3 * GRADES), "", groups, height=7.4, size=8),
        ]
        pages.append(printing.sheet(_("Hands and orders"), _("Breaking Away"), parts, ""))
    return pages


def points(order: Printing) -> list[Page]:
    """A form for the points at each line, with the points of each place, and for the final table."""
    pages = []
    names = names_in(order)
    for track in tracks_of(order):
        places = max(len(track.sprint_points), len(track.finish_points))
        lines: list[tuple[str, list[int]]] = [
            (say("Sprint after {square}", square=each), track.sprint_points) for each in track.sprints
        ]
        lines.append((_("Finish") if not track.loop else _("When the leader has caught the last"), track.finish_points))
        rows = []
        for place in range(places):
            row = [str(place + 1)]
            for _title, worth in lines:
                row += [str(worth[place]) if place < len(worth) else "", ""]
            rows.append(row)
        heads = (_("Place"), *[word for _each in lines for word in (_("points"), _("rider"))])
        groups = [("", 1), *[(title, 2) for title, _worth in lines]]
        widths = ("14mm", *["16mm", "1fr"] * len(lines))
        total = [[name, *[""] * (len(lines) + 1)] for name in names]
        final = (_("Team"), *(title for title, _worth in lines), _("total"))
        parts: list[Part] = [
            printing.text(
                _(
                    "Riders who cross a line together share the points of their places. The highest total wins; a tie "
                    "goes to the best placed rider."
                ),
                "BA-5.1 to BA-5.4, BA-R11",
            ),
            printing.table(heads, rows, widths, "", groups, height=9, size=9),
            printing.heading(_("Final table")),
            printing.table(final, total, ("44mm", *["1fr"] * (len(lines) + 1)), height=9, size=9),
        ]
        pages.append(printing.sheet(_("Points"), _(track.name), parts, ""))
    return pages


def rules(order: Printing) -> list[Page]:
    """The rules of the race in short, and what the profiles change."""
    config = config_of(Printing())
    track = tracks_of(Printing())[0]
    profiles = printing.listing([(f"{_(name)}: {_(profile_says(name))}", "") for name in PROFILES], 8.5)
    worth = [
        [_("sprint"), *map(str, track.sprint_points)],
        [_("finish"), *map(str, track.finish_points)],
    ]
    table = printing.table((_("Place"), *map(str, range(1, len(track.sprint_points) + 1))), worth, size=8)
    figures = {"length": track.length, "cap": config.cap, "highest": config.highest_start}
    path = Path(__file__).parents[1] / "summary.toml"
    title = _("Breaking Away: the rules in short")
    return summary_pages(path, title, {"points": [table], "profiles": [profiles]}, figures)
