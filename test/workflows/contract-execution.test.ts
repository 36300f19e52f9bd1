// Executions on a real chain and a real Temporal server: whichever step fails, is repeated or loses
// its reply, and whatever the chain or the client does meanwhile, the hold is booked once or not at
// all.

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { checkInvariants } from '../../db/invariants.ts';
import { releaseHeldMoney } from '../../db/money/calls.ts';
import { CANCEL, CAPTURE } from '../../workflows/messages.ts';
import { ensureWorkflow } from '../../workflows/record-workflows.ts';
import { hasAnvil } from '../kit/chain/anvil.ts';
import { type ChainRig, openChainRig, pollUntil } from '../kit/chain/chain-rig.ts';
import { WORKFLOWS_IN_MEMORY } from '../kit/suite/tier.ts';
import {
  acceptExecution,
  createPlan,
  deployContracts,
  type HeldTransfer,
  placeHold,
  readExecutionRow,
  runExecution,
} from '../kit/workflows/execution-rig.ts';
import { FAULTS, retryAtOnce } from '../kit/workflows/unwind.ts';

const STEPS = ['simulateExecution', 'sendExecution', 'followExecution'];
const BOOKED_BALANCES = { from: { posted: 900, held: 0 }, to: { posted: 100, held: 0 } };
const HELD_BALANCES = { from: { posted: 1_000, held: 100 }, to: { posted: 0, held: 0 } };

function readBalances(rig: ChainRig, { from, to }: HeldTransfer) {
  const [source, destination] = [rig.readBalance(from), rig.readBalance(to)];
  return {
    from: { posted: source.posted, held: source.held },
    to: { posted: destination.posted, held: destination.held },
  };
}

const acceptPayment = (rig: ChainRig, planId: string, index: number, transactionId: string) =>
  acceptExecution(rig, {
    path: 'disbursement/pay',
    arguments: [planId, index, 100, 'EUR'],
    payment: { transactionId, amount: 100n },
  });

function expectSoundBooks(rig: ChainRig): void {
  const { raw } = rig.faultFreeLedger.database;
  const brokenChecks = checkInvariants(raw, Date.now()).checks.filter(
    (check) => check.violations > 0,
  );
  expect(brokenChecks).toEqual([]);
}

describe.runIf(hasAnvil).each(WORKFLOWS_IN_MEMORY)(
  'with %i workflows in memory',
  (maxCachedWorkflows) => {
    let rig: ChainRig;
    let planId: string;
    let remainingDeaths: Record<string, number>;
    beforeAll(async () => {
      remainingDeaths = {};
      const failPoint = (name: string) => {
        const remaining = remainingDeaths[name] ?? 0;
        if (remaining <= 0) return;
        remainingDeaths[name] = remaining - 1;
        throw new Error(`dies at ${name}`);
      };
      rig = await openChainRig({
        temporalAddress: inject('temporalAddress'),
        maxCachedWorkflows,
        failPoint,
      });
      await deployContracts(rig);
      planId = await createPlan(rig, 60);
    }, 120_000);
    afterAll(() => rig.close());

    const faults = FAULTS.filter((fault) => maxCachedWorkflows > 0 || fault.times > 1).map(
      retryAtOnce,
    );
    const cases = STEPS.flatMap((step) => faults.map((fault) => ({ step, fault })));

    it('an execution has one effect, whatever fault occurs at a step', async () => {
      const outcomes = await Promise.all(
        cases.map(async ({ step, fault }, index) => {
          const heldPayment = await placeHold(rig, 100);
          const id = await acceptPayment(rig, planId, index, heldPayment.id);
          rig.faults.set(id, step, fault);
          return {
            heldPayment,
            id,
            label: `${step} ${fault.name}`,
            finalStatus: await runExecution(rig, id),
          };
        }),
      );
      for (const { heldPayment, id, label, finalStatus } of outcomes) {
        expect(finalStatus, label).toBe('final');
        const { status, settlement, ledgerSequence } = await readExecutionRow(rig, id);
        expect([status, settlement], label).toEqual(['final', 'done']);
        const { transaction } = await rig.find(heldPayment.id);
        expect([transaction.status, transaction.ledgerSequence], label).toEqual([
          'posted',
          ledgerSequence,
        ]);
        expect(readBalances(rig, heldPayment), label).toEqual(BOOKED_BALANCES);
        // The workflow of the transaction gets a signal, and completes.
        const ownHandle = rig.client.workflow.getHandle(`transfer/${heldPayment.id}`);
        expect(await ownHandle.result(), label).toMatchObject({ status: 'posted' });
      }
      expectSoundBooks(rig);
    }, 180_000);

    it.each([
      ['after-execution-send', 57],
      ['before-execution-settle', 58],
      ['after-execution-settle', 59],
    ])('an execution killed at %s resumes from its row', async (name, index) => {
      const heldPayment = await placeHold(rig, 100);
      const id = await acceptPayment(rig, planId, index, heldPayment.id);
      remainingDeaths[name] = 3;
      expect(await runExecution(rig, id)).toBe('final');
      // The attempt after the settlement finds the execution ended, so no further death follows.
      expect(remainingDeaths[name]).toBe(name === 'after-execution-settle' ? 2 : 0);
      expect(readBalances(rig, heldPayment)).toEqual(BOOKED_BALANCES);
      expectSoundBooks(rig);
    });
  },
);

