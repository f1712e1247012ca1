"""Matches at the terminal.

`play` runs them, `prompt` is one seat's prompt, `screen` draws and reads. `game_desk` is what a game adds.
`saved_matches` finds files, `replay` shows and checks them, `printing` prints for the game table, `rules` shows the
rule book, `hosting` acts as the host of a server's matches, `bot_commands` help the authors of bots, and
`server_commands` look after a server.
"""
