"""Bundles static files: each served script and style sheet becomes one small file, made from the sources in `static/`
and in the games' folders of that name.

The folders are merged (`sources`). A file directly in `js` or `css` is served under its own name, with all that it
imports put into it; files in folders there are only imported. Everything else is served as it is. `collectstatic` and
the embedded server find the result, in the data folder, through BundleFinder: built at the first look-up in each
process, never by a request.

Modules may use `import { a, b } from "./file.js"`, `import "./file.js"`, `import("./file.js")`, and `export` before
const, function and class; style sheets `@import "file.css"`. What a served script exports can be imported later by its
URL. Anything else is a BundleError, and so are circular imports. With DEBUG the files stay readable, with the names of
their sources in comments.
"""

import os
import posixpath
import re
from collections.abc import Iterable, Mapping
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
    """A source that cannot be bundled; the message says which, and why."""


def sources(*folders: Path) -> dict[str, Path]:
    """The files of all the folders by their relative names, in order."""
    found: dict[str, Path] = {}
    for folder in folders:
        for path in folder.rglob("*"):
            name = path.relative_to(folder).as_posix()
            if path.is_file() and found.setdefault(name, path) is not path:
                raise BundleError(f"{path}: there is a {name} in {found[name]}.")
    return dict(sorted(found.items()))


def script(entry: str, files: Mapping[str, Path]) -> str:
    """The module `entry` and all that it imports, as one script: each module a function, run when first needed. It
    exports what the entry exports. `files` are the sources by name."""
    modules: dict[str, str] = {}
    _add_module(entry, files, modules, ())
    body = modules.pop(entry)
    names = ", ".join(_EXPORT.findall(files[entry].read_text(encoding="utf-8")))
    given, answer = (f"export const {{ {names} }} = ", f"return {{ {names} }};\n") if names else ("", "")
    return f"{given}(() => {{\n{_ONCE if modules else ''}{''.join(modules.values())}{body}{answer}}})();\n"


def _add_module(name: str, files: Mapping[str, Path], modules: dict[str, str], importers: tuple[str, ...]) -> None:
    if name in importers:
        raise BundleError(f"{name}: imports itself, by way of {importers[-1]}.")
    if name in modules:
        return
    if name not in files:
        raise BundleError(f"{importers[-1]}: there is no {name}.")
    text = files[name].read_text(encoding="utf-8")

    def function(specifier: str) -> str:
        imported = posixpath.normpath(posixpath.join(posixpath.dirname(name), specifier))
        _add_module(imported, files, modules, (*importers, name))
        return _function(imported)

    def bind(found: re.Match[str]) -> str:
        call = f"{function(found[2])}();"
        return f"const {{{found[1].replace(' as ', ': ')}}} = {call}" if found[1] else call

    exports = _EXPORT.findall(text)
    text = _EXPORT.sub("", _LAZY_IMPORT.sub(lambda found: f"Promise.resolve().then({function(found[1])})", text))
    text = _IMPORT.sub(bind, text)
    if unknown := _UNKNOWN.search(text):
        raise BundleError(f"{name}: cannot bundle “{unknown.group()}”.")
    text = f"/* {name} */\n{text}"
    if importers:
        text = f"const {_function(name)} = once(() => {{\n{text}return {{ {', '.join(exports)} }};\n}});\n"
    modules[name] = text


def _function(name: str) -> str:
    return "module_" + re.sub(r"\W", "_", name.removesuffix(".js"))


def style(entry: str, files: Mapping[str, Path]) -> str:
    """The style sheet `entry` with those it imports in their places. `files` are the sources by name."""
    return _styles(entry, files, posixpath.dirname(entry))


def _styles(name: str, files: Mapping[str, Path], root: str) -> str:
    folder = posixpath.dirname(name)
    from_root = posixpath.relpath(folder, root)
    text = files[name].read_text(encoding="utf-8")
    text = _RELATIVE_URL.sub(lambda found: f'url("{posixpath.normpath(posixpath.join(from_root, found[1]))}")', text)
    return _STYLE_IMPORT.sub(
        lambda found: f"/* {found[1]} */\n{_styles(posixpath.join(folder, found[1]), files, root)}", text
    )


def minified(text: str, kind: str) -> str:
    """The script or style sheet ("js", "css") minified."""
    tag = {"js": "script", "css": "style"}[kind]
    if f"</{tag}" in text:
        raise BundleError(f"“</{tag}” cannot be bundled.")
    page = minify_html.minify(f"<{tag}>{_COMMENT_LINES.sub('', text)}</{tag}>", minify_js=True, minify_css=True)
    return page.removeprefix(f"<{tag}>").removesuffix(f"</{tag}>")


def build(folders: Iterable[Path], target: Path, readable: bool = False) -> None:
    """Write the served files of the folders to `target`. Unchanged files are left alone: servers and browsers go by
    their age."""
    files, made = sources(*folders), set()
    for name, path in files.items():
        kind, *rest = name.split("/")
        if kind in BUNDLED and len(rest) > 1:
            continue
        content = path.read_bytes()
        if kind in BUNDLED:
            text = {"js": script, "css": style}[kind](name, files)
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
    part.replace(path)  # another process may be reading or writing the same file


class BundleFinder(FileSystemFinder):
    """Finds the built files in STATICFILES_DIRS, a single folder, and builds them before it looks."""

    @cached_property
    def _built(self) -> bool:
        build(settings.STATIC_SOURCES, Path(settings.STATICFILES_DIRS[0]), readable=settings.DEBUG)
        return True

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Nothing to check: the folder need not exist before a file is first looked for."""
        return []

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[Any]:
        """Every built file, as Django's finder lists them."""
        return super().list(ignore_patterns) if self._built else ()

    def find(self, *args: Any, **kwargs: Any) -> Any:
        """The path of a built file, as Django's finder finds it."""
        return super().find(*args, **kwargs) if self._built else None
