"""Batches concurrent queries: those that arrive together are answered by one statement for all.

A query that comes alone is answered at once. Queries that come during another wait for it, and are then answered
together: so the more there are, the fewer statements each of them takes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from itertools import islice
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

AT_ONCE = 200
"""Questions in one statement."""
BATCHES_AT_ONCE = 2
"""One that hangs does not keep the others waiting."""


class Together(Generic[K, V]):
    """The queries of one event loop. `answer` is called with some of them, each once, and returns what it finds: for
    the others the answer is None. An error it raises is raised to all of those callers."""

    def __init__(self, answer: Callable[[list[K]], Awaitable[Mapping[K, V]]]) -> None:
        self.answer = answer
        self.waiting: dict[K, asyncio.Future[V | None]] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def ask(self, question: K) -> V | None:
        """The answer, which is no older than the call."""
        if question not in self.waiting:
            self.waiting[question] = asyncio.get_running_loop().create_future()
        asked = self.waiting[question]
        if len(self.tasks) < BATCHES_AT_ONCE:
            task = asyncio.create_task(self._answer_all())
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)
        return await asyncio.shield(asked)  # others may wait for the same

    async def _answer_all(self) -> None:
        while self.waiting:
            batch = {question: self.waiting.pop(question) for question in list(islice(self.waiting, AT_ONCE))}
            try:
                found = await self.answer(list(batch))
            except Exception as error:
                for asked in batch.values():
                    asked.set_exception(error)
                    asked.exception()  # or asyncio would log it for a caller that has gone
            except BaseException:
                for asked in batch.values():
                    asked.cancel()
                raise
            else:
                for question, asked in batch.items():
                    asked.set_result(found.get(question))
