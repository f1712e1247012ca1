"""The games for research libraries: OpenSpiel, PettingZoo, Gymnasium, and thousands of matches at once.

Import the door that you need: `spiel`, `zoo`, `gym` or `vector` (docs/research.md). Each needs its library; together
they are the extra `research`.
"""
