"""Encode and decode a stored match by the kernel's codec, in the form of its own game."""

from collections.abc import Mapping
from typing import Any

from game.kernel import codec
from game.kernel.codec import canonical, digest
from game.kernel.match import CoreState
from game.variants import VARIANTS


def encode(state: CoreState) -> dict[str, Any]:
    """The whole match as JSON data."""
    return codec.encode(VARIANTS[state.rules.variant], state)


def decode(data: Mapping[str, Any]) -> Any:
    """The match from what `encode` gave, in this release or an earlier one."""
    return codec.decode(VARIANTS[data["variant"]], data)


def in_form(state: CoreState, number: int) -> Mapping[str, Any]:
    """The match as the release wrote it whose form was `number`."""
    return codec.in_form(VARIANTS[state.rules.variant], state, number)


def as_kept(state: CoreState, number: int) -> Any:
    """What was left of a match once it had been stored in form `number`."""
    return codec.as_kept(VARIANTS[state.rules.variant], state, number)


__all__ = ["as_kept", "canonical", "decode", "digest", "encode", "in_form"]
