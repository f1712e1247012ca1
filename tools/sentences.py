"""Draws random sentences from catalogs, docs, docstrings and errors: `--seed N --count 200`.

Let somebody who did not write them read them, and count those that make the reader stumble. docs/style.md says what to
aim for.
"""

from __future__ import annotations

import argparse
import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[1]
SENTENCE = re.compile(r"(?:(?<=[.!?])|(?<=[.!?]\)))\s+(?=[A-Z`*(\[])(?=[^`]*(?:`[^`]*`[^`]*)*$)")  # never inside `code`
MARKER = re.compile(r"\s*(?:[-*+]|\d+\.)\s+")  # of an item in a list
PASSED_OVER = ("|", "#", "![", ">>>", "<", "==")  # tables, headings, pictures, prompts and markup have no sentences


def from_catalogs() -> Iterator[tuple[str, str]]:
    """Every English text that a page can show."""
    for path in sorted((ROOT / "src/breakaway/locale/de/LC_MESSAGES").glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file):
                if message.id:
                    text = message.id if isinstance(message.id, str) else message.id[-1]
                    yield path.name, text


def from_docs() -> Iterator[tuple[str, str]]:
    """Every sentence of the documents, without tables and code."""
    for path in (
        ROOT / "README.md",
        ROOT / "ARCHITECTURE.md",
        ROOT / "CONTRIBUTING.md",
        *sorted(ROOT.glob("docs/*.md")),
    ):
        if path.name in ("rules.md", "balance.md", "style.md"):
            continue
        yield from ((path.name, each) for each in sentences_of(path.read_text()))


def sentences_of(text: str) -> Iterator[str]:
    """The sentences of a text in Markdown, or of a docstring: each paragraph and each item of a list by itself.

    Leaves out blocks of code, tables and headings, and cuts the markers of lists.
    """
    for paragraph in paragraphs(re.sub(r"```.*?```", "", text, flags=re.DOTALL)):
        if not paragraph.startswith(PASSED_OVER):
            yield from SENTENCE.split(paragraph)


def paragraphs(text: str) -> Iterator[str]:
    """The paragraphs and the items of lists, each on one line and without its marker."""
    under_item = False  # whether lines further in belong to an item, at any depth
    for block in re.split(r"\n\s*\n", text):
        lines = [line for line in block.splitlines() if line.strip()]
        if not lines or (lines[0].startswith("    ") and not under_item):
            continue  # a block of code
        under_item = bool(MARKER.match(lines[0])) or (under_item and lines[0].startswith(" "))
        gathered: list[str] = []
        for line in lines:
            marker = MARKER.match(line)
            if gathered and (marker or line.startswith(PASSED_OVER)):
                yield " ".join(gathered)
                gathered = []
            gathered.append((line[marker.end() :] if marker else line).strip())
            under_item = under_item or bool(marker)
        if gathered:
            yield " ".join(gathered)


def from_code() -> Iterator[tuple[str, str, str]]:
    """Docstrings and texts of errors, sentence by sentence."""
    for path in sorted((ROOT / "src/breakaway").rglob("*.py")):
        place = str(path.relative_to(ROOT / "src/breakaway"))
        tree = ast.parse(path.read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and (said := ast.get_docstring(node)):
                yield from (("docstring", place, each) for each in sentences_of(said))
            elif isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                yield from (("error", place, text) for text in texts_in(node.exc))


def texts_in(node: ast.AST) -> Iterator[str]:
    """The texts in an expression, with values to fill in as braces."""
    if isinstance(node, ast.JoinedStr):
        parts = [
            each.value if isinstance(each, ast.Constant) else f"{{{ast.unparse(each.value)}}}" for each in node.values
        ]
        yield "".join(map(str, parts))
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    else:
        for each in ast.iter_child_nodes(node):
            yield from texts_in(each)


def drawn(seed: int, count: int) -> list[tuple[str, str, str]]:
    """Draws `count` sentences, a quarter from each kind. Returns the kind, place and text of each."""
    kinds = {
        "catalog": [("catalog", *each) for each in from_catalogs()],
        "docs": [("docs", *each) for each in from_docs()],
        "docstring": [each for each in from_code() if each[0] == "docstring"],
        "error": [each for each in from_code() if each[0] == "error"],
    }
    chance = random.Random(seed)
    longer = {kind: [each for each in found if each[2].count(" ") >= 2] for kind, found in kinds.items()}
    return [each for found in longer.values() for each in chance.sample(sorted(set(found)), count // 4)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=200)
    asked = parser.parse_args()
    for number, (kind, place, text) in enumerate(drawn(asked.seed, asked.count), 1):
        print(f"{number:3}  {kind:9}  {place}: {text}")
