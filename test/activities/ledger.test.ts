// The activities that move money, in isolation: their results, the errors that are retried, and the
// errors that are final.

import type { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LedgerActivities, ledgerActivities } from '../../activities/ledger.ts';
import type { RunsActs } from '../../db/kernel/act.ts';
import type { Ledger } from '../../db/ledger.ts';
import { DAY_MS } from '../../ledger/durations.ts';
import { acceptIn, cause, openCustomer, openPairIn, type Pair, TENANT } from '../kit/bank/books.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { createFault, createOutage } from '../kit/workflows/unwind.ts';

let now: number;
let ledger: Ledger;
let pair: Pair;
beforeEach(async () => {
  now = Date.now();
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: () => now });
  pair = await openPairIn(ledger, await openCustomer(ledger), 1_000);
});
afterEach(() => ledger.close());

const silentLogger = new DefaultLogger('ERROR', () => {});

/** Runs a step; `attempt` is the number of the attempt. */
function runStep<S extends keyof LedgerActivities>(
  acts: RunsActs,
  step: S,
  input: Parameters<LedgerActivities[S]>[0],
  attempt = 1,
): ReturnType<LedgerActivities[S]> {
  const activity = ledgerActivities(acts)[step] as (stepInput: typeof input) => never;
  const environment = new MockActivityEnvironment({ attempt }, { logger: silentLogger });
  return environment.run(activity, input) as ReturnType<LedgerActivities[S]>;
}

/** A ledger on which every act throws. */
const breakLedger = (error: Error): RunsActs => ({ run: () => Promise.reject(error) });

async function acceptHold(endsAfterMs: number): Promise<string> {
  const { id } = await acceptIn(ledger, {
    amount: 400,
    sourceAccountId: pair.from,
    destinationAccountId: pair.to,
    capture: 'manual',
    holdExpiresAt: now + endsAfterMs,
  });
  return id;
}

const order = { tenantId: TENANT, amount: null, reason: null, cause };

const STEPS = [
  { step: 'settle', input: { transactionIds: ['txn_a'] } },
  { step: 'capture', input: { ...order, transactionId: 'txn_a' } },
  { step: 'cancel', input: { ...order, transactionId: 'txn_a' } },
  { step: 'expire', input: { transactionId: 'txn_a' } },
  { step: 'fail', input: { transactionId: 'txn_a' } },
] as const;

describe('a ledger step during an outage', () => {
  it.each(STEPS)('$step throws the error unchanged at every attempt, for a retry', async (item) => {
    const error = createOutage();
    for (const attempt of [1, 8, 1_000]) {
      await expect(runStep(breakLedger(error), item.step, item.input, attempt)).rejects.toBe(error);
    }
  });
});

describe('a ledger step that hits a fault', () => {
  const limitedSteps = STEPS.filter(({ step }) => step !== 'expire' && step !== 'fail');
  it.each(limitedSteps)('$step is retried seven times and then fails for good', async (item) => {
    const error = createFault();
    await expect(runStep(breakLedger(error), item.step, item.input, 7)).rejects.toBe(error);
    const input = runStep(breakLedger(error), item.step, item.input, 8);
    const failure = await input.catch((thrown: ApplicationFailure) => thrown);
    expect(failure).toMatchObject({ type: 'Fault', nonRetryable: true, message: 'TypeError' });
  });

  const unlimitedSteps = STEPS.filter(({ step }) => step === 'expire' || step === 'fail');
  it.each(unlimitedSteps)(
    '$step is retried without limit, because other steps depend on it',
    async (item) => {
      const error = createFault();
      await expect(runStep(breakLedger(error), item.step, item.input, 1_000)).rejects.toBe(error);
    },
  );
});

describe('the result of a ledger step', () => {
  it('for a declined transaction is its status, not an error', async () => {
    const { id } = await acceptIn(ledger, {
      amount: 1_001,
      sourceAccountId: pair.from,
      destinationAccountId: pair.to,
    });
    const settled = await runStep(ledger, 'settle', { transactionIds: [id] });
    expect(settled).toMatchObject([{ id, state: 'final', status: 'declined' }]);
  });

  it('for a waiting transaction has its expiry and its search attributes', async () => {
    const id = await acceptHold(DAY_MS);
    const [settled] = await runStep(ledger, 'settle', { transactionIds: [id] });
    expect(settled).toMatchObject({
      state: 'waiting',
      status: 'pending',
      expiresInMs: DAY_MS,
      facts: {
        tenantId: TENANT,
        accountIds: [pair.from, pair.to],
        currency: 'EUR',
        amountMinor: 400,
      },
    });
  });

  it('for an early expiry is the remaining time of the hold', async () => {
    const id = await acceptHold(DAY_MS);
    await runStep(ledger, 'settle', { transactionIds: [id] });
    now += DAY_MS / 2;
    const earlyExpiry = await runStep(ledger, 'expire', { transactionId: id });
    expect(earlyExpiry).toMatchObject({ status: 'pending', expiresInMs: DAY_MS / 2 });
    now += DAY_MS / 2;
    const dueExpiry = await runStep(ledger, 'expire', { transactionId: id });
    expect(dueExpiry).toEqual({ status: 'expired', expiresInMs: null });
  });

  it('for an unknown transaction is an error that is not retried', async () => {
    for (const step of ['expire', 'fail'] as const) {
      const failure = await runStep(ledger, step, { transactionId: 'txn_gone' }).catch(
        (thrown: ApplicationFailure) => thrown,
      );
      expect(failure).toMatchObject({ type: 'TransactionGone', nonRetryable: true });
    }
  });

  it('for a capture or cancellation by another tenant is an error that the transaction is not found', async () => {
    const id = await acceptHold(DAY_MS);
    await runStep(ledger, 'settle', { transactionIds: [id] });
    const foreignOrder = { ...order, tenantId: 'dev_other', transactionId: id };
    expect(await runStep(ledger, 'capture', foreignOrder)).toBeNull();
    expect(await runStep(ledger, 'cancel', foreignOrder)).toBeNull();
  });
});

describe('a transaction that is ended as failed', () => {
  it('keeps no hold, frees its reference and stays bound to its idempotency key', async () => {
    const draft = {
      amount: 400,
      sourceAccountId: pair.from,
      destinationAccountId: pair.to,
      reference: 'order-7',
      cause: { ...cause, idempotencyKey: 'key-7' },
    };
    const { id } = await acceptIn(ledger, draft);
    const ended = await runStep(ledger, 'fail', { transactionId: id });
    expect(ended).toEqual({ status: 'failed', expiresInMs: null });
    expect((await acceptIn(ledger, draft)).id).toBe(id);
    const repeatedFacts = await acceptIn(ledger, { ...draft, cause });
    const settled = await runStep(ledger, 'settle', { transactionIds: [repeatedFacts.id] });
    expect(settled).toMatchObject([{ status: 'posted' }]);
  });

  it('stays unchanged when its money had already moved', async () => {
    const { id } = await acceptIn(ledger, {
      amount: 400,
      sourceAccountId: pair.from,
      destinationAccountId: pair.to,
    });
    await runStep(ledger, 'settle', { transactionIds: [id] });
    const ended = await runStep(ledger, 'fail', { transactionId: id });
    expect(ended).toEqual({ status: 'posted', expiresInMs: null });
  });
});
