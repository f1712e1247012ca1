"""Exact odds, win chances by situation, reviews, and the solved game.

- `odds`, `situation_odds`, `review`: odds of calls and of situations; choices judged afterwards, and advice.
- `situations`, `solver`, `overtime`: the basic game solved, from what its rules make of every play and kick.
- `compress`, `solution`, `solve_command`: the file for coaches, the folder of the work, and the command.
- `best_response`: how much the best possible opponent wins against a coach that plays from the file.
"""
