"""The analysis of a finished match: what could have been played, for whom, and how it is made behind the pages."""

from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from bots import analysis_work, tasks
from bots.engine import preparation
from bots.engine.plays import all_plays
from bots.engine.view_to_position import position_of
from bots.models import Analysis
from bots.rules import Env, Place, Placed, Receipt, apply, view_of
from bots.services import analyses
from bots.turn_verdicts import SHOWN, Judged, LaidTile, accuracy, of_data, turning_point
from game import api as game
from game.kernel.chance import FairChance
from game.models import Match, ShareLink
from game.variants.alfapower.bot import analysis as of_alfapower
from game.variants.alfapower.rules.state import MatchState
from tests.bots.states import graph_of
from tests.support.finished_matches import told
from tests.support.matches import START, make_match, submit, user_at
from tests.support.text_boards import scene
from tests.support.types import Response, certain

WORDS = ["AT", "CAT", "CATS", "TA", "TEA", "TEAS", "SEA", "SEAT", "EAT", "EATS", "AS", "ATE", "STACE"]
GRAPH = graph_of(WORDS)


def judged(state: MatchState, word: str = "", points: int = 0, end: str = "placed") -> Judged:
    receipt = Receipt(1, 0, end=end, score=points)
    return of_alfapower.judge(state, state, receipt, GRAPH)


def opening(**more: Any) -> MatchState:
    empty = "\n".join(["....."] * 5)
    return scene(empty, bonuses="\n".join(["....."] * 2 + ["..*.."] + ["....."] * 2), hand="CATSE", other="", **more)


def test_the_best_plays_are_the_legal_ones_with_most_points() -> None:
    state = opening()
    plays = all_plays(position_of(view_of(state, 0, [], 0)), GRAPH)
    best = judged(state).best
    assert [one.points for one in best] == [play.score for play in plays[:SHOWN]]
    for one in best:
        placed = tuple(Placed(*divmod(t.cell, state.board.size), t.letter, "") for t in one.tiles)
        env = Env(0, frozenset(WORDS), FairChance(bytes(32)))
        after = apply(state, 0, Place(placed), env).state
        assert after.players[0].score == one.points and one.word in WORDS
        assert after.players[0].coins - state.players[0].coins == one.coins
        assert one.start == one.tiles[0].cell, "on an empty board a word begins with its first tile"


def test_a_single_tile_is_named_by_the_longer_word_it_makes() -> None:
    state = scene("..... \n..... \nCAT.. \n..... \n.....", hand="S", other="", opened=True)
    best = judged(state).best[0]
    assert (best.word, best.start, len(best.tiles)) == ("CATS", 10, 1)


def test_a_power_that_pays_is_named_with_its_price_and_what_it_makes() -> None:
    rich, poor = (opening(items=["place_tw"], coins=(coins, 0)) for coins in (60, 0))
    power = judged(rich).power
    assert power is not None and power.price > 0 and power.points > judged(rich).best[0].points
    assert judged(poor).power is None


def test_no_word_to_play_is_nothing_to_judge() -> None:
    stuck = replace(opening(), players=(replace(opening().players[0], hand=("Q", "X")), opening().players[1]))
    assert judged(stuck, end="passed").best == () and judged(stuck, end="passed").share is None


@pytest.mark.parametrize(("points", "end", "share"), [(0, "passed", 0), (10**6, "placed", 100), (0, "", None)])
def test_the_share_of_a_turn(points: int, end: str, share: int) -> None:
    assert judged(opening(), points=points, end=end).share == share


def test_accuracy_is_the_mean_of_the_counted_turns_and_json_gives_it_back() -> None:
    best = judged(opening()).best[0].points
    turns = [judged(opening(), points=points) for points in (best, 0)]
    assert accuracy(turns, 0) == 50 and accuracy(turns, 1) is None
    back = [of_data(turn.data()) for turn in turns]
    assert back == turns and isinstance(back[0].best[0].tiles[0], LaidTile)


def test_the_turning_point_moves_the_lead_most_for_the_winner() -> None:
    def turn(number: int, seat: int, scores: tuple[int, int]) -> Judged:
        return Judged(number, seat, "placed", 0, 0, "", (), None, scores)

    turns = [turn(1, 0, (10, 0)), turn(2, 1, (10, 40)), turn(3, 0, (31, 40)), turn(4, 1, (31, 45))]
    assert turning_point(turns, 1) == turns[1] and turning_point(turns, 0) == turns[2]
    assert turning_point(turns, None) == turns[1] and turning_point([], 0) is None


@pytest.fixture
def row(monkeypatch: pytest.MonkeyPatch, db: None) -> Match:
    monkeypatch.setattr(preparation, "whole_list", lambda lexicon: GRAPH)
    return told(seed=3, turns=6)


@pytest.fixture
def player(client: Client, row: Match) -> Client:
    client.force_login(user_at(row, 0))
    return client


def page(client: Client, row: Match, more: str = "") -> Response:
    return client.get(f"/match/{row.public_id}/analysis/{more}")


