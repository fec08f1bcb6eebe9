"""Lists of words for themes, and some of them to begin with."""

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

LISTS = (
    (
        "sv",
        "Natur",
        "VIND REGN SOL SJÖ BÄCK SKOG BJÖRK GRAN MOSSA STEN STIG ÄNG SNÖ DIMMA STJÄRNA STRAND KLIPPA KÄRR HED ÅSKA",
    ),
    (
        "sv",
        "Djur",
        "RÄV VARG HARE IGELKOTT UGGLA SVAN ORM GRODA MYRA FJÄRIL HÄST KO FÅR GET GRIS HUND KATT ÄLG BJÖRN SÄL",
    ),
    (
        "sv",
        "Köket",
        "GRYTA PANNA KNIV GAFFEL SKED TALLRIK MUGG UGN SPIS DEG MJÖL SALT PEPPAR SMÖR OST BRÖD SOPPA SÅS KAKA SYLT",
    ),
    (
        "sv",
        "Resan",
        "TÅG BÅT BIL BUSS CYKEL FLYG VÄSKA KARTA BILJETT RESA HOTELL TÄLT KUST STAD VÄG BRO HAMN STATION PASS GÄST",
    ),
    (
        "en",
        "Nature",
        "WIND RAIN SUN LAKE BROOK FOREST BIRCH OAK MOSS STONE "
        "PATH MEADOW SNOW MIST STAR BEACH CLIFF MARSH HEATH THUNDER",
    ),
    (
        "en",
        "Animals",
        "FOX WOLF HARE HEDGEHOG OWL SWAN SNAKE FROG ANT MOTH HORSE COW SHEEP GOAT PIG DOG CAT MOOSE BEAR SEAL",
    ),
    (
        "en",
        "Kitchen",
        "POT PAN KNIFE FORK SPOON PLATE MUG OVEN STOVE DOUGH FLOUR SALT PEPPER BUTTER CHEESE BREAD SOUP SAUCE CAKE JAM",
    ),
    (
        "en",
        "Travel",
        "TRAIN BOAT CAR BUS BICYCLE FLIGHT BAG MAP TICKET TRIP "
        "HOTEL TENT COAST CITY ROAD BRIDGE HARBOR STATION PASS GUEST",
    ),
)


def put(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    lists = apps.get_model("lobby", "ThemeList").objects
    lists.bulk_create(lists.model(language=language, name=name, words=words) for language, name, words in LISTS)


class Migration(migrations.Migration):
    dependencies = [
        ("lobby", "0012_practises"),
    ]

    operations = [
        migrations.CreateModel(
            name="ThemeList",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "language",
                    models.CharField(
                        choices=[("en", "English"), ("sv", "Svenska")], max_length=2, verbose_name="language"
                    ),
                ),
                ("name", models.CharField(max_length=30, verbose_name="name")),
                (
                    "words",
                    models.TextField(
                        help_text="With spaces or line breaks between them. They are kept as capitals.",
                        max_length=2000,
                        verbose_name="words",
                    ),
                ),
                ("active", models.BooleanField(default=True, verbose_name="active")),
            ],
            options={
                "verbose_name": "theme list",
                "verbose_name_plural": "theme lists",
                "ordering": ["language", "name"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("language", "name"),
                        name="theme_name_once_a_language",
                        violation_error_message="There is a list of that name.",
                    )
                ],
            },
        ),
        migrations.RunPython(put, migrations.RunPython.noop),
    ]
