"""What other apps may use of people: the periodic jobs."""

from people.reporting.services import keeping
from people.services import challenge_ends
from people.talk.services.keeping import remove_old as remove_old_talk
from people.watching.services.choices import sweep as sweep_watching


def sweep(now_ms: int) -> int:
    """Periodic: what is due of challenges, and cases that are old enough; how many changed."""
    return challenge_ends.sweep(now_ms) + keeping.remove_old(now_ms)
