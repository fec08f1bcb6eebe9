"""Two players who are about to become something to each other: both rows locked, and why it is refused.

Whoever changes what two players are to each other locks both first, in the order in which `block` does
(accounts/services/blocks.py): so a block, an answer and a question of the same two come one after the other.
"""

from typing import Literal

from accounts.api import User, lock_players

Reason = Literal[
    "accounts_only",
    "no_player",
    "yourself",
    "you_have_blocked",
    "already_friends",
    "friends_full",
    "their_friends_full",
    "questions_full",
    "no_question",
    "no_link",
]


class Refused(ValueError):
    """Nothing was changed. `code` is the reason; the words are made in people/friend_sentences.py.

    A player that is not there, has closed the account, is a guest or a program is always `no_player`.
    """

    def __init__(self, code: Reason) -> None:
        super().__init__(code)
        self.code = code


def is_person(user: User | None) -> bool:
    """Whether this is an open account of a person: nobody else has friends."""
    return user is not None and user.is_active and not user.is_guest and not user.is_bot


def lock_two(user_id: int, other_id: int) -> tuple[User, User]:
    """The two players, for whom nothing else changes until the transaction ends. Raises Refused where either has no
    open account of a person, and for oneself."""
    if user_id == other_id:
        raise Refused("yourself")
    found = lock_players([user_id, other_id])
    user, other = found.get(user_id), found.get(other_id)
    if user is None or not is_person(user):
        raise Refused("accounts_only")
    if other is None or not is_person(other):
        raise Refused("no_player")
    return user, other
