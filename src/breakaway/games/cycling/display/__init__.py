"""The road, the cards and the news, as a page, a terminal or an email shows them."""
