// A payment is checked again before its submission to the network: when the lists or the model then
// raise a finding, a reviewer decides, and nothing is submitted meanwhile.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkInvariants } from '../../../db/invariants.ts';
import type { Ledger } from '../../../db/ledger.ts';
import {
  beginRail,
  carryOutReview,
  releaseHeldMoney,
  scoreRailPayment,
  screenRailPayment,
  settleTransactions,
} from '../../../db/money/calls.ts';
import { listUnsent, readRailPayment } from '../../../db/rails/reads.ts';
import { reviewPayment } from '../../../db/risk/acts.ts';
import { decideHit } from '../../../db/screening/acts.ts';
import { findTransaction } from '../../../db/transactions/reads.ts';
import {
  createAdjustableScorer,
  HOLD_PROBABILITY,
  LISTED_ANSWER,
  NO_HIT,
  type ScorerAnswers,
} from '../../kit/bank/adjustable-scorer.ts';
import { acceptIn, cause, openCustomer, openPairIn, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';

const AMOUNT = 400_000;
/**
 * An earlier payment, so that the account has spent the amount from which a model's score counts in
 * its first week.
 */
const FORMER_PAYMENT = 200_000;
let scorerAnswers: ScorerAnswers;
let ledger: Ledger;
let accountId: string;

beforeEach(async () => {
  scorerAnswers = { screeningAnswer: NO_HIT, probability: 0 };
  ledger = await openTestLedger({
    ...{ environment: 'sandbox', file: ':memory:', connectedRails: ['sepa'] },
    risk: createAdjustableScorer(scorerAnswers),
  });
  ({ from: accountId } = await openPairIn(
    ledger,
    await openCustomer(ledger),
    FORMER_PAYMENT + AMOUNT,
  ));
  await pay(FORMER_PAYMENT, {});
});
afterEach(() => {
  const { checks } = checkInvariants(ledger.database.raw, Date.now());
  ledger.close();
  expect(checks.filter(({ violations }) => violations > 0)).toEqual([]);
});

/** Makes a payment that waits for its network, by SEPA unless another rail is given. */
async function pay(amount = AMOUNT, party: object = { method: 'sepa' }): Promise<string> {
  const { id } = await acceptIn(ledger, {
    ...{ type: 'withdrawal', amount, sourceAccountId: accountId },
    destinationAccountId: null,
    externalParty: { name: 'Grace Hopper', ...party },
  });
  const workflow = { id: `transfer/${id}`, runId: 'test' };
  await ledger.run(settleTransactions, { ids: [id], workflow });
  return id;
}

const screen = (transactionId: string) => ledger.run(screenRailPayment, { transactionId });
const score = (transactionId: string) => ledger.run(scoreRailPayment, { transactionId });
const railOf = async (id: string) => (await readRailPayment(ledger, id))?.payment.status;

const reviewOf = (id: string) =>
  ledger.database.raw
    .prepare<[string], string>('SELECT id FROM risk_reviews WHERE transaction_id = ?')
    .pluck()
    .get(id) ?? '';

async function decide(id: string, decision: 'approved' | 'rejected') {
  const reviewId = reviewOf(id);
  const order = { reviewId, decision, reason: 'Asked.', decidedBy: 'opr_test', cause };
  await ledger.run(reviewPayment, order);
  return ledger.run(carryOutReview, { transactionId: id });
}

async function clearHits() {
  const ids = ledger.database.raw
    .prepare<[], string>("SELECT id FROM screening_hits WHERE status = 'pending'")
    .pluck()
    .all();
  for (const hitId of ids) {
    await ledger.run(decideHit, { hitId, decision: 'no_hit', reason: 'Another one.', cause });
  }
  return ids.length;
}

describe('a payment that waits for its network', () => {
  test('is submitted when lists and model give the same result as before', async () => {
    const id = await pay();
    expect(await screen(id)).toMatchObject({
      found: { outcome: 'no_hit', matches: 0 },
      state: { status: 'queued', transactionStatus: 'pending' },
    });
    expect(await score(id)).toMatchObject({ found: { score: 0, level: 'low' } });
    expect(await ledger.run(beginRail, { transactionId: id })).toMatchObject({
      status: 'submitting',
    });
    scorerAnswers.screeningAnswer = LISTED_ANSWER;
    expect((await screen(id)).found, 'it was submitted').toBeNull();
  });

  test('is held for a reviewer when its party has since come onto a list', async () => {
    const id = await pay();
    scorerAnswers.screeningAnswer = LISTED_ANSWER;
    const { found, state } = await screen(id);
    expect(found).toEqual({ outcome: 'hit', matches: 1 });
    expect(state).toMatchObject({ transactionStatus: 'pending_review', nextInMs: null });
    expect(await findTransaction(ledger, TENANT, id)).toMatchObject({
      status: 'pending_review',
      statusReason: { code: 'sanctions_hit' },
      hold: { status: 'active' },
    });
    expect((await ledger.run(beginRail, { transactionId: id })).status, 'it is not submitted').toBe(
      'queued',
    );
    expect(await listUnsent(ledger, { before: Date.now() + 1e6, limit: 9 })).toEqual([]);
    await expect(decide(id, 'approved')).rejects.toThrow(/sanctions hit/);
    expect(await clearHits()).toBe(1);
    expect(await decide(id, 'approved')).toMatchObject({ status: 'pending' });
    expect(await findTransaction(ledger, TENANT, id)).toMatchObject({ statusReason: null });
    expect((await screen(id)).found, 'the entry is cleared').toEqual({
      outcome: 'no_hit',
      matches: 0,
    });
    expect((await ledger.run(beginRail, { transactionId: id })).status).toBe('submitting');
  });

  test('is declined, and its money released, when the reviewer rejects it', async () => {
    const id = await pay();
    scorerAnswers.screeningAnswer = LISTED_ANSWER;
    await screen(id);
    expect(await decide(id, 'rejected')).toMatchObject({ status: 'declined' });
    expect(await railOf(id)).toBe('canceled');
    expect(await findTransaction(ledger, TENANT, id)).toMatchObject({
      hold: { status: 'released' },
    });
  });

  test('is declined when a reviewer approved it before and its party then matches a new entry', async () => {
    const id = await pay();
    scorerAnswers.probability = HOLD_PROBABILITY;
    await score(id);
    await decide(id, 'approved');
    scorerAnswers.screeningAnswer = LISTED_ANSWER;
    const { state } = await screen(id);
    expect(state).toMatchObject({ status: 'canceled', transactionStatus: 'declined' });
    expect(await findTransaction(ledger, TENANT, id)).toMatchObject({
      statusReason: { code: 'risk_declined' },
    });
  });

  test('is held when no list is available and the bank requires screening', async () => {
    const id = await pay();
    scorerAnswers.screeningAnswer = { outcome: 'not_compared', matches: [] };
    expect((await screen(id)).state.transactionStatus).toBe('pending_review');
    await decide(id, 'approved');
    expect((await screen(id)).state.transactionStatus, 'a reviewer has approved it').toBe(
      'pending',
    );
  });

  test('is held once when the model now gives a high score', async () => {
    const id = await pay();
    scorerAnswers.probability = HOLD_PROBABILITY;
    expect(await score(id)).toMatchObject({
      found: { decision: 'block_and_review', level: 'high' },
      state: { transactionStatus: 'pending_review' },
    });
    expect((await score(id)).found, 'it waits for a reviewer').toBeNull();
    await decide(id, 'approved');
    const again = await score(id);
    expect(again.found).toMatchObject({ decision: 'block_and_review' });
    expect(again.state.transactionStatus, 'a payment is held only once for the same finding').toBe(
      'pending',
    );
  });

  test('can be canceled by its client while a reviewer looks at it', async () => {
    const id = await pay();
    scorerAnswers.screeningAnswer = LISTED_ANSWER;
    await screen(id);
    const order = { tenantId: TENANT, transactionId: id, to: 'canceled', reason: null } as const;
    await ledger.run(releaseHeldMoney, { ...order, cause });
    expect(await railOf(id)).toBe('canceled');
  });
});
