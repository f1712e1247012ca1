"""The boxed game: cards, charts and sheets that people read out are remembered, in their own set.

`keeper.py` enters, takes back and corrects; `kept.py` has the files of a set, and takes one entry out of them;
`cells.py` asks for a cell of a chart or sheet; `pages.py` says what a page asks. `forms.py` and `team_forms.py` are the
pages on which a whole set is typed in, `form_reader.py` reads them, and `pictures.py` says what a page draws.
"""
