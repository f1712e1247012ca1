"""The command line: `main` has every command with its options, `lab` those of the lab."""
