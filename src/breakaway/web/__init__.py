"""The table in a browser: pages made from views, legal choices, events and refusals.

This package contains no particular game. `serve` starts the server, and `app.make_app` builds it. Only this package
imports FastAPI.
"""
