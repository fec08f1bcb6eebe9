"""The translation that is active, as Django's own functions find it in threads and tasks."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from asgiref.sync import sync_to_async
from django.conf import settings
from django.utils import translation
from django.utils.translation import trans_real

from tests.support.calls import calls_of
from ui.active_language import ActiveTranslation

MOST_OF_A_LOOK = 8
"""The `Local` of asgiref took twice as many."""


def test_it_is_found_by_few_functions() -> None:
    assert isinstance(vars(trans_real)["_active"], ActiveTranslation)
    with translation.override("sv"):
        assert calls_of(translation.get_language) <= MOST_OF_A_LOOK


def test_it_is_given_back_and_taken_away() -> None:
    with translation.override("sv"):
        with translation.override("en"):
            assert translation.get_language() == "en"
        assert translation.get_language() == "sv"
        with translation.override(None):
            assert translation.get_language() is None
        translation.deactivate()
        assert translation.get_language() == settings.LANGUAGE_CODE


def test_another_thread_has_its_own() -> None:
    with ThreadPoolExecutor(1) as threads, translation.override("sv"):
        assert threads.submit(translation.get_language).result() == settings.LANGUAGE_CODE
        threads.submit(translation.activate, "en").result()
        assert translation.get_language() == "sv"


async def test_tasks_have_their_own_and_take_it_along_into_threads() -> None:
    async def ask(language: str) -> str | None:
        with translation.override(language):
            await asyncio.sleep(0)
            return await sync_to_async(translation.get_language, thread_sensitive=False)()

    assert await asyncio.gather(*map(ask, ["sv", "en", "sv"])) == ["sv", "en", "sv"]
