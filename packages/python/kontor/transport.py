"""One request: its address and headers, as many attempts as it may have, and its answer.

A POST has the same Idempotency-Key in each attempt, so it acts once however often it is sent.
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

#: A path, the bytes, or a name with the bytes.
FileInput = Union["os.PathLike[str]", bytes, Tuple[str, bytes]]

RETRIES = 3
TIMEOUT_S = 30.0
LONGEST_PAUSE_S = 30.0
FIRST_PAUSE_S = 0.25
#: Answers of whatever stands before a bank.
RETRYABLE_STATUSES = (429, 502, 503, 504)


class CallOptions(TypedDict, total=False):
    """How one request is sent."""

    #: Of one attempt, in seconds.
    timeout: float
    #: How often it is sent again; 0: never.
    retries: int
    headers: Dict[str, str]


def _nothing() -> Dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Asked:
    """One call of an operation."""

    method: str
    url: str
    path: Mapping[str, str] = field(default_factory=_nothing)
    query: Mapping[str, Any] = field(default_factory=_nothing)
    body: Any = None
    form: Optional[Mapping[str, Any]] = None
    idempotency_key: Optional[str] = None
    if_match: Union[str, int, None] = None
    reason: Optional[str] = None
    respond_async: bool = False
    options: Optional[CallOptions] = None


class ClientOptions(TypedDict, total=False):
    """How a client asks, whichever it is."""

    #: How often a request is sent again.
    retries: int
    #: Of one attempt, in seconds.
    timeout: float
    #: Longest wait that a bank may ask for, in seconds.
    longest_pause: float


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Message
    content: bytes


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would carry the key to another address."""

    def redirect_request(
        self, req: urllib.request.Request, fp: IO[bytes], code: int, msg: str,
        headers: Message, newurl: str,
    ) -> None:
        return None


class Seen:
    """The newest commits of a bank that a client has seen: it reads nothing older."""

    def __init__(self) -> None:
        self._parts: Dict[str, Tuple[int, str]] = {}

    def take(self, header: Optional[str]) -> None:
        """Takes up what an answer names: of each letter the commit with the greatest number."""
        for part in (header or "").split("."):
            found = re.fullmatch(r"([a-z])(\d+)-[0-9a-f]+", part)
            if found is None:
                continue
            letter, number = found[1], int(found[2])
            if number >= self._parts.get(letter, (0, ""))[0]:
                self._parts[letter] = (number, part)

    def forget(self) -> None:
        self._parts = {}

    def text(self) -> Optional[str]:
        return ".".join(part for _, part in self._parts.values()) or None


