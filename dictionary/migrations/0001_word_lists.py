"""Versions of word lists, and the jobs on them."""

import dictionary.models
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WordFile",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("packed", models.BinaryField()),
                ("graph", models.BinaryField(null=True)),
                ("graph_sha256", models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name="ListVersion",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("sv", "Svenska")], max_length=8, verbose_name="language"
                    ),
                ),
                (
                    "version",
                    models.CharField(max_length=20, validators=[dictionary.models.check_label], verbose_name="version"),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[("draft", "draft"), ("compiled", "compiled"), ("published", "published")],
                        default="draft",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                ("title", models.CharField(blank=True, max_length=100, verbose_name="title")),
                ("attribution", models.TextField(blank=True, max_length=1000, verbose_name="attribution")),
                ("licence", models.CharField(blank=True, max_length=100, verbose_name="licence")),
                (
                    "licence_texts",
                    models.CharField(blank=True, max_length=100, verbose_name="licence texts of the site"),
                ),
                ("notice", models.TextField(blank=True, max_length=40000, verbose_name="own licence text")),
                (
                    "source_digest",
                    models.CharField(blank=True, max_length=64, verbose_name="digest of the words it starts from"),
                ),
                (
                    "without_blocked",
                    models.BooleanField(
                        default=False,
                        help_text="Words of the blocklist are taken out when the version is compiled, also where it lists them.",
                        verbose_name="leave blocked words out",
                    ),
                ),
                ("digest", models.CharField(blank=True, max_length=64, verbose_name="digest")),
                ("words", models.PositiveIntegerField(default=0, verbose_name="words")),
                ("edits", models.PositiveIntegerField(default=0, verbose_name="edits")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="made at")),
                ("published_at", models.DateTimeField(null=True, verbose_name="published at")),
                (
                    "based_on",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        to="dictionary.listversion",
                        verbose_name="based on",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="made by",
                    ),
                ),
                (
                    "published_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="published by",
                    ),
                ),
            ],
            options={
                "verbose_name": "word list",
                "verbose_name_plural": "word lists",
                "ordering": ["language", "-version"],
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("upload", models.BooleanField(default=False, verbose_name="upload")),
                (
                    "state",
                    models.CharField(
                        choices=[("queued", "waiting"), ("running", "running"), ("done", "done"), ("failed", "failed")],
                        default="queued",
                        max_length=10,
                        verbose_name="state",
                    ),
                ),
                (
                    "phase",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("reading", "reading the lines"),
                            ("compiling", "compiling the words"),
                            ("storing", "storing the list"),
                        ],
                        max_length=10,
                        verbose_name="step",
                    ),
                ),
                ("done", models.PositiveBigIntegerField(default=0, verbose_name="bytes read")),
                ("total", models.PositiveBigIntegerField(default=0, verbose_name="bytes")),
                ("attempt", models.PositiveSmallIntegerField(default=0, verbose_name="attempt")),
                ("report", models.JSONField(blank=True, default=dict, verbose_name="report")),
                ("error", models.CharField(blank=True, max_length=20, verbose_name="error")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="asked at")),
                ("heard_at", models.DateTimeField(auto_now_add=True, verbose_name="last heard of")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="jobs", to="dictionary.listversion"
                    ),
                ),
            ],
            options={
                "verbose_name": "job",
                "verbose_name_plural": "jobs",
                "ordering": ("-pk",),
            },
        ),
        migrations.CreateModel(
            name="Change",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("word", models.CharField(max_length=30, verbose_name="word")),
                ("added", models.BooleanField(verbose_name="added")),
                ("reason", models.CharField(max_length=300, verbose_name="reason")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="dictionary.listversion",
                        verbose_name="word list",
                    ),
                ),
            ],
            options={
                "verbose_name": "change",
                "verbose_name_plural": "changes",
                "ordering": ["word"],
            },
        ),
        migrations.CreateModel(
            name="ActiveList",
            fields=[
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("sv", "Svenska")],
                        max_length=8,
                        primary_key=True,
                        serialize=False,
                        verbose_name="language",
                    ),
                ),
                ("chosen_at", models.DateTimeField(auto_now=True, verbose_name="chosen at")),
                (
                    "chosen_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="chosen by",
                    ),
                ),
                (
                    "word_list",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="dictionary.listversion",
                        verbose_name="word list",
                    ),
                ),
            ],
            options={
                "verbose_name": "active list",
                "verbose_name_plural": "active lists",
            },
        ),
        migrations.CreateModel(
            name="UploadChunk",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="chunks", to="dictionary.job"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="BlockedWord",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("sv", "Svenska")], max_length=8, verbose_name="language"
                    ),
                ),
                ("word", models.CharField(max_length=30, verbose_name="word")),
                ("reason", models.CharField(blank=True, max_length=300, verbose_name="reason")),
                ("at", models.DateTimeField(auto_now_add=True, verbose_name="at")),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="by",
                    ),
                ),
            ],
            options={
                "verbose_name": "blocked word",
                "verbose_name_plural": "blocked words",
                "ordering": ["language", "word"],
                "constraints": [models.UniqueConstraint(fields=("language", "word"), name="word_blocked_once")],
            },
        ),
        migrations.AddConstraint(
            model_name="listversion",
            constraint=models.UniqueConstraint(fields=("language", "version"), name="one_list_a_version"),
        ),
        migrations.AddConstraint(
            model_name="listversion",
            constraint=models.CheckConstraint(
                condition=models.Q(("state", "draft"), models.Q(("digest", ""), _negated=True), _connector="OR"),
                name="list_compiled_has_digest",
            ),
        ),
        migrations.AddIndex(
            model_name="job",
            index=models.Index(
                condition=models.Q(("state__in", ["queued", "running"])), fields=["heard_at"], name="job_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="change",
            constraint=models.UniqueConstraint(fields=("word_list", "word"), name="one_change_a_word"),
        ),
        migrations.AddConstraint(
            model_name="uploadchunk",
            constraint=models.UniqueConstraint(fields=("job", "number"), name="chunk_once"),
        ),
    ]
