"""The boxed game: cards, charts and sheets that people read out are remembered, in their own set.

`keeper.py` enters, takes back and corrects; `cells.py` asks for a cell of a chart or sheet; `pages.py` says what a page
asks.
"""
