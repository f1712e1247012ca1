"""The parts that all games share: rules, states, chance, events, matches, records and laws.

Contains no code for any particular game.
"""
