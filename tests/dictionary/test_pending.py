"""What the word court accepts is kept until a published list has it: in the right draft, through deletions, and with
the player told when it is so, and not before.
"""

from collections.abc import Callable
from importlib import import_module

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from accounts.models import User
from dictionary import api
from dictionary.models import Change, Dispute, ListVersion
from dictionary.services import disputes, drafts, pending, versions
from dictionary.services.refusal import Refused
from tests.dictionary.conftest import Maker
from tests.support.lists import publish
from tests.support.matches import UserFactory
from tests.support.types import certain

State = ListVersion.State
Accept = Callable[[str], disputes.Verdict]

pytestmark = pytest.mark.usefixtures("active")


@pytest.fixture
def active(published: Maker) -> ListVersion:
    """A small list that new matches take."""
    return published("AA BB")


@pytest.fixture
def accept(moderator: User) -> Accept:
    """Disputes a word for a new player and accepts it: accept("CC") gives the verdict."""

    def accepted(word: str) -> disputes.Verdict:
        one = disputes.dispute(UserFactory.create().pk, api.current("en"), word)
        return disputes.decide(one.pk, accept=True, reason="It is one.", moderator=moderator)

    return accepted


def compile_(draft: ListVersion) -> ListVersion:
    """Compiled, as it is now."""
    assert versions.compile_version(ListVersion.objects.get(pk=draft.pk))
    return ListVersion.objects.get(pk=draft.pk)


def words_of(draft: ListVersion) -> list[str]:
    return versions.effective_words(ListVersion.objects.get(pk=draft.pk))


def news(one: Dispute) -> int:
    count = disputes.HOW_MANY_SETTLED.alone(certain(one.user_id))
    assert count == disputes._news(certain(one.user_id)).count(), "the statement is not the query any more"
    return count


def test_what_is_accepted_goes_into_a_draft_of_the_active_list_and_no_newer_one(
    active: ListVersion, made: Maker, accept: Accept
) -> None:
    uploaded = made("XX YY ZZ")
    other = versions.begin(uploaded)
    verdict = accept("CC")
    assert verdict.draft and verdict.draft.based_on == active
    assert words_of(verdict.draft) == ["AA", "BB", "CC"]
    uploaded.refresh_from_db()
    assert uploaded.state == State.COMPILED and not Change.objects.filter(word_list__in=(uploaded, other)).exists()


def test_a_draft_of_the_active_list_that_somebody_has_begun_takes_it(active: ListVersion, accept: Accept) -> None:
    mine = versions.begin(active)
    drafts.change(mine.pk, "DD", "the club", added=True)
    assert accept("CC").draft == mine
    assert accept("EE").draft == mine
    assert words_of(mine) == ["AA", "BB", "CC", "DD", "EE"]


def test_a_compiled_list_stays_compiled_and_a_new_draft_takes_it(accept: Accept) -> None:
    ready = compile_(certain(accept("CC").draft))
    verdict = accept("DD")
    ready.refresh_from_db()
    assert ready.state == State.COMPILED
    assert verdict.draft != ready and words_of(certain(verdict.draft)) == ["AA", "BB", "CC", "DD"]


def test_what_is_accepted_outlives_every_draft(active: ListVersion, accept: Accept) -> None:
    certain(accept("CC").draft).delete()
    assert words_of(versions.begin(active)) == ["AA", "BB", "CC"]
    ListVersion.objects.exclude(state=State.PUBLISHED).delete()
    assert words_of(certain(accept("DD").draft)) == ["AA", "BB", "CC", "DD"]


def test_a_draft_of_another_list_does_not_get_it(made: Maker, accept: Accept) -> None:
    accept("CC")
    assert words_of(versions.begin(made("XX YY"))) == ["XX", "YY"]


def test_a_list_that_was_published_without_it_leaves_it_waiting_and_is_said_to(
    active: ListVersion, made: Maker, accept: Accept
) -> None:
    accept("CC")
    one = Dispute.objects.latest("pk")
    other = made("AA BB XX")
    assert versions.change_from(other, active).missing == ("CC",)
    publish(other.pk)
    one.refresh_from_db()
    assert (one.in_version, news(one)) == ("", 0)
    assert words_of(versions.begin(other)) == ["AA", "BB", "CC", "XX"]


def test_the_player_hears_of_it_when_a_published_list_has_it(accept: Accept, client: Client) -> None:
    draft = certain(accept("CC").draft)
    one = Dispute.objects.get()
    client.force_login(certain(one.user))

    def page(address: str) -> str:
        return client.get(address).content.decode()

    assert news(one) == 0 and "/words/#disputes" not in page("/")
    assert "coming in one of the next versions" in page("/words/")
    compile_(draft)
    assert news(one) == 0
    publish(draft.pk)
    one.refresh_from_db()
    assert one.in_version == draft.version and "CC" in api.current("en")
    assert "/words/#disputes" in page("/")
    assert f"in the list since version {draft.version}" in page("/words/")
    assert "/words/#disputes" not in page("/"), "told once"


