"""Versions of a list: published for ever, one of them active, the same words on every host."""

import datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from dictionary import api, bundled, lexicon, open_lists
from dictionary.models import BlockedWord, Change, ListVersion, PublishedForever, WordFile
from dictionary.services import drafts, store, versions
from dictionary.services.refusal import Refused
from game.models import Match
from tests.dictionary.conftest import Maker
from tests.support.lists import publish
from tests.support.matches import give_hand, make_match, submit
from tests.support.types import certain

PLACED: dict[str, Any] = {"do": "place", "tiles": [[5, 4, "Z"], [5, 5, "Q"], [5, 6, "X"], [5, 7, "J"]]}


def code_of(match: Match) -> str:
    """What the seat to move is answered when it lays ZQXJ across the centre."""
    give_hand(match, 0, "ZQXJEEE")
    return submit(match, 0, **PLACED).code


def test_a_new_match_takes_what_is_published_and_one_under_way_keeps_its_own(made: Maker) -> None:
    before, old = make_match(board_size=11, seed=bytes(32)), versions.active("en")
    draft = versions.begin(old)
    drafts.change(draft.pk, "zqxj", "the trial", added=True)
    assert versions.compile_version(ListVersion.objects.get(pk=draft.pk))
    assert api.current("en").version == "2026.11"  # compiled is not published
    publish(draft.pk)
    after = make_match(board_size=11, seed=bytes(32))
    assert (after.lexicon_version, before.lexicon_version) == (draft.version, "2026.11")
    assert code_of(after) == ""
    assert code_of(before) == "invalid_words"
    publish(old.pk, draft.pk)
    assert code_of(make_match(board_size=11, seed=bytes(32))) == "invalid_words"
    assert "ZQXJ" in api.lexicon("en", draft.version)  # and what was begun by it goes on by it


def test_asking_which_list_is_active_costs_one_query(published: Maker) -> None:
    published("AA BB")
    api.current("en")
    with CaptureQueriesContext(connection) as asked:
        api.current("en")
    assert len(asked) == 1


