"""`manage.py new_game NAME`: write the folder of a new game that plays as it is, to be changed from there."""

import keyword
import tempfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.template import engines

from game import variants
from game.models import Match

SKELETON = Path(__file__).parents[2] / "new_game"
LONGEST = Match._meta.get_field("variant").max_length or 0


class Command(BaseCommand):
    """Writes the whole folder or nothing. A name that cannot be one is refused with a sentence that says why."""

    help = "Write the folder of a new game, game/variants/NAME: rules, screens and a bot that play as they are."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The name, and where to."""
        parser.add_argument("name", help="the game's key: small letters, digits and _")
        parser.add_argument("--into", type=Path, default=Path(variants.__path__[0]), metavar="FOLDER",
                            help="the folder in which its folder is made (game/variants)")  # fmt: skip

    def handle(self, *args: Any, name: str, into: Path, **options: Any) -> None:
        """Write it, and say what to do next."""
        if fault := _fault_of(name) or _fault_in(into, name):
            raise CommandError(fault)
        made = into / name
        with tempfile.TemporaryDirectory(prefix=".", dir=into) as folder:  # no package: no site finds it half written
            half = Path(folder) / name
            half.mkdir()
            call_command("startapp", name, str(half), template=str(SKELETON))
            try:
                half.rename(made)
            except OSError as error:  # another process was faster
                raise CommandError(f"{made} cannot be made: {error.strerror}.") from error
        self.stdout.write(f"{made} is a game. Start the site again and it is in the room; docs/adding-a-variant.md "
                          "says how to go on.")  # fmt: skip


def _fault_of(name: str) -> str:
    """Why no game can have that name, in a sentence; "" where it can."""
    if not name.isascii() or not name.isidentifier() or name != name.lower() or name.startswith("_"):
        return f"A game is called by small letters, digits and _, a letter first: not {name[:40]!r}."
    if len(name) > LONGEST:
        return f"{name[:40]!r} is too long: the name of a game has at most {LONGEST} characters."
    if keyword.iskeyword(name) or keyword.issoftkeyword(name):
        return f"{name!r} is a word of Python's, and cannot name a package."
    if find_spec(name) is not None:
        return f"{name!r} is the name of a Python package already, which Django refuses for another."
    if name in variants.FOLDERS:
        return f"There is a game called {name!r} already."
    if name in _folders_of_all_games():
        return f"{name!r} is reserved: templates/game/{name} holds what all games share."
    return ""


def _fault_in(into: Path, name: str) -> str:
    """Why that folder cannot take the game, in a sentence; "" where it can."""
    if not into.is_dir():
        return f"There is no folder {into}."
    if (into / name).exists() or (into / name).is_symlink():
        return f"{into / name} is there already, and nothing is written over it."
    return ""


def _folders_of_all_games() -> set[str]:
    """The names in `templates/game` that are no game's."""
    return {path.stem for folder in engines["django"].dirs for path in (Path(folder) / "game").glob("*")}
