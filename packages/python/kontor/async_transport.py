"""Requests for asyncio programs.

The HTTP client of the standard library blocks its thread, so each attempt runs in a thread of a
pool. The pauses between attempts run in the event loop.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any, AsyncIterator, Callable, Optional, TypeVar

from .transport import (
    LONGEST_PAUSE_S,
    DEFAULT_RETRIES,
    DEFAULT_TIMEOUT_S,
    Answer,
    Attempts,
    Call,
    Transport,
    content_of,
    first_page,
    next_page,
)

T = TypeVar("T")

#: Maximum number of concurrent requests; further requests wait.
MAX_CONCURRENT = 32


class AsyncTransport:
    """The address of a bank, the key of the caller, and a pool of threads."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
        max_concurrent: int = MAX_CONCURRENT,
    ) -> None:
        self.blocking = Transport(
            base_url, api_key, retries=retries, timeout=timeout, longest_pause=longest_pause
        )
        self._pool = ThreadPoolExecutor(max_concurrent, thread_name_prefix="kontor")

    def __repr__(self) -> str:
        return f"Async{self.blocking!r}"

    async def send(self, call: Call) -> Answer:
        """Sends a request, with repetitions where they may help; returns the answer.

        Cancelling this call does not undo the request: it may still take effect, as after a
        broken connection.
        """
        attempts = Attempts(self.blocking, call)
        while True:
            outcome = await self.run(attempts.send)
            if isinstance(outcome, Answer):
                return outcome
            await asyncio.sleep(outcome)

    async def run(self, work: Callable[[], T]) -> T:
        """Runs a blocking function in a thread of the pool."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Starts no further requests; running requests finish."""
        self._pool.shutdown(wait=False, cancel_futures=True)


class AsyncOperationsBase:
    """Base class of the generated methods."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def _send(self, call: Call) -> Any:
        return content_of(await self._transport.send(call), call)

    async def _walk(self, call: Call) -> AsyncIterator[Any]:
        next_call: Optional[Call] = first_page(call)
        while next_call is not None:
            page = await self._send(next_call)
            for item in page["data"]:
                yield item
            next_call = next_page(next_call, page)
