"""`breakaway verify`: checks that a record is complete and its hashes are right, that it follows the rules, and that
its outcomes were drawn fairly.
"""

from __future__ import annotations

import sys

from breakaway.club.receipts import check_receipt, read_receipt
from breakaway.core.state import BadState
from breakaway.display.document import printable
from breakaway.games.manifest import find
from breakaway.records.entries import BadRecord
from breakaway.records.public_records import verify as first_fault
from breakaway.records.verify import checked
from breakaway.terminal.clubhouse import record_of, whole_of


def verify(file: str, receipt: str = "") -> int:
    """Says what was checked and returns 0, or names the first entry that differs and returns 1.

    With a `receipt`, also returns 1 if the record does not contain the receipt's order. Raises Trouble if `receipt` is
    not a valid receipt.
    """
    given = read_receipt(receipt) if receipt else None
    whole = None
    try:
        record = record_of(file)
        game = find(record.header["game"])
        whole = whole_of(file, record)
        fault = first_fault(game, record, whole)
    except BadRecord as error:
        fault = error
    except BadState as error:
        fault = BadRecord(1, str(error))
    if fault:
        where = f"entry {fault.line}" if fault.line else "the file"
        print(f"breakaway: {printable(file)}: {where}: {printable(fault.text)}", file=sys.stderr)
        return 1
    for line in checked(record, whole):
        print(line)
    if given is None:
        return 0
    found = check_receipt(whole or record, given)
    print(printable(found.says))
    return 0 if found.holds else 1
