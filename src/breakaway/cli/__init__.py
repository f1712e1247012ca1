"""The command line: `main` has every command with its options, `seasons` those of seasons, `lab` those of the lab."""
