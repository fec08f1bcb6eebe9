"""The list of mutants that nothing can tell from the original speaks of code that is there."""

import pytest

from tests.mutation.equivalent import ALIKE, known
from tests.mutation.mutants import mutant, sites
from tests.mutation.run import ROOT


@pytest.mark.parametrize("file", sorted({one.file for one in ALIKE}))
def test_every_entry_fits_one_mutant(file):
    text = (ROOT / file).read_text(encoding="utf-8")
    lines = text.splitlines()
    mutants = [mutant(text, site, file) for site in sites(text)]
    found = [known(file, lines[one.lines.start - 1], one.change) for one in mutants]
    assert sorted(map(repr, filter(None, found))) == sorted(repr(one) for one in ALIKE if one.file == file)
