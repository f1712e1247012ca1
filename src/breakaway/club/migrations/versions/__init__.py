"""One file for each migration of the club's tables."""
