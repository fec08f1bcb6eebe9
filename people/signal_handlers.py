"""What other apps ask of people, and receivers of the signals of accounts: a block, a player who leaves for good, a
guest who becomes an account, a name that is hidden. What a block ends of watching, it ends by ending the friendship
(people/services/friends.py)."""

from typing import Any

from django.dispatch import receiver

from accounts.api import User, add_to_export, player_blocked, player_leaving, player_merged, player_shown_as
from game import api as game
from lobby import api as lobby
from news import api as news
from people.exported import exported
from people.reporting.services import keeping as reports_kept
from people.reporting.services.reports import topic_of
from people.services import challenge_ends, challenge_told, challenges, friends
from people.talk.services import keeping as talk_kept
from people.watching.open_seats import let_in
from people.watching.services import choices
from people.watching.services.shut_out import look_again_at_friends_of

add_to_export(exported)
lobby.count_challenges_by(challenges.how_many_unhurried)
lobby.keep_deals_of(challenge_ends.deals_waited_by)
game.decide_watching_by(let_in)
game.show_number_by(choices.SHOWS_ONLOOKERS.of_reader)


@receiver(player_blocked)
def part(sender: object, user_id: int, other_id: int, now_ms: int, **kwargs: Any) -> None:
    """A block ends the challenges of the two, silently; friendship and questions, as far as the blocked may see it."""
    challenge_ends.part(user_id, other_id, now_ms)
    friends.end_by_block(user_id, other_id, now_ms)


@receiver(player_leaving)
def leave(sender: object, user_id: int, **kwargs: Any) -> None:
    """Who is banned, deleted or played by a program asks nobody, and is nobody's friend."""
    challenge_ends.leave(user_id, game.now_ms())
    friends.take_leave(user_id, game.now_ms())
    look_again_at_friends_of(user_id)


@receiver(player_merged)
def hand_over(sender: object, from_id: int, to_id: int, **kwargs: Any) -> None:
    """A guest's challenges, reports, talk and choices are the account's, and so is what was reported of the guest."""
    challenge_ends.hand_over(from_id, to_id, game.now_ms())
    reports_kept.hand_over(from_id, to_id)
    talk_kept.hand_over(from_id, to_id)
    choices.hand_over(from_id, to_id)


@receiver(player_shown_as)
def call_by_that_name(sender: object, user_id: int, former: str, name: str, **kwargs: Any) -> None:
    """The news of a friend and of challenges, and what reporters were told, say the name that is shown now. Joins the
    caller's transaction."""
    friends.call_in_news(user_id, former, name)
    challenge_told.call_in_news(user_id, former, name)
    news.replace_name(topic_of(User.objects.get(pk=user_id)), former, name)
