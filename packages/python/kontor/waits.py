"""Waiting for work that goes on after the answer: a payment in review, a batch, a training."""

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

#: What goes on by itself, with the statuses in which it still does.
UNDER_WAY: Dict[str, Tuple[str, ...]] = {
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
    on_look: Optional[Callable[[T], None]] = None,
) -> T:
    """Reads something again and again until it is as wanted.

    Raises KontorWaitError with what was read last when the time is over.
    """
    end = time.monotonic() + timeout
    while True:
        found = read()
        if on_look is not None:
            on_look(found)
        if is_wanted(found):
            return found
        left = end - time.monotonic()
        if left <= 0:
            raise KontorWaitError(f"not at rest after {timeout} s", found)
        time.sleep(min(pause, left))
        pause = min(pause * 1.5, LONGEST_PAUSE_S)


async def until_async(
    read: Callable[[], Awaitable[T]],
    is_wanted: Callable[[T], bool],
    *,
    timeout: float = TIMEOUT_S,
    pause: float = FIRST_PAUSE_S,
    on_look: Optional[Callable[[T], None]] = None,
) -> T:
    """The same in a program of asyncio."""
    end = time.monotonic() + timeout
    while True:
        found = await read()
        if on_look is not None:
            on_look(found)
        if is_wanted(found):
            return found
        left = end - time.monotonic()
        if left <= 0:
            raise KontorWaitError(f"not at rest after {timeout} s", found)
        await asyncio.sleep(min(pause, left))
        pause = min(pause * 1.5, LONGEST_PAUSE_S)


class Waits:
    """Waits until something is at rest. A held transaction is under way until its hold ends."""

    def __init__(self, bank: Operations) -> None:
        self._bank = bank

    def _rest(self, noun: str, read: Callable[[], Any], timeout: float) -> Any:
        busy = UNDER_WAY[noun]
        return until(read, lambda found: found["status"] not in busy, timeout=timeout)

    def transaction(self, transaction_id: str, *, timeout: float = TIMEOUT_S) -> t.TransactionDetail:
        found = self._rest("transaction", lambda: self._bank.get_transaction(transaction_id), timeout)
        return cast("t.TransactionDetail", found)

    def payment(self, payment_id: str, *, timeout: float = TIMEOUT_S) -> t.Payment:
        found = self._rest("payment", lambda: self._bank.get_payment(payment_id), timeout)
        return cast("t.Payment", found)

    def batch(self, batch_id: str, *, timeout: float = TIMEOUT_S) -> t.Batch:
        found = self._rest("batch", lambda: self._bank.get_batch(batch_id), timeout)
        return cast("t.Batch", found)

    def kyc_assessment(self, assessment_id: str, *, timeout: float = TIMEOUT_S) -> t.KycAssessment:
        read = lambda: self._bank.get_kyc_assessment(assessment_id)  # noqa: E731
        return cast("t.KycAssessment", self._rest("kyc_assessment", read, timeout))

    def training_job(self, job_id: str, *, timeout: float = TIMEOUT_S) -> t.TrainingJob:
        found = self._rest("training_job", lambda: self._bank.get_training(job_id), timeout)
        return cast("t.TrainingJob", found)

    def contract_execution(
        self, execution_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.ContractExecution:
        read = lambda: self._bank.get_execution(execution_id)  # noqa: E731
        return cast("t.ContractExecution", self._rest("contract_execution", read, timeout))

    def model_deployment(
        self, deployment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.WatchedModelDeployment:
        read = lambda: self._bank.get_model_deployment(deployment_id)  # noqa: E731
        return cast("t.WatchedModelDeployment", self._rest("model_deployment", read, timeout))


class AsyncWaits:
    """The same waits in a program of asyncio."""

    def __init__(self, bank: AsyncOperations) -> None:
        self._bank = bank

    async def _rest(
        self, noun: str, read: Callable[[], Awaitable[Any]], timeout: float
    ) -> Any:
        busy = UNDER_WAY[noun]
        return await until_async(read, lambda found: found["status"] not in busy, timeout=timeout)

    async def transaction(
        self, transaction_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.TransactionDetail:
        found = await self._rest("transaction", lambda: self._bank.get_transaction(transaction_id), timeout)
        return cast("t.TransactionDetail", found)

    async def payment(
        self, payment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.Payment:
        found = await self._rest("payment", lambda: self._bank.get_payment(payment_id), timeout)
        return cast("t.Payment", found)

    async def batch(
        self, batch_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.Batch:
        found = await self._rest("batch", lambda: self._bank.get_batch(batch_id), timeout)
        return cast("t.Batch", found)

    async def kyc_assessment(
        self, assessment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.KycAssessment:
        found = await self._rest("kyc_assessment", lambda: self._bank.get_kyc_assessment(assessment_id), timeout)
        return cast("t.KycAssessment", found)

    async def training_job(
        self, job_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.TrainingJob:
        found = await self._rest("training_job", lambda: self._bank.get_training(job_id), timeout)
        return cast("t.TrainingJob", found)

    async def contract_execution(
        self, execution_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.ContractExecution:
        found = await self._rest("contract_execution", lambda: self._bank.get_execution(execution_id), timeout)
        return cast("t.ContractExecution", found)

    async def model_deployment(
        self, deployment_id: str, *, timeout: float = TIMEOUT_S
    ) -> t.WatchedModelDeployment:
        found = await self._rest("model_deployment", lambda: self._bank.get_model_deployment(deployment_id), timeout)
        return cast("t.WatchedModelDeployment", found)
