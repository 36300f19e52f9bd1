// A receiver that was down for a day gets all events of that day afterwards, each once. The test
// moves the clock of the ledger from attempt to attempt.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import { openSeal, type Seal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { listDeliveries } from '../../../db/webhooks/delivery-reads.ts';
import { countOpen } from '../../../db/webhooks/mailboxes.ts';
import { HOUR_MS } from '../../../ledger/durations.ts';
import { openCustomer } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import {
  createMovedClock,
  emitDuringOutage,
  type MovedClock,
  openDeliverer,
} from '../../kit/outside/day-of-outage.ts';
import { openEndpoint } from '../../kit/outside/endpoints.ts';
import { openReceiver } from '../../kit/outside/receiver.ts';
import { isDeep } from '../../kit/suite/tier.ts';

const EVENTS = isDeep ? 60 : 20;

let folder: string;
let ledger: Ledger;
let seal: Seal;
let clock: MovedClock;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kontor-outage-'));
  seal = openSeal(null, join(folder, 'payload.key'));
  clock = createMovedClock(Date.UTC(2026, 9, 24));
  ledger = await openTestLedger({
    environment: 'sandbox',
    file: join(folder, 'l.db'),
    now: clock.now,
  });
});
afterEach(() => {
  ledger.close();
  rmSync(folder, { recursive: true, force: true });
});

const openCustomers = async (count: number) => {
  for (let n = 0; n < count; n += 1) await openCustomer(ledger);
};

async function emitWithoutReceiver(forMs: number) {
  const receiver = await openReceiver();
  const { url, port } = receiver;
  await receiver.close();
  const { id } = await openEndpoint(ledger, seal, { url, events: ['customer.created'] });
  const day = { ledger, seal, clock, endpointId: id, forMs, events: EVENTS, emit: openCustomers };
  return { id, port, attempts: await emitDuringOutage(day) };
}

test('after a day without answers all events are delivered, each once', async () => {
  const { id, port, attempts } = await emitWithoutReceiver(24 * HOUR_MS);
  // One attempt every five seconds would be 17,280 attempts; the retry schedule allows far fewer.
  expect(attempts).toBeGreaterThan(EVENTS * 3);
  expect(attempts).toBeLessThan(EVENTS * 10);
  const receiver = await openReceiver(port);
  const { deliver, close } = openDeliverer(ledger, seal);
  // The next attempt of the retry schedule, the first that reaches the receiver again, may be hours
  // away.
  for (let attempt = 0; countOpen(ledger, id) > 0; attempt += 1) {
    if (attempt > 10) throw new Error(`${countOpen(ledger, id)} are still open`);
    const { restMs, dueInMs } = await deliver(id);
    clock.advance(Math.max(1, restMs, dueInMs ?? 0));
  }
  const sequences = receiver.arrivals.map(({ event }) => event.sequence as number);
  expect(new Set(sequences).size).toBe(EVENTS);
  expect(sequences).toHaveLength(EVENTS);
  const page = { endpointId: id, status: 'delivered' as const, limit: 200, startingAfter: null };
  expect((await listDeliveries(ledger, page)).data).toHaveLength(EVENTS);
  const { checks } = checkInvariants(ledger.database.raw, clock.now());
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
  await close();
  await receiver.close();
});

// The test of one day covers most of these steps, so this one runs in the deep tier only.
test.runIf(isDeep)(
  'after three days without answers the endpoint is disabled, and waiting events are kept',
  async () => {
    const { id } = await emitWithoutReceiver(73 * HOUR_MS);
    const status = ledger.database.raw
      .prepare<[string], string>('SELECT status FROM webhook_endpoints WHERE id = ?')
      .pluck()
      .get(id);
    expect(status).toBe('auto_disabled');
    const rows = ledger.database.raw
      .prepare<[string], number>('SELECT count(*) FROM deliveries WHERE endpoint_id = ?')
      .pluck();
    expect(rows.get(id)).toBeGreaterThan(0);
  },
);
