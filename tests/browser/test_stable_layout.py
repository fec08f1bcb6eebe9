"""The board lies still and all that is needed to play is in the window, whatever else the page has to say."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.players import Seated, in_windows
from tests.browser.test_focus import lay

WINDOWS = [
    (320, 640), (360, 740), (390, 844), (768, 1024), (844, 390), (1100, 720), (1280, 720), (1440, 900), (2560, 1300),
]  # fmt: skip
WIDE = [(1100, 720), (1239, 800), (1280, 720), (1280, 800), (1366, 768), (1380, 776), (1440, 850), (1440, 900)]
BOARD = """() => { const box = document.querySelector('#board').getBoundingClientRect();
    return [box.x, box.y, box.width, box.height].map(Math.round).join(' '); }"""
SAY = """() => {
    for (const place of ['#banner', '#net']) {
        const away = document.querySelector('#net-away').content.firstElementChild.cloneNode(true);
        away.querySelector('b').textContent = 'Wilhelmina Andersson lost the connection. The match waits 4:32.';
        document.querySelector(place).replaceChildren(away);
    }
}"""
REJECT = """() => {
    const readout = document.querySelector('#readout'), line = document.createElement('p');
    line.textContent = 'QUIZZIFYING and ZYMOTICALLY are not in the word list. −1 point, −1 coin. 9 tries left.';
    readout.replaceChildren(line);
}"""
CROWD = """() => {
    document.querySelectorAll('.pcard__name span').forEach(name => { name.textContent = 'Wilhelmina Andersson'; });
    document.querySelector('.topbar__match').textContent = 'Wilhelmina Andersson-Lundström · Svenska';
    document.querySelectorAll('.pcard__score > span:last-child').forEach(score => { score.textContent = '1234'; });
    document.querySelectorAll('#coins-you, #coins-opp, #purse').forEach(one => { one.lastChild.textContent = '123'; });
    const slots = document.querySelector('#slots'), empty = slots.lastElementChild;
    while (slots.children.length < 12) slots.append(empty.cloneNode(true));
}"""
SEEN_OF_NAMES = """() => Math.min(...[...document.querySelectorAll('.pcard__name span')].map(name =>
    name.clientWidth / name.scrollWidth))"""
LONG_PLAY = """() => document.querySelector('.lastplay').append(
    ...Array.from({ length: 20 }, () => Object.assign(document.createElement('p'), { textContent: 'TUFA 16' })))"""
OUTSIDE = """() => ['#rack', '#actions [data-act=play]', '#slots', '.shopbtn'].filter(one => {
    const box = document.querySelector(one).getBoundingClientRect();
    return box.left < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1 || box.top < 0;
})"""

CUT_OFF = """() => { const slots = document.querySelector('#slots'); return slots.scrollWidth - slots.clientWidth; }"""
VALUED = "#board .is-last .tile:not(.tile--alfa, .tile--blank)"
CLEAR_OF_THE_RING = """tiles => tiles.map(tile => {
    const ring = parseFloat(getComputedStyle(tile, '::before').boxShadow.match(/([\\d.]+)px inset|$/)[1]);
    const box = tile.getBoundingClientRect(), value = tile.querySelector('b').getBoundingClientRect();
    return Math.min(box.right - value.right, box.bottom - value.bottom) - ring;
})"""


@pytest.mark.long
def test_nothing_that_is_said_moves_the_board(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    moved = []
    for width, height in in_windows(page, WINDOWS):
        still = page.evaluate(BOARD)
        for said in (SAY, REJECT):
            page.evaluate(said)
            if page.evaluate(BOARD) != still:
                moved.append((width, height, still, page.evaluate(BOARD)))
        page.reload()
        expect(page.locator("#readout")).to_contain_text("Your turn.")
    assert moved == []


def test_a_try_that_fails_and_powers_leave_the_board_where_it_was(seated: Seated) -> None:
    player, _other = seated("strategy", "en")
    page, still = player.page, player.page.evaluate(BOARD)
    changes: list[Callable[[], object]] = [
        lambda: player.buy("swap"),
        lambda: lay(player, 2),
        page.locator("#slots [data-slot=swap]").click,
        lambda: page.keyboard.press("Escape"),
    ]
    for change in changes:
        change()
        assert page.evaluate(BOARD) == still


def test_long_names_many_points_and_twelve_slots_leave_everything_in_the_window(seated: Seated) -> None:
    first, _second = seated("strategy", "en")
    page = first.page
    page.evaluate(CROWD)
    wrong: list[tuple[object, ...]] = []
    for width, height in in_windows(page, WINDOWS):
        if page.evaluate(SEEN_OF_NAMES) < (0.8 if width >= 360 else 0.6):
            wrong.append((width, height, "names", page.evaluate(SEEN_OF_NAMES)))
        wrong += [(width, height, part) for part in page.evaluate(OUTSIDE)]
        if page.evaluate("document.documentElement.scrollWidth") > width:
            wrong.append((width, height, "too wide"))
    assert wrong == []


def test_a_play_of_many_words_leaves_the_hand_in_a_wide_window(seated: Seated) -> None:
    page, wrong = seated("quick", "en")[0].page, []
    page.evaluate(LONG_PLAY)
    for width, height in in_windows(page, WIDE):
        wrong += [(width, height, part) for part in page.evaluate(OUTSIDE)]
    assert wrong == []


def test_no_slot_of_an_ordinary_hand_of_powers_is_cut_off_in_a_wide_window(seated: Seated) -> None:
    page, cut = seated("strategy", "en")[0].page, {}
    for width, height in in_windows(page, WIDE):
        if page.evaluate(CUT_OFF) > 0:
            cut[width, height] = page.evaluate(CUT_OFF)
    assert cut == {}


@pytest.mark.long
def test_the_ring_of_the_last_play_leaves_the_values_free(seated: Seated) -> None:
    first, second = seated("strategy", "en")
    first.play(first.find_move())
    for player in (first, second):
        expect(player.page.locator("#board .is-last")).not_to_have_count(0)
        free = player.page.eval_on_selector_all(VALUED, CLEAR_OF_THE_RING)
        assert free and min(free) >= 0
