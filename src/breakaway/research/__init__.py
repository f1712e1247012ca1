"""The games for research libraries: OpenSpiel, PettingZoo, Gymnasium, and thousands of matches at once.

Import the module that you need: `spiel`, `zoo`, `gym` or `vector` (docs/research.md). Each needs its library; the extra
`research` installs them all.
"""
