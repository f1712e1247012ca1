"""Everything that all games share: rules, flat states, chance, events, matches, records, laws.

Knows no particular game.
"""
