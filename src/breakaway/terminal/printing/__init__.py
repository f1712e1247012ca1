"""What is printed on paper: `breakaway print WHAT [--out FILE]`."""
