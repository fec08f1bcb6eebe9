"""Django's `makemessages`, which finds the texts of parts in Jinja2 too."""

from pathlib import Path
from typing import Any

from django.core.management.commands import makemessages

from ui.jinja_environment import parts, texts_as_python


class Command(makemessages.Command):
    """Writes what the parts mark into a module that is there while Django looks for texts."""

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
