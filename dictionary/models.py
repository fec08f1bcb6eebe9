"""The models of word list versions: their words, who changed what, and which one new matches use.

A version is a draft until it is compiled, and then published, which is permanent: what a match was judged by can be
looked up in ten years. The words themselves are in WordFile, by their digest and never a row per word. The services
decide what follows from an action; the models only ensure that published versions stay.
"""

import re
from typing import Any

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Length, Now, Substr
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from common.typed_text import word_as_meant
from dictionary.job_models import Job as Job
from dictionary.job_models import JobRemarks as JobRemarks
from dictionary.job_models import UploadChunk as UploadChunk
from dictionary.normalise import spelled
from dictionary.word_models import Dispute as Dispute
from dictionary.word_models import FetchedDefinition as FetchedDefinition

LANGUAGES = {"en": "English", "sv": "Svenska"}
"""The languages that have a list, each by its own name."""

_LABEL = re.compile(r"\d{4}\.\d{2}(\.\d{1,3})?", re.ASCII)


class PublishedForever(Exception):
    """An attempt to change or delete a published version."""


def is_label(text: str) -> bool:
    """Whether it is a valid name of a version: year.month, with a number after it where a month has several."""
    return _LABEL.fullmatch(text) is not None


def check_label(text: str) -> None:
    """Refuse an invalid name of a version, or one of a distant month."""
    if not is_label(text) or not 1 <= int(text[5:7]) <= 12:
        raise ValidationError(gettext("Write year.month, for example 2027.03, or 2027.03.2."), code="label")
    year, month, today = int(text[:4]), int(text[5:7]), timezone.now()
    if year < 2000 or (year, month) > (today.year + 1, today.month):
        raise ValidationError(gettext("Name it after a month no more than a year from now."), code="far")


class _Versions(models.QuerySet["ListVersion"]):
    """A queryset of versions in which published ones cannot be changed or deleted, not in bulk either."""

    def update(self, **values: Any) -> int:
        self._refuse()
        return super().update(**values)

    def delete(self) -> tuple[int, dict[str, int]]:
        self._refuse()
        return super().delete()

    def _refuse(self) -> None:
        if self.filter(state=ListVersion.State.PUBLISHED).exists():
            raise PublishedForever


