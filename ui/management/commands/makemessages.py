"""Django's `makemessages`, extended to find the texts of Jinja2 parts."""

from collections import defaultdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.commands import makemessages

from ui.jinja_environment import parts, texts_as_python

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
"""Of a new catalogue: without one gettext writes a header that is to be looked at first, and compiles none."""


class Command(makemessages.Command):
    """Writes the marked texts of parts into modules that exist while Django looks for texts: one in the project's own
    folder, and one in each folder with a catalogue of its own (LOCALE_PATHS) for the parts in it."""

    def handle(self, *args: Any, **options: Any) -> None:
        """See the class."""
        for language in options["locale"]:
            for path in settings.LOCALE_PATHS:
                catalogue = Path(path) / language / "LC_MESSAGES/django.po"
                if not catalogue.exists():
                    catalogue.parent.mkdir(parents=True)
                    catalogue.write_text(HEADER, encoding="utf-8")
        modules = {folder / "texts_of_parts.py": text for folder, text in _texts_by_folder().items()}
        for module, text in modules.items():
            module.write_text(text, encoding="utf-8")
        try:
            super().handle(*args, **options)
        finally:
            for module in modules:
                module.unlink()


def _texts_by_folder() -> dict[Path, str]:
    environment = parts()
    assert environment.loader is not None
    folders = sorted((Path(path).parent for path in settings.LOCALE_PATHS), key=lambda folder: -len(folder.parts))
    found: defaultdict[Path, str] = defaultdict(str)
    for name in environment.list_templates(extensions=["jinja"]):
        source, path, _is_fresh = environment.loader.get_source(environment, name)
        folder = next(folder for folder in folders if folder in Path(str(path)).parents)
        found[folder] += texts_as_python(source)
    return found
