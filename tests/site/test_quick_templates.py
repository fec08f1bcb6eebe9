"""Variables that are looked up for less find what Django finds (ui/quick_variables.py); templates that include others
and extend one are drawn as Django draws them (ui/quick_inclusion.py)."""

from dataclasses import dataclass
from functools import partial
from typing import Any, NamedTuple, cast

import pytest
from django.template import Context, Engine, Template, TemplateDoesNotExist, Variable, VariableDoesNotExist
from django.template.loader import get_template
from django.template.loader_tags import BlockNode
from django.utils import translation
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import mark_safe

from tests.support.calls import calls_of
from ui.quick_inclusion import QuickInclusion, WalkedOnce
from ui.quick_variables import QuickVariable, quicken
from ui.template_constants import Loader, fold


class Pair(NamedTuple):
    left: str
    count: str  # type: ignore[assignment]  # the name of a method of tuples


@dataclass
class Thing:
    name: str
    inner: Any = None

    @property
    def loud(self) -> str:
        return self.name.upper()

    def called(self) -> str:
        return f"{self.name}, called"

    def taken(self, more: str) -> str:
        return more

    @property
    def broken(self) -> str:
        raise AttributeError("of its own")


class Keys(Thing):
    def __getitem__(self, key: str) -> str:
        return f"key {key}"


VALUES = {
    "thing": Thing("one", Thing("two", {"a": Thing("three"), "items": 1, "f": Thing("four").called})),
    "keys": Keys("one"),
    "pair": Pair("l", "c"),
    "list": [Thing("first")],
    "lazy": SimpleLazyObject(lambda: Thing("late")),
    "kind": Thing,
    "text": "some",
    "safe": mark_safe("<b>"),
    "none": None,
}
PATHS = [
    "thing", "thing.name", "thing.loud", "thing.called", "thing.taken", "thing.inner.name", "thing.inner.inner.a.name",
    "thing.inner.inner.items", "thing.inner.inner.keys", "thing.inner.inner.f", "thing.inner.inner.none", "keys.name",
    "keys.name.upper", "pair.left", "pair.count", "pair.0", "pair.index", "list.0.name", "list.1.name", "lazy.name",
    "lazy.called", "kind.name", "text.upper", "text.0", "text.nothing", "safe", "none", "none.name", "nothing",
    "nothing.name", "thing.nothing", "thing.broken", "dicts", "pop",
]  # fmt: skip


def found(variable: Variable, path: str) -> Any:
    context = Context(VALUES)
    with context.bind_template(Engine().from_string("")):
        try:
            return variable.resolve(context)
        except (VariableDoesNotExist, AttributeError) as error:
            return type(error), str(error)


@pytest.mark.parametrize("path", PATHS)
def test_it_finds_what_django_finds(path: str) -> None:
    assert repr(found(QuickVariable(path), path)) == repr(found(Variable(path), path))


def test_what_has_attributes_is_read_by_fewer_calls() -> None:
    context = Context(VALUES)
    kind_of(QuickVariable).resolve(context)  # what holds of a type is found out once in a process
    quick, plain = (calls_of(partial(one.resolve, context)) for one in map(kind_of, (QuickVariable, Variable)))
    assert quick < plain / 2


def kind_of(kind: type[Variable]) -> Variable:
    return kind("thing.inner.name")


def test_every_variable_of_a_template_is_quick(monkeypatch: pytest.MonkeyPatch) -> None:
    source = (
        "{% if thing.name and not none or pair.left == text %}{{ thing.name|default:text }}{% endif %}"
        "{% for one in list %}{% with a=one.name %}{{ a }}{% endwith %}{% endfor %}{% firstof none text %}"
    )
    template, seen = Engine().from_string(source), []
    real = Variable.resolve
    fold(template.nodelist)
    monkeypatch.setattr(Variable, "resolve", lambda self, context: seen.append(self.var) or real(self, context))
    assert template.render(Context(VALUES)) == "onefirstsome"
    assert seen == []


