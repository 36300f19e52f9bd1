"""Waits for work that continues after the answer, such as a payment, a batch or a training."""

from __future__ import annotations

import asyncio
import time
from typing import (
    TYPE_CHECKING, Any, Awaitable, Callable, Dict, Optional, Tuple, TypeVar, cast,
)

from .errors import KontorWaitError

if TYPE_CHECKING:
    from .generated import developer_types as t
    from .generated.async_developers import Operations as AsyncOperations
    from .generated.developers import Operations

T = TypeVar("T")

TIMEOUT_S = 60.0
FIRST_PAUSE_S = 0.2
LONGEST_PAUSE_S = 5.0

#: The statuses in which each kind of object proceeds by itself.
IN_PROGRESS: Dict[str, Tuple[str, ...]] = {
    "transaction": ("pending", "pending_review", "pending_approval"),
    "payment": ("processing", "pending_review", "pending_approval"),
    "batch": ("pending", "processing"),
    "kyc_assessment": ("pending",),
    "training_job": ("queued", "running"),
    "contract_execution": ("queued", "simulated", "submitted", "included"),
    "model_deployment": ("pending", "validating"),
}


def until(
    read: Callable[[], T],
    is_wanted: Callable[[T], bool],
    *,
    timeout: float = TIMEOUT_S,
    pause: float = FIRST_PAUSE_S,
    on_read: Optional[Callable[[T], None]] = None,
) -> T:
    """Reads an object repeatedly until it meets the condition.

    Raises KontorWaitError with the last read object when the time limit passes.
    """
    end = time.monotonic() + timeout
    while True:
        answer = read()
        if on_read is not None:
            on_read(answer)
        if is_wanted(answer):
            return answer
        remaining = end - time.monotonic()
        if remaining <= 0:
            raise KontorWaitError(f"not finished after {timeout} s", answer)
        time.sleep(min(pause, remaining))
        pause = min(pause * 1.5, LONGEST_PAUSE_S)


async def until_async(
    read: Callable[[], Awaitable[T]],
    is_wanted: Callable[[T], bool],
    *,
    timeout: float = TIMEOUT_S,
    pause: float = FIRST_PAUSE_S,
    on_read: Optional[Callable[[T], None]] = None,
) -> T:
    """Does the same as `until` in an asyncio program."""
    end = time.monotonic() + timeout
    while True:
        answer = await read()
        if on_read is not None:
            on_read(answer)
        if is_wanted(answer):
            return answer
        remaining = end - time.monotonic()
        if remaining <= 0:
            raise KontorWaitError(f"not finished after {timeout} s", answer)
        await asyncio.sleep(min(pause, remaining))
        pause = min(pause * 1.5, LONGEST_PAUSE_S)


class Waits:
    """Waits until an object is finished. A held transaction is unfinished until its hold ends."""

    def __init__(self, bank: Operations) -> None:
        self._bank = bank

    def _wait(self, noun: str, read: Callable[[], Any], timeout: float) -> Any:
        busy = IN_PROGRESS[noun]
        return until(read, lambda answer: answer["status"] not in busy, timeout=timeout)

    def transaction(self, transaction_id: str, *, timeout: float = TIMEOUT_S) -> t.TransactionDetail:
        answer = self._wait("transaction", lambda: self._bank.get_transaction(transaction_id), timeout)
        return cast("t.TransactionDetail", answer)

    def payment(self, payment_id: str, *, timeout: float = TIMEOUT_S) -> t.Payment:
        answer = self._wait("payment", lambda: self._bank.get_payment(payment_id), timeout)
        return cast("t.Payment", answer)

    def batch(self, batch_id: str, *, timeout: float = TIMEOUT_S) -> t.Batch:
        answer = self._wait("batch", lambda: self._bank.get_batch(batch_id), timeout)
        return cast("t.Batch", answer)

    def kyc_assessment(self, assessment_id: str, *, timeout: float = TIMEOUT_S) -> t.KycAssessment:
        read = lambda: self._bank.get_kyc_assessment(assessment_id)  # noqa: E731
        return cast("t.KycAssessment", self._wait("kyc_assessment", read, timeout))

    def training_job(self, job_id: str, *, timeout: float = TIMEOUT_S) -> t.TrainingJob:
        answer = self._wait("training_job", lambda: self._bank.get_training(job_id), timeout)
        return cast("t.TrainingJob", answer)

    def contract_execution(
        self, execution_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.ContractExecution:
        read = lambda: self._bank.get_execution(execution_id)  # noqa: E731
        return cast("t.ContractExecution", self._wait("contract_execution", read, timeout))

    def model_deployment(
        self, deployment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.WatchedModelDeployment:
        read = lambda: self._bank.get_model_deployment(deployment_id)  # noqa: E731
        return cast("t.WatchedModelDeployment", self._wait("model_deployment", read, timeout))


class AsyncWaits:
    """The same waits for asyncio programs."""

    def __init__(self, bank: AsyncOperations) -> None:
        self._bank = bank

    async def _wait(
        self, noun: str, read: Callable[[], Awaitable[Any]], timeout: float
    ) -> Any:
        busy = IN_PROGRESS[noun]
        return await until_async(read, lambda answer: answer["status"] not in busy, timeout=timeout)

    async def transaction(
        self, transaction_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.TransactionDetail:
        answer = await self._wait("transaction", lambda: self._bank.get_transaction(transaction_id), timeout)
        return cast("t.TransactionDetail", answer)

    async def payment(
        self, payment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.Payment:
        answer = await self._wait("payment", lambda: self._bank.get_payment(payment_id), timeout)
        return cast("t.Payment", answer)

    async def batch(
        self, batch_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.Batch:
        answer = await self._wait("batch", lambda: self._bank.get_batch(batch_id), timeout)
        return cast("t.Batch", answer)

    async def kyc_assessment(
        self, assessment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.KycAssessment:
        answer = await self._wait("kyc_assessment", lambda: self._bank.get_kyc_assessment(assessment_id), timeout)
        return cast("t.KycAssessment", answer)

    async def training_job(
        self, job_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.TrainingJob:
        answer = await self._wait("training_job", lambda: self._bank.get_training(job_id), timeout)
        return cast("t.TrainingJob", answer)

    async def contract_execution(
        self, execution_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.ContractExecution:
        answer = await self._wait("contract_execution", lambda: self._bank.get_execution(execution_id), timeout)
        return cast("t.ContractExecution", answer)

    async def model_deployment(
        self, deployment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.WatchedModelDeployment:
        answer = await self._wait("model_deployment", lambda: self._bank.get_model_deployment(deployment_id), timeout)
        return cast("t.WatchedModelDeployment", answer)
