"""The workflow runs commands that exist, on each version of Python that the metadata name, with pinned actions.

Nothing here can run the workflow itself; CONTRIBUTING.md says how it is linted.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from importlib import metadata
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
JOBS = [job for path in WORKFLOWS for job in yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"].values()]
STEPS = [step for job in JOBS for step in job["steps"]]


def test_every_make_command_and_every_file_of_a_step_exists():
    made = set(re.findall(r"(?m)^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8")))
    commands = "\n".join(step.get("run", "") for step in STEPS)
    named = re.findall(r"\bmake ([a-z-]+)", commands)
    assert {"play", "test", "bench"} <= set(named) <= made
    for file in re.findall(r"(?:-r|bash) ([\w./-]+)", commands):
        assert (ROOT / file).exists(), file


def test_the_commands_run_on_each_version_of_python_that_the_metadata_name():
    said = metadata.metadata("breakaway").get_all("Classifier")
    versions = re.findall(r"Python :: (3\.\d+)", "\n".join(said))
    matrices = [job["strategy"]["matrix"] for job in JOBS if "strategy" in job]
    assert [matrix["python"] for matrix in matrices] == [versions, versions]


def test_the_code_is_checked_and_tested_with_each_version_of_python():
    """Types, too: from Python 3.12 on, the lock file names a newer NumPy, and its types differ."""
    commands = ["\n".join(step.get("run", "") for step in job["steps"]) for job in JOBS if "strategy" in job]
    on_make = [set(re.findall(r"\bmake ([a-z-]+)", each)) for each in commands if "make " in each]
    assert on_make == [{"play", "check", "test"}]


def test_what_has_to_pass_begins_with_the_checks_and_runs_all_tests():
    made = re.findall(r"(?m)^make ([a-z -]+[a-z])", (ROOT / ".ci" / "run").read_text(encoding="utf-8"))
    assert made == ["check", "chromium dovecot nginx caddy", "test", "test-slow"]


PRETENDS = """#!/bin/sh
echo "$(basename "$0") $*" >> "$CALLED"
case "$(basename "$0") $*" in
uv*) exit 1;;
*"-m venv"*) mkdir -p .venv/bin && cp "$0" .venv/bin/python;;
esac
"""


@pytest.mark.skipif(os.name == "nt" or not shutil.which("make"), reason="there is no make")
def test_make_takes_the_python3_that_comes_first_on_the_path_and_not_a_newer_one(tmp_path):
    """A workflow puts the version of each job there, and the runners have other versions, too."""
    for name in ("python3", "python3.14", "uv"):
        (tmp_path / "bin" / name).parent.mkdir(exist_ok=True)
        (tmp_path / "bin" / name).write_text(PRETENDS)
        (tmp_path / "bin" / name).chmod(0o755)
    for name in ("Makefile", "pyproject.toml", "requirements-play.lock"):
        shutil.copy(ROOT / name, tmp_path)
    around = {"PATH": f"{tmp_path}/bin{os.pathsep}{os.environ['PATH']}", "CALLED": str(tmp_path / "called")}
    subprocess.run(["make", ".venv/players.stamp"], cwd=tmp_path, env=around, check=True, capture_output=True)
    called = (tmp_path / "called").read_text().splitlines()
    assert [each for each in called if "-m venv" in each] == ["python3 -m venv --clear .venv"]


@pytest.mark.parametrize("step", [step for step in STEPS if "uses" in step], ids=str)
def test_an_action_is_pinned_to_a_commit_and_gets_no_credentials(step):
    assert re.fullmatch(r"actions/[a-z-]+@[0-9a-f]{40}", step["uses"])
    assert not step["uses"].startswith("actions/checkout@") or step["with"]["persist-credentials"] is False


def test_each_issue_template_asks_for_what_it_requires():
    for path in sorted((ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")):
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        if path.stem != "config":
            assert form["name"], path
            ids = [part["id"] for part in form["body"] if part["type"] != "markdown"]
            assert len(ids) == len(set(ids)) > 0
