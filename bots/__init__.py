"""The opponents that are always there: they find plays, weigh coins and powers, and see no more than a person does.

`engine` is the compiled part (numba, the letter graph); no process that serves pages may import it. What the rules say
is asked through `rules` alone.
"""