def test_another_host_fetches_a_list_once_and_never_trusts_half_a_file(
    published: Maker, tmp_path: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    version = published("AA ZQXJ")
    settings.DATA_DIR = tmp_path / "another"
    monkeypatch.setattr(open_lists, "_open", {})
    assert "ZQXJ" in api.current("en")
    path = lexicon.compiled_path(settings.DATA_DIR / "lexicons", lexicon.Pin("en", version.version, version.digest))
    whole = path.read_bytes()
    for damage in (whole[:-3], b"", whole[:-8] + bytes(8), b"x" * 200):
        path.write_bytes(damage)
        open_lists._open.clear()
        assert "ZQXJ" in api.current("en")
        assert path.read_bytes() == whole
    open_lists._open.clear()
    WordFile.objects.all().delete()
    assert "ZQXJ" in api.current("en")  # from its own file


def test_a_full_disk_costs_no_match(published: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    published("AA ZQXJ")
    monkeypatch.setattr(open_lists, "keep_file", Mock(side_effect=OSError(28, "No space left on device")))
    assert "ZQXJ" in api.current("en")


def test_a_list_damaged_in_the_database_is_refused_not_guessed(published: Maker) -> None:
    version = published("AA ZQXJ")
    graph = bytes(certain(WordFile.objects.get(digest=version.digest).graph))
    WordFile.objects.update(graph=graph[:-1])
    with pytest.raises(bundled.DamagedList):
        api.current("en")
    WordFile.objects.all().delete()
    with pytest.raises(bundled.DamagedList):
        api.current("en")
    with pytest.raises(bundled.DamagedList):
        store.text_of(version.digest)


def test_what_is_published_stays(published: Maker) -> None:
    version = published("AA BB")
    version.title = "another"
    one = Change(word_list=version, word="CC", added=True, reason="x")
    for attempt in (
        version.save,
        version.delete,
        one.save,
        lambda: ListVersion.objects.filter(pk=version.pk).update(words=5),
        lambda: ListVersion.objects.all().delete(),
    ):
        with pytest.raises(PublishedForever):
            attempt()
    with pytest.raises(Refused):
        drafts.change(version.pk, "CC", "because", added=True)
    assert not versions.compile_version(version)
    assert ListVersion.objects.get(pk=version.pk).title == ""


def test_of_two_who_publish_at_once_the_second_is_told(made: Maker) -> None:
    seen = versions.active("en").pk
    first, second = made("AA BB"), made("AA CC")
    publish(first.pk, seen)
    with pytest.raises(Refused, match=str(first)):
        publish(second.pk, seen)
    with pytest.raises(Refused, match=str(first)):
        publish(seen, seen)
    assert ListVersion.objects.get(pk=second.pk).state == "compiled"
    drafts.change(second.pk, "DD", "because", added=True)
    with pytest.raises(Refused, match="compile it first"):
        versions.publish(second.pk, first.pk)
    with pytest.raises(Refused, match="not published"):
        versions.activate(second.pk, first.pk)
    assert api.current("en").version == first.version


def test_an_edit_makes_a_compiled_list_a_draft_and_a_compilation_it_overtakes_void(made: Maker) -> None:
    version = made("AA BB")
    stale = ListVersion.objects.get(pk=version.pk)
    drafts.change(version.pk, "cc", "because", added=True)
    version.refresh_from_db()
    assert (version.state, version.digest) == ("draft", "")
    assert not versions.compile_version(stale)
    assert versions.compile_version(version)
    assert store.text_of(ListVersion.objects.get(pk=version.pk).digest) == "AA\nBB\nCC\n"


def test_changes_are_judged_by_what_the_list_has_now(made: Maker) -> None:
    version = made("AA BB")
    for word, added, said in (
        ("aa", True, "is in the list already"),
        ("CC", False, "is not in the list"),
        ("a", True, "is no word"),
        ("a" * 20, True, "is no word"),
        ("å", True, "is no word"),
        ("", True, "is no word"),
    ):
        with pytest.raises(Refused, match=said):
            drafts.change(version.pk, word, "because", added=added)
    with pytest.raises(Refused, match="Say why"):
        drafts.change(version.pk, "CC", " ", added=True)
    removed = drafts.change(version.pk, "AA", "because", added=False)
    with pytest.raises(Refused, match="is not in the list"):
        drafts.change(version.pk, "AA", "because", added=False)
    assert versions.effective_words(ListVersion.objects.get(pk=version.pk)) == ["BB"]
    drafts.take_back(removed.pk)
    assert versions.effective_words(ListVersion.objects.get(pk=version.pk)) == ["AA", "BB"]


def test_blocked_words_are_left_out_where_a_version_says_so_when_it_is_compiled(made: Maker) -> None:
    version = made("AA BB CC")
    BlockedWord.objects.create(language="en", word="BB")
    BlockedWord.objects.create(language="sv", word="CC")
    assert versions.effective_words(version) == ["AA", "BB", "CC"]
    ListVersion.objects.filter(pk=version.pk).update(without_blocked=True)
    assert versions.effective_words(ListVersion.objects.get(pk=version.pk)) == ["AA", "CC"]


def test_the_same_words_are_kept_once_and_have_the_digest_of_the_bundled_lists_form(made: Maker) -> None:
    first, second = made("BB AA"), made("aa bb")
    assert first.digest == second.digest == bundled.digest_of(["AA", "BB"])
    assert WordFile.objects.count() == 1


def kept_long_ago() -> None:
    WordFile.objects.update(kept_at=timezone.now() - 2 * store.IN_THE_MAKING)


def test_the_words_of_a_deleted_draft_are_forgotten_and_those_that_a_version_has_stay(
    made: Maker, published: Maker
) -> None:
    forever, shared, draft = published("AA BB"), made("CC DD"), made("CC DD")
    begun = versions.begin(shared)  # its words are named as a source alone
    kept_long_ago()
    draft.delete()
    shared.delete()
    api.sweep(0)
    assert set(WordFile.objects.values_list("digest", flat=True)) == {forever.digest, begun.source_digest}
    begun.delete()
    api.sweep(0)
    assert WordFile.objects.get().digest == forever.digest
    assert store.text_of(forever.digest) == "AA\nBB\n" and store.graph_of(forever.digest)


def test_what_a_draft_was_compiled_to_before_its_last_change_is_forgotten(made: Maker) -> None:
    version = made("AA BB")
    drafts.change(version.pk, "CC", "because", added=True)
    assert versions.compile_version(ListVersion.objects.get(pk=version.pk))
    drafts.change(version.pk, "DD", "because", added=True)
    assert versions.compile_version(ListVersion.objects.get(pk=version.pk))
    kept_long_ago()
    api.sweep(0)
    lengths = [store.text_of(digest).count("\n") for digest in WordFile.objects.values_list("digest", flat=True)]
    assert sorted(lengths) == [2, 4]


def test_words_that_are_in_the_making_stay_though_no_version_has_them_yet(made: Maker) -> None:
    version = made("AA BB")
    kept_long_ago()
    version.delete()
    digest = store.keep(["AA", "BB"])  # another upload of the same words is being read
    api.sweep(0)
    assert store.text_of(digest) == "AA\nBB\n"


def test_a_bundled_list_can_be_based_upon_and_has_no_row_a_word() -> None:
    draft = versions.begin(versions.active("sv"))
    assert (draft.words, draft.licence) == (750_063, "LGPL 3.0")
    assert api.words_text("sv", "2026.11").count("\n") == 750_063  # its digest is held to
    assert not WordFile.objects.exists()


def test_versions_of_a_month_are_numbered(made: Maker) -> None:
    month = datetime.date(2031, 5, 6)
    assert versions.next_label("en", month) == "2031.05"
    made("AA", version="2031.05")
    assert versions.next_label("en", month) == "2031.05.2"
    with pytest.raises(Refused, match="already"):
        versions.new_draft("en", "2031.05")


def test_two_hundred_words_cost_as_many_statements_and_unpackings_as_one(
    published: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    draft = versions.begin(published("AA BB"))
    unpacked: list[str] = []
    real = store.text_of
    monkeypatch.setattr(store, "text_of", lambda digest: unpacked.append(digest) or real(digest))
    counts = []
    for words in (["CC"], [f"Z{a}{b}" for a in "ABCDEFGHIJ" for b in "ABCDEFGHIJKLMNOPQRST"]):
        unpacked.clear()
        with CaptureQueriesContext(connection) as asked:
            edited = drafts.change_all(draft.pk, words, "the club", added=True)
        assert [change.word for change in edited.changes] == words
        counts.append((len(asked), len(unpacked)))
    assert counts[1][0] <= counts[0][0] + 1, "SQLite takes so many values in two statements"
    assert [unpackings for _statements, unpackings in counts] == [1, 1]


def test_of_words_by_hand_those_that_cannot_be_are_told_and_the_others_done(published: Maker) -> None:
    draft = versions.begin(published("AA BB"))
    edited = drafts.change_all(draft.pk, ["aa", "cc", "c4", "CC", "dd", ""], "the club", added=True)
    assert [change.word for change in edited.changes] == ["CC", "DD"]
    assert ["AA is in the list already." in edited.refused, len(edited.refused)] == [True, 3]
    changed = drafts.change_all(draft.pk, ["cc", "bb"], "a second thought", added=False)
    assert [(change.word, change.added) for change in changed.changes] == [("CC", False), ("BB", False)]
    assert versions.effective_words(ListVersion.objects.get(pk=draft.pk)) == ["AA", "DD"]
    with pytest.raises(Refused, match="Say why"):
        drafts.change_all(draft.pk, ["ee"], " ", added=True)
