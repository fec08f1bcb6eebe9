"""Talk in a match: said lines for all, free text between friends or where all want it (rules/people.md §4)."""
