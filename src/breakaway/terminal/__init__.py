"""Matches at the terminal.

`play` runs them, `prompt` is one seat's prompt, `screen` draws and reads. `desk` is what a game adds. `saved_matches`
finds files, `replay` shows and checks them, `rules` shows the rule book, and `bots` helps the authors of bots.
"""
