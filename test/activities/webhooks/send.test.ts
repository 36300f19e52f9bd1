// Receivers that misbehave, one kind at a time. Each attempt ends in time and records the failure,
// and the sender reads little more of the answer than it keeps. The receivers are real listeners.

import { readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSender,
  type Sender,
  type SenderOptions,
} from '../../../activities/webhooks/send.ts';

const CERTIFICATES = fileURLToPath(new URL('certificates/', import.meta.url));
const TIMEOUT_MS = 1_000;
const MEGABYTE = 1024 * 1024;

const cleanups: (() => Promise<unknown>)[] = [];
let sender: Sender;
beforeEach(() => {
  sender = openSender();
});
afterEach(async () => {
  for (const close of cleanups.splice(0).reverse()) await close();
});

function openSender(options: Partial<SenderOptions> = {}): Sender {
  const allow = ['127.0.0.0/8'];
  const sender = createSender({ allow, livemode: false, timeoutMs: TIMEOUT_MS, ...options });
  cleanups.push(() => sender.close());
  return sender;
}

/**
 * Opens a listener that calls `respond` once a request has arrived, and counts the bytes that it was
 * able to write.
 */
async function openListener(
  respond: (socket: Socket) => void,
  server: (onSocket: (socket: Socket) => void) => Server = createServer,
) {
  const counts = { connections: 0, requests: [] as string[], written: 0 };
  const sockets = new Set<Socket>();
  const listening = server((socket) => {
    counts.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => {
      counts.requests.push(chunk.toString());
      respond(socket);
    });
    socket.on('close', () => {
      counts.written += socket.bytesWritten;
      sockets.delete(socket);
    });
  });
  listening.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  cleanups.push(
    () =>
      new Promise((resolve) => {
        listening.close(resolve);
        for (const socket of sockets) socket.destroy();
      }),
  );
  const { port } = listening.address() as AddressInfo;
  return { counts, port, url: `http://127.0.0.1:${port}/hook` };
}

