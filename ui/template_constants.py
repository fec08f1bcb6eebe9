"""Templates in which whatever is the same at every rendering is drawn once for each language and process: texts without
a value in them, icons, addresses of files and of pages that have no parameter.

A run of such nodes becomes one node that remembers its text. It is done as a template is compiled, before anybody has
it: to change one that is being drawn would lose parts of it. A tag of our own says by `unchanging` that it makes the
same of the same arguments.
"""

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import Any, TypeVar

from django.template import Context, Node, Template, Variable
from django.template.base import (
    FilterExpression,
    NodeList,
    TextNode,
    TokenType,
    VariableNode,
)
from django.template.defaulttags import CommentNode, IfNode, LoadNode, URLNode
from django.template.library import SimpleNode
from django.template.loader_tags import IncludeNode
from django.template.loaders import base, cached
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from django.templatetags.static import StaticNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from ui.quick_inclusion import QuickInclusion, WalkedOnce
from ui.quick_sentences import QuickSentence
from ui.quick_variables import quicken, written

Tag = TypeVar("Tag", bound=Callable[..., Any])


def unchanging(tag: Tag) -> Tag:
    """Mark the function of a simple tag: what it draws depends on its arguments and the language alone."""
    tag.is_unchanging = True  # type: ignore[attr-defined]
    return tag


class _Folding(base.Loader):
    """Between Django's cache of templates and the compiler."""

    def get_template(self, template_name: str, skip: Any = None) -> Template:
        template: Template = super().get_template(template_name, skip)
        fold(template.nodelist)
        template.nodelist = WalkedOnce(template.nodelist)
        return template


class Loader(cached.Loader, _Folding):
    """Django's cached loader, of templates that are folded."""


class Remembered(Node):
    """Some nodes in a row that draw the same each time, as they were drawn first in a language."""

    def __init__(self, nodes: list[Node]) -> None:
        self.nodes = nodes
        self.texts: dict[tuple[str | None, bool], SafeString] = {}

    def render(self, context: Context) -> SafeString:
        """The text of all of them."""
        key = get_language(), context.autoescape
        text = self.texts.get(key)
        if text is None:
            drawn = (str(node.render_annotated(context)) for node in self.nodes)
            text = SafeString("".join(drawn))  # nosec B703  # as each of them has escaped it
            self.texts[key] = text
        return text

    render_annotated = render


class RememberedAddress(Node):
    """Gives a name to the address of a page, as it was found first; of none that there is not."""

    def __init__(self, node: URLNode, name: str) -> None:
        self.node, self.name, self.address = node, name, ""

    def render(self, context: Context) -> str:
        """Nothing is drawn."""
        if not self.address:
            self.node.render(context)
            self.address = context[self.name]
        context[self.name] = self.address
        return ""

    render_annotated = render


class PlainVariable(VariableNode):
    """A variable, written for less."""

    def __init__(self, node: VariableNode) -> None:
        super().__init__(node.filter_expression)
        self.token, self.origin = node.token, node.origin

    def render(self, context: Context) -> str:
        """The value."""
        return written(self.filter_expression.resolve(context), context)


def fold(nodes: NodeList) -> None:
    """Put a `Remembered` in the place of each run of nodes that never change, here and in all that is within."""
    for node in nodes:
        quicken(node)
        for inside in _lists_within(node):
            fold(inside)
    folded: list[Node] = []
    for is_constant, run in groupby(nodes, _is_constant):
        found = [node for node in run if not isinstance(node, LoadNode | CommentNode)]
        has_work = is_constant and any(not isinstance(node, TextNode) for node in found)
        folded += [Remembered(found)] if has_work else map(_quicker, found)
    nodes[:] = folded


def _lists_within(node: Node) -> Iterator[NodeList]:
    if isinstance(node, IfNode):
        yield from (nodes for _condition, nodes in node.conditions_nodelists)
        return
    for name in node.child_nodelists:
        found = getattr(node, name, None)
        if isinstance(found, NodeList):
            yield found


def _is_constant(node: Node) -> bool:
    match node:
        case TextNode() | LoadNode() | CommentNode():
            return True
        case TranslateNode():
            text = node.filter_expression
            is_literal = isinstance(text.var, Variable) and text.var.lookups is None and not text.filters
            return is_literal and node.asvar is None and _is_literal(node.message_context)
        case BlockTranslateNode():
            is_text = all(token.token_type == TokenType.TEXT for token in node.singular)
            return is_text and not node.countervar and node.asvar is None and _is_literal(node.message_context)
        case StaticNode():
            return node.varname is None and _is_literal(node.path)
        case URLNode():
            return node.asvar is None and _is_constant_address(node)
        case SimpleNode() if hasattr(node.func, "is_unchanging"):
            return node.target_var is None and all(map(_is_literal, [*node.args, *node.kwargs.values()]))
    return False


def _quicker(node: Node) -> Node:
    """A node that draws the same for less."""
    if type(node) is VariableNode:
        return PlainVariable(node)
    if type(node) is BlockTranslateNode and node.message_context is None:
        return QuickSentence(node)
    if type(node) is IncludeNode and _is_literal(node.template) and node.template.var:
        return QuickInclusion(node)
    if isinstance(node, URLNode) and node.asvar is not None and _is_constant_address(node):
        return RememberedAddress(node, node.asvar)
    return node


def _is_constant_address(node: URLNode) -> bool:
    has_values = bool(node.args or node.kwargs)
    return not has_values and _is_literal(node.view_name) and not _is_of_admin(node)


def _is_literal(value: FilterExpression | None) -> bool:
    """Whether it is written in the template, and no value of the context."""
    return value is None or (not value.is_var and not value.filters)


def _is_of_admin(node: URLNode) -> bool:
    """A page of the admin, whose address depends on the one that is asked for."""
    return str(node.view_name.var).startswith("admin:")
