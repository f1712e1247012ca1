"""A number that is too long in a record is refused in the program's own words."""

import pytest

from breakaway.records.record_file import BadRecord, parse_line


@pytest.mark.parametrize("digits", [17, 5000])
def test_a_number_that_is_too_long_is_refused_in_a_short_sentence(digits: int) -> None:
    with pytest.raises(BadRecord, match=r"9 is larger than 2\^53") as refused:
        parse_line(1, '{"kind":"match","seal":"","format":' + "9" * digits + "}")
    assert len(str(refused.value)) < 120
    assert "sys." not in str(refused.value)
