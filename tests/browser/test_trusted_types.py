"""What could run is never made of a text: by Trusted Types the browser refuses it, and reports it (review L9)."""

from secrets import token_hex

import pytest
from playwright.sync_api import ConsoleMessage, Page, expect

from tests.browser.conftest import Site, is_fault
from tests.support.types import certain

PASSWORD = "long-grass-and-9-geese"

INTO_THE_PAGE = """([sink, html]) => {
  const main = document.querySelector('main'), before = main.outerHTML;
  try {
    if (sink === 'innerHTML') main.innerHTML = html;
    if (sink === 'insertAdjacentHTML') main.insertAdjacentHTML('beforeend', html);
    if (sink === 'DOMParser') new DOMParser().parseFromString(html, 'text/html');
    if (sink === 'htmx') htmx.swap(main, html, { swapStyle: 'innerHTML' });
  } catch (error) {
    return [error.name, main.outerHTML === before];
  }
  return ['taken', main.outerHTML === before];
}"""
OF_A_TEXT = """(kind) => {
  const script = document.createElement('script');
  try {
    if (kind === 'address') script.src = '/static/js/site.js';
    if (kind === 'another address') script.src = '/service-worker.js?';
    if (kind === 'worker') new Worker('/static/js/site.js');
    if (kind === 'text') script.text = '1';
    if (kind === 'timer') setTimeout('1');
    if (kind === 'policy') trustedTypes.createPolicy('unread', { createHTML: (html) => html });
  } catch (error) {
    return error.name;
  }
  return 'taken';
}"""
RUNNING = [
    "<script>1</script>",
    "<SCRIPT/src=/static/js/site.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<p/onclick=alert(1)>",
    "<tr onclick=alert(1)><td>",
    "<svg onload=alert(1)>",
    "<a href='javascript:alert(1)'>x</a>",
    "<a href=' java\nscript:alert(1)'>x</a>",
    "<a href='&#106;avascript:alert(1)'>x</a>",
    "<a href='javascript&colon;alert(1)'>x</a>",
    "<svg><a xlink:href='javascript:alert(1)'></a></svg>",
    "<template><img src=x onerror=alert(1)></template>",
    "<form><input name=attributes><b onclick=alert(1)>",
    "<form onclick=alert(1)><input name=attributes><input name=attributes></form>",
    "<form action='javascript:alert(1)'><input name=attributes><input name=attributes></form>",
    "<title><img src=x onerror=alert(1)></title>",
    "<svg><a><animate attributeName=href values='#;javascript:alert(1)'/></a></svg>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'></noscript>",
    "<iframe srcdoc='x'></iframe>",
    "<base href='https://evil.example/'>",
]
HARMLESS = [
    "<p class='cell' data-r='1'>A</p>",
    "<p title='one=1, onion = 2'>What is one = on javascript and &#x27;&amp;#106;&#x27;?</p>",
    "<p>&lt;script&gt; alert(1)</p>",
]


def is_ours(message: ConsoleMessage) -> bool:
    """Whether a console line is a fault of the page; Django's admin has no icon, and browsers ask for one."""
    return is_fault(message) and not message.location["url"].endswith("/favicon.ico")


@pytest.fixture
def page(free_page: Page) -> Page:
    """The home page: here it is the browser that refuses."""
    free_page.goto("/")
    expect(free_page.locator("main")).to_be_attached()
    return free_page


def test_no_sink_takes_what_could_run(page: Page) -> None:
    for sink in ("innerHTML", "insertAdjacentHTML", "DOMParser", "htmx"):
        for html in RUNNING:
            assert page.evaluate(INTO_THE_PAGE, [sink, html]) == ["TypeError", True], (sink, html)


def test_what_cannot_run_is_taken(page: Page) -> None:
    for sink in ("insertAdjacentHTML", "DOMParser", "htmx"):
        for html in HARMLESS:
            assert page.evaluate(INTO_THE_PAGE, [sink, html])[0] == "taken", (sink, html)


def test_no_script_address_or_policy_is_made_of_a_text(page: Page) -> None:
    for kind in ("address", "another address", "worker", "text", "timer", "policy"):
        assert page.evaluate(OF_A_TEXT, kind) == "TypeError", kind


def test_what_was_refused_is_reported(page: Page) -> None:
    with page.expect_request("**/csp-report") as told:
        page.evaluate(INTO_THE_PAGE, ["innerHTML", "<script>1</script>"])
    report = certain(told.value.post_data_json)["csp-report"]
    assert report["effective-directive"] == "require-trusted-types-for"
    assert certain(told.value.response()).status == 204


@pytest.mark.long
def test_every_page_of_the_admin_works_under_it(site: Site, page: Page) -> None:
    admin = f"astrid{token_hex(4)}"  # the site outlives the test: a second try makes an admin of its own
    site.env |= {"DJANGO_SUPERUSER_USERNAME": admin, "DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    made = site.manage("createsuperuser", "--noinput", "--email", f"{admin}@example.org")
    assert made.returncode == 0, made.stderr
    page.goto("/accounts/login/?next=/admin/")
    page.locator("[name=login]").fill(admin)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("form:has([name=password]) button").click()
    expect(page.locator("#content-main a").first).to_be_visible()
    wrong = []
    page.on("console", lambda message: wrong.append(f"{page.url}: {message.text}") if is_ours(message) else None)
    page.on("pageerror", lambda error: wrong.append(f"{page.url}: {error}"))
    pages = page.eval_on_selector_all("#content-main a", "all => [...new Set(all.map((link) => link.href))]")
    assert len(pages) > 10
    for address in pages:
        page.goto(address)
        assert page.evaluate("trustedTypes.defaultPolicy !== null"), address
        if (row := page.locator("#result_list tbody th a")).count():
            page.goto(certain(row.first.get_attribute("href")))
    assert not wrong, "\n".join(wrong)
    assert page.evaluate(OF_A_TEXT, "text") == "TypeError"
