"""Earlier forms of a stored match, one module each, frozen: plain data in, plain data out.

A form has a number. `codec.py` writes and reads the newest; a module here leads from its form to the next and back:

* `upgrade(data)` gives the data in the next form. What did not exist yet gets the value that means "as before".
* `downgrade(data)` gives data of the next form as this one had it, so that digests of that time can be made again.

Nothing here imports the rest of the rules: a form must not change with them. To make a new one: copy what `codec.py`
wrote so far into a module here, give it the next number, and register it in `EARLIER`.
"""

from collections.abc import Mapping
from types import ModuleType

from game.variants.alfapower.rules.formats import format_1, format_2

EARLIER: Mapping[int, ModuleType] = {1: format_1, 2: format_2}
"""The module of every form but the newest, by its number."""
