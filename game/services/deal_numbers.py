"""The numbers of the fair deal at rest: encrypted while the match runs, open when it is over.

`Match.sealed` holds them while it runs, `Match.fair` afterwards. A match from before that, or one that a test began by
a seed of its own, has its seed in `Match.seed`.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from django.db import transaction

from common import encryption
from game.kernel.chance import FairChance
from game.kernel.fair_numbers import FairNumbers
from game.models import Deal, DealNumber, Match

STORE = "numbers of the fair deal"


def of_match(row: Match) -> FairNumbers:
    """What the chance of a match follows from. Raises encryption.Unreadable. Keep it secret while the match runs."""
    if row.sealed:
        fair = FairNumbers.of_data(json.loads(encryption.decrypt_text(row.sealed)))
    elif row.fair is not None:
        fair = FairNumbers.of_data(row.fair)
    else:
        assert row.seed is not None
        fair = FairNumbers.of_seed(bytes(row.seed))
    return replace(fair, commitment=row.commitment)  # the one that was published, whatever became of the numbers


def seed_of(row: Match) -> bytes:
    """The seed alone, as `of_match`."""
    return of_match(row).seed


@dataclass(frozen=True)
class ChanceOf:
    """The chance of a match, whose numbers are opened when something is drawn and not before: of what time brings about
    there is seldom anything to draw."""

    row: Match

    def pick(self, bag: Sequence[str], number: int) -> int:
        """As `FairChance.pick`."""
        return self._fair.pick(bag, number)

    @cached_property
    def _fair(self) -> FairChance:
        return FairChance(seed_of(self.row))


def sealed(numbers: FairNumbers) -> str:
    """The numbers for `Match.sealed`."""
    return encryption.encrypt_text(json.dumps(numbers.data()))


def open_for_all(row: Match) -> None:
    """The match is over: its numbers stand open from now on, whatever becomes of the keys. The caller saves."""
    if row.sealed:
        row.fair, row.sealed = of_match(row).data(), ""


def reencrypt() -> int:
    """Bring what is stored under the first key, seeds in the clear of running matches too; how many rows were written.
    Raises encryption.Unreadable."""
    written = 0
    for pk in Match.objects.filter(status=Match.Status.LIVE).values_list("pk", flat=True):
        with transaction.atomic():
            row = Match.objects.select_for_update().get(pk=pk)
            if row.status == Match.Status.LIVE:
                row.sealed, row.seed = sealed(of_match(row)), None
                row.save(update_fields=["sealed", "seed"])
                written += 1
    return written + _reencrypt_all(Deal) + _reencrypt_all(DealNumber)


def _reencrypt_all(model: type[Deal] | type[DealNumber]) -> int:
    """The same for the numbers of deals that are being prepared."""
    written = 0
    for pk, token in model.objects.exclude(sealed="").values_list("pk", "sealed"):
        written += model.objects.filter(pk=pk, sealed=token).update(sealed=encryption.reencrypted_text(token))
    return written