def test_going_back_to_a_list_that_has_it_is_an_answer_too(accept: Accept, made: Maker) -> None:
    bundled = ListVersion.objects.get(language="en", version="2026.11")
    accept("STORM")
    publish(bundled.pk)
    assert Dispute.objects.get().in_version == "2026.11"


def test_what_the_list_has_had_since_is_accepted_without_a_draft(
    accept: Accept, published: Maker, moderator: User
) -> None:
    old = disputes.dispute(UserFactory.create().pk, api.current("en"), "CC")
    now = published("AA BB CC")
    verdict = disputes.decide(old.pk, accept=True, reason="So it is.", moderator=moderator)
    assert (verdict.draft, verdict.version) == (None, now.version)
    assert news(old) == 1 and not pending.pending("en").exists()


def test_what_staff_changed_by_hand_in_a_draft_stays_as_they_left_it(accept: Accept) -> None:
    draft = certain(accept("CC").draft)
    drafts.change(draft.pk, "CC", "a second thought", added=False)
    accept("DD")
    assert words_of(draft) == ["AA", "BB", "DD"]
    assert accept("CC").draft == draft
    assert "CC" in words_of(draft), "but decided anew it counts"


def test_the_last_of_two_verdicts_against_each_other_counts(
    active: ListVersion, moderator: User, accept: Accept
) -> None:
    accept("CC")
    first, draft = Dispute.objects.get(), ListVersion.objects.get(state=State.DRAFT)
    against = Dispute.objects.create(user=UserFactory.create(), language="en", version="0", word="CC", added=False)
    verdict = disputes.decide(against.pk, accept=True, reason="No, none.", moderator=moderator)
    first.refresh_from_db()
    assert (first.state, news(first), verdict.version, verdict.still_in) == ("declined", 1, active.version, (draft,))
    draft.delete()
    assert words_of(versions.begin(active)) == ["AA", "BB"]


def test_the_courts_change_is_not_taken_back_but_declined_after_all(accept: Accept, moderator: User) -> None:
    draft = accept("CC").draft
    change = Change.objects.get()
    with pytest.raises(Refused, match="Decline the dispute first"):
        drafts.take_back(change.pk)
    one = Dispute.objects.get()
    with pytest.raises(Refused, match="has decided this already"):
        disputes.decide(one.pk, accept=False, reason="No.", moderator=moderator)  # seen as open, which it was not
    verdict = disputes.decide(one.pk, accept=False, reason="On reflection.", moderator=moderator, seen="accepted")
    one.refresh_from_db()
    assert (one.state, one.reason, news(one)) == ("declined", "On reflection.", 1)
    assert verdict.still_in == (draft,)
    drafts.take_back(change.pk)
    assert words_of(certain(draft)) == ["AA", "BB"]


def test_what_a_published_list_has_is_decided_for_good(accept: Accept, moderator: User) -> None:
    draft = compile_(certain(accept("CC").draft))
    publish(draft.pk)
    with pytest.raises(Refused):
        disputes.decide(Dispute.objects.get().pk, accept=False, reason="x", moderator=moderator, seen="accepted")


def test_the_admin_names_the_draft_before_and_after(active: ListVersion, moderator: User, client: Client) -> None:
    client.force_login(moderator)
    one = disputes.dispute(UserFactory.create().pk, api.current("en"), "CC")
    place = f"/admin/dictionary/dispute/{one.pk}/change/"
    assert f"a new draft, begun from the active list {active}" in client.get(place).content.decode()
    mine = versions.begin(active)
    assert f"it goes into the draft {mine}" in client.get(place).content.decode()
    posted = {"verdict": "accept", "reason": "It is one.", "found": "open"}
    said = client.post(place, posted, follow=True).content.decode()
    where = reverse("admin:dictionary_listversion_words", args=(mine.pk,))
    assert f'is in the draft <a href="{where}">{mine}</a>' in said
    overview = client.get(reverse("admin:dictionary_listversion_change", args=(active.pk,))).content.decode()
    assert "1 word that the word court decided on is in no list yet" in overview
    html = client.get(place).content.decode()
    assert "Decline after all" in html and "Accept:" not in html
    said = client.post(place, {"verdict": "decline", "reason": "x", "found": "open"}, follow=True).content.decode()
    assert "has decided this already" in said and Dispute.objects.get().state == "accepted"
    said = client.post(place, {"verdict": "decline", "reason": "x", "found": "accepted"}, follow=True).content.decode()
    assert "has the change still" in said and Dispute.objects.get().state == "declined"


def test_what_was_published_before_this_release_is_answered_and_the_rest_waits(accept: Accept) -> None:
    publish(compile_(certain(accept("CC").draft)).pk)
    accept("DD")
    Dispute.objects.update(in_version="", seen=True)
    import_module("dictionary.migrations.0005_court_and_publishing").note_published(apps, None)
    told = dict(Dispute.objects.values_list("word", "in_version"))
    assert told == {"CC": versions.active("en").version, "DD": ""}
    assert not Dispute.objects.filter(seen=False).exists(), "what was told is not told again"
