"""The export of a player's data, as plain values for one JSON file.

Of a running match only what its page shows; the record, which reveals everything, of finished ones only.
"""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import serializers

from accounts.models import User
from game import api as game
from news import api as news

FORMAT = "alfapower-account/1"

_of_other_apps: list[Callable[[int], Mapping[str, Any]]] = []


def add_to_export(exported: Callable[[int], Mapping[str, Any]]) -> None:
    """An app above this one has more of a player, by the user's primary key: plain values, by names of its own."""
    _of_other_apps.append(exported)


def of(user: User) -> dict[str, Any]:
    """The content of the file. Credentials (passwords, secrets, session keys) are not in it."""
    return {
        "format": FORMAT,
        "profile": {
            "id": user.public_id,
            "name": user.display_name,
            "guest": user.is_guest,
            "bot": user.is_bot,
            "language": user.language,
            "preferences": user.preferences,
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "last_seen": user.seen_at,
        },
        "emails": list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary")),
        "second_factors": list(Authenticator.objects.filter(user=user).values("type", "created_at", "last_used_at")),
        "sessions": list(
            UserSession.objects.filter(user=user).values("created_at", "last_seen_at", "ip", "user_agent")
        ),
        "matches": game.exported_matches(user.pk),
        "disputes": game.disputes_of(user.pk),
        "news": news.exported(user.pk),
        "news_choices": news.exported_choices(user.pk),
        "news_devices": news.exported_devices(user.pk),
        **_kept_by_this_app(user),
        **{name: values for exported in _of_other_apps for name, values in exported(user.pk).items()},
    }


def _kept_by_this_app(user: User) -> dict[str, Any]:
    """Ratings, facts and all other rows that accounts has for this player, by the name of their model."""
    found = {}
    for relation in User._meta.related_objects:
        model = relation.related_model
        if isinstance(model, str) or model._meta.app_label != "accounts" or model._meta.model_name == "namekey":
            continue
        rows = model._default_manager.filter(**{relation.field.name: user})
        name = f"{model._meta.model_name}_{relation.field.name}"
        found[name] = [row["fields"] for row in serializers.serialize("python", rows)]
    return found
