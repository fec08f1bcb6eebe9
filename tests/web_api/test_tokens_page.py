"""The page on which an account becomes a bot's, and where tokens are made, shown once and revoked."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.accounts.conftest import PASSWORD, account, sign_in
from tests.accounts.test_account_pages import is_ours
from tests.support.types import certain
from web_api.models import Token

pytestmark = pytest.mark.django_db


def test_a_token_is_made_after_proof_shown_once_and_revoked(client: Client) -> None:
    user, page = account(), reverse("web_api:tokens")
    sign_in(client)
    assert client.get(page)["Location"].startswith(reverse("account_reauthenticate"))
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert is_ours(client, page) != is_ours(client, page, "sv")
    for sent, is_bot in (({}, False), ({"sure": "1"}, True)):
        client.post(reverse("web_api:become"), sent)
        user.refresh_from_db()
        assert user.is_bot == is_bot
    made = certain(re.search(r"ap_[\w-]{43}", client.post(page, {"name": "laptop"}).content.decode()))[0]
    assert client.get("/api/account", headers={"authorization": f"Bearer {made}"}).status_code == 200
    assert "laptop" in is_ours(client, page) and made not in client.get(page).content.decode()
    client.post(reverse("web_api:revoke"), {"token": Token.objects.get().pk})
    assert not Token.objects.exists()
