"""What is made before bots can move: a graph for each language and vocabulary, and the compiled search."""

from bots.levels import LEVELS
from bots.rules import ALPHABETS

VOCABULARIES = tuple(dict.fromkeys(level.everyday for level in reversed(list(LEVELS.values()))))
"""The whole list first (None), then the lowest Zipf frequency of each smaller one."""

HOW_MANY = len(ALPHABETS) * len(VOCABULARIES) + 1
