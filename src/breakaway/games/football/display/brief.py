"""Reports briefly what happened.

Each line reports one part of a play: the calls, the card or the result. Pages show these lines with their rules; the
terminal prints only their texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from breakaway.core.game import Names
from breakaway.core.language import _, say
from breakaway.core.rules import Event
from breakaway.display.document import Line
from breakaway.display.match_page import why
from breakaway.games.football.display.in_brief import BOLD, CARD, KIND_OF, NEWS, OPENERS, RESULT, SHORT
from breakaway.games.football.display.story import Story
from breakaway.games.football.rules import happened
from breakaway.games.football.rules.state import FootballObservation
from breakaway.games.football.rules.terms import GOAL_LINE_STAND, RUN, SPECIAL_DEFENSE
from breakaway.games.football.text import names as called
from breakaway.games.football.text.longer import why_spied
from breakaway.games.football.text.sentences import SENTENCES


def briefs(observation: FootballObservation, events: Sequence[Event]) -> list[Line]:
    """A brief report on events that a seat may see: lines of text, each with the rules that reported its events.

    Bold marks news that nobody should miss. The line with the calls also names the kind of play.
    """
    play: Event | None = None
    spies = [each for each in events if each.rule == happened.SPY_WON]  # in the order of the plays that they read
    lines, names = list[Line](), observation.names
    for group in groups(events):
        texts, kind = list[str](), ""
        for each in group:
            if each.rule == happened.PLAY_SHOWN:
                play = each
            elif each.rule == happened.DEFENSE_SHOWN:
                texts.append(calls_text(observation, play, each, spies.pop(0) if each.spied and spies else None))
                kind = called.KINDS[observation.config.type_kind[play.type] if play else 0]
            else:
                texts.append(in_group(each, group, names))
        texts = [each for each in texts if each]
        if texts:
            style = "bold" if any(each.rule in BOLD for each in group) else ""
            whys = tuple(why(observation.game, rule) for rule in dict.fromkeys(each.rule for each in group))
            lines.append(Line("; ".join(texts), "", style, whys, kind))
    return lines


def sentence(event: Event, names: Names) -> str:
    """The short sentence for an event, or its full sentence if there is no shorter one."""
    return (SHORT.get(event.rule) or SENTENCES[event.rule])(event, names)


def in_group(event: Event, group: Sequence[Event], names: Names) -> str:
    """The short sentence for an event of this group. Whoever takes an event that does not fit takes nothing at all."""
    takes_event = event.rule in (happened.OFFENSE_PICKED, happened.DEFENSE_PICKED) and event.answer == 0
    if takes_event and any(each.rule == happened.EVENT_UNFIT for each in group):
        return say("{team:leaves} the corner alone", team=called.team(names, event.seat))
    helps_defense = event.rule == happened.ABILITY_USED and event.ability in (SPECIAL_DEFENSE, GOAL_LINE_STAND)
    if helps_defense and any(each.rule == happened.DEFENSE_BROKE_AWAY for each in group):
        return say("{what}, without effect in a breakaway", what=sentence(event, names))
    return sentence(event, names)


def defense_text(defense: Event, names: Names) -> str:
    """A defense and its strength. A spy's defense has none: its breakaway makes the base gain 0."""
    call = called.defense_type(names, defense.type)
    return call if defense.spied else f"{call} {defense.strength}"


def play_text(observation: FootballObservation, play: Event) -> str:
    """A play and its strength, and whether it is a low-percentage pass, as its card prints it: `Long 7 low`."""
    low = " low" if observation.config.play_low[play.seat][play.play] else ""
    return f"{called.play_type(observation.names, play.type)} {play.strength}{low}"


