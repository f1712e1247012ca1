"""Sets up matches: reads the settings that people ask for, checks them, and makes the start of a match from them."""