class Transport:
    """Where a bank is and who asks it."""

    def __init__(
        self,
        base_url: str,
        api_key: Optional[str] = None,
        *,
        retries: int = RETRIES,
        timeout: float = TIMEOUT_S,
        longest_pause: float = LONGEST_PAUSE_S,
    ) -> None:
        if not re.match(r"https?://[^/?#]+", base_url):
            raise ValueError("base_url is an address such as http://127.0.0.1:8080")
        self._base_url = base_url.rstrip("/")
        self._api_key = api_key
        self.retries = retries
        self.timeout = timeout
        self._longest_pause = longest_pause
        self._seen = Seen()
        self._opener = urllib.request.build_opener(_NoRedirect())

    def __repr__(self) -> str:
        # The key stays out of logs.
        return f"Transport({self._base_url!r})"

    def send(self, asked: Asked) -> Answer:
        """Sends a request, again where that may help, and answers with what came at last."""
        turns = Turns(self, asked)
        while True:
            done = turns.take()
            if isinstance(done, Answer):
                return done
            time.sleep(done)

    def open(self, asked: Asked) -> http.client.HTTPResponse:
        """Opens a stream; the timeout is that of its silences."""
        options = asked.options or {}
        request, _ = self.prepare(asked)
        try:
            found = self._opener.open(request, timeout=options.get("timeout", self.timeout))
        except urllib.error.HTTPError as error:
            answer = Answer(error.code, error.headers, error.read())
            raise _error_of(answer, request.full_url) from None
        except (OSError, http.client.HTTPException) as error:
            raise _unheard(error, request.full_url, None) from error
        assert isinstance(found, http.client.HTTPResponse)
        return found

    def attempt(
        self, request: urllib.request.Request, timeout: float, key: Optional[str]
    ) -> Answer:
        try:
            with self._opener.open(request, timeout=timeout) as found:
                self._seen.take(found.headers.get("kontor-commit"))
                return Answer(found.status, found.headers, found.read())
        except urllib.error.HTTPError as error:
            try:
                with error:
                    self._seen.take(error.headers.get("kontor-commit"))
                    return Answer(error.code, error.headers, error.read())
            except (OSError, http.client.HTTPException) as cut:
                raise _unheard(cut, request.full_url, key) from cut
        except (OSError, http.client.HTTPException) as error:
            raise _unheard(error, request.full_url, key) from error

    def pause_after(self, answer: Answer, is_last: bool, own: float, url: str) -> float:
        """Seconds until the next attempt; raises what was answered where there is none."""
        error = _error_of(answer, url)
        if isinstance(error, KontorError) and error.code == "commit_lost":
            # What it saw is gone, which its caller hears once.
            self._seen.forget()
        if isinstance(error, KontorError):
            may_help = error.retryable
        else:
            may_help = answer.status in RETRYABLE_STATUSES
        wanted = answer.headers.get("retry-after") or "0"
        asked = float(wanted) if re.fullmatch(r"\d{1,9}", wanted) else 0.0
        if is_last or not may_help or asked > self._longest_pause:
            raise error
        return max(own, asked)

    def prepare(self, asked: Asked) -> Tuple[urllib.request.Request, Optional[str]]:
        key = asked.idempotency_key
        if key is None and asked.method == "POST":
            key = secrets.token_hex(16)
        headers = {"Accept": "application/json, */*;q=0.5", "User-Agent": "kontor-python/0.1.0"}
        data: Optional[bytes] = None
        if asked.form is not None:
            kind, data = _form_of(asked.form)
            headers["Content-Type"] = kind
        elif asked.body is not None:
            data = json.dumps(asked.body, allow_nan=False).encode()
            headers["Content-Type"] = "application/json"
        elif asked.method == "POST":
            data = b""
        if self._api_key is not None:
            headers["Authorization"] = f"Bearer {self._api_key}"
        if key is not None:
            headers["Idempotency-Key"] = key
        if asked.if_match is not None:
            version = asked.if_match
            headers["If-Match"] = f'"v{version}"' if isinstance(version, int) else version
        if asked.reason is not None:
            headers["X-Audit-Reason"] = re.sub(r"[^\x20-\x7e\xa0-\xff]", "?", asked.reason)
        seen = self._seen.text()
        if seen is not None:
            headers["Kontor-Commit"] = seen
        if asked.respond_async:
            headers["Prefer"] = "respond-async"
        headers.update((asked.options or {}).get("headers", {}))
        address = self._base_url + _address_of(asked)
        return urllib.request.Request(address, data, headers, method=asked.method), key


class Turns:
    """The attempts of one request."""

    def __init__(self, transport: Transport, asked: Asked) -> None:
        options = asked.options or {}
        self._transport = transport
        self._request, self._key = transport.prepare(asked)
        self._most = options.get("retries", transport.retries)
        self._timeout = options.get("timeout", transport.timeout)
        self._acts_once = asked.method not in ("PATCH", "DELETE")
        self._attempt = 0

    def take(self) -> Union[Answer, float]:
        """Asks once: what came, or seconds until the next attempt; raises where there is none."""
        transport = self._transport
        is_last = self._attempt >= self._most
        pause = FIRST_PAUSE_S * 2**self._attempt * (0.5 + random.random())
        self._attempt += 1
        try:
            answer = transport.attempt(self._request, self._timeout, self._key)
        except KontorConnectionError:
            if is_last or not self._acts_once:
                raise
            return pause
        if 200 <= answer.status < 300:
            return answer
        return transport.pause_after(answer, is_last, pause, self._request.full_url)


