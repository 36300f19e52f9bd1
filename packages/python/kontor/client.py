"""The clients of developers and operators."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Iterator, Optional

from .generated import developers, operators
from .stream import follow
from .transport import Transport
from .waits import Waits

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .generated.developer_types import Event
    from .transport import ClientOptions


class Kontor(developers.Operations):
    """A client of the bank with the key of a developer.

    >>> bank = Kontor("http://127.0.0.1:8080", "sk_test_…")
    >>> account = bank.get_account("acc_…")
    """

    def __init__(
        self, base_url: str, api_key: Optional[str] = None, **options: Unpack[ClientOptions]
    ) -> None:
        super().__init__(Transport(base_url, api_key, **options))
        #: Walks through lists: `for account in bank.all.list_accounts(): …`.
        self.all = developers.Walks(self._transport)
        #: Waits until the work on an object has ended: `bank.wait.transaction(id)`.
        self.wait = Waits(self)

    def follow(
        self, *, after_sequence: Optional[int] = None, type: Optional[str] = None
    ) -> Iterator[Event]:
        """Yields events as they happen, and reconnects after each interruption.

        The position is that of the last processed event: if the loop is left while it processes
        an event, a new loop yields that event again.
        """
        never = threading.Event()
        return follow(self._transport, after_sequence=after_sequence, type=type, stop=never)


class KontorOperator(operators.Operations):
    """A client of the bank with the key of an operator."""

    def __init__(self, base_url: str, api_key: str, **options: Unpack[ClientOptions]) -> None:
        super().__init__(Transport(base_url, api_key, **options))
        #: Walks through lists: `for item in staff.all.list_work(): …`.
        self.all = operators.Walks(self._transport)
