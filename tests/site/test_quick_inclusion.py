"""Templates that include others and extend one are drawn as Django draws them (ui/quick_inclusion.py)."""

from typing import Any

import pytest
from django.template import Context, Engine, Template, TemplateDoesNotExist
from django.template.loader_tags import BlockNode

from tests.support.calls import calls_of
from ui.quick_inclusion import QuickInclusion, WalkedOnce
from ui.template_constants import Loader

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
VALUES = {"who": "Anna", "names": ["menu.html", "alone.html"], "tree": [1, [[2, []], [3, [[4, []]]]]]}
LOCMEM = ("django.template.loaders.locmem.Loader", SOURCES)
PLAIN = Engine(loaders=[("django.template.loaders.cached.Loader", [LOCMEM])])


def quick() -> Engine:
    return Engine(loaders=[("ui.template_constants.Loader", [LOCMEM])])


def drawn(engine: Engine, name: str, **values: Any) -> str:
    return engine.get_template(name).render(Context({**VALUES, **values}))


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
