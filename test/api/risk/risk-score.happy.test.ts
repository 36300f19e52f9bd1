// The risk of a payment over HTTP: the stored decision about an existing payment, and a decision
// about a hypothetical one.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { riskDecisions } from '../../../db/kernel/tables.ts';
import { unpackFeatures } from '../../../db/risk/view.ts';
import { RULE_SET } from '../../../ledger/decisions/risk.ts';
import { openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  countRows,
  openCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
let from: string;
let to: string;

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  // Two customers, because transfers between accounts of one customer are not judged.
  [from = ''] = (await openAccounts(bank, key, [5_000_000])).accountIds;
  [to = ''] = (await openAccounts(bank, key, [0])).accountIds;
});
afterAll(() => bank.close());

const PATH = '/v1/ai/risk-score';
const ALL_OPTIONS = { includeFeatures: true, includeCounterfactual: true };
const pay = (amount: number) =>
  bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, amount) });
const requestScore = (body: object, headers: Record<string, string> = {}) =>
  bank.call(PATH, { key, body, headers });
const scoreHypothetical = (amount: number, options: object = {}) =>
  requestScore({ transaction: transferOf(from, to, amount), options });
const findRow = (id: string) => {
  const rows = bank.bank.environments.sandbox.ledger.database.orm
    .select()
    .from(riskDecisions)
    .all();
  const row = rows.find((row) => row.id === id);
  if (!row) throw new Error(id);
  return row;
};
const logit = (p: number) => Math.log(p / (1 - p));

test('an existing payment returns its own decision, explained from its row', async () => {
  const payment = (await pay(1_200)).body;
  const { status, body } = await requestScore({ transactionId: payment.id, options: ALL_OPTIONS });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    decisionId: payment.risk.decisionId,
    transactionId: payment.id,
    question: null,
    decision: 'approve',
    score: payment.risk.score,
    model: { name: 'fraud-detection', version: '2.4.0', mode: 'production' },
    degraded: false,
    counterfactual: [],
  });
  // The reasons are not stored with the decision; they are computed exactly.
  expect(findRow(body.id).reasons).toBeNull();
  expect(body.reasons.length).toBeGreaterThan(0);
  expect(body.features).toMatchObject({ amountReference: 12, payeeIsOutside: 0 });
  expect(Object.keys(body.features)).toHaveLength(23);
  const readAnswer = await bank.call(`/v1/ai/risk-decisions/${body.id}`, { key });
  expect(readAnswer.body).toMatchObject({ id: body.id, reasons: body.reasons });
});

test('a hypothetical payment is scored and recorded, but not made', async () => {
  const rowsBefore = countRows(bank, 'sandbox');
  const balance = await bank.call(`/v1/accounts/${from}/balance`, { key });
  const { body } = await scoreHypothetical(2_500);
  const { context: _, ...question } = body.question;
  expect(question).toEqual({ ...transferOf(from, to, 2_500), externalParty: null });
  expect(body).toMatchObject({ transactionId: null, accountId: from, decision: 'approve' });
  const rowsAfter = countRows(bank, 'sandbox');
  const changedTables = Object.keys(rowsAfter).filter(
    (name) => rowsAfter[name] !== rowsBefore[name],
  );
  expect(changedTables.sort()).toEqual(['changes', 'risk_decisions']);
  const repeatedAnswer = await bank.call(`/v1/accounts/${from}/balance`, { key });
  expect(repeatedAnswer.body.available).toEqual(balance.body.available);
});

test('a hypothetical payment gets the same decision as the payment itself, from equal features', async () => {
  const answer = await scoreHypothetical(3_300, { includeFeatures: true });
  const paymentAnswer = await pay(3_300);
  const decision = await requestScore({
    transactionId: paymentAnswer.body.id,
    options: { includeFeatures: true },
  });
  const {
    hoursSinceLastOut: _,
    accountAgeDays: _a,
    payeeAgeDays: _p,
    ...otherFeatures
  } = decision.body.features;
  expect(answer.body.features).toMatchObject({
    amountReference: 33,
    outCount1h: otherFeatures.outCount1h,
  });
  expect(answer.body.features.balanceDrained).toBe(otherFeatures.balanceDrained);
  expect(answer.body.decision).toBe(decision.body.decision);
});

test('a planned sandbox hit is shown in a risk score and remains for the payment', async () => {
  const body = { accountId: from, decision: 'block_and_review', times: 1 };
  await bank.call('/v1/sandbox/simulations/fraud-hit', { key, body });
  const answer = await scoreHypothetical(100);
  expect(answer.body).toMatchObject({ decision: 'block_and_review', level: 'high' });
  expect(answer.body.rules).toEqual([
    {
      ...{ ruleId: 'sandbox_simulated_hit', version: RULE_SET, outcome: 'hit', scoreDelta: 60 },
      figures: [
        { name: 'decision', observed: 'block_and_review', is: 'other_than', threshold: 'approve' },
      ],
    },
  ]);
  expect((await pay(100)).body.status).toBe('pending_review');
});

