"""The rules never depend on the order of a set, which differs between two processes.

Only what is easily seen: loops over a set expression, or over a name that was given one in the same function.
The records (tests/records), replayed under two hash seeds, are the net below this one.
"""

import ast

import pytest

from tests.architecture.layers import RULES
from tests.architecture.source import assert_none, modules, parsed, within
from tests.support.project_files import named

# What gives the same answer in any order.
ORDERLESS = {"sorted", "set", "frozenset", "sum", "len", "any", "all", "min", "max", "Counter"}
ORDERED = {"list", "tuple", "enumerate", "iter", "next", "zip", "map", "filter", "reversed"}
SET_METHODS = {"union", "intersection", "difference", "symmetric_difference"}
SET_OPERATORS = (ast.BitOr, ast.BitAnd, ast.Sub, ast.BitXor)


def unsorted_loops(tree: ast.Module) -> list[int]:
    """Line numbers at which the order of a set can be seen."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    found: set[int] = set()
    for scope in [tree, *functions]:
        names: set[str] = set()
        nodes = list(ast.walk(scope))
        for node in nodes:
            if isinstance(node, ast.Assign) and _is_set(node.value, names):
                names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        if scope is tree:
            names = {name for name in names if name.isupper()}  # module constants only; the rest is local
        harmless = {
            id(argument)
            for node in nodes
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDERLESS
            for argument in node.args
        }
        for node in nodes:
            if isinstance(node, ast.For) and _is_set(node.iter, names):
                found.add(node.lineno)
            elif isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp) and id(node) not in harmless:
                found |= {node.lineno for part in node.generators if _is_set(part.iter, names)}
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ORDERED:
                found |= {node.lineno for argument in node.args if _is_set(argument, names)}
    return sorted(found)


def _is_set(node: ast.expr, names: set[str]) -> bool:
    if isinstance(node, ast.Set | ast.SetComp):
        return True
    if isinstance(node, ast.Name):
        return node.id in names
    if isinstance(node, ast.BinOp) and isinstance(node.op, SET_OPERATORS):
        return _is_set(node.left, names) or _is_set(node.right, names)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        return node.func.attr in SET_METHODS and _is_set(node.func.value, names)
    return False


def test_no_rule_depends_on_the_order_of_a_set() -> None:
    assert_none(
        f"{named(path)}:{line} goes through a set unsorted"
        for name, path in modules()
        if any(within(name, part) for part in RULES)
        for line in unsorted_loops(parsed(path))
    )


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ("for x in {1, 2}: pass", True),
        ("def f(a):\n    b = set(a)\n    return [x for x in b]", True),
        ("def f(a):\n    return tuple(set(a) - {1})", True),
        ("def f(a):\n    return {x: 1 for x in frozenset(a)}", True),
        ("def f(a):\n    return sorted(set(a))", False),
        ("def f(a):\n    return sum(x for x in set(a))", False),
        ("def f(a):\n    return {x for x in set(a)}", False),
        ("def f(a):\n    for x in sorted({1, 2}): pass", False),
        ("def f(a):\n    return a - 1 in (2, 3)", False),
    ],
)
def test_the_rule_itself_sees_what_it_should(code: str, seen: bool) -> None:
    assert bool(unsorted_loops(ast.parse(code))) is seen
