"""What a browser is called by whoever uses it."""

# Each names itself, and those it descends from: the first that is found is the one.
_BROWSERS = (
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "macOS"),
    ("Linux", "Linux"),
)


def browser_name(user_agent: str) -> str:
    """A browser by the two names its owner knows: "Firefox, Windows". What is not known is shown as it came."""
    found = [next((said for mark, said in names if mark in user_agent), "") for names in (_BROWSERS, _SYSTEMS)]
    return ", ".join(found) if all(found) else user_agent[:80]
