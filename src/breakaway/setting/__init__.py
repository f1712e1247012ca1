"""How matches are set up: what people ask for, checked, and made into the beginning of a match."""
