"""What strangers make from docs/record.md alone gets the same grade from both verifiers, and never one that it does
not deserve.
"""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from breakaway.core.game import Game
from breakaway.games.manifest import find
from breakaway.records import public_records
from breakaway.records.entries import BadRecord
from breakaway.records.match import Match
from breakaway.records.public_records import Publisher
from breakaway.records.record_file import parse
from breakaway.records.verify import Grade, Verdict, not_consistent, sign, verdict
from tests.club.starts import race
from tests.core.dice import BOTH
from tests.core.races import play_out
from tests.records import strangers
from tests.records.falsified import TRUE, TRUE_KEY, matches, true_text
from tests.records.node import needs_node, run_node
from tests.records.strangers import KEPT, OWN_KEY, SEALED, WEAKLY

pytestmark = needs_node
FORGERIES = 500


def judged(text: str, game: Game[Any, Any], keys: tuple[str, ...] = (TRUE_KEY,)) -> Verdict:
    """What our own verifier says about a record."""
    try:
        record = parse(text)
        fault = public_records.verify(game, record)
    except BadRecord as error:
        return not_consistent(error)
    return verdict(record, fault, trusted=dict.fromkeys(keys, ""))


def graded(texts: list[str], keys: tuple[str, ...] = (TRUE_KEY,)) -> list[dict[str, Any]]:
    """What the verifier of browsers says about these records."""
    rows: list[dict[str, Any]] = run_node(rows=texts, keys=list(keys))["results"]
    return rows


def test_strangers_know_nothing_but_the_page() -> None:
    tree = ast.parse(Path(strangers.__file__).read_text(encoding="utf-8"))
    names = [each.module or "" for each in ast.walk(tree) if isinstance(each, ast.ImportFrom)]
    names += [alias.name for each in ast.walk(tree) if isinstance(each, ast.Import) for alias in each.names]
    assert not [name for name in names if name.split(".")[0] in ("breakaway", "tests")]


def test_three_records_of_strangers_get_the_grades_that_they_deserve() -> None:
    drawn, typed = strangers.match(20), strangers.match(12, typed=True)
    own = strangers.signed(drawn, strangers.vouched(drawn))
    football = strangers.invented(matches()["football"][0]["book"])
    texts = [strangers.text_of(each) for each in (own, typed, football)]
    games: list[Any] = [BOTH, BOTH, find("football")]
    deserved = [Grade.UNKNOWN, Grade.UNSIGNED, Grade.INCONSISTENT]
    assert {row[1] for line in drawn for row in line.get("draws", ())} == {"even", "fate", "weighted"}
    assert [judged(*each).grade for each in zip(texts, games, strict=True)] == deserved
    assert [each["grade"] for each in graded(texts)] == [grade.value for grade in deserved]
    (trusted,) = graded(texts[:1], keys=(TRUE_KEY, OWN_KEY))
    assert trusted["grade"] == judged(texts[0], BOTH, (OWN_KEY,)).grade.value == "trusted"
    for said in (judged(texts[2], find("football")).details[0], graded(texts[2:])[0]["said"][-1]):
        assert "public record" in said


# What only somebody who knows the rules of the game can find. `verify.mjs` says that it has not checked them.
RULES = re.compile(
    "do(es)? not follow from (the rules|these choices)|by the rules|does not allow|cannot be played with|must choose"
    "|impossible outcomes|were not drawn|options: |seats: this match|book: |unknown edition|this is a match of"
    "|match is not over|comes after the end|each code must|order is incomplete|this entry shows|not an entry from"
    r"|\w+\.\w+(\[\d+\])*: expected|names: |names\."
)


@pytest.mark.slow
def test_both_verifiers_agree_on_500_forgeries_and_trust_none() -> None:
    blind = Match.new(find("cycling"), race(("human", "human"), b"the secret of a race that is so.", profile="blind"))
    play_out(blind)
    public = Publisher(find("cycling"), blind.record).lines()
    dice = strangers.match(8)
    own = (dice, public)
    bases = [
        *(
            ([*lines, sign(lines, TRUE, "https://true.example/", lines[0]["seats"])], game)
            for lines, game in zip(own, (BOTH, find("cycling")), strict=True)
        ),
        *((parse_all(true_text(name)), find(name)) for name in ("football", "fate")),
    ]
    rng = random.Random("strangers")
    made = [(*strangers.forgery(bases[i % len(bases)][0], rng), bases[i % len(bases)][1]) for i in range(FORGERIES)]
    ours, theirs = [judged(text, game) for text, _way, game in made], graded([text for text, _way, _game in made])
    wrong, table = [], Counter[str]()
    for (text, way, _game), one, other in zip(made, ours, theirs, strict=True):
        grades = one.grade.value, other["grade"]
        table[f"{way}: {grades[0]}, {grades[1]}"] += 1
        said = (way, *grades, one.details[0], other["said"][-1], text[-200:])
        is_found = set(grades) == {"inconsistent"} if way in (KEPT, SEALED, WEAKLY) else "trusted" not in grades
        is_ruled = grades[0] == "inconsistent" and RULES.search(one.details[0])
        if not is_found or (grades[0] != grades[1] and not is_ruled):
            wrong.append(said)
    print("\n".join(f"{count:4} {name}" for name, count in sorted(table.items())))
    assert wrong == []


def parse_all(text: str) -> strangers.Lines:
    """All lines of a signed record."""
    record = parse(text)
    assert record.signature
    return [*record.lines, record.signature]
