// No URL, host name or answer of a receiver leads a webhook into a private network. A real server
// listens on every address of this machine and must never be reached.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isReachable, networksOf } from '../../../activities/webhooks/guard.ts';
import { createSender, type Sender } from '../../../activities/webhooks/send.ts';

let internalServer: Server;
let port: number;
let received: string[] = [];
const senders: Sender[] = [];

beforeAll(async () => {
  internalServer = createServer((lookupCounts, response) => {
    received.push(`${lookupCounts.method} ${lookupCounts.url}`);
    response.end('inner secret');
  });
  internalServer.on('connection', () => received.push('connection'));
  // Without a host, the server listens on all IPv4 and IPv6 addresses of this machine.
  await new Promise<void>((resolve, reject) => {
    internalServer.once('error', reject);
    internalServer.listen(0, resolve);
  });
  port = (internalServer.address() as AddressInfo).port;
});
beforeEach(() => {
  received = [];
});
afterAll(async () => {
  for (const sender of senders) await sender.close();
  await new Promise((resolve) => internalServer.close(resolve));
});

function openSender(names: Record<string, readonly string[][]> = {}, allow: string[] = []): Sender {
  const request = new Map<string, number>();
  const sender = createSender({
    allow,
    livemode: false,
    timeoutMs: 2_000,
    async resolve(name) {
      const lookup = request.get(name) ?? 0;
      request.set(name, lookup + 1);
      const answers = names[name] ?? [];
      const answer = answers[Math.min(lookup, answers.length - 1)];
      if (answer) return answer;
      throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' });
    },
  });
  senders.push(sender);
  return sender;
}

const post = (sender: Sender, url: string) => sender.send({ url, headers: {}, body: '{}' });

describe('a URL that contains an internal address', () => {
  test.each([
    'http://127.0.0.1:PORT/',
    'http://127.1:PORT/',
    'http://127.0.0.1.:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f000001:PORT/',
    'http://0x7f.1:PORT/',
    'http://0177.0.0.1:PORT/',
    'http://017700000001:PORT/',
    'http://0:PORT/',
    'http://0.0.0.0:PORT/',
    'http://127.255.255.254:PORT/',
    'http://%31%32%37.0.0.1:PORT/',
    'http://１２７.０.０.１:PORT/',
    'http://127。0。0。1:PORT/',
    'http://①②⑦.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://LOCALHOST:PORT/',
    'http://localhost.:PORT/',
    'http://anything.localhost:PORT/',
    'http://ⓛocalhost:PORT/',
    'http://[::]:PORT/',
    'http://[::1]:PORT/',
    'http://[0:0:0:0:0:0:0:1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://[::127.0.0.1]:PORT/',
    'http://[::ffff:0:127.0.0.1]:PORT/',
    'http://[64:ff9b::127.0.0.1]:PORT/',
    'http://[64:ff9b:1::7f00:1]:PORT/',
    'http://[2002:7f00:1::]:PORT/',
    'http://[2001:0:7f00:1::]:PORT/',
    'http://[fe80::1]:PORT/',
    'http://[fe80::1%25lo]:PORT/',
    'http://[fec0::1]:PORT/',
    'http://[fc00::1]:PORT/',
    'http://[fd12:3456:789a::1]:PORT/',
    'http://[ff02::1]:PORT/',
    'http://[4000::1]:PORT/',
    'http://[2001:db8::1]:PORT/',
    'http://10.0.0.1:PORT/',
    'http://172.16.0.1:PORT/',
    'http://172.31.255.255:PORT/',
    'http://192.168.0.1:PORT/',
    'http://169.254.169.254:PORT/latest/meta-data/',
    'http://100.64.0.1:PORT/',
    'http://100.100.100.200:PORT/',
    'http://192.0.0.1:PORT/',
    'http://192.0.2.1:PORT/',
    'http://198.18.0.1:PORT/',
    'http://203.0.113.9:PORT/',
    'http://224.0.0.1:PORT/',
    'http://240.0.0.1:PORT/',
    'http://255.255.255.255:PORT/',
    'http://user:pass@127.0.0.1:PORT/',
    'http://example.com@127.0.0.1:PORT/',
    'http://127.0.0.1:PORT\\@example.com/',
    'http:\\\\127.0.0.1:PORT/',
    'http:/127.0.0.1:PORT/',
    'http:127.0.0.1:PORT/',
    'HTTP://127.0.0.1:PORT/',
    '//127.0.0.1:PORT/',
    ' http://127.0.0.1:PORT/',
    'http://127.0.0.1\t:PORT/',
    'ht\ntp://127.0.0.1:PORT/',
    'ftp://127.0.0.1:PORT/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:PORT/_POST',
    'data:text/plain,x',
    'javascript:fetch("http://127.0.0.1:PORT")',
    'unix:/var/run/docker.sock',
    '',
    'x',
    `http://${'a'.repeat(3000)}.example:PORT/`,
  ])('%s is refused before anything is sent', async (pattern) => {
    const url = pattern.replace('PORT', String(port));
    const attempt = await post(openSender(), url);
    expect(attempt).toMatchObject({ delivered: false, status: null, excerpt: null });
    expect(attempt.fault, url).toMatch(/^(url_refused|address_refused)$/);
    expect(received).toEqual([]);
  });

  test('whose network is allowed reaches the listener', async () => {
    const attempt = await post(openSender({}, ['127.0.0.0/8']), `http://127.1:${port}/hook`);
    expect(attempt).toMatchObject({ delivered: true, status: 200 });
    expect(received).toContain('POST /hook');
  });
});

