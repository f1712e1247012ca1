"""The lab: plays millions of matches with the same rules that people use."""
