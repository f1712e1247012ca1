"""What a person can mend."""


class Trouble(Exception):
    """A name, a file or an option that is not right. The message says what was wrong and what would be right."""
