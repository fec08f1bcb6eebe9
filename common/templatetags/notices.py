"""Template tags for staff notices."""

from django import template
from django.utils import timezone
from django.utils.translation import get_language

from common.notices import showing

register = template.Library()


@register.inclusion_tag("parts/notices.html")
def notices() -> dict[str, list[str]]:
    """The current notices in the reader's language."""
    in_swedish = (get_language() or "").startswith("sv")
    return {"texts": [one.text_sv if in_swedish else one.text_en for one in showing(timezone.now())]}
