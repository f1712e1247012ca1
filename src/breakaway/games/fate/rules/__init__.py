"""The rules of FATE Accelerated Football: each file is a chapter of the book, and each function is a rule."""
