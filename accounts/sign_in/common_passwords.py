"""Refuses commonly used passwords. The other password rules are in the settings."""

import re

from django.contrib.auth.password_validation import CommonPasswordValidator as DjangosValidator
from django.core.exceptions import ValidationError

_SPELLED = str.maketrans("013457@$!", "oleastasi")  # "p4$$w0rd"
_OWN = ("alfapower", "alfa power")
SHORTEST_WORD = 4


class CommonPasswordValidator(DjangosValidator):
    """Refuses the 20,000 most used passwords, also in disguise: with digits and signs around them, doubled, spelled
    with digits, in capitals. Those make up most of the longer passwords in breached lists."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.passwords |= set(_OWN)

    def validate(self, password: str, user: object = None) -> None:
        """Raises ValidationError, with the code `password_too_common`."""
        if any(form in self.passwords for form in plain_forms(password)):
            raise ValidationError(self.get_error_message(), code="password_too_common")


def plain_forms(password: str) -> set[str]:
    """The candidates left of a password without its disguises; itself included."""
    lower = password.lower().strip()
    spelled = lower.translate(_SPELLED)
    bare = {re.sub(r"^[\W\d_]+|[\W\d_]+$", "", form) for form in (lower, spelled)}
    bare |= {re.sub(r"^[\W\d_]+|[\W\d_]+$", "", lower).translate(_SPELLED)}
    found = {lower, spelled} | {form for form in bare if len(form) >= SHORTEST_WORD}
    return found | {once for form in found if (once := _once(form))}


def _once(form: str) -> str:
    """The part that the password repeats; empty if it repeats none."""
    twice = re.fullmatch(r"(.+?)[\W_]*(?:\1[\W_]*)+", form)
    return twice[1] if twice else ""
