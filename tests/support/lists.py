"""Word lists of a few words, published as staff publish them."""

from dictionary.models import ListVersion
from dictionary.services import versions


def publish(version_id: int, seen: int | None = None) -> ListVersion:
    """Publish a compiled version, or go back to a published one, with the number typed that so small a list asks for.
    `seen` is the active list's id as the publisher saw it, by default as it is. Raises Refused.
    """
    version = ListVersion.objects.get(pk=version_id)
    active = versions.active(version.language)
    number = versions.change_from(version, active).number if version.digest else None
    do = versions.activate if version.published else versions.publish
    return do(version_id, active.pk if seen is None else seen, None, number)
