"""The pages of boards of one's own: what is posted is kept or shown again with a reason, and nobody gets another's."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from accounts.api import boards_of
from accounts.board_models import MOST_BOARDS
from accounts.models import SavedBoard, User
from accounts.services import boards
from game import api as game
from tests.accounts.conftest import PLAIN, SMALL, STANDARD, become_guest, sign_in, who, with_row
from tests.support.types import Response

LIST, NEW = reverse("accounts:boards"), reverse("accounts:new-board")


def post(client: Client, path: str, name: str, rows: list[str]) -> Response:
    """Send the form as a browser does."""
    return client.post(path, {"name": name, "rows": "\r\n".join(rows)})


def test_a_visitor_looks_around_and_becomes_a_guest_by_saving(client: Client) -> None:
    for path in (LIST, NEW):
        assert client.get(path).status_code == 200
    assert who(client) is None

    answer = post(client, NEW, "Mine", SMALL)

    board = SavedBoard.objects.get()
    assert who(client) == board.user and board.rows == SMALL and board.user.is_guest
    assert answer["Location"] == reverse("accounts:board", args=[board.pk])
    page = client.get(answer["Location"]).content.decode()
    assert "\n".join(SMALL) in page and 'value="Mine"' in page and "no-store" in answer["Cache-Control"]


@pytest.mark.parametrize(
    ("name", "rows", "said"),
    [
        ("", SMALL, "Give the board a name."),
        ("x" * 31, SMALL, "A name has at most 30 characters."),
        ("Taken", SMALL, "You have a board of that name already."),
        ("Mine", SMALL[1:], "A board has 11, 15 or 19 rows."),
        ("Mine", with_row(2, "...."), "Row 3 is not as long as there are rows."),
        ("Mine", with_row(0, "<.........."), "Row 1 has the sign &lt;."),
        ("Mine", with_row(10, "*.........."), "Row 11 has a star. It goes in the centre only."),
    ],
)
def test_what_cannot_be_kept_is_shown_again_with_the_reason(
    client: Client, name: str, rows: list[str], said: str
) -> None:
    become_guest(client)
    post(client, NEW, "Taken", PLAIN)

    answer = post(client, NEW, name, rows)
    page = answer.content.decode()

    assert answer.status_code == 400 and f'role="alert">{said}' in page and rows[5] in page
    assert SavedBoard.objects.count() == 1


def test_every_reason_is_said_in_swedish_too(client: Client) -> None:
    become_guest(client)
    with translation.override("sv"):
        page = client.post(NEW, {"name": "", "rows": ""}, headers={"accept-language": "sv"}).content.decode()
    assert "Ge brädet ett namn." in page and "Rad {0} har en stjärna." in page


def test_rows_are_read_as_a_record_writes_them(client: Client) -> None:
    become_guest(client)
    client.post(NEW, {"name": "Mine", "rows": "[" + ", ".join(f'"{row}"' for row in STANDARD) + "]"})
    assert SavedBoard.objects.get().rows == STANDARD


def test_a_board_is_renamed_copied_and_deleted(client: Client, guest: User) -> None:
    post(client, NEW, "Mine", SMALL)
    path = reverse("accounts:board", args=[SavedBoard.objects.get().pk])

    post(client, path, "Ours", STANDARD)
    client.post(path + "copy/")
    assert [(board.name, board.rows) for board in boards_of(guest)] == [("Ours 2", STANDARD), ("Ours", STANDARD)]
    assert "There is a copy now: Ours 2." in client.get(LIST).content.decode()

    client.post(path + "delete/")
    assert [board.name for board in boards_of(guest)] == ["Ours 2"] and client.get(path).status_code == 404


def test_the_tenth_is_not_kept_and_what_was_painted_stays_on_the_page(client: Client, guest: User) -> None:
    for number in range(MOST_BOARDS):
        board = boards.keep(guest.pk, f"Board {number}", SMALL)

    answer = post(client, NEW, "Tenth", STANDARD)
    assert answer.status_code == 400 and "You have 9 boards" in answer.content.decode()
    assert "\n".join(STANDARD) in answer.content.decode()
    client.post(reverse("accounts:copy-board", args=[board.pk]))
    assert "You have 9 boards" in client.get(LIST).content.decode()
    assert SavedBoard.objects.count() == MOST_BOARDS


@pytest.mark.parametrize("visitor", ["other", "nobody"])
def test_anothers_board_is_not_there(client: Client, visitor: str, elsa: User, ebba: User) -> None:
    board = boards.keep(elsa.pk, "Hers", SMALL)
    if visitor == "other":
        sign_in(client, "Ebba")
    path = reverse("accounts:board", args=[board.pk])

    answers = [client.get(path), post(client, path, "Mine", PLAIN), client.post(path + "copy/")]
    answers += [client.post(path + "delete/")]

    assert [answer.status_code for answer in answers] == [404] * 4
    assert "Hers" not in client.get(LIST).content.decode()
    board.refresh_from_db()
    assert (board.name, board.rows, SavedBoard.objects.count()) == ("Hers", SMALL, 1)


def test_a_name_is_written_out_as_text(client: Client) -> None:
    become_guest(client)
    post(client, NEW, "<b>x</b>", SMALL)
    for path in (LIST, reverse("accounts:board", args=[SavedBoard.objects.get().pk])):
        page = client.get(path).content.decode()
        assert "<b>x</b>" not in page and "&lt;b&gt;x&lt;/b&gt;" in page


def test_a_board_may_begin_as_any_that_comes_with_the_site(client: Client) -> None:
    offered = game.ready_made_boards()
    assert {"quick11", "standard15", "classic15", "plain15", "grand19"} <= {board.key for board in offered}
    for board in offered:
        assert "\n".join(board.rows) in client.get(NEW, {"from": board.key}).content.decode()
    assert "\n".join(STANDARD) in client.get(NEW, {"from": "no such board"}).content.decode()
