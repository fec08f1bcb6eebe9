"""The bots: opponents that are always available. They find plays, weigh coins and powers, and see only what a person
sees.

`engine` is the compiled part (numba, the letter graph); no process that serves pages may import it. The rules are
queried only through `rules`.
"""
