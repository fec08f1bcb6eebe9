"""The layers of the project, as data: which app may import which. test_imports.py holds the code to it.

To add an app, give it a layer here; to allow a new dependency, lower layers only, and through its `api`.
"""

from pathlib import Path

# Each layer may import its own modules and, of the others, exactly the modules named. Highest layer last.
LAYERS = {
    "ui": (),
    "common": ("ui",),
    "news": ("ui", "common"),
    "dictionary": ("ui", "common"),
    "game": ("ui", "common", "dictionary.api", "news.api"),
    "bots": (
        "ui",
        "common",
        "dictionary.api",
        "game.api",
        "game.kernel",
        "game.crossword",
        "game.variants",
        "game.dispatch",
    ),
    "accounts": ("ui", "common", "news.api", "dictionary.api", "game.api", "game.signals", "bots.api"),
    "puzzle": ("ui", "common", "game.api", "bots.api", "accounts.api"),
    "lobby": ("ui", "common", "news.api", "game.api", "bots.api", "accounts.api", "dictionary.api"),
    "people": ("ui", "common", "news.api", "game.api", "bots.api", "accounts.api", "lobby.api", "dictionary.api"),
    "web_api": ("ui", "common", "game.api", "accounts.api", "lobby.api"),
    "alfapower": (
        "ui",
        "common",
        "news.api",
        "game.api",
        "game.live.routing",
        "bots.api",
        "accounts.api",
        "lobby.api",
        "people.api",
        "dictionary.api",
    ),
}

# Every game by its folder; what is no folder there is the part that finds them.
GAMES = tuple(
    f"game.variants.{folder.parent.name}"
    for folder in sorted((Path(__file__).resolve().parents[2] / "game" / "variants").glob("*/__init__.py"))
)

# The parts of a game, each on a layer of its own: its rules, how it is shown, its bot.
RULES_OF_GAMES = tuple(f"{game}.rules" for game in GAMES)
SCREENS_OF_GAMES = tuple(f"{game}.screens" for game in GAMES)
BOTS_OF_GAMES = tuple(f"{game}.bot" for game in GAMES)

# The rules lie below them all, in parts of their own: of ours each imports itself and the parts named, and of the rest
# the standard library, but nothing by which the outside could come in. A game knows no other, the kernel none.
RULES = {
    "game.kernel": (),
    "game.crossword": ("game.kernel",),
    **{rules: ("game.kernel", "game.crossword") for rules in RULES_OF_GAMES},
    "game.variants": ("game.kernel", *RULES_OF_GAMES),
    "game.dispatch": ("game.kernel", "game.crossword", "game.variants"),
}
RULES_MUST_NOT_IMPORT = (
    "asyncio", "concurrent", "ctypes", "datetime", "io", "locale", "logging", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "select", "shutil", "signal", "socket", "sqlite3", "subprocess", "sys",
    "tempfile", "threading", "time", "urllib", "uuid",
)  # fmt: skip
RULES_MUST_NOT_CALL = ("open", "input", "print", "eval", "exec", "hash", "id", "float")

# Inside the game: each folder or module imports of the others only such as stand in a line above its own. The rules,
# below them all, are above.
INSIDE_THE_GAME = (
    ("game.share_models", "game.deal_models", "game.signals", "game.view_as_data"),
    ("game.played_on_models",),
    ("game.models",),
    ("game.match_statements", "game.seat_statements", "game.due_statements", "game.games"),
    ("game.services",),
    ("game.presentation", "game.unchanged_page", *SCREENS_OF_GAMES),
    ("game.seat_requests", "game.live"),
    ("game.templatetags", "game.finished", "game.match_stream", "game.last_plays"),
    ("game.match", "game.jinja_names", "game.news_kinds"),
    ("game.api",),
    ("game.guide_views", "game.paper_views", "game.admin", "game.management", "game.dictionary_hooks"),
    ("game.signal_handlers", "game.urls"),
    ("game.apps",),
)

# The bots ask the rules in one place, so that a rule that moves is one line there; of one game, in its own folder.
BOTS_ASK_THE_RULES_IN = "bots.rules"

# What needs numba and the graphs: no process that serves pages imports it.
BOTS_ENGINE = ("bots.engine", "numba", "numpy", "llvmlite")

# Only these packages open transactions, so that what commits together is found in one place.
TRANSACTIONS_IN = "services"

MOST_LINES = 400
MOST_COLUMNS = 120

# Templates: whose a folder is that has another name than its app. Pages at the root (the frame of every page, errors)
# and `parts` are drawn from what all layers give, and so are the highest.
TEMPLATES_OF = {"account": "accounts", "mfa": "accounts", "usersessions": "accounts", "allauth": "accounts"}
FRAME = ("base.html", "parts/")

LINKS_UPWARDS = {
    "web_api:tokens": "the account page leads to the tokens of a bot",
    "lobby:home": "where a match begins",
    "lobby:game": "where a match of a game leads back to",
    "lobby:practice_pace": "how fast a bot answers, set in its match",
    "lobby:next_card": "after a turn the page of a match makes room for the next one that waits",
    "lobby:rematch": "the end page makes room for the card of the rematch",
    "people:challenge": "the leaderboard leads to a challenge of each player on it",
    "people:challenge-again": "where no rematch comes about, the card leads to a challenge by the same rules",
    "people:report": "the menu of a match, its end page and a room lead to a report of each player beside the block",
    "accounts:best-so-far": "the page of a match alone makes room for its best",
    "accounts:preferences": "the match page makes room for them",
    "people:talk": "the page of a match and its end page make room for the talk in it",
    "people:watch-who": "the match page makes room for who watches it and who may",
    "people:played": "the end page makes room for adding as a friend whom one has just played",
    "people:watch-next": "the page of a match that is watched leads to the next one",
    "people:watch-next-now": "the button there says whether there is a next one",
    "people:watch-list": "a match that is not open leads to those that are",
    "accounts:block-in-match": "the menu of a match and its end page make room for it",
    "accounts:rank-change": "the end page makes room for what the match changed",
    "accounts:ranking": "the guide tells of ranked points",
}
"""Addresses of higher layers that a page of a lower one may lead to, and why."""

ROOM_FOR = {
    "game/match.html": "bots",
    "game/parts/card.jinja": "bots",
    "game/end.html": "bots",
    "game/parts/end_body.html": "bots",
    "game/parts/main.jinja": "bots",
    "game/parts/replay_moment.html": "bots",
    "game/parts/bot_title.jinja": "bots",
    "game/parts/bar_end.jinja": "bots",
    "game/parts/dialogs.jinja": "bots",
    "game/alfapower/guide/start.html": "lobby",
    "accounts/parts/player_head.html": "people",
}
"""Templates that make room for what a higher layer draws, by its tags and includes."""
