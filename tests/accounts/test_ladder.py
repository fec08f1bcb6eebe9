"""The ladder of the bots: which of them a player has beaten, kept with guest and account."""

from accounts.models import BeatenBot, User
from accounts.services import data_export, ladder, leaving, merging
from game.models import Match, PlayedOn
from tests.bots.practice import make_practice, person_of
from tests.support.matches import START, UserFactory, make_match, resigned


def ended(*, won: bool, variant: str = "alfapower", user: User | None = None, at: int = START + 1000) -> Match:
    """A practice match against Moss that the bot, or the person, has given up."""
    row = make_practice(begins="bot", variant=variant, user=user)
    return resigned(row, 0 if won else 1, at)


def test_the_bot_is_beaten_in_the_transaction_that_ends_the_match() -> None:
    row = ended(won=True)
    beaten = BeatenBot.objects.get()
    assert (beaten.user, beaten.variant, beaten.level) == (person_of(row), "alfapower", "calm")
    assert beaten.beaten_at == row.finished_at and str(beaten) == f"{person_of(row).pk} alfapower calm"
    assert ladder.beaten(person_of(row).pk, "alfapower") == {"calm"}


def test_nobody_is_beaten_where_the_bot_wins() -> None:
    ended(won=False)
    assert not BeatenBot.objects.exists()


def test_nobody_is_beaten_among_people() -> None:
    resigned(make_match())
    assert not BeatenBot.objects.exists()


def test_each_game_has_a_ladder_of_its_own() -> None:
    person = person_of(ended(won=True))
    ended(won=True, variant="classic", user=person)
    assert ladder.beaten(person.pk, "classic") == {"calm"} and ladder.beaten(person.pk, "flex") == set()


def test_an_end_that_is_told_twice_and_a_second_win_leave_the_first() -> None:
    first = ended(won=True)
    ended(won=True, user=person_of(first), at=START + 9000)
    ladder.note(first.pk)
    assert BeatenBot.objects.get().beaten_at == first.finished_at


def test_a_match_played_on_beats_nobody() -> None:
    """One may choose a turn that is won already."""
    row = make_practice(begins="bot")
    PlayedOn.objects.create(match=row, position="{}", source=None, turn=3)
    Match.objects.filter(pk=row.pk).update(status=Match.Status.OVER, winner=1, finished_at=START)
    ladder.note(row.pk)
    assert not BeatenBot.objects.exists()


def test_what_a_guest_has_beaten_is_the_accounts_the_earlier_of_two() -> None:
    guest, account = UserFactory.create(), UserFactory.create(is_guest=False)
    for user, variant, at in ((account, "alfapower", 2000), (guest, "alfapower", 1000), (guest, "flex", 3000)):
        BeatenBot.objects.create(user=user, variant=variant, level="calm", beaten_at=at)
    BeatenBot.objects.create(user=account, variant="classic", level="calm", beaten_at=500)
    BeatenBot.objects.create(user=guest, variant="classic", level="calm", beaten_at=900)
    merging.merge(guest.pk, account.pk)
    kept = BeatenBot.objects.filter(user=account).order_by("variant").values_list("variant", "beaten_at")
    assert list(kept) == [("alfapower", 1000), ("classic", 500), ("flex", 3000)]
    assert BeatenBot.objects.count() == 3


def test_it_is_in_the_export_and_goes_with_the_account() -> None:
    person = person_of(ended(won=True))
    (told,) = data_export.of(person)["beatenbot_user"]
    assert told["level"] == "calm"
    leaving.delete(person.pk)
    assert not BeatenBot.objects.exists()
