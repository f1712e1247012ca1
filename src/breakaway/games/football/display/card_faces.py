"""The faces and backs of cards, drawn for this game as SVG of 120 by 168 units.

A run is orange with a straight arrow, and a pass is blue with a curved one, so nothing depends on color alone.
"""

from __future__ import annotations

from functools import lru_cache

from breakaway.core.language import _
from breakaway.display import svg
from breakaway.display.gridiron import GLYPHS
from breakaway.games.football.display.hand import (
    CHOSEN,
    IN_HAND,
    MAYBE,
    SAID,
    Back,
    CallFace,
    DefenseFace,
    GameDayCard,
    OffenseFace,
    PlayFace,
)

KEPT = 2000  # how many drawn faces are kept; each language has its own
WIDTH, HEIGHT, ROUND = 120, 168, 10
BAND, HALF = 22, 73
TOP = f"M0 {ROUND}A{ROUND} {ROUND} 0 0 1 {ROUND} 0H{WIDTH - ROUND}A{ROUND} {ROUND} 0 0 1 {WIDTH} {ROUND}"
LEATHER, LACES = "M-11 0C-7 -8 7 -8 11 0C7 8 -7 8 -11 0z", "M-4.5 0H4.5M-2.5 -2V2M0 -2.4V2.4M2.5 -2V2"


def offense_face(card: OffenseFace, turned: bool = False) -> str:
    """The face of an offense card. `turned` puts the lower play upside down, as on a paper card."""
    return _offense_face(card, card.says, turned)


@lru_cache(KEPT)
def _offense_face(card: OffenseFace, says: str, turned: bool) -> str:
    first, second = card.plays
    return _card(
        "offense",
        card.state,
        says,
        svg.group(_half(first), _half_class(first)),
        svg.group(_half(second), _half_class(second), (WIDTH, HEIGHT), 180)
        if turned
        else svg.group(_half_below(second), _half_class(second)),
        svg.rect("band", 0, HALF, WIDTH, BAND),
        *_band(card.formation, HALF),
        *_shape(card.shape),
    )


def _band(words: str, top: float) -> list[str]:
    size = svg.fitting(words, 11.5, 66)
    return [svg.text("band-words", 10, top + BAND / 2, words, font_size=size, dy="0.35em")]


def _shape(shape: str) -> list[str]:
    """A formation's class drawn as arrows: two for runs, two for passes, or one of each."""
    kinds = {"run heavy": ("run", "run"), "pass heavy": ("pass", "pass")}.get(shape, ("run", "pass"))
    return [
        svg.element("path", class_=f"shape {kind}", d=GLYPHS[kind], transform=f"translate({x} {HALF + 7}) scale(0.82)")
        for kind, x in zip(kinds, (81, 97), strict=True)
    ]


def _half_class(play: PlayFace) -> str:
    return f"half {play.kind}{' picked' if play.chosen else ''}"


def _half(play: PlayFace) -> list[str]:
    """The upper play, with a background that reaches the card's corners."""
    return [svg.path("ground", f"{TOP}V{HALF}H0z"), *_play(play)]


def _half_below(play: PlayFace) -> list[str]:
    """The lower play, upright."""
    ground = f"M0 {HALF + BAND}H{WIDTH}V{HEIGHT - ROUND}A{ROUND} {ROUND} 0 0 1 {WIDTH - ROUND} {HEIGHT}H{ROUND}"
    corner = f"A{ROUND} {ROUND} 0 0 1 0 {HEIGHT - ROUND}z"
    return [svg.path("ground", ground + corner), svg.group(_play(play), move=(0, HALF + BAND))]


def _play(play: PlayFace) -> list[str]:
    lines = svg.broken(play.type, 13, 72)
    size = min(svg.fitting(line, 13, 72) for line in lines)
    drawn = [svg.group([svg.path("glyph", GLYPHS[play.kind])], move=(10, 8))]
    drawn.append(svg.text("side", WIDTH - 10, 17, play.side, font_size=11, text_anchor="end"))
    top = 43 if len(lines) == 1 else 36
    drawn += [svg.text("type", 10, top + 13 * i, line, font_size=size) for i, line in enumerate(lines)]
    drawn.append(svg.text("strength", WIDTH - 9, 63, str(play.strength), font_size=38, text_anchor="end"))
    marks = [_("min 1")] * play.minimum + [_("low %")] * play.low
    note = " · ".join(marks)
    drawn += (
        [svg.text("note", 10, 66, note, font_size=svg.fitting(note, 10.5, 86))] if note and not play.illegal else []
    )
    if play.illegal:
        drawn.append(svg.path("bar", f"M6 {HALF - 6}L{WIDTH - 6} 6"))
        drawn.append(_pill(_("not here"), 41, 60))
    return drawn


def _pill(words: str, x: float, y: float) -> str:
    room = _room(words)
    back = svg.rect("pill", -room / 2, -9, room, 18, 9)
    said = svg.text("pill-words", 0, 0, words, font_size=11, text_anchor="middle", dy="0.35em")
    return svg.group([back, said], move=(x, y))


def _room(words: str) -> float:
    return svg.wide(words) * 11 + 10


def defense_face(card: DefenseFace) -> str:
    """The face of a defense card: the formation, then one or two calls with strengths against runs and passes."""
    return _defense_face(card, card.says)


@lru_cache(KEPT)
def _defense_face(card: DefenseFace, says: str) -> str:
    tall = HEIGHT - BAND
    one = len(card.calls) == 1
    parts = [svg.path("band", f"{TOP}V{BAND}H0z"), *_band(card.formation, 0)]
    for i, call in enumerate(card.calls):
        height = tall if one else tall / 2
        parts.append(svg.group(_call(call, height), f"call{' picked' * call.chosen}", (0, BAND + i * tall / 2)))
    if not one:
        parts.append(svg.path("seam", f"M10 {BAND + tall / 2}H{WIDTH - 10}"))
    return _card("defense", card.state, says, *parts)


