// Ready means that money could be moved now: a database that takes no write is not ready.

import pino from 'pino';
import { expect, inject, it, vi } from 'vitest';
import { createReadinessCheck } from '../../../api/readiness.ts';
import { readConfig } from '../../../bank/config/settings.ts';
import { connectTemporal, missingNamespaces } from '../../../bank/worker.ts';
import { openTestBank } from '../../kit/bank/bank.ts';
import { plainTemporal } from '../../kit/workflows/plain-temporal.ts';

it('readiness is refused while a database accepts no writes, and returns afterwards', async () => {
  const bank = await openTestBank();
  const { raw } = bank.bank.environments.production.ledger.database;
  const adminUrl = `http://127.0.0.1:${bank.bank.adminPort}`;
  try {
    expect((await bank.call('/readyz')).body.status).toBe('ready');
    raw.pragma('query_only = ON');
    await vi.waitFor(async () => {
      const { status, body } = await bank.call('/readyz');
      expect(status).toBe(503);
      expect(body).toMatchObject({ status: 'not_writable', failing: ['production'] });
    }, 10_000);
    expect((await fetch(`${adminUrl}/readyz`)).status).toBe(503);
    expect((await bank.call('/readyz?verbose')).status).toBe(503);
    expect((await bank.call('/healthz')).status).toBe(200);
    raw.pragma('query_only = OFF');
    // Only a good result is cached for longer.
    const expectReady = async () => expect((await bank.call('/readyz?verbose')).status).toBe(200);
    await vi.waitFor(expectReady, 10_000);
  } finally {
    raw.pragma('query_only = OFF');
    await bank.close();
  }
});

it('readiness shows the age of lists and rates on both ports, on request', async () => {
  const bank = await openTestBank({ screening: { ...readConfig({}).screening, maxAgeMs: 1 } });
  try {
    const adminUrl = `http://127.0.0.1:${bank.bank.adminPort}`;
    const { status, body } = await bank.call('/readyz?verbose');
    expect([status, body.status]).toEqual([200, 'ready']);
    expect(body.screeningLists.length).toBeGreaterThan(0);
    for (const list of body.screeningLists) expect(list).toMatchObject({ stale: true });
    expect(body).toHaveProperty('exchangeRates');
    expect(await (await fetch(`${adminUrl}/readyz?verbose`)).json()).toEqual(body);
  } finally {
    await bank.close();
  }
});

it('readiness is refused while Temporal lacks the namespaces of the bank', async () => {
  const controller = new AbortController();
  const log = pino({ level: 'silent' });
  const { connection } = await connectTemporal(
    plainTemporal(inject('temporalAddress')),
    log,
    controller.signal,
  );
  const checkReadiness = (names: readonly string[]) =>
    createReadinessCheck({
      isReady: () => true,
      stopping: controller.signal,
      writes: {},
      missingNamespaces: () => missingNamespaces(connection, names),
      ages: () => Promise.reject(new Error('the ages of the data must not be read here')),
      log,
    })();
  try {
    const notReady = { status: 'no_workflows', failing: ['a-namespace-of-nobody'] };
    expect(await checkReadiness(['sandbox', 'a-namespace-of-nobody'])).toEqual(notReady);
    expect(await checkReadiness(['sandbox', 'production'])).toEqual({ status: 'ready' });
  } finally {
    await connection.close();
  }
  // Without an answer of Temporal, no namespace is known to be missing, and transfers do not wait
  // for Temporal.
  expect(await checkReadiness(['a-namespace-of-nobody'])).toEqual({ status: 'ready' });
});
