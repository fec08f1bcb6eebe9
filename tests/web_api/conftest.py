"""A bot account and its token, for the tests of the bot API."""

import pytest

from accounts.services.bot_accounts import become_bot
from tests.accounts.conftest import account
from web_api.services import tokens


class Bot:
    """A bot account and a token of its own."""

    def __init__(self, name: str = "Robur") -> None:
        self.user = account(name, f"{name.lower()}@example.org")
        become_bot(self.user.pk)
        self.user.refresh_from_db()
        self.token = tokens.make(self.user.pk, "laptop")

    @property
    def key(self) -> dict[str, str]:
        """The header that a program sends."""
        return {"authorization": f"Bearer {self.token}"}


@pytest.fixture
def bot(db: None) -> Bot:
    """Robur."""
    return Bot()
