"""What the lab needs of the race: reviews and advice, and the sections of a report."""
