// A refused customer can read the reasons, the reviewer and the changes that would alter the
// decision, and can contest it before another person.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RULE_SET } from '../../../ledger/decisions/risk.ts';
import { OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import { type CheckedBank, openCheckedBank, transferOf } from '../../kit/bank/checked-bank.ts';
import { exchangeConfig } from '../../kit/money/rates.ts';
import { applicationOf, BORDERLINE, HOPELESS_LOAN } from '../../kit/people/credit.ts';
import { APPROVABLE_KYC } from '../../kit/people/kyc.ts';
import { createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let customerId: string;
let from: string;
let to: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  bank = await openCheckedBank({ exchange: exchangeConfig() });
  ({ key } = await register(bank));
  const opened = await openAccounts(bank, key, [50_000, 0]);
  ({ customerId } = opened);
  [from = '', to = ''] = opened.accountIds;
}, 60_000);
afterAll(() => bank.close());

const read = async (path: string, callerKey = key) =>
  (await bank.call(path, { key: callerKey })).body;
const readDecision = (id: string) => read(`/v1/decisions/${id}`);
const list = async (query = '') => read(`/v1/decisions?limit=50${query}`);
const pay = (amount: number) =>
  bank.call('/v1/transactions?wait=10', { key, body: transferOf(from, to, amount) });
const contest = (id: string, reason = 'It was me.', headers = {}) =>
  bank.call(`/v1/decisions/${id}/contest`, { key, body: { reason }, headers });
const answerContest = (contestId: string, callerKey: string, body: object = {}) =>
  bank.call(`/v1/ops/decision-contests/${contestId}/answer`, {
    key: callerKey,
    body: { environment: 'sandbox', answer: 'upheld', reason: 'The rule is right.', ...body },
  });

