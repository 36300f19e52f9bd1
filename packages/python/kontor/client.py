"""The clients of a developer and of an operator."""

from __future__ import annotations

import json
import time
from http.client import HTTPException
from typing import TYPE_CHECKING, Dict, Iterator, List, Optional, Tuple, cast

from .errors import KontorConnectionError, KontorError
from .generated import developers, operators
from .transport import LONGEST_PAUSE_S, RETRIES, TIMEOUT_S, Asked, CallOptions, Transport
from .waits import Waits

if TYPE_CHECKING:
    from .generated.developer_types import Event

#: Two heartbeats that did not come: the connection is dead, whatever the network says.
SILENCE_S = 40.0
PAUSE_S = 1.0
LONGEST_STREAM_PAUSE_S = 15.0


class Kontor(developers.Operations):
    """The bank, asked with the key of a developer.

    >>> bank = Kontor("http://127.0.0.1:8080", "sk_test_…")
    >>> account = bank.get_account("acc_…")
    """

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
    ) -> None:
        super().__init__(
            Transport(
                base_url, api_key, retries=retries, timeout=timeout, longest_pause=longest_pause
            )
        )
        #: Walks through lists: `for account in bank.all.list_accounts(): …`.
        self.all = developers.Walks(self._transport)
        #: Waits until something is at rest: `bank.wait.transaction(id)`.
        self.wait = Waits(self)

    def follow(
        self, *, after_sequence: Optional[int] = None, type: Optional[str] = None
    ) -> Iterator[Event]:
        """Events as they happen, over every interruption.

        What you have worked on is behind you, not what came: an event is yielded again if the
        loop was left in the middle of it and a new one begins.
        """
        last: Optional[str] = None
        failures = 0
        while True:
            headers: Dict[str, str] = {} if last is None else {"Last-Event-ID": last}
            options: CallOptions = {"timeout": SILENCE_S, "headers": headers}
            query = {"afterSequence": after_sequence, "type": type}
            try:
                found = self._transport.open(
                    Asked("GET", "/v1/events/stream", query=query, options=options)
                )
                failures = 0
                with found:
                    for message_id, data in _messages_of(found):
                        if data is not None:
                            yield cast("Event", json.loads(data))
                        last = message_id or last
            except KontorError as error:
                # What the bank refuses stays refused.
                if not error.retryable and error.status < 500:
                    raise
            except (KontorConnectionError, OSError, HTTPException):
                pass
            time.sleep(min(PAUSE_S * 2**failures, LONGEST_STREAM_PAUSE_S))
            failures += 1


class KontorOperator(operators.Operations):
    """The bank, asked with the key of an operator."""

    def __init__(
        self,
        base_url: str,
        api_key: str,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
    ) -> None:
        super().__init__(
            Transport(
                base_url, api_key, retries=retries, timeout=timeout, longest_pause=longest_pause
            )
        )
        #: Walks through lists: `for item in staff.all.list_work(): …`.
        self.all = operators.Walks(self._transport)


def _messages_of(lines: Iterator[bytes]) -> Iterator[Tuple[Optional[str], Optional[str]]]:
    """Messages of a stream of server-sent events: id and data, of which one may be missing."""
    message_id: Optional[str] = None
    data: List[str] = []
    for raw in lines:
        line = raw.decode().rstrip("\r\n")
        if line == "":
            if data or message_id is not None:
                yield message_id, "\n".join(data) if data else None
            message_id, data = None, []
        elif line.startswith("id:"):
            message_id = line[3:].strip()
        elif line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
