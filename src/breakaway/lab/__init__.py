"""The lab: plays millions of matches by the same rules that people play by."""
