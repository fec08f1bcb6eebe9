"""Template tags for friends: what may be done about a player, and the drawer in the bar."""

from typing import Any

from django import template
from django.template import Context

from accounts.api import User
from people.person_actions import actions_for
from people.services.pairs import is_person

register = template.Library()


@register.inclusion_tag("people/parts/person_placed.html", takes_context=True)
def person_actions(context: Context, player: User, *, short: bool = False) -> dict[str, Any]:
    """Challenge, add, leave, block: the buttons about a player for whoever reads the page; none for visitors and about
    oneself. `short`: adding as a friend alone."""
    viewer = context.get("user")
    told = actions_for(viewer, player, is_short=short) if isinstance(viewer, User) else {"state": None}
    return told | {"request": context.get("request"), "csrf_token": context.get("csrf_token")}


@register.simple_tag(takes_context=True)
def may_have_friends(context: Context) -> bool:
    """Whether whoever reads the page has an account of a person."""
    viewer = context.get("user")
    return isinstance(viewer, User) and is_person(viewer)


@register.inclusion_tag("people/parts/drawer_button.html", takes_context=True)
def friends_drawer(context: Context) -> dict[str, Any]:
    """The button in the bar that opens the drawer of friends; nothing for who can have none."""
    return {"is_account": may_have_friends(context)}
