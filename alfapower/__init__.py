"""The project package: settings, URLs, server, clocks and commands."""

__version__ = "0.2.0"
"""Of the release: in /health/deep, in the log's first line of each process, and at the foot of the pages."""
