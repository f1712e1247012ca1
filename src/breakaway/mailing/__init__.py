"""Email for players who are away from the table: writes it, and sends it from the outbox.

Depends on no particular game.
"""
