"""Errors of calls: the bank refused the request, or no answer arrived."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, List, Literal, Optional, cast


@dataclass(frozen=True)
class FieldError:
    """A field of a request that the bank did not accept."""

    #: JSON pointer into the body, or name of a parameter or header.
    pointer: str
    code: str
    message: str


class KontorError(Exception):
    """The bank refused the request; `code` says why."""

    def __init__(self, problem: Dict[str, Any]) -> None:
        super().__init__(f"{problem['code']}: {problem['detail']}")
        #: The whole body of the answer (RFC 9457).
        self.problem = problem
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.status: int = problem["status"]
        #: URL of the bank's page about the code.
        self.type: str = str(problem.get("type", ""))
        #: Id of the request, for questions to the bank.
        self.request_id: str = str(problem.get("requestId", ""))
        #: True when the same request may succeed later without a change.
        self.retryable: bool = problem.get("retryable") is True
        self.retry_after_seconds: Optional[float] = problem.get("retryAfterSeconds")
        #: Id of the declined transaction.
        self.transaction_id: Optional[str] = problem.get("transactionId")
        #: All fields that the bank did not accept; empty for a well-formed request.
        self.fields: List[FieldError] = _fields_in(problem.get("errors"))

    def field(self, pointer: str) -> Optional[FieldError]:
        """Returns the error of a field; None when the bank accepted the field."""
        return next((error for error in self.fields if error.pointer == pointer), None)


def _fields_in(errors: Any) -> List[FieldError]:
    if not isinstance(errors, list):
        return []
    listed = cast("List[object]", errors)
    records = [cast("Dict[str, Any]", entry) for entry in listed if isinstance(entry, dict)]
    return [
        FieldError(
            pointer=str(record.get("pointer", "")),
            code=str(record.get("code", "")),
            message=str(record.get("message", "")),
        )
        for record in records
    ]


#: Reason why no answer arrived.
ConnectionFault = Literal["network", "timeout", "not_kontor"]


class KontorConnectionError(Exception):
    """No answer of a bank arrived: it is unknown whether the request took effect."""

    def __init__(
        self, message: str, *, fault: ConnectionFault, idempotency_key: Optional[str] = None
    ) -> None:
        super().__init__(message)
        self.fault = fault
        #: Repeat the request with this key, so that it takes effect only once.
        self.idempotency_key = idempotency_key


class KontorWaitError(Exception):
    """An awaited object was not finished in time; it may finish later."""

    def __init__(self, message: str, last: Any) -> None:
        super().__init__(message)
        #: The object as it was last read.
        self.last = last


class WebhookVerificationError(Exception):
    """The webhook is not valid: answer 400 and ignore the body."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
