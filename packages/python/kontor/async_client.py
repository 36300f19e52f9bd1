"""The clients of a developer and of an operator, for programs of asyncio."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import CancelledError
from typing import TYPE_CHECKING, AsyncGenerator, Optional, Union

from .async_transport import AT_ONCE, AsyncTransport
from .generated import async_developers, async_operators
from .stream import follow
from .waits import AsyncWaits

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

    from .generated.developer_types import Event
    from .transport import ClientOptions

#: Events that came and were not worked on yet; the stream waits for the others.
MOST_WAITING = 100


class _Closes:
    """`async with` ends the threads of a client."""

    _transport: AsyncTransport

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        self._transport.close()

    def close(self) -> None:
        """Starts no more requests."""
        self._transport.close()


class AsyncKontor(_Closes, async_developers.Operations):
    """The bank, asked with the key of a developer.

    >>> async with AsyncKontor("http://127.0.0.1:8080", "sk_test_…") as bank:
    ...     account = await bank.get_account("acc_…")
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        at_once: int = AT_ONCE,
        **options: Unpack[ClientOptions],
    ) -> None:
        super().__init__(AsyncTransport(base_url, api_key, at_once=at_once, **options))
        #: Walks through lists: `async for account in bank.all.list_accounts(): …`.
        self.all = async_developers.Walks(self._transport)
        #: Waits until something is at rest: `await bank.wait.transaction(id)`.
        self.wait = AsyncWaits(self)

    async def follow(
        self, *, after_sequence: Optional[int] = None, type: Optional[str] = None
    ) -> AsyncGenerator[Event, None]:
        """Events as they happen, over every interruption.

        Its thread ends with the next line of the stream after the loop was left; the bank sends a
        heartbeat at least.
        """
        loop = asyncio.get_running_loop()
        waiting: asyncio.Queue[Union[Event, BaseException]] = asyncio.Queue(MOST_WAITING)
        stop = threading.Event()

        def put(one: Union[Event, BaseException]) -> None:
            if not stop.is_set() and not loop.is_closed():
                asyncio.run_coroutine_threadsafe(waiting.put(one), loop).result()

        def read() -> None:
            transport = self._transport.blocking
            try:
                for event in follow(
                    transport, after_sequence=after_sequence, type=type, stop=stop
                ):
                    put(event)
            except CancelledError:
                # The loop has ended, and what waited in it.
                return
            except Exception as error:
                put(error)

        threading.Thread(target=read, name="kontor-follow", daemon=True).start()
        try:
            while True:
                found = await waiting.get()
                if isinstance(found, BaseException):
                    raise found
                yield found
        finally:
            stop.set()
            # The thread may wait for a place.
            while not waiting.empty():
                waiting.get_nowait()


class AsyncKontorOperator(_Closes, async_operators.Operations):
    """The bank, asked with the key of an operator."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        at_once: int = AT_ONCE,
        **options: Unpack[ClientOptions],
    ) -> None:
        super().__init__(AsyncTransport(base_url, api_key, at_once=at_once, **options))
        #: Walks through lists: `async for item in staff.all.list_work(): …`.
        self.all = async_operators.Walks(self._transport)