describe('the record of a decision', () => {
  it('about a denied loan names the rule with its figures and the change that would help', async () => {
    const { body } = await bank.call('/v1/ai/credit-assessment', {
      key,
      body: applicationOf(customerId, HOPELESS_LOAN),
    });
    ids.credit = body.id;
    const record = await readDecision(body.id);
    expect(record).toMatchObject({
      object: 'decision',
      kind: 'credit',
      outcome: 'declined',
      customerId,
      subject: { object: 'credit_assessment', id: body.id },
      question: 'A personal loan of USD 10,000.00 over 36 months.',
      summary: 'The loan was declined.',
      decidedBy: {
        rules: { version: body.policy.version },
        model: { name: body.model.name, version: body.model.version },
      },
      review: { status: 'open', people: [] },
      contest: null,
      proof: { leaf: { erased: false } },
      noProof: null,
      booking: null,
    });
    const codes = record.reasons.map(({ code }: { code: string }) => code);
    for (const { code } of body.adverseActionReasons) expect(codes).toContain(code);
    const scoreReason = record.reasons.at(-1);
    expect(scoreReason).toMatchObject({
      code: 'default_probability',
      figures: [{ observed: body.probabilityOfDefault, is: 'at_most', threshold: 0.25 }],
    });
    expect(record.counterfactual.status).toBe(body.counterfactual.length > 0 ? 'found' : 'none');
    expect(record.review.how).toContain(`POST /v1/decisions/${body.id}/contest`);
  });

  it('about a referred loan states who decides, and later the decision', async () => {
    const { body } = await bank.call('/v1/ai/credit-assessment', {
      key,
      body: applicationOf(customerId, BORDERLINE),
    });
    expect(body.decision).toBe('manual_review');
    const decisionBefore = await readDecision(body.id);
    expect(decisionBefore).toMatchObject({ outcome: 'referred', review: { status: 'waiting' } });
    expect((await contest(body.id)).status).toBe(409);
    const reviewer = await createOperator(bank, ['risk']);
    await bank.call(`/v1/ops/credit-reviews/${body.id}/decision`, {
      key: reviewer.key,
      body: {
        environment: 'sandbox',
        decision: 'denied',
        reasonCodes: ['housing'],
        reason: 'Seen and declined.',
      },
    });
    const decisionAfter = await readDecision(body.id);
    expect(decisionAfter.outcome).toBe('referred');
    expect(decisionAfter.factsSha256).toBe(decisionBefore.factsSha256);
    expect(decisionAfter.review).toMatchObject({
      status: 'open',
      people: [{ decision: 'denied', decidedBy: reviewer.id, reason: 'Seen and declined.' }],
    });
    const { body: openedContest } = await contest(body.id, 'I own the house.');
    const refusedAnswer = await answerContest(openedContest.id, reviewer.key);
    expect(refusedAnswer.status).toBe(409);
    expect(refusedAnswer.body.detail).toMatch(/another person/);
    const riskOperator = await createOperator(bank, ['risk']);
    const fields = { answer: 'changed', reason: 'The land register shows the house: apply again.' };
    const contestAnswer = await answerContest(openedContest.id, riskOperator.key, fields);
    expect(contestAnswer.body).toMatchObject({ status: 'answered', answer: 'changed' });
    expect((await answerContest(openedContest.id, riskOperator.key, fields)).body).toEqual(
      contestAnswer.body,
    );
    const contestedDecision = await readDecision(body.id);
    expect(contestedDecision).toMatchObject({
      factsSha256: decisionBefore.factsSha256,
      review: { status: 'answered' },
      contest: { answeredBy: riskOperator.id, explanation: fields.reason },
    });
  });

  it('about a payment above the balance states the missing amount', async () => {
    const { body } = await pay(9_999_900);
    expect(body.code).toBe('insufficient_funds');
    ids.funds = body.transactionId;
    expect(await readDecision(body.transactionId)).toMatchObject({
      kind: 'payment',
      outcome: 'declined',
      question: `A transfer of EUR 99,999.00 to ${to}.`,
      decidedBy: { by: 'rules', deciding: ['insufficient_funds'], model: null },
      reasons: [{ code: 'insufficient_funds', from: 'rule', isDisclosable: true }],
      counterfactual: { status: 'found', changes: [{ field: 'insufficient_funds' }] },
      review: { status: 'open' },
    });
  });

  it('about a held payment waits for its review, and keeps the same facts after it', async () => {
    await bank.call('/v1/sandbox/simulations/fraud-hit', {
      key,
      body: { accountId: from, decision: 'block_and_review' },
    });
    const heldPayment = (await pay(1_200)).body;
    expect(heldPayment.status).toBe('pending_review');
    const id = heldPayment.risk.decisionId;
    ids.held = id;
    const decisionBefore = await readDecision(id);
    expect(decisionBefore).toMatchObject({
      kind: 'payment',
      outcome: 'held',
      accountId: from,
      subject: { object: 'transaction', id: heldPayment.id },
      decidedBy: { deciding: ['sandbox_simulated_hit'], rules: { version: String(RULE_SET) } },
      counterfactual: { status: 'found' },
      review: { status: 'waiting', people: [] },
    });
    const reviews = await read('/v1/ops/reviews?environment=sandbox&status=open', OPERATOR_KEY);
    const review = reviews.data.find(
      (item: { transactionId: string }) => item.transactionId === heldPayment.id,
    );
    await bank.call(`/v1/ops/reviews/${review.id}/approve`, {
      key: OPERATOR_KEY,
      body: { environment: 'sandbox', reason: 'Known payee.' },
    });
    const decisionAfter = await readDecision(id);
    expect(decisionAfter).toMatchObject({
      factsSha256: decisionBefore.factsSha256,
      reasons: decisionBefore.reasons,
      review: { status: 'closed', people: [{ decision: 'approved', reason: 'Known payee.' }] },
      booking: { href: `/v1/transactions/${heldPayment.id}/proof` },
    });
    expect((await contest(id)).status).toBe(409);
  });

  it('about an identity keeps the findings of the rules after a person has decided', async () => {
    const person = { type: 'individual', name: 'Ada Lovelace Review', country: 'GB' };
    const { body: customer } = await bank.call('/v1/customers', { key, body: person });
    const { body } = await bank.call('/v1/ai/kyc-assessment?wait=10', {
      key,
      body: { customerId: customer.id, ...APPROVABLE_KYC },
    });
    expect(body.decision).toBe('review');
    ids.identity = body.id;
    const decisionBefore = await readDecision(body.id);
    expect(decisionBefore).toMatchObject({
      kind: 'identity',
      outcome: 'referred',
      customerId: customer.id,
      decidedBy: { by: 'rules', rules: { version: body.policy.version } },
      review: { status: 'waiting', people: [] },
    });
    expect(decisionBefore.reasons.map(({ message }: { message: string }) => message)).toEqual(
      expect.arrayContaining(body.reasons),
    );
    const reviewer = await createOperator(bank, ['compliance']);
    await bank.call(`/v1/ops/kyc/${body.id}/decision`, {
      key: reviewer.key,
      body: { environment: 'sandbox', decision: 'reject', reason: 'Not the person shown.' },
    });
    const decisionAfter = await readDecision(body.id);
    expect(decisionAfter).toMatchObject({
      outcome: 'referred',
      reasons: decisionBefore.reasons,
      factsSha256: decisionBefore.factsSha256,
      review: { status: 'open', people: [{ decision: 'reject', decidedBy: reviewer.id }] },
    });
    const { body: openedContest } = await contest(body.id, 'It is my passport.');
    expect((await answerContest(openedContest.id, reviewer.key)).status).toBe(409);
  });

  it('about a frozen account states why, and the operator who froze it cannot answer the contest', async () => {
    const freezingOperator = await createOperator(bank, ['compliance']);
    await bank.call(`/v1/ops/accounts/${to}/freeze`, {
      key: freezingOperator.key,
      body: { environment: 'sandbox', reason: 'fraud', message: 'Reported by the payer.' },
    });
    const { data } = await list('&kind=account_freeze');
    expect(data).toHaveLength(1);
    ids.freeze = data[0].id;
    expect(await readDecision(data[0].id)).toMatchObject({
      outcome: 'frozen',
      customerId,
      accountId: to,
      reasons: [{ code: 'frozen_fraud', message: 'Reported by the payer.', from: 'operator' }],
      counterfactual: { status: 'none' },
    });
    const { body } = await contest(data[0].id);
    expect((await answerContest(body.id, freezingOperator.key)).status).toBe(409);
    const complianceOperator = await createOperator(bank, ['compliance']);
    expect((await answerContest(body.id, complianceOperator.key)).status).toBe(200);
  });
});

