"""What people see, as data, before a page, a terminal or an email shows it.

`document` is text with tables and figures, `renderers` write it as text, HTML, email and PDF. `match_page` is a page's
content, `endings`, `review` and `reports` tell a match afterwards, `how_to_play` explains a game. `printing` makes
sheets and cards for paper, `rule_summary` the rules in short. `svg` and `gridiron` draw.
"""
