"""The club: matches and seats in a database, for pages and terminals alike. It knows the rules of no particular game.

    from breakaway.club.club import open_club
    club = open_club("sqlite:///club.sqlite")

SQLAlchemy is imported only with `club.club`.
"""
