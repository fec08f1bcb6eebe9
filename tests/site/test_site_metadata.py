"""What browsers and search engines read about the site itself."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.support.project_files import ROOT
from tests.support.types import certain

pytestmark = pytest.mark.django_db


def manifest(language: str = "en") -> dict[str, Any]:
    answer = Client(headers={"accept-language": language}).get("/manifest.webmanifest")
    assert answer["Content-Type"] == "application/manifest+json"
    return dict(json.loads(answer.content))


@pytest.mark.parametrize(
    ("language", "words", "shortcuts"),
    [
        ("en", "word game", ["Your matches", "Today’s puzzle", "New match"]),
        ("sv", "ordspel", ["Dina matcher", "Dagens pussel", "Ny match"]),
    ],
)
def test_a_device_can_put_the_site_among_its_applications(language: str, words: str, shortcuts: list[str]) -> None:
    told = manifest(language)
    assert told["lang"] == language and words in told["description"]
    assert (told["id"], told["scope"], told["start_url"], told["display"]) == ("/", "/", "/", "standalone")
    assert [shortcut["name"] for shortcut in told["shortcuts"]] == shortcuts


def test_its_icons_are_of_the_sizes_that_devices_ask_for_and_may_be_cut_to_any_shape() -> None:
    told = manifest()
    icons = [*told["icons"], *(icon for shortcut in told["shortcuts"] for icon in shortcut["icons"])]
    drawn = {(icon["sizes"], icon.get("purpose", "any")) for icon in told["icons"] if icon["type"] == "image/png"}
    assert drawn == {(size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")}
    for icon in icons:
        file = Path(certain(finders.find(icon["src"].removeprefix("/static/"))))
        if icon["type"] == "image/png":
            head = file.read_bytes()[:24]  # the signature, then the first chunk with width and height
            assert head.startswith(b"\x89PNG\r\n") and icon["sizes"] == "{}x{}".format(*struct.unpack(">II", head[16:]))


def test_what_it_leads_to_is_there() -> None:
    told = manifest()
    for address in (told["start_url"], *(shortcut["url"] for shortcut in told["shortcuts"])):
        path, _, part = address.partition("#")
        page = Client().get(path, follow=True)
        assert page.status_code == 200 and (not part or f'id="{part}"' in page.content.decode()), address
    target = told["share_target"]
    assert (target["action"], target["method"]) == ("/share-target/", "GET")
    assert set(target["params"]) == {"title", "text", "url"}


@pytest.mark.parametrize(("chosen", "themes"), [("auto", ["light", "dark"]), ("light", ["light"]), ("dark", ["dark"])])
def test_what_a_device_draws_around_a_page_has_the_ground_of_its_theme(chosen: str, themes: list[str]) -> None:
    client = Client()
    client.post("/accounts/preferences/", {"theme": chosen})
    page = client.get("/").content.decode()
    tokens = (ROOT / "static/css/alfapower/tokens.css").read_text()
    light, dark = certain(re.search(r"--bg: light-dark\((#\w+), (#\w+)\)", tokens)).groups()
    grounds = {"light": light, "dark": dark}
    assert re.findall(r'<meta name="theme-color" content="([^"]+)"', page) == [grounds[theme] for theme in themes]
    assert re.findall(r"prefers-color-scheme:(\w+)", page) == (themes if chosen == "auto" else [])


def test_search_engines_leave_matches_rooms_and_accounts_alone_and_may_look_at_links() -> None:
    lines = Client().get("/robots.txt").content.decode().splitlines()
    assert lines[0] == "User-agent: *" and {"Disallow: /match/", "Disallow: /room/"} <= set(lines)
    assert "Disallow: /shared/" not in lines and "Disallow: /" not in lines


@pytest.mark.parametrize(("language", "words"), [("en", "word game"), ("sv", "ordspel")])
def test_the_home_page_says_what_it_is(language: str, words: str) -> None:
    page = Client(headers={"accept-language": language}).get("/").content.decode()
    assert 'name="description"' in page and words in page
