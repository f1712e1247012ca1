"""The lab: matches by the million, from the same rules that people play by."""
