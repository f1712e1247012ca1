"""How deep the slow tests go: with DEPTH=10 in the environment, they play ten times as many random matches.

With any depth over 1, axe also looks at every page in each look, leak tests compare the pages of every past turn, and
the web server is killed at every commit.
"""

from __future__ import annotations

import os

DEPTH = int(os.environ.get("DEPTH", "1"))
