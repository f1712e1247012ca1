"""The rules of Breaking Away: each file is a chapter of the book, and each function is a rule."""
