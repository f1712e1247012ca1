"""The migrations that built the club's tables, step by step."""
