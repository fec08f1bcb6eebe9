"""What tests need besides Python is looked for in one place, tests/support/needs.py: no other file asks PATH, skips by
itself or starts a program by its bare name, which would fail where there is none instead of being listed."""

import ast
import re
from collections.abc import Iterator, Mapping

import pytest

from tests.architecture.source import assert_none, parsed
from tests.support.project_files import files, named, text

THE_PLACE = "tests/support/needs.py"
SUSPECT = re.compile(r"\b(?:which|PATH|skip\w*|importorskip|subprocess|create_subprocess_exec)\b")
STARTERS = {"run", "Popen", "call", "check_call", "check_output", "create_subprocess_exec"}
OF = {"subprocess", "asyncio"}


def faults_in(tree: ast.Module) -> Iterator[str]:
    """What a module does that is left to the one place, as "line: what"."""
    lists, nodes = _lists(tree), list(ast.walk(tree))
    kinds = {id(node.value) for node in nodes if isinstance(node, ast.Attribute) and node.attr == "Exception"}
    for node in nodes:
        if id(node) in kinds:  # whoever expects that a test is skipped skips none
            continue
        if said := _asks(node) or _skips(node) or ", ".join(f"starts {name!r}" for name in _started(node, lists)):
            yield f"{getattr(node, 'lineno', 0)}: {said}"


def _asks(node: ast.AST) -> str:
    match node:
        case ast.Attribute(value=ast.Name("shutil"), attr="which"):
            return "asks shutil.which"
        case ast.ImportFrom(module="shutil", names=names) if "which" in {alias.name for alias in names}:
            return "imports shutil.which"
        case ast.Subscript(value=ast.Attribute(attr="environ") | ast.Name("environ"), slice=ast.Constant("PATH")):
            return "asks PATH"
        case ast.Call(func=ast.Attribute(attr="get" | "getenv"), args=[ast.Constant("PATH"), *_]):
            return "asks PATH"
    return ""


def _skips(node: ast.AST) -> str:
    match node:
        case ast.Attribute(attr="skipif" | "importorskip" as way):
            return f"skips by {way}"
        case ast.Attribute(value=ast.Name("pytest") | ast.Attribute(attr="mark"), attr="skip"):
            return "skips by itself"
        case ast.ImportFrom(module="pytest", names=names) if {"skip", "importorskip"} & {one.name for one in names}:
            return "skips by itself"
    return ""


def _started(node: ast.AST, lists: Mapping[str, list[ast.expr]]) -> Iterator[str]:
    """The bare names of the programs that a call starts."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(package), attr=way), args=[first, *_]):
            if package in OF and way in STARTERS:
                yield from _bare(first, lists)


def _bare(command: ast.expr, lists: Mapping[str, list[ast.expr]]) -> Iterator[str]:
    """The bare names that a command may begin with; a variable stands for every list that the module gives one of its
    name."""
    match command:
        case ast.Constant(str() as name):
            yield name
        case ast.List(elts=[first, *_]) | ast.Tuple(elts=[first, *_]) | ast.Starred(value=first):
            yield from _bare(first, lists)
        case ast.BinOp(left=first):
            yield from _bare(first, lists)
        case ast.IfExp(body=first, orelse=second):
            yield from _bare(first, lists)
            yield from _bare(second, lists)
        case ast.Name(name):
            for value in lists.get(name, []):
                yield from _bare(value, lists)


def _lists(tree: ast.Module) -> dict[str, list[ast.expr]]:
    """The lists and tuples written out that names of a module are given."""
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Name(name)], value=ast.List() | ast.Tuple() | ast.IfExp() as value):
                found.setdefault(name, []).append(value)
    return found


def test_no_other_file_looks_for_programs_or_skips() -> None:
    looked_at = [path for path in files() if named(path).startswith("tests/") and path.suffix == ".py"]
    assert len(looked_at) > 300
    assert_none(
        f"{named(path)}:{fault} ({THE_PLACE} does)"
        for path in looked_at
        if named(path) != THE_PLACE and SUSPECT.search(text(path))
        for fault in faults_in(parsed(path))
    )


@pytest.mark.parametrize(
    ("source", "seen"),
    [
        ("node = shutil.which('node')", True),
        ("from shutil import rmtree, which", True),
        ("path = os.environ['PATH']", True),
        ("path = os.environ.get('PATH', '')", True),
        ("@pytest.mark.skipif(not NODE, reason='no node')\ndef test_it(): pass", True),
        ("resource = pytest.importorskip('resource')", True),
        ("pytestmark = pytest.mark.skip", True),
        ("(pytest.fail if IN_CI else pytest.skip)(why)", True),
        ("subprocess.run(['git', 'log'])", True),
        ("subprocess.Popen(('nginx', *words))", True),
        ("command = ['ip', *words]\nasync def f():\n    subprocess.check_output(command)", True),
        ("before = ['runuser'] if root else []\nsubprocess.run([*before, program])", True),
        ("subprocess.run('git log', shell=True)", True),
        ("await asyncio.create_subprocess_exec('node', script)", True),
        ("subprocess.run([sys.executable, '-c', code])", False),
        ("subprocess.run([needs.program('git'), 'log'])", False),
        ("subprocess.Popen([DEPLOY / 'run', 'web'])", False),
        ("command = [node, 'x.js']\nsubprocess.run(command)", False),
        ("clean = {name: value for name, value in os.environ.items() if name in ('PATH', 'HOME')}", False),
        ("asyncio.run(main())", False),
        ("pytest.fail('no end')", False),
        ("with pytest.raises(pytest.skip.Exception): pass", False),
    ],
)
def test_the_rule_itself_sees_what_it_should(source: str, seen: bool) -> None:
    """And each of what is seen stands in a file that is looked at."""
    assert bool(list(faults_in(ast.parse(source)))) is seen
    assert SUSPECT.search(source) or not seen
