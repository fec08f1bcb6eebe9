"""How a service says no: an exception whose text is for the one who asked, in their language."""


class Refused(Exception):
    """Nothing was changed; the message says why."""
