"""The club: matches and seats in a database, for pages and terminals alike. The club does not know the rules of any
game.

    from breakaway.club.club import open_club
    club = open_club("sqlite:///club.sqlite")

SQLAlchemy is loaded only when `club.club` is imported.
"""
