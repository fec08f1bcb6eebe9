"""Makes the bundled word lists again from public packages: `manage.py build_word_lists`.

Not used by the site. It is the source of the changed lists, which their licences ask for; the editorial lists of words
that are added, dropped or kept are in dictionary/data/build.
"""
