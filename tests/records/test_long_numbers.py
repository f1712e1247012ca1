"""A number that is too long in a record is refused in the program's own words."""

import pytest

from breakaway.core.data_files import toml_of
from breakaway.core.state import json_of
from breakaway.records.record_file import BadRecord, parse_line


@pytest.mark.parametrize("digits", [17, 5000])
def test_a_number_that_is_too_long_is_refused_in_a_short_sentence(digits: int) -> None:
    with pytest.raises(BadRecord, match=r"9 is larger than 2\^53") as refused:
        parse_line(1, '{"kind":"match","seal":"","format":' + "9" * digits + "}")
    assert len(str(refused.value)) < 120
    assert "sys." not in str(refused.value)


@pytest.mark.parametrize("text", ["9" * 5000, "-" + "9" * 5000, f"[{'9' * 5000}]", f'{{"kind": {"9" * 5000}}}'])
def test_a_number_with_thousands_of_digits_is_refused_by_every_reader_of_json_and_toml(text: str) -> None:
    readers = [lambda: parse_line(1, text), lambda: json_of(text), lambda: toml_of(f"a = {'9' * 5000}")]
    for read in readers:
        with pytest.raises(ValueError, match=r"a number has too many digits|is larger than") as refused:
            read()
        assert len(str(refused.value)) < 120
        assert "sys." not in str(refused.value)
