"""No module of ours imports, by whatever way and wherever in its text, one that imports it again."""

from graphlib import CycleError, TopologicalSorter

from tests.architecture.source import imports, modules


def test_no_modules_import_each_other_in_a_circle() -> None:
    """One that is hidden in a function is a circle all the same: neither side can be read without the other."""
    known = dict(modules())
    graph = {}
    for name, path in known.items():
        # `from package.module import thing` is that module, `from package import module` the module alone.
        named = {target if target in known else target.rpartition(".")[0] for target in imports(name, path)}
        graph[name] = (named & known.keys()) - {name}
    assert len(graph) > 400 and sum(map(len, graph.values())) > 2_000
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as circle:
        raise AssertionError(" -> ".join(circle.args[1])) from None