const sendRaw =
  (head: string, body: string | Buffer = '') =>
  (socket: Socket) => {
    const bytes = Buffer.from(body);
    socket.write(`HTTP/1.1 ${head}\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    socket.write(bytes);
  };
const send = (url: string, usedSender = sender) =>
  usedSender.send({ url, headers: {}, body: '{"a":1}' });

describe("a receiver's answer", () => {
  test.each([200, 201, 202, 204, 299])('of %i is a delivery', async (status) => {
    const { url } = await openListener(sendRaw(`${status} Fine`));
    expect(await send(url)).toMatchObject({ delivered: true, status, fault: null, message: null });
  });

  test.each([400, 401, 404, 410, 418, 429, 500, 503, 599])(
    'of %i is not a delivery, and the beginning of its body is kept',
    async (status) => {
      const { url } = await openListener(sendRaw(`${status} No`, 'out of\u0000order'));
      const attempt = await send(url);
      expect(attempt).toMatchObject({ delivered: false, status, fault: 'http_status' });
      expect(attempt.excerpt).toBe('out of order');
      expect(attempt.message).toContain(String(status));
    },
  );

  test.each([301, 302, 303, 307, 308])('of %i is not followed', async (status) => {
    const target = await openListener(sendRaw('200 OK'));
    const { url } = await openListener(sendRaw(`${status} Away\r\nlocation: ${target.url}`));
    const attempt = await send(url);
    expect(attempt).toMatchObject({ delivered: false, status, fault: 'redirect_refused' });
    expect(target.counts.connections).toBe(0);
  });

  test('that redirects to internal addresses reaches none of them', async () => {
    const internalListener = await openListener(sendRaw('200 OK', 'secret'));
    const places = [
      internalListener.url,
      `http://localhost:${internalListener.port}/`,
      '//127.0.0.1/',
      'file:///etc',
    ];
    for (const place of places) {
      const { url } = await openListener(sendRaw(`302 Found\r\nlocation: ${place}`));
      expect((await send(url)).fault).toBe('redirect_refused');
    }
    expect(internalListener.counts.connections).toBe(0);
  });

  test('is awaited until the time limit', async () => {
    const { url, counts } = await openListener(() => undefined);
    const attempt = await send(url);
    expect(attempt).toMatchObject({ delivered: false, status: null, fault: 'timeout' });
    expect(attempt.durationMs).toBeGreaterThanOrEqual(TIMEOUT_MS - 50);
    expect(counts.requests).toHaveLength(1);
  });

  test('that comes after the time limit does not count as a delivery', async () => {
    const { url } = await openListener((socket) => {
      setTimeout(() => sendRaw('200 OK')(socket), TIMEOUT_MS + 500);
    });
    expect(await send(url)).toMatchObject({ delivered: false, status: null, fault: 'timeout' });
  });

  test('with a head sent byte by byte ends at the time limit', async () => {
    const { url } = await openListener((socket) => {
      const head = 'HTTP/1.1 200 OK\r\nx-slow: ';
      let time = 0;
      const timer = setInterval(() => socket.write(head[time++] ?? 'x'), 50);
      socket.on('close', () => clearInterval(timer));
    });
    expect(await send(url)).toMatchObject({ delivered: false, status: null, fault: 'timeout' });
  });

  test.each([
    ['is no HTTP', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['has no status', 'HTTP/1.1 OK\r\n\r\n'],
    ['has two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nx'],
    ['has a header without an end', `HTTP/1.1 200 OK\r\nx: ${'y'.repeat(64 * 1024)}\r\n\r\n`],
    ['is a page of another protocol', '<html>\r\n\r\n'],
  ])('that %s is refused', async (_, bytes) => {
    const { url } = await openListener((socket) => void socket.write(bytes));
    const attempt = await send(url);
    expect(attempt).toMatchObject({ delivered: false, status: null, fault: 'invalid_response' });
  });

  test('that breaks off before it begins is a connection reset', async () => {
    const { url } = await openListener((socket) => socket.resetAndDestroy());
    expect(await send(url)).toMatchObject({ delivered: false, fault: 'connection_reset' });
    const closed = await openListener((socket) => void socket.end());
    expect(await send(closed.url)).toMatchObject({ delivered: false, fault: 'connection_reset' });
  });

  test('with a truncated body is a delivery if its status is one of success', async () => {
    const sendHalf = (status: string) => (socket: Socket) => {
      socket.write(`HTTP/1.1 ${status}\r\ncontent-length: 1000\r\n\r\nhalf`);
      setTimeout(() => socket.resetAndDestroy(), 50);
    };
    const successful = await openListener(sendHalf('200 OK'));
    expect(await send(successful.url)).toMatchObject({
      delivered: true,
      status: 200,
      excerpt: 'half',
    });
    const failed = await openListener(sendHalf('500 No'));
    expect(await send(failed.url)).toMatchObject({
      delivered: false,
      status: 500,
      excerpt: 'half',
    });
  });
});

describe('the body of an answer', () => {
  test('without an end is read up to 16 KiB', async () => {
    const block = Buffer.alloc(64 * 1024, 'x');
    const { url, counts } = await openListener((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n');
      const writeMore = () => {
        while (!socket.destroyed && socket.write(`10000\r\n${block}\r\n`));
        if (!socket.destroyed) socket.once('drain', writeMore);
      };
      writeMore();
    });
    const attempt = await send(url);
    expect(attempt).toMatchObject({ delivered: true, status: 200 });
    expect(attempt.excerpt).toHaveLength(500);
    await expect.poll(() => counts.written).toBeGreaterThan(0);
    // The buffers of two sockets hold less than this; a reader without a limit takes 100 MB a second.
    expect(counts.written).toBeLessThan(16 * MEGABYTE);
  });

  test('sent byte by byte is not read until the time limit', async () => {
    const { url } = await openListener((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 100);
      socket.on('close', () => clearInterval(timer));
    });
    const patientSender = openSender({ timeoutMs: 20_000 });
    const attempt = await send(url, patientSender);
    expect(attempt).toMatchObject({ delivered: true, status: 200 });
    expect(attempt.durationMs).toBeLessThan(10_000);
  });

  test('that is compressed is not decompressed', async () => {
    const compressedBody = gzipSync(Buffer.alloc(64 * MEGABYTE));
    const head = '200 OK\r\ncontent-encoding: gzip\r\ncontent-type: text/plain';
    const { url, counts } = await openListener(sendRaw(head, compressedBody));
    const attempt = await send(url);
    expect(attempt).toMatchObject({ delivered: true, status: 200, excerpt: null });
    expect(counts.requests[0]?.toLowerCase()).toContain('accept-encoding: identity');
  });
});

