"""`python -m breakaway`: the same program as the command `breakaway`."""

from breakaway.cli.main import main

if __name__ == "__main__":  # processes that are started with `spawn` import this module under another name
    main()
