"""The rules of Breakaway Football: a file is a chapter of the book, a function is a rule."""
