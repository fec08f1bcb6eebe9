"""The marks of the seats: a shape and a colour each, the same on every screen, but that of two "you" are the disc."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from game.kernel.base_types import Seat, gettext_noop

NAMES = (
    gettext_noop("disc"), gettext_noop("diamond"), gettext_noop("triangle"), gettext_noop("square"),
    gettext_noop("cross"),
)  # fmt: skip
"""What the marks are called, from number 1 on."""

PAIR = 2


def mark_of(seat: Seat, viewer: Seat | None, seats: int) -> int:
    """The number of the mark of a seat of so many, from 1 on."""
    if seats == PAIR:
        return 1 if seat == (viewer or 0) else 2
    return seat + 1


def css_of(seat: Seat, viewer: Seat | None, seats: int) -> str:
    """The class by which something wears the colour and the emblem of a seat."""
    return f"kseat-{mark_of(seat, viewer, seats)}"


def who(seat: Seat, viewer: Seat | None, names: Sequence[str]) -> str:
    """Who sits there, as the viewer reads it."""
    return _("You") if seat == viewer else names[seat]
