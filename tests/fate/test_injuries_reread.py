"""Two hundred matches with their injuries re-read by a checker of its own, which finds planted faults."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator

import pytest

from breakaway.core.chance import below, sampled, start_step
from breakaway.core.game import SEATS, legal, seats_in
from breakaway.core.rules import Event
from breakaway.games.fate.files import FOLDER, read_roster, resolve
from breakaway.games.fate.game import GAME
from breakaway.games.fate.rules.terms import DECLARE, OVER, PLAY

from .injury_checker import Difference, Reader, Shown, Telling, Told, reread
from .injury_tables import LETTERS

TEAMS = ("mudlarks", "gadgeteers")


def an_order(s, config, seat, wish):
    """A random legal order; three of four downs are played, so that not every one is a kick."""
    order = []
    for _ in range(GAME.slots(s, config, seat)):
        menu = legal(GAME, s, config, seat, order)
        start_step(wish)
        if s.phase == DECLARE and PLAY in menu and below(wish, "play", 4):
            order.append(PLAY)
        else:
            order.append(menu[below(wish, "wish", len(menu))])
    return [*order, *[0] * (GAME.max_slots - len(order))]


def tellings_of(config, seed) -> Iterator[Telling]:
    """A match of random coaches as it is told: the dice and events of each step, and who is out at each new down."""
    s, chance, wish = GAME.start(config), sampled(seed), sampled(seed + 1_000_003)
    while s.phase != OVER:
        orders = [[0] * GAME.max_slots for _ in range(SEATS)]
        for seat in seats_in(GAME.choosers(s, config)):
            orders[seat] = an_order(s, config, seat, wish)
        start_step(chance)
        events: list[Event] = []
        GAME.step(s, config, orders, chance, events)
        rolls = tuple(zip(chance.labels[: chance.asked], map(int, chance.outcome[: chance.asked]), strict=True))
        shown = Shown(tuple(map(tuple, s.out)), tuple(map(tuple, s.men_out))) if s.phase == DECLARE else None
        yield Telling(rolls, tuple(Told(each.rule, each.args) for each in events), shown)


def own_ratings(name):
    """The ratings of a roster by position, as they stand in its file."""
    players = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["players"]
    return {letters: tuple(each["ratings"]) for letters, each in players.items() if "ratings" in each}


def a_match(seed):
    """A match by its number, every second one with rosters; and the ratings of its rosters."""
    teams = TEAMS if seed % 2 else ()
    config = resolve({"advanced": True}, [read_roster(name) for name in teams])[0]
    return list(tellings_of(config, seed)), [own_ratings(name) for name in teams] or [{}, {}]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_the_injuries_of_two_hundred_matches_are_those_of_the_document(part):
    """FF-128 to FF-134, FF-G37, FF-G40: who is on the field, who is hurt, for how long, at what ratings."""
    injuries = contests = compared = 0
    differences, again, hurt = [], set(), set()
    for seed in range(40_000 + 20 * part, 40_020 + 20 * part):
        tellings, ratings = a_match(seed)
        reader = Reader(ratings)
        differences += [
            f"match {seed}, turn {d.turn}, play {d.play}: {d.kind}: {d.text}" for d in reader.read(tellings)
        ]
        injuries, contests, compared = (
            injuries + reader.injuries,
            contests + reader.contests,
            compared + reader.compared,
        )
        again, hurt = again | reader.again, hurt | reader.hurt
    assert differences == []
    assert again & hurt == set(), "on one kick of a kind a group was rolled again, on another it was hurt"
    assert min(injuries / 200, contests / 1500, compared / 1500) > 1


# Plays told by hand: the numbers of positions and plays are those of events


def a_play(listed, contest, told, *hurt, side=0):
    """A call with its contest and event; `hurt` are the rolls of an injury and what is told of it."""
    calls = Telling((), (Told("FF-029", (side, listed, 0, 1, 0)),))
    met = Telling((("contest", contest),), (told,))
    return [calls, met, *(hurt or [Telling((("event", 4),), (Told("FF-113", (0,)),))])]


def an_injury(who, long, told, choice=()):
    """The rolls of an injury, who was named where there was a choice, and what is told."""
    named = tuple(Telling((), (Told("FF-131", choice),)) for _ in range(bool(choice)))
    rolls = Telling((("event", 2), ("what happened", 4), *(("who is hurt", k) for k in who)), ())
    return [rolls, *named, Telling((("how long", long),), (Told("FF-134", told),))]


def a_new_down(side=0, **out):
    """The next down is to be declared; `out` has the men of side 0 who are out, by position."""
    men = [[sum(1 << man for man in out.get(name, ())) if not s else 0 for name in LETTERS] for s in range(2)]
    count = [[len(out.get(name, ())) if not s else 0 for name in LETTERS] for s in range(2)]
    shown = Shown(tuple(map(tuple, count)), tuple(map(tuple, men)))
    return [Telling((), (Told("FF-003", (side, 1, 10, 30)),), shown)]


QB, RB, OG, CB, WR = (LETTERS.index(name) for name in ("QB", "RB", "OG", "CB", "WR"))
EVEN = Told("FF-105", (0, -1, 2))  # center against tackle, both Careful 2


def a_match_by_hand(
    first=(QB, 5, 1, 0, 1),
    on_first=(0,),
    thrown=(1, 3, -2),
    second=(QB, 6, 2, 1, 2),
    third=(0, OG),
    back=(),
    rated=(2, 3, -1),
):
    """Side 1 kicks off: the quarterback (-4) does not play, the cornerback is out for the season.

    On the first run the quarterback is hurt for one play; on the second play, a Quick pass, his substitute, Careful 1
    against 3, for two. On the third a lineman is, side 0 chooses: the guard, for the half; the first man throws again,
    2 against 3. After one more play the substitute is back, and after the half the guard.
    """
    match = [Telling((("kickoff", 6),), (Told("FF-005", (1, 2)),)), *an_injury((0, 8), 0, (0, CB, 0, 1, 0, 1))]
    match += a_new_down(CB=(0,))
    match += a_play(0, 3, EVEN, *an_injury((0,), 8, (0, *first))) + a_new_down(CB=(0,), QB=on_first)
    match += a_play(3, 4, Told("FF-110", (0, 0, *thrown)), *an_injury((0,), 7, (0, *second)))
    match += a_new_down(CB=(0,), QB=(1,))
    match += a_play(3, 4, Told("FF-110", (0, 0, *rated)), *an_injury((3,), 2, (0, OG, 2, 1, 0, 1), third))
    match += a_new_down(CB=(0,), QB=(1,), OG=(0,)) + a_play(0, 3, EVEN)
    match += a_new_down(CB=(0,), QB=back, OG=(0,))
    return (
        match
        + a_play(0, 3, EVEN)
        + [Telling((), (Told("FF-013", (2, 0, 0)),))]
        + a_new_down(CB=(0,))
        + a_play(0, 3, EVEN)
    )


def test_a_match_that_was_told_by_hand_from_the_document_has_no_difference():
    """FF-128 to FF-134."""
    assert reread(a_match_by_hand()) == []


@pytest.mark.parametrize(
    ("planted", "kind"),
    [
        ({"second": (QB, 6, 1, 0, 1)}, "man"),  # the first man is hurt again, who was out
        ({"first": (QB, 6, 1, 0, 1)}, "duration"),  # one play longer than the roll says
        ({"first": (RB, 5, 1, 0, 1)}, "position"),  # another position than the roll says
        ({"on_first": ()}, "out"),  # nobody is out
        ({"thrown": (2, 3, -1)}, "rating"),  # the substitute plays as well as his man
        ({"rated": (1, 3, -2)}, "rating"),  # the man who is back as his substitute
        ({"back": (1,)}, "out"),  # a play longer
        ({"third": (1, OG)}, "chooser"),  # the second player chooses first
    ],
)
def test_a_fault_that_was_planted_is_found_and_named(planted, kind):
    """FF-128 to FF-134: one fault is told once and by its kind, all that follows from it apart."""
    assert kind in {each.kind for each in reread(a_match_by_hand(**planted))}


@pytest.mark.parametrize("who", [0, 1, 4])
def test_a_quarterback_receiver_or_carrier_who_is_hurt_on_a_kickoff_is_found(who):
    """FF-G40."""
    side, position = (1, (QB, WR, CB)[min(who, 2)])
    match = [
        Telling((("kickoff", 6),), (Told("FF-005", (1, 2)),)),
        *an_injury((who,), 0, (side, position, 0, 1, 0, 1)),
    ]
    assert [each.kind for each in reread(match)] == ["position"]


def longer(tellings):
    """The same match, but everybody is shown as out at one down more than he was."""
    before = None
    for each in tellings:
        shown = each.shown
        if shown and before:
            men = [
                [a | b for a, b in zip(*rows, strict=True)] for rows in zip(shown.men_out, before.men_out, strict=True)
            ]
            each = each._replace(
                shown=Shown(tuple(tuple(map(int.bit_count, row)) for row in men), tuple(map(tuple, men)))
            )
        before = shown or before
        yield each


def always_the_first(tellings):
    """The same match, but the first man of a position is told to be hurt, whoever was on the field."""
    for each in tellings:
        changed = [e._replace(args=(*e.args[:4], 0, *e.args[5:])) if e.rule == "FF-134" else e for e in each.events]
        yield each._replace(events=tuple(changed))


@pytest.mark.slow
@pytest.mark.parametrize(("plant", "kind"), [(longer, "out"), (always_the_first, "man")])
def test_faults_that_were_planted_in_ten_matches_are_found(plant, kind):
    """FF-132, FF-134."""

    def count(how: Callable) -> int:
        found: list[Difference] = []
        for tellings, ratings in map(a_match, range(40_000, 40_010)):
            found += [each for each in reread(list(how(tellings)), ratings) if each.kind == kind]
        return len(found)

    assert count(plant) > count(iter) + 5
