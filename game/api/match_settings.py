"""The settings of a match to come as the lobby names them, with a custom board beside them where the game takes one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from game.crossword.layouts import PLAIN, STAR
from game.crossword.own_board import READY_MADE
from game.dispatch.new_match import changed_rules, read_custom, read_rules
from game.dispatch.record_reading import own_start
from game.games import DEFAULT_VARIANT
from game.kernel.match import CoreState
from game.kernel.pace_settings import DAY_SECONDS, HEAD_STARTS, RESERVE_HOURS, HeadStart, is_slow_clock
from game.kernel.setting_types import BadSetting, Number, Setting
from game.variants import VARIANTS


def settings_of(variant: str = DEFAULT_VARIANT) -> Sequence[Setting]:
    """What a host may set, described: defaults, bounds, group, label and hint (English texts, to be translated). Not a
    head start, which is given to a person. A custom board comes after the settings of its group."""
    settings = tuple(one for one in VARIANTS[variant].settings if not isinstance(one, HeadStart))
    own = VARIANTS[variant].own_board
    if own is None:
        return settings
    place = 1 + max(number for number, setting in enumerate(settings) if setting.group == own.group)
    return (*settings[:place], own, *settings[place:])


def full_settings(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> Mapping[str, object]:
    """Every setting with its checked value; raises BadSettings."""
    rules, board = read_custom(variant, settings)
    own = VARIANTS[variant].own_board
    return rules.values if own is None else {**rules.values, own.key: board or READY_MADE}


def changed_settings(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> dict[str, object]:
    """Only what differs from the defaults, in one form for equal settings; raises BadSettings."""
    rules, board = read_custom(variant, settings)
    own = VARIANTS[variant].own_board
    return changed_rules(rules) if own is None or board is None else {**changed_rules(rules), own.key: list(board)}


def check_settings(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> None:
    """Raise BadSettings (`key`, `code`) when these settings cannot be."""
    read_custom(variant, settings)


def check_new(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> None:
    """Raise BadSettings when no match by these settings can be begun: they have a value that only earlier matches and
    records have, or a head start, which is given to a person."""
    values = full_settings(settings, variant)
    for key in _former(values, variant):
        raise BadSetting(key, "out_of_range")
    for key in HEAD_STARTS:
        if values.get(key):
            raise BadSetting(key, "not_offered_here")


def without_idle_reserve(settings: Mapping[str, object]) -> dict[str, object]:
    """The same, a reserve left out where the turns are not of days: it was chosen for such."""
    seconds = settings.get("turn_seconds")
    has_days = isinstance(seconds, int) and is_slow_clock(seconds)
    return {key: value for key, value in settings.items() if has_days or key != RESERVE_HOURS.key}


def check_head_start(points: int, coins: int, variant: str = DEFAULT_VARIANT) -> None:
    """Raise BadSettings for a head start that cannot be given in that game, such as coins where it has none."""
    for key, given in zip(HEAD_STARTS, (points, coins), strict=True):
        if given:
            read_rules(variant, {key: [given]})


def has_coins(variant: str) -> bool:
    """Whether a head start may be of coins, too."""
    return any(one.key == HEAD_STARTS[1] for one in VARIANTS[variant].settings)


def begun_anew(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> dict[str, object]:
    """The settings for another match like an earlier one: what can no longer be chosen has its default."""
    gone = _former(full_settings(settings, variant), variant)
    return {key: value for key, value in settings.items() if key not in gone}


def _former(values: Mapping[str, object], variant: str) -> list[str]:
    described = VARIANTS[variant].settings
    return [one.key for one in described if isinstance(one, Number) and one.former and values[one.key] in one.former]


def check_preset(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> None:
    """The same for a preset, which cannot hold a custom board, nor what can no longer be chosen."""
    read_rules(variant, settings)
    check_new(settings, variant)


def settings_of_match(match: CoreState, preset: str = "") -> dict[str, object]:
    """What another match like this one is made of: the settings that differ from the defaults, with the board of its
    own, which no match by a preset has. Head starts are its players'."""
    own = VARIANTS[match.rules.variant].own_board
    board = own_start(match).get("board")
    settings = {key: value for key, value in changed_rules(match.rules).items() if key not in HEAD_STARTS}
    return settings if own is None or board is None or preset else {**settings, own.key: board}


@dataclass(frozen=True, slots=True)
class Summary:
    """Settings in short, for a card; `layout` is the board's rows, and `own_board` whether it is a custom board. What a
    game does not have is empty."""

    board_size: int
    blank_board: bool
    layout: tuple[str, ...]
    own_board: bool
    turn_seconds: int | None
    reserve_hours: int
    items: tuple[str, ...]
    alfa: bool

    @property
    def is_slow(self) -> bool:
        """Whether a turn takes days."""
        return is_slow_clock(self.turn_seconds)

    @property
    def is_live(self) -> bool:
        """Whether there is a clock, and one that all sit at."""
        return self.turn_seconds is not None and not self.is_slow

    @property
    def turn_days(self) -> int:
        """The days of a turn that takes days; 0 for any other."""
        return (self.turn_seconds or 0) // DAY_SECONDS


def describe(settings: Mapping[str, object], variant: str = DEFAULT_VARIANT) -> Summary:
    """What a card says of settings; raises BadSettings."""
    rules, board = read_custom(variant, settings)
    layout = board or tuple(VARIANTS[variant].picture(rules))
    return Summary(
        board_size=len(layout),
        blank_board=set("".join(layout)) <= {PLAIN, STAR},
        layout=layout,
        own_board=board is not None or isinstance(rules.values.get("layout"), tuple),
        turn_seconds=rules.limit("turn_seconds"),
        reserve_hours=rules.number(RESERVE_HOURS.key),
        items=tuple(rules.values.get("items", ())),
        alfa=bool(rules.values.get("alfa_enabled")),
    )
