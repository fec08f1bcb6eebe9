from django.db import migrations


class Migration(migrations.Migration):
    """Changes no table: how users are found is no part of history any more."""

    dependencies = [("accounts", "0025_saved_boards")]

    operations = [migrations.AlterModelManagers(name="user", managers=[])]
