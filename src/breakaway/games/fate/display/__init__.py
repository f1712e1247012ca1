"""The field, the dice and the log, as a page, a terminal or an email shows them."""
