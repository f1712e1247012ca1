"""The verifier that runs in a visitor's browser (`static/verify.mjs`): its sentences, in the visitor's language."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from breakaway.core.language import _

SCRIPT = Path(__file__).parent / "static" / "verify.mjs"
_SENTENCE = re.compile(r'"([A-Z{][^"\n]*[.}])"')  # the script writes all its sentences in this form, and nothing else


@cache
def sentences() -> tuple[str, ...]:
    """Every sentence that the verifier can say, with placeholders in braces for its findings."""
    return tuple(dict.fromkeys(_SENTENCE.findall(SCRIPT.read_text("utf-8"))))


def words() -> dict[str, str]:
    """Each sentence with its translation into the visitor's language."""
    return {each: _(each) for each in sentences()}
