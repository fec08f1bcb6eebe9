"""A guest hears once on the home page that this browser is the only way back to what runs and waits there."""

import pytest
from django.urls import reverse

from accounts.models import User
from tests.lobby.conftest import Clock
from tests.support.browsers import signed_in
from tests.support.matches import make_match

ONLY_WAY = ("This browser is the only way back", "you exist in this browser only")


@pytest.mark.parametrize("has_played", [False, True])
def test_the_home_page_says_once_that_a_guest_has_this_browser_alone(
    people: list[User], clock: Clock, has_played: bool
) -> None:
    """It said so by the running matches, and again by the slow seeks."""
    if has_played:
        make_match(users=people[:2])
    browser = signed_in(people[0])
    browser.post(reverse("lobby:seek"), {"preset": "alfapower-slow", "lg": "en"})
    home = browser.get("/").content.decode()
    assert 'id="slow-seeks"' in home and "Stands until" in home
    assert sum(home.count(said) for said in ONLY_WAY) == 1
