"""What the house itself keeps in the database."""

from django.db import models


class Tick(models.Model):
    """When each periodic job last ran to its end, whoever ran it. For looking at: nothing is decided by it."""

    job = models.CharField(max_length=40, primary_key=True)
    ran_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.job
