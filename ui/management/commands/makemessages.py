"""Django's `makemessages`, extended to find the texts of Jinja2 parts."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from ui.jinja_environment import parts, texts_as_python


class Command(makemessages.Command):
    """Writes the marked texts of parts into a module that exists while Django looks for texts."""

    def handle(self, *args: Any, **options: Any) -> None:
        """See the class."""
        environment = parts()
        paths = environment.list_templates(extensions=["jinja"])
        assert environment.loader is not None
        sources = [environment.loader.get_source(environment, path)[0] for path in paths]
        module = Path("texts_of_parts.py")
        module.write_text("".join(map(texts_as_python, sources)), encoding="utf-8")
        try:
            super().handle(*args, **options)
        finally:
            module.unlink()
