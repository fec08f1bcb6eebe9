"""The Jinja2 environment for the parts of a match: what pushes send, and pages share with them (docs/decisions/0020).

Pages are Django templates and include a part by one tag (`{% part %}`). A part is a `.jinja` file beside them; it is
compiled to Python, so that a board is drawn in a fraction of the time.
"""

from collections.abc import Callable, MutableMapping, Sequence
from importlib import import_module
from typing import Any, cast

from django.template import engines
from django.template.backends.jinja2 import Jinja2
from django.utils import translation
from django.utils.safestring import SafeString
from jinja2 import Environment, FileSystemLoader, TemplateNotFound, Undefined

from ui.template_whitespace import without_layout


class Loader(FileSystemLoader):
    """Loads parts without the white space that only lays out their source, as pages are loaded."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The source to compile, the path of its file, and whether that is still the same."""
        source, path, is_current = super().get_source(environment, template)
        return without_layout(source), path, is_current


class PartEnvironment(Environment):
    """Jinja2's environment with all its names set before the first part is loaded."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The names of a part in one dictionary, which is copied at each drawing in a tenth of the time."""
        return {**self.globals, **(d or {})}


def environment(*, names: Sequence[str], loader: FileSystemLoader, **options: Any) -> Environment:
    """The environment, made once a process by Django's backend. `names` are modules that bring functions (FUNCTIONS)
    and filters (FILTERS) for parts, by name. An undefined name is empty, as in pages."""
    made = PartEnvironment(
        loader=Loader(loader.searchpath),
        **{**options, "undefined": Undefined},
    )  # nosec B701  # Django's backend sets autoescape
    made.install_gettext_translations(translation, newstyle=True)  # type: ignore[attr-defined]  # of the extension
    for name in names:
        module = import_module(name)
        made.globals.update(module.FUNCTIONS)
        made.filters.update(module.FILTERS)
    return made


def parts() -> Environment:
    """The environment of this process."""
    return cast(Jinja2, engines["jinja2"]).env


def is_part(path: str) -> bool:
    """Whether there is a part of that path."""
    try:
        parts().get_template(path)
    except TemplateNotFound:
        return False
    return True


def drawn(path: str, context: dict[str, Any]) -> SafeString:
    """A part as HTML, in the active language."""
    return SafeString(parts().get_template(path).render(context))  # nosec B703  # escaped where it is drawn


def macro(path: str, name: str) -> Callable[..., str]:
    """A macro of a part, to draw many alike."""
    found: Callable[..., str] = getattr(parts().get_template(path).module, name)
    return found


def texts_as_python(source: str) -> str:
    """The texts that a part marks for translation, as Python calls, which every message extractor understands."""
    calls = []
    found = parts().extract_translations(source)  # type: ignore[attr-defined]  # of the extension
    for _line, function, marked in found:
        texts = [text for text in ([marked] if isinstance(marked, str) else marked) if text is not None]
        number = ", 1" if function == "ngettext" else ""
        calls.append(f"{function}({', '.join(map(repr, texts))}{number})\n")
    return "".join(calls)