def test_asked_for_by_a_page_it_is_made_and_kept(player: Client, row: Match) -> None:
    card = player.get(f"/match/{row.public_id}/analysis/card").content.decode()
    assert "<progress" in card and 'data-poll="2"' in card
    assert analyses.waiting() == row.pk
    tasks.analyse(row.pk)
    made = Analysis.objects.get()
    assert made.state == "done" and len(made.turns) == made.needed > 3 and analyses.waiting() is None
    card = player.get(f"/match/{row.public_id}/analysis/card").content.decode()
    assert "accuracy" in card and "data-poll" not in card
    html = page(player, row).content.decode()
    assert html.count('class="tlr ') == made.needed and "How accuracy is counted" in html


def test_a_turn_is_shown_as_played_and_as_its_best(player: Client, row: Match) -> None:
    analyses.wanted(row.pk, START)
    tasks.analyse(row.pk)
    turns = [of_data(data) for data in Analysis.objects.get().turns]
    number = next(turn.turn for turn in turns if turn.best and not turn.is_best)
    played, best = (page(player, row, f"?turn={number}{more}").content.decode() for more in ("", "&show=best"))
    board = slice(played.index('role="table"'), None)
    assert f'id="ana-{number}"' in played and played[board] != best[best.index('role="table"') :]
    shown = turns[number - 1].best[0]
    assert best.count("is-last") >= len(shown.tiles) and f">{shown.word}</b>" in best
    assert page(player, row, "?turn=999999").status_code == page(player, row, "?turn=x").status_code == 200


@pytest.mark.parametrize(("language", "term"), [("en", "letter squares +"), ("sv", "bokstavsrutor +")])
def test_it_says_why_a_turn_was_worth_that_as_the_replay_does(
    player: Client, row: Match, language: str, term: str
) -> None:
    analyses.wanted(row.pk, START)
    tasks.analyse(row.pk)
    past = certain(game.past(row.pk))
    spoken: Any = {"headers": {"accept-language": language}}
    with translation.override(language):
        visit = certain(game.visit_of_player(row.public_id, user_at(row, 0).pk, START))
        reasons = [game.why_worth(visit, past.replay, number) for number in range(1, past.replay.last + 1)]
    assert any(term in why for why in reasons) and "" in reasons
    for number, why in enumerate(reasons, start=1):
        address = f"/match/{row.public_id}/{{}}/?turn={number}"
        replayed, analysed = (
            player.get(address.format(name), **spoken).content.decode() for name in ("replay", "analysis")
        )
        said = f'<p class="small">{why}</p>'
        assert (said in replayed) == (said in analysed) == bool(why), why


def test_the_turns_judged_so_far_are_shown_already(player: Client, row: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    analyses.wanted(row.pk, START)
    judge = of_alfapower.judge
    done: list[int] = []

    def breaks(*args: Any) -> Judged:
        if len(done) == 2:
            raise RuntimeError("a fault")
        done.append(1)
        return judge(*args)

    monkeypatch.setattr(of_alfapower, "judge", breaks)
    analysis_work.work(row.pk)
    made = Analysis.objects.get()
    assert (made.state, len(made.turns)) == ("failed", 2)
    html = page(player, row).content.decode()
    assert html.count('class="tlr ') == 2 and "The analysis stopped." in html
    monkeypatch.setattr(of_alfapower, "judge", judge)
    player.post(f"/match/{row.public_id}/analysis/")
    analysis_work.work(row.pk)
    assert Analysis.objects.get().state == "done"


def test_what_falls_silent_is_begun_again(row: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    monkeypatch.setattr(analyses, "_start", started.append)
    analyses.wanted(row.pk, START)
    analyses.wanted(row.pk, START + analyses.SILENT_MS)
    assert started == [row.pk]
    analyses.wanted(row.pk, START + analyses.SILENT_MS + 1)
    analyses.wanted(row.pk, START + analyses.SILENT_MS + 2)
    assert started == [row.pk] * 2


def test_a_stranger_and_a_running_match_find_nothing(client: Client, row: Match) -> None:
    for address in ("analysis/", "analysis/card"):
        assert client.get(f"/match/{row.public_id}/{address}").status_code == 404
    running = make_match()
    client.force_login(user_at(running, 0))
    for address in ("analysis/", "analysis/card"):
        assert client.get(f"/match/{running.public_id}/{address}").status_code == 404
    submit(running, 0, do="resign")
    assert client.get(f"/match/{running.public_id}/analysis/card").status_code == 200


def test_whoever_may_see_the_replay_may_see_it(client: Client, row: Match) -> None:
    link = ShareLink.objects.create(match=row, user_id=user_at(row, 0).pk, hides_names=True)
    analyses.wanted(row.pk, START)
    tasks.analyse(row.pk)
    html = client.get(f"/shared/{link.token}/analysis/").content.decode()
    assert "Player 1" in html and "Astrid" not in html and row.public_id not in html
    assert "accuracy" in client.get(f"/shared/{link.token}/analysis/card").content.decode()
    assert client.get("/shared/no-such/analysis/card").status_code == 404


def test_a_game_that_nobody_can_judge_has_no_card(player: Client, row: Match) -> None:
    type(row).objects.update(variant="keebble")
    answer = player.get(f"/match/{row.public_id}/analysis/card")
    assert (answer.status_code, answer.content) == (200, b"")
    assert not Analysis.objects.exists()