describe.runIf(hasAnvil)('while an execution runs', () => {
  let rig: ChainRig;
  let planId: string;
  beforeAll(async () => {
    rig = await openChainRig({
      temporalAddress: inject('temporalAddress'),
      settings: { finality: 'confirmations:4' },
    });
    const mining = setInterval(() => void rig.node.rpc('evm_mine').catch(() => {}), 200);
    await deployContracts(rig);
    planId = await createPlan(rig, 10);
    clearInterval(mining);
  }, 120_000);
  afterAll(() => rig.close());

  const mineBlocks = () => rig.node.rpc('anvil_mine', ['0x5']);
  const waitForInclusion = (id: string) =>
    pollUntil(
      'it is included',
      async () => (await readExecutionRow(rig, id)).status === 'included',
    );
  const finishExecution = async (id: string) => {
    const mining = setInterval(
      () =>
        void mineBlocks()
          .then(rig.signalSigner)
          .catch(() => {}),
      500,
    );
    return runExecution(rig, id).finally(() => clearInterval(mining));
  };

  it('its client can neither capture nor cancel the hold', async () => {
    const heldPayment = await placeHold(rig, 100);
    const id = await acceptPayment(rig, planId, 0, heldPayment.id);
    await ensureWorkflow(rig.starter, 'execution', id);
    await waitForInclusion(id);
    for (const name of [CANCEL, CAPTURE] as const) {
      const outcome = await rig.message(name, heldPayment.id);
      expect(outcome).toMatchObject({ conflict: true, boundTo: id, status: 'pending' });
    }
    expect(readBalances(rig, heldPayment)).toEqual(HELD_BALANCES);
    expect(await finishExecution(id)).toBe('final');
    expect(readBalances(rig, heldPayment)).toEqual(BOOKED_BALANCES);
  });

  it('a block that is undone returns the execution to submitted, and it is booked once', async () => {
    const heldPayment = await placeHold(rig, 100);
    const id = await acceptPayment(rig, planId, 1, heldPayment.id);
    await ensureWorkflow(rig.starter, 'execution', id);
    await waitForInclusion(id);
    await rig.node.rpc('anvil_reorg', [1, []]);
    await rig.signalSigner();
    await waitForInclusion(id);
    expect(readBalances(rig, heldPayment)).toEqual(HELD_BALANCES);
    expect(await finishExecution(id)).toBe('final');
    expect(readBalances(rig, heldPayment)).toEqual(BOOKED_BALANCES);
    const { receipt } = await readExecutionRow(rig, id);
    expect(JSON.parse(receipt ?? '{}').logs).toHaveLength(1);
    expectSoundBooks(rig);
  });

  it('a payment that the contract now refuses ends as reverted, and the hold can be used again', async () => {
    const [firstHold, secondHold] = [await placeHold(rig, 100), await placeHold(rig, 100)];
    const [firstId, secondId] = [
      await acceptPayment(rig, planId, 2, firstHold.id),
      await acceptPayment(rig, planId, 2, secondHold.id),
    ];
    await ensureWorkflow(rig.starter, 'execution', firstId);
    await waitForInclusion(firstId);
    expect(await runExecution(rig, secondId)).toBe('reverted');
    const { revert, settlement } = await readExecutionRow(rig, secondId);
    expect(JSON.parse(revert ?? '{}')).toEqual({ name: 'WrongState', args: { state: 'paid' } });
    expect(settlement).toBe('none');
    expect(readBalances(rig, secondHold)).toEqual(HELD_BALANCES);
    expect(await rig.message(CANCEL, secondHold.id)).toMatchObject({ status: 'canceled' });
    expect(await finishExecution(firstId)).toBe('final');
    expectSoundBooks(rig);
  });

  it('a hold that ended meanwhile is not booked: the execution is final and its settlement refused', async () => {
    const heldPayment = await placeHold(rig, 100);
    const id = await acceptPayment(rig, planId, 3, heldPayment.id);
    await ensureWorkflow(rig.starter, 'execution', id);
    await waitForInclusion(id);
    const order = {
      tenantId: null,
      transactionId: heldPayment.id,
      to: 'failed',
      reason: null,
    } as const;
    const cause = { actor: 'workflow', requestId: 'req_x', idempotencyKey: null };
    await rig.faultFreeLedger.run(releaseHeldMoney, { ...order, cause });
    expect(await finishExecution(id)).toBe('final');
    expect(await readExecutionRow(rig, id)).toMatchObject({
      settlement: 'refused',
      settlementCode: 'transaction_failed',
      ledgerSequence: null,
    });
    const { raw } = rig.faultFreeLedger.database;
    const types = raw.prepare('SELECT type FROM events WHERE object_id = ?').pluck().all(id);
    expect(types).toContain('contract.execution.unsettled');
    expectSoundBooks(rig);
  });
});