describe('the contest of a decision', () => {
  it('is opened once, keeps the record unchanged, and is in the work queue', async () => {
    const id = ids.credit ?? '';
    const headers = { 'idempotency-key': 'contest-1' };
    const creationAnswer = await contest(id, 'My income is higher.', headers);
    expect(creationAnswer.status).toBe(201);
    const record = await readDecision(id);
    expect(creationAnswer.body).toMatchObject({
      object: 'decision_contest',
      decisionId: id,
      kind: 'credit',
      customerId,
      status: 'open',
      factsSha256: record.factsSha256,
      answer: null,
    });
    expect((await contest(id, 'My income is higher.', headers)).body).toEqual(creationAnswer.body);
    expect((await contest(id, 'My income is higher.')).body).toEqual(creationAnswer.body);
    const otherAnswer = await contest(id, 'Something else.');
    expect(otherAnswer.body).toMatchObject({
      code: 'invalid_state_transition',
      existingId: creationAnswer.body.id,
    });
    const workItems = await read(
      '/v1/ops/work?environment=sandbox&queue=contested_decisions&limit=100',
      OPERATOR_KEY,
    );
    expect(workItems.data).toContainEqual(
      expect.objectContaining({ id: creationAnswer.body.id, customerId, reasons: ['credit'] }),
    );
    const contests = await read('/v1/ops/decision-contests?environment=sandbox', OPERATOR_KEY);
    expect(contests.data[0]).toMatchObject({
      id: creationAnswer.body.id,
      customer: { id: customerId },
      decision: { id, factsSha256: record.factsSha256 },
      firstReviewers: [],
    });
    const { data } = await read(`/v1/events?objectId=${creationAnswer.body.id}`);
    expect(data.map(({ type }: { type: string }) => type)).toEqual(['decision.contested']);
    const audit = await read('/v1/ops/audit?action=decision.contested&limit=100', OPERATOR_KEY);
    expect(audit.data).toContainEqual(
      expect.objectContaining({
        objectId: id,
        detail: { contestId: creationAnswer.body.id, factsSha256: record.factsSha256 },
      }),
    );
  });
});

describe('the list of decisions', () => {
  it('contains all kinds, newest first, in pages and with filters', async () => {
    const allDecisions = (await list()).data;
    const idsWithoutPrefix = allDecisions.map(({ id }: { id: string }) =>
      id.slice(id.indexOf('_') + 1),
    );
    expect(idsWithoutPrefix).toEqual(idsWithoutPrefix.toSorted().reverse());
    for (const id of Object.values(ids)) {
      expect(allDecisions.map((item: { id: string }) => item.id)).toContain(id);
    }
    const pagedIds: string[] = [];
    let cursor = '';
    for (let page = 0; page < 20; page++) {
      const { data, nextCursor } = await read(`/v1/decisions?limit=2${cursor}`);
      pagedIds.push(...data.map((item: { id: string }) => item.id));
      if (nextCursor === null) break;
      cursor = `&startingAfter=${nextCursor}`;
    }
    expect(pagedIds).toEqual(allDecisions.map((item: { id: string }) => item.id));
    const kinds = (await list('&kind=credit')).data.map((item: { kind: string }) => item.kind);
    expect(new Set(kinds)).toEqual(new Set(['credit']));
    const heldDecisions = (await list('&outcome=held')).data;
    expect(heldDecisions.map((item: { id: string }) => item.id)).toEqual([ids.held]);
    const declinedDecisions = (await list(`&customerId=${customerId}&outcome=declined`)).data;
    expect(declinedDecisions.map((otherDecision: { id: string }) => otherDecision.id)).toEqual(
      expect.arrayContaining([ids.credit, ids.funds]),
    );
    expect(
      declinedDecisions.map((otherDecision: { id: string }) => otherDecision.id),
    ).not.toContain(ids.identity);
    expect((await list('&startDate=2030-01-01')).data).toEqual([]);
    expect((await list('&endDate=2020-01-01')).data).toEqual([]);
    expect((await list('&startDate=2020-01-01')).data).toHaveLength(allDecisions.length);
  });
});
