"""What libraries do not promise to keep is used where docs/private-api.md says so, and is still there."""

import ast
import inspect
import re
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.layers import LAYERS
from tests.architecture.source import assert_none, imports, modules, parsed
from tests.support.project_files import ROOT, named, text

MOST_MODULES = 8
PRIVATE_LIBRARIES = ("daphne", "autobahn", "twisted.web", "twisted.internet.protocol")
"""Of these every name is; `play` and the lifecycle only start Daphne, on Twisted's reactor."""
STARTERS = {"alfapower/management/commands/play.py"}
PUBLIC = {"_meta", "_fields", "_make", "_replace", "_asdict", "_default_manager", "_base_manager", "_exit"}
"""Documented, for all that they begin with an underscore."""

ROW = re.compile(r"^\| `(?P<module>[\w/]+\.py)` \| .+ \| (?P<names>.+) \|$", re.MULTILINE)
LISTED = {
    row["module"]: re.findall(r"`([^`]+)`", row["names"]) for row in ROW.finditer(text(ROOT / "docs/private-api.md"))
}


def full_names(listed: list[str]) -> Iterator[str]:
    """`a.b:C.d` `.e` gives a.b:C.d and a.b:C.e."""
    owner = ""
    for name in listed:
        owner = name.rpartition(".")[0] if not name.startswith(".") else owner
        yield f"{owner}{name}" if name.startswith(".") else name


NAMES = [(module, name) for module, listed in LISTED.items() for name in full_names(listed)]


def is_there(name: str) -> bool:
    """Whether a library has a name still: of a module, of a class, or set by its methods on what they are called of."""
    path, _, inner = name.partition(":")
    inner, _, parameter = inner.partition("(")
    found: Any = import_module(path)
    owner, _, attribute = inner.rpartition(".")
    if owner:
        found = getattr(found, owner, None)
    if not hasattr(found, attribute):
        sources = (inspect.getsource(one) for one in inspect.getmro(found) if one is not object) if owner else ()
        return any(re.search(rf"\bself\.{attribute}\b.*=|^    {attribute}\b.*[:=]", source, re.M) for source in sources)
    return not parameter or parameter.rstrip(")") in inspect.signature(getattr(found, attribute)).parameters


def test_at_most_eight_modules_use_private_names() -> None:
    assert 0 < len(LISTED) <= MOST_MODULES
    assert all((ROOT / module).is_file() and listed for module, listed in LISTED.items())


@pytest.mark.parametrize(("module", "name"), NAMES, ids=lambda value: value)
def test_a_release_has_moved_no_private_name(module: str, name: str) -> None:
    library, _, inner = name.partition(":")
    assert is_there(name), f"{library} has no {inner} any more, on which {module} stands (docs/private-api.md)."
    short = re.split(r"[.:]", name.rstrip(")").replace("(", "."))[-1]
    assert short in text(ROOT / module), f"{module} does not use {short}: docs/private-api.md says that it does."


def test_a_name_that_is_gone_is_found_out() -> None:
    assert not is_there("django.core.handlers.asgi:ASGIHandler.gone") and not is_there("django.core.handlers.asgi:gone")
    assert not is_there("twisted.web.http:Request.__init__(gone)")


def test_no_other_module_uses_private_names() -> None:
    others = [(name, path) for name, path in modules() if named(path) not in LISTED]
    assert len(others) > 500
    own = set().union(*(defined_in(parsed(path)) for _, path in modules()))
    assert_none(fault for name, path in others for fault in faults_of(name, path, own))


def faults_of(name: str, path: Path, own: set[str]) -> Iterator[str]:
    """What a module imports or reads that is private to a library."""
    for target in imports(name, path):
        parts = target.split(".")
        is_ours = parts[0] in LAYERS
        private = [part for part in parts if part == "internal" or (part.startswith("_") and not part.startswith("__"))]
        if not is_ours and (private or (target.startswith(PRIVATE_LIBRARIES) and named(path) not in STARTERS)):
            yield f"{named(path)} imports {target}"
    if "._" not in text(path) and "def _" not in text(path):
        return
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own:
            yield f"{named(path)}:{node.lineno} reads {ast.unparse(node)}"


def is_private(name: str) -> bool:
    """Whether a name says so of itself."""
    return name.startswith("_") and not name.startswith("__") and name not in PUBLIC


def defined_in(tree: ast.Module) -> set[str]:
    """The private names that a module gives to something of its own."""
    found = set()
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()) | ast.arg(arg=name):
                found.add(name)
    return {name for name in found if is_private(name)}


def test_no_other_class_replaces_what_is_private_to_its_base() -> None:
    found = list(replaced())
    assert ("accounts/sign_in/allauth_adapter.py", "_get_login_attempts_cache_key") in found
    assert_none(f"{module} replaces {name}" for module, name in found if module not in LISTED)


def replaced() -> Iterator[tuple[str, str]]:
    """(module, name) of each private method of a library's class that a class of ours has in its place."""
    for dotted, path in modules():
        if "class " not in text(path):
            continue
        for one in vars(import_module(dotted)).values():
            if not inspect.isclass(one) or one.__module__ != dotted or issubclass(one, Enum):
                continue
            theirs = [base for base in one.__mro__[1:] if base.__module__.partition(".")[0] not in LAYERS]
            for name, value in vars(one).items():
                if is_private(name) and inspect.isfunction(value) and any(name in vars(base) for base in theirs):
                    yield named(path), name
