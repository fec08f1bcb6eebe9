"""What holds for every template: the strict policy (nothing inline, nothing from elsewhere) and the frame of a page."""

import re

import pytest
from django.conf import settings
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory
from django.utils import translation

from alfapower.build.static_bundles import sources
from game.live import panels
from tests.screen.test_panels import TABLE, view
from tests.support.project_files import files, template_name, text

ALL = {template_name(path): path for path in files() if template_name(path)}
FOR_MAIL = "news/mail.html"  # read by programs of mail, which know styles where they stand and nothing else
FORBIDDEN = {
    "a style attribute": r"\sstyle\s*=",
    "an inline style sheet": r"<style",
    "an inline script": r'<script(?![^>]*(?:\bsrc=|\btype="application/json"))',
    "an event handler": r"\son[a-z]+\s*=(?!=)",
    "htmx code in an attribute": r"hx-on|hx-vals=.js:|hx-vars",
    "something from another host": r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""",
}


def test_templates_hold_to_the_policy() -> None:
    assert len(ALL) > 300
    found = {
        what: [name for name, path in ALL.items() if name != FOR_MAIL and re.search(form, text(path))]
        for what, form in FORBIDDEN.items()
    }
    assert found == dict.fromkeys(FORBIDDEN, [])


def test_every_template_compiles() -> None:
    faults = {}
    for name in ALL:
        try:
            get_template(name, using="jinja2" if name.endswith(".jinja") else "django")
        except TemplateSyntaxError as fault:
            faults[name] = fault
    assert not faults


NAMED = re.compile(r"""{%-?\s*(?:include|from|import|extends)\s+["']([^"']+)["']""")


def test_what_a_template_includes_is_there() -> None:
    """A template compiles with a name that is not there, and fails as it is drawn."""
    missing = {}
    for name, path in ALL.items():
        engine = "jinja2" if name.endswith(".jinja") else "django"
        for other in NAMED.findall(text(path)):
            assert engine == "jinja2" or not other.endswith(".jinja"), f"{path}: a page includes a part by its tag"
            try:
                get_template(other, using=engine)
            except TemplateDoesNotExist:
                missing[name] = other
    assert not missing


@pytest.mark.parametrize("language", ["en", "sv"])
def test_the_match_page_includes_every_panel_once_and_holds_to_the_policy(language: str) -> None:
    with translation.override(language):
        request = RequestFactory().get("/match/abc/")
        html = render_to_string("game/match.html", panels.page(view(), TABLE) | {"few_tries": 2}, request=request)
    found = [name for name, pattern in FORBIDDEN.items() if re.search(pattern, html)]
    assert not found
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert sorted(set(ids)) == sorted(ids), "an id stands twice"
    from game.presentation import PRESENTATIONS

    assert set(PRESENTATIONS["alfapower"].all_panels) <= set(ids)
    assert "hx-swap-oob" not in html
    assert f'ws-connect="/ws/match/abc/?lang={language}"' in html


def test_the_page_of_a_server_error_needs_no_context() -> None:
    html = get_template("500.html").render()
    assert "<h1>" in html and "{" not in html


@pytest.mark.parametrize("name", ["404.html", "403.html", "403_csrf.html"])
def test_error_pages_lead_back(name: str) -> None:
    html = render_to_string(name, request=RequestFactory().get("/nowhere/"))
    assert 'href="/"' in html and 'name="csrf-token"' in html


def test_the_style_sheet_and_scripts_ask_nothing_of_other_hosts() -> None:
    for name, path in sources(*settings.STATIC_SOURCES).items():
        if path.suffix in (".css", ".js"):
            said = text(path).replace("http://www.w3.org", "").replace("http%3A", "")
            assert not re.search(r"https?://", said), name
