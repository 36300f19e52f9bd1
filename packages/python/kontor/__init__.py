"""A typed client of Kontor with one method for each operation. It has no dependency."""

from .async_client import AsyncKontor, AsyncKontorOperator
from .client import Kontor, KontorOperator
from .errors import (
    FieldError,
    KontorConnectionError,
    KontorError,
    KontorWaitError,
    WebhookVerificationError,
)
from .transport import CallOptions, ClientOptions, FileInput
from .waits import until, until_async
from .webhook import event_of

__version__ = "0.1.0"

__all__ = [
    "AsyncKontor",
    "AsyncKontorOperator",
    "CallOptions",
    "ClientOptions",
    "FieldError",
    "FileInput",
    "Kontor",
    "KontorConnectionError",
    "KontorError",
    "KontorOperator",
    "KontorWaitError",
    "WebhookVerificationError",
    "event_of",
    "until",
    "until_async",
]
