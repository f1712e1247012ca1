"""Exact odds, win chances by situation, reviews, and the solved game.

- `odds`, `review`: odds of calls; choices judged afterwards, and advice.
- `situations`, `solver`, `overtime`: the basic game solved, from what its rules make of every play and kick.
"""
