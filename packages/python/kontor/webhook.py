"""Verifies and parses webhooks of the bank (Standard Webhooks 1.0)."""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from typing import TYPE_CHECKING, List, Mapping, Optional, Sequence, Union, cast

from .errors import WebhookVerificationError

if TYPE_CHECKING:
    from .generated.developer_types import Event

TOLERANCE_S = 300
PREFIX = "whsec_"


def event_of(
    headers: Mapping[str, str],
    body: Union[bytes, str],
    secrets: Union[str, Sequence[str]],
    *,
    tolerance: int = TOLERANCE_S,
    now: Optional[float] = None,
) -> Event:
    """Verifies the signature and the age of a webhook and returns its event.

    `body` is the raw body, before it is parsed, because the signature covers every byte.
    `secrets` is `whsec_…`, or several of them during a rotation. Raises
    WebhookVerificationError: answer 400 and ignore the body. Repeated messages are not detected:
    store the `webhook-id` of each processed message and ignore messages with a stored id.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    message_id = _header(lower, "webhook-id")
    timestamp = _header(lower, "webhook-timestamp")
    signatures = _header(lower, "webhook-signature")
    _check_time(timestamp, tolerance, time.time() if now is None else now)
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    known = [secrets] if isinstance(secrets, str) else list(secrets)
    expected = [hmac.new(_key_of(secret), signed, hashlib.sha256).digest() for secret in known]
    matches = 0
    for given in _signatures_in(signatures):
        for signature in expected:
            # Every pair is compared, so that the duration reveals nothing.
            matches += int(hmac.compare_digest(given, signature))
    if matches == 0:
        raise WebhookVerificationError("no_match", "No signature fits the body and the secret.")
    try:
        return cast("Event", json.loads(content))
    except ValueError:
        message = "The body is signed, but it is not JSON."
        raise WebhookVerificationError("not_json", message) from None


def _key_of(secret: str) -> bytes:
    # An empty key would accept a message that anybody signs with an empty key.
    if not secret.startswith(PREFIX) or len(secret) <= len(PREFIX) + 20:
        raise TypeError("a webhook secret starts with whsec_")
    return base64.b64decode(secret[len(PREFIX) :])


def _signatures_in(text: str) -> Sequence[bytes]:
    signatures: List[bytes] = []
    for part in text.split(" "):
        if not part.startswith("v1,"):
            continue
        try:
            signatures.append(base64.b64decode(part[3:], validate=True))
        except binascii.Error:
            continue
    return signatures


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if isinstance(value, str) and value != "":
        return value
    raise WebhookVerificationError("missing_header", f"The header {name} is missing.")


def _check_time(text: str, tolerance: int, now: float) -> None:
    if not re.fullmatch(r"[1-9][0-9]{0,11}", text):
        message = "webhook-timestamp is not a number of seconds."
        raise WebhookVerificationError("invalid_timestamp", message)
    age = int(now) - int(text)
    if age > tolerance:
        raise WebhookVerificationError("too_old", f"The message is {age} seconds old.")
    if age < -tolerance:
        raise WebhookVerificationError("too_new", f"The message is dated {-age} seconds ahead.")
