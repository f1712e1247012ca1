"""The race's coaches: `highest` and `sprinter` in `plain`, `directeur`, and `champion`, which guesses with `hidden`."""
