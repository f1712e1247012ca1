"""QR codes of addresses, as drawings for a page."""

from __future__ import annotations

from functools import lru_cache

import segno
from markupsafe import Markup

from breakaway.display import svg

BORDER = 4  # modules of white around a code, so that every reader finds it


@lru_cache(64)
def qr(address: str, label: str) -> Markup:
    """The QR code of an `address` as SVG, dark on white in any theme. `label` describes it for people who cannot see
    it.

    Raises segno.DataOverflowError for an address of more than 2331 bytes.
    """
    rows = segno.make(address, error="m", micro=False).matrix
    size = len(rows) + 2 * BORDER
    dark = "".join(
        f"M{x + BORDER} {y + BORDER}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module
    )
    drawn = svg.rect("light", 0, 0, size, size) + svg.path("dark", dark)
    view = f"0 0 {size} {size}"
    return Markup(svg.element("svg", drawn, class_="qr", viewBox=view, role="img", aria_label=label))
