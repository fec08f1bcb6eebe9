"""What browsers and search engines read about the site itself."""

import json

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "words"), [("en", "word game"), ("sv", "ordspel")])
def test_a_device_can_put_the_site_among_its_applications(language: str, words: str) -> None:
    answer = Client(headers={"accept-language": language}).get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    manifest = json.loads(answer.content)
    assert manifest["lang"] == language and words in manifest["description"]
    for icon in manifest["icons"]:
        assert finders.find(icon["src"].removeprefix("/static/"))


def test_search_engines_leave_matches_rooms_and_accounts_alone_and_may_look_at_links() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *" and {"Disallow: /match/", "Disallow: /room/"} <= set(lines)
    assert "Disallow: /shared/" not in lines and "Disallow: /" not in lines


@pytest.mark.parametrize(("language", "words"), [("en", "word game"), ("sv", "ordspel")])
def test_the_home_page_says_what_it_is(language: str, words: str) -> None:
    page = Client(headers={"accept-language": language}).get("/").content.decode()
    assert 'name="description"' in page and words in page
