from django.db import migrations, models
from django.db.models import Exists, OuterRef, Q, Subquery
from django.db.models.functions import Length, Substr


def note_published(apps, schema_editor):
    """Accepted disputes whose change is in a published version are answered by it; the others stay pending."""
    Change = apps.get_model("dictionary", "Change")
    Dispute = apps.get_model("dictionary", "Dispute")
    published = Change.objects.filter(
        word_list__language=OuterRef("language"),
        word_list__state="published",
        word=OuterRef("word"),
        added=OuterRef("added"),
    ).order_by("word_list__published_at")
    answered = Dispute.objects.filter(Exists(published), state="accepted")
    answered.update(in_version=Subquery(published.values("word_list__version")[:1]))


class Migration(migrations.Migration):
    dependencies = [
        ("dictionary", "0004_search_text"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="in_version",
            field=models.CharField(blank=True, db_default="", default="", max_length=20, verbose_name="published in"),
        ),
        migrations.RunPython(note_published, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(
                condition=Q(("in_version", ""), ("state", "accepted")), fields=["language"], name="dispute_pending"
            ),
        ),
        migrations.AlterModelOptions(
            name="listversion",
            options={
                "ordering": ["language", Substr("version", 1, 7).desc(), Length("version").desc(), "-version"],
                "permissions": [("publish_listversion", "Can publish word lists and choose the active one")],
                "verbose_name": "word list",
                "verbose_name_plural": "word lists",
            },
        ),
    ]
