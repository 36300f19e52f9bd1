// Too many requests at the same time: a client above its share is refused at once, with the time
// after which it may retry, and all others are answered.

import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type AdmissionBound, createAdmissionBound } from '../../../api/kit/admission-bound.ts';
import { createAdmissionControl } from '../../../api/kit/admission-control.ts';
import { createFairTurns } from '../../../api/kit/fair-turns.ts';

const openServers: { close(): void }[] = [];
afterEach(() => {
  for (const item of openServers.splice(0)) item.close();
});

/** A server that holds its answers until the test releases them. */
async function openSlowServer(max: number, admissionBound?: AdmissionBound) {
  const gate = createAdmissionControl(max, createFairTurns(), admissionBound);
  const openResponses: ServerResponse[] = [];
  const server = createServer((incoming, outgoing) => {
    gate.enter(incoming, outgoing, () => {
      if (incoming.url === '/healthz') outgoing.end('ok');
      else openResponses.push(outgoing);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  openServers.push({ close: () => server.closeAllConnections() }, server);
  const send = (key: string, path = '/v1/transactions') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: path === '/healthz' ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}` },
      ...(path === '/healthz' ? {} : { body: 'x'.repeat(1_000) }),
    });
  const waitForRequests = (count: number) => expect.poll(() => openResponses.length).toBe(count);
  const endResponses = () => {
    for (const item of openResponses.splice(0)) item.end('done');
  };
  return { send, waitForRequests, endResponses };
}

test('a credential beyond its share gets 503 and Retry-After, and others are admitted', async () => {
  const { send, waitForRequests, endResponses } = await openSlowServer(16);
  const noisyAnswers = Array.from({ length: 16 }, () => send('noisy'));
  await waitForRequests(16);
  const refusedAnswer = await send('noisy');
  expect([refusedAnswer.status, refusedAnswer.headers.get('retry-after')]).toEqual([503, '1']);
  expect(await refusedAnswer.json()).toMatchObject({
    code: 'workflow_unavailable',
    instance: '/v1/transactions',
    retryAfterSeconds: 1,
  });
  const quietAnswers = send('quiet');
  await waitForRequests(17);
  expect((await send('', '/healthz')).status).toBe(200);
  endResponses();
  const answers = await Promise.all([...noisyAnswers, quietAnswers]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const repeatedRequest = send('noisy');
  await waitForRequests(1);
  endResponses();
  expect((await repeatedRequest).status).toBe(200);
});

test('many credentials together are admitted to at most twice the bound', async () => {
  const { send, waitForRequests, endResponses } = await openSlowServer(8);
  const requests = Array.from({ length: 16 }, (_, n) => send(`key-${n}`));
  await waitForRequests(16);
  expect((await send('key-new')).status).toBe(503);
  endResponses();
  await Promise.all(requests);
});

test("only a stream itself bypasses the bound, not a path that leads out of the stream's path", async () => {
  const { send, waitForRequests, endResponses } = await openSlowServer(16);
  const noisyAnswers = Array.from({ length: 16 }, () => send('noisy'));
  await waitForRequests(16);
  // `fetch` would resolve the dots before it sends them.
  const refusedAnswer = await send('noisy', '/v1/events/stream/%2e%2e/transactions');
  expect(refusedAnswer.status).toBe(503);
  const streams = [
    send('noisy', '/v1/events/stream?afterSequence=0'),
    send('noisy', '/v1/ops/stream'),
  ];
  await waitForRequests(18);
  endResponses();
  await Promise.all([...noisyAnswers, ...streams]);
});

test('while operations are slow, fewer requests are admitted, but still some of each credential', async () => {
  const admissionBound = {
    size: () => 32,
    recordRefusal: () => {},
    recordOverdue: () => {},
    recordDuration: () => {},
  };
  const { send, waitForRequests, endResponses } = await openSlowServer(1_024, admissionBound);
  const noisyAnswers = Array.from({ length: 32 }, () => send('noisy'));
  await waitForRequests(32);
  expect((await send('noisy')).status).toBe(503);
  const quietAnswers = Array.from({ length: 8 }, () => send('quiet'));
  await waitForRequests(40);
  endResponses();
  const answers = await Promise.all([...noisyAnswers, ...quietAnswers]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test('the admission bound depends on the durations of completed changes and not of reads', async () => {
  const durations: number[] = [];
  const recordDuration = (ms: number) => void durations.push(ms);
  const admissionBound = {
    size: () => 32,
    recordRefusal: () => {},
    recordOverdue: () => {},
    recordDuration,
  };
  const { send, waitForRequests, endResponses } = await openSlowServer(1_024, admissionBound);
  const act = send('key');
  await waitForRequests(1);
  endResponses();
  await act;
  await send('key', '/healthz');
  await expect.poll(() => durations.length).toBe(1);
});

test('256 clients of one developer beside an operator are all admitted, however slow the bank is', async () => {
  const admissionBound = createAdmissionBound(1_024);
  // The minimum bound outside of a flood.
  let time = 0;
  const slowBound = createAdmissionBound(1_024, () => time);
  for (let turn = 0; turn < 20; turn++) {
    for (let n = 0; n < 20; n++) slowBound.recordDuration(60_000);
    time += 200;
  }
  for (const item of [admissionBound, slowBound]) {
    const { send, waitForRequests, endResponses } = await openSlowServer(1_024, item);
    const operatorRequests = Array.from({ length: 8 }, () => send('operator'));
    const developerRequests = Array.from({ length: 256 }, () => send('developer'));
    await waitForRequests(264);
    endResponses();
    const answers = await Promise.all([...operatorRequests, ...developerRequests]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  }
});