describe('a host name', () => {
  test.each([
    ['127.0.0.1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['fe80::1%lo'],
    ['0.0.0.0'],
    ['127.0.0.1\u0000'],
    ['2130706433'],
    ['not an address'],
    [''],
  ])('that resolves to %s is refused', async (address) => {
    const sender = openSender({ 'hook.example': [[address]] });
    const attempt = await post(sender, `http://hook.example:${port}/`);
    expect(attempt.fault).toBe('address_refused');
    expect(received).toEqual([]);
  });

  test('is refused when only one of its addresses is internal', async () => {
    for (const answer of [
      ['8.8.8.8', '127.0.0.1'],
      ['127.0.0.1', '8.8.8.8'],
      ['2001:4860:4860::8888', '::1'],
    ]) {
      const sender = openSender({ 'hook.example': [answer] });
      expect((await post(sender, `http://hook.example:${port}/`)).fault).toBe('address_refused');
    }
    expect(received).toEqual([]);
  });

  test('is refused when it changes from an allowed address to an internal one', async () => {
    const sender = openSender({ 'hook.example': [['127.0.0.1'], ['127.0.0.2']] }, ['127.0.0.1/32']);
    const url = `http://hook.example:${port}/`;
    expect((await post(sender, url)).delivered).toBe(true);
    internalServer.closeAllConnections();
    received = [];
    const secondSender = openSender({ 'hook.example': [['127.0.0.1'], ['127.0.0.2']] }, [
      '127.0.0.1/32',
    ]);
    await post(secondSender, url);
    internalServer.closeAllConnections();
    received = [];
    let attempt = await post(secondSender, url);
    // The pool may notice only now that its connection is closed. In that case it connects again,
    // and checks the address.
    if (attempt.fault === 'connection_reset') attempt = await post(secondSender, url);
    expect(attempt.fault).toBe('address_refused');
    expect(received).toEqual([]);
  });

  test('that does not resolve counts as a failed attempt', async () => {
    const attempt = await post(openSender(), `http://nowhere.example:${port}/`);
    expect(attempt).toMatchObject({ fault: 'name_not_resolved', status: null });
  });
});

describe('an IP address', () => {
  const loopback = networksOf(['127.0.0.0/8', 'fd00::/8']);

  test.each([
    ['8.8.8.8', true],
    ['1.1.1.1', true],
    ['2606:4700::1111', true],
    ['2a00:1450::1', true],
    ['::ffff:8.8.8.8', true],
    ['10.1.2.3', false],
    ['::', false],
    ['::8.8.8.8', false],
    ['3fff::1', false],
    ['5f00::1', false],
    ['fd00::1', false],
    ['08.8.8.8', false],
    ['8.8.8.8 ', false],
  ])('%s is reachable: %s', (address, reachable) => {
    expect(isReachable(address, 443, [])).toBe(reachable);
  });

  test('of an allowed network is reachable in each notation, and other internal addresses are not', () => {
    for (const address of ['127.0.0.1', '::ffff:127.9.9.9', 'fd12::1']) {
      expect(isReachable(address, 443, loopback), address).toBe(true);
    }
    for (const address of ['126.0.0.0', '::1', 'fc00::1', '10.0.0.1', '::127.0.0.1']) {
      const result = isReachable(address, 443, loopback);
      expect([address, result]).toEqual([address, address === '126.0.0.0']);
    }
  });

  test('that is allowed with one port is reached at that port only, and not by a host name', async () => {
    const allowed = [`127.0.0.1:${port}`];
    const attempt = await post(openSender({}, allowed), `http://127.0.0.1:${port}/`);
    expect(attempt).toMatchObject({ delivered: true, status: 200 });
    received = [];
    const names = { 'inner.example': [['127.0.0.1']] };
    const otherPort = await post(openSender({}, ['127.0.0.1:4000']), `http://127.0.0.1:${port}/`);
    expect(otherPort).toMatchObject({ delivered: false, fault: 'url_refused' });
    const byHostName = await post(openSender(names, allowed), `http://inner.example:${port}/`);
    expect(byHostName).toMatchObject({ delivered: false, fault: 'address_refused' });
    expect(received).toEqual([]);
    expect(isReachable('127.0.0.2', port, networksOf(allowed))).toBe(false);
  });
});
