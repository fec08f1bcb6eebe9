"""The letter graph: exactly the words, from any letter of theirs, and a file that is trusted only when it is whole."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from bots.engine import graph_file
from bots.engine.board_lines import follow
from bots.engine.building import Graph, build
from bots.engine.graph_file import graph_of, keep_graph, open_graph
from bots.engine.graph_path import graph_path
from bots.engine.letter_sets import TURN
from dictionary.lexicon import Pin
from tests.bots.states import text_of
from tests.support.types import certain

WORDS = ["ABEL", "AB", "ABA", "BE", "BEL", "EL", "LAB", "LABEL", "LEA", "QABBALA"]
LETTERS = "ABELQ"
PIN = Pin("en", "2026.11", "0" * 64)


@pytest.fixture(scope="module")
def graph() -> Graph:
    return build(text_of(WORDS), LETTERS)


def ends_after(graph: Graph, root: int, steps: str) -> bool:
    """Whether a word ends after these letters ("<" the turn)."""
    arc = root << 1
    for step in steps:
        arc = follow(graph.nodes, graph.arcs, arc >> 1, TURN if step == "<" else LETTERS.index(step) + 1)
        if arc < 0:
            return False
    return bool(arc & 1)


def spelled(graph: Graph, node: int, before: str = "") -> Iterator[str]:
    for number, letter in enumerate(LETTERS, 1):
        arc = follow(graph.nodes, graph.arcs, node, number)
        if arc >= 0:
            if arc & 1:
                yield before + letter
            yield from spelled(graph, arc >> 1, before + letter)


def test_forwards_it_spells_exactly_the_words(graph: Graph) -> None:
    assert sorted(spelled(graph, graph.right)) == sorted(WORDS)


def test_every_word_is_found_from_each_of_its_letters(graph: Graph) -> None:
    for word in WORDS:
        for at in range(len(word)):
            assert ends_after(graph, graph.left, word[at::-1] + "<" + word[at + 1 :]), (word, at)


def test_nothing_else_is_found_from_the_middle(graph: Graph) -> None:
    walks = list(_walks(graph, graph.left, ""))
    assert sorted(walks) == sorted(word[at::-1] + "<" + word[at + 1 :] for word in WORDS for at in range(len(word)))


def _walks(graph: Graph, node: int, before: str) -> Iterator[str]:
    arc = follow(graph.nodes, graph.arcs, node, TURN)
    if arc >= 0:
        if arc & 1:
            yield before + "<"
        yield from (f"{before}<{rest}" for rest in spelled(graph, arc >> 1))
    for number, letter in enumerate(LETTERS, 1):
        arc = follow(graph.nodes, graph.arcs, node, number)
        if arc >= 0:
            yield from _walks(graph, arc >> 1, before + letter)


def test_equal_ends_are_kept_once(graph: Graph) -> None:
    both = build(text_of(["ABE", "LBE"]), LETTERS)
    arcs = [follow(both.nodes, both.arcs, both.right, LETTERS.index(letter) + 1) for letter in "AL"]
    assert arcs[0] == arcs[1]


def test_words_that_fit_on_no_board_are_left_out() -> None:
    longest = build(text_of(["A" * 20, "B" * 19, "A"]), LETTERS)
    assert list(spelled(longest, longest.right)) == ["B" * 19]


def test_a_list_without_words_has_no_plays() -> None:
    empty = build("", LETTERS)
    assert list(spelled(empty, empty.right)) == []


@pytest.mark.parametrize("text", ["AXE\n", "A E\n", "ÅE\n", "日本\n"])
def test_a_character_that_is_no_letter_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        build(text, LETTERS)


def test_a_file_is_what_was_kept(graph: Graph, tmp_path: Path) -> None:
    keep_graph(tmp_path, PIN, graph)
    opened = certain(open_graph(tmp_path, PIN))
    assert sorted(spelled(opened, opened.right)) == sorted(WORDS) and opened.left == graph.left


@pytest.mark.parametrize("harm", [
    lambda body: body[:-1],
    lambda body: body + b"\0",
    lambda body: body[:300] + bytes([body[300] ^ 1]) + body[301:],
    lambda body: body[:100],
    lambda body: b"",
    lambda body: body.replace(b"0" * 64, b"1" * 64, 1),
])  # fmt: skip
def test_a_harmed_file_is_not_trusted_and_is_made_again(graph: Graph, tmp_path: Path, harm: Callable[..., Any]) -> None:
    keep_graph(tmp_path, PIN, graph)
    path = graph_path(tmp_path, PIN)
    sound = path.read_bytes()
    path.write_bytes(harm(sound))
    assert open_graph(tmp_path, PIN) is None
    graph_of(tmp_path, PIN, LETTERS, lambda: text_of(WORDS))
    assert path.read_bytes() == sound


def test_of_processes_that_lack_it_one_makes_it(graph: Graph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The other is done with it when this one's turn comes."""

    @contextmanager
    def another_was_first(lock: Path) -> Iterator[None]:
        keep_graph(lock.parent, PIN, graph)
        yield

    monkeypatch.setattr(graph_file, "one_maker", another_was_first)
    opened = graph_of(tmp_path, PIN, LETTERS, lambda: pytest.fail("made again"))
    assert sorted(spelled(opened, opened.right)) == sorted(WORDS)


def test_another_list_has_another_file(graph: Graph, tmp_path: Path) -> None:
    keep_graph(tmp_path, PIN, graph)
    assert open_graph(tmp_path, Pin("en", "2026.11", "1" * 64)) is None
