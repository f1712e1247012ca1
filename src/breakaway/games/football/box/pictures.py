"""Cards and rows of sheets as far as they are known, for pages to draw."""

from __future__ import annotations

from breakaway.core.language import _, say
from breakaway.games.football.files.own_words import SAID, Described
from breakaway.games.football.rules.terms import BLOCKED, FOOTBALL, NO_EVENT, PASS
from breakaway.games.football.text.names import KINDS
from breakaway.games.football.text.orders import DEFENSE_CORNERS, OFFENSE_CORNERS, Call, Play, event_text
from breakaway.players.own_cards import CardPicture
from breakaway.players.set_forms import FacePicture


def corner_label(word: str) -> str:
    """What a tap for a corner's value says."""
    return {"turnover": _("Ball"), "football": _("Ball"), "td": "TD"}.get(word, word.replace("-", "\N{MINUS SIGN}"))


def picture_of(said: Described) -> CardPicture:
    """The picture of a Game Day card as far as it is known."""
    event, kind = "", ""
    if said.event is not None and said.event.event != NO_EVENT:
        kind = "pass" if said.event.kind == PASS else "run"
        event = event_text(said.event).split(" ", 1)[1].replace("-", "\N{MINUS SIGN}")
        event = _(event) if event[0] not in "+\N{MINUS SIGN}" else event
    elif said.event is not None:
        event = _("No event")
    values = []
    for name, part, where, words in (
        (_("def"), said.defense_corner, "left", DEFENSE_CORNERS),
        (_("off"), said.offense_corner, "right", OFFENSE_CORNERS),
    ):
        word = next((word for word, value in words.items() if value == part), "")
        values.append((name, corner_label("football" if part == FOOTBALL else word) if word else "", where))
    for name, part, where in ((_("FG"), said.field_goal, "kick"), (_("Punt"), said.punt, "punt")):
        values.append((name, "" if part is None else _("blocked") if part == BLOCKED else str(part), where))
    missing = [_(says) for name, says in SAID.items() if getattr(said, name) is None]
    open_ = say("; open: {parts}", parts="; ".join(missing)) if missing else ""
    says = (
        say("The card as you enter it: {card}", card=", ".join(filter(None, (said.title, kind and _(kind), event))))
        + open_
    )
    return CardPicture(said.title, kind, event, values, says)


def face_of_plays(formation: str, plays: list[Play | None], types: list[str], kinds: list[int]) -> FacePicture:
    """An offense card of this `formation`. A play that is unknown is None; `types` and `kinds` are those of the set."""
    lines = []
    for play in plays:
        if play is None:
            lines.append(("?", "todo"))
            continue
        marks = [*([_("low")] if play.low else []), *([_("min")] if play.minimum else [])]
        word = KINDS[kinds[play.type]]
        lines.append((" ".join([types[play.type], str(play.strength), *marks]), word))
    return FacePicture(formation, lines, _said(formation, lines))


def face_of_calls(formation: str, calls: list[Call | None], types: list[str]) -> FacePicture:
    """A defense card that shows this `formation`. A call that is unknown is None; `types` are those of the set."""
    lines = [
        ("?", "todo") if call is None else (f"{types[call.type]} {call.run} / {call.passing}", "") for call in calls
    ]
    return FacePicture(formation, lines, _said(formation, lines))


def face_of_row(title: str, words: list[str]) -> FacePicture:
    """A row of a sheet with the `words` for each roll from 1 to 6, empty for an unknown one."""
    lines = [(f"{roll}  {word or '?'}", "" if word else "todo") for roll, word in enumerate(words, 1)]
    return FacePicture(title, lines, _said(title, lines))


def face_of_matchups(defense: str, beats: list[str], loses: list[str], unseen: int) -> FacePicture:
    """A card of the matchup chart: what a `defense` beats, what it loses to, and how many plays are `unseen`."""
    lines = [(say("wins: {plays}", plays=", ".join(beats) or "-"), "wins")]
    lines.append((say("loses: {plays}", plays=", ".join(loses) or "-"), "loses"))
    lines += [(say("open: {n}", n=unseen), "todo")] if unseen else []
    return FacePicture(defense, lines, _said(defense, lines))


def _said(title: str, lines: list[tuple[str, str]]) -> str:
    return say("As you enter it: {what}", what="; ".join([title or "?", *(text for text, _class in lines)]))
