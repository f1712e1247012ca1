"""The rules of Breaking Away: a file is a chapter of the book, a function is a rule."""