@pytest.mark.parametrize("tag", ["translate one.name", 'translate one.name context "page"', "translate one.name noop"])
def test_what_is_found_is_translated_where_the_tag_says_so(tag: str) -> None:
    template = cast(Any, get_template("base.html")).template.engine.from_string(f"{{% load i18n %}}{{% {tag} %}}")
    fold(template.nodelist)
    with translation.override("sv"):
        drawn = template.render(Context({"one": Thing("Words" if "context" in tag else "Calm")}))
    assert drawn == ("Calm" if "noop" in tag else "Ord" if "context" in tag else "Lugn")


def test_a_text_of_its_own_is_left_as_it_is() -> None:
    template = Engine().from_string("{{ 'a.b'|upper }}{{ 3.5 }}")
    for node in template.nodelist:
        quicken(node)
    assert template.render(Context({})) == "A.B3.5"


SOURCES = {
    "base.html": "<{% block title %}base{% endblock %}|{% block body %}{% include 'menu.html' %}{% endblock %}>",
    "menu.html": "menu of {{ who }}{% if more %}, {{ more }}{% endif %}",
    "page.html": "{% extends 'base.html' %}{% block title %}{{ block.super }}, page{% endblock %}",
    "deeper.html": "{% extends 'page.html' %}{% block body %}{% include './menu.html' with more=who %}{% endblock %}",
    "alone.html": "{% include 'menu.html' with more='x' only %}{% include 'menu.html' %}",
    "named.html": "{% for name in names %}{% include name %};{% endfor %}",
    "loop.html": "{% for who in names %}{% cycle 'a' 'b' %}{% include 'menu.html' with more=who %}{% endfor %}",
    "tree.html": "({{ tree.0 }}{% for tree in tree.1 %}{% include 'tree.html' %}{% endfor %})",
    "lost.html": "{% if who %}{% include 'nowhere.html' %}{% endif %}",
}
GIVEN = {"who": "Anna", "names": ["menu.html", "alone.html"], "tree": [1, [[2, []], [3, [[4, []]]]]]}
LOCMEM = ("django.template.loaders.locmem.Loader", SOURCES)
PLAIN = Engine(loaders=[("django.template.loaders.cached.Loader", [LOCMEM])])


def quick() -> Engine:
    return Engine(loaders=[("ui.template_constants.Loader", [LOCMEM])])


def drawn(engine: Engine, name: str, **values: Any) -> str:
    return engine.get_template(name).render(Context({**GIVEN, **values}))


@pytest.mark.parametrize("name", sorted(set(SOURCES) - {"lost.html"}))
def test_the_page_is_the_same(name: str) -> None:
    engine = quick()
    for who in ("Anna", "<b>", "Bo"):
        assert drawn(engine, name, who=who) == drawn(PLAIN, name, who=who)


def test_a_template_that_is_named_by_a_text_is_looked_up_once() -> None:
    engine = quick()
    first = drawn(engine, "alone.html")
    assert isinstance(engine.template_loaders[0], Loader)
    assert all(isinstance(node, QuickInclusion) for node in engine.get_template("alone.html").nodelist)
    counts = [calls_of(lambda: drawn(one, "alone.html")) for one in (PLAIN, engine)]  # noqa: B023
    assert counts[1] < counts[0]
    assert drawn(engine, "alone.html") == first


def test_one_that_is_not_there_is_missed_where_it_is_drawn_only() -> None:
    engine = quick()
    assert drawn(engine, "lost.html", who="") == ""
    with pytest.raises(TemplateDoesNotExist, match=r"nowhere\.html"):
        drawn(engine, "lost.html")


def test_a_base_is_walked_through_once_for_its_blocks() -> None:
    nodes = quick().get_template("base.html").nodelist
    assert isinstance(nodes, WalkedOnce)
    blocks = nodes.get_nodes_by_type(BlockNode)
    assert [block.name for block in blocks] == ["title", "body"]
    assert nodes.get_nodes_by_type(BlockNode) is blocks
    assert nodes.get_nodes_by_type(QuickInclusion) != blocks
    assert nodes.contains_nontext == Template("{% now 'u' %}").nodelist.contains_nontext
