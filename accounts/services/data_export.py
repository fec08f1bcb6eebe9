"""The export of a player's data, as plain values for one JSON file.

Of a running match only what its page shows; the record, which reveals everything, of finished ones only.
"""

from collections.abc import Callable, Mapping
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core import serializers
from django.http import JsonResponse

from accounts.models import Block, Sanction, User
from accounts.services import blocks, sanctions
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
        "blocks": [
            {"id": block.blocked.public_id, "name": block.blocked.display_name, "made_at": block.made_at}
            for block in blocks.blocks_of(user.pk)
        ],
        "decisions": [_decision(row) for row in sanctions.history_of(user.pk)],
    }


def as_file(user: User) -> JsonResponse:
    """The file as a download."""
    response = JsonResponse(of(user), json_dumps_params={"indent": 1, "ensure_ascii": False})
    response["Content-Disposition"] = 'attachment; filename="alfapower.json"'
    return response


def _decision(row: Sanction) -> dict[str, Any]:
    """A decision of the moderators with its appeal, as the player has read both; not who decided, nor their notes."""
    names = ("kind", "reason", "words", "case_number", "began_at", "until", "ended_at", "read_at", "former_name")
    appeal = sanctions.appeal_of(row)
    of_appeal = ("text", "made_at", "outcome", "words", "decided_at")
    return {
        **{name: getattr(row, name) for name in names},
        "appeal": {name: getattr(appeal, name) for name in of_appeal} if appeal else None,
    }


def _kept_by_this_app(user: User) -> dict[str, Any]:
    """Ratings, facts and all other rows that accounts has for this player, by the name of their model; but no
    blocks: who has blocked the player is never told (rules/people.md §3)."""
    found = {}
    for relation in User._meta.related_objects:
        model = relation.related_model
        if isinstance(model, str) or model._meta.app_label != "accounts" or model._meta.model_name == "namekey":
            continue
        if model in (Block, Sanction):
            continue  # written by name: never blocks by others, nor what staff have noted for themselves
        rows = model._default_manager.filter(**{relation.field.name: user})
        name = f"{model._meta.model_name}_{relation.field.name}"
        found[name] = [row["fields"] for row in serializers.serialize("python", rows)]
    return found
