"""The games for research libraries (OpenSpiel, PettingZoo, Gymnasium), and a way to play thousands of matches at once.

Import the module that you need: `spiel`, `zoo`, `gym` or `vector` (docs/research.md). Each module needs its own
library; the `research` extra installs all of them.
"""
