"""The exception by which a service refuses: its text is for the user, in their language."""


class Refused(Exception):
    """Nothing was changed; the message gives the reason."""
