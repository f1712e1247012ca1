"""The pages of the server, and what can be done on them (docs/serve.md).

`app` puts all routes together, `serve` starts the server. `front_page` opens tables, `seats` invites, `match_panels`
show a match and `match_actions` plays it; `own_dice`, `own_cards`, `time_control` and `email_pages` are forms of their
own. `replays_and_reports` and `lessons` read, `print_pages` makes PDFs for the game table. `pages` and `request` are
what all of these share, `health` watches, `storage` deletes.
"""
