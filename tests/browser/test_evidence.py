"""A test that fails in a browser leaves what its pages showed and said, and the end of the run names the folder."""

import pytest

from tests.browser import evidence

pytest_plugins = "pytester"

# Run in this process, by the hooks, the fixtures and the browser of this folder, with no site.
CONFTEST = """
from types import SimpleNamespace
import pytest
from tests.browser.conftest import (
    chromium, new_context, open_page, pytest_runtest_makereport, pytest_terminal_summary, wrong,
)

@pytest.fixture
def site():
    return SimpleNamespace(url="http://site.example", inside=lambda function: None)
"""
TESTS = """
import pytest

@pytest.fixture
def page(open_page):
    page = open_page({})
    page.route("**/*", lambda route: route.fulfill(body="<p>What was there", content_type="text/html"))
    page.goto("/somewhere/")
    return page

def test_fails(page, open_page):
    page.evaluate("console.info('said before')")
    open_page({})
    raise AssertionError

@pytest.mark.parametrize("of", ["a/b"])
def test_is_failed_by_its_console(page, of):
    page.evaluate("console.error('said at last')")

def test_passes(page):
    page.evaluate("console.info('nobody asks')")
"""
NONE_OF_OURS = [f"-pno:{name}" for name in ("django", "asyncio", "randomly", "rerunfailures", "xdist", "cacheprovider")]


def test_what_fails_leaves_pictures_pages_and_what_they_said(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = pytester.path / "results"
    monkeypatch.setattr(evidence, "ROOT", pytester.path)
    monkeypatch.setattr(evidence, "RESULTS", results)
    pytester.makeconftest(CONFTEST)
    pytester.makepyfile(test_pages=TESTS)
    run = pytester.runpytest_inprocess(*NONE_OF_OURS)
    run.assert_outcomes(passed=2, failed=1, errors=1)  # a console fails its test when that is over
    failed, by_console = "test_pages.py-test_fails", "test_pages.py-test_is_failed_by_its_console[a-b]"
    assert {folder.name for folder in results.iterdir()} == {failed, by_console}
    run.stdout.fnmatch_lines(["*What the browser showed*", str(results / failed)])
    for name in (failed, by_console):
        assert f"What the browser showed: results/{name}" in run.outlines

    written = {path.name for path in (results / failed).iterdir()}
    assert written == {"pages.log", "page-1.png", "page-1.html", "page-2.png", "page-2.html"}
    assert "What was there" in (results / failed / "page-1.html").read_text(encoding="utf-8")
    log = (results / failed / "pages.log").read_text(encoding="utf-8")
    assert "info: said before" in log and "GET http://site.example/somewhere/  200" in log
    assert "error: said at last" in (results / by_console / "pages.log").read_text(encoding="utf-8")
