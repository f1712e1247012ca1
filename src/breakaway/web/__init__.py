"""The table in a browser: pages made from views, legal choices, events and refusals. It knows no one game's rules.

`serve` starts it, `app.make_app` makes it. FastAPI is imported only here; nothing above the web is.
"""
