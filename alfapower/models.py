"""The model of the project package: the last run of each periodic job."""

from django.db import models


class Tick(models.Model):
    """When each periodic job last finished, in any process. For display only: nothing is decided by it."""

    job = models.CharField(max_length=40, primary_key=True)
    ran_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.job
