"""Every ban becomes a sanction of the kind `closed`, and who had a right to bans has it to sanctions and appeals."""

from django.db import migrations

RIGHTS = {
    "add_ban": ["add_sanction"],
    "change_ban": ["change_sanction", "change_appeal"],
    "view_ban": ["view_sanction", "view_appeal"],
}
OPERATORS = ["view_sanction", "change_sanction", "view_appeal", "change_appeal"]
LONG_CLOSED = "The account was closed before there were reasons."


def move(apps, schema_editor):
    """All columns are kept: the reason that was written are the words now. What the player has seen at sign-in is not
    shown as unread."""
    Ban, Sanction = apps.get_model("accounts", "Ban"), apps.get_model("accounts", "Sanction")
    for ban in Ban.objects.order_by("pk").iterator():
        Sanction.objects.create(
            user_id=ban.user_id,
            kind="closed",
            reason="other",
            words=ban.reason or LONG_CLOSED,
            note=ban.note,
            began_at=ban.began_at,
            until=ban.until,
            by_id=ban.by_id,
            ended_at=ban.ended_at,
            read_at=ban.began_at,
        )


def give_rights(apps, schema_editor):
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    create_permissions(installed.get_app_config("accounts"), apps=apps, verbosity=0)
    Permission = apps.get_model("auth", "Permission")
    ours = Permission.objects.filter(content_type__app_label="accounts")
    for former, names in RIGHTS.items():
        rights = list(ours.filter(codename__in=names))
        for had in ours.filter(codename=former):
            for group in had.group_set.all():
                group.permissions.add(*rights)
            for user in had.user_set.all():
                user.user_permissions.add(*rights)
            had.delete()
    for group in apps.get_model("auth", "Group").objects.filter(name="Operators"):
        group.permissions.add(*ours.filter(codename__in=OPERATORS))


class Migration(migrations.Migration):
    dependencies = [("accounts", "0036_decisions")]

    operations = [
        migrations.RunPython(move, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(give_rights, migrations.RunPython.noop, elidable=True),
        migrations.DeleteModel("Ban"),
    ]
