"""What of a template is drawn once, and that nothing else is (ui/template_constants.py)."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, cast

import pytest
from django.template import Context, Engine, Template, TemplateDoesNotExist
from django.template.base import NodeList
from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from ui.template_constants import Loader, PlainVariable, Remembered, RememberedAddress, fold

TAGS = "{% load i18n static design %}"


def folded(source: str) -> Template:
    template = Template(TAGS + source)
    fold(template.nodelist)
    return template


def remembered(nodes: NodeList) -> list[Remembered]:
    return [node for node in nodes if isinstance(node, Remembered)]


@pytest.mark.parametrize(
    "source",
    [
        "<p>{% translate 'Score' %}</p>",
        "{% blocktranslate trimmed %} Skip to the board {% endblocktranslate %}",
        "{% url 'lobby:home' %}",
        "{% icon 'bag' %} {% logo %}",
        "{% static 'css/alfapower.css' %} {# a comment #} {% load humanize %} text",
    ],
)
def test_what_never_changes_is_one_node_and_drawn_once_a_language(source: str, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = {code: _drawn(Template(TAGS + source), code) for code in ("en", "sv")}
    template = folded(source)
    (node,) = template.nodelist
    assert isinstance(node, Remembered)
    assert {code: _drawn(template, code) for code in ("en", "sv", "en")} == expected
    node.nodes.clear()
    assert {code: _drawn(template, code) for code in ("en", "sv")} == expected


@pytest.mark.parametrize(
    "source",
    [
        "{{ name }}",
        "{% translate name %}",
        "{% translate 'Score' as name %}",
        "{% translate 'Score'|lower %}",
        "{% blocktranslate %}Hello {{ name }}{% endblocktranslate %}",
        "{% blocktranslate count n=name|length %}one{% plural %}many{% endblocktranslate %}",
        "{% url 'admin:index' %}",
        "{% url 'lobby:home' as home %}",
        "{% static name %}",
        "{% icon name %}",
        "{% icon 'bag' as bag %}",
        "{% now 'u' %}",
        "{% csrf_token %}",
    ],
)
def test_what_may_change_is_drawn_each_time(source: str) -> None:
    assert not remembered(folded(source).nodelist)


def test_parts_of_blocks_loops_and_branches_are_remembered_by_themselves() -> None:
    source = (
        "{% for one in many %}<b>{% translate 'Score' %}</b>{{ one }}{% endfor %}"
        "{% if many %}{% translate 'Score' %}{% else %}{% translate 'Turns' %}{% endif %}"
        "{% with a=1 %}{% translate 'Shop' %}{% endwith %}"
    )
    for many in ([], [1], [1, 2]):
        assert _drawn(folded(source), "sv", many=many) == _drawn(Template(TAGS + source), "sv", many=many)
    loop, branch, within = [cast(Any, node) for node in folded(source).nodelist if not isinstance(node, Remembered)]
    assert remembered(loop.nodelist_loop) and remembered(within.nodelist)
    assert all(remembered(nodes) for _condition, nodes in branch.conditions_nodelists)


def test_texts_of_a_mail_are_not_those_of_a_page() -> None:
    """Where nothing is escaped (a mail) the same node says it so."""
    template = folded("{% autoescape off %}{% translate 'Score' %}{% endautoescape %}{% translate 'Score' %}")
    assert _drawn(template, "en") == "ScoreScore"
    inside = cast(Any, template.nodelist[0]).nodelist[0]
    assert {is_escaped for _code, is_escaped in inside.texts} == {False}


def test_templates_come_folded_from_the_loader_before_anybody_has_them() -> None:
    engine = Engine.get_default()
    (loader,) = engine.template_loaders
    assert isinstance(loader, Loader)
    page = engine.get_template("base.html")
    assert remembered(page.nodelist)
    assert engine.get_template("base.html") is page
    with pytest.raises(TemplateDoesNotExist):
        engine.get_template("none.html")


def _drawn(template: Template, code: str, **values: object) -> str:
    with translation.override(code):
        return template.render(Context({"name": "bag", "request": RequestFactory().get("/"), **values}))


def test_an_address_under_a_name_is_looked_up_once(monkeypatch: pytest.MonkeyPatch) -> None:
    template = folded("{% url 'lobby:home' as home %}[{{ home }}]")
    assert template.render(Context()) == "[/]"
    (node,) = template.nodelist.get_nodes_by_type(RememberedAddress)
    monkeypatch.setattr(cast(Any, node).node, "render", lambda context: pytest.fail("looked up again"))
    assert template.render(Context()) == "[/]"
    assert folded("{% url 'no:such' as home %}[{{ home }}]").render(Context()) == "[]"
    values = folded("{% for match in matches %}{% url 'game:match' match as there %}{{ there }} {% endfor %}")
    assert values.render(Context({"matches": ["a", "b"]})) == "/match/a/ /match/b/ "


class _Quoted(str):
    """A text of a kind of its own."""


@pytest.mark.parametrize("autoescape", [True, False])
@pytest.mark.parametrize(
    "value",
    [
        "plain", "<b>\"'&amp;", SafeString("<b>"), gettext_lazy("Score"), _Quoted("<i>"), "", None, True, 7, 1_234_567,
        -3, 0.5, 12_345.678, Decimal("0.10"), date(2026, 1, 2), datetime(2026, 1, 2, 3, 4, tzinfo=UTC), ["<b>", 1],
    ],
)  # fmt: skip
def test_a_variable_is_written_as_django_writes_it(value: str, autoescape: bool) -> None:
    source = "{{ value }}|{{ value|default:'<i>' }}|{{ missing }}|{{ value|safe }}|{% if value %}{{ value }}{% endif %}"
    plain = folded(source)
    assert plain.nodelist.get_nodes_by_type(PlainVariable)
    for code in ("en", "sv"):
        with translation.override(code):
            expected = Template(TAGS + source).render(Context({"value": value}, autoescape=autoescape))
            assert plain.render(Context({"value": value}, autoescape=autoescape)) == expected
