"""Readable names of browsers, from the User-Agent header."""

# Each browser names itself, and those it descends from: the first match counts.
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
    """A browser by the two names its owner knows: "Firefox, Windows". An unknown one is shown as sent."""
    found = [next((said for mark, said in names if mark in user_agent), "") for names in (_BROWSERS, _SYSTEMS)]
    return ", ".join(found) if all(found) else user_agent[:80]