class Asks:
    """What generated methods stand on."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def _ask(self, asked: Asked) -> Any:
        return content_of(self._transport.send(asked), asked)

    def _walk(self, asked: Asked) -> Iterator[Any]:
        wanted: Optional[Asked] = first_page(asked)
        while wanted is not None:
            page = self._ask(wanted)
            yield from page["data"]
            wanted = next_page(wanted, page)


def first_page(asked: Asked) -> Asked:
    """The first request of a walk through a list."""
    query: Dict[str, Any] = {"limit": 100}
    query.update({name: one for name, one in asked.query.items() if one is not None})
    return replace(asked, query=query)


def next_page(asked: Asked, page: Mapping[str, Any]) -> Optional[Asked]:
    """The request after a page; None: that was the last one."""
    cursor = page["nextCursor"]
    if not page["hasMore"] or cursor is None:
        return None
    rest = {name: one for name, one in asked.query.items() if name != "afterSequence"}
    return replace(asked, query={**rest, "startingAfter": cursor})


def _unheard(error: Exception, url: str, key: Optional[str]) -> KontorConnectionError:
    reason = getattr(error, "reason", error)
    is_late = isinstance(error, TimeoutError) or isinstance(reason, TimeoutError)
    why = "no answer in time" if is_late else f"the bank is out of reach ({reason})"
    fault: Any = "timeout" if is_late else "network"
    return KontorConnectionError(f"{_shown(url)}: {why}", fault=fault, idempotency_key=key)


def _shown(url: str) -> str:
    """An address without its query: names and metadata stay out of logs."""
    return url.split("?", 1)[0]


def _error_of(answer: Answer, url: str) -> Union[KontorError, KontorConnectionError]:
    kind = answer.headers.get("content-type") or ""
    problem: Any = None
    if re.search(r"\bproblem\+json\b", kind):
        try:
            problem = json.loads(answer.content)
        except ValueError:
            problem = None
    if isinstance(problem, dict):
        found = cast("Dict[str, Any]", problem)
        kinds = {"code": str, "detail": str, "status": int}
        if all(isinstance(found.get(name), kind) for name, kind in kinds.items()):
            return KontorError(found)
    message = f"{_shown(url)} answered {answer.status}, not as a bank does"
    return KontorConnectionError(message, fault="not_kontor")


def content_of(answer: Answer, asked: Asked) -> Any:
    """JSON as a value, text as text, anything else as bytes."""
    if answer.status == 204:
        return None
    kind = answer.headers.get("content-type") or ""
    if re.match(r"application/(?:[\w.-]+\+)?json\b", kind):
        try:
            return json.loads(answer.content)
        except ValueError as error:
            message = f"{asked.url} answered with what is no JSON, not as a bank does"
            raise KontorConnectionError(message, fault="not_kontor") from error
    is_text = kind.startswith("text/") or re.match(r"application/([\w.-]+\+)?xml\b", kind)
    return answer.content.decode() if is_text else answer.content


def _address_of(asked: Asked) -> str:
    path = asked.url
    for name, value in asked.path.items():
        # Types are for those who check them: `None` in a path would be somebody else's address.
        if type(value) is not str or value == "":
            raise TypeError(f"{name} is missing")
        path = path.replace("{" + name + "}", urllib.parse.quote(value, safe=""))
    pairs: List[Tuple[str, str]] = []
    for name, value in asked.query.items():
        _add_to(pairs, name, value)
    return f"{path}?{urllib.parse.urlencode(pairs)}" if pairs else path


def _add_to(pairs: List[Tuple[str, str]], name: str, value: Any) -> None:
    """`{"metadata": {"order": "17"}}` becomes `metadata[order]=17`."""
    if value is None:
        return
    if isinstance(value, bool):
        pairs.append((name, "true" if value else "false"))
    elif isinstance(value, (list, tuple)):
        listed = cast("Iterable[object]", value)
        pairs.append((name, ",".join(str(one) for one in listed)))
    elif isinstance(value, Mapping):
        for key, inside in cast("Mapping[str, Any]", value).items():
            _add_to(pairs, f"{name}[{key}]", inside)
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
