"""Templates that include others, or extend one, for less.

At every rendering Django looks an included template up by its name, and walks through all nodes of a page's base to
find its blocks. Both are the same for as long as the templates are: a template that is read anew brings new nodes.
"""

from typing import Any

from django.template import Context, Node, Template
from django.template.base import NodeList
from django.template.loader_tags import IncludeNode


class QuickInclusion(Node):
    """In the place of an `IncludeNode` whose template is named as a text: that is looked up once."""

    def __init__(self, node: IncludeNode) -> None:
        self.node, self.token, self.origin = node, node.token, node.origin
        self.template: Template | None = None

    def render(self, context: Context) -> str:
        """The template, with what it is given beside or instead of all that the page has."""
        template = self.template
        if template is None:
            assert context.template is not None  # a context that is drawn with has one
            name = str(self.node.template.resolve(context))  # a whole path since it was compiled
            template = self.template = context.template.engine.get_template(name)
        values = {name: value.resolve(context) for name, value in self.node.extra_context.items()}
        if self.node.isolated_context:
            return template.render(context.new(values))
        with context.push(**values):
            return template.render(context)


class WalkedOnce(NodeList):
    """All nodes of a template. It is walked through once for each type of nodes that is asked for."""

    def __init__(self, nodes: NodeList) -> None:
        super().__init__(nodes)
        self.contains_nontext = nodes.contains_nontext
        self.found: dict[type[Node], list[Any]] = {}

    def get_nodes_by_type(self, nodetype: type[Node]) -> list[Any]:
        """Those of a type, here and in all that is within."""
        if nodetype not in self.found:
            self.found[nodetype] = super().get_nodes_by_type(nodetype)
        return self.found[nodetype]
