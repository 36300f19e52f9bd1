// The client as it is installed: against a running bank, and against one that fails.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import {
  KontorConnectionError,
  KontorError,
  KontorWaitError,
  kontor,
  type Schemas,
  until,
} from '@kontor/client';
import { kontorOperator } from '@kontor/client/operator';
import { eventOf, WebhookVerificationError } from '@kontor/client/webhook';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATOR_KEY, openAccounts, register } from '../kit/bank/bank.ts';
import { type CheckedBank, openSharedCheckedBank, transferOf } from '../kit/bank/checked-bank.ts';
import { importsOf, readSourceTree } from '../kit/tidy/source-tree.ts';

let bank: CheckedBank;
let client: ReturnType<typeof kontor>;
let apiKey: string;
let accountIds: string[];
beforeAll(async () => {
  bank = await openSharedCheckedBank();
  apiKey = (await register(bank)).key;
  accountIds = (await openAccounts(bank, apiKey, [10_000, 0, 0])).accountIds;
  client = kontor({ baseUrl: bank.url, apiKey });
}, 180_000);
afterAll(() => bank.close());

/** The error that a call ends with. */
async function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => null,
    (error: unknown) => error,
  );
}

const transfer = (fields: object = {}) => {
  const [from = '', to = ''] = accountIds;
  const terms = { ...transferOf(from, to, 100), ...fields };
  return { body: terms as Omit<Schemas['TransactionCreate'], 'dryRun'> };
};

describe('a client of a running bank', () => {
  it('books, reads, waits and changes objects it has read', async () => {
    const booked = await client.createTransaction(transfer());
    expect(booked.status).toBe('posted');
    const transaction = await client.wait.transaction(booked.id);
    expect(transaction.ledgerSequence).toBe(booked.ledgerSequence);
    const [accountId = ''] = accountIds;
    const account = await client.getAccount({ accountId });
    const change = { accountId, body: { name: 'Rent' } };
    const changed = await client.updateAccount(change, { ifMatch: account.version });
    expect([changed.name, changed.version]).toEqual(['Rent', account.version + 1]);
    const lateError = await errorOf(client.updateAccount(change, { ifMatch: account.version }));
    expect((lateError as KontorError).code).toBe('version_conflict');
  });

  it('books once however often the same key is sent, and types a dry run', async () => {
    const first = await client.createTransaction(transfer(), { idempotencyKey: 'once' });
    const again = await client.createTransaction(transfer(), { idempotencyKey: 'once' });
    expect(again.id).toBe(first.id);
    const { body } = transfer();
    const plan = await client.createTransaction({ body: { ...body, dryRun: true } });
    expect(plan).toMatchObject({ dryRun: true, wouldPost: true });
  });

  it('walks through all pages of a list, of the event log too, and filters by metadata', async () => {
    const ids: string[] = [];
    for await (const account of client.all.listAccounts({ limit: 1 })) ids.push(account.id);
    expect(ids.sort()).toEqual([...accountIds].sort());
    const sequences: number[] = [];
    for await (const event of client.all.listEvents({ limit: 2, type: 'account.*' })) {
      sequences.push(event.sequence);
    }
    expect(sequences.length).toBeGreaterThanOrEqual(3);
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    const tagged = await client.createTransaction(transfer({ metadata: { order: '17' } }));
    const metadata = { order: '17' };
    const { data } = await client.listTransactions({ metadata });
    expect(data.map(({ id }) => id)).toEqual([tagged.id]);
  });

  it('reports the invalid field, the declined record and the request id', async () => {
    const wrong = (await errorOf(
      client.createTransaction(transfer({ amount: -1 })),
    )) as KontorError;
    expect(wrong).toBeInstanceOf(KontorError);
    expect([wrong.status, wrong.retryable, wrong.field('/amount')?.pointer]).toEqual([
      422,
      false,
      '/amount',
    ]);
    expect([wrong.requestId.slice(0, 4), wrong.type]).toEqual(['req_', `/errors/${wrong.code}`]);
    const fields = transfer({ amount: 1_000_000_000 });
    const declined = (await errorOf(client.createTransaction(fields))) as KontorError;
    expect(declined.code).toBe('insufficient_funds');
    const transactionId = declined.transactionId ?? '';
    expect((await client.getTransaction({ transactionId })).status).toBe('declined');
  });

  it('reads files, and follows the event stream until it is aborted', async () => {
    const [accountId = ''] = accountIds;
    const period = { accountId, from: '2026-01-01', format: 'csv' as const };
    const file = await client.request('getStatement', period);
    expect(file.headers.get('content-type')).toMatch(/^text\/csv/);
    const stop = new AbortController();
    const types: string[] = [];
    for await (const event of client.follow({ afterSequence: 0, signal: stop.signal })) {
      types.push(event.type);
      if (types.length === 3) break;
    }
    expect(types).toHaveLength(3);
    stop.abort();
    const ended = client.follow({ signal: stop.signal }).next();
    expect(await errorOf(ended)).toMatchObject({ name: 'AbortError' });
  });

  it('waits no longer than its time-out, and shows the last state it read', async () => {
    const wait = { timeoutMs: 30, pauseMs: 10 };
    const lateError = await errorOf(
      until(
        async () => 'pending',
        (actual) => actual === 'done',
        wait,
      ),
    );
    expect(lateError).toBeInstanceOf(KontorWaitError);
    expect((lateError as KontorWaitError).last).toBe('pending');
  });

  it('serves operators too, with the reason for their access', async () => {
    const staff = kontorOperator({ baseUrl: bank.url, apiKey: OPERATOR_KEY });
    const look = { environment: 'sandbox' as const, limit: 5 };
    const reason = 'Call of the customer – ticket 4711';
    const { data } = await staff.listAccountsAsOperator(look, { reason });
    expect(data.length).toBeGreaterThan(0);
    const stranger = kontorOperator({ baseUrl: bank.url, apiKey });
    expect(await errorOf(stranger.getAuditHead())).toMatchObject({ code: 'not_found' });
  });
});

