"""A package by name: a library that brings a `tests` of its own (glicko2 does) would hide a folder without this file."""
