"""What the lab knows of FATE: odds, reviews and advice."""
