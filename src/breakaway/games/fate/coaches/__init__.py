"""The coaches of FATE: `book` plays the best mix of calls, `solitaire` plays from one page of tables."""
