"""Events as they happen: the stream of the bank, over every interruption."""

from __future__ import annotations

import json
import threading
from http.client import HTTPException
from typing import TYPE_CHECKING, Dict, Iterable, Iterator, List, Optional, Tuple, cast

from .errors import KontorConnectionError, KontorError
from .transport import Asked, CallOptions, Transport

if TYPE_CHECKING:
    from .generated.developer_types import Event

#: Two heartbeats that did not come: the connection is dead, whatever the network says.
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
    """Events, until `stop` is set: it is looked at with every line, and a heartbeat is one."""
    last: Optional[str] = None
    failures = 0
    while not stop.is_set():
        headers: Dict[str, str] = {} if last is None else {"Last-Event-ID": last}
        options: CallOptions = {"timeout": SILENCE_S, "headers": headers}
        query = {"afterSequence": after_sequence, "type": type}
        try:
            asked = Asked("GET", "/v1/events/stream", query=query, options=options)
            with transport.open(asked) as found:
                failures = 0
                for message_id, data in _messages_of(_until(stop, found)):
                    if data is not None:
                        yield cast("Event", json.loads(data))
                    last = message_id or last
        except KontorError as error:
            # What the bank refuses stays refused.
            if not error.retryable and error.status < 500:
                raise
        except (KontorConnectionError, OSError, HTTPException):
            pass
        stop.wait(min(PAUSE_S * 2**failures, LONGEST_STREAM_PAUSE_S))
        failures += 1


def _until(stop: threading.Event, lines: Iterable[bytes]) -> Iterator[bytes]:
    for line in lines:
        if stop.is_set():
            return
        yield line


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
