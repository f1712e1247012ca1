"""The table in a browser: pages made from views, legal choices, events and refusals. Knows no particular game.

`serve` starts the server, `app.make_app` builds it. Only this package imports FastAPI.
"""
