"""Reports on simulated matches, as data for the terminal and for a page."""
