"""Follows the stream of events, and reconnects after each interruption."""

from __future__ import annotations

import json
import threading
from http.client import HTTPException
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Optional, Tuple, cast

from .errors import KontorConnectionError, KontorError
from .transport import Call, CallOptions, Transport

if TYPE_CHECKING:
    from .generated.developer_types import Event

#: Two missed heartbeats, after which the connection counts as dead.
SILENCE_S = 40.0
PAUSE_S = 1.0
LONGEST_STREAM_PAUSE_S = 15.0


def follow(
    transport: Transport,
    *,
    after_sequence: Optional[int],
    type: Optional[str],
    stop: threading.Event,
) -> Iterator[Event]:
    """Yields events until `stop` is set. The loop checks `stop` at each line of the stream."""
    last_id: Optional[str] = None
    failures = 0
    while not stop.is_set():
        headers: Dict[str, str] = {} if last_id is None else {"Last-Event-ID": last_id}
        options: CallOptions = {"timeout": SILENCE_S, "headers": headers}
        query = {"afterSequence": after_sequence, "type": type}
        try:
            call = Call("GET", "/v1/events/stream", query=query, options=options)
            with transport.open(call) as response:
                failures = 0
                for message_id, data in _messages_of(_lines_until(stop, response)):
                    if data is not None:
                        yield cast("Event", json.loads(data))
                    last_id = message_id or last_id
        except KontorError as error:
            # The bank would refuse the same request again.
            if not error.retryable and error.status < 500:
                raise
        except (KontorConnectionError, OSError, HTTPException):
            pass
        stop.wait(min(PAUSE_S * 2**failures, LONGEST_STREAM_PAUSE_S))
        failures += 1


def _lines_until(stop: threading.Event, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        if stop.is_set():
            return
        yield line


def _messages_of(lines: Iterator[bytes]) -> Iterator[Tuple[Optional[str], Optional[str]]]:
    """Yields id and data of each server-sent event; one of them may be missing."""
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
