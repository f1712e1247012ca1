"""The games for research libraries (OpenSpiel, PettingZoo, Gymnasium), and a way to play thousands of matches at once.

Import the module that you need: `spiel`, `zoo`, `gym` or `vector` (docs/research.md). Each module needs its own
library; the `research` extra installs all of them. Without the lab's libraries, which all four need, importing this
package raises ModuleNotFoundError, whose message names the extra.
"""

from importlib.util import find_spec

_missing = [name for name in ("numpy", "numba") if find_spec(name) is None]
if _missing:
    raise ModuleNotFoundError(
        f"breakaway.research needs {' and '.join(_missing)}: pip install 'breakaway[research]'", name=_missing[0]
    )
