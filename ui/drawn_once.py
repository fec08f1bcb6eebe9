"""A template tag that caches a part of a page by its values: `{% drawn_once card %} … {% enddrawn_once %}`.

Within it a template sees the named values and nothing else: no request, no user. So the cached text holds nothing of
the reader for whom it was drawn first; where it has a form, the CSRF token of each reader is put in afterwards.
Values are compared by what they hold; a database row, which equals itself after any change, is refused, also one in a
value.
"""

import secrets
from dataclasses import fields, is_dataclass

from django.db.models import Model
from django.template import Context, Node, Template, TemplateSyntaxError, Variable
from django.template.base import NodeList, Parser, Token
from django.template.loader_tags import BlockNode
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ui.remembered import MIB, Memory

memory = Memory(2 * MIB)

_READERS_TOKEN = secrets.token_urlsafe(32)
"""Stands in the cached text for the CSRF token of whoever reads it. Nobody can write it into a page: it is another one
in each process, and never sent."""


class DrawnOnce(Node):
    """The tag's content, as it was first drawn in a language for these values."""

    child_nodelists = ()
    """Django looks through the frame of a page for blocks at each drawing: there is none within."""

    def __init__(self, names: list[str], nodelist: NodeList) -> None:
        self.names, self.nodelist = names, nodelist
        self.values = [Variable(name) for name in names]

    def render(self, context: Context) -> SafeString:
        """The text for the values as they are in this context."""
        values = [value.resolve(context) for value in self.values]
        template = context.template
        assert template is not None  # a context has one while it is drawn
        drawn = _drawn(self, get_language(), context.autoescape, template, *values)
        if _READERS_TOKEN not in drawn:
            return drawn
        token = escape(context.get("csrf_token", ""))
        return SafeString(drawn.replace(_READERS_TOKEN, token))  # nosec B703  # drawn by a template


@memory.remember
def _drawn(node: DrawnOnce, _language: str | None, autoescape: bool, template: Template, *values: object) -> SafeString:
    if any(_holds_row(value) for value in values):
        raise TypeError(f"drawn_once {' '.join(node.names)}: a row is equal to itself after a change")
    named = dict(zip(node.names, values, strict=True))
    alone = Context({"csrf_token": _READERS_TOKEN, **named}, autoescape=autoescape)
    with alone.bind_template(template):
        return node.nodelist.render(alone)


def _holds_row(value: object) -> bool:
    if isinstance(value, tuple | frozenset):
        return any(map(_holds_row, value))
    if is_dataclass(value):
        return any(_holds_row(getattr(value, one.name)) for one in fields(value))
    return isinstance(value, Model)


def drawn_once(parser: Parser, token: Token) -> DrawnOnce:
    """The tag: plain names of the context, each a value that can be hashed."""
    _tag, *names = token.split_contents()
    if not all(name.isidentifier() for name in names):
        raise TemplateSyntaxError("drawn_once takes plain names")
    nodelist = parser.parse(("enddrawn_once",))
    parser.delete_first_token()
    if nodelist.get_nodes_by_type(BlockNode):
        raise TemplateSyntaxError("drawn_once has no block within: a page may fill one with its own")
    return DrawnOnce(names, nodelist)
