"""What all games share, and nothing of any particular game.

`game` is the contract that a game fulfills, `state` its states, `rules` and `rulebook` its rules, events and house
rules, `statistics` what is counted. `chance` draws dice and cards. `observation` says what a seat may see, `odds`
counts every outcome of a play. `language` speaks to people, `data_files` reads TOML, `lookalikes` tells names apart,
`version` says who we are.
"""
