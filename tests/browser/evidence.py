"""What a test that fails in a browser leaves to look at: `test-results/browser/<test>/`.

A picture and the HTML of every page that was open, and what all pages of the test said and were answered. No trace of
Playwright's: even one of snapshots alone costs every test, also each that passes, a fifth more processor.
"""

import re
import shutil
import time
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Page, Request, Response

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "test-results" / "browser"
PROPERTY = "browser_evidence"
"""Under which a report tells the folder."""
PATIENCE_MS = 5_000
"""For the picture of a page that may hang."""


class Evidence:
    """Of one test: `folder` is where it is written, if it must be."""

    def __init__(self, test: str) -> None:
        self.folder = RESULTS / re.sub(r"[^\w.\-\[\]]+", "-", test)
        self.is_kept = False
        self.begun = time.monotonic()
        self.lines: list[str] = []

    def watch(self, context: BrowserContext) -> None:
        """Note what the pages of a context say from now on, and what they are answered."""
        context.on("console", self._said)
        context.on("weberror", lambda fault: self._note(fault.page, f"{fault.error}\n{fault.error.stack}"))
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    def keep(self, browser: Browser) -> None:
        """Write all there is, while the pages are still open. A page that cannot be looked at any more says so."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.is_kept = True
        pages = [page for context in browser.contexts for page in context.pages]
        for number, page in enumerate(pages, 1):
            self._note(page, f"is page {number}")
            try:
                page.screenshot(path=self.folder / f"page-{number}.png", timeout=PATIENCE_MS)
                (self.folder / f"page-{number}.html").write_text(page.content(), encoding="utf-8")
            except Error as error:
                self._note(page, f"cannot be looked at: {error}")
        (self.folder / "pages.log").write_text("\n".join([*self.lines, ""]), encoding="utf-8")

    def _note(self, page: Page | None, what: str) -> None:
        self.lines.append(f"{time.monotonic() - self.begun:7.2f} s  {page.url if page else 'a page'}  {what}")

    def _said(self, message: ConsoleMessage) -> None:
        self._note(message.page, f"{message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        self.lines.append(f"{time.monotonic() - self.begun:7.2f} s  {request.method} {request.url}  {request.failure}")

    def _answered(self, response: Response) -> None:
        line = f"{response.request.method} {response.url}  {response.status}"
        self.lines.append(f"{time.monotonic() - self.begun:7.2f} s  {line}")


def tell(report: pytest.TestReport, evidence: Evidence) -> None:
    """Name the folder with the failure, and for the end of the run."""
    report.sections.append(("What the browser showed", str(evidence.folder)))
    report.user_properties.append((PROPERTY, str(evidence.folder.relative_to(ROOT))))


def told(reports: list[pytest.TestReport]) -> list[str]:
    """The folders that these reports tell, each once."""
    return list(dict.fromkeys(str(value) for one in reports for name, value in one.user_properties if name == PROPERTY))
