"""A package by name: a library that brings a `tests` of its own would hide a folder without this file."""
