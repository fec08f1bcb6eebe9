"""The rules of AlfaPower and its siblings: pure, deterministic, standard library only.

Time, chance and the word list are arguments (`Env`). Nothing here knows of Django, a database, a socket or a clock.
"""
