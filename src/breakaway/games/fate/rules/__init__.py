"""The rules of FATE Accelerated Football: each file is a chapter of the book, each function a rule."""
