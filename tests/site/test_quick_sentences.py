"""Sentences with values in them are drawn as Django draws them (ui/quick_sentences.py)."""

from typing import Any

import pytest
from django.template import Context, Template, TemplateSyntaxError
from django.utils import translation
from django.utils.safestring import SafeString

from tests.support.calls import calls_of
from ui.quick_sentences import QuickSentence
from ui.template_constants import fold

LOAD = "{% load i18n %}"
TURN = "{% blocktranslate trimmed with name=who %} {{ name }}’s turn {% endblocktranslate %}"
COINS = "{% blocktranslate count n=many %}{{ n }} coin{% plural %}{{ n }} coins{% endblocktranslate %}"
NAMED = "{% blocktranslate asvar said %}{{ who }} has left{% endblocktranslate %}[{{ said }}]"


def folded(source: str) -> Template:
    template = Template(LOAD + source)
    fold(template.nodelist)
    return template


def drawn(template: Template, language: str = "sv", **values: Any) -> str:
    with translation.override(language):
        return template.render(Context(values))


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
@pytest.mark.parametrize("who", ["Anna", "<b>", SafeString("<b>"), 7, 1_234_567, 2.5, None, True, ["a"]])
@pytest.mark.parametrize("many", [0, 1, 2])
def test_the_text_is_the_same(source: str, language: str, who: Any, many: int) -> None:
    expected = drawn(Template(LOAD + source), language, who=who, many=many)
    template = folded(source)
    assert [drawn(template, language, who=who, many=many) for _again in range(2)] == [expected] * 2


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
    plain, quick = Template(LOAD + source), folded(source)
    quick.render(Context({"who": "Anna", "many": 2}))
    counts = [calls_of(lambda: one.render(Context({"who": "Anna", "many": 2}))) for one in (plain, quick)]  # noqa: B023
    assert counts[1] < counts[0] * 0.7, counts
