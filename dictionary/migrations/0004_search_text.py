from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("dictionary", "0003_words_kept_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="wordfile",
            name="search_text",
            field=models.BinaryField(null=True),
        ),
    ]
