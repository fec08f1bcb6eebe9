"""Create the default groups of staff. An existing group of the same name is left alone."""

from django.db import migrations

GROUPS = {
    "Moderators": {
        "accounts": ["view_user", "change_user", "view_ratedmatch", "change_ratedmatch"],
        "account": ["view_emailaddress"],
        "usersessions": ["view_usersession", "delete_usersession"],
        "game": ["view_match"],
        "lobby": ["view_seeker"],
        "dictionary": ["view_dispute"],
    },
    "Word editors": {
        "dictionary": [
            "view_listversion",
            "add_listversion",
            "change_listversion",
            "delete_listversion",
            "view_blockedword",
            "add_blockedword",
            "change_blockedword",
            "delete_blockedword",
            "view_dispute",
            "change_dispute",
        ],
    },
    "Operators": {
        "accounts": ["view_user", "view_ratedmatch"],
        "common": ["view_auditentry"],
        "game": ["view_match"],
        "lobby": ["view_preset", "add_preset", "change_preset", "delete_preset", "view_seeker"],
        "mfa": ["view_authenticator"],
        "usersessions": ["view_usersession"],
    },
}


def make(apps, schema_editor):
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    for app in {app for rights in GROUPS.values() for app in rights}:
        create_permissions(installed.get_app_config(app), apps=apps, verbosity=0)
    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for name, rights in GROUPS.items():
        group, is_new = Group.objects.get_or_create(name=name)
        if is_new:
            for app, codenames in rights.items():
                group.permissions.add(*Permission.objects.filter(content_type__app_label=app, codename__in=codenames))


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0007_encrypt_factors"),
        ("account", "0001_initial"),
        ("common", "0001_audit_log"),
        ("dictionary", "0002_definitions_and_disputes"),
        ("game", "0001_initial"),
        ("lobby", "0001_initial"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("usersessions", "0001_initial"),
    ]

    operations = [migrations.RunPython(make, migrations.RunPython.noop, elidable=True)]
