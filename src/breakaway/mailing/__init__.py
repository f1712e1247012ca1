"""Mail for players who are not at the table: writes it, sends it from the outbox, and knows no game by name."""
