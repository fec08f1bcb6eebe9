"""Templates have layers as modules have: what one loads, includes and leads to is of its own app or of one below."""

import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module

import pytest
from django.conf import settings

from tests.architecture.layers import FRAME, LAYERS, LINKS_UPWARDS, ROOM_FOR, TEMPLATES_OF
from tests.support.project_files import ROOT, files, template_name, text

ORDER = {app: place for place, app in enumerate(LAYERS)}
TOP = "alfapower"
LOADS = re.compile(r"{%-?\s*load\s+(.+?)\s*-?%}")
INCLUDES = re.compile(r"""{%-?\s*(?:include|extends)\s+["']([^"']+)["']""")
CALLS = re.compile(r"\b([a-z_]+)\(")
LINKS = re.compile(r"""(?:{%-?\s*url\s+|\burl\()["']([\w-]+:[\w-]+)["']""")


@cache
def libraries() -> dict[str, str]:
    """The app of each library of tags that is ours."""
    return {
        path.stem: path.relative_to(ROOT).parts[0]
        for path in files()
        if path.parent.name == "templatetags" and path.suffix == ".py" and path.stem != "__init__"
    }


@cache
def functions() -> dict[str, str]:
    """The app of each function and filter that parts in Jinja2 have."""
    (names,) = [engine["OPTIONS"]["names"] for engine in settings.TEMPLATES if engine["NAME"] == "jinja2"]
    modules = [import_module(name) for name in names]
    return {name: module.__name__.split(".")[0] for module in modules for name in (*module.FUNCTIONS, *module.FILTERS)}


def app_of(name: str) -> str:
    """The app that a template belongs to, by the folder it stands in (`templates/` left off)."""
    folder = name.split("/")[0]
    app = TEMPLATES_OF.get(folder, folder)
    return app if app in ORDER else TOP


def faults_in(name: str, template: str) -> Iterator[str]:
    """What this template uses of higher layers, one sentence each."""
    own = ORDER[app_of(name)]
    for words in LOADS.findall(template):
        for library in words.rpartition(" from ")[2].split():
            if ORDER[libraries().get(library, "ui")] > own:
                yield f"loads {library} of {libraries()[library]}"
    for name_used in CALLS.findall(template) if name.endswith(".jinja") else ():
        if ORDER[functions().get(name_used, "ui")] > own:
            yield f"calls {name_used} of {functions()[name_used]}"
    for other in INCLUDES.findall(template):
        if not other.startswith(FRAME) and ORDER[app_of(other)] > own:
            yield f"includes {other}"
    for address in LINKS.findall(template):
        if ORDER.get(address.split(":")[0], 0) > own and address not in LINKS_UPWARDS:
            yield f"leads to {address}"


def templates() -> Iterator[tuple[str, str]]:
    """Name and text of every template of ours."""
    for path in files():
        if name := template_name(path):
            yield name, text(path)


def test_templates_use_what_is_below_them() -> None:
    found = {name: list(faults_in(name, template)) for name, template in templates()}
    assert len(found) > 200
    faults = {name: said for name, said in found.items() if said and name not in ROOM_FOR}
    assert not faults, faults


@pytest.mark.parametrize(("name", "app"), ROOM_FOR.items())
def test_room_is_made_for_the_named_app_alone(name: str, app: str) -> None:
    said = list(faults_in(name, dict(templates())[name]))
    assert said, "nothing of a higher layer is in it any more: take it off the list"
    assert all(fault.endswith(f" of {app}") or fault.startswith(f"includes {app}/") for fault in said), said


def test_each_way_upwards_that_is_allowed_is_taken() -> None:
    taken = {
        address
        for name, template in templates()
        for address in LINKS.findall(template)
        if ORDER.get(address.split(":")[0], 0) > ORDER[app_of(name)]
    }
    assert set(LINKS_UPWARDS) <= taken


@pytest.mark.parametrize(
    ("name", "template", "fault"),
    [
        ("game/end.html", "{% load i18n design lobby %}", "loads lobby of lobby"),
        ("game/end.html", "{% load hero_art from lobby %}", "loads lobby of lobby"),
        ("game/end.html", "{% include 'accounts/parts/archive.html' %}", "includes accounts/parts/archive.html"),
        ("accounts/player.html", "{% url 'lobby:room' code %}", "leads to lobby:room"),
        ("mfa/webauthn/add_form.html", "{% load lobby %}", "loads lobby of lobby"),
        ("game/end.html", "{% load i18n design match %}{% extends 'base.html' %}{% url 'lobby:home' %}", None),
        ("game/parts/card.jinja", "{{ bot_face(bot) }}", "calls bot_face of bots"),
        ("game/parts/card.jinja", "{{ icon('bag') }}{{ url('lobby:home') }}{{ part(game, 'x') }}", None),
        ("lobby/home.html", "{% load design match bots %}{% include 'bots/rows.html' %}{% url 'game:match' x %}", None),
    ],
)
def test_the_rule_itself_sees_what_it_should(name: str, template: str, fault: str) -> None:
    assert list(faults_in(name, template)) == ([fault] if fault else [])
