"""A match link opened by whoever does not play in it: says what it is, and nothing of any match."""

import re

from django.test import Client

from tests.support.browsers import signed_in
from tests.support.matches import UserFactory, make_match, resigned


def shown(client: Client, address: str) -> str:
    """The page, which is a 404, without its token and addresses."""
    response = client.get(address)
    assert response.status_code == 404
    return re.sub(r'csrf[^>]*>|value="[^"]*"|/match/[\w-]+/', "", response.content.decode())


def test_a_stranger_reads_what_the_link_is_and_nothing_of_the_match() -> None:
    running, over = make_match(), resigned(make_match())
    for stranger in (Client(), signed_in(UserFactory.create())):
        page = shown(stranger, f"/match/{running.public_id}/")
        assert "This link is for those who play the match" in page and "word game" in page
        assert "Astrid" not in page and "Björn" not in page
        assert page == shown(stranger, f"/match/{over.public_id}/") == shown(stranger, "/match/AAAAAAAAAAAA/")


def test_who_may_have_played_on_another_device_is_led_to_the_sign_in_and_back() -> None:
    row = make_match()
    page = Client().get(f"/match/{row.public_id}/").content.decode()
    assert f"/accounts/login/?next=/match/{row.public_id}/" in page
