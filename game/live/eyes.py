"""How many watch, as pages are sent it: one small element, drawn once for each number and language."""

from functools import lru_cache

from django.utils import translation
from django.utils.safestring import SafeString

from game.live import pieces
from ui import jinja_environment

MOST = 999
"""More are not told apart."""


@lru_cache(maxsize=2 * (MOST + 1))
def element(number: int, language: str) -> SafeString:
    """The element with the number, as it is sent by a socket and stands on the page; the same for players and
    onlookers."""
    with translation.override(language):
        drawn = jinja_environment.macro("game/parts/eyes.jinja", "eyes")(min(number, MOST))
    return SafeString(f'<span class="eyes num" id="eyes">{drawn.strip()}</span>')  # nosec B703  # drawn by a template


def out_of_band(number: int, language: str) -> str:
    """The same in the answer to a request."""
    return element(number, language).replace(" id=", f"{pieces.OUT_OF_BAND} id=", 1)


def is_another(number: int, shown: str) -> bool:
    """Whether a page that says it shows `shown` is to be told the number. One that says nothing shows none."""
    return str(min(number, MOST)) != (shown or "0")
