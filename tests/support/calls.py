"""How many functions a piece of work calls: a figure of its cost that does not hang on the machine."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, cast

from django.template import Template
from django.test import utils


def calls_of(work: Callable[[], Any]) -> int:
    """The functions that `work` calls in this thread, those in C too."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count


@contextmanager
def plain_templates() -> Iterator[None]:
    """Templates as the site draws them, without what Django's tests note about each."""
    template, testing = cast(Any, Template), cast(Any, utils._TestState)  # parts that are private to Django
    noted = template._render
    template._render = testing.saved_data.template_render
    try:
        yield
    finally:
        template._render = noted
