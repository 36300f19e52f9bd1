"""Sends requests, with repetitions.

A POST has the same Idempotency-Key in each attempt, so that it takes effect once.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import re
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field, replace
from email.message import Message
from typing import (
    Any, Dict, IO, Iterable, Iterator, List, Mapping, Optional, Tuple, TypedDict, Union, cast,
)

from .errors import KontorConnectionError, KontorError

#: A path, the content, or a name with the content.
FileInput = Union["os.PathLike[str]", bytes, Tuple[str, bytes]]

DEFAULT_RETRIES = 3
DEFAULT_TIMEOUT_S = 30.0
LONGEST_PAUSE_S = 30.0
FIRST_PAUSE_S = 0.25
#: Statuses of proxies that cannot reach the bank.
RETRYABLE_STATUSES = (429, 502, 503, 504)


class CallOptions(TypedDict, total=False):
    """Options of one request."""

    #: Timeout of one attempt, in seconds.
    timeout: float
    #: Maximum repetitions of the request; 0 for none.
    retries: int
    headers: Dict[str, str]


def _empty() -> Dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Call:
    """A call of an operation."""

    method: str
    url: str
    path: Mapping[str, str] = field(default_factory=_empty)
    query: Mapping[str, Any] = field(default_factory=_empty)
    body: Any = None
    form: Optional[Mapping[str, Any]] = None
    idempotency_key: Optional[str] = None
    if_match: Union[str, int, None] = None
    reason: Optional[str] = None
    respond_async: bool = False
    options: Optional[CallOptions] = None


class ClientOptions(TypedDict, total=False):
    """Options of a client."""

    #: Maximum repetitions of a request.
    retries: int
    #: Timeout of one attempt, in seconds.
    timeout: float
    #: Longest pause that a bank may request before a repetition, in seconds.
    longest_pause: float


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    content: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Refuses redirects, because a redirect would carry the key to another address."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str,
        headers: Message, newurl: str,
    ) -> None:
        return None


class SeenCommits:
    """The newest commits that a client has seen. The bank answers with no older data."""

    def __init__(self) -> None:
        self._parts: Dict[str, Tuple[int, str]] = {}

    def record(self, header: Optional[str]) -> None:
        """Records the commits of an answer: for each letter, the greatest number."""
        for part in (header or "").split("."):
            match = re.fullmatch(r"([a-z])(\d+)-[0-9a-f]+", part)
            if match is None:
                continue
            letter, number = match[1], int(match[2])
            if number >= self._parts.get(letter, (0, ""))[0]:
                self._parts[letter] = (number, part)

    def clear(self) -> None:
        self._parts = {}

    def header(self) -> Optional[str]:
        return ".".join(part for _, part in self._parts.values()) or None


class Transport:
    """The address of a bank and the key of the caller."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = DEFAULT_RETRIES,
        timeout: float = DEFAULT_TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
    ) -> None:
        if not re.match(r"https?://[^/?#]+", base_url):
            raise ValueError("base_url is an address such as http://127.0.0.1:8080")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self.retries = retries
        self.timeout = timeout
        self._longest_pause = longest_pause
        self._seen = SeenCommits()
        self._opener = urllib.request.build_opener(_NoRedirect())

    def __repr__(self) -> str:
        # The key must not appear in logs.
        return f"Transport({self._base_url!r})"

    def send(self, call: Call) -> Answer:
        """Sends a request, with repetitions where they may help; returns the answer."""
        attempts = Attempts(self, call)
        while True:
            outcome = attempts.send()
            if isinstance(outcome, Answer):
                return outcome
            time.sleep(outcome)

    def open(self, call: Call) -> http.client.HTTPResponse:
        """Opens a stream; the timeout bounds the time between two lines."""
        options = call.options or {}
        request, _ = self.prepare(call)
        try:
            response = self._opener.open(request, timeout=options.get("timeout", self.timeout))
        except urllib.error.HTTPError as error:
            answer = Answer(error.code, error.headers, error.read())
            raise _error_of(answer, request.full_url) from None
        except (OSError, http.client.HTTPException) as error:
            raise _connection_error(error, request.full_url, None) from error
        assert isinstance(response, http.client.HTTPResponse)
        return response

    def attempt(
        self, request: urllib.request.Request, timeout: float, key: Optional[str]
    ) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout) as response:
                self._seen.record(response.headers.get("kontor-commit"))
                return Answer(response.status, response.headers, response.read())
        except urllib.error.HTTPError as error:
            try:
                with error:
                    self._seen.record(error.headers.get("kontor-commit"))
                    return Answer(error.code, error.headers, error.read())
            except (OSError, http.client.HTTPException) as cause:
                raise _connection_error(cause, request.full_url, key) from cause
        except (OSError, http.client.HTTPException) as error:
            raise _connection_error(error, request.full_url, key) from error

    def pause_after(self, answer: Answer, is_last: bool, own_pause: float, url: str) -> float:
        """Returns the seconds until the next attempt; raises the error when there is none."""
        error = _error_of(answer, url)
        if isinstance(error, KontorError) and error.code == "commit_lost":
            # The commits that the client saw are lost; the caller gets this error once.
            self._seen.clear()
        if isinstance(error, KontorError):
            can_retry = error.retryable
        else:
            can_retry = answer.status in RETRYABLE_STATUSES
        header = answer.headers.get("retry-after") or "0"
        retry_after = float(header) if re.fullmatch(r"\d{1,9}", header) else 0.0
        if is_last or not can_retry or retry_after > self._longest_pause:
            raise error
        return max(own_pause, retry_after)

    def prepare(self, call: Call) -> Tuple[urllib.request.Request, Optional[str]]:
        key = call.idempotency_key
        if key is None and call.method == "POST":
            key = secrets.token_hex(16)
        headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": "kontor-python/0.1.0"}
        data: Optional[bytes] = None
        if call.form is not None:
            content_type, data = _form_of(call.form)
            headers["Content-Type"] = content_type
        elif call.body is not None:
            data = json.dumps(call.body, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        elif call.method == "POST":
            data = b""
        if self._api_key is not None:
            headers["Authorization"] = f"Bearer {self._api_key}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if call.if_match is not None:
            version = call.if_match
            headers["If-Match"] = f'"v{version}"' if isinstance(version, int) else version
        if call.reason is not None:
            headers["X-Audit-Reason"] = re.sub(r"[^\x20-\x7e\xa0-\xff]", "?", call.reason)
        seen = self._seen.header()
        if seen is not None:
            headers["Kontor-Commit"] = seen
        if call.respond_async:
            headers["Prefer"] = "respond-async"
        headers.update((call.options or {}).get("headers", {}))
        address = self._base_url + _address_of(call)
        return urllib.request.Request(address, data, headers, method=call.method), key


class Attempts:
    """The attempts to send one request."""

    def __init__(self, transport: Transport, call: Call) -> None:
        options = call.options or {}
        self._transport = transport
        self._request, self._key = transport.prepare(call)
        self._max_retries = options.get("retries", transport.retries)
        self._timeout = options.get("timeout", transport.timeout)
        self._is_repeatable = call.method not in ("PATCH", "DELETE")
        self._attempt = 0

    def send(self) -> Union[Answer, float]:
        """Sends the request once; returns the answer, or the seconds until the next attempt.

        Raises the error when there is no next attempt.
        """
        transport = self._transport
        is_last = self._attempt >= self._max_retries
        pause = FIRST_PAUSE_S * 2**self._attempt * (0.5 + random.random())
        self._attempt += 1
        try:
            answer = transport.attempt(self._request, self._timeout, self._key)
        except KontorConnectionError:
            if is_last or not self._is_repeatable:
                raise
            return pause
        if 200 <= answer.status < 300:
            return answer
        return transport.pause_after(answer, is_last, pause, self._request.full_url)


class OperationsBase:
    """Base class of the generated methods."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _send(self, call: Call) -> Any:
        return content_of(self._transport.send(call), call)

    def _walk(self, call: Call) -> Iterator[Any]:
        next_call: Optional[Call] = first_page(call)
        while next_call is not None:
            page = self._send(next_call)
            yield from page["data"]
            next_call = next_page(next_call, page)


def first_page(call: Call) -> Call:
    """Returns the request of the first page of a list."""
    query: Dict[str, Any] = {"limit": 100}
    query.update({name: value for name, value in call.query.items() if value is not None})
    return replace(call, query=query)


def next_page(call: Call, page: Mapping[str, Any]) -> Optional[Call]:
    """Returns the request of the next page; None after the last page."""
    cursor = page["nextCursor"]
    if not page["hasMore"] or cursor is None:
        return None
    rest = {name: value for name, value in call.query.items() if name != "afterSequence"}
    return replace(call, query={**rest, "startingAfter": cursor})


def _connection_error(error: Exception, url: str, key: Optional[str]) -> KontorConnectionError:
    reason = getattr(error, "reason", error)
    is_late = isinstance(error, TimeoutError) or isinstance(reason, TimeoutError)
    reason_text = "no answer in time" if is_late else f"the bank is out of reach ({reason})"
    fault: Any = "timeout" if is_late else "network"
    message = f"{_without_query(url)}: {reason_text}"
    return KontorConnectionError(message, fault=fault, idempotency_key=key)


def _without_query(url: str) -> str:
    """Removes the query of a URL: its names and metadata must not appear in logs."""
    return url.split("?", 1)[0]


def _error_of(answer: Answer, url: str) -> Union[KontorError, KontorConnectionError]:
    content_type = answer.headers.get("content-type") or ""
    problem: Any = None
    if re.search(r"\bproblem\+json\b", content_type):
        try:
            problem = json.loads(answer.content)
        except ValueError:
            problem = None
    if isinstance(problem, dict):
        fields = cast("Dict[str, Any]", problem)
        types = {"code": str, "detail": str, "status": int}
        if all(isinstance(fields.get(name), field_type) for name, field_type in types.items()):
            return KontorError(fields)
    message = f"{_without_query(url)} answered {answer.status}, not as a bank does"
    return KontorConnectionError(message, fault="not_kontor")


def content_of(answer: Answer, call: Call) -> Any:
    """Returns the content of an answer: JSON as a value, text as text, anything else as bytes."""
    if answer.status == 204:
        return None
    content_type = answer.headers.get("content-type") or ""
    if re.match(r"application/(?:[\w.-]+\+)?json\b", content_type):
        try:
            return json.loads(answer.content)
        except ValueError as error:
            message = f"{call.url} answered with what is no JSON, not as a bank does"
            raise KontorConnectionError(message, fault="not_kontor") from error
    is_text = re.match(r"text/|application/([\w.-]+\+)?xml\b", content_type)
    return answer.content.decode() if is_text else answer.content


def _address_of(call: Call) -> str:
    path = call.url
    for name, value in call.path.items():
        # Not every caller checks types: `None` in a path would address another object.
        if type(value) is not str or value == "":
            raise TypeError(f"{name} is missing")
        path = path.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
    pairs: List[Tuple[str, str]] = []
    for name, value in call.query.items():
        _add_to(pairs, name, value)
    return f"{path}?{urllib.parse.urlencode(pairs)}" if pairs else path


def _add_to(pairs: List[Tuple[str, str]], name: str, value: Any) -> None:
    """Adds a parameter: `{"metadata": {"order": "17"}}` becomes `metadata[order]=17`."""
    if value is None:
        return
    if isinstance(value, bool):
        pairs.append((name, "true" if value else "false"))
    elif isinstance(value, (list, tuple)):
        listed = cast("Iterable[object]", value)
        pairs.append((name, ",".join(str(element) for element in listed)))
    elif isinstance(value, Mapping):
        for key, nested in cast("Mapping[str, Any]", value).items():
            _add_to(pairs, f"{name}[{key}]", nested)
    else:
        pairs.append((name, str(value)))


def _form_of(form: Mapping[str, Any]) -> Tuple[str, bytes]:
    boundary = secrets.token_hex(16)
    parts: List[bytes] = []
    for name, value in form.items():
        if value is None:
            continue
        head = f'Content-Disposition: form-data; name="{name}"'
        if isinstance(value, str):
            content = value.encode()
        else:
            filename, content = _file_of(value)
            safe = re.sub(r'[\x00-\x1f"\\]', "_", filename)
            head += f'; filename="{safe}"\r\nContent-Type: application/octet-stream'
        parts.append(f"--{boundary}\r\n{head}\r\n\r\n".encode() + content + b"\r\n")
    parts.append(f"--{boundary}--\r\n".encode())
    return f"multipart/form-data; boundary={boundary}", b"".join(parts)


def _file_of(value: Any) -> Tuple[str, bytes]:
    if isinstance(value, bytes):
        return "file", value
    if isinstance(value, tuple):
        name, content = cast("Tuple[str, bytes]", value)
        return str(name), bytes(content)
    path = cast("os.PathLike[str]", value)
    with open(path, "rb") as file:
        return os.path.basename(os.fspath(path)), file.read()
