"""`sbom`: writes the list of the site's components to sbom.cdx.json; to be run after every change of the lock."""

from typing import Any

from django.core.management.base import BaseCommand

from alfapower.build import sbom


class Command(BaseCommand):
    help = "Write sbom.cdx.json (CycloneDX) from requirements.lock, with the licences of what is installed here."
    requires_system_checks: list[str] = []

    def handle(self, *args: Any, **options: Any) -> None:
        sbom.FILE.write_text(sbom.text(sbom.kept() | sbom.declared()), encoding="utf-8")
        self.stdout.write(f"Wrote {sbom.FILE.name}.")
