"""What is served of `static/`: each script and style sheet in one small file, made from the files that people edit.

A file directly in `static/js` or `static/css` is served under its own name, with all that it imports put into it; files
in folders there are only imported. Everything else is served as it is. `collectstatic` and the embedded server find the
result, in the data folder, through BundleFinder: made anew by the first that asks in each process, never by a request.

Modules may use `import { a, b } from "./file.js"`, `import "./file.js"`, `import("./file.js")`, and `export` before
const, function and class; style sheets `@import "file.css"`. What a served script exports is there for a page that
imports it later by its address. Anything else is a BundleError, and so are imports in a
circle. With DEBUG the files are left readable, the names of their sources in comments.
"""

import os
import posixpath
import re
from collections.abc import Iterable
from functools import cached_property
from pathlib import Path
from typing import Any

import minify_html
from django.conf import settings
from django.contrib.staticfiles.finders import FileSystemFinder
from django.core.checks import CheckMessage

BUNDLED = {"js", "css"}
_IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
_LAZY_IMPORT = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function|class) ([\w$]+))", re.MULTILINE)
_UNKNOWN = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_STYLE_IMPORT = re.compile(r'^@import "([^"]+)";$', re.MULTILINE)
_RELATIVE_URL = re.compile(r'url\("(?![/#]|\w+:)([^"]+)"\)')
# Comments with lines of their own. The minifier keeps them.
_COMMENT_LINES = re.compile(r"^[ \t]*(?:/\*(?:(?!\*/).)*\*/|//[^\n]*)[ \t]*\n", re.MULTILINE | re.DOTALL)
_ONCE = "const once = (make) => {\nlet made;\nreturn () => (made ??= make());\n};\n"


class BundleError(Exception):
    """A source that cannot be bundled; says which, and why."""


def script(entry: Path) -> str:
    """The module `entry` and all that it imports, as one script: each module a function, run when first needed. It
    exports what the entry does."""
    modules: dict[Path, str] = {}
    _add_module(entry, entry.parent, modules, ())
    body = modules.pop(entry)
    names = ", ".join(_EXPORT.findall(entry.read_text(encoding="utf-8")))
    given, answer = (f"export const {{ {names} }} = ", f"return {{ {names} }};\n") if names else ("", "")
    return f"{given}(() => {{\n{_ONCE if modules else ''}{''.join(modules.values())}{body}{answer}}})();\n"


def _add_module(path: Path, root: Path, modules: dict[Path, str], importers: tuple[Path, ...]) -> None:
    if path in importers:
        raise BundleError(f"{path}: imports itself, by way of {importers[-1].name}.")
    if path in modules:
        return
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise BundleError(f"{importers[-1]}: there is no {path}.") from error

    def function(specifier: str) -> str:
        imported = (path.parent / specifier).resolve()
        _add_module(imported, root, modules, (*importers, path))
        return _name(imported, root)

    def bind(found: re.Match[str]) -> str:
        call = f"{function(found[2])}();"
        return f"const {{{found[1].replace(' as ', ': ')}}} = {call}" if found[1] else call

    exports = _EXPORT.findall(text)
    text = _EXPORT.sub("", _LAZY_IMPORT.sub(lambda found: f"Promise.resolve().then({function(found[1])})", text))
    text = _IMPORT.sub(bind, text)
    if unknown := _UNKNOWN.search(text):
        raise BundleError(f"{path}: cannot bundle “{unknown.group()}”.")
    text = f"/* {path.relative_to(root)} */\n{text}"
    if importers:
        text = f"const {_name(path, root)} = once(() => {{\n{text}return {{ {', '.join(exports)} }};\n}});\n"
    modules[path] = text


def _name(path: Path, root: Path) -> str:
    return "module_" + re.sub(r"\W", "_", path.relative_to(root).with_suffix("").as_posix())


def style(entry: Path) -> str:
    """The style sheet `entry` with those it imports in their places."""
    return _styles(entry, entry.parent)


def _styles(path: Path, root: Path) -> str:
    folder = path.parent.relative_to(root).as_posix()
    text = path.read_text(encoding="utf-8")
    text = _RELATIVE_URL.sub(lambda found: f'url("{posixpath.normpath(posixpath.join(folder, found[1]))}")', text)
    return _STYLE_IMPORT.sub(lambda found: f"/* {found[1]} */\n{_styles(path.parent / found[1], root)}", text)


def minified(text: str, kind: str) -> str:
    """The script or style sheet ("js", "css") without what only people need."""
    tag = {"js": "script", "css": "style"}[kind]
    if f"</{tag}" in text:
        raise BundleError(f"“</{tag}” cannot be bundled.")
    page = minify_html.minify(f"<{tag}>{_COMMENT_LINES.sub('', text)}</{tag}>", minify_js=True, minify_css=True)
    return page.removeprefix(f"<{tag}>").removesuffix(f"</{tag}>")


def build(source: Path, target: Path, readable: bool = False) -> None:
    """Make in `target` what is served of the folder `source`. What is there and the same is left alone: servers and
    browsers go by its age."""
    made = set()
    for path in sorted(source.rglob("*")):
        name = path.relative_to(source)
        bundled = name.parts[0] in BUNDLED
        if path.is_dir() or (bundled and len(name.parts) > 2):
            continue
        content = path.read_bytes()
        if bundled:
            kind = name.parts[0]
            text = {"js": script, "css": style}[kind](path.resolve())
            content = (text if readable else minified(text, kind)).encode()
        made.add(target / name)
        _write(target / name, content)
    for path in target.rglob("*"):
        if path.is_file() and path not in made and not path.name.endswith(".part"):
            path.unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> None:
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    part.write_bytes(content)
    part.replace(path)  # another process may be reading or making the same


class BundleFinder(FileSystemFinder):
    """Finds the built files in STATICFILES_DIRS, a single folder, and builds them before it looks."""

    @cached_property
    def _built(self) -> bool:
        build(settings.STATIC_SOURCES, Path(settings.STATICFILES_DIRS[0]), readable=settings.DEBUG)
        return True

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Nothing: the folder need not be there before the first that looks for a file."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Every built file, as Django's finder lists them."""
        return super().list(ignore_patterns) if self._built else ()

    def find(self, *args: Any, **kwargs: Any) -> Any:
        """The path of a built file, as Django's finder finds it."""
        return super().find(*args, **kwargs) if self._built else None
