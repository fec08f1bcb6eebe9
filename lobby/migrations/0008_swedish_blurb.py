"""The Quick preset's line in better Swedish, where no admin has written another."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BEFORE = "Ett litet, vasst bräde. Tio minuter från början till slut."
AFTER = "Ett litet bräde där det går undan. Tio minuter från början till slut."


def put(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("lobby", "Preset").objects.filter(blurb_sv=BEFORE).update(blurb_sv=AFTER)


def put_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("lobby", "Preset").objects.filter(blurb_sv=AFTER).update(blurb_sv=BEFORE)


class Migration(migrations.Migration):
    dependencies = [("lobby", "0007_seeker_rating")]
    operations = [migrations.RunPython(put, put_back)]
