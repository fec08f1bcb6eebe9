"""Imports go downwards only, and of another app only its door (floors.py)."""

import ast

import pytest

from tests.architecture.floors import (
    FLOORS,
    NOT_UPWARDS,
    RULES,
    RULES_MUST_NOT_CALL,
    RULES_MUST_NOT_IMPORT,
    TRANSACTIONS_IN,
)
from tests.architecture.source import imports, modules, named, parsed, within


def faults_in_imports(name, imported, floors=FLOORS):
    """What is wrong with these imports of the module called `name`, one sentence each."""
    own = name.split(".")[0]
    for target in imported:
        app = target.split(".")[0]
        if app not in floors:
            continue
        if within(name, RULES) and not within(target, RULES):
            yield f"{name} imports {target}: the rules import nothing of ours"
        elif app != own and not any(within(target, door) for door in floors[own]):
            doors = [door for door in floors[own] if within(door, app)]
            yield f"{name} imports {target}: " + (f"use {doors[0]}" if doors else f"{app} is not below {own}")


def test_apps_import_downwards_and_through_the_door():
    faults = [
        f"{named(path)}: {fault}" for name, path in modules() for fault in faults_in_imports(name, imports(name, path))
    ]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize(
    ("name", "target", "fault"),
    [
        ("lobby.views", "game.models.Match", "lobby.views imports game.models.Match: use game.api"),
        ("game.views", "accounts.api", "game.views imports accounts.api: accounts is not below game"),
        ("game.rules.turn", "game.models", "game.rules.turn imports game.models: the rules import nothing of ours"),
        ("lobby.views", "game.api.create_match", None),
        ("lobby.views", "django.db.models", None),
        ("game.rules.turn", "game.rules.state", None),
    ],
)
def test_the_rule_itself_sees_what_it_should(name, target, fault):
    assert list(faults_in_imports(name, [target])) == ([fault] if fault else [])


def test_inside_the_game_services_do_not_know_what_shows_them():
    faults = [
        f"{named(path)} imports {target}"
        for name, path in modules()
        for lower, upper in NOT_UPWARDS.items()
        if within(name, lower)
        for target in imports(name, path)
        if any(within(target, module) for module in upper)
    ]
    assert not faults, "\n".join(faults)


def test_the_rules_import_only_the_harmless_part_of_the_standard_library():
    import sys

    faults = [
        f"{named(path)} imports {target}"
        for name, path in modules()
        if within(name, RULES)
        for target in imports(name, path)
        if not within(target, RULES)
        and (target.split(".")[0] not in sys.stdlib_module_names or target.split(".")[0] in RULES_MUST_NOT_IMPORT)
    ]
    assert not faults, "\n".join(faults)


def test_the_rules_call_nothing_that_differs_between_two_runs():
    faults = [
        f"{named(path)}:{node.lineno} calls {node.func.id}()"
        for name, path in modules()
        if within(name, RULES)
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in RULES_MUST_NOT_CALL
    ]
    assert not faults, "\n".join(faults)


def test_importing_the_rules_does_not_wake_django():
    import subprocess
    import sys

    code = "import game.rules, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_only_services_open_transactions():
    faults = [
        f"{named(path)}:{node.lineno} opens a transaction"
        for name, path in modules()
        if TRANSACTIONS_IN not in name.split(".")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Attribute) and node.attr == "atomic"
    ]
    assert not faults, "\n".join(faults)
