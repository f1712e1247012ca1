"""A mistake that the user can fix."""


class Trouble(Exception):
    """A wrong name, file or option. The message says what was wrong and what would be right."""
