"""Django's Postgres backend with a limit to all waiting: a database behind a dead network, or one that acknowledges
what it is sent and answers nothing, costs seconds and no process.
"""
