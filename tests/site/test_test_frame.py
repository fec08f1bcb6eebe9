"""What the tests rest on: that a need which is not met is said, and that few may be tried again."""

from pathlib import Path

import pytest

from tests.support import known_repeaters, needs

LINE = "tests/site/test_a.py::test_b | a port is taken twice | 2026-11-27\n"


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A list of repeaters of the test's own."""
    monkeypatch.setattr(known_repeaters, "FILE", tmp_path / "known")
    return tmp_path / "known"


def test_the_list_of_repeaters_is_short_and_every_test_on_it_is_there() -> None:
    for repeater in known_repeaters.known():
        file, _, name = repeater.test.partition("::")
        assert f"def {name.rpartition('::')[2]}(" in (needs.ROOT / file).read_text(encoding="utf-8"), repeater


def test_a_repeater_has_a_cause_and_a_date(listed: Path) -> None:
    listed.write_text(f"# why\n\n{LINE}")
    assert known_repeaters.known() == [
        ("tests/site/test_a.py::test_b", "a port is taken twice", "2026-11-27"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        LINE * 4,
        "tests/site/test_a.py::test_b\n",
        LINE.replace("a port is taken twice", ""),
        LINE.replace("2026-11-27", "yesterday"),
        LINE.replace("\n", " | more\n"),
    ],
    ids=["four", "no cause", "an empty cause", "no date", "a fourth part"],
)
def test_any_other_list_fails(listed: Path, text: str) -> None:
    listed.write_text(text)
    with pytest.raises(ValueError, match="known"):
        known_repeaters.known()


@pytest.mark.parametrize(("required", "ends"), [(False, pytest.skip.Exception), (True, pytest.fail.Exception)])
def test_what_is_missing_is_skipped_with_its_reason_or_fails(
    monkeypatch: pytest.MonkeyPatch, required: bool, ends: type[BaseException]
) -> None:
    monkeypatch.setattr(needs, "REQUIRED", required)
    monkeypatch.setitem(needs.NEEDS, "moon", needs.Need(lambda: False, "no moon tonight"))
    with pytest.raises(ends, match="needs_moon: no moon tonight"):
        needs.require("moon")
    with pytest.raises(ends, match="no such-program on PATH"):
        needs.program("such-program")


def test_what_is_there_is_handed_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(needs.NEEDS, "sun", needs.Need(lambda: True, ""))
    needs.require("sun")
    assert Path(needs.program("python3")).is_file()
