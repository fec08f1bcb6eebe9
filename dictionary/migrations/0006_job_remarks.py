import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("dictionary", "0005_court_and_publishing"),
    ]

    operations = [
        migrations.CreateModel(
            name="JobRemarks",
            fields=[
                (
                    "job",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="remarks",
                        serialize=False,
                        to="dictionary.job",
                    ),
                ),
                ("packed", models.BinaryField()),
            ],
        ),
    ]
