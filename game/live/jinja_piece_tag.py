"""The Jinja2 tag that marks a piece of a panel: `{% piece "item-", item.item %} … {% endpiece %}` (pieces.py)."""

from jinja2 import nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from game.live import pieces


class PieceTag(Extension):
    """Sets marks before and behind what is drawn within: one element, whose id is what the tag names, all together."""

    tags = {"piece"}  # noqa: RUF012  (as the base class has it)

    def parse(self, parser: Parser) -> list[nodes.Node]:
        """The mark with the name, what is within as it is, and the mark of the end."""
        line = next(parser.stream).lineno
        edge, end = nodes.TemplateData(pieces.EDGE), nodes.TemplateData(pieces.END)
        names = [parser.parse_expression()]
        while parser.stream.skip_if("comma"):
            names.append(parser.parse_expression())
        mark = nodes.Output([edge, *names, edge], lineno=line)
        within = parser.parse_statements(("name:endpiece",), drop_needle=True)
        return [mark, *within, nodes.Output([end], lineno=line)]
