"""The race's coaches: `highest` and `sprinter` in `plain`, `directeur`, and `champion`."""
