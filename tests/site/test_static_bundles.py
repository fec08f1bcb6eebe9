"""What is served of `static/`: one small file for each script and style sheet, the same for every way to run."""

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles.finders import find
from django.test import Client

from alfapower.build.static_bundles import BundleError, build, minified, script, sources, style
from tests.support import needs
from tests.support.types import certain


@pytest.fixture
def written(tmp_path: Path) -> Callable[..., Path]:
    """Write a folder of sources by their names and texts."""

    def write(**texts: str) -> Path:
        for name, text in texts.items():
            folder, _, rest = name.partition("_")
            path = tmp_path / "static" / folder / f"{rest.replace('_', '/')}.{folder}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "static"

    return write


@pytest.mark.needs_node
def test_modules_run_once_in_the_order_of_their_imports_and_late_ones_when_asked(written: Callable[..., Path]) -> None:
    folder = written(
        js_page='import { count as shared } from "./page/counter.js";\nimport "./page/side.js";\n'
        'import("./page/late.js").then(({ late }) => console.log("late", late, shared()));\n'
        'console.log("page", shared());\n',
        js_page_counter='let number = 0;\nexport const count = () => (number += 1);\nconsole.log("counter");\n',
        js_page_side='import { count } from "./counter.js";\nconsole.log("side", count());\n',
        js_page_late='import { count } from "./counter.js";\nexport const late = count();\nconsole.log("late runs");\n',
    )
    made = script("js/page.js", sources(folder))
    said = ["counter", "side 1", "page 2", "late runs", "late 3 4"]
    for text in (made, minified(made, "js")):
        result = subprocess.run(
            [needs.program("node"), "-e", text], capture_output=True, text=True, check=True, timeout=60
        )
        assert result.stdout.splitlines() == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('import page from "./a/b.js";\n', "page.js: cannot bundle “import page"),
        ("export default 1;\n", "page.js: cannot bundle “export default"),
        ("export let number = 0;\n", "page.js: cannot bundle “export let"),
        ('import { a } from "./missing.js";\n', "page.js: there is no "),
        ('import { a } from "./a/circle.js";\n', "js/a/circle.js: imports itself, by way of js/a/other.js"),
    ],
)
def test_what_cannot_be_bundled_is_named(written: Callable[..., Path], text: str, said: str) -> None:
    folder = written(
        js_page=text,
        js_a_circle='import { b } from "./other.js";\nexport const a = 1;\n',
        js_a_other='import { a } from "./circle.js";\nexport const b = 1;\n',
    )
    with pytest.raises(BundleError, match=re.escape(said)):
        script("js/page.js", sources(folder))


def test_what_a_served_script_exports_another_may_import_by_its_address(written: Callable[..., Path]) -> None:
    folder = written(
        js_page='import { one } from "./page/one.js";\nexport const two = one + one;\nexport function three() {}\n',
        js_page_one="export const one = 1;\n",
    )
    made = script("js/page.js", sources(folder))
    assert made.startswith("export const { two, three } = (() => {")
    assert made.endswith("return { two, three };\n})();\n")
    assert minified(made, "js").startswith("export const{two,three}=")


def test_comments_go_and_what_stands_between_them_stays(written: Callable[..., Path]) -> None:
    text = "/* one\n   two */\n/* three */ first();\n  // four\nsecond('/* five */'); /* six */\n"
    small = minified(f"(() => {{\n{text}}})();\n", "js")
    assert "first()" in small and "/* five */" in small
    assert not re.search("one|two|three|four|six", small)


def test_style_sheets_keep_their_order_and_what_they_point_to(written: Callable[..., Path]) -> None:
    folder = written(
        css_site='@import "site/fonts.css";\n@import "site/late.css";\n.c {\n  color: red;\n}\n',
        css_site_fonts='@font-face {\n  font-family: "A";\n  src: url("../../fonts/a.woff2");\n}\n',
        css_site_late='.a {\n  background: url("data:image/gif;base64,AA");\n}\n',
    )
    small = minified(style("css/site.css", sources(folder)), "css")
    assert "url(../fonts/a.woff2)" in small and "url(data:image/gif" in small
    assert small.index("@font-face") < small.index(".a{") < small.index(".c{")


def test_a_changed_source_is_built_anew_and_the_others_are_left_alone(
    written: Callable[..., Path], tmp_path: Path
) -> None:
    folder, built = written(js_one="one();\n", js_two="two();\n"), tmp_path / "built"
    build([folder], built)
    before = (built / "js/two.js").stat().st_mtime_ns
    (folder / "js/one.js").write_text("changed();\n")
    build([folder], built)
    assert "changed()" in (built / "js/one.js").read_text()
    assert (built / "js/two.js").stat().st_mtime_ns == before
    (folder / "js/two.js").unlink()
    build([folder], built)
    assert [path.name for path in built.rglob("*.js")] == ["one.js"]


def test_several_folders_are_one_and_a_name_stands_in_one_of_them(tmp_path: Path) -> None:
    ours, games = tmp_path / "ours", tmp_path / "games"
    for folder, name, text in (
        (ours, "js/common.js", "export const common = 1;\n"),
        (games, "js/game.js", 'import { own } from "./game/own.js";\nown();\n'),
        (games, "js/game/own.js", 'import { common } from "../common.js";\nexport const own = () => common;\n'),
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    assert "const { common } = module_js_common();" in script("js/game.js", sources(ours, games))
    (games / "js/common.js").write_text("\n")
    with pytest.raises(BundleError, match="there is a js/common.js in"):
        sources(ours, games)


def test_with_debug_the_sources_are_named(written: Callable[..., Path], tmp_path: Path) -> None:
    folder = written(js_page='import "./page/part.js";\n', js_page_part="part();\n")
    build([folder], tmp_path / "built", readable=True)
    assert "/* js/page/part.js */\npart();\n" in (tmp_path / "built/js/page.js").read_text()


def test_all_that_is_served_of_ours_is_small() -> None:
    names = [name for name in sources(*settings.STATIC_SOURCES) if re.fullmatch(r"js/[^/]+|css/[^/]+", name)]
    assert {"js/match.js", "js/keebble.js"} <= set(names)
    for name in names:
        served = Path(certain(find(name))).read_text(encoding="utf-8")
        assert served.count("\n") < 3, f"{name} could not be read by the minifier"
    assert find("js/match/page.js") is None


def test_the_embedded_server_lets_browsers_keep_the_files_and_ask_whether_they_changed() -> None:
    client = Client(headers={"accept-encoding": "gzip"})
    answer = client.get("/static/js/match.js")
    assert answer["Content-Encoding"] == "gzip" and "max-age=60" in answer["Cache-Control"]
    assert client.get("/static/js/match.js", headers={"if-modified-since": answer["Last-Modified"]}).status_code == 304
    assert client.get("/static/js/match/page.js").status_code == 404
