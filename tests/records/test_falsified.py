"""Falsified records are found, or what they do not prove is said: by `verify`, and by the verifier without rules."""

from __future__ import annotations

import pytest

from breakaway.records import public_records
from breakaway.records.entries import BadRecord
from breakaway.records.record_file import parse
from breakaway.records.verify import verdict
from tests.core.dice import DICE, new_dice, turn
from tests.depth import DEPTH
from tests.records.falsified import (
    COUNT,
    FORGER_KEY,
    KEPT,
    OWN,
    SEALED,
    TRUE_KEY,
    Forgery,
    corpus,
    game_of,
    matches,
    text_of,
    true_text,
)
from tests.records.falsified_edits import FORM, FREE
from tests.records.node import needs_node, run_node


def found_by_python(forgery: Forgery) -> tuple[bool, str]:
    """Whether our own verifier finds the forgery, and what it says."""
    try:
        record = parse(forgery.text)
        fault = public_records.verify(game_of(forgery.match), record)
    except BadRecord as error:
        return True, str(error)
    return fault is not None, str(fault) if fault else "\n".join(verdict(record).sentences)


def missed(forgeries) -> list[str]:
    """The forgeries about which a verifier did not say what it must, with what it said."""
    by_node = run_node(rows=[each.text for each in forgeries])["results"]
    wrong = []
    for each, node in zip(forgeries, by_node, strict=True):
        is_found, said = found_by_python(each)
        if each.way in (KEPT, SEALED):
            must, must_node = True, True
        else:
            must, must_node = each.finder != FREE, each.finder == FORM
        if must and not is_found:
            wrong.append(f"Python: {each}: {said}")
        if must_node and node["holds"]:
            wrong.append(f"Node: {each}: {node['said']}")
        told = "\n".join(node["said"])
        if not is_found:
            wrong += [f"Python: {each}: {said}"] * (
                TRUE_KEY in said or (FORGER_KEY if each.way == OWN else "unsigned") not in said
            )
        if node["holds"]:
            is_said = (
                FORGER_KEY in told and node["signed"]["key"] == FORGER_KEY if each.way == OWN else "unsigned" in told
            )
            wrong += [f"Node: {each}: {told}"] * (TRUE_KEY in told or not is_said)
        elif not (node["fault"] and node["fault"].endswith(".") and "cannot read on" not in node["fault"]):
            wrong.append(f"Node gives no clear sentence: {each}: {node}")
    return wrong


@needs_node
def test_the_true_records_hold_and_show_the_key_of_their_server():
    by_node = run_node(rows=[true_text(match) for match in matches()])["results"]
    for match, node in zip(matches(), by_node, strict=True):
        record = parse(true_text(match))
        assert public_records.verify(game_of(match), record) is None
        assert TRUE_KEY in "\n".join(verdict(record).sentences)
        assert (node["holds"], node["signed"]["key"]) == (True, TRUE_KEY), node


@needs_node
def test_outcomes_drawn_when_the_secret_was_known_are_said_to_be_not_proven():
    match = new_dice(turns=2, secret=bytes(range(32)))
    header = match.record.header
    turn(match)
    turn(match)
    header["chance"] = "typed"  # a forger's program takes the end back
    match.undo()
    header["chance"] = "sampled"
    turn(match)
    assert [line["kind"] for line in match.record.lines[-4:]] == ["end", "undo", "turn", "end"]
    assert public_records.verify(DICE, match.record) is None
    (node,) = run_node(rows=[text_of(match.record.lines)])["results"]
    for said in ("\n".join(verdict(match.record).sentences), "\n".join(node["said"])):
        assert "outcomes drawn after somebody undid the end of the match" in said


@needs_node
@pytest.mark.slow
def test_falsified_records_are_found_or_what_they_do_not_prove_is_said():
    forgeries = list(corpus())
    assert len(forgeries) >= COUNT
    assert missed(forgeries if DEPTH > 1 else forgeries[::4]) == []
