"""The parts of a match in Jinja2: what they are given, how their texts are found, and how they are laid out."""

import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.safestring import SafeString
from jinja2 import TemplateNotFound

from ui import jinja_environment
from ui.jinja_environment import drawn, is_part, macro, parts, texts_as_python


def made(source: str, **given: object) -> str:
    return parts().from_string(source).render(given)


def test_values_are_escaped_and_what_is_safe_is_not() -> None:
    assert made("{{ name }}{{ mark }}", name="<b>'\"", mark=SafeString("<i>")) == "&lt;b&gt;&#39;&#34;<i>"


def test_what_a_part_is_not_given_is_nothing_there_as_in_pages() -> None:
    assert made("<{{ absent }}{% if absent %}x{% endif %}>") == "<>"


@pytest.mark.parametrize(
    ("code", "source", "said"),
    [
        ("sv", '{{ _("Your turn") }}', "Din tur"),
        ("en", '{{ _("Your turn") }}', "Your turn"),
        ("en", '{{ _("<b>100 %%</b>") }}', "<b>100 %</b>"),
        ("sv", "{% trans n=view.n %}Turn {{ n }}{% endtrans %}", "Drag 3"),
        ("en", "{% trans name=mark %}Match against {{ name }}{% endtrans %}", "Match against &lt;b&gt;"),
        ("sv", "{% trans n=view.n %}{{ n }} vowel{% pluralize n %}{{ n }} vowels{% endtrans %}", "3 vokaler"),
        ("sv", '{{ pgettext("backpack", "Empty") }}', "Tom"),
    ],
)
def test_texts_are_in_the_active_language(code: str, source: str, said: str) -> None:
    with translation.override(code):
        assert made(source, view={"n": 3}, mark="<b>") == said


def test_texts_are_found_for_the_catalogue_as_calls_in_python() -> None:
    source = (
        '{{ _("Play") }}{{ pgettext("a word", "Play") }}'
        "{% trans trimmed n=count %}\n  {{ n }} tile\n{% pluralize n %}\n  {{ n }} tiles\n{% endtrans %}"
    )
    assert texts_as_python(source).splitlines() == [
        "_('Play')",
        "pgettext('a word', 'Play')",
        "ngettext('%(n)s tile', '%(n)s tiles', 1)",
    ]


def test_a_part_is_served_without_its_layout() -> None:
    source, _path, is_current = parts().loader.get_source(parts(), "game/parts/close.jinja")  # type: ignore[union-attr]
    assert "\n" not in source.strip() and is_current is not None and is_current()


def test_there_are_parts_and_macros_by_path() -> None:
    assert is_part("game/parts/close.jinja") and not is_part("game/parts/absent.jinja")
    assert "<button" in drawn("game/parts/close.jinja", {})
    assert callable(macro("game/parts/square.jinja", "square_button"))
    with pytest.raises(TemplateNotFound):
        drawn("game/parts/absent.jinja", {})


def test_a_page_includes_a_part_of_its_game_with_all_that_it_has_and_is_given() -> None:
    page = Template('{% load match %}{% part "parts/letters" letters=some %}{% part "parts/absent" %}')
    letters = [{"face": "A", "value": 1}]
    assert 'data-t="1"' in page.render(Context({"game": "keebble", "some": letters}))
    assert page.render(Context({"game": "classic", "some": letters})) == ""


def test_a_part_that_no_page_pushes_to_has_no_marks() -> None:
    held = {"tile": "A", "letter": "A", "value": 1, "alfa": False}
    page = Template('{% load match %}{% part "panels/rack" %}')
    html = page.render(Context({"game": "classic", "view": {"hand": [held]}, "hand_size": 7, "empty_places": range(6)}))
    assert 'id="tile-0"' in html and "\0" not in html


def test_all_names_of_a_part_are_there_before_the_first_is_loaded() -> None:
    names = {**jinja_environment.parts().globals}
    assert {"_", "icon", "tile", "url", "static", "part", "panel", "bot_face", "bot_called"} <= set(names)
