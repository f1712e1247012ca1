"""Setting up matches: reads what people ask for, checks it, and makes the start of a match from it."""
