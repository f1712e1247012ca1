"""The club: matches and seats in a database, for pages and terminals alike. The club does not know the rules of any
game.

    from breakaway.club.club import open_club
    club = open_club("sqlite:///club.sqlite")

Importing this package alone does not load SQLAlchemy; importing `club.club` does.
"""
