"""What the lab knows of Breakaway Football: odds, reviews, reports and the balance of teams."""
