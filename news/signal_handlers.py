"""What news hears of people: who signs out, whose account is closed, whose address was verified."""

from typing import Any

from allauth.account.signals import email_confirmed
from django.contrib.auth import get_user_model
from django.contrib.auth.signals import user_logged_out
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.http import HttpRequest

from news.services import mail_addresses, subscriptions


@receiver(user_logged_out)
def end_pushes_here(sender: object, request: HttpRequest | None, **kwargs: Any) -> None:
    """Whoever signs out is told nothing more on this browser, which others may use."""
    if request is not None:
        subscriptions.end_of_session(request.session.session_key)


@receiver(post_save, sender=get_user_model())
def end_pushes_of_closed(sender: object, instance: Any, created: bool = False, **kwargs: Any) -> None:
    """A closed account is told nothing, on none of its browsers; not when it is open again either."""
    if not instance.is_active and not created and not kwargs.get("raw"):
        subscriptions.end_of_user(instance.pk)


@receiver(email_confirmed)
def mail_there_again(sender: object, email_address: Any, **kwargs: Any) -> None:
    """An address that was refused has been verified anew."""
    mail_addresses.accept(email_address.email)
