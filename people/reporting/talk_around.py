"""Lines of talk as a report quotes them."""

from people.models import TalkLine
from people.talk.said_lines import SAID_LINES


def as_said(line: TalkLine) -> str:
    """What the line says, a said line in the reader's language."""
    return line.text or str(SAID_LINES.get(line.said, line.said))
