// kontor listen: events of the bank arrive at a local server, signed, in order, and after a break
// from the point where it stopped.

import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { verifyWebhook } from '../../../packages/verify/webhook.mjs';
import { register } from '../../kit/bank/bank.ts';
import { openSharedCheckedBank } from '../../kit/bank/checked-bank.ts';
import { startCommand } from '../../kit/people/command-line.ts';

const POLL = { timeout: 45_000 };

const listen = (args: readonly string[]) => {
  const running = startCommand(['listen', ...args]);
  onTestFinished(() => running.interrupt());
  return running;
};

async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A local server that records the requests and answers with the statuses given, then with 204. */
async function receiver(statuses: number[] = []) {
  const received: ReceivedRequest[] = [];
  const url = await serve((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(statuses.shift() ?? 204, { location: '/elsewhere' }).end();
    });
  });
  return { url, received };
}

test('forwarded events arrive signed and in order; an answer that is no 2xx is shown', async () => {
  const bank = await openSharedCheckedBank();
  onTestFinished(() => bank.close());
  const { key } = await register(bank);
  const act = () => bank.call('/v1/customers', { key, body: { type: 'individual', name: 'Ada' } });
  await act();
  const { url, received } = await receiver([500, 302]);
  const { readShown } = listen([
    ...['--forward-to', url, '--key', key, '--bank', bank.url, '--since', '0'],
  ]);
  await expect.poll(() => received.length, POLL).toBe(1);
  await act();
  await act();
  await expect.poll(() => received.length, POLL).toBe(3);
  const [, secret = ''] = /signed with (whsec_\S+)/.exec(readShown()) ?? [];
  const events = received.map((webhook) => verifyWebhook(webhook, secret)) as { id: string }[];
  const logged = await bank.call('/v1/events', { key });
  expect(events).toEqual(logged.body.data);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(events.map(({ id }) => id));
  await expect.poll(readShown, POLL).toMatch(/3 customer\.created evt_\S+ → 204/);
  expect(readShown()).toMatch(/1 customer\.created evt_\S+ → 500 \(no delivery\)/);
  expect(readShown()).toMatch(/2 customer\.created evt_\S+ → 302 \(no delivery\)/);
  expect(readShown()).not.toContain(key);
});

test('an interrupted event stream resumes where it stopped', async () => {
  const requests: (string | undefined)[] = [];
  const event = (sequence: number) =>
    `id: ${sequence}\nevent: x\n` +
    `data: {"id":"evt_${sequence}","type":"x","sequence":${sequence}}\n\n`;
  const api = await serve((request, response) => {
    requests.push(request.headers['last-event-id'] as string | undefined);
    if (requests.length === 2) return response.writeHead(503).end();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (requests.length > 1) return response.write(event(3));
    // The third event is cut in the middle: it did not come.
    response.write(`id: 0\n\n${event(1)}${event(2)}${event(3).slice(0, 30)}`, () => {
      setTimeout(() => response.destroy(), 500);
    });
  });
  const { url, received } = await receiver();
  const { interrupt, ended, readShown } = listen([
    ...['--forward-to', url, '--key', 'k', '--bank', api],
  ]);
  await expect.poll(() => received.length, POLL).toBe(3);
  expect(received.map(({ headers }) => headers['webhook-id'])).toEqual(['evt_1', 'evt_2', 'evt_3']);
  expect(requests).toEqual([undefined, '2', '2']);
  await expect.poll(readShown, POLL).toMatch(/3 x evt_3 → 204/);
  interrupt();
  expect((await ended).code).toBe(0);
  expect(readShown()).toContain('--since 3');
});

test('listen ends with one clear reason when it cannot work', async () => {
  const refused = await serve((_, response) => {
    const body = { code: 'invalid_api_key', detail: 'no', status: 401, retryable: false };
    response.writeHead(401, { 'content-type': 'application/problem+json' });
    response.end(JSON.stringify(body));
  });
  const key = ['--key', 'k'];
  for (const [args, code, reason] of [
    [[], 64, "required option '--forward-to <url>' not specified"],
    [['--forward-to', refused, '--forward'], 64, 'unknown option'],
    [['--forward-to', 'nowhere', ...key], 64, '--forward-to is an address'],
    [['--forward-to', 'file:///tmp/x', ...key], 64, '--forward-to is an address'],
    [['--forward-to', refused, ...key, '--secret', 'whsec_AA'], 64, '--secret is whsec_'],
    [['--forward-to', refused, ...key, '--since', '-1'], 64, '--since is a number'],
    [['--forward-to', refused], 77, 'kontor login'],
    [['--forward-to', refused, ...key, '--bank', refused], 77, 'invalid_api_key'],
  ] as const) {
    const { ended, readShown } = listen(args);
    expect([(await ended).code, readShown().includes(reason)], readShown()).toEqual([code, true]);
  }
});
