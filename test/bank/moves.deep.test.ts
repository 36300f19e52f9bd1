// `npm run move` killed between any two of its commits, beside a working bank: the next one ends
// what was left.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { MoveStep } from '../../db/moves/move.ts';
import type { DatabaseMoveStep } from '../../db/moves/move-in-database.ts';
import { postgresFault } from '../../scripts/run/postgres-server.ts';
import { isAboutFiles } from '../kit/bank/postgres.ts';
import { type Engine, type MovingBank, openMovingBank, SOON } from './moving-bank.ts';

const reason = postgresFault();
if (reason !== null) console.warn(`moves on PostgreSQL are skipped: ${reason}`);

const FILE_STEPS: MoveStep[] = ['marked', 'arrived', 'placed', 'released', 'departed'];
const DATABASE_STEPS: DatabaseMoveStep[] = [
  ...(['marked', 'arrived', 'departed', 'placed', 'committed'] as const),
];
const STEPS: Readonly<Record<Engine, readonly string[]>> = {
  SQLite: FILE_STEPS,
  PostgreSQL: DATABASE_STEPS,
  both: FILE_STEPS,
};
const onFiles = isAboutFiles('moves between files that are killed') ? [] : (['SQLite'] as const);
const onServers = reason === null ? (['PostgreSQL', 'both'] as const) : [];
const ENGINES: readonly Engine[] = [...onFiles, ...onServers];

describe.each(ENGINES)('on %s a command that is killed', (engine) => {
  let moving: MovingBank;
  beforeAll(async () => {
    moving = await openMovingBank(engine);
  });
  afterAll(() => moving.bank.close());

  test.each(STEPS[engine])('after it has %s is ended by the next one', async (step) => {
    const one = await moving.developer();
    await one.pay('the-first');
    const sums = await moving.sumsOf();
    const events = await one.events();
    const to = moving.elsewhere(one.developerId);
    const killed = await moving.move(one.developerId, to, { KONTOR_FAIL_POINT: step });
    expect(killed.code).toBe('SIGKILL');
    const ended = await moving.move(one.developerId, to);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.said).toContain('is there');
    expect(moving.ledgersOf(one.developerId)).toHaveLength(1);
    expect(moving.elsewhere(one.developerId)).not.toBe(to);
    expect(await one.events()).toEqual(events);
    expect(await moving.sumsOf()).toEqual(sums);
    expect((await one.pay('the-first')).headers.get('idempotency-replayed')).toBe('true');
    expect((await one.pay('the-next')).status).toBe(201);
    await vi.waitFor(() => expect(moving.violations()).toEqual([]), SOON);
  });

  test('leaves reads as they were, and writes that say that they can be repeated', async () => {
    const one = await moving.developer();
    await moving.move(one.developerId, moving.elsewhere(one.developerId), {
      KONTOR_FAIL_POINT: 'marked',
    });
    const paid = await one.pay('the-first');
    expect([paid.status, paid.body.code]).toEqual([503, 'ledger_unavailable']);
    expect(paid.headers.get('retry-after')).toBe('1');
    expect(await one.balance(one.sourceAccountId)).toBe(100_000);
    const other = await moving.developer();
    expect((await other.pay('the-first')).status).toBe(201);
    const [at = 1] = moving.ledgersOf(one.developerId);
    const back = await moving.move(one.developerId, at === 1 ? 'sandbox' : `sandbox-${at}`);
    expect(back.said).toContain('taken back');
    expect((await one.pay('the-first')).status).toBe(201);
  });
});
