"""The tables of Breaking Away and people's own files: read, checked and made into the config of a match."""
