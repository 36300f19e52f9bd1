"""Requests for programs of asyncio.

The standard library asks over HTTP in threads alone, so each attempt is one of a pool; the pauses
between attempts, and everything else, are the event loop's.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterator, Callable, Optional, TypeVar

from .transport import (
    LONGEST_PAUSE_S,
    RETRIES,
    TIMEOUT_S,
    Answer,
    Asked,
    Transport,
    Turns,
    content_of,
    first_page,
    next_page,
)

T = TypeVar("T")

#: Requests that are under way at a time; others wait for their turn.
AT_ONCE = 32


class AsyncTransport:
    """Where a bank is and who asks it."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
        at_once: int = AT_ONCE,
    ) -> None:
        self.blocking = Transport(
            base_url, api_key, retries=retries, timeout=timeout, longest_pause=longest_pause
        )
        self._pool = ThreadPoolExecutor(at_once, thread_name_prefix="kontor")

    def __repr__(self) -> str:
        return f"Async{self.blocking!r}"

    async def send(self, asked: Asked) -> Answer:
        """Sends a request, again where that may help, and answers with what came at last.

        Who cancels it does not undo it: what was sent may act, as after a broken connection.
        """
        turns = Turns(self.blocking, asked)
        while True:
            done = await self.run(turns.take)
            if isinstance(done, Answer):
                return done
            await asyncio.sleep(done)

    async def run(self, work: Callable[[], T]) -> T:
        """Does what blocks in a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Starts no more requests; those under way end by themselves."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class AsyncAsks:
    """What generated methods stand on."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _ask(self, asked: Asked) -> Any:
        return content_of(await self._transport.send(asked), asked)

    async def _walk(self, asked: Asked) -> AsyncIterator[Any]:
        wanted: Optional[Asked] = first_page(asked)
        while wanted is not None:
            page = await self._ask(wanted)
            for one in page["data"]:
                yield one
            wanted = next_page(wanted, page)
