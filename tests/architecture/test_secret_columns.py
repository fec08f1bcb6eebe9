"""Which columns of the database are secrets. tests/site/test_admin_secrets.py asks the admin after each of them."""

from typing import Any

from django.apps import apps
from django.db.models.base import Model
from django.db.models.fields import Field

# What nobody may learn through the admin, neither read nor guess bit by bit.
SECRETS = {
    "accounts.User": {"password"},
    "auth.User": {"password"},
    "sessions.Session": {"session_key", "session_data"},
    "usersessions.UserSession": {"session_key", "data"},
    "mfa.Authenticator": {"data"},
    "account.EmailConfirmation": {"key"},
    "game.Match": {"state", "seed", "fair", "lobby_order"},
    "game.SeatRow": {"draft"},
    "game.PlayedOn": {"position"},
    "accounts.GivenUpName": {"digest"},
    "game.LogEntry": {"action", "events", "digest", "nonce"},
    "game.ShareLink": {"token"},
    "lobby.Room": {"code"},
    "bots.Puzzle": {"position", "best"},
    "web_api.Token": {"digest"},
    "news.PushSubscription": {"session_key", "endpoint_digest", "sealed"},
    "news.PushKey": {"sealed"},
    "people.PersonalLink": {"token"},
}
# Columns whose names or kinds sound like secrets and that are none.
OPEN = {
    "game.LogEntry.state_format", "accounts.SavedBoard.rows",
    "accounts.BalanceReport.data", "accounts.NameKey.key", "common.AuditEntry.changes", "dictionary.Job.report",
    "dictionary.ListVersion.source_digest", "dictionary.ListVersion.digest", "dictionary.WordFile.digest",
    "dictionary.WordFile.packed", "dictionary.WordFile.graph", "dictionary.WordFile.graph_sha256",
    "dictionary.WordFile.search_text", "dictionary.JobRemarks.packed",
    "dictionary.UploadChunk.data", "game.Match.lexicon_digest", "game.Match.commitment", "lobby.Preset.key",
    "dictionary.Dispute.state", "dictionary.Job.state", "dictionary.ListVersion.state", "lobby.Preset.settings",
    "lobby.InstalledPreset.key", "accounts.PlayedMatch.own", "accounts.User.preferences",
    "bots.Analysis.state", "bots.Analysis.turns", "bots.Hint.answer", "bots.Puzzle.list_digest",
    "puzzle.Attempt.state", "puzzle.Attempt.powers", "puzzle.Attempt.tries", "puzzle.Attempt.nonce",
    "puzzle.Attempt.answer", "people.TalkLine.nonce",
    "news.NewsPreference.push", "news.NewsPreference.mail", "news.NewsPreference.left", "news.MailCount.sent_at",
    "news.MailCount.bundle", "news.News.values", "lobby.Room.settings", "lobby.Room.news",
    "dictionary.FetchedDefinition.senses", "people.Challenge.settings",
}  # fmt: skip
SOUNDS_SECRET = (
    "key", "secret", "token", "seed", "password", "hash", "digest", "nonce", "draft", "code", "data", "state",
)  # fmt: skip


def is_secret(model: type[Model], field: "Field[Any, Any]") -> bool:
    return field.name in SECRETS.get(model._meta.label, ())


def test_every_column_that_sounds_like_a_secret_is_known_as_one_or_as_none() -> None:
    """A new column has to be named above before the walk through the admin can be trusted with it."""
    unknown = [
        f"{model._meta.label}.{field.name}"
        for model in apps.get_models()
        for field in model._meta.concrete_fields
        if not field.is_relation
        and model._meta.app_label not in ("contenttypes", "alfapower", "admin")
        and model._meta.label != "auth.Permission"
        and (
            any(part in SOUNDS_SECRET for part in field.name.split("_"))
            or field.get_internal_type() in ("BinaryField", "JSONField")
        )
        and not is_secret(model, field)
        and f"{model._meta.label}.{field.name}" not in OPEN
    ]
    assert not unknown, unknown
