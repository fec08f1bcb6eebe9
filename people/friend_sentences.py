"""What a player is told who was refused something about friends, in the language of the page."""

from django.utils.translation import gettext as _

from people.services.friends import MOST_FRIENDS, MOST_QUESTIONS


def sentence(code: str, name: str = "") -> str:
    """The sentence for a refusal's code; `name` is the other player's."""
    said = {
        "accounts_only": _("Friends are for accounts. Sign up, and you keep your matches."),
        "yourself": _("That is you."),
        "you_have_blocked": _("You have blocked %(name)s. Unblock them first."),
        "already_friends": _("You and %(name)s are friends already."),
        "friends_full": _("You have %(n)d friends. That is the most; leave one first."),
        "their_friends_full": _("%(name)s has as many friends as there may be."),
        "questions_full": _("%(m)d of your questions are open. That is the most; take one back first."),
        "no_question": _("%(name)s does not ask any more."),
        "no_link": _("This link no longer stands. Ask for a new one."),
    }[code]
    return said % {"name": name, "n": MOST_FRIENDS, "m": MOST_QUESTIONS}
