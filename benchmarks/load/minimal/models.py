"""A room that is locked and written, and an entry for each act in it."""

from django.db import models


class Room(models.Model):
    """`version` counts the acts."""

    version = models.PositiveIntegerField(default=0)
    state = models.TextField(default="")

    def __str__(self) -> str:
        return str(self.pk)


class Entry(models.Model):
    """An act."""

    room = models.ForeignKey(Room, on_delete=models.CASCADE)
    seq = models.PositiveIntegerField()
    action = models.TextField()

    def __str__(self) -> str:
        return f"{self.room_id}#{self.seq}"
