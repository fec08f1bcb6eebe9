"""Variables of templates that are looked up, and written, for less.

Django asks of each part of `view.can.swap` whether it is a key, which for what has attributes fails by an exception,
and of each value whether it is to be called. Here a part of what has no keys by name is read as the attribute it is.
Whatever else there may be (mappings, lists, things to call, what is missing) is left to Django.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Any, cast

from django.template import Context, Node, Variable
from django.template.base import FilterExpression, render_value_in_context
from django.template.defaulttags import IfNode, TemplateLiteral
from django.utils.safestring import SafeString

_is_risky = re.compile("[&<>\"']").search


class _OfTypes(dict[type, bool]):
    """What holds of all things of a type, found out once."""

    def __missing__(self, kind: type) -> bool:
        has = {name for base in kind.__mro__ for name in vars(base)}  # and not what types themselves have
        has_keys = "__getitem__" in has and not issubclass(kind, tuple | str)
        self[kind] = not has_keys and "__call__" not in has
        return self[kind]


_plain = _OfTypes()
"""Whether a thing of the type has no keys by name and is not to be called."""


class QuickVariable(Variable):
    """A variable whose parts are read as attributes while the values are plain."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        assert self.lookups is not None
        self.first, *self.others = self.lookups

    def resolve(self, context: Any) -> Any:
        """What Django finds. A value at the end may have keys. `{% translate %}` says only as it is drawn that what is
        found is to be translated."""
        if self.translate:
            return super().resolve(context)
        try:
            value = context[self.first]
            for name in self.others:
                kind = type(value)
                if kind is dict:
                    value = value[name]
                elif _plain[kind]:
                    value = getattr(value, name)
                else:
                    return super().resolve(context)
        except (KeyError, AttributeError):
            return super().resolve(context)
        return value if _plain[type(value)] or not callable(value) else super().resolve(context)


def written(value: Any, context: Context) -> str:
    """A value as Django writes it, after a look at its type in place of all that any value may need: it is a text or a
    whole number nearly always. Numbers have no separator of thousands."""
    kind = type(value)
    if kind is SafeString or (kind is str and not context.autoescape):
        return str(value)
    if kind is str:
        return escape(value) if _is_risky(value) else value
    if kind is int:
        return str(value)
    return render_value_in_context(value, context)


def quicken(node: Node) -> None:
    """Have all variables of a node's own looked up so, of filters too."""
    for expression in _expressions(node):
        if _is_named(expression.var):
            expression.var = QuickVariable(expression.var.var)
        for _filter, arguments in expression.filters:
            arguments[:] = [(is_var, QuickVariable(value.var) if is_var and _is_named(value) else value)
                            for is_var, value in arguments]  # fmt: skip


def _is_named(value: Any) -> bool:
    return type(value) is Variable and value.lookups is not None and not value.translate


def _expressions(node: Node) -> Iterator[FilterExpression]:
    if isinstance(node, IfNode):
        for condition, _nodes in node.conditions_nodelists:
            yield from _of_condition(condition)
    for value in vars(node).values():
        parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else [value]
        yield from (part for part in parts if isinstance(part, FilterExpression))


def _of_condition(condition: Any) -> Iterator[FilterExpression]:
    """The expressions of `{% if %}`: a literal holds one, an operator stands before one or between two."""
    if isinstance(condition, TemplateLiteral):
        yield cast(FilterExpression, condition.value)
    elif condition is not None:
        yield from _of_condition(condition.first)
        yield from _of_condition(condition.second)
