"""Matches and their records: played, stored, replayed, verified.

`match` plays a match, `entries` has each kind of line, `record_file` reads and writes the lines. `history` adds them
up, `replay` plays them again, `play_by_play` shows the states between. `verify` checks seals and signatures,
`public_records` writes what everybody may see.
"""
