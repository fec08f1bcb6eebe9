"""Lines of presets in plainer words, where no admin has written others."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

PLAINER = (
    # column, before, after
    ("blurb_en", "Move the tiles that lie, and take them back.", "Move the tiles on the board, or take them back."),
    (
        "blurb_sv",
        "Flytta brickorna som ligger, och ta tillbaka dem.",
        "Flytta brickorna på brädet, eller ta tillbaka dem.",
    ),
    (
        "blurb_en",
        "Black tiles start anew, and arrows bend the words.",
        "Black tiles let you start somewhere new, and arrows bend the words.",
    ),
    (
        "blurb_sv",
        "Svarta brickor börjar om, och pilar böjer orden.",
        "Svarta brickor låter dig börja på ett nytt ställe, och pilar böjer orden.",
    ),
    (
        "blurb_sv",
        "Med specialrutor, krafter, ryggsäckar och olycksbådande alternativ.",
        "Med specialrutor, krafter, ryggsäckar och lömska alternativ.",
    ),
)


def put(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    presets = apps.get_model("lobby", "Preset").objects
    for column, before, after in PLAINER:
        presets.filter(**{column: before}).update(**{column: after})


def put_back(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    presets = apps.get_model("lobby", "Preset").objects
    for column, before, after in PLAINER:
        presets.filter(**{column: after}).update(**{column: before})


class Migration(migrations.Migration):
    dependencies = [("lobby", "0013_theme_lists")]
    operations = [migrations.RunPython(put, put_back)]
