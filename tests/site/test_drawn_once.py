"""What `drawn_once` keeps of a page, and what it cannot see (ui/drawn_once.py)."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.template import RequestContext, Template, TemplateSyntaxError
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


@pytest.mark.parametrize("hidden", ["request", "request.path", "user", "csrf_token", "other", "perms", "messages"])
def test_nothing_of_the_reader_is_seen_within(hidden: str) -> None:
    template = Template(TAGS + "{% drawn_once card %}{{ " + hidden + " }}{% csrf_token %}{% enddrawn_once %}")
    assert _drawn(template, card=Card("one"), other="value") == ""


def test_a_row_which_is_like_itself_after_a_change_is_refused() -> None:
    template = Template(TAGS + "{% drawn_once card %}{{ card.title }}{% enddrawn_once %}")
    for refused in (Preset(key="quick"), [Card("one")]):
        with pytest.raises(TypeError):
            _drawn(template, card=refused)


def test_it_takes_plain_names() -> None:
    with pytest.raises(TemplateSyntaxError):
        Template(TAGS + "{% drawn_once card.title %}{% enddrawn_once %}")
