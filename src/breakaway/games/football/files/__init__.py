"""The data files of Breakaway Football: cards, teams and sheets, and the config made from them."""
