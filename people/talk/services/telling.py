"""Who is told that something was said, in the transaction in which it is: the open pages of the match, and in a slow
match who is away (rules/people.md §2). Never what was said."""

from collections.abc import Collection

from django.urls import reverse

from game import api as game
from news import api as news
from people.talk.services.table import Table

SAID = "talk"
"""The kind of news of talk."""


def tell(table: Table, withheld: Collection[int], now_ms: int) -> None:
    """Something was said by the player of this table, which those withheld do not read."""
    people, me = table.people, table.me
    others = [one for one in table.others if one.user_id is not None]
    heard = [one.user_id for one in others if one.user_id is not None and one.user_id not in withheld]
    pages(table, heard)
    if not people.is_slow or not others:
        return
    # News for who does not read it is over before it begins: nothing of it is seen, and it costs the same.
    pieces = [
        news.Piece(
            one.user_id,
            SAID,
            {"name": me.name},
            true_until=now_ms if one.user_id in withheld else None,
            is_read=one.user_id in withheld or one.looks(now_ms),
        )
        for one in others
        if one.user_id is not None
    ]
    path = reverse("game:match", args=[people.public_id])
    news.tell_pieces(game.news_topic(people.public_id), pieces, path=path, at=now_ms)


def pages(table: Table, user_ids: Collection[int]) -> None:
    """Have the pages of these users and of the player ask anew: those of the match, and after its end those of the
    result, which have no socket of a match."""
    told = {*user_ids, *([] if table.me.user_id is None else [table.me.user_id])}
    game.beside_changed(table.people.match_id, told)
    if table.people.finished_at is not None:
        game.persons_changed(told)
