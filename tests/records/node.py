"""Runs the verifier that browsers have (`verify.mjs`) in Node, over many records in one process."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

DRIVER = Path(__file__).with_name("verify_many.mjs")
needs_node = pytest.mark.skipif(shutil.which("node") is None, reason="Node is not installed: verify.mjs cannot run")


def run_node(**asked: Any) -> dict[str, Any]:
    """What the driver answers: `rows` are texts of records or `{"path": ...}`, `vectors` what is to be computed."""
    asked_as = json.dumps(asked)
    done = subprocess.run(
        ["node", "--no-warnings", str(DRIVER)], input=asked_as, capture_output=True, text=True, check=True
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer
