"""What all games share: rules, flat states, chance, events, matches, records, laws. It knows no particular game."""
