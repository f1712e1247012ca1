"""What `simulate` says while it works."""

from __future__ import annotations

import pytest

pytest.importorskip("rich")

from breakaway.lab.simulate import COMPILES, ProgressBar


def test_where_nobody_looks_a_line_on_stderr_says_that_the_rules_are_compiled(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with ProgressBar("Breaking Away, seed 1") as bar:
        bar.compiling()
        said = capsys.readouterr()
        assert (said.out, said.err) == ("", COMPILES + "\n")
        bar.begin(0, 10)
        bar.advance(10)
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")
