"""The white space that lays out a template's source is taken out when it is loaded, and no other is."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast
from unittest.mock import patch

import hypothesis
import pytest
from django.conf import settings
from django.template import engines
from django.template.loader import get_template, render_to_string
from hypothesis import given
from hypothesis import strategies as st

from tests.support.project_files import files, template_name
from tests.support.run_length import tries
from ui.template_whitespace import Loader, without_layout

TEMPLATES = Path(settings.BASE_DIR) / "templates"


@pytest.mark.parametrize(
    ("written", "served"),
    [
        # A line break next to a tag is nothing.
        ("<ul>\n  <li>{{ name }}</li>\n</ul>\n", "<ul><li>{{ name }}</li></ul>"),
        ("<b>a</b>\n<i>b</i>", "<b>a</b><i>b</i>"),
        ("<p>\n  word\n</p>", "<p>word</p>"),
        ("{% if a %}\n  word\n{% else %}\n  {{ b }}\n{% endif %}", "{% if a %}word{% else %}{{ b }}{% endif %}"),
        ("{# why #}\n{% load i18n %}\n\n<p>", "{# why #}{% load i18n %}<p>"),
        ("{{ a }}\r\n\t{{ b }}", "{{ a }}{{ b }}"),
        ("{{ a }} \n\n \f {{ b }}", "{{ a }}{{ b }}"),
        # One within text is a space.
        ("<p>one\n   two</p>", "<p>one two</p>"),
        ("{{ a }}, one \n two {{ b }}", "{{ a }}, one two {{ b }}"),
        # White space on a line stays.
        ("<b>a</b> <i>b</i>", "<b>a</b> <i>b</i>"),
        ("{% if a %} {{ a }}  {% endif %}", "{% if a %} {{ a }}  {% endif %}"),
        ('<b>a</b>{{ " " }}\n<i>b</i>', '<b>a</b>{{ " " }}<i>b</i>'),
        # A no-break space is text.
        ("{{ n }}\u00a0\ns", "{{ n }}\u00a0 s"),
        ("<b>\n\u00a0\n</b>", "<b>\u00a0</b>"),
        # Attributes keep one space between them, and none at the end.
        ('<a class="x"\n   href="y"\n>', '<a class="x" href="y">'),
        ("<input required\n       {% if a %}checked{% endif %}>", "<input required {% if a %}checked{% endif %}>"),
        ('<path d="M0 0\n         L1 1"\n/>', '<path d="M0 0 L1 1"/>'),
        # Values go by the rule of text.
        (
            '<i title="{% if a %}\n  {{ a }}, one\n  two\n{% endif %}">',
            '<i title="{% if a %}{{ a }}, one two{% endif %}">',
        ),
        ("<i data-x='\n  a > b\n'>\n</i>", "<i data-x='a > b'></i>"),
        ('<i title="{% translate "a > b" %}"\n   id="c">', '<i title="{% translate "a > b" %}" id="c">'),
        # But classes stand apart.
        ('<i class="a\n  {% if b %}b{% endif %}\n  c" id="d">', '<i class="a {% if b %}b{% endif %} c" id="d">'),
        # A tag that opens in two ways.
        ('<a{% if a %}\n   href="{{ a }}"\n{% endif %}>\n  b\n</a>', '<a{% if a %} href="{{ a }}" {% endif %}>b</a>'),
        ("1 < 2\n3 > 2", "1 < 2 3 > 2"),
    ],
)
def test_the_rule(written: str, served: str) -> None:
    assert without_layout(written) == served


@pytest.mark.parametrize(
    "kept",
    [
        "<pre>\n a\n  <b>\n</b></pre>",
        "<textarea>{{ value }}\n\n</textarea>",
        "<script>\nlet a = `\n`;\n</script>",
        "<style>\na {\n}\n</style>",
        "<!-- one\n two -->",
        "{% verbatim %}\n{{ a }}\n{% endverbatim %}",
        "{% comment %}\na\n{% endcomment %}",
        "{% blocktranslate trimmed with a=b %}\n  One {{ a }}\n  two.\n{% endblocktranslate %}",
        "{% blocktranslate count n=n %}one\n{% plural %}\nmany{% endblocktranslate %}",
        "{% trans n=m %}\na {{ n }}\n{% endtrans %}",
    ],
)
def test_what_means_its_line_breaks_keeps_them(kept: str) -> None:
    assert without_layout(f"<p>\n{kept}\n</p>") == f"<p>{kept}</p>"
    if not kept.startswith("<"):
        assert without_layout(f'<p title="{kept}"\nid="a">') == f'<p title="{kept}" id="a">'


def test_the_tag_of_a_script_is_on_one_line_and_its_text_as_written() -> None:
    served = without_layout('<script type="module"\n  src="a">\n\n</script>\n')
    assert served == '<script type="module" src="a">\n\n</script>'


TAGS = st.sampled_from(["<p>", "</p>", '<a href="{{ a }}">', "{% if a %}", "{{ a }}", '{{ " " }}', "{# a #}", "<br>"])
TEXTS = st.sampled_from(["a", "one two", " a ", "b\u00a0", ",", "<", '"', "'"])
SOME = hypothesis.settings(max_examples=tries(30, 200))
SPACES = st.sampled_from(["", " ", "\n", "\n  ", " \n\n", "\r\n\t"])


@SOME
@given(st.lists(TAGS | TEXTS | SPACES).map("".join))
def test_only_white_space_goes_and_what_stands_on_one_line_stays(source: str) -> None:
    result = without_layout(source)
    assert "".join(result.split()) == "".join(source.split())
    assert without_layout(result) == result
    line = source.replace("\n", "")
    assert without_layout(line) == line


@SOME
@given(st.lists(st.tuples(TAGS, SPACES.filter(lambda space: not space or "\n" in space))))
def test_tags_laid_out_over_lines_are_served_side_by_side(tags: Sequence[tuple[str, str]]) -> None:
    assert without_layout("".join(tag + space for tag, space in tags)) == "".join(tag for tag, _space in tags)


def test_text_that_breaks_off_within_a_tag_takes_no_time_and_stays() -> None:
    source = '<a title="' + "{% a %}" * 2_000
    assert without_layout(source) == source


def test_no_template_of_ours_is_served_with_its_layout() -> None:
    (loader,) = cast(Any, engines["django"]).engine.template_loaders
    pages = {template_name(path): path for path in files() if template_name(path).endswith(".html")}
    assert len(pages) > 150
    for name, path in pages.items():
        sources = {origin.name: origin for origin in loader.get_template_sources(name)}
        assert loader.get_contents(sources[str(path)]) == without_layout(path.read_text(encoding="utf-8")), path


def test_a_fragment_is_on_one_line() -> None:
    assert "\n" not in render_to_string("lobby/parts/waiting_number.html", {"waiting": 1}).strip()


def test_a_template_is_read_and_stripped_once() -> None:
    engine = cast(Any, engines["django"]).engine
    loader = engine.template_loaders[0]
    loader.reset()
    with patch.object(Loader, "get_contents", autospec=True, side_effect=Loader.get_contents) as read:
        engine.get_template("lobby/parts/waiting_number.html")
        engine.get_template("lobby/parts/waiting_number.html")
    assert read.call_count == 1


def test_mails_and_templates_of_other_packages_are_as_written() -> None:
    mail = TEMPLATES / "account/email/base_message.txt"
    assert cast(Any, get_template("account/email/base_message.txt")).template.source == mail.read_text(encoding="utf-8")
    assert "\n" in cast(Any, get_template("admin/base.html")).template.source
