// AML monitoring over HTTP: patterns in the ledger are found with their transactions and open one
// alert and one case, which a person closes.

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  type Answer,
  hasModule,
  OPERATOR_KEY,
  openAccounts,
  register,
} from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  countRows,
  openCheckedBank,
  transferOf,
} from '../../kit/bank/checked-bank.ts';

let bank: CheckedBank;
let key: string;
/** Collects from ten, and sends it on; pays nothing else. */
let collector: { customerId: string; accountId: string; inflow: string[] };
/** Sends money that comes back through two others. */
let circle: { accountId: string; path: string[] };

const send = (body: object) => bank.call('/v1/transactions?wait=10', { key, body });

const reasonCodesOf = ({ risk }: Answer['body']) =>
  risk.reasons.map(({ code }: { code: string }) => code);

/** Releases a held payment as an operator. */
async function release(transactionId: string): Promise<void> {
  const body = { transactionId, decision: 'approved' };
  const answer = await bank.call('/v1/sandbox/simulations/review-decision', { key, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  await vi.waitFor(async () => {
    const laterAnswer = await bank.call(`/v1/transactions/${transactionId}`, { key });
    expect(laterAnswer.body.status).toBe('posted');
  }, 20_000);
}

async function openCollector() {
  const { customerId, accountIds } = await openAccounts(bank, key, [0]);
  const [accountId = ''] = accountIds;
  const inflow: string[] = [];
  for (let n = 0; n < 10; n++) {
    const { body } = await send({
      type: 'deposit',
      amount: 60_000,
      currency: 'EUR',
      destinationAccountId: accountId,
      externalParty: { name: `Payer Number ${'ABCDEFGHIJ'[n]}` },
    });
    inflow.push(body.id);
  }
  const { body } = await send({
    type: 'withdrawal',
    amount: 590_000,
    currency: 'EUR',
    sourceAccountId: accountId,
    externalParty: { name: 'Far Away' },
  });
  if (hasModule('risk')) {
    // Payments of ten strangers on the first day of an account.
    expect(reasonCodesOf(body)).toContain('passes_through');
    await release(body.id);
  }
  return { customerId, accountId, inflow };
}

beforeAll(async () => {
  bank = await openCheckedBank();
  ({ key } = await register(bank));
  collector = await openCollector();
  const owners = await Promise.all([200_000, 0, 0].map((sum) => openAccounts(bank, key, [sum])));
  const [a = '', b = '', c = ''] = owners.map(({ accountIds }) => accountIds[0]);
  const path: string[] = [];
  for (const [from, to, amount] of [
    [a, b, 150_000],
    [b, c, 149_000],
    [c, a, 148_000],
  ] as const) {
    const { body } = await send(transferOf(from, to, amount));
    expect(body.status, JSON.stringify(body)).toBe('posted');
    path.push(body.id);
  }
  circle = { accountId: a, path };
}, 60_000);
afterAll(() => bank.close());

const monitor = (body: object, headers: Record<string, string> = {}) =>
  bank.call('/v1/ai/aml-monitor', { key, body, headers });
const asOperator = (path: string, body?: object) =>
  bank.call(path, { key: OPERATOR_KEY, ...(body ? { body } : {}) });
const byCode = (body: Answer['body'], code: string) =>
  body.typologies.find((typology: { code: string }) => typology.code === code);
async function eventsOf(type: string) {
  const { body } = await bank.call(`/v1/events?limit=100&type=${type}`, { key });
  return body.data;
}

/** The risk engine considers an alert while it is open; an operator releases the payment. */
async function expectHeldForAlert(payment: Answer['body']): Promise<void> {
  expect(reasonCodesOf(payment)).toContain('aml_alert_open');
  const request = { transactionId: payment.id };
  const { suspicions } = (await bank.call('/v1/ai/risk-score', { key, body: request })).body;
  const suspicion = suspicions.find(
    (suspicion: { code: string }) => suspicion.code === 'aml_alert_open',
  );
  const { body: alerts } = await bank.call('/v1/aml/alerts', { key });
  const shownItems = alerts.data.flatMap(
    ({ evidence }: { evidence: { transactionIds: string[] } }) => evidence.transactionIds,
  );
  expect(suspicion.transactionIds.length).toBeGreaterThan(3);
  expect(shownItems).toEqual(expect.arrayContaining(suspicion.transactionIds.slice(1)));
  await release(payment.id);
}

describe('an AML run', () => {
  test('reports the findings with figures, thresholds and transactions', async () => {
    const { status, body, headers } = await monitor({ scope: { accountId: collector.accountId } });
    expect(status).toBe(201);
    expect(headers.get('location')).toBe(`/v1/ai/aml-monitor/${body.id}`);
    const fan = byCode(body, 'fan_in');
    expect(fan).toMatchObject({
      status: 'run',
      triggered: true,
      accountId: collector.accountId,
      rules: [
        { ruleId: 'fan_in_forwarded', hit: true, version: 5 },
        { ruleId: 'fan_in_kept', hit: false },
      ],
      evidence: { transactions: 11, amountTotal: 1_190_000, currency: 'EUR' },
    });
    expect(fan.rules[0].conditions).toContainEqual({
      name: 'distinct_new_parties',
      observed: 10,
      is: 'at_least',
      threshold: 4,
    });
    const suspicion = body.suspicions.find(({ code }: { code: string }) => code === 'fan_in');
    expect(suspicion).toEqual({
      code: 'fan_in',
      message: 'Several new parties paid into the account within two weeks',
      figures: fan.rules[0].conditions,
      transactionIds: fan.evidence.transactionIds,
    });
    expect(fan.evidence.transactionIds).toEqual(expect.arrayContaining(collector.inflow));
    // No single payment was passed on in full, but the sum of ten payments was.
    expect(byCode(body, 'rapid_movement').triggered).toBe(false);
    expect(byCode(body, 'mule').triggered).toBe(true);
    expect(byCode(body, 'structuring').triggered).toBe(false);
    expect(byCode(body, 'high_risk_country')).toMatchObject({
      status: 'not_run',
      reason: 'no_country',
    });
    expect(body).toMatchObject({
      runId: body.id,
      status: 'completed',
      sarSuggested: true,
      alerts: [],
      model: null,
      truncated: false,
      transactionsExamined: 11,
    });
    expect(body.riskScore).toBeGreaterThanOrEqual(50);
    expect(body.narrativeDraft).toMatch(/^DRAFT/);
    expect((await bank.call(`/v1/ai/aml-monitor/${body.id}`, { key })).body).toEqual(body);
  });

  test('finds a payment from a country on the FATF list of calls for action', async () => {
    const { accountIds } = await openAccounts(bank, key, [0]);
    const [accountId = ''] = accountIds;
    const deposit = { type: 'deposit', amount: 100, currency: 'EUR' };
    const paymentAnswer = await send({
      ...{ ...deposit, destinationAccountId: accountId },
      externalParty: { name: 'Far Away Trading', country: 'MM' },
    });
    const { body } = await monitor({ scope: { accountId } });
    const finding = byCode(body, 'high_risk_country');
    expect(finding).toMatchObject({ status: 'run', triggered: true });
    expect(finding.evidence.transactionIds).toEqual([paymentAnswer.body.id]);
  });

  test('finds money that returned through other accounts', async () => {
    const { body } = await monitor({
      scope: { accountId: circle.accountId },
      typologies: ['round_tripping', 'fan_out'],
    });
    expect(body.typologies.map(({ code }: { code: string }) => code)).toEqual([
      'fan_out',
      'round_tripping',
    ]);
    const finding = byCode(body, 'round_tripping');
    expect(finding.triggered).toBe(true);
    expect(finding.evidence.transactionIds).toEqual(circle.path);
  });

  test('limited to given transactions suspects only patterns that contain one of them', async () => {
    const isTriggeredFor = async (id: string) =>
      byCode(
        (await monitor({ scope: { transactionIds: [id] }, typologies: ['round_tripping'] })).body,
        'round_tripping',
      ).triggered;
    expect(await isTriggeredFor(circle.path[0] ?? '')).toBe(true);
    const { accountIds } = await openAccounts(bank, key, [100]);
    const otherAnswer = await send(transferOf(accountIds[0] ?? '', circle.accountId, 50));
    expect(await isTriggeredFor(otherAnswer.body.id)).toBe(false);
  });

  test('over a period without movements finds nothing and drafts no narrative', async () => {
    const { body } = await monitor({
      scope: { customerId: collector.customerId },
      period: { from: '2020-01-01T00:00:00Z', to: '2020-02-01T00:00:00Z' },
    });
    expect(body).toMatchObject({ riskScore: 0, riskLevel: 'low', narrativeDraft: null });
    expect(body.sarSuggested).toBe(false);
  });

  test.runIf(hasModule('risk'))(
    'names a listed counterparty until a person has cleared the hit',
    async () => {
      const { customerId, accountIds } = await openAccounts(bank, key, [10_000]);
      const [accountId = ''] = accountIds;
      const heldPayment = await send({
        type: 'withdrawal',
        amount: 100,
        currency: 'EUR',
        sourceAccountId: accountId,
        externalParty: { name: 'Baltasar Quostrov' },
      });
      const { body: hits } = await asOperator(
        '/v1/ops/screening-hits?environment=sandbox&limit=100',
      );
      const hit = hits.data.find((item: { customerId: string }) => item.customerId === customerId);
      const { body: reviews } = await asOperator(
        '/v1/ops/reviews?environment=sandbox&status=open&limit=100',
      );
      const review = reviews.data.find(
        (item: { transactionId: string }) => item.transactionId === heldPayment.body.id,
      );
      const fields = { environment: 'sandbox', reason: 'Seen' };
      await asOperator(`/v1/ops/screening-hits/${hit.id}/decision`, {
        ...fields,
        decision: 'no_hit',
      });
      await asOperator(`/v1/ops/reviews/${review.id}/approve`, fields);
      const { body } = await monitor({
        scope: { accountId },
        typologies: ['sanctions_exposure'],
      });
      expect(body.screening).toMatchObject([
        { list: 'test_list', entityId: 'T-1', name: 'Baltasar Quostrov', status: 'no_hit' },
      ]);
      expect(byCode(body, 'sanctions_exposure').triggered).toBe(false);
    },
  );

  test('is made once for one Idempotency-Key', async () => {
    const body = { scope: { accountId: collector.accountId } };
    const headers = { 'idempotency-key': 'aml-1' };
    const firstAnswer = await monitor(body, headers);
    const before = countRows(bank, 'sandbox');
    const repeatedAnswer = await monitor(body, headers);
    expect(repeatedAnswer.body).toEqual(firstAnswer.body);
    expect(repeatedAnswer.headers.get('idempotency-replayed')).toBe('true');
    expect(countRows(bank, 'sandbox')).toEqual(before);
    const otherAnswer = await monitor({ scope: { accountId: circle.accountId } }, headers);
    expect(otherAnswer.body.code).toBe('idempotency_key_reused');
  });
});

describe('AML alerts and cases', () => {
  const decide = (alertId: string, body: object) =>
    asOperator(`/v1/ops/aml-alerts/${alertId}/decision`, {
      environment: 'sandbox',
      reason: 'Seen',
      ...body,
    });
  const runMonitor = () =>
    monitor({
      scope: { customerId: collector.customerId },
      typologies: ['fan_in', 'mule'],
      createAlerts: true,
    });

  test('are opened once, collect further evidence, and are closed by a person', async () => {
    const { body: firstReport } = await runMonitor();
    expect(firstReport.alerts.map(({ typology }: { typology: string }) => typology).sort()).toEqual(
      ['fan_in', 'mule'],
    );
    const { body: repeatedBody } = await runMonitor();
    expect(repeatedBody.alerts.map(({ id }: { id: string }) => id)).toEqual(
      firstReport.alerts.map(({ id }: { id: string }) => id),
    );
    expect(await eventsOf('aml.alert.opened')).toHaveLength(2);
    expect(await eventsOf('aml.alert.updated')).toHaveLength(0);
    expect(await eventsOf('case.created')).toHaveLength(1);

    await send({
      type: 'deposit',
      amount: 60_000,
      currency: 'EUR',
      destinationAccountId: collector.accountId,
      externalParty: { name: 'Payer Number K' },
    });
    const onwardPayment = await send({
      type: 'withdrawal',
      amount: 59_500,
      currency: 'EUR',
      sourceAccountId: collector.accountId,
      externalParty: { name: 'Farther Away' },
    });
    if (hasModule('risk')) await expectHeldForAlert(onwardPayment.body);
    await runMonitor();
    expect(await eventsOf('aml.alert.opened')).toHaveLength(2);
    const updated = await eventsOf('aml.alert.updated');
    expect(updated.length).toBeGreaterThan(0);
    expect(updated[0].data.object.version).toBe(2);

    const { body: files } = await asOperator('/v1/ops/cases?environment=sandbox');
    const amlCase = files.data.find(
      (item: { customerId: string }) => item.customerId === collector.customerId,
    );
    expect(amlCase.alerts).toHaveLength(2);
    const noteAnswer = await asOperator(`/v1/ops/cases/${amlCase.id}/notes`, {
      environment: 'sandbox',
      note: 'Asked for invoices',
    });
    expect(noteAnswer.body.notes).toMatchObject([{ number: 1, body: 'Asked for invoices' }]);

    const closingBody = { environment: 'sandbox', sarDecision: 'do_not_file', reason: 'A club' };
    const earlyClose = await asOperator(`/v1/ops/cases/${amlCase.id}/close`, closingBody);
    expect([earlyClose.status, earlyClose.body.code]).toEqual([409, 'invalid_state_transition']);
    const [alert, secondAlert] = amlCase.alerts;
    expect((await decide(alert.id, { status: 'escalated' })).status).toBe(200);
    const reopenedAlert = await decide(alert.id, { status: 'in_review' });
    expect(reopenedAlert.body.code).toBe('invalid_state_transition');
    for (const { id } of [alert, secondAlert]) {
      const closeAnswer = await decide(id, { status: 'closed', resolution: 'false_positive' });
      expect(closeAnswer.status).toBe(200);
      const sameDecision = await decide(id, { status: 'closed', resolution: 'false_positive' });
      expect(sameDecision.body).toEqual(closeAnswer.body);
    }
    const closeAnswer = await asOperator(`/v1/ops/cases/${amlCase.id}/close`, closingBody);
    expect(closeAnswer.body).toMatchObject({ status: 'closed', sarDecision: 'do_not_file' });
    expect(await eventsOf('aml.alert.closed')).toHaveLength(2);
    expect(await eventsOf('case.closed')).toHaveLength(1);

    // The risk engine no longer considers the alert.
    const laterAnswer = await send({
      type: 'withdrawal',
      amount: 400,
      currency: 'EUR',
      sourceAccountId: collector.accountId,
      externalParty: { name: 'Elsewhere Again' },
    });
    if (hasModule('risk')) expect(reasonCodesOf(laterAnswer.body)).not.toContain('aml_alert_open');

    const { body: reportAfter } = await runMonitor();
    expect(reportAfter.alerts).toEqual([]);
    expect(reportAfter.typologies[0].triggered).toBe(true);
    expect(await eventsOf('aml.alert.opened')).toHaveLength(2);
  });

  test("are visible to the developer without the bank's notes", async () => {
    const alerts = await bank.call('/v1/aml/alerts?status=closed', { key });
    expect(alerts.body.data).toHaveLength(2);
    expect(alerts.body.data[0]).toMatchObject({ resolution: 'false_positive' });
    const cases = await bank.call('/v1/aml/cases', { key });
    expect(cases.body.data).toMatchObject([{ status: 'closed' }]);
    expect(JSON.stringify([alerts.body, cases.body])).not.toMatch(/invoices|A club|Seen/);
  });
});
