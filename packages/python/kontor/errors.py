"""What can go wrong with a call: the bank refused it, or no answer came."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, cast


@dataclass(frozen=True)
class FieldError:
    """A field of a request that the bank did not accept."""

    #: A JSON pointer into the body, or the name of a parameter or header.
    pointer: str
    code: str
    message: str


class KontorError(Exception):
    """The bank refused the request; decide by `code`."""

    def __init__(self, problem: Dict[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        #: The whole body (RFC 9457).
        self.problem = problem
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.status: int = problem["status"]
        #: The page about the code, at the bank that answered.
        self.type: str = str(problem.get("type", ""))
        #: Name it when you ask the bank about the request.
        self.request_id: str = str(problem.get("requestId", ""))
        #: True: the same request may succeed later without a change.
        self.retryable: bool = problem.get("retryable") is True
        self.retry_after_seconds: Optional[float] = problem.get("retryAfterSeconds")
        #: The record of a declined transaction.
        self.transaction_id: Optional[str] = problem.get("transactionId")
        #: All fields that the bank did not accept; empty for a well-formed request.
        self.fields: List[FieldError] = _fields_in(problem.get("errors"))

    def field(self, pointer: str) -> Optional[FieldError]:
        """What the bank says of one field; None when it says nothing of it."""
        return next((one for one in self.fields if one.pointer == pointer), None)


def _fields_in(errors: Any) -> List[FieldError]:
    if not isinstance(errors, list):
        return []
    listed = cast("List[object]", errors)
    records = [cast("Dict[str, Any]", one) for one in listed if isinstance(one, dict)]
    return [
        FieldError(
            pointer=str(one.get("pointer", "")),
            code=str(one.get("code", "")),
            message=str(one.get("message", "")),
        )
        for one in records
    ]


#: Why no answer came.
ConnectionFault = Literal["network", "timeout", "not_kontor"]


class KontorConnectionError(Exception):
    """No answer of a bank came: it cannot be known whether the request took effect."""

    def __init__(
        self, message: str, *, fault: ConnectionFault, idempotency_key: Optional[str] = None
    ) -> None:
        super().__init__(message)
        self.fault = fault
        #: Send the request again with this key, and it takes effect once.
        self.idempotency_key = idempotency_key


class KontorWaitError(Exception):
    """What was waited for did not come to rest in time; it may do so later."""

    def __init__(self, message: str, last: Any) -> None:
        super().__init__(message)
        #: As it was when it was read last.
        self.last = last


class WebhookVerificationError(Exception):
    """The message is not to be trusted: answer 400 and read nothing of it."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
