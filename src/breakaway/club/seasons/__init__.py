"""Seasons in the club's database: the same lines as in a season's file, and the matches that are played for them.

- `kept.py`: opens, reads, exports seasons; a season at one moment
- `changed.py`: changes a season, and what follows for its matches that are being played
- `settled.py`: when a match of a season ends, its result is entered in the same transaction
- `people.py`: the organizer's chair and the players' seats, each reached by a link
- `by_mail.py`: players who have signed up by email alone
- `fixtures.py`: opens the club's matches for the matches of the schedule
- `removal.py`: how many seasons visitors may open, and how seasons are removed
- `told.py`: who should be told that a round has opened or is over, or that an opponent has left
"""
