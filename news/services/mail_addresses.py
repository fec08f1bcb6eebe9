"""Where a player gets mail: the primary address, if it was shown to be theirs and has not been refused since."""

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model

from news.models import RefusedAddress


def verified(user_id: int, *, closed_too: bool = False) -> str | None:
    """The player's verified primary address, refused or not; guests have none, nor has a closed account, unless asked
    for."""
    found = EmailAddress.objects.filter(user_id=user_id, primary=True, verified=True)
    found = found if closed_too else found.filter(user__is_active=True)
    is_guest = get_user_model().objects.filter(pk=user_id).values_list("is_guest", flat=True).first()
    return None if is_guest is not False else found.values_list("email", flat=True).first()


def deliverable(user_id: int, *, closed_too: bool = False) -> str | None:
    """The address that news is mailed to; None where there is none."""
    address = verified(user_id, closed_too=closed_too)
    return None if address is None or is_refused(address) else address


def is_refused(address: str) -> bool:
    """Whether mail there was refused for good."""
    return RefusedAddress.objects.filter(address=address.lower()).exists()


def refuse(address: str, now_ms: int) -> bool:
    """No mail there until it is verified anew. False where no account has it."""
    if not EmailAddress.objects.filter(email__iexact=address).exists():
        return False
    RefusedAddress.objects.get_or_create(address=address.lower(), defaults={"since": now_ms})
    return True


def accept(address: str) -> None:
    """It was shown that mail arrives there."""
    RefusedAddress.objects.filter(address=address.lower()).delete()
