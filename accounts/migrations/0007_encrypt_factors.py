"""Encrypt second factors that were stored in the clear."""

from django.db import migrations


def encrypt(apps, schema_editor):
    from accounts.services.second_factor_secrets import encrypted_data

    for row in apps.get_model("mfa", "Authenticator").objects.exclude(type="webauthn").iterator():
        row.data = encrypted_data(row.data)
        row.save(update_fields=["data"])


def decrypt(apps, schema_editor):
    """The previous release reads them in the clear only."""
    from common.encryption import decrypt_text, is_token

    def clear(value):
        if isinstance(value, list):
            return [clear(one) for one in value]
        return decrypt_text(value) if isinstance(value, str) and is_token(value) else value

    for row in apps.get_model("mfa", "Authenticator").objects.exclude(type="webauthn").iterator():
        row.data = {name: clear(value) for name, value in row.data.items()}
        row.save(update_fields=["data"])


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0006_language"),
        ("mfa", "0003_authenticator_type_uniq"),
    ]

    operations = [migrations.RunPython(encrypt, decrypt, elidable=True)]
