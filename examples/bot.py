"""A bot for AlfaPower by its HTTP API, with the standard library only: it plays in one room until the match is over.
    python3 bot.py https://alfapower.example TOKEN ROOMCODE [WORDS.txt]
It lays the first word of its list that fits through a letter on the board, and passes when none does.
"""

import json
import sys
import urllib.error
import urllib.request
import uuid
from pathlib import Path

SITE, TOKEN, ROOM = sys.argv[1:4]
WORDS = Path(sys.argv[4]).read_text("utf-8").upper().split() if sys.argv[4:] else ["TEA", "SEA", "EAT", "AT", "IT"]


def call(path, data=None):
    """Ask an address of the API; a refusal is an answer too."""
    headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
    try:
        return urllib.request.urlopen(urllib.request.Request(f"{SITE}/api/{path}", data, headers), timeout=60)
    except urllib.error.HTTPError as refused:
        return refused


def placements(view):
    """Every word of the list through the middle of an empty board, or else across or down through a letter on it."""
    size, board = view["size"], {(c["row"], c["col"]): c["letter"] for c in view["cells"] if c["letter"]}
    hand = [tile["letter"] for tile in view["hand"] if not tile["alfa"]]
    for (row, col), letter in board.items() if board else [((size // 2, size // 2), "")]:
        for word in WORDS:
            for at in [i for i, each in enumerate(word) if each == letter or not letter]:
                for down, across in ((1, 0), (0, 1)):
                    cells = [(row + (i - at) * down, col + (i - at) * across, each) for i, each in enumerate(word)]
                    laid = [cell for cell in cells if cell[:2] not in board]
                    fits = all(0 <= r < size and 0 <= c < size and board.get((r, c), e) == e for r, c, e in cells)
                    if laid and fits and all([e for *_, e in laid].count(e) <= hand.count(e) for *_, e in laid):
                        yield [list(cell) for cell in laid]


def take_turn(state):
    """Choose an Alfa tile where that is asked; lay the first of a few words that the site takes; else pass."""
    view, actions = state["view"], [{"do": "place", "tiles": tiles} for tiles in list(placements(state["view"]))[:3]]
    if view["can"]["choose"]:
        actions = [{"do": "choose", "tile": view["choice"][0]["tile"]}]
    for action in [*actions, {"do": "pass"}]:  # the nonce makes sure that each is done once, however often it is sent
        sent = {"nonce": uuid.uuid4().hex, "turn": view["turn"], **action}
        if json.load(call(f"match/{state['id']}/act", json.dumps(sent).encode())).get("ok"):
            return


call(f"room/{ROOM}/join", b"{}")
for event in map(json.loads, call("events")):  # while this is listened to, the bot is there
    if event["type"] == "room" and not event["room"]["ready"] and None not in event["room"]["seats"]:
        call(f"room/{ROOM}/ready/{event['room']['version']}", b"{}")
    elif event["type"] == "match_began":
        for state in map(json.loads, call(f"match/{event['match']}/stream")):
            if state["type"] == "state" and state["view"]["active"] == state["seat"] and not state["over"]:
                take_turn(state)
        break
