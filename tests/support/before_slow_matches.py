"""The games that were played before there were slow matches, and how their matches were stored then."""

from game.kernel.form_before_slow import FormBeforeSlow
from game.variants import VARIANTS

BEFORE_SLOW = [
    (key, form)
    for key, game in VARIANTS.items()
    for form, earlier in game.stored.earlier.items()
    if isinstance(earlier, FormBeforeSlow)
]
"""Each such game by its key, with the number of that form. A newer game has no such matches."""
