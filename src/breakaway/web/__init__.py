"""The table in a browser: pages made from views, legal choices, events and refusals.

This package contains nothing that is specific to one game. `serve` starts the server, and `app.make_app` builds it.
Only this package imports FastAPI.
"""