def calls_text(observation: FootballObservation, play: Event | None, defense: Event, spy: Event | None) -> str:
    """Both calls in one sentence, or only the defense's call if there was no play. `spy` says why the spy is on."""
    names = observation.names
    against = defense_text(defense, names)
    if play is None:
        return say("{team:defends} with {call}", team=called.team(names, defense.seat), call=against)
    what = f"{play_text(observation, play)} ({called.side(play.play)})"
    if defense.spied:
        kind = observation.config.type_kind[play.type]
        parts = {"team": called.team(names, play.seat), "play": what, "call": against}
        if spy is not None and kind == RUN:
            return say("{team:plays} {play}; the spy reads the run ({why}): {call}", why=why_spied(spy), **parts)
        if spy is not None:
            return say("{team:plays} {play}; the spy reads the pass ({why}): {call}", why=why_spied(spy), **parts)
        if kind == RUN:
            return say("{team:plays} {play}; the spy reads the run: {call}", **parts)
        return say("{team:plays} {play}; the spy reads the pass: {call}", **parts)
    return say("{team:plays} {play} against {call}", team=called.team(names, play.seat), play=what, call=against)


def groups(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Groups the events that share a line. Leaves out events that a brief report does not mention.

    A time out that pays for a play stands after the play's result.
    """
    group, held = list[Event](), list[Event]()
    kind = ""
    for each in events:
        if each.rule == happened.PLAY_SHOWN:
            yield [each]
            continue
        now = KIND_OF.get(each.rule, "")
        if not now:
            continue
        if each.rule in PAID and kind and kind != NEWS:
            held.append(each)
            continue
        if group and (now != kind or each.rule in OPENERS):
            if kind == RESULT or now not in (CARD, RESULT):
                group, held = [*group, *held], []
            yield group
            group = []
        group.append(each)
        kind = now
    if group:
        yield [*group, *held]


PAID = {happened.TIME_OUT_PLAYED, happened.UNTIMED_DOWN}


PLAYED = {
    happened.PLAY_SHOWN,
    happened.PUNT_CALLED,
    happened.FIELD_GOAL_TRIED,
    happened.HAIL_MARY_THROWN,
    happened.KNELT,
    happened.KICKOFF_RETURNED,
    happened.KICKED_ONSIDE,
}
OPENS = PLAYED | {
    happened.OFFENSE_LINED_UP,
    happened.COFFIN_AIMED,
    happened.FORMATION_ROLLED,
    happened.FOURTH_DOWN_ROLLED,
    happened.CARD_BURNT,
}  # a play begins with the first of these


def plays(events: Sequence[Event], names: Names, story: Story) -> list[tuple[str, Sequence[Event]]]:
    """Splits a turn into plays, each with its headline. Events after the last play count as part of that play."""
    cut: list[tuple[str, list[Event]]] = [("", [])]
    played = False
    for each in events:
        if played and each.rule in OPENS:
            cut.append((headline(names, story, each.rule in (happened.KICKOFF_RETURNED, happened.KICKED_ONSIDE)), []))
            played = False
        cut[-1][1].append(each)
        played = played or each.rule in PLAYED
        story.take(each)
    if not played and len(cut) > 1:
        _, rest = cut.pop()
        cut[-1][1].extend(rest)
    return [*cut]


def headline(names: Names, story: Story, kickoff: bool) -> str:
    """The headline of a play: `Q1  Fire 7, Lightning 0  Fire, 2nd and 3 lines at own 40`."""
    score = ", ".join(f"{called.team(names, seat)} {points}" for seat, points in enumerate(story.score))
    begin = f"{quarter_tag(story.quarter)}  {score}   "
    if kickoff:
        return begin + _("kickoff")
    team = called.team(names, story.offense)
    if story.in_try:
        return begin + say("{team}, two-point try", team=team)
    down = down_text(story.down, story.marker - story.line)
    return begin + say("{team}, {down} at {spot}", team=team, down=down, spot=called.at_spot(story.line))


def quarter_tag(quarter: int) -> str:
    """The short name of a quarter: Q1 to Q4, then OT1."""
    return say("Q{number}", number=quarter) if quarter < 5 else say("OT{number}", number=quarter - 4)


def down_text(down: int, to_go: int) -> str:
    """The down and the lines to go: `3rd and 4 lines`."""
    return say("{ordinal} and {lines}", ordinal=called.ordinal(down), lines=called.lines(to_go))
