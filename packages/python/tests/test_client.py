"""Tests of the client against a running bank, and against servers that fail.

test/packages/python.test.ts starts the bank and passes its address in the environment.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import tempfile
import threading
import time
import unittest
import uuid
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, Generator, List, Optional, Tuple

from kontor import (
    Kontor,
    KontorConnectionError,
    KontorError,
    KontorOperator,
    KontorWaitError,
    WebhookVerificationError,
    event_of,
    until,
)

URL = os.environ["KONTOR_URL"]
KEY = os.environ["KONTOR_KEY"]
STAFF_KEY = os.environ["KONTOR_STAFF_KEY"]


class AgainstABank(unittest.TestCase):
    bank: Kontor
    main: str
    savings: str

    @classmethod
    def setUpClass(cls) -> None:
        cls.bank = Kontor(URL, KEY)
        customer = cls.bank.create_customer({"type": "individual", "name": "Ada Lovelace"})
        cls.main = cls._open(customer["id"], "Main")
        cls.savings = cls._open(customer["id"], "Savings")
        cls.bank.create_transaction(
            {
                "type": "deposit",
                "amount": 10_000,
                "currency": "EUR",
                "destinationAccountId": cls.main,
            }
        )

    @classmethod
    def _open(cls, customer_id: str, name: str) -> str:
        account = cls.bank.create_account(
            {"customerId": customer_id, "type": "checking", "currency": "EUR", "name": name}
        )
        return account["id"]

    def transfer(self, amount: int = 100) -> Any:
        return {
            "type": "transfer",
            "amount": amount,
            "currency": "EUR",
            "sourceAccountId": self.main,
            "destinationAccountId": self.savings,
        }

    def test_books_once_however_often_the_same_key_is_sent(self) -> None:
        key = f"once-{uuid.uuid4()}"
        first = self.bank.create_transaction(self.transfer(), idempotency_key=key)
        again = self.bank.create_transaction(self.transfer(), idempotency_key=key)
        self.assertEqual((first["status"], again["id"]), ("posted", first["id"]))
        self.assertEqual(self.bank.wait.transaction(first["id"])["status"], "posted")

    def test_a_dry_run_returns_the_result_and_books_nothing(self) -> None:
        before = self.bank.get_balance(self.savings)["available"]
        plan = self.bank.dry_run_create_transaction(self.transfer())
        self.assertIs(plan["wouldPost"], True)
        self.assertEqual(self.bank.get_balance(self.savings)["available"], before)

    def test_walks_through_all_pages_and_filters_by_metadata(self) -> None:
        mark = str(uuid.uuid4())
        for _ in range(3):
            body = self.transfer()
            body["metadata"] = {"mark": mark}
            self.bank.create_transaction(body)
        found = list(self.bank.all.list_transactions(limit=1, metadata={"mark": mark}))
        self.assertEqual(len({item["id"] for item in found}), 3)
        sequences = [item["sequence"] for item in self.bank.all.list_events(after_sequence=0, limit=2)]
        self.assertEqual(sequences, sorted(set(sequences)))
        self.assertGreater(len(sequences), 5)

    def test_changes_only_the_version_that_was_read(self) -> None:
        account = self.bank.get_account(self.savings)
        name = f"Rent {uuid.uuid4()}"
        self.bank.update_account(self.savings, {"name": name}, if_match=account["version"])
        with self.assertRaises(KontorError) as caught:
            self.bank.update_account(self.savings, {"name": "X"}, if_match=account["version"])
        self.assertEqual(caught.exception.code, "version_conflict")

    def test_names_the_fields_that_the_bank_did_not_accept(self) -> None:
        with self.assertRaises(KontorError) as caught:
            self.bank.create_transaction(self.transfer(0))
        error = caught.exception
        self.assertEqual((error.status, error.retryable), (422, False))
        self.assertIsNotNone(error.field("/amount"))
        self.assertIsNone(error.field("/currency"))
        self.assertRegex(error.request_id, r"^\S+$")
        with self.assertRaises(KontorError) as declined:
            self.bank.create_transaction(self.transfer(10**9))
        self.assertEqual(declined.exception.code, "insufficient_funds")
        self.assertRegex(str(declined.exception.transaction_id), "^txn_")

    def test_an_unknown_key_is_refused_with_401(self) -> None:
        with self.assertRaises(KontorError) as caught:
            Kontor(URL, "sk_test_unknown").get_developer()
        self.assertEqual(caught.exception.status, 401)

    def test_returns_files_as_bytes_and_csv_as_text(self) -> None:
        today = time.strftime("%Y-%m-%d", time.gmtime())
        days: Dict[str, Any] = {"from_": today, "to": today}
        pdf = self.bank.get_statement(self.main, format="pdf", **days)
        assert isinstance(pdf, bytes)
        self.assertTrue(pdf.startswith(b"%PDF"))
        csv = self.bank.get_statement(self.main, format="csv", **days)
        self.assertIsInstance(csv, str)

    def test_uploads_files(self) -> None:
        rows = b"months,left\n" + b"".join(b"%d,%d\n" % (at, at % 2) for at in range(40))
        with tempfile.NamedTemporaryFile(suffix=".csv") as file:
            file.write(rows)
            file.flush()
            for given in (("rows.csv", rows), os.fspath(file.name)):
                content = given if isinstance(given, tuple) else _Path(given)
                dataset = self.bank.upload_dataset(file=content, format="csv")
                self.assertRegex(dataset["id"], r"^\w+_")

    def test_follows_events_after_a_sequence(self) -> None:
        after = max(item["sequence"] for item in self.bank.all.list_events())
        made = self.bank.create_customer({"type": "individual", "name": "Grace Hopper"})
        event = next(self.bank.follow(after_sequence=after, type="customer.*"))
        self.assertEqual(event["data"]["object"]["id"], made["id"])

    def test_calls_operations_of_operators(self) -> None:
        staff = KontorOperator(URL, STAFF_KEY)
        names = [item["name"] for item in staff.all.list_operators()]
        self.assertGreater(len(names), 0)
        developer = self.bank.get_developer()
        found = staff.get_developer_as_operator(developer["id"], reason="Ticket 4711 – call")
        self.assertEqual(found["id"], developer["id"])


class _Path(os.PathLike):  # type: ignore[type-arg]
    def __init__(self, path: str) -> None:
        self.path = path

    def __fspath__(self) -> str:
        return self.path


Handler = Callable[[BaseHTTPRequestHandler], None]


def _answer(status: int, kind: str, body: bytes, **headers: str) -> Handler:
    def handle(request: BaseHTTPRequestHandler) -> None:
        request.send_response(status)
        request.send_header("content-type", kind)
        request.send_header("content-length", str(len(body)))
        for name, value in headers.items():
            request.send_header(name.replace("_", "-"), value)
        request.end_headers()
        request.wfile.write(body)

    return handle


def _problem(status: int, retryable: bool, **headers: str) -> Handler:
    body = {"code": "c", "detail": "d", "status": status, "retryable": retryable}
    return _answer(status, "application/problem+json", json.dumps(body).encode(), **headers)


def _reset(request: BaseHTTPRequestHandler) -> None:
    request.close_connection = True
    request.connection.close()


FINE = _answer(200, "application/json", b'{"id": "acc_1", "status": "running"}')


@contextmanager
def _server(
    answers: List[Handler],
) -> Generator[Tuple[str, List[Tuple[str, str, Optional[str]]]], None, None]:
    seen: List[Tuple[str, str, Optional[str]]] = []

    class Answers(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def handle_any(self) -> None:
            self.rfile.read(int(self.headers.get("content-length") or 0))
            seen.append((self.command, self.path, self.headers.get("idempotency-key")))
            (answers.pop(0) if answers else FINE)(self)

        do_GET = do_POST = do_PATCH = do_DELETE = handle_any

        def log_message(self, format: str, *args: Any) -> None:
            pass

        def handle(self) -> None:
            try:
                super().handle()
            except (OSError, ValueError):
                pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answers)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        server.server_close()


class AgainstFailingServers(unittest.TestCase):
    def client(self, url: str, **options: Any) -> Kontor:
        return Kontor(url, "sk_test_1", longest_pause=1.5, **options)

    def test_sends_a_post_again_with_the_same_key(self) -> None:
        cases = [
            _problem(503, True),
            _problem(429, True, retry_after="1"),
            _answer(502, "text/html", b"<p>no"),
            _reset,
        ]
        for first in cases:
            with _server([first]) as (url, seen):
                self.client(url).create_account({})  # type: ignore[typeddict-item]
                keys = [key for _, _, key in seen]
                self.assertEqual((len(keys), keys[0]), (2, keys[1]))
                self.assertRegex(str(keys[0]), "^[0-9a-f]{32}$")

    def test_sends_the_newest_commits_and_forgets_those_that_are_lost(self) -> None:
        sent: List[Optional[str]] = []

        def naming(commit: str, status: int = 200) -> Handler:
            def answer(request: BaseHTTPRequestHandler) -> None:
                sent.append(request.headers.get("kontor-commit"))
                body = b'{"id": "acc_1"}'
                kind = "application/json"
                if status != 200:
                    body = b'{"code": "commit_lost", "detail": "d", "status": 409, "retryable": false}'
                    kind = "application/problem+json"
                request.send_response(status)
                request.send_header("content-type", kind)
                request.send_header("content-length", str(len(body)))
                request.send_header("kontor-commit", commit)
                request.end_headers()
                request.wfile.write(body)

            return answer

        given = [
            naming("p2-aa.s9-bb"), naming("p3-cc.s8-dd"), naming("p3-cc.s9-bb", 409), naming("p1-ee"),
        ]
        with _server(given) as (url, _):
            bank = self.client(url)
            bank.create_account({})  # type: ignore[typeddict-item]
            bank.get_account("acc_1")
            with self.assertRaises(KontorError):
                bank.get_account("acc_1")
            bank.get_account("acc_1")
        self.assertEqual(sent, [None, "p2-aa.s9-bb", "p3-cc.s9-bb", None])

    def test_gives_up_and_returns_the_idempotency_key(self) -> None:
        with _server([_reset] * 4) as (url, seen):
            with self.assertRaises(KontorConnectionError) as caught:
                self.client(url).create_account({})  # type: ignore[typeddict-item]
            self.assertEqual(len(seen), 4)
            self.assertEqual(caught.exception.fault, "network")
            self.assertEqual(caught.exception.idempotency_key, seen[0][2])

    def test_repeats_no_request_that_cannot_succeed(self) -> None:
        cases = [_problem(503, False), _problem(429, True, retry_after="60"), _problem(422, False)]
        for first in cases:
            with _server([first]) as (url, seen):
                with self.assertRaises(KontorError):
                    self.client(url).create_account({})  # type: ignore[typeddict-item]
                self.assertEqual(len(seen), 1)

    def test_repeats_a_patch_after_a_refusal_and_never_after_a_broken_connection(self) -> None:
        with _server([_problem(503, True)]) as (url, seen):
            self.client(url).update_account("acc_1", {})
            self.assertEqual(len(seen), 2)
        with _server([_reset]) as (url, seen):
            with self.assertRaises(KontorConnectionError):
                self.client(url).update_account("acc_1", {})
            self.assertEqual(len(seen), 1)

    def test_refuses_answers_that_no_bank_sends(self) -> None:
        for lie in [
            _answer(200, "application/json", b"<p>not JSON"),
            _answer(400, "application/problem+json", b"null"),
            _answer(422, "application/problem+json", b'{"code": 7}'),
            _answer(404, "text/html", b"<p>no"),
        ]:
            with _server([lie]) as (url, _):
                with self.assertRaises(KontorConnectionError) as caught:
                    self.client(url, retries=0).get_account("acc_1")
                self.assertEqual(caught.exception.fault, "not_kontor")

    def test_follows_no_redirect(self) -> None:
        with _server([]) as (other, seen):
            with _server([_answer(302, "text/plain", b"", location=f"{other}/steal")]) as (url, _):
                with self.assertRaises(KontorConnectionError):
                    self.client(url, retries=0).get_account("acc_1")
            self.assertEqual(seen, [])

    def test_ends_an_attempt_that_hangs(self) -> None:
        with _server([lambda request: time.sleep(1)]) as (url, _):
            with self.assertRaises(KontorConnectionError) as caught:
                self.client(url).get_account("a", options={"timeout": 0.1, "retries": 0})
            self.assertEqual(caught.exception.fault, "timeout")

    def test_escapes_paths_and_queries(self) -> None:
        with _server([]) as (url, seen):
            bank = self.client(url)
            bank.get_account("../keys?x=1")
            bank.list_accounts(metadata={"order": "1&2"})
            self.assertEqual(seen[0][1], "/v1/accounts/..%2Fkeys%3Fx%3D1")
            self.assertEqual(seen[1][1], "/v1/accounts?metadata%5Border%5D=1%262")
            with self.assertRaises(TypeError):
                bank.get_account("")

    def test_waits_no_longer_than_the_timeout(self) -> None:
        with _server([]) as (url, _):
            with self.assertRaises(KontorWaitError) as caught:
                self.client(url).wait.training_job("job_1", timeout=0.3)
            self.assertEqual(caught.exception.last["status"], "running")
        reads: List[int] = []
        self.assertEqual(until(lambda: 3, lambda number: number == 3, on_read=reads.append), 3)
        self.assertEqual(reads, [3])

    def test_errors_do_not_show_the_key(self) -> None:
        with self.assertRaises(KontorConnectionError) as caught:
            Kontor("http://127.0.0.1:1", "sk_test_secret", retries=0).list_accounts(currency="EUR")
        self.assertNotIn("secret", f"{caught.exception!r} {caught.exception}")
        with self.assertRaises(ValueError):
            Kontor("file:///etc/passwd", "sk_test_secret")


class Webhooks(unittest.TestCase):
    SECRET = "whsec_" + base64.b64encode(bytes(range(32))).decode()

    def signed(self, body: bytes, at: Optional[int] = None) -> Dict[str, str]:
        stamp = str(int(time.time()) if at is None else at)
        key = base64.b64decode(self.SECRET[6:])
        mac = hmac.new(key, f"evt_1.{stamp}.".encode() + body, hashlib.sha256).digest()
        signature = f"v1,bm9uZQ== v1a,x v1,{base64.b64encode(mac).decode()}"
        return {
            "Webhook-Id": "evt_1",
            "webhook-timestamp": stamp,
            "webhook-signature": signature,
        }

    def test_accepts_webhooks_that_the_bank_signed_and_no_others(self) -> None:
        body = b'{"id": "evt_1", "type": "account.created"}'
        headers = self.signed(body)
        self.assertEqual(event_of(headers, body, self.SECRET)["type"], "account.created")
        other = "whsec_" + base64.b64encode(b"\x07" * 32).decode()
        self.assertEqual(event_of(headers, body, [other, self.SECRET])["id"], "evt_1")
        now = int(time.time())
        refused: List[Tuple[Dict[str, str], bytes, str, str]] = [
            (headers, body + b" ", self.SECRET, "no_match"),
            (headers, body, other, "no_match"),
            ({**headers, "webhook-signature": "v1,%%%"}, body, self.SECRET, "no_match"),
            (self.signed(body, now - 400), body, self.SECRET, "too_old"),
            (self.signed(body, now + 400), body, self.SECRET, "too_new"),
            ({**headers, "webhook-timestamp": "1e9"}, body, self.SECRET, "invalid_timestamp"),
            ({}, body, self.SECRET, "missing_header"),
            (self.signed(b"no"), b"no", self.SECRET, "not_json"),
        ]
        for given, content, secret, code in refused:
            with self.assertRaises(WebhookVerificationError) as caught:
                event_of(given, content, secret)
            self.assertEqual(caught.exception.code, code)
        for secret in ("", "whsec_", "whsec_AA"):
            with self.assertRaises(TypeError):
                event_of(headers, body, secret)

    def test_verifies_a_webhook_of_the_reference_implementation(self) -> None:
        with open(os.environ["KONTOR_SIGNED"], encoding="utf8") as file:
            given = json.load(file)
        event = event_of(given["headers"], given["body"], given["secret"])
        self.assertEqual(event["id"], "evt_2")


if __name__ == "__main__":
    unittest.main()
