"""The version of this program. Records, pages and simulations name it."""

from __future__ import annotations

from importlib import metadata

UNKNOWN = "unknown"  # where the package lies as a folder and was never installed


def version() -> str:
    """The version of the installed package, such as `0.7.0`, or `UNKNOWN`."""
    try:
        return metadata.version("breakaway")
    except metadata.PackageNotFoundError:
        return UNKNOWN
