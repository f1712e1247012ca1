"""The tables of Breakaway Football and people's own files: read, checked and made into the config of a match."""
