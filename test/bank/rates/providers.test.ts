// Rate providers are read over HTTP from a local server, which answers in their formats and with
// every kind of fault. The tests do not call the live services.

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { openRateBoard } from '../../../bank/rates/board.ts';
import { readEcbRates } from '../../../bank/rates/ecb.ts';
import { openExchangeRates } from '../../../bank/rates/open-exchange-rates.ts';
import { BadRates } from '../../../bank/rates/provider.ts';
import { formatDecimal } from '../../../ledger/rates.ts';
import { formatEcbXml, formatOpenRatesJson } from './answers.ts';

const silent = pino({ level: 'silent' });
const NOW = Date.parse('2026-10-30T18:00:00Z');
const now = () => NOW;
let server: Server | null = null;

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates`;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});

const XML_HEADERS = { 'content-type': 'text/xml' };
const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };

test('the rates of the ECB are read over HTTP', async () => {
  const url = await serve((_, response) =>
    response.writeHead(200, XML_HEADERS).end(formatEcbXml({})),
  );
  const table = await readEcbRates({ url, now }).load();
  expect(new Date(table.asOf).toISOString()).toBe('2026-10-30T15:00:00.000Z');
  expect(table.rates.size).toBe(6);
});

test('an open exchange rates service receives the app id in a header only', async () => {
  const received: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    received.push(request.url, request.headers.authorization);
    response.writeHead(200, JSON_HEADERS).end(formatOpenRatesJson({}));
  });
  const table = await openExchangeRates('abc123', { url, now }).load();
  expect(received).toEqual(['/rates', 'Token abc123']);
  const euro = table.rates.get('EUR');
  expect(euro && formatDecimal(euro)).toBe('0.8951');
});

describe('rates are refused', () => {
  const megabyte = 'x'.repeat(1024 * 1024);
  const cases: [string, RequestListener][] = [
    ['of status 500', (_, response) => response.writeHead(500, XML_HEADERS).end(formatEcbXml({}))],
    ['of status 204', (_, response) => response.writeHead(204).end()],
    [
      'of the type HTML',
      (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end(formatEcbXml({})),
    ],
    [
      'HTML of the type XML',
      (_, r) => r.writeHead(200, XML_HEADERS).end('<html>Maintenance</html>'),
    ],
    ['without a type', (_, response) => response.writeHead(200).end(formatEcbXml({}))],
    [
      'a rate of NaN',
      (_, response) => response.writeHead(200, XML_HEADERS).end(formatEcbXml({ USD: 'NaN' })),
    ],
    [
      'of 10 MB',
      (_, response) =>
        response.writeHead(200, XML_HEADERS).end(formatEcbXml({}) + megabyte.repeat(10)),
    ],
  ];
  test.each(cases)('when the answer is %s', async (_label, listener) => {
    const url = await serve(listener);
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow(BadRates);
  });

  test('when the answer is long and states no length, before all of it is read', async () => {
    let sent = 0;
    const url = await serve((_, response) => {
      response.writeHead(200, XML_HEADERS);
      const writeMore = () => {
        while (sent < 200 && response.write(megabyte)) sent += 1;
        if (sent >= 200) response.end();
      };
      response.on('drain', writeMore);
      writeMore();
    });
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow(BadRates);
    expect(sent).toBeLessThan(200);
  });

  test('when the answer is a redirect, wherever it leads', async () => {
    const url = await serve((request, response) => {
      if (request.url === '/inside') response.writeHead(200, XML_HEADERS).end(formatEcbXml({}));
      else response.writeHead(302, { location: '/inside' }).end();
    });
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow();
  });

  test('when the source falls silent before the headers or in the middle of the body', async () => {
    const silentUrl = await serve(() => {});
    await expect(readEcbRates({ url: silentUrl, now, timeoutMs: 200 }).load()).rejects.toThrow();
    server?.closeAllConnections();
    server?.close();
    const halfUrl = await serve((_, response) => {
      response.writeHead(200, XML_HEADERS).write(formatEcbXml({}).slice(0, 300));
    });
    await expect(readEcbRates({ url: halfUrl, now, timeoutMs: 200 }).load()).rejects.toThrow();
  });

  test('when the connection is reset in the middle of the body', async () => {
    const url = await serve((request, response) => {
      response
        .writeHead(200, { ...XML_HEADERS, 'content-length': '5000' })
        .write(formatEcbXml({}).slice(0, 300));
      setTimeout(() => request.socket.destroy(), 20);
    });
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow();
  });
});

describe('the rate board', () => {
  test('keeps the last good rates through later failures', async () => {
    const answers = [
      formatEcbXml({ USD: '1.10' }, '2026-10-28'),
      formatEcbXml({ USD: 'NaN' }),
      formatEcbXml({ USD: '110' }),
      formatEcbXml({ USD: '1.11' }),
    ];
    const url = await serve((_, response) =>
      response.writeHead(200, XML_HEADERS).end(answers.shift()),
    );
    const board = openRateBoard(readEcbRates({ url, now }), silent);
    const readUsdRate = () => {
      const rate = board.latest()?.rates.get('USD');
      return rate ? formatDecimal(rate) : null;
    };
    expect(readUsdRate()).toBeNull();
    await board.started;
    expect(readUsdRate()).toBe('1.1');
    expect(await board.refresh()).toBe(false);
    expect(await board.refresh()).toBe(false);
    expect(readUsdRate()).toBe('1.1');
    expect(await board.refresh()).toBe(true);
    expect(readUsdRate()).toBe('1.11');
    board.stop();
  });

  test('has no rates until a good answer has come', async () => {
    const url = await serve((_, response) => response.writeHead(503).end());
    const board = openRateBoard(readEcbRates({ url, now }), silent);
    await board.started;
    expect(board.latest()).toBeNull();
    board.stop();
  });
});
