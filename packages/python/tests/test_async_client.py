"""Tests of the asyncio client against a running bank."""

from __future__ import annotations

import asyncio
import os
import threading
import unittest
from typing import List

from kontor import AsyncKontor, AsyncKontorOperator, KontorConnectionError, KontorError

URL = os.environ.get("KONTOR_URL", "")
KEY = os.environ.get("KONTOR_KEY", "")
STAFF_KEY = os.environ.get("KONTOR_STAFF_KEY", "")


class AgainstABank(unittest.IsolatedAsyncioTestCase):
    async def test_sends_requests_walks_waits_and_closes(self) -> None:
        async with AsyncKontor(URL, KEY) as bank:
            made = await asyncio.gather(
                *(
                    bank.create_customer({"type": "individual", "name": f"Async {turn}"})
                    for turn in range(8)
                )
            )
            ids = {item["id"] for item in made}
            self.assertEqual(len(ids), 8)
            walked: List[str] = []
            async for item in bank.all.list_customers(limit=3):
                walked.append(item["id"])
            self.assertEqual(ids - set(walked), set())
            self.assertEqual(len(walked), len(set(walked)))
            account = await bank.create_account(
                {"customerId": made[0]["id"], "type": "checking", "currency": "EUR", "name": "Main"}
            )
            deposit = await bank.create_transaction(
                {
                    "type": "deposit",
                    "amount": 2500,
                    "currency": "EUR",
                    "destinationAccountId": account["id"],
                }
            )
            rest = await bank.wait.transaction(deposit["id"])
            self.assertEqual(rest["status"], "posted")
        with self.assertRaises(RuntimeError):
            await bank.get_developer()

    async def test_raises_the_same_errors_as_the_blocking_client(self) -> None:
        async with AsyncKontor(URL, KEY) as bank:
            with self.assertRaises(KontorError) as caught:
                await bank.get_account("acc_00000000000000000000000000")
            self.assertEqual(caught.exception.code, "account_not_found")
            customer = await bank.create_customer({"type": "individual", "name": "Held"})
            account = await bank.create_account(
                {"customerId": customer["id"], "type": "checking", "currency": "EUR", "name": "A"}
            )
            self.assertEqual((await bank.get_balance(account["id"]))["available"], 0)
        gone = AsyncKontor("http://127.0.0.1:9", KEY, retries=1)
        with self.assertRaises(KontorConnectionError):
            await gone.get_developer()
        gone.close()
        async with AsyncKontorOperator(URL, STAFF_KEY) as staff:
            page = await staff.list_operators(limit=1)
            self.assertIn("data", page)

    async def test_follows_events_and_ends_its_thread(self) -> None:
        async with AsyncKontor(URL, KEY) as bank:
            seen: List[str] = []
            follower = bank.follow(type="customer.created")
            first = asyncio.ensure_future(anext(follower))
            while not first.done():
                await bank.create_customer({"type": "individual", "name": "Followed"})
                await asyncio.wait([first], timeout=1)
            seen.append(first.result()["type"])
            self.assertEqual(seen, ["customer.created"])
            await follower.aclose()
            # The next line of the stream ends the thread.
            await bank.create_customer({"type": "individual", "name": "Last"})
        for _ in range(100):
            if not any(item.name == "kontor-follow" for item in threading.enumerate()):
                break
            await asyncio.sleep(0.2)
        names = [item.name for item in threading.enumerate()]
        self.assertNotIn("kontor-follow", names)
