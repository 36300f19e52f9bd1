"""A typed client of Kontor: one method for each operation, no dependency."""

from .client import Kontor, KontorOperator
from .errors import (
    FieldError,
    KontorConnectionError,
    KontorError,
    KontorWaitError,
    WebhookVerificationError,
)
from .transport import CallOptions, FileInput
from .waits import until
from .webhook import event_of

__version__ = "0.1.0"

__all__ = [
    "CallOptions",
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
]
