"""The model of the word lists for themes, kept by admins."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from game import api as game


class ThemeList(models.Model):
    """Some words of one language under a name in that language. A match keeps the words and no reference to the list.

    `words` are separated by a space, as a game keeps them: the admin's form ensures it (theme_admin.py).
    """

    language = models.CharField(_("language"), max_length=2, choices=list(game.LANGUAGES.items()))
    name = models.CharField(_("name"), max_length=30)
    words = models.TextField(
        _("words"),
        max_length=2000,
        help_text=_("With spaces or line breaks between them. They are kept as capitals."),
    )
    active = models.BooleanField(_("active"), default=True)

    class Meta:
        ordering = ["language", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["language", "name"],
                name="theme_name_once_a_language",
                violation_error_message=_("There is a list of that name."),
            )
        ]
        verbose_name = _("theme list")
        verbose_name_plural = _("theme lists")

    def __str__(self) -> str:
        return self.name

    @property
    def count(self) -> int:
        """How many words it has."""
        return len(self.words.split())
