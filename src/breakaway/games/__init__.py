"""The games, one folder each, and what they have in common.

`manifest` lists them and says what a game can give the program, `defaults` stands in for what a game does not give,
`words` are shared by several games.
"""
