"""The field, the cards and the log, as a page, a terminal or an email shows them."""
