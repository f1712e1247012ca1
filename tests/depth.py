"""How deep the slow tests go: with DEPTH=10 in the environment, they play ten times as many random matches.

With any depth over 1, they also look at every page in every look, and kill servers at every commit.
"""

from __future__ import annotations

import os

DEPTH = int(os.environ.get("DEPTH", "1"))
