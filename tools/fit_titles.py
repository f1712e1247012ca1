"""Titles of Game Day cards by kind and event, for decks that a fit writes. Each title is about one side."""

from __future__ import annotations

from tools.football_data import Titles

# An asterisk: the title is about the defense.
RUN_UP = """
Daylight through the middle | Broken tackle in the open | Second effort | Pulling guard clears the way | Cutback lane
Stiff arm | Tired front seven* | Fullback finds his man | Patience behind the block | Legs keep churning
Pile moves forward | Missed assignment up front* | Low pads | Sealed the edge | Safety takes a bad angle*
Lead block springs him | Spins off the hit
"""
RUN_DOWN = """
Swarm* | Missed block | Quick off the snap* | Met in the gap* | Strung out to the sideline* | Slippery turf
Nose tackle holds his ground* | Safety in the box* | Linebacker reads it* | Stacked line* | Cut off at the corner*
Stumble at the snap | Tackled by the shoelaces* | Runs into his own man | Edge is set* | No push up front | Gang tackle*
"""
PASS_UP = """
Catch and run | Secondary falls down* | Perfect spiral | All day to throw | Yards after the catch
Hole in the coverage* | Over the shoulder | Defender bites on the fake* | Sure hands | Crisp route | Back shoulder
Pocket holds | Timing is everything | Leans for more | Finds the soft spot | Blitz picked up | Wins the jump ball
Corner slips*
"""
PASS_DOWN = """
Blind-side pressure* | Nobody comes open* | Blitzer in his face* | Tackled at once* | Hurried throw | Pocket collapses
Throws underneath
Driven back at the catch* | Checks down | Wrapped up short* | Off the back foot | Chased out of the pocket*
Receiver turned too early
"""
INCOMPLETE = """
Batted at the line* | Dropped | Throw out of bounds | Pass broken up* | Crowd noise | Overthrown | Crossed signals
Ball slips out | Hit as he throws*
"""
OTHERS = {
    ("run", "turnover"): "Ball punched out*",
    ("run", "turnover at -1"): "Botched handoff",
    ("pass", "turnover"): "Tipped and picked* | Thrown into a crowd",
    ("pass", "turnover return"): "Read all the way*",
    ("pass", "touchdown"): "Nobody near him",
}


def titles() -> Titles:
    """All titles, with none taken yet."""
    texts = {("run", "+"): RUN_UP, ("run", "-"): RUN_DOWN, ("pass", "+"): PASS_UP, ("pass", "-"): PASS_DOWN}
    return Titles({key: listed(text) for key, text in {**texts, ("pass", "incomplete"): INCOMPLETE, **OTHERS}.items()})


def listed(text: str) -> list[tuple[str, str]]:
    """The titles in a list, each with its side."""
    parts = [part.strip() for part in text.strip().replace("\n", "|").split("|")]
    return [(part.rstrip("*"), "defense" if part.endswith("*") else "offense") for part in parts]
