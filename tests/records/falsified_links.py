"""What a forger does to hash chains and links. This adds it to all the other `EDITS`."""

from __future__ import annotations

import copy

from breakaway.core.chance import Chain
from breakaway.records.entries import Line
from tests.records.falsified_edits import EDITS as EDITS
from tests.records.falsified_edits import FORM, FREE, Lines, Random, Unfit, a_turn, flip, forges, turns_of, where


@forges("another anchor", FORM)
def _anchor(lines: Lines, rng: Random) -> None:
    line = lines[where(lines, "anchor")]
    line["anchor"] = flip(line["anchor"])


@forges("no anchor", FORM)
def _no_anchor(lines: Lines, rng: Random) -> None:
    lines.pop(where(lines, "anchor"))


@forges("anchors swapped", FORM)
def _anchors(lines: Lines, rng: Random) -> None:
    i = where(lines, "anchor")
    lines[i]["anchor"], lines[i + 1]["anchor"] = lines[i + 1]["anchor"], lines[i]["anchor"]


@forges("two anchors before one turn", FORM)
def _two_anchors(lines: Lines, rng: Random) -> None:
    i = where(lines, "anchor")
    lines.insert(i, copy.deepcopy(lines[i]))


def _linked(lines: Lines, rng: Random, drawn: int = 0) -> tuple[Line, str]:
    found = [
        (line, seat)
        for line in turns_of(lines)
        for seat, link in (line["links"] or {}).items()
        if link and len(line["chance"]) >= drawn
    ]
    if not found:
        raise Unfit
    return rng.choice(found)


@forges("a forged link", FORM)
def _link(lines: Lines, rng: Random) -> None:
    line, seat = _linked(lines, rng)
    line["links"][seat] = flip(line["links"][seat])


@forges("a link withheld", FREE)
def _withheld(lines: Lines, rng: Random) -> None:
    line, seat = _linked(lines, rng)
    line["links"][seat] = None


@forges("a link withheld where much was drawn", FORM)
def _withheld_drawn(lines: Lines, rng: Random) -> None:
    line, seat = _linked(lines, rng, drawn=3)
    line["links"][seat] = None


@forges("links swapped", FORM)
def _links(lines: Lines, rng: Random) -> None:
    found = [line["links"] for line in turns_of(lines) if len(set((line["links"] or {}).values())) > 1]
    if not found:
        raise Unfit
    links = rng.choice(found)
    links["0"], links["1"] = links["1"], links["0"]


@forges("no links", FORM)
def _no_links(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng).pop("links")


@forges("a link of a seat that was not asked", FORM)
def _link_more(lines: Lines, rng: Random) -> None:
    a_turn(lines, rng)["links"]["7"] = None


@forges("a chain begun when the other links were known", FORM)
def _late(lines: Lines, rng: Random) -> None:
    line, seat = _linked(lines, rng)
    if line is turns_of(lines)[0]:
        raise Unfit
    chain = Chain("44" * 32, length=200)
    lines.insert(lines.index(line), {"kind": "anchor", "seat": int(seat), "anchor": chain.anchor})
    shown = chain.anchor
    for each in turns_of(lines[lines.index(line) :]):
        if (each["links"] or {}).get(seat):
            each["links"][seat] = shown = chain.next(shown)