def _call(call: CallFace, height: float) -> list[str]:
    size = svg.fitting(call.type, 14, 70)
    middle = height / 2
    drawn = [svg.rect("call-ground", 4, 4, WIDTH - 8, height - 8, 6)]
    drawn.append(svg.text("type", 10, middle - 13, call.type, font_size=size))
    drawn.append(svg.text("side", WIDTH - 10, middle - 13, call.side, font_size=11, text_anchor="end"))
    for kind, value, x in (("run", call.run, 10), ("pass", call.passing, 63)):
        inside = [svg.rect("chip", 0, 0, 47, 30, 7), svg.group([svg.path("glyph", GLYPHS[kind])], move=(7, 10))]
        inside.append(svg.text("chip-value", 35, 15, str(value), font_size=21, text_anchor="middle", dy="0.36em"))
        drawn.append(svg.group(inside, kind, (x, middle - 4)))
    return drawn


def game_day_face(card: GameDayCard) -> str:
    """The face of a Game Day card: corners at the top, the event in the middle, values for kicks at the bottom."""
    return _game_day_face(card, card.says)


@lru_cache(KEPT)
def _game_day_face(card: GameDayCard, says: str) -> str:
    kind = card.kind or "plain"
    lines = svg.broken(card.title, 12, 100, 3)
    top = (60, 56, 50)[len(lines) - 1]
    parts = [svg.rect("event-ground", 0, 37, WIDTH, 90)]
    parts += [
        svg.text(
            "event-title", WIDTH / 2, top + 12.5 * i, line, font_size=svg.fitting(line, 12, 108), text_anchor="middle"
        )
        for i, line in enumerate(lines)
    ]
    event = _(card.event)
    size = svg.fitting(event, 32 if len(lines) < 3 else 26, 104)
    parts.append(svg.text("event", WIDTH / 2, 98, event, font_size=size, text_anchor="middle"))
    about = " · ".join(filter(None, (_(card.kind), card.detail or _(card.side))))
    parts.append(
        svg.text("about", WIDTH / 2, 117, about, font_size=svg.fitting(about, 10.5, 108), text_anchor="middle")
    )
    for class_, name, value, x, y in (
        ("corner d", _("DEF"), card.defense, 24, 0),
        ("corner o", _("OFF"), card.offense, WIDTH - 24, 0),
        ("kick", _("FG"), _(card.field_goal), 24, 130),
        ("kick", _("PUNT"), _(card.punt), WIDTH - 24, 130),
    ):
        parts.append(svg.group(_corner(name, value), class_, (x, y)))
    return _card(f"game-day {kind}", IN_HAND, says, *parts)


def _corner(name: str, value: str) -> list[str]:
    caption = svg.text("caption", 0, 12, name, font_size=8.5, text_anchor="middle")
    if value == "football":
        ball = [svg.path("leather", LEATHER), svg.path("laces", LACES)]
        return [caption, svg.group(ball, move=(0, 23))]
    size = svg.fitting(value, 18, 41)
    return [caption, svg.text("value", 0, 30, value, font_size=size, text_anchor="middle")]


def back(card: Back, team: str) -> str:
    """The back of a card, with its formation. `team` is the CSS class for the team's colors."""
    return _back(card, team, card.says)


@lru_cache(KEPT)
def _back(card: Back, team: str, says: str) -> str:
    chevrons = "".join(f"M{x} {y}l8 8l-8 8" for y in range(20, 150, 24) for x in range(18, 104, 16))
    parts = [svg.rect("back-ground", 0, 0, WIDTH, HEIGHT, ROUND), svg.path("back-mark", chevrons)]
    parts.append(svg.rect("back-rim", 7, 7, WIDTH - 14, HEIGHT - 14, 6))
    if card.formation:
        name, _, shape = card.formation.partition(" (")
        parts.append(svg.rect("plate", 14, 62, WIDTH - 28, 44, 6))
        size = svg.fitting(name, 15, WIDTH - 38)
        y = 82 if shape else 89
        parts.append(svg.text("plate-words", WIDTH / 2, y, name, font_size=size, text_anchor="middle"))
        if shape:
            parts.append(
                svg.text("plate-class", WIDTH / 2, 97, shape.rstrip(")"), font_size=10.5, text_anchor="middle")
            )
    return _card(f"back {team}", IN_HAND, says, *parts)


def _card(kind: str, state: str, says: str, *inside: str) -> str:
    """A card: its outline, the drawing inside, and marks for its state, such as chosen or spent."""
    over = []
    if state == CHOSEN:
        over.append(svg.rect("ring", 2, 2, WIDTH - 4, HEIGHT - 4, ROUND - 2))
    elif state != IN_HAND:
        words = _("in hand?") if state == MAYBE else _(SAID[state])
        over.append(_pill(words, 6 + _room(words) / 2, 14))
    return svg.element(
        "svg",
        svg.title(says),
        svg.rect("paper", 0, 0, WIDTH, HEIGHT, ROUND),
        svg.group(inside, "face"),
        svg.rect("edge", 0.5, 0.5, WIDTH - 1, HEIGHT - 1, ROUND),
        *over,
        xmlns="http://www.w3.org/2000/svg",
        class_=f"card {kind} is-{state}",
        viewBox=f"0 0 {WIDTH} {HEIGHT}",
        role="img",
        aria_label=says,
    )
