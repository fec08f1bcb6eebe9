"""Small faults for a module: one operator, constant, condition or statement changed at a time.

Not mutated: what only a reader or a type checker sees (docstrings, annotations, texts of errors, logging), and what
holds anyway (`assert`, `zip(…, strict=True)`).
"""

import ast
import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

COMPARE = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
BINARY = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.Div: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "all": "any", "any": "all"}
SILENT = {"log", "gettext_noop", "_"}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed module: its compiled `code`, what was changed on which `lines`, the lines of the `statement` around
    it, and whether it is done when a function is called or once when the module is loaded."""

    change: str
    lines: range
    statement: range
    in_function: bool
    code: CodeType


def sites(source: str) -> list[tuple[int, int]]:
    """Where a module can be changed: (number of the node, number of the change), in the order of the text."""
    nodes = enumerate(_alive(ast.parse(source)))
    return [(number, step) for number, node in nodes for step in range(len(_changes(node)))]


def mutant(source: str, site: tuple[int, int], file: str) -> Mutant:
    """The module, read from a file, changed at one of its sites."""
    tree = ast.parse(source)
    node = next(itertools.islice(_alive(tree), site[0], None))
    way = _way_out(node, tree)
    statement = next(step for step in way if isinstance(step, ast.stmt))
    lines, around, in_function, before = _lines(node), _lines(statement), _in_function(way), ast.unparse(node)
    _changes(node)[site[1]]()
    change = f"{_short(before)}  →  {_short(ast.unparse(node))}"
    code = compile(ast.fix_missing_locations(tree), file, "exec", dont_inherit=True)
    return Mutant(change, lines, around, in_function, code)


def _way_out(node: ast.AST, tree: ast.AST) -> list[ast.AST]:
    """The nodes around a node, from itself to the module."""
    around = {inner: outer for outer in ast.walk(tree) for inner in ast.iter_child_nodes(outer)}
    way = [node]
    while way[-1] is not tree:
        way.append(around[way[-1]])
    return way


def _lines(node: ast.AST) -> range:
    """The lines of an expression or a statement; of one that holds others only its head."""
    match node:
        case ast.If(test=head) | ast.IfExp(test=head) | ast.While(test=head) | ast.Match(subject=head):
            last = head.end_lineno
        case ast.stmt(body=[first, *_]):
            last = max(node.lineno, first.lineno - 1)
        case _:
            last = node.end_lineno
    return range(node.lineno, last + 1)


def _in_function(way: list[ast.AST]) -> bool:
    """Not the defaults of its parameters, which are worked out where it is defined."""
    return any(
        isinstance(outer, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) and not isinstance(inner, ast.arguments)
        for inner, outer in itertools.pairwise(way)
    )


def _alive(tree: ast.AST) -> Iterator[ast.AST]:
    """The nodes that do something, outermost first."""
    for field, value in ast.iter_fields(tree):
        for child in value if isinstance(value, list) else [value]:
            if not isinstance(child, ast.AST) or field in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            if isinstance(child, (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)) or _is_silent(child):
                continue
            if hasattr(child, "lineno"):
                yield child
            yield from _alive(child)


def _is_silent(node: ast.AST) -> bool:
    """Docstrings, what holds anyway, and calls that tell somebody something."""
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "TypeAlias":
        return True
    call = node.value if isinstance(node, ast.Expr) else node
    return isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[0] in SILENT


Change = Callable[[], None]


def _changes(node: ast.AST) -> list[Change]:
    """What may be done to a node, as calls that do it in place."""
    return _of_operators(node) or _of_the_rest(node)


def _of_operators(node: ast.AST) -> list[Change]:
    match node:
        case ast.Compare(ops=ops):
            flips = [COMPARE[type(op)]() for op in ops]
            return [_put(node, "ops", [*ops[:i], flip, *ops[i + 1 :]]) for i, flip in enumerate(flips)]
        case ast.BinOp(op=op) if type(op) in BINARY and not _spells(node):
            return [_put(node, "op", BINARY[type(op)]())]
        case ast.AugAssign(op=op) if type(op) in BINARY:
            return [_put(node, "op", BINARY[type(op)]()), _become(node, ast.Expr(ast.Constant(...)))]
        case ast.BoolOp(op=op, values=values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            fewer = [[*values[:i], *values[i + 1 :]] for i in range(len(values))]
            return [_put(node, "op", other), *[_become(node, _all_of(op, left)) for left in fewer]]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [_put(node, "operand", ast.UnaryOp(ast.Not(), operand))]
    return []


def _of_the_rest(node: ast.AST) -> list[Change]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if not isinstance(test, ast.Compare):
            return [_put(node, "test", ast.UnaryOp(ast.Not(), test))]
        case ast.Constant(value=bool() as value):
            return [_put(node, "value", not value)]
        case ast.Constant(value=int() as value):
            return [_put(node, "value", value + 1)]
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            return [_put(node, "func", ast.Name(CALLS[name], ast.Load()))]
        case ast.Return(value=value) if value is not None and not isinstance(value, ast.Constant):
            return [_put(node, "value", ast.Constant(None))]
        case ast.Expr():
            return [_become(node, ast.Expr(ast.Constant(...)))]
        case ast.keyword(arg=str(), value=ast.Name() | ast.Call() as value) if not _is_silent(value):
            return [_put(node, "value", ast.Constant(None))]
    return []


def _put(node: ast.AST, field: str, value: object) -> Change:
    return lambda: setattr(node, field, value)


def _spells(node: ast.BinOp) -> bool:
    """A sum of texts, or a union of types."""
    return any(isinstance(part, (ast.JoinedStr, ast.Constant)) and not isinstance(getattr(part, "value", ""), int)
               for part in (node.left, node.right))  # fmt: skip


def _become(node: ast.AST, other: ast.AST) -> Change:
    """The node that holds it is not known here: it turns into another in its place."""

    def change() -> None:
        node.__class__ = type(other)
        node.__dict__.update(vars(other))

    return change


def _all_of(op: ast.boolop, values: list[ast.expr]) -> ast.expr:
    return ast.BoolOp(op, values) if len(values) > 1 else values[0]


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 70 else line[:67] + "…"
