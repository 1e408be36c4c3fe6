"""Boards, explanations and results as text and as pages. It knows no game.

`terminal` draws the boards that engines describe, `fitting` cuts them to a small screen, `page`
fills the templates, `page_boards` makes tables of boards for them in HTML and in `markdown`,
`result_sheet` writes a result for a chat. The referee, the desk and the command line call it.
"""
