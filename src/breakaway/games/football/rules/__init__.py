"""The rules of Breakaway Football. Each file is a chapter of the rule book, each function a rule."""
