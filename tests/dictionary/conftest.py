"""A host of one's own: an empty data folder, and a process that has opened nothing."""

import io
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as of_the_site
from pytest_django import DjangoCaptureOnCommitCallbacks, Settings

from accounts.models import User
from dictionary import api, open_lists
from dictionary.models import ListVersion
from dictionary.services import jobs, uploads
from tests.support.lists import publish
from tests.support.repeated_rows import repeated

COMPILED = of_the_site.DATA_DIR
Maker = Callable[..., ListVersion]
"""Makes a version of a list of these words; its fixture says how far: made("AA ZQXJ", "en", title="Own")."""


@pytest.fixture(autouse=True)
def _database(db: None) -> None:
    """Every test of this folder has the database."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Settings) -> Path:
    """An empty data folder, and a process that has opened nothing."""
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(open_lists, "_open", {})
    return tmp_path / "lexicons"


@pytest.fixture
def host(folder: Path, settings: Settings, tmp_path: Path) -> None:
    """The same, with the bundled lists compiled, which takes seconds."""
    settings.DATA_DIR = COMPILED
    api.prepare()
    settings.DATA_DIR = tmp_path
    shutil.copytree(COMPILED / "lexicons", folder)


@pytest.fixture
def moderator(django_user_model: type[User]) -> User:
    """One of the staff who may do everything."""
    return django_user_model.objects.create_superuser("moderator", password="secret of the tests")


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """No process is started for a job; the jobs that would have been, by number."""
    started: list[int] = []
    monkeypatch.setattr(jobs, "_start", started.append)
    return started


@pytest.fixture
def made(host: None, quiet: list[Any], django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks) -> Maker:
    """Uploads a small list and compiles it: made("AA ZQXJ") is a version ready to be published."""

    def make(words: str, language: str = "en", **terms: str) -> ListVersion:
        raw = "\n".join(words.split()).encode()

        def upload() -> int:
            with django_capture_on_commit_callbacks(execute=True):
                job = uploads.receive(language, io.BytesIO(raw), len(raw), None, **terms)
            jobs.work(job.pk)
            return job.word_list_id

        return ListVersion.objects.get(pk=repeated(f"made {language} {words} {terms}", upload))

    return make


@pytest.fixture
def published(made: Maker) -> Maker:
    """Uploads a small list and publishes it, which weighs it twice against a hundred thousand words."""

    def make(words: str, language: str = "en", **terms: str) -> ListVersion:
        key = repeated(f"published {language} {words} {terms}", lambda: publish(made(words, language, **terms).pk).pk)
        return ListVersion.objects.get(pk=key)

    return make
