"""The list of mutants that nothing can tell from the original speaks of code that is there."""

import pytest

from tests.mutation.alike import ALIKE
from tests.mutation.mutants import mutant, sites
from tests.mutation.run import ROOT


@pytest.mark.parametrize("file", sorted({one.file for one in ALIKE}))
def test_every_entry_fits_a_mutant(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    mutants = [mutant(text, site, file) for site in sites(text)]
    there_are = {(lines[one.lines.start - 1].strip(), one.change) for one in mutants}
    assert {(one.line, one.change) for one in ALIKE if one.file == file} <= there_are