test("a rule's reason has its figures and the transactions counted", async () => {
  const [accountId = ''] = (await openAccounts(bank, key, [900_000])).accountIds;
  const sides = { type: 'withdrawal', currency: 'EUR', sourceAccountId: accountId };
  const payShop = (name: string, amount: number) => {
    const body = { ...sides, amount, externalParty: { name, method: 'book' } };
    return bank.call('/v1/transactions?wait=10', { key, body });
  };
  // On a first day the thirteenth new payee is suspicious.
  const paidIds: string[] = [];
  for (const letter of 'ABCDEFGHIJKL')
    paidIds.push((await payShop(`Corner Shop ${letter}`, 900)).body.id);
  const heldPayment = await payShop('Corner Shop M', 900);
  expect(heldPayment.body.status).toBe('pending_review');
  const { body } = await requestScore({ transactionId: heldPayment.body.id });
  expect(body.suspicions[0]).toEqual({
    code: 'new_payees_burst',
    message: 'Another new payee within minutes, after small payments to several new payees',
    figures: [
      { name: 'new_payees_15m', observed: 13, is: 'at_least', threshold: 13 },
      { name: 'new_payees_small_15m', observed: 12, is: 'at_least', threshold: 12 },
    ],
    transactionIds: [heldPayment.body.id, ...paidIds.reverse()],
  });
  const otherSuspicions = body.suspicions.slice(1);
  for (const { figures, transactionIds } of otherSuspicions) {
    expect(figures).toHaveLength(1);
    expect(transactionIds).toEqual([heldPayment.body.id]);
  }
}, 60_000);

test('a model version can be pinned, and a repeated idempotency key returns the first score', async () => {
  const question = { transaction: transferOf(from, to, 700), options: { modelVersion: '2.1.0' } };
  const headers = { 'idempotency-key': 'risk-1' };
  const firstAnswer = await requestScore(question, headers);
  expect(firstAnswer.body.model).toMatchObject({ version: '2.1.0', mode: 'pinned' });
  const secondAnswer = await requestScore(question, headers);
  expect(secondAnswer.body.id).toBe(firstAnswer.body.id);
  expect(secondAnswer.headers.get('idempotency-replayed')).toBe('true');
  const otherAnswer = await requestScore({ transaction: transferOf(from, to, 701) }, headers);
  expect([otherAnswer.status, otherAnswer.body.code]).toEqual([422, 'idempotency_key_reused']);
});

test('a counterfactual is right: the model scores the changed payment below its threshold', async () => {
  // A payment to a new payee, and at once the rest of the balance to another: the model flags this
  // at any hour.
  const [richAccountId = ''] = (await openAccounts(bank, key, [9_000_000])).accountIds;
  const [firstPayeeId = '', secondPayeeId = ''] = (await openAccounts(bank, key, [0, 0]))
    .accountIds;
  await bank.call('/v1/transactions?wait=10', {
    key,
    body: transferOf(richAccountId, firstPayeeId, 900_000),
  });
  const transaction = transferOf(richAccountId, secondPayeeId, 8_100_000);
  const { body } = await requestScore({ transaction, options: ALL_OPTIONS });
  expect(body.probability).toBeGreaterThanOrEqual(body.thresholds.review);
  expect(body.counterfactual.length).toBeGreaterThan(0);
  const change = body.counterfactual.find(
    ({ feature }: { feature: string }) => feature === 'amountReference',
  );
  expect(change.from).toBe(81_000);
  const smallerTransaction = { ...transaction, amount: Math.round(change.to * 100) };
  const answer = await requestScore({ transaction: smallerTransaction });
  expect(answer.body.probability).toBeLessThan(body.thresholds.review);
  // A counterfactual keeps the hits of the rules, so its score is at least that of the smaller
  // payment.
  expect(change.scoreAfter).toBeGreaterThanOrEqual(answer.body.score);
  expect(change.scoreAfter).toBeLessThan(body.score);
});

test('a stored decision can be reproduced: the same features, file and probability', async () => {
  const { ledger, serving } = bank.bank.environments.sandbox;
  const rows = ledger.database.orm.select().from(riskDecisions).all();
  expect(rows.length).toBeGreaterThan(4);
  for (const row of rows) {
    const { modelName, modelVersion } = row;
    const model = serving.versionFor(row.tenantId, 'fraud', `${modelName}@${modelVersion}`);
    expect(model?.artifactSha256).toBe(row.artifactSha256);
    const features = Float32Array.from(unpackFeatures(row.features ?? Buffer.alloc(0)));
    const [repeatedScore = Number.NaN] = (await model?.session.score([features])) ?? [];
    // The runtime may add numbers in another order when it scores another number of rows.
    expect(logit(repeatedScore)).toBeCloseTo(logit(row.probability ?? 0), 3);
  }
});

test('the list of risk decisions is newest first and can be filtered', async () => {
  const allDecisions = (await bank.call('/v1/ai/risk-decisions?limit=100', { key })).body.data;
  const ids = allDecisions.map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...ids].sort().reverse());
  const heldDecisions = await bank.call('/v1/ai/risk-decisions?decision=block_and_review', { key });
  const isHeld = ({ decision }: { decision: string }) => decision === 'block_and_review';
  expect(heldDecisions.body.data).toEqual(allDecisions.filter(isHeld));
  expect(heldDecisions.body.data.length).toBeGreaterThanOrEqual(2);
  // The other decisions are about hypothetical payments.
  const bookedDecision = heldDecisions.body.data.find(
    ({ transactionId }: { transactionId: string }) => transactionId,
  );
  const path = `/v1/ai/risk-decisions?transactionId=${bookedDecision.transactionId}`;
  expect((await bank.call(path, { key })).body.data).toEqual([bookedDecision]);
  const page = await bank.call('/v1/ai/risk-decisions?limit=1', { key });
  const next = `/v1/ai/risk-decisions?limit=1&startingAfter=${page.body.nextCursor}`;
  expect((await bank.call(next, { key })).body.data[0].id).toBe(ids[1]);
});
