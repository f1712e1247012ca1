"""How deep the slow tests go: with DEPTH=10 in the environment, they play ten times as many random matches.

With any depth over 1, axe also looks at every page in each look, leak tests compare the pages of every past turn,
servers are killed at every commit, and the compiled rules of every game run with bounds checks.
"""

from __future__ import annotations

import os

DEPTH = int(os.environ.get("DEPTH", "1"))
