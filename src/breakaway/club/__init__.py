"""The club: matches and seats in a database, for pages and terminals alike. It knows no one game's rules.

    from breakaway.club.club import open_club
    club = open_club("sqlite:///club.sqlite")

Nothing of SQLAlchemy is imported before `club.club` is.
"""
