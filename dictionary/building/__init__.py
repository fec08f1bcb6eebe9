"""Rebuilds the bundled word lists from public packages: `manage.py build_word_lists`.

Not used by the site. It is the source of the changed lists, which their licences require; the editorial lists of words
that are added, dropped or kept are in dictionary/data/build.
"""
