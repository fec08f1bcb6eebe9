"""What the record of a match that can be downloaded holds: when, what was drawn, the order of the lobby, names."""

from game.dispatch.record_check import verify
from game.services import matches
from tests.support.browsers import signed_in
from tests.support.matches import START, make_match, resigned, state_of, submit, user_at


def test_a_record_holds_when_what_was_done_and_what_was_drawn() -> None:
    row = make_match(board_size=11, starting_coins=30)
    hand = state_of(row).players[0].hand
    submit(row, 0, at=START - 500, do="buy", item="swap")
    submit(row, 0, at=START + 2_500, do="use", item="swap", tiles=list(hand[:2]))
    record = matches.export(resigned(row, at=START + 4_000))
    assert [action["at"] for action in record["actions"]] == [0, 2.5, 4]
    assert ["drawn" in action for action in record["actions"]] == [False, True, False]
    assert len(record["actions"][1]["drawn"]) == 2
    assert verify({**record, "lexicon": {"words": []}}).difference == ""


def test_a_record_to_download_spells_names_as_they_are() -> None:
    row = resigned(make_match())
    text = signed_in(user_at(row, 0)).get(f"/match/{row.public_id}/record").content.decode()
    assert "Björn" in text and text.startswith('{\n "format": ')
