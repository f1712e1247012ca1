"""The rules of Breakaway Football. Each file is a chapter of the rule book, and each function is a rule."""
