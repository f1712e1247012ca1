"""The rules of FATE Accelerated Football: a file is a chapter of the book, a function is a rule."""
