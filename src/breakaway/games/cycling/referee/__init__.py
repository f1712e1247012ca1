"""The referee's desk for a race by post: orders in, reports out (docs/referee.md).

`commands` are those of `breakaway referee`, `desk` closes and undoes turns, `race_files` keeps the race. `report` says
what happened, `report_document` writes it.
"""
