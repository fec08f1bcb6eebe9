"""Non-interference: who may not see a hand, a bag and a seed cannot tell a match from one in which they are others.

`SECRECY_PAIRS=500` compares more pairs than the default run.
"""

from collections.abc import Callable

import pytest
from django.test import Client

from tests.secrecy.conftest import Stage
from tests.secrecy.responses import PARTS
from tests.support.matches import UserFactory
from tests.support.run_length import tries

PAIRS = tries(1, 8, "SECRECY_PAIRS")
HALVES = (("pages", "staff"), ("refusals",))


@pytest.mark.parametrize("seed", range(PAIRS))
def test_two_worlds_look_the_same_at_every_exit(differences: Callable[..., list[str]], seed: int) -> None:
    """Every exit in the first pair; in the others sockets, turns, faults and the end, and of what can be asked while
    nothing moves half in turn."""
    assert differences(seed, HALVES[seed % 2] if seed else PARTS) == []


@pytest.mark.parametrize(
    ("look_up", "text"),
    [("state__contains", '"bag"'), ("state__regex", "bag"), ("seed__isnull", "0"), ("state__gt", "")],
)
def test_the_admin_does_not_answer_questions_about_what_it_does_not_show(
    client: Client, stage: Stage, look_up: str, text: str
) -> None:
    """An address of the list may carry a look-up of any column: one bit of a hand or a seed for every question."""
    stage.match(0)
    client.force_login(UserFactory.create(is_guest=False, is_staff=True, is_superuser=True))
    answer = client.get("/admin/game/match/", {look_up: text})
    assert answer.status_code in (302, 400, 403) and not (answer.status_code == 302 and look_up in answer["Location"])
