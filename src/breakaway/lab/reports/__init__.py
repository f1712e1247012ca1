"""What simulated matches show: a report as data, at the terminal and as a page."""
