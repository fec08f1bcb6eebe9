"""What `drawn_once` keeps of a page, and what it cannot see (ui/drawn_once.py)."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.test import RequestFactory
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import User
from lobby.models import Preset
from ui import drawn_once
from ui.drawn_once import DrawnOnce

TAGS = "{% load i18n design %}"


@dataclass(frozen=True)
class Card:
    title: str


@dataclass(frozen=True)
class Holding:
    row: Preset


def _drawn(template: Template, **values: Any) -> str:
    request = RequestFactory().get("/somewhere")
    request.user = User(username="ada")
    return template.render(RequestContext(request, {**values, "csrf_token": "secret"}))


def test_the_same_values_are_drawn_once_and_others_anew() -> None:
    template = Template(TAGS + "{% drawn_once card %}<b>{{ card.title }}</b>{% enddrawn_once %}")
    titles = [_drawn(template, card=Card(title)) for title in ("one", "two", "one", "<i>", "one")]
    assert titles == ["<b>one</b>", "<b>two</b>", "<b>one</b>", "<b>&lt;i&gt;</b>", "<b>one</b>"]
    (node,) = template.nodelist.get_nodes_by_type(DrawnOnce)
    assert sum(key[0] is node for key in (key[1:] for key in drawn_once.memory.results)) == 3


def test_a_text_that_needs_no_escaping_is_another_value() -> None:
    template = Template(TAGS + "{% drawn_once title %}{{ title }}{% enddrawn_once %}")
    assert [_drawn(template, title=title) for title in (SafeString("<i>"), "<i>")] == ["<i>", "&lt;i&gt;"]


def test_each_language_has_its_own() -> None:
    template = Template(TAGS + "{% drawn_once %}{% translate 'Your turn' %}{% enddrawn_once %}")
    drawn: dict[str, set[str]] = {}
    for code in ("en", "sv", "en"):
        with translation.override(code):
            drawn.setdefault(code, set()).add(_drawn(template))
    assert drawn == {"en": {"Your turn"}, "sv": {"Din tur"}}


@pytest.mark.parametrize("hidden", ["request", "request.path", "user", "other", "perms", "messages"])
def test_nothing_of_the_reader_is_seen_within(hidden: str) -> None:
    template = Template(TAGS + "{% drawn_once card %}{{ " + hidden + " }}{% enddrawn_once %}")
    assert _drawn(template, card=Card("one"), other="value") == ""


@pytest.mark.parametrize("nested", ["{% csrf_token %}", "{% drawn_once %}{% csrf_token %}{% enddrawn_once %}"])
def test_a_form_has_the_token_of_each_reader_and_nothing_of_it_is_kept(nested: str) -> None:
    template = Template(TAGS + "{% drawn_once card %}" + nested + "{% enddrawn_once %}")
    field = '<input type="hidden" name="csrfmiddlewaretoken" value="{}">'
    for token, shown in (("of-ada", "of-ada"), ("of-bo", "of-bo"), ('"><i>', "&quot;&gt;&lt;i&gt;")):
        assert template.render(Context({"card": Card("form"), "csrf_token": token})) == field.format(shown)
    assert not [text for text in drawn_once.memory.results.values() if "of-ada" in text or "of-bo" in text]


def test_a_row_which_is_like_itself_after_a_change_is_refused() -> None:
    template = Template(TAGS + "{% drawn_once card %}{{ card.title }}{% enddrawn_once %}")
    for refused in (Preset(key="quick"), (Holding(Preset(key="quick", pk=1)),), [Card("one")]):
        with pytest.raises(TypeError):
            _drawn(template, card=refused)


@pytest.mark.parametrize(
    "wrong", ["{% drawn_once card.title %}", "{% drawn_once %}{% if card %}{% block main %}{% endblock %}{% endif %}"]
)
def test_it_takes_plain_names_and_no_block_which_a_page_would_fill(wrong: str) -> None:
    with pytest.raises(TemplateSyntaxError):
        Template(TAGS + wrong + "{% enddrawn_once %}")
