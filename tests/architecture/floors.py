"""The floors of the house, as data: who may import whom. test_imports.py holds the code to it.

To add an app, give it a floor here; to allow a new dependency, lower floors only, and through its `api`.
"""

# Each floor may import its own modules and, of the others, exactly the modules named. Highest floor last.
FLOORS = {
    "common": (),
    "dictionary": ("common",),
    "game": ("common", "dictionary.api"),
    "accounts": ("common", "dictionary.api", "game.api", "game.signals"),
    "lobby": ("common", "game.api", "accounts.api", "dictionary.api"),
    "alfapower": ("common", "game.api", "game.routing", "accounts.api", "lobby.api", "dictionary.api"),
}

# The rules engine lies below them all: the standard library, but nothing by which the outside could come in.
RULES = "game.rules"
RULES_MUST_NOT_IMPORT = (
    "asyncio", "concurrent", "ctypes", "datetime", "io", "locale", "logging", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid",
)  # fmt: skip
RULES_MUST_NOT_CALL = ("open", "input", "print", "eval", "exec", "hash", "id", "float")

# Inside the game: services do not know what shows a match, rows do not know the services.
NOT_UPWARDS = {
    "game.services": ("game.api", "game.views", "game.consumers", "game.panels", "game.screens", "game.urls"),
    "game.models": ("game.api", "game.services", "game.views", "game.consumers", "game.panels", "game.screens"),
}

# Only these packages open transactions, so that what commits together is found in one place.
TRANSACTIONS_IN = "services"

MOST_LINES = 400
