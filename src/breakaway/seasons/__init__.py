"""Seasons: leagues, Swiss tournaments, cups and series of races. The rules of the three games are not in here.

- `terms.py`: what is agreed before a season: entrants, stages, points, how ties are broken
- `schedule.py`, `rounds.py`: who meets whom in round robins, Swiss rounds and brackets; draws what comes next
- `season.py`: a season with its results, and the lines of its file
- `standing.py`: the table, with each tie-break explained by the pair that it decided
- `outlook.py`: what is still possible, true in every outcome of the rest
- `results.py`, `carried.py`: results out of records and CSV files; what a match leaves behind for later ones
- `rechecked.py`: whether the results follow from the records
- `simulated.py`, `ratings.py`: the matches that the computer plays; how strong people are
- `leaders.py`: who leads in what the game counts, and who wears the jerseys of races
- `overview.py`, `rating_bars.py`: a season's page and its ratings as plain data, for a browser
- `pages.py`: what people read: the table, the schedule, the leaders, the round-up
"""
