"""Reads the answer to an invitation: yes, no, or unclear, and the name that the player gives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

MOST_LINES = 12  # how many lines with text are read: an answer is near the top
LONGEST_NAME = 60
ENDS = r"(?:[,.;: ]+(?:please|thanks|thank you|of course|with pleasure|i will|i do|bitte|danke|gern|gerne|klar))*"
YES = re.compile(
    r"(?:(?:yes|ja|ok|okay|gern),? )?(?:yes|yep|yeah|sure|ok|okay|ja|jo|gern|gerne|klar|join|accept|accepted|i'm in|"
    r"i (?:join|accept|play|am in)|"
    r"i(?:'ll| will| would like to|'d like to) (?:join|play|accept|take (?:it|the seat|the team|over|it over))|"
    r"count me in|(?:ich )?(?:bin|wäre) (?:gern |gerne )?dabei|ich (?:mache|spiele) (?:gern |gerne )?mit|"
    r"ich (?:nehme (?:an|den platz|das team)|übernehme(?: das team| gern| gerne)?)|"
    r"angenommen|annehmen|mitmachen|mitspielen|teilnehmen)" + ENDS,
    re.IGNORECASE,
)
NO = re.compile(
    r"(?:(?:no|nein|sorry|leider),? )?(?:no|nope|nein|nee|nicht|decline|declined|not (?:this time|interested)|leave|"
    r"stop|remove me|i leave|sorry|leider|"
    r"(?:i )?(?:cannot|can't|won't|decline|do not want to)(?: play| join)?|ablehnen|abgelehnt|kein interesse|"
    r"ich (?:lehne ab|kann (?:leider )?nicht|möchte (?:leider )?nicht(?: mehr)?|mag nicht)|austragen|streichen)" + ENDS,
    re.IGNORECASE,
)
CALLED = re.compile(
    r"(?:call me|my name is|i am called|name|ich heiße|mein name ist|nennt? mich)\s*:?\s+(?P<name>\S.*)", re.IGNORECASE
)
STANDBY = re.compile(
    r"(?:standby|stand-by|ersatz|ersatzspieler|ersatzspielerin)\s+(?:for\s+|für\s+)?([a-z0-9]{8})", re.IGNORECASE
)
GERMAN = re.compile(r"ersatz", re.IGNORECASE)


@dataclass(frozen=True)
class Consent:
    """An answer. `yes` is None if the answer is unclear. `name` is empty if the player gives no name."""

    yes: bool | None
    name: str = ""


def read_consent(lines: Sequence[str]) -> Consent:
    """Reads an answer from the sender's own `lines`. Contradictory answers count as unclear."""
    said, name = set[bool](), ""
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        words = " ".join(line.split()).strip(" .!,;:*-–\"'„“”>")
        if found := CALLED.fullmatch(words):
            name = name or found["name"].strip()[:LONGEST_NAME]
        elif YES.fullmatch(words):
            said.add(True)
        elif NO.fullmatch(words):
            said.add(False)
    return Consent(said.pop() if len(said) == 1 else None, name)


def standby_for(lines: Sequence[str]) -> tuple[str, str]:
    """The match for which the sender of these `lines` wants to be a standby player, and the language of the lines.

    Both are empty strings if the sender does not want to be a standby player.
    """
    for line in [each for each in lines if each.strip()][:MOST_LINES]:
        if found := STANDBY.fullmatch(line.strip(" .!,;:*-–\"'>")):
            return found[1].lower(), "de" if GERMAN.match(found[0]) else "en"
    return "", ""
