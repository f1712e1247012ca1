"""Who plays, and under what settings.

`coaches` says what a coach is, `seated_match` gives each seat a person, a coach or a bot, `settings` checks what
people ask for before a match. `own_cards` says what people with their own cards are asked, at any screen. `set_forms`
says what a form for a whole set shows, `file_forms` makes it for sets of single files, and `set_folders` keeps them.
`receipts` proves after a match that a server played a player's order.
"""
