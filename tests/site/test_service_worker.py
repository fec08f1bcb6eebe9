"""The service worker as it is served: at the root, alike for everybody, another one in each release."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core.management import call_command
from django.test import Client
from pytest_django import Settings

from alfapower.web import service_worker
from tests.support.types import certain

WORKER = "/service-worker.js"


def site_of(client: Client) -> dict[str, Any]:
    """What the worker is told of this release."""
    said = certain(re.match(r"const SITE = (\{.*\});\n", client.get(WORKER).content.decode()))
    return dict(json.loads(said[1]))


def test_the_worker_is_served_at_the_root_so_that_it_rules_over_all_pages(client: Client) -> None:
    answer = client.get(WORKER)
    assert answer.status_code == 200 and answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert "worker-src 'self'" in answer["Content-Security-Policy"]
    assert "addEventListener(" in answer.content.decode()


def test_the_worker_and_its_pages_are_the_same_for_everybody_and_no_session_is_asked(client: Client) -> None:
    # Without the db mark pytest-django refuses any query.
    for address in (WORKER, "/no-network/en/", "/no-network/sv/"):
        answers = [client.get(address, headers={"accept-language": language}) for language in ("en", "sv")]
        assert answers[0].content == answers[1].content
        for answer in answers:
            assert not answer.cookies and "Cookie" not in answer["Vary"]
            assert "public" in answer["Cache-Control"] and "max-age=3600" in answer["Cache-Control"]


@pytest.mark.parametrize(("language", "said"), [("en", "No network"), ("sv", "Inget nätverk")])
def test_the_page_without_network_is_there_in_each_language(client: Client, language: str, said: str) -> None:
    answer = client.get(f"/no-network/{language}/", headers={"accept-language": "de"})
    page = answer.content.decode()
    assert answer["Content-Language"] == language and f'<html lang="{language}">' in page
    assert re.search(rf"<h1>\s*{said}\s*</h1>", page)
    assert not re.search(r"<style|style=|<script(?![^>]*\bsrc=)|\son\w+=", page)  # nothing that the policy refuses


@pytest.mark.parametrize("language", ["de", "EN", "en-gb"])
def test_there_is_no_page_without_network_in_another_language(client: Client, language: str) -> None:
    assert client.get(f"/no-network/{language}/").status_code == 404


def test_what_the_page_without_network_needs_is_kept_with_it(client: Client) -> None:
    site = site_of(client)
    for address in site["pages"].values():
        page = client.get(address).content.decode()
        assert set(re.findall(r'(?:href|src)="(/[^"]+)"', page)) == set(site["files"])


def test_all_that_the_worker_names_is_there(client: Client) -> None:
    site = site_of(client)
    assert site["pages"] == {"en": "/no-network/en/", "sv": "/no-network/sv/"}
    for file in (*site["files"], site["icon"], site["badge"]):
        assert finders.find(file.removeprefix(site["static"])), file


def test_the_worker_is_only_asked_for(client: Client) -> None:
    assert client.post(WORKER).status_code == 405


@pytest.mark.parametrize("changed", ["release", "page", "file"])
def test_a_release_that_changes_what_is_kept_has_a_worker_of_its_own(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch, changed: str
) -> None:
    before = site_of(client)["release"]
    service_worker._worker.cache_clear()
    assert site_of(client)["release"] == before
    service_worker._worker.cache_clear()
    if changed == "release":
        settings.RELEASE = "1000.0"
    if changed == "page":
        monkeypatch.setattr(service_worker, "_page", lambda language: f"another page in {language}")
    if changed == "file":
        names = service_worker._names() | {"style": "/static/css/no-network.0123456789ab.css"}
        monkeypatch.setattr(service_worker, "_names", lambda: names)
    assert site_of(client)["release"] != before
    service_worker._worker.cache_clear()


def test_where_files_are_collected_the_worker_names_them_as_they_are_there(
    client: Client, settings: Settings, tmp_path: Path
) -> None:
    settings.STATIC_ROOT = tmp_path
    storage = "whitenoise.storage.CompressedManifestStaticFilesStorage"
    settings.STORAGES = settings.STORAGES | {"staticfiles": {"BACKEND": storage}}
    call_command("collectstatic", interactive=False, verbosity=0)
    site = site_of(client)
    for file in (*site["files"], site["icon"], site["badge"]):
        assert re.search(r"\.[0-9a-f]{12}\.\w+$", file), file
        assert (tmp_path / file.removeprefix(site["static"])).exists(), file
