"""What the queue of cases is ordered by; moderators may see cases and appeals, take and decide them."""

from django.conf import settings
from django.db import migrations, models


RIGHTS = {
    "people": ["view_case", "change_case", "view_report"],
    "accounts": ["view_sanction", "view_appeal", "change_appeal"],
}


def give(apps, schema_editor):
    # Django makes permissions when all migrations are done; these are wanted now.
    from django.apps import apps as installed
    from django.contrib.auth.management import create_permissions

    Group, Permission = apps.get_model("auth", "Group"), apps.get_model("auth", "Permission")
    for app, codenames in RIGHTS.items():
        create_permissions(installed.get_app_config(app), apps=apps, verbosity=0)
        rights = Permission.objects.filter(content_type__app_label=app, codename__in=codenames)
        for group in Group.objects.filter(name="Moderators"):
            group.permissions.add(*rights)


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0035_sanctions"),
        ("people", "0002_reports_talk_watching"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="report",
            options={
                "default_permissions": ("view",),
                "ordering": ["pk"],
                "verbose_name": "report",
                "verbose_name_plural": "reports",
            },
        ),
        migrations.AddField(
            model_name="case",
            name="weight",
            field=models.PositiveSmallIntegerField(default=2, verbose_name="weight"),
        ),
        migrations.AlterField(
            model_name="report",
            name="said",
            field=models.TextField(blank=True, verbose_name="as it was said"),
        ),
        migrations.AlterField(
            model_name="report",
            name="words",
            field=models.TextField(blank=True, verbose_name="words"),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.F("weight"), models.F("opened_at"), condition=models.Q(("decided_at", None)), name="case_queue"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.F("decided_at"), condition=models.Q(("decided_at__isnull", False)), name="case_decided"
            ),
        ),
        migrations.AddIndex(
            model_name="case",
            index=models.Index(
                models.F("decided_at"), condition=models.Q(("decision", "no_fault")), name="case_without_fault"
            ),
        ),
        migrations.RunPython(give, migrations.RunPython.noop, elidable=True),
    ]
