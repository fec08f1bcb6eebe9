"""Why a line was refused, or a choice of talk: the codes. The words are made in people/talk/sentences.py."""

from typing import Literal

Code = Literal[
    "bad_nonce",
    "no_such_line",
    "talk_over",
    "you_have_left",
    "you_hear_nobody",
    "said_spent",
    "said_soon",
    "accounts_only",
    "text_closed",
    "muted",
    "empty",
    "too_long",
    "text_soon",
    "text_many",
]


class Refused(ValueError):
    """Nothing was said or changed."""

    def __init__(self, code: Code) -> None:
        super().__init__(code)
        self.code: Code = code


class NoTalk(LookupError):
    """There is no such match of the user's, or one without talk: practice, one device, a match alone, with programs."""
