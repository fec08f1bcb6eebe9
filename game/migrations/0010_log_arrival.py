from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("game", "0009_seat_fines"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="logged_at",
            field=models.BigIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name="logentry",
            name="arrived_at",
            field=models.BigIntegerField(null=True),
        ),
    ]
