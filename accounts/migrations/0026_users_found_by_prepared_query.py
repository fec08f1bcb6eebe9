from django.db import migrations


class Migration(migrations.Migration):
    """Changes no table: the user manager is no longer part of the migration state."""

    dependencies = [("accounts", "0025_saved_boards")]

    operations = [migrations.AlterModelManagers(name="user", managers=[])]
