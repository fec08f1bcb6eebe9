"""Django's Postgres backend with an end to all waiting: a database behind a dead network, or one that acknowledges what
it is sent and says nothing, costs seconds and no process.
"""
