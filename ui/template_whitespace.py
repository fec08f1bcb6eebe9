"""Removes white space that only lays out a template's source, once, as the template is loaded.

The rule is that of JSX, so that a template may be written over as many lines as it needs:

- A line break next to a tag, of HTML or of the template, is nothing; it goes with the white space around it.
- A line break within text is one space, and so is one between the attributes of an HTML tag or within a `class`.
- White space without a line break stays. A space wanted where a line ends is written `{{ " " }}`.

Unchanged: HTML comments, the content of `pre`, `textarea`, `script` and `style`, and that of Django's `blocktranslate`
and Jinja2's `trans` (their text is a key of the catalogue; write `trimmed`), `verbatim` and `comment`. The rules for
Django's tags apply to Jinja2's, which are written alike.
"""

import re
from collections.abc import Callable

from django.template import Origin
from django.template.loaders.filesystem import Loader as FilesystemLoader

_DJANGO = "|".join(
    [
        *(
            rf"\{{%\s*{name}\b(?s:.*?)\{{%\s*end{name}\b.*?%\}}"
            for name in ("blocktranslate", "trans", "verbatim", "comment")
        ),
        r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}",  # on one line, or it is no tag to Django
    ]
)
_QUOTED = rf"""(?:"(?:{_DJANGO}|[^"])*+"|'(?:{_DJANGO}|[^'])*+')"""
_HTML = (
    r"<(?:(?P<element>pre|textarea|script|style)\b|/?[a-zA-Z!])"
    rf"""(?:{_DJANGO}|{_QUOTED}|[^>"'])*+>"""
    r"(?(element)(?P<inside>(?s:.*?))(?=</(?P=element)\b))"
)
_PIECE = re.compile(rf"(?P<kept><!--(?s:.*?)-->|{_DJANGO})|(?P<html>{_HTML})")
_PIECE_OF_TAG = re.compile(rf"(?P<kept>{_DJANGO})|(?P<classes>\bclass=)?(?P<value>{_QUOTED})")
_PIECE_OF_VALUE = re.compile(rf"(?P<kept>{_DJANGO})")

_BREAK = re.compile(r"[ \t\r\f]*\n[ \t\r\f\n]*")  # not \s: a no-break space is text
_BREAK_AT_EDGE = re.compile(rf"\A{_BREAK.pattern}|{_BREAK.pattern}\Z")
_BREAK_AT_END_OF_TAG = re.compile(rf"{_BREAK.pattern}(?=/?>\Z)")


class Loader(FilesystemLoader):
    """Loads the project's own templates (`TEMPLATES["DIRS"]`); line breaks of other packages' templates are kept.

    Used within Django's cached loader, so that the work is done once for each template and process.
    """

    def get_contents(self, origin: Origin) -> str:
        """The source to compile: of a page as `without_layout`, of a mail (.txt) as written.

        Raises TemplateDoesNotExist where there is none.
        """
        contents: str = super().get_contents(origin)
        return without_layout(contents) if origin.name.endswith(".html") else contents


def without_layout(source: str) -> str:
    """The source of an HTML template on as few lines as the rule above allows. What has no line breaks is unchanged."""
    return _pieced(source, _PIECE, _html_or_kept, _text)


def _pieced(
    source: str,
    pattern: re.Pattern[str],
    piece: Callable[[re.Match[str]], str],
    between: Callable[[str], str],
) -> str:
    parts: list[str] = []
    end = 0
    for found in pattern.finditer(source):
        parts += between(source[end : found.start()]), piece(found)
        end = found.end()
    return "".join([*parts, between(source[end:])])


def _text(text: str) -> str:
    """All between two tags."""
    return _BREAK.sub(" ", _BREAK_AT_EDGE.sub("", text))


def _html_or_kept(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"]
    inside = found["inside"] or ""
    tag = found["html"].removesuffix(inside)
    return _pieced(tag, _PIECE_OF_TAG, _value_or_kept, _attributes) + inside


def _attributes(text: str) -> str:
    """All of an HTML tag between values and Django's tags."""
    return _BREAK.sub(" ", _BREAK_AT_END_OF_TAG.sub("", text))


def _value_or_kept(found: re.Match[str]) -> str:
    if found["kept"]:
        return found["kept"]
    value, quote = found["value"][1:-1], found["value"][0]
    if found["classes"]:
        return "class=" + quote + _BREAK.sub(" ", value) + quote
    return quote + _pieced(value, _PIECE_OF_VALUE, lambda kept: kept["kept"], _text) + quote
