"""What the first pages cost on a first visit to a deployed site: requests, and bytes as they are sent."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.template.autoreload import reset_loaders
from django.test import Client, override_settings

from tests.people.players import accounts
from tests.people.watched import match_of, nothing_kept
from tests.puzzle.made import of_today
from tests.support.browsers import signed_in
from tests.support.matches import make_match, user_at

MOST_REQUESTS, MOST_BYTES = 12, 130_000
MOST_OF_A_MATCH = 137_500
"""Bytes of the page of a match, which nobody sees first who does not come by a link to it; it has the number of matches
that wait, the bell, and among people talk: 4,500 bytes of styles and script that no other page fetches."""
IMPORT = re.compile(r"""\bimport\b(?:\(|[^'"`;()]*)["'`](\.[^"'`]+)["'`]""")  # none by an address found at run time


@pytest.fixture(scope="module")
def deployed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The settings of a deployment that has its static files, as `collectstatic` leaves them."""
    storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    storages = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}
    own = {"STATIC_ROOT": tmp_path_factory.mktemp("static"), "STORAGES": storages}
    with override_settings(**own):
        call_command("collectstatic", interactive=False, verbosity=0)
    return own


@pytest.fixture
def site(deployed: dict[str, Any]) -> Iterator[Path]:
    """The folder of the static files; templates remember their addresses."""
    with override_settings(**deployed):
        reset_loaders()
        yield deployed["STATIC_ROOT"]
    reset_loaders()


def asked_for(page: str, site: Path) -> set[str]:
    """The files that a browser fetches for the page: those it names, their fonts, and the modules they import."""
    # Icons are fetched behind the page, the larger one only by who puts the site among the applications.
    tags = [tag for tag in re.findall(r"<(?:link|script)\b[^>]*>", page) if not re.search(r'rel="[a-z-]*icon"', tag)]
    names = {
        name for tag in tags for name in re.findall(rf'(?:href|src)="/{settings.STATIC_URL.strip("/")}/([^"]+)"', tag)
    }
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if not name.endswith((".css", ".js")) or not name.startswith(("css/", "js/")):
            continue
        text = (site / name).read_text(encoding="utf-8")
        found = re.findall(r"url\([\"']?([^\"':)]+\.woff2)", text) if name.endswith(".css") else IMPORT.findall(text)
        for other in found:
            path = posixpath.normpath(posixpath.join(posixpath.dirname(name), other))
            if path not in names:
                names.add(path)
                waiting.append(path)
    return names


def sent(path: Path) -> int:
    """How many bytes of the file go over the wire."""
    small = path.with_name(path.name + ".gz")
    return (small if small.exists() else path).stat().st_size


def test_a_first_visit_is_light(site: Path) -> None:
    row = make_match(board_size=15)
    assert_light(signed_in(user_at(row, 0)), f"/match/{row.public_id}/", site, MOST_OF_A_MATCH)


@pytest.mark.parametrize("address", ["/", "/play/alfapower/", "/play/keebble/"])
def test_a_strangers_first_page_is_light(site: Path, client: Client, db: None, address: str) -> None:
    of_today()
    assert_light(client, address, site)


@pytest.mark.parametrize("address", ["/", "/watch/"])
def test_a_strangers_first_page_is_light_while_there_is_a_match_to_watch(
    site: Path, client: Client, db: None, address: str
) -> None:
    of_today()
    nothing_kept()
    match_of(*accounts("Elsa", "Noor"))
    assert 'class="tv__in"' in client.get(address).content.decode()
    assert_light(client, address, site)
    nothing_kept()


def assert_light(client: Client, address: str, site: Path, most: int = MOST_BYTES) -> None:
    """The page with all that it fetches costs no more requests and bytes than it may; all of it is named in it."""
    page = client.get(address, headers={"accept-encoding": "gzip"})
    assert page["Content-Encoding"] == "gzip"
    html = client.get(address).content.decode()
    names = asked_for(html, site)
    preloaded = {name for name in names if name in html}
    assert names == preloaded, f"found late, by what was fetched first: {names - preloaded}"
    assert sum(name.endswith(".woff2") for name in names) == 2
    assert 1 + len(names) <= MOST_REQUESTS, sorted(names)
    total = len(page.content) + sum(sent(site / name) for name in names)
    assert total <= most, total
