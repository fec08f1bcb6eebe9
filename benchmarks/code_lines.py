"""How much code there is:  python -m benchmarks.code_lines [folder]

Lines of Python that hold a token of a statement: no blanks, comments or docstrings. Product and tests apart; of
scripts, styles and templates the lines that are not blank.
"""

import ast
import io
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
TESTS = ("tests", "benchmarks")
OTHERS = {".js": "scripts", ".css": "styles", ".html": "templates", ".jinja": "templates"}


def lines_of(source: str) -> int:
    """The lines of Python code in a file."""
    held: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            held.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            held.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(held)


def counted(root: Path) -> Counter[str]:
    """Lines by kind, of the files that git tracks in a folder."""
    found: Counter[str] = Counter()
    listed = subprocess.run(["git", "ls-files"], cwd=root, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        path = root / name
        if not path.is_file():
            continue
        if path.suffix == ".py" and "migrations" not in path.parts:
            found["tests" if name.startswith(TESTS) else "product"] += lines_of(path.read_text(encoding="utf-8"))
        elif path.suffix in OTHERS and {"static", "templates"} & set(path.relative_to(root).parts):
            found[OTHERS[path.suffix]] += sum(bool(line.strip()) for line in path.read_text("utf-8").splitlines())
    return found


if __name__ == "__main__":
    for kind, lines in counted(Path(sys.argv[1] if len(sys.argv) > 1 else ".")).most_common():
        sys.stdout.write(f"{kind:<12}{lines:>8,}\n")