describe('a client of a bank that fails', () => {
  type Answer = (request: IncomingMessage, response: ServerResponse) => void;
  let server: Server;
  let url: string;
  let answers: Answer[];
  let seen: { method: string; key: unknown }[];
  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      const { method = '', headers } = request;
      seen.push({ method, key: headers['idempotency-key'] });
      (answers.shift() ?? answerFine)(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => server.close());

  const answerFine: Answer = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"id":"acc_1"}');
  };
  const problem =
    (status: number, retryable: boolean, retryAfter?: number): Answer =>
    (_, response) => {
      const request = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      response.writeHead(status, { 'content-type': 'application/problem+json', ...request });
      response.end(JSON.stringify({ code: 'c', detail: 'd', status, retryable }));
    };
  const reset: Answer = (_, response) => void response.destroy();
  const answerStatus =
    (status: number): Answer =>
    (_, response) =>
      void response.writeHead(status, { 'content-type': 'text/html' }).end('<p>no');

  async function tryCall(
    script: Answer[],
    call: (client: ReturnType<typeof kontor>) => Promise<unknown>,
  ) {
    answers = script;
    seen = [];
    const client = kontor({ baseUrl: url, apiKey: 'sk_test_1', longestPauseMs: 1_500 });
    const error = await errorOf(call(client));
    return { error, sent: seen };
  }
  const post = (client: ReturnType<typeof kontor>) => client.createAccount({ body: {} as never });

  it('retries a POST with the same key after 503, 429, a proxy error and a reset', async () => {
    for (const first of [problem(503, true), problem(429, true, 1), answerStatus(502), reset]) {
      const { error, sent } = await tryCall([first], post);
      expect([error, sent.length]).toEqual([null, 2]);
      expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
      expect(sent[1]?.key).toBe(sent[0]?.key);
    }
  });

  it('gives up after its retries, and names the key for a later retry', async () => {
    const { error, sent } = await tryCall([reset, reset, reset, reset], post);
    expect(sent).toHaveLength(4);
    expect(error).toBeInstanceOf(KontorConnectionError);
    expect(error).toMatchObject({ fault: 'network', idempotencyKey: sent[0]?.key });
  });

  it('does not retry a request that cannot succeed, or that would have to wait too long', async () => {
    for (const first of [problem(503, false), problem(429, true, 60), problem(422, false)]) {
      const { error, sent } = await tryCall([first], post);
      expect(error).toBeInstanceOf(KontorError);
      expect(sent).toHaveLength(1);
    }
    const { error, sent } = await tryCall([answerStatus(404)], post);
    expect([error, sent.length]).toMatchObject([{ fault: 'not_kontor' }, 1]);
  });

  it('retries a PATCH after a retryable refusal, never after a broken connection', async () => {
    const patch = (client: ReturnType<typeof kontor>) =>
      client.updateAccount({ accountId: 'acc_1', body: {} as never });
    expect((await tryCall([problem(503, true)], patch)).sent).toHaveLength(2);
    expect((await tryCall([reset], patch)).sent).toHaveLength(1);
  });

  it('sends the newest commits of earlier answers, and forgets those that the bank has lost', async () => {
    const sent: (string | undefined)[] = [];
    const answerWithCommit =
      (commit: string, then: Answer = answerFine): Answer =>
      (request, response) => {
        sent.push(request.headers['kontor-commit'] as string | undefined);
        response.setHeader('kontor-commit', commit);
        then(request, response);
      };
    const answerLostCommit: Answer = (_, response) => {
      response.writeHead(409, { 'content-type': 'application/problem+json' });
      response.end('{"code":"commit_lost","detail":"d","status":409,"retryable":false}');
    };
    // An answer that comes late names older commits, and takes nothing back.
    const input = [
      answerWithCommit('p2-aa.s9-bb'),
      answerWithCommit('p3-cc.s8-dd'),
      answerWithCommit('p3-cc.s9-bb', answerLostCommit),
      answerWithCommit('p1-ee.s1-ff'),
    ];
    await tryCall(input, async (item) => {
      await post(item);
      await item.getAccount({ accountId: 'a' });
      const refused = await errorOf(item.getAccount({ accountId: 'a' }));
      expect(refused).toMatchObject({ code: 'commit_lost' });
      await item.getAccount({ accountId: 'a' });
    });
    expect(sent).toEqual([undefined, 'p2-aa.s9-bb', 'p3-cc.s9-bb', undefined]);
  });

  it('ends an attempt that hangs, and stops at once when aborted', async () => {
    const answerNever: Answer = () => {};
    const call = { timeoutMs: 50, retries: 0 };
    const read = (client: ReturnType<typeof kontor>) => client.getAccount({ accountId: 'a' }, call);
    expect((await tryCall([answerNever], read)).error).toMatchObject({ fault: 'timeout' });
    const signal = AbortSignal.abort();
    const callStopped = (client: ReturnType<typeof kontor>) =>
      client.getAccount({ accountId: 'a' }, { signal });
    expect((await tryCall([], callStopped)).sent).toHaveLength(0);
  });
});

describe('the client package', () => {
  it('reads a webhook with a valid signature, and no other', () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const body = JSON.stringify({ id: 'evt_1', type: 'account.created' });
    const signed = new Webhook(secret).sign('evt_1', new Date(), body);
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
      'webhook-signature': signed,
    };
    expect(eventOf({ headers, body }, secret).type).toBe('account.created');
    const openForged = () => eventOf({ headers, body: body.replace('1', '2') }, secret);
    expect(openForged).toThrow(WebhookVerificationError);
  });

  it('runs in a browser: its two clients import only their own files', () => {
    const files = readSourceTree(fileURLToPath(new URL('../..', import.meta.url)));
    const open = ['packages/client/src/developer.ts', 'packages/client/src/operator.ts'];
    const seen = new Set<string>();
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      const file = files.find((file) => file.path === path);
      if (!file || seen.has(path)) continue;
      seen.add(path);
      for (const { specifier, target } of importsOf(file)) {
        expect(target, `${path} imports ${specifier}`).toMatch(/^packages\/client\//);
        open.push(target ?? '');
      }
    }
    expect(seen.size).toBeGreaterThan(7);
  });
});
