// Rate providers over real HTTP, against a local server that answers in their formats and with
// every kind of upstream fault. The live services are not called.

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
import { ecbXml, openRatesJson } from './answers.ts';

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

const xml = { 'content-type': 'text/xml' };
const json = { 'content-type': 'application/json; charset=utf-8' };

test('the ECB is read over HTTP', async () => {
  const url = await serve((_, response) => response.writeHead(200, xml).end(ecbXml({})));
  const table = await readEcbRates({ url, now }).load();
  expect(new Date(table.asOf).toISOString()).toBe('2026-10-30T15:00:00.000Z');
  expect(table.rates.size).toBe(6);
});

test('an open exchange rates service receives the app id in a header only', async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.url, request.headers.authorization);
    response.writeHead(200, json).end(openRatesJson({}));
  });
  const table = await openExchangeRates('abc123', { url, now }).load();
  expect(seen).toEqual(['/rates', 'Token abc123']);
  const euro = table.rates.get('EUR');
  expect(euro && formatDecimal(euro)).toBe('0.8951');
});

describe('rates are refused', () => {
  const huge = 'x'.repeat(1024 * 1024);
  const cases: [string, RequestListener][] = [
    ['a status 500', (_, response) => response.writeHead(500, xml).end(ecbXml({}))],
    ['a status 204', (_, response) => response.writeHead(204).end()],
    [
      'of the type HTML',
      (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end(ecbXml({})),
    ],
    ['HTML of the type XML', (_, r) => r.writeHead(200, xml).end('<html>Maintenance</html>')],
    ['without a type', (_, response) => response.writeHead(200).end(ecbXml({}))],
    ['a rate of NaN', (_, response) => response.writeHead(200, xml).end(ecbXml({ USD: 'NaN' }))],
    ['of 10 MB', (_, response) => response.writeHead(200, xml).end(ecbXml({}) + huge.repeat(10))],
  ];
  test.each(cases)('when the answer is %s', async (_label, listener) => {
    const url = await serve(listener);
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow(BadRates);
  });

  test('when the answer has 10 MB without a stated length, of which the rest is never read', async () => {
    let sent = 0;
    const url = await serve((_, response) => {
      response.writeHead(200, xml);
      const writeMore = () => {
        while (sent < 200 && response.write(huge)) sent += 1;
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
      if (request.url === '/inside') response.writeHead(200, xml).end(ecbXml({}));
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
      response.writeHead(200, xml).write(ecbXml({}).slice(0, 300));
    });
    await expect(readEcbRates({ url: halfUrl, now, timeoutMs: 200 }).load()).rejects.toThrow();
  });

  test('when the connection is reset in the middle of the body', async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { ...xml, 'content-length': '5000' }).write(ecbXml({}).slice(0, 300));
      setTimeout(() => request.socket.destroy(), 20);
    });
    await expect(readEcbRates({ url, now }).load()).rejects.toThrow();
  });
});

describe('the rate board', () => {
  test('keeps the last good rates through later failures', async () => {
    const answers = [
      ecbXml({ USD: '1.10' }, '2026-10-28'),
      ecbXml({ USD: 'NaN' }),
      ecbXml({ USD: '110' }),
      ecbXml({ USD: '1.11' }),
    ];
    const url = await serve((_, response) => response.writeHead(200, xml).end(answers.shift()));
    const board = openRateBoard(readEcbRates({ url, now }), silent);
    const usdRate = () => {
      const rate = board.latest()?.rates.get('USD');
      return rate ? formatDecimal(rate) : null;
    };
    expect(usdRate()).toBeNull();
    await board.started;
    expect(usdRate()).toBe('1.1');
    expect(await board.refresh()).toBe(false);
    expect(await board.refresh()).toBe(false);
    expect(usdRate()).toBe('1.1');
    expect(await board.refresh()).toBe(true);
    expect(usdRate()).toBe('1.11');
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
