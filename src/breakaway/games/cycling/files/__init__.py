"""The tables of Breaking Away and people's own files: read, checked and made into the book of a match."""
