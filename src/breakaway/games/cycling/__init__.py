"""Breaking Away, the postal cycling race by John Harrington: file = chapter of the rules, function = rule."""
