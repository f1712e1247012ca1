"""The server below the pages: what every request, connection and open page has in common.

`request_checks` and `connections` guard the door, `visitors` knows browsers and their limits, `budgets` says what each
of them may cost and whose turn it is, `live_pages` keeps open pages up to date. `long_tasks` queues long work,
`background` runs what is due, `workers` shares one port.
"""
