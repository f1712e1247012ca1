"""A football record's events as one line of text, and the small language in which ways are written.

A pattern is a row of tokens that follow each other: a rule id with its first numbers (`BF-131(_,0)`, `_` is any number,
`8/9` one of two), several with `|` between them, `?` or `*` behind for none, `..` for anything else on the same down.
`$a` remembers a seat, `$a` again is the same seat, `!a` the other one. `@name` asks for that house rule.
Words in small letters are put in here: `down` before each call, kick or kickoff; `run`, `pass`, `low` after a reveal;
the kind of the Game Day card; `long` or `medium` after an illegal call; how the match ended.
"""

from __future__ import annotations

import re
from functools import cache

from breakaway.core.game import result_of
from breakaway.games.football.game import GAME
from breakaway.games.football.rules.events import CARD_DRAWN, ILLEGALLY_CALLED, PLAY_SHOWN
from breakaway.games.football.rules.terms import RUN
from breakaway.records.replay import load_config, moments

CARD_KINDS = ("no-event", "modifier", "incomplete", "turnover", "false-start", "holding", "touchdown")
FIRST_OF_A_DOWN = ("BF-021", "BF-129", "BF-104", "BF-175", "BF-181", "BF-218", "BF-142", "BF-150", "BF-138", "BF-124")
FIRST_OF_A_DOWN += ("BF-162",)
SHUFFLED = "BF-R37"  # may come before any card: left out of the text


class Text:
    """The text of a match as it grows: each token has a semicolon behind it."""

    def __init__(self, config):
        self.config, self.parts = config, []

    def __str__(self):
        return "".join(f"{part};" for part in self.parts)

    def add(self, events):
        """Appends what happened."""
        self.parts += self.tokens(events)

    def tokens(self, events):
        """Events as tokens that could follow."""
        parts = []
        before = self.parts[-1] if self.parts else ""
        for event in events:
            if event.rule == SHUFFLED:
                continue
            if event.rule == "BF-193" or (event.rule in FIRST_OF_A_DOWN and not before.startswith("BF-193")):
                parts.append("down")
            parts.append(" ".join([event.rule, *map(str, event.args)]))
            parts += self.added(event)
            before = parts[-1]
        return parts

    def added(self, event):
        """The words that are put in after an event."""
        config = self.config
        if event.rule == PLAY_SHOWN:
            kind = "run" if config.type_kind[event.type] == RUN else "pass"
            return [kind, "low"] if config.play_low[event.seat][event.play] else [kind]
        if event.rule == CARD_DRAWN:
            return [CARD_KINDS[config.event[event.card]]]
        if event.rule == ILLEGALLY_CALLED:
            return ["long" if event.type == config.long_type else "medium"]
        return []

    def ending(self, state):
        """How the match ended, as tokens; none while it goes on."""
        r = result_of(GAME, state, self.config)
        if not r.why:
            return []
        first = [seat for seat in range(2) if r.rank[seat] == 1]
        winner = f"winner {first[0]}" if len(first) == 1 else "level"
        overtime = self.parts[self.parts.index(f"BF-184 {state.quarter}") :] if state.quarter > 4 else []
        drives = sum(part.startswith("BF-013 ") for part in overtime)
        told = [f"quarter {state.quarter}", f"had-the-ball {sum(state.had_ball)}", f"drives {drives}"]
        return [f"end-{GAME.rules.id_of(r.why)}", winner, *told]

    def recent(self, count, events=(), state=None):
        """The last tokens, with events that could follow and perhaps the end."""
        parts = [*self.parts[-count:], *self.tokens(events), *(self.ending(state) if state else ())]
        return "".join(f"{part};" for part in parts)


def read_text(record, seen=None):
    """The text of a whole record; `seen` are its moments, if they are known."""
    seen = seen or list(moments(GAME, record))
    text = Text(load_config(GAME, record.header["book"]))
    for moment in seen:
        text.add(moment.events)
    text.parts += text.ending(seen[-1].state)
    return str(text)


def is_shown(pattern, record, text):
    """Whether a record shows a way."""
    houses = [token[1:] for token in pattern.split() if token.startswith("@")]
    return all(record.header["options"][name] for name in houses) and bool(regex(pattern).search(text))


def progress(pattern, text):
    """How far the pattern is shown: 1 if it is anywhere in the text, else the part of its tokens at the text's end."""
    if regex(pattern).search(text):
        return 1.0
    return next((part for part, form in beginnings(pattern) if form.search(text)), 0.0)


@cache
def beginnings(pattern):
    """What a pattern begins with, longest first, each with its part of the whole."""
    tokens = [each for each in pattern.split() if each[0] != "@"]
    counts = range(len(tokens) - 1, 0, -1)
    return [(count / len(tokens), regex(" ".join(tokens[:count]), at_end=True)) for count in counts]


@cache
def regex(pattern, at_end=False):
    """The pattern as a regular expression over the text."""
    known = set()
    form = "".join(token(each, known) for each in pattern.split() if each[0] != "@")
    return re.compile(f"(?<![^;]){form}{'$' if at_end else ''}")


def token(text, known):
    """One token as a regular expression."""
    if text == "..":
        return "(?:(?!down;)[^;]*;)*?"
    times = text[-1] if text[-1] in "?*" else ""
    choices = [event_form(each, known) for each in text.removesuffix(times).split("|")]
    return f"(?:{'|'.join(choices)}){times}"


def event_form(text, known):
    """A rule or word with its first numbers."""
    name, _, numbers = text.removesuffix(")").partition("(")
    args = "".join(" " + number_form(each, known) for each in numbers.split(",") if each)
    return re.escape(name) + args + "(?: -?[0-9]+)*;"


def number_form(text, known):
    """A number: any, one of some, one that is remembered, or not that one."""
    if text == "_":
        return "-?[0-9]+"
    if text.startswith("!"):
        return f"(?!(?P={text[1:]})\\b)[0-9]+"
    if text.startswith("$"):
        name = text[1:]
        if name in known:
            return f"(?P={name})"
        known.add(name)
        return f"(?P<{name}>[0-9]+)"
    return f"(?:{text.replace('/', '|')})\\b"
