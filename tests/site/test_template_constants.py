"""What of a template is drawn once, and that nothing else is (ui/template_constants.py); sentences with values in them
are drawn as Django draws them (ui/quick_sentences.py)."""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, cast

import pytest
from django.template import Context, Engine, Template, TemplateDoesNotExist, TemplateSyntaxError
from django.template.base import NodeList
from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy

from tests.support.calls import calls_of
from ui.quick_sentences import QuickSentence
from ui.template_constants import Loader, PlainVariable, Remembered, RememberedAddress, fold

TAGS = "{% load i18n static design %}"


def folded(source: str) -> Template:
    template = Template(TAGS + source)
    fold(template.nodelist)
    return template


def drawn(template: Template, code: str = "sv", **values: object) -> str:
    with translation.override(code):
        return template.render(Context({"name": "bag", "request": RequestFactory().get("/"), **values}))


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
    expected = {code: drawn(Template(TAGS + source), code) for code in ("en", "sv")}
    template = folded(source)
    (node,) = template.nodelist
    assert isinstance(node, Remembered)
    assert {code: drawn(template, code) for code in ("en", "sv", "en")} == expected
    node.nodes.clear()
    assert {code: drawn(template, code) for code in ("en", "sv")} == expected


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
        assert drawn(folded(source), "sv", many=many) == drawn(Template(TAGS + source), "sv", many=many)
    loop, branch, within = [cast(Any, node) for node in folded(source).nodelist if not isinstance(node, Remembered)]
    assert remembered(loop.nodelist_loop) and remembered(within.nodelist)
    assert all(remembered(nodes) for _condition, nodes in branch.conditions_nodelists)


def test_texts_of_a_mail_are_not_those_of_a_page() -> None:
    """Where nothing is escaped (a mail) the same node says it so."""
    template = folded("{% autoescape off %}{% translate 'Score' %}{% endautoescape %}{% translate 'Score' %}")
    assert drawn(template, "en") == "ScoreScore"
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


TURN = "{% blocktranslate trimmed with name=who %} {{ name }}’s turn {% endblocktranslate %}"
COINS = "{% blocktranslate count n=many %}{{ n }} coin{% plural %}{{ n }} coins{% endblocktranslate %}"
NAMED = "{% blocktranslate asvar said %}{{ who }} has left{% endblocktranslate %}[{{ said }}]"


@pytest.mark.parametrize("language", ["en", "sv"])
@pytest.mark.parametrize(
    "source",
    [
        TURN,
        COINS,
        NAMED,
        "{% blocktranslate %}100 % of {{ who }}{% endblocktranslate %}",
        "{% blocktranslate with n=who|upper %}{{ n }} and {{ missing }}{% endblocktranslate %}",
        "{% blocktranslate with n=missing %}[{{ n }}]{% endblocktranslate %}",
        "{% blocktranslate count n=many %}one of {{ who }}{% plural %}many of {{ who }}{% endblocktranslate %}",
        "{% autoescape off %}{% blocktranslate %}{{ who }}{% endblocktranslate %}{% endautoescape %}",
        "{% for who in 'ab' %}{% blocktranslate %}{{ who }}, {{ many }}{% endblocktranslate %}{% endfor %}",
    ],
)
def test_the_text_is_the_same(source: str, language: str) -> None:
    for who in ("Anna", "<b>", SafeString("<b>"), 7, 1_234_567, 2.5, None, True, ["a"]):
        for many in (0, 1, 2):
            expected = drawn(Template(TAGS + source), language, who=who, many=many)
            template = folded(source)
            found = [drawn(template, language, who=who, many=many) for _again in range(2)]
            assert found == [expected] * 2, (who, many)


def test_a_translation_is_kept_for_its_language_alone() -> None:
    template = folded(TURN)
    found = [drawn(template, language, who="Anna") for language in ("en", "sv", "en", "sv")]
    assert found[:2] == found[2:]
    assert found[0] != found[1]


def test_a_translation_that_does_not_fit_its_values_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    template = folded("{% blocktranslate %}{{ who }} here{% endblocktranslate %}")
    node = next(node for node in template.nodelist if isinstance(node, QuickSentence))
    node.translations["sv"] = "%(nobody)s här"
    assert drawn(template, who="Anna") == "Anna here"


def test_a_count_that_is_no_number_is_an_error() -> None:
    with pytest.raises(TemplateSyntaxError, match="must be a number"):
        drawn(folded(COINS), many="two")


def test_one_with_a_message_context_is_left_to_django() -> None:
    source = "{% blocktranslate context 'a bag' %}{{ who }} left{% endblocktranslate %}"
    assert not any(isinstance(node, QuickSentence) for node in folded(source).nodelist)


@pytest.mark.parametrize("source", [TURN, COINS])
def test_it_costs_less(source: str) -> None:
    plain, quick = Template(TAGS + source), folded(source)
    quick.render(Context({"who": "Anna", "many": 2}))
    counts = [calls_of(lambda: one.render(Context({"who": "Anna", "many": 2}))) for one in (plain, quick)]  # noqa: B023
    assert counts[1] < counts[0] * 0.7, counts
