"""Presets of every game are made in the admin, and one that somebody waits by says so when it is to be deleted."""

import pytest
from django.test import Client

from accounts.models import User
from game import api as game
from lobby.models import Preset, Seeker
from tests.lobby.test_presets import ADD, SPRINT, change_page, errors_of, filled_in

GAMES = list(game.games())


@pytest.mark.parametrize("variant", GAMES)
def test_a_preset_of_every_game_is_added_and_stands_on_the_page_of_its_game(
    admin_client: Client, client: Client, variant: str
) -> None:
    page = f"{ADD}?game={variant}"
    answer = admin_client.post(page, filled_in(admin_client, page, **SPRINT))
    assert answer.status_code == 302, errors_of(answer)
    made = Preset.objects.get(key="sprint")
    assert (made.variant, made.settings) == (variant, {})
    assert game.check_preset(made.settings, made.variant) is None
    page = client.get(f"/play/{variant}/").content.decode()
    assert 'value="sprint"' in page and "Sprint" in page


def test_the_page_to_add_one_leads_to_those_of_the_other_games(admin_client: Client) -> None:
    for variant in GAMES:
        text = admin_client.get(f"{ADD}?game={variant}").content.decode()
        assert [f'href="?game={other}"' in text for other in GAMES] == [True] * len(GAMES)
        assert f'<a href="?game={variant}" aria-current="page">' in text
    assert 'href="?game=' not in admin_client.get(change_page(Preset.objects.all()[0])).content.decode()


@pytest.mark.parametrize("asked", ["", "chess", "\0", "alfapower&game=no"])
def test_of_a_game_that_nobody_knows_the_page_is_that_of_the_first(admin_client: Client, asked: str) -> None:
    form = admin_client.get(ADD, {"game": asked}).context["adminform"].form
    assert form.variant == game.DEFAULT_VARIANT


def test_the_list_names_the_game_of_each_and_can_be_asked_for_one(admin_client: Client) -> None:
    listed = admin_client.get("/admin/lobby/preset/?game=keebble").context["cl"].result_list
    assert {preset.variant for preset in listed} == {"keebble"}
    assert "Keebble" in admin_client.get("/admin/lobby/preset/").content.decode()


def test_one_that_somebody_waits_by_is_not_deleted_and_says_why(admin_client: Client) -> None:
    quick = Preset.objects.get(key="quick")
    elsa = User.objects.create_user("elsa")
    Seeker.objects.create(user=elsa, preset=quick, terms="{}", language="en", joined_at=1, gone_at=10**13)
    page = f"/admin/lobby/preset/{quick.pk}/delete/"
    said = "Somebody is waiting by “Quick”. Switch it off, and delete it when nobody waits by it."
    shown = admin_client.get(page).content.decode()
    assert said in shown and "permission" not in shown
    admin_client.post(page, {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [quick.pk], "post": "yes"}
    assert said in admin_client.post("/admin/lobby/preset/", chosen).content.decode()
    assert Preset.objects.filter(pk=quick.pk).exists()
    other = Preset.objects.get(key="standard")
    admin_client.post(f"/admin/lobby/preset/{other.pk}/delete/", {"post": "yes"})
    assert not Preset.objects.filter(pk=other.pk).exists()
