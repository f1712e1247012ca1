"""FATE Accelerated Football: a file is a chapter of the draft, a function is a rule."""
