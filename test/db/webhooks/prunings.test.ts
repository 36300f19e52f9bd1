// Old deliveries are deleted in slices and nothing else is; events whose deliveries were deleted
// can still be replayed.

import { beforeEach, describe, expect, test } from 'vitest';
import { listEvents } from '../../../db/events/reads.ts';
import { relayEvents } from '../../../db/events/relay.ts';
import { checkInvariants } from '../../../db/invariants.ts';
import { openSeal } from '../../../db/kernel/seal.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { recordAttempt } from '../../../db/webhooks/deliveries.ts';
import { listDeliveries, readStatistics } from '../../../db/webhooks/delivery-reads.ts';
import { listDue } from '../../../db/webhooks/mailboxes.ts';
import { DELIVERIES_KEPT_MS, pruneDeliveries } from '../../../db/webhooks/prunings.ts';
import { replayEvents } from '../../../db/webhooks/redeliveries.ts';
import { cause, openCustomer, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { makeAttempt, openEndpoint } from '../../kit/outside/endpoints.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';

const seal = openSeal(Buffer.alloc(32, 1).toString('base64'), '/nowhere');
const HOUR = 60 * 60_000;

let ledger: Ledger;
let clock: Clock;
let endpointId: string;
beforeEach(async () => {
  clock = stoppedClock();
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const endpoint = { url: 'https://example.com/hook', events: ['customer.created'] };
  endpointId = (await openEndpoint(ledger, seal, endpoint)).id;
  for (let n = 0; n < 4; n += 1) await openCustomer(ledger);
  await ledger.run(relayEvents, 100);
});

const listDueDeliveries = () => listDue(ledger, { endpointId, now: clock.now(), limit: 100 });
const listAllDeliveries = async () =>
  (await listDeliveries(ledger, { endpointId, status: null, limit: 100, startingAfter: null }))
    .data;
const endDelivery = (id = '', delivered = true, retryInMs: number | null = null) =>
  ledger.run(recordAttempt, makeAttempt(id, { at: clock.now(), delivered, retryInMs }));
const listViolated = () =>
  checkInvariants(ledger.database.raw, clock.now())
    .checks.filter((check) => check.violations > 0)
    .map(({ name }) => name);

describe('a delivery', () => {
  test('is deleted with its attempts 30 days after its end, not before', async () => {
    const [first, second] = listDueDeliveries();
    await endDelivery(first?.id);
    clock.move(HOUR);
    await endDelivery(second?.id, false);
    clock.move(DELIVERIES_KEPT_MS - HOUR);
    expect(await ledger.run(pruneDeliveries, 100)).toBe(0);
    clock.move(8);
    expect(await ledger.run(pruneDeliveries, 100)).toBe(1);
    expect((await listAllDeliveries()).map(({ id }) => id)).not.toContain(first?.id);
    clock.move(HOUR);
    expect(await ledger.run(pruneDeliveries, 100)).toBe(1);
    const remaining = await listAllDeliveries();
    expect(remaining.map(({ status }) => status)).toEqual(['pending', 'pending']);
    const { raw } = ledger.database;
    expect(raw.prepare('SELECT count(*) FROM delivery_attempts').pluck().get()).toBe(0);
    expect(listViolated()).toEqual([]);
  });

  test('that is not final stays, however old it is', async () => {
    await endDelivery(listDueDeliveries()[0]?.id, false, 1);
    clock.move(10 * DELIVERIES_KEPT_MS);
    expect(await ledger.run(pruneDeliveries, 100)).toBe(0);
    expect(await listAllDeliveries()).toHaveLength(4);
  });

  test('is deleted in slices, the oldest end first', async () => {
    const ids = listDueDeliveries().map(({ id }) => id);
    for (const id of ids) {
      await endDelivery(id);
      clock.move(HOUR);
    }
    clock.move(DELIVERIES_KEPT_MS);
    expect(await ledger.run(pruneDeliveries, 3)).toBe(3);
    expect((await listAllDeliveries()).map(({ id }) => id)).toEqual([ids[3]]);
    expect(await ledger.run(pruneDeliveries, 3)).toBe(1);
    expect(await ledger.run(pruneDeliveries, 3)).toBe(0);
  });

  test('with an old end is found by an index, however many deliveries exist', () => {
    const plan = ledger.database.raw
      .prepare<[], { detail: string }>(
        `EXPLAIN QUERY PLAN SELECT id FROM deliveries
         WHERE status IN ('delivered', 'failed') AND updated_at < 1 ORDER BY updated_at LIMIT 9`,
      )
      .all();
    expect(plan.map(({ detail }) => detail).join()).toContain('deliveries_ended');
  });

  test('that was deleted can be requested again, because its event is still stored', async () => {
    for (const { id } of listDueDeliveries()) await endDelivery(id);
    clock.move(2 * DELIVERIES_KEPT_MS);
    await ledger.run(pruneDeliveries, 100);
    const log = await listEvents(ledger, { tenantId: TENANT, afterSequence: 0, limit: 100 });
    const replay = await ledger.run(replayEvents, {
      tenantId: TENANT,
      endpointId,
      selection: { kind: 'range', fromSequence: 1, toSequence: log.data.at(-1)?.sequence ?? 0 },
      maxDeliveries: 100,
      requestHash: Buffer.from('again'),
      cause,
    });
    expect(replay).toMatchObject({ result: { deliveries: 4 } });
    expect(listDueDeliveries()).toHaveLength(4);
    expect((await readStatistics(ledger, endpointId)).deliveries.pending).toBe(4);
    expect(listViolated()).toEqual([]);
  });

  test('cannot be deleted by another statement, and the deletion time never goes back', async () => {
    const [first] = listDueDeliveries();
    await endDelivery(first?.id);
    clock.move(2 * DELIVERIES_KEPT_MS);
    const run = (sql: string) => ledger.database.raw.prepare(sql).run();
    // The delivery is old enough, but the recorded limit has not advanced.
    for (const [sql, trigger] of [
      ['DELETE FROM deliveries', 'never deleted'],
      ['DELETE FROM delivery_attempts', 'append-only'],
      ['DELETE FROM delivery_retention', 'grows with time'],
      ['UPDATE delivery_retention SET kept_from = -1', 'grows with time'],
    ] as const) {
      expect(() => run(sql), sql).toThrow(trigger);
    }
    run(`UPDATE delivery_retention SET kept_from = ${clock.now()}`);
    expect(() => run("DELETE FROM deliveries WHERE status = 'pending'")).toThrow('never deleted');
  });
});
