// Steps of a payment on a network that fail, repeat or lose their reply: the payment ends in one
// state, booked once or not at all. Also with a worker that keeps no workflow in memory.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { settleTransactions, simulateRailReport } from '../../db/money/calls.ts';
import { readRailPayment } from '../../db/rails/reads.ts';
import { railWorkflowId } from '../../ledger/workflow-id.ts';
import { ensureWorkflow, signalWorkflow } from '../../workflows/record-workflows.ts';
import { TENANT } from '../kit/bank/books.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import { playRail, RAIL_AMOUNT, RAIL_PATHS, RAIL_STEPS } from '../kit/workflows/rail-scenarios.ts';
import { openRig, type Rig } from '../kit/workflows/rig.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

/** How each path ends: the transaction, the amount left in the account, and the bookings. */
const RAIL_ENDS = {
  settled: { rail: 'settled', status: 'posted', remaining: 0, booked: 1 },
  returned: { rail: 'returned', status: 'declined', remaining: RAIL_AMOUNT, booked: 0 },
  'returned-late': { rail: 'returned', status: 'reversed', remaining: RAIL_AMOUNT, booked: 2 },
  rejected: { rail: 'rejected', status: 'declined', remaining: RAIL_AMOUNT, booked: 0 },
} as const;

/**
 * The steps at which each path gets a fault: all steps of the path `settled`, and of each other
 * path only the step in which it differs.
 */
const STRUCK_STEPS = {
  settled: RAIL_STEPS,
  returned: ['settleRailPayment'],
  'returned-late': ['settleRailPayment'],
  rejected: ['submitRailPayment'],
} as const;

describe.each(WORKFLOWS_IN_MEMORY)('with %s workflows in memory', (maxCachedWorkflows) => {
  let rig: Rig;
  /** The remaining deaths of the worker at a fail point. */
  const remainingDeaths = new Map<string, number>();
  const failPoint = (name: string) => {
    const remaining = remainingDeaths.get(name) ?? 0;
    if (remaining === 0) return;
    remainingDeaths.set(name, remaining - 1);
    throw Object.assign(new Error(`died at ${name}`), { code: 'SQLITE_FULL' });
  };
  beforeAll(async () => {
    const temporalAddress = inject('temporalAddress');
    rig = await openRig({ temporalAddress, maxCachedWorkflows, failPoint });
  }, 60_000);
  afterAll(async () => {
    const { checks } = checkInvariants(rig.faultFreeLedger.database.raw, Date.now());
    await rig.close();
    expect(checks.filter((check) => check.violations > 0)).toEqual([]);
  });

  const countBooked = (id: string) =>
    rig.faultFreeLedger.database.raw
      .prepare<[string, string], number>(
        `SELECT count(*) FROM transactions WHERE (id = ? OR reversal_of = ?)
         AND ledger_sequence IS NOT NULL`,
      )
      .pluck()
      .get(id, id);

  const faults = (
    maxCachedWorkflows === 0 ? FAULTS.filter(({ kind }) => kind === 'lose') : FAULTS
  ).map(retryAtOnce);
  const withoutFault = RAIL_PATHS.map((path) => ({ path, strike: null, name: 'no step fails' }));
  const withFault = RAIL_PATHS.flatMap((path) =>
    STRUCK_STEPS[path].flatMap((step) =>
      faults.map((fault) => ({ path, strike: { step, fault }, name: `${step} ${fault.name}` })),
    ),
  );
  it.concurrent.each([...withoutFault, ...withFault])(
    '$path: the payment ends once when $name',
    async ({ path, strike }) => {
      const { id, pair, result, trap, settled } = await playRail(rig, path, strike);
      if (trap) expect(trap.struck).toBe(strike?.fault.times);
      const { rail, status, remaining, booked } = RAIL_ENDS[path];
      expect([result, settled.transaction.status]).toEqual([rail, status]);
      expect(rig.readBalance(pair.from)).toMatchObject({ posted: remaining, held: 0 });
      expect(countBooked(id)).toBe(booked);
    },
    60_000,
  );

  // One after the other, because every payment passes the same fail points.
  it.each([
    'after-rail-screen',
    'after-rail-score',
    'before-rail-submit',
    'after-rail-submit',
    'before-rail-news',
    'after-rail-news',
    'before-rail-tell',
  ])(
    'a payment killed at %s resumes from its row',
    async (name) => {
      remainingDeaths.set(name, 2);
      const { id, pair, result, settled } = await playRail(rig, 'settled');
      expect(remainingDeaths.get(name)).toBe(0);
      expect([result, settled.transaction.status]).toEqual(['settled', 'posted']);
      expect(rig.readBalance(pair.from)).toMatchObject({ posted: 0, held: 0 });
      expect(countBooked(id)).toBe(1);
    },
    60_000,
  );

  it('a payment continues after a cancel request, and a new run resumes a terminated one', async () => {
    const pair = await rig.openPair(RAIL_AMOUNT);
    const { id } = await rig.accept({
      type: 'withdrawal',
      amount: RAIL_AMOUNT,
      sourceAccountId: pair.from,
      destinationAccountId: null,
      externalParty: { name: 'Grace Hopper', method: 'sepa' },
    });
    await rig.faultFreeLedger.run(settleTransactions, {
      ids: [id],
      workflow: { id: `transfer/${id}`, runId: 'test' },
    });
    await ensureWorkflow(rig.starter, 'railPayment', id);
    const handle = rig.client.workflow.getHandle(railWorkflowId(id));
    const readStatus = async () => (await readRailPayment(rig.faultFreeLedger, id))?.payment.status;
    await handle.cancel();
    await expect.poll(readStatus, { timeout: 20_000 }).toBe('submitted');
    await handle.terminate();
    const order = { tenantId: TENANT, transactionId: id, news: 'settle', code: null } as const;
    await rig.faultFreeLedger.run(simulateRailReport, order);
    await signalWorkflow(rig.starter, 'railPayment', id);
    expect(await rig.client.workflow.getHandle(railWorkflowId(id)).result()).toBe('settled');
    expect(rig.readBalance(pair.from)).toMatchObject({ posted: 0, held: 0 });
    expect(countBooked(id)).toBe(1);
  }, 60_000);
});
