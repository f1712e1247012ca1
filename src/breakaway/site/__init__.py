"""The whole table without a server: a folder of static files in which the same program runs inside the browser.

`inside.py` runs there, in a worker; `folder.py` builds the folder.
"""
