"""Football's tables and players' own files: reads and checks them, and makes the config of a match."""
