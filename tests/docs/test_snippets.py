"""Every snippet of the docs runs.

A block of `console` is typed into a shell line by line, all blocks of a page in one fresh folder; each command must
succeed (or fail, where the line ends in `# exit 1`), and the lines shown below it must appear in its output in this
order; `...` stands for anything. A block of `python` is run by itself, in a fresh folder; what stands behind `# prints`
must appear in its output in this order. Quick tests shorten a loop of 400 matches.
"""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from breakaway.core import rules

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "examples").rglob("*.md"))]


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)


WITH_CONSOLE = [page for page in PAGES if blocks(page, "console")]


def commands(block):
    """Pairs of a command and the output shown for it."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.startswith("> "):
            found[-1] = (f"{found[-1][0]}\n{line[2:]}", [])
        elif line.strip() and line.strip() != "...":
            found[-1][1].append(line.strip())
    return found


def environment(home):
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, "PATH": path, "BREAKAWAY_HOME": str(home), "NO_COLOR": "1", "COLUMNS": "100"}


@pytest.mark.sample("README")
@pytest.mark.parametrize("page", WITH_CONSOLE, ids=[str(page.relative_to(ROOT)) for page in WITH_CONSOLE])
def test_the_commands_of_a_page_do_what_it_shows(page, tmp_path):
    work = tmp_path / "work"
    work.mkdir()
    for block in blocks(page, "console"):
        for command, shown in commands(block):
            told, _, status = command.partition("  # exit ")
            done = subprocess.run(
                told,
                shell=True,
                cwd=work,
                env=environment(tmp_path / "home"),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=400,  # the first simulation on a machine compiles the rules
                check=False,
            )
            said = done.stdout + done.stderr
            assert done.returncode == int(status or 0), f"{told}\n{said}"
            assert "Traceback" not in said
            rest = said
            for line in shown:
                assert line in rest, f"{told}\nexpected: {line}\nfound:\n{said}"
                rest = rest[rest.index(line) + len(line) :]


WITH_PYTHON = [page for page in PAGES if blocks(page, "python")]


def run_python(block, page, capsys):
    """Runs a block and returns its output, in which everything stands that the block promises."""
    exec(compile(block, str(page), "exec"), {"__name__": "snippet"})
    said = rest = capsys.readouterr().out
    for line in re.findall(r"  # prints (.+)$", block, flags=re.MULTILINE):
        assert line in rest, f"expected: {line}\nfound:\n{said}"
        rest = rest[rest.index(line) + len(line) :]
    return said


@pytest.mark.sample(but=["research"])  # that page compiles
@pytest.mark.parametrize("page", WITH_PYTHON, ids=[str(page.relative_to(ROOT)) for page in WITH_PYTHON])
def test_the_python_of_a_page_runs_and_prints_what_it_promises(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    for block in blocks(page, "python"):
        run_python(block.replace("range(400)", "range(10)"), page, capsys)


@pytest.mark.slow
def test_a_long_example_prints_what_the_page_shows_below_it(capsys):
    page = ROOT / "docs" / "python.md"
    text = page.read_text(encoding="utf-8")
    [(block, shown)] = re.findall(r"^```python\n([^`]*?range\(400\)[^`]*?)^```\n\n```\n(.*?)^```", text, re.M | re.S)
    assert [line.rstrip() for line in run_python(block, page, capsys).splitlines()] == shown.splitlines()


# What CONTRIBUTING.md shows of a new rule, column and option: how the snippet begins, and the module it goes into.
DECLARATIONS = {
    "kickoff_downed: int = off(": "breakaway.games.fate.rules.state",
    "KICK_DOWNED = event(": "breakaway.games.fate.rules.events",
    "safeties: list[int] = count(": "breakaway.games.football.statistics",
    "overtime_time_outs: int = number_of(": "breakaway.games.football.rules.state",
}


@pytest.mark.parametrize("begins", DECLARATIONS)
def test_a_declaration_in_contributing_works_in_the_module_that_it_is_for(begins, monkeypatch):
    monkeypatch.setattr(rules, "DECLARED", dict(rules.DECLARED))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    snippets = [textwrap.dedent(each) for _, each in re.findall(r"^( *)```\w*\n(.*?)^\1```$", text, re.M | re.S)]
    (snippet,) = (each for each in snippets if each.startswith(begins))
    module = importlib.import_module(DECLARATIONS[begins])
    exec(snippet, dict(vars(module)))
    if "event(" in begins:
        importlib.import_module("breakaway.games.fate.text.words")  # what puts seats and lines into words
        told = rules.Event("FF-G51", rules.EVERYONE, (0, 20))
        assert rules.sentence(told, {"teams": ["Mudlarks", "Fire"]}) == "downed: Mudlarks start at their own 20"
