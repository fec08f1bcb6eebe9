#!/usr/bin/env python3
"""The one door to every command of the project: `python3 manage.py play`, `test`, `migrate` ...

Needs Python 3.11 and nothing else: alfapower/bootstrap.py makes the environment before Django is imported.
Until the version is known to be good, only syntax that every Python understands is used here.
"""

import sys

if sys.version_info < (3, 11):  # noqa: UP036  (said to those who have an older one)
    sys.exit("AlfaPower needs Python 3.11 or newer; this is Python %d.%d." % sys.version_info[:2])  # noqa: UP031

from alfapower import bootstrap


def main() -> None:
    bootstrap.prepare(sys.argv)
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line
    from django.db import OperationalError

    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:  # the sentence says what to change; a traceback would hide it
        sys.exit("AlfaPower cannot start: %s" % error)  # noqa: UP031
    except OperationalError as error:
        if "--traceback" in sys.argv:
            raise
        sys.exit("The database is away, or could not do it: %s" % error)  # noqa: UP031


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
