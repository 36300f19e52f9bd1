"""The clients of developers and operators for asyncio programs."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, AsyncGenerator, Optional, Union

from .async_transport import MAX_CONCURRENT, AsyncTransport
from .generated import async_developers, async_operators
from .stream import follow
from .waits import AsyncWaits

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .generated.developer_types import Event
    from .transport import ClientOptions

#: Maximum number of received events that wait for the program; then the stream pauses.
MAX_BUFFERED_EVENTS = 100


class _Closeable:
    """Ends the threads of a client at the end of `async with`, or with `close`."""

    _transport: AsyncTransport

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    def close(self) -> None:
        """Closes the client: no further request starts."""
        self._transport.close()


class AsyncKontor(_Closeable, async_developers.Operations):
    """A client of the bank with the key of a developer.

    >>> async with AsyncKontor("http://127.0.0.1:8080", "sk_test_…") as bank:
    ...     account = await bank.get_account("acc_…")
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        max_concurrent: int = MAX_CONCURRENT,
        **options: Unpack[ClientOptions],
    ) -> None:
        transport = AsyncTransport(base_url, api_key, max_concurrent=max_concurrent, **options)
        super().__init__(transport)
        #: Walks through lists: `async for account in bank.all.list_accounts(): …`.
        self.all = async_developers.Walks(self._transport)
        #: Waits until the work on an object has ended: `await bank.wait.transaction(id)`.
        self.wait = AsyncWaits(self)

    async def follow(
        self, *, after_sequence: Optional[int] = None, type: Optional[str] = None
    ) -> AsyncGenerator[Event, None]:
        """Yields events as they happen, and reconnects after each interruption.

        When the caller leaves the loop, the reading thread ends with the next line of the stream,
        at the latest with the next heartbeat.
        """
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[Union[Event, BaseException]] = asyncio.Queue(MAX_BUFFERED_EVENTS)
        stop = threading.Event()

        def put(item: Union[Event, BaseException]) -> None:
            if not stop.is_set() and not loop.is_closed():
                asyncio.run_coroutine_threadsafe(waiting.put(item), loop).result()

        def read() -> None:
            transport = self._transport.blocking
            try:
                for event in follow(
                    transport, after_sequence=after_sequence, type=type, stop=stop
                ):
                    put(event)
            except CancelledError:
                # The event loop has ended, so the waiting calls are cancelled.
                return
            except Exception as error:
                put(error)

        threading.Thread(target=read, name="kontor-follow", daemon=True).start()
        try:
            while True:
                item = await waiting.get()
                if isinstance(item, BaseException):
                    raise item
                yield item
        finally:
            stop.set()
            # The thread may be waiting for a place in the queue.
            while not waiting.empty():
                waiting.get_nowait()


class AsyncKontorOperator(_Closeable, async_operators.Operations):
    """A client of the bank with the key of an operator."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        max_concurrent: int = MAX_CONCURRENT,
        **options: Unpack[ClientOptions],
    ) -> None:
        transport = AsyncTransport(base_url, api_key, max_concurrent=max_concurrent, **options)
        super().__init__(transport)
        #: Walks through lists: `async for item in staff.all.list_work(): …`.
        self.all = async_operators.Walks(self._transport)
