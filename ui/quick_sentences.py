"""Sentences of templates with values in them (`{% blocktranslate %}`), drawn for less.

Django joins what is to be translated from its parts, pushes a context and looks each value up in it, at every
rendering. Here the parts are joined once, and the translation of a sentence without a plural is kept for a language.
"""

from typing import Any

from django.template import Context, Node
from django.templatetags.i18n import BlockTranslateNode
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, ngettext

from ui.quick_variables import written


class QuickSentence(Node):
    """In the place of a `BlockTranslateNode` without a message context. What is seldom is left to that: a value that is
    missing, a count that is no whole number, a translation that does not fit its values."""

    def __init__(self, node: BlockTranslateNode) -> None:
        self.node, self.token, self.origin = node, node.token, node.origin
        self.singular, names = node.render_token_list(node.singular)
        self.plural, others = node.render_token_list(node.plural) if node.plural else ("", [])
        self.counter = (node.countervar, node.counter) if node.countervar and node.counter else None
        self.names = list(dict.fromkeys([*names, *others]))
        self.translations: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        """The sentence; nothing where it gets a name."""
        given: dict[str, Any] = {name: value.resolve(context) for name, value in self.node.extra_context.items()}
        count: Any = None
        if self.counter is not None:
            name, counter = self.counter
            given[name] = count = counter.resolve(context)
            if type(count) is not int:
                return self._as_django(context)
        try:
            text = self._translation() if count is None else ngettext(self.singular, self.plural, count)
            values = {name: given[name] if name in given else context[name] for name in self.names}
            drawn = text % {name: written(value, context) for name, value in values.items()}
        except (KeyError, ValueError):
            return self._as_django(context)
        if self.node.asvar:
            context[self.node.asvar] = SafeString(drawn)  # nosec B703  # its values are escaped
            return ""
        return drawn

    def _translation(self) -> str:
        language = get_language()
        if language not in self.translations:
            self.translations[language] = gettext(self.singular)
        return self.translations[language]

    def _as_django(self, context: Context) -> str:
        drawn: str = self.node.render(context)
        return drawn