class ListVersion(models.Model):
    """One version of one language's list.

    `source_digest` names the words it starts from, `digest` those it has with its changes and without blocked words,
    once that is known. `edits` counts the edits of a draft, so that a compilation can detect that it came too late.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        COMPILED = "compiled", _("compiled")
        PUBLISHED = "published", _("published")

    language = models.CharField(_("language"), max_length=8, choices=list(LANGUAGES.items()))
    version = models.CharField(_("version"), max_length=20, validators=[check_label])
    state = models.CharField(_("state"), max_length=10, choices=State.choices, default=State.DRAFT)
    title = models.CharField(_("title"), max_length=100, blank=True)
    attribution = models.TextField(_("attribution"), max_length=1000, blank=True)
    licence = models.CharField(_("licence"), max_length=100, blank=True)
    licence_texts = models.CharField(_("licence texts of the site"), max_length=100, blank=True)
    notice = models.TextField(_("own licence text"), max_length=40_000, blank=True)
    based_on = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, verbose_name=_("based on"))
    source_digest = models.CharField(_("digest of the words it starts from"), max_length=64, blank=True)
    without_blocked = models.BooleanField(
        _("leave blocked words out"),
        default=False,
        help_text=_("Words of the blocklist are taken out when the version is compiled, also where it lists them."),
    )
    digest = models.CharField(_("digest"), max_length=64, blank=True)
    words = models.PositiveIntegerField(_("words"), default=0)
    edits = models.PositiveIntegerField(_("edits"), default=0)
    created_at = models.DateTimeField(_("made at"), auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("made by")
    )
    published_at = models.DateTimeField(_("published at"), null=True)
    published_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("published by")
    )

    objects = _Versions.as_manager()

    class Meta:
        # The same month's numbers by their size: 2026.11.9 before 2026.11.16.
        ordering = ["language", Substr("version", 1, 7).desc(), Length("version").desc(), "-version"]
        permissions = [("publish_listversion", "Can publish word lists and choose the active one")]
        verbose_name = _("word list")
        verbose_name_plural = _("word lists")
        constraints = [
            models.UniqueConstraint(fields=["language", "version"], name="one_list_a_version"),
            models.CheckConstraint(
                condition=models.Q(state="draft") | ~models.Q(digest=""), name="list_compiled_has_digest"
            ),
        ]

    def __str__(self) -> str:
        return f"{LANGUAGES.get(self.language, self.language)} {self.version}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, unless the stored version is published."""
        self._refuse_published()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete, unless it is published."""
        self._refuse_published()
        return super().delete(*args, **kwargs)

    @property
    def published(self) -> bool:
        """Whether it is published."""
        return self.state == self.State.PUBLISHED

    def _refuse_published(self) -> None:
        if self.pk and ListVersion.objects.filter(pk=self.pk, state=self.State.PUBLISHED).exists():
            raise PublishedForever(str(self))


class Change(models.Model):
    """A word that a version has and its source has not, or the other way round; with its user and reason."""

    word_list = models.ForeignKey(ListVersion, models.CASCADE, related_name="changes", verbose_name=_("word list"))
    word = models.CharField(_("word"), max_length=30)
    added = models.BooleanField(_("added"))
    reason = models.CharField(_("reason"), max_length=300)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        ordering = ["word"]
        verbose_name = _("change")
        verbose_name_plural = _("changes")
        constraints = [models.UniqueConstraint(fields=["word_list", "word"], name="one_change_a_word")]

    def __str__(self) -> str:
        return f"{'+' if self.added else '−'} {self.word}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Save, unless the version is published."""
        self._refuse_published()
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        """Delete, unless the version is published."""
        self._refuse_published()
        return super().delete(*args, **kwargs)

    def _refuse_published(self) -> None:
        if ListVersion.objects.filter(pk=self.word_list_id, state=ListVersion.State.PUBLISHED).exists():
            raise PublishedForever(str(self))


class BlockedWord(models.Model):
    """A word that versions with `without_blocked` leave out when they are compiled; others keep it."""

    language = models.CharField(_("language"), max_length=8, choices=list(LANGUAGES.items()))
    word = models.CharField(_("word"), max_length=30)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("by")
    )
    at = models.DateTimeField(_("at"), auto_now_add=True)

    class Meta:
        ordering = ["language", "word"]
        verbose_name = _("blocked word")
        verbose_name_plural = _("blocked words")
        constraints = [models.UniqueConstraint(fields=["language", "word"], name="word_blocked_once")]

    def __str__(self) -> str:
        return self.word

    def clean(self) -> None:
        """Spell it as the lists do."""
        super().clean()
        word = spelled(word_as_meant(self.word), self.language) if self.language in LANGUAGES else None
        if not word:
            raise ValidationError({"word": gettext("That is no word of the language's letters.")})
        self.word = word


class ActiveList(models.Model):
    """Which version a language's new matches take. A language without a row takes the newest bundled one."""

    language = models.CharField(_("language"), max_length=8, primary_key=True, choices=list(LANGUAGES.items()))
    word_list = models.ForeignKey(ListVersion, models.PROTECT, related_name="+", verbose_name=_("word list"))
    chosen_at = models.DateTimeField(_("chosen at"), auto_now=True)
    chosen_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+", verbose_name=_("chosen by")
    )

    class Meta:
        verbose_name = _("active list")
        verbose_name_plural = _("active lists")

    def __str__(self) -> str:
        return str(self.word_list)


class WordFile(models.Model):
    """The words of a digest, packed, their graph and the search text (dictionary.word_text_file, packed) once these are
    made. Web hosts fetch them from here.

    `kept_at` is when these words were last requested to be kept: a version that is compiled names them only afterwards.
    """

    digest = models.CharField(max_length=64, primary_key=True)
    kept_at = models.DateTimeField(db_default=Now())
    packed = models.BinaryField()
    graph = models.BinaryField(null=True)
    graph_sha256 = models.CharField(max_length=64, blank=True)
    search_text = models.BinaryField(null=True)

    def __str__(self) -> str:
        return self.digest