describe('Retry-After', () => {
  test.each([
    ['120', 120_000],
    ['0', 0],
    ['999999999', 86_400_000],
    ['-5', null],
    ['soon', null],
    ['1.5', null],
    ['99999999999999999999', null],
  ])('of %j asks for a pause of %j ms', async (header, ms) => {
    const { url } = await openListener(sendRaw(`503 Busy\r\nretry-after: ${header}`));
    expect((await send(url)).retryAfterMs).toBe(ms);
  });

  test('may be a date, and a past date asks for nothing', async () => {
    const httpDateIn = (ms: number) => new Date(Date.now() + ms).toUTCString();
    const later = await openListener(sendRaw(`429 Busy\r\nretry-after: ${httpDateIn(90_000)}`));
    const wait = (await send(later.url)).retryAfterMs ?? 0;
    expect(wait).toBeGreaterThan(60_000);
    expect(wait).toBeLessThanOrEqual(90_000);
    const past = await openListener(sendRaw(`429 Busy\r\nretry-after: ${httpDateIn(-90_000)}`));
    expect((await send(past.url)).retryAfterMs).toBe(0);
  });
});

describe('a connection to a receiver', () => {
  test('to a closed port is refused', async () => {
    const { url } = await openListener(() => undefined);
    await cleanups.pop()?.();
    expect(await send(url)).toMatchObject({ fault: 'connection_refused', status: null });
  });

  test('is reused while the receiver keeps it open', async () => {
    const { url, counts } = await openListener((socket) => {
      const answer = () => sendRaw('200 OK')(socket);
      socket.on('data', answer);
      answer();
    });
    for (let n = 0; n < 6; n++) expect((await send(url)).delivered).toBe(true);
    // The second message may be sent before the first connection is known to be free.
    expect(counts.connections).toBeLessThanOrEqual(2);
  });
});

describe('a TLS connection', () => {
  const readCertificate = (name: string) => readFileSync(join(CERTIFICATES, name), 'utf8');
  const createSecureServer = (name: string) => (onSocket: (socket: Socket) => void) =>
    createTlsServer(
      { key: readCertificate(`${name}.key`), cert: readCertificate(`${name}.crt`) },
      onSocket,
    );
  const toHttpsUrl = ({ url }: { url: string }, host = '127.0.0.1') =>
    url.replace('http://127.0.0.1', `https://${host}`);

  test('with a trusted certificate delivers', async () => {
    const receiver = await openListener(sendRaw('200 OK'), createSecureServer('good'));
    const trustingSender = openSender({ ca: readCertificate('authority.crt') });
    expect(await send(toHttpsUrl(receiver), trustingSender)).toMatchObject({
      delivered: true,
      status: 200,
    });
  });

  test.each([
    ['of an unknown issuer', 'good', null],
    ['for another name', 'other', 'authority.crt'],
    ['that has expired', 'expired', 'authority.crt'],
  ])('with a certificate %s sends nothing', async (_, name, authority) => {
    const receiver = await openListener(sendRaw('200 OK'), createSecureServer(name));
    const usedSender = authority ? openSender({ ca: readCertificate(authority) }) : sender;
    const attempt = await send(toHttpsUrl(receiver), usedSender);
    expect(attempt).toMatchObject({ delivered: false, status: null, fault: 'tls_failed' });
    expect(receiver.counts.requests).toEqual([]);
  });

  test('to a receiver that speaks plain HTTP is refused', async () => {
    const receiver = await openListener(sendRaw('200 OK'));
    const attempt = await send(toHttpsUrl(receiver));
    expect(attempt).toMatchObject({ delivered: false, status: null });
    expect(attempt.fault).toMatch(/^(tls_failed|invalid_response|connection_reset)$/);
  });
});
