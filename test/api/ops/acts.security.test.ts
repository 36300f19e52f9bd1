// Acts of operators on accounts, payments, schedules and developers: each has a reason, takes two
// operators above a bound, takes effect once, and the books balance afterwards.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, OPERATOR_KEY, openAccounts, register } from '../../kit/bank/bank.ts';
import {
  type CheckedBank,
  openCheckedBank,
  transferOf,
  writesNothing,
} from '../../kit/bank/checked-bank.ts';
import { scheduleTransfer } from '../../kit/bank/objects-of-each-kind.ts';
import { allowRows, refuseRows } from '../../kit/bank/rows-outside.ts';
import { openSpender } from '../../kit/money/overdraft.ts';
import { claimSecondOperatorKey, createOperator } from '../../kit/people/operators.ts';

let bank: CheckedBank;
let key: string;
let developerId: string;
let from: string;
let to: string;
let secondOperatorKey: string;
beforeAll(async () => {
  bank = await openCheckedBank({ webhookAllow: ['127.0.0.0/8'] });
  ({ key, developerId } = await register(bank));
  const { accountIds } = await openAccounts(bank, key, [100_000, 0]);
  [from = '', to = ''] = accountIds;
  secondOperatorKey = await claimSecondOperatorKey(bank);
});
afterAll(() => bank.close());

const outcomeOf = ({ status, body }: Answer) => [status, body.code];
const environment = 'sandbox';
const send = (path: string, body: object, callerKey = OPERATOR_KEY, method = 'POST') =>
  bank.call(`/v1/ops/${path}`, { key: callerKey, method, body: { ...body } });
const balanceOf = async (id: string) =>
  (await bank.call(`/v1/accounts/${id}/balance`, { key })).body.posted as number;
const decideApproval = (id: string, callerKey = secondOperatorKey, decision = 'granted') =>
  send(`approvals/${id}/decision`, { environment, decision, reason: 'Seen' }, callerKey);
const adjustment = {
  environment,
  kind: 'correction',
  direction: 'credit',
  amount: 250,
  currency: 'EUR',
  reason: 'Booked twice at the counter',
};

describe('an adjustment', () => {
  it('is booked once, with its reason, after two people have approved', async () => {
    const postedBefore = await balanceOf(to);
    const answer = await send('adjustments', { ...adjustment, accountId: to });
    expect(answer.body).toMatchObject({ status: 'requested', request: { act: 'adjustment' } });
    expect(await balanceOf(to)).toBe(postedBefore);
    const ownAnswer = await decideApproval(answer.body.id, OPERATOR_KEY);
    expect(outcomeOf(ownAnswer)).toEqual([409, 'invalid_state_transition']);
    const agreementAnswer = await decideApproval(answer.body.id);
    expect(agreementAnswer.body.request.carriedOutAt).not.toBeNull();
    expect((await decideApproval(answer.body.id)).status).toBe(200);
    expect(await balanceOf(to)).toBe(postedBefore + 250);
    const { body } = await bank.call(`/v1/transactions?accountId=${to}&limit=1`, { key });
    expect(body.data[0]).toMatchObject({
      type: 'deposit',
      description: 'Booked twice at the counter',
      category: 'correction',
    });
    const reversal = await bank.call(`/v1/transactions/${body.data[0].id}/reverse`, {
      key,
      body: { reason: 'Ours again' },
    });
    expect(outcomeOf(reversal)).toEqual([409, 'not_reversible']);
    expect(await balanceOf(to)).toBe(postedBefore + 250);
  });

  it('above the bound of one operator is booked by the same two people', async () => {
    const postedBefore = await balanceOf(to);
    const largeAdjustment = { ...adjustment, accountId: to, amount: 2_000_000 };
    const answer = await send('adjustments', largeAdjustment);
    expect((await decideApproval(answer.body.id)).status).toBe(200);
    expect(await balanceOf(to)).toBe(postedBefore + 2_000_000);
  });

  it('that is denied or invalid moves nothing', async () => {
    const postedBefore = await balanceOf(to);
    const answer = await send('adjustments', { ...adjustment, accountId: to, direction: 'debit' });
    expect((await decideApproval(answer.body.id, secondOperatorKey, 'denied')).body.status).toBe(
      'denied',
    );
    await writesNothing(bank, async () => {
      const badCases: [object, string][] = [
        [{ accountId: 'acc_06ayx0rw7mf5w0h1y6k2v3c4d5' }, '/accountId'],
        [{ accountId: to, currency: 'USD' }, '/currency'],
        [{ accountId: to, amount: 0 }, '/amount'],
        [{ accountId: to, amount: 1.5 }, '/amount'],
        [{ accountId: to, kind: 'write_off', direction: 'debit' }, '/direction'],
        [{ accountId: to, kind: 'write_off' }, '/accountId'],
        [{ accountId: to, reason: '' }, '/reason'],
      ];
      for (const [fields, pointer] of badCases) {
        const answer = await send('adjustments', { ...adjustment, ...fields });
        expect(answer.status, pointer).toBeGreaterThanOrEqual(400);
        expect(answer.body.errors[0].pointer).toBe(pointer);
      }
    });
    expect(await balanceOf(to)).toBe(postedBefore);
  });

  it('is reversed by two people too, once, and partially only for the approved amount', async () => {
    const postedBefore = await balanceOf(to);
    const answer = await send('adjustments', { ...adjustment, accountId: to });
    await decideApproval(answer.body.id);
    const { body } = await bank.call(`/v1/transactions?accountId=${to}&limit=1`, { key });
    const path = `transactions/${body.data[0].id}/reverse`;
    const releaseBody = { environment, amount: 100, reason: 'Too much' };
    const loneActAnswer = await send(path, releaseBody);
    expect([loneActAnswer.status, loneActAnswer.body.request.act]).toEqual([202, 'entry_reversal']);
    const repeatedAnswer = await send(path, releaseBody);
    expect(repeatedAnswer.body).toMatchObject({ status: 409, existingId: loneActAnswer.body.id });
    expect(outcomeOf(await decideApproval(loneActAnswer.body.id, OPERATOR_KEY))).toEqual([
      409,
      'invalid_state_transition',
    ]);
    expect(outcomeOf(await send(path, { ...releaseBody, amount: 250 }, secondOperatorKey))).toEqual(
      [409, 'invalid_state_transition'],
    );
    expect(await balanceOf(to)).toBe(postedBefore + 250);
    const repeatedOrder = await send(path, releaseBody, secondOperatorKey);
    expect(repeatedOrder.body).toMatchObject({ id: loneActAnswer.body.id, status: 'granted' });
    expect(repeatedOrder.body.request.carriedOutAt).not.toBeNull();
    expect((await decideApproval(loneActAnswer.body.id)).status).toBe(200);
    expect(await balanceOf(to)).toBe(postedBefore + 150);
    const largerAmountAnswer = await send(path, { ...releaseBody, amount: 151 });
    expect(outcomeOf(largerAmountAnswer)).toEqual([422, 'reversal_exceeds_amount']);
    const secondAct = await send(path, { ...releaseBody, amount: 150 });
    await decideApproval(secondAct.body.id);
    expect(await balanceOf(to)).toBe(postedBefore);
  });

  it('has a single row in the audit log, even if the bank stops between the booking and the row', async () => {
    const countRows = async (objectId: string, action: string) =>
      (
        await bank.call(`/v1/ops/audit?objectId=${objectId}&action=${action}`, {
          key: OPERATOR_KEY,
        })
      ).body.data.length;
    /** Makes an act of which only the ledger part is written, as when the bank ends in between. */
    const actAndStop = async (
      path: string,
      body: object,
      operatorKey: string,
      idempotencyKey: string,
    ) => {
      const condition = "NEW.action LIKE 'transaction.%'";
      await refuseRows(bank.dataDir, 'platform', { into: 'audit', when: condition });
      const { status } = await fetch(`${bank.url}/v1/ops/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${operatorKey}`,
          'content-type': 'application/json',
          'idempotency-key': idempotencyKey,
        },
        body: JSON.stringify(body),
      });
      await allowRows(bank.dataDir, 'platform', 'audit');
      expect(status, path).toBe(500);
    };
    const readLatestId = async () =>
      (await bank.call(`/v1/transactions?accountId=${to}&limit=1`, { key })).body.data[0].id;
    const externalParty = { name: 'Example Bank', method: 'wire' };
    const wireDeposit = { environment, accountId: to, amount: 700, currency: 'EUR', externalParty };
    const approveByTwo = async (path: string, body: object, action: string) => {
      const headers = { 'idempotency-key': crypto.randomUUID() };
      const askedPath = `${path}?wait=10`;
      const ask = () => bank.call(`/v1/ops/${askedPath}`, { key: OPERATOR_KEY, headers, body });
      await actAndStop(askedPath, body, OPERATOR_KEY, headers['idempotency-key']);
      const { body: repeatedBody } = await ask();
      expect(await countRows(repeatedBody.id, action)).toBe(1);
      await ask();
      expect(await countRows(repeatedBody.id, action)).toBe(1);
      return repeatedBody.id;
    };
    const depositId = await approveByTwo(
      'deposits',
      { ...wireDeposit, reason: 'Wire' },
      'transaction.deposit',
    );
    const returnBody = { environment, reason: 'Sent back' };
    await approveByTwo(`transactions/${depositId}/reverse`, returnBody, 'transaction.reversal');

    const answer = await send('adjustments', { ...adjustment, accountId: to });
    await decideApproval(answer.body.id);
    const reversal = await send(`transactions/${await readLatestId()}/reverse`, returnBody);
    const decisionBody = { environment, decision: 'granted', reason: 'Seen' };
    const decisionPath = `approvals/${reversal.body.id}/decision`;
    await actAndStop(decisionPath, decisionBody, secondOperatorKey, crypto.randomUUID());
    const latestId = await readLatestId();
    expect(await countRows(latestId, 'transaction.reversal')).toBe(0);
    expect((await decideApproval(reversal.body.id)).status).toBe(200);
    expect(await countRows(latestId, 'transaction.reversal')).toBe(1);
    expect(await readLatestId()).toBe(latestId);
  });

  it('or another movement above the bound is reversed by two people, below the bound by one', async () => {
    const postedBefore = await balanceOf(to);
    const party = { name: 'Example Bank', method: 'wire' };
    const recordDeposit = async (amount: number) => {
      const depositBody = {
        ...{ environment, accountId: to, amount, currency: 'EUR', reason: 'Wire' },
      };
      const { body } = await bank.call('/v1/ops/deposits?wait=10', {
        key: OPERATOR_KEY,
        body: { ...depositBody, externalParty: party },
      });
      return body;
    };
    const reverse = (id: string) =>
      send(`transactions/${id}/reverse`, { environment, reason: 'Never came' });
    const largeDeposit = await recordDeposit(2_000_000);
    expect(largeDeposit.status).toBe('pending_approval');
    await decideApproval(largeDeposit.id);
    await expect.poll(() => balanceOf(to)).toBe(postedBefore + 2_000_000);
    const answer = await reverse(largeDeposit.id);
    expect([answer.status, answer.body.request?.act]).toEqual([202, 'entry_reversal']);
    expect(await balanceOf(to)).toBe(postedBefore + 2_000_000);
    await decideApproval(answer.body.id);
    await expect.poll(() => balanceOf(to)).toBe(postedBefore);
    const smallDeposit = await recordDeposit(100);
    expect((await reverse(smallDeposit.id)).body).toMatchObject({ type: 'reversal' });
    await expect.poll(() => balanceOf(to)).toBe(postedBefore);
  });

  it('can be approved only by the roles that permit it', async () => {
    const answer = await send('adjustments', { ...adjustment, accountId: to });
    const risk = await createOperator(bank, ['risk']);
    expect(outcomeOf(await decideApproval(answer.body.id, risk.key))).toEqual([
      403,
      'role_required',
    ]);
    const treasury = await createOperator(bank, ['treasury']);
    expect((await decideApproval(answer.body.id, treasury.key)).body.status).toBe('granted');
  });

  it('of a loss writes off at most the amount that an account is below zero', async () => {
    const [lowAccountId = ''] = (await openAccounts(bank, key, [500])).accountIds;
    const paymentAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(lowAccountId, to, 500),
    });
    const deposit = await bank.call(`/v1/transactions?accountId=${lowAccountId}&type=deposit`, {
      key,
    });
    expect(paymentAnswer.status).toBe(201);
    const reversal = await bank.call(
      `/v1/ops/transactions/${deposit.body.data[0].id}/reverse?wait=10`,
      {
        key: OPERATOR_KEY,
        body: { environment, reason: 'Returned', allowNegativeBalance: true },
      },
    );
    expect(reversal.status).toBe(201);
    expect(await balanceOf(lowAccountId)).toBe(-500);
    const loss = { ...adjustment, kind: 'write_off', accountId: lowAccountId };
    expect((await send('adjustments', { ...loss, amount: 501 })).body.errors[0].pointer).toBe(
      '/amount',
    );
    const answer = await send('adjustments', { ...loss, amount: 500 });
    expect(answer.body.request.act).toBe('write_off');
    await decideApproval(answer.body.id);
    expect(await balanceOf(lowAccountId)).toBe(0);
  });
});

describe('an operator', () => {
  it('can release a hold and stop a waiting payment', async () => {
    const hold = async () =>
      (
        await bank.call('/v1/transactions?wait=10', {
          key,
          body: { ...transferOf(from, to, 40), capture: 'manual' },
        })
      ).body;
    const firstHold = await hold();
    const reason = 'The customer asked';
    const releaseAnswer = await send(`holds/${firstHold.hold.id}/release`, { environment, reason });
    expect(releaseAnswer.body).toMatchObject({ id: firstHold.id, status: 'canceled' });
    const repeatedAnswer = await send(`holds/${firstHold.hold.id}/release`, {
      environment,
      reason,
    });
    expect(repeatedAnswer.body.status).toBe('canceled');
    const otherHold = await hold();
    const stopAnswer = await send(`transactions/${otherHold.id}/cancel`, { environment, reason });
    expect(stopAnswer.body.status).toBe('canceled');
    const wrongEnvironment = { environment: 'production', reason };
    expect(outcomeOf(await send(`transactions/${otherHold.id}/cancel`, wrongEnvironment))).toEqual([
      404,
      'transaction_not_found',
    ]);
  });

  it('can pause, resume and end a schedule', async () => {
    const id = await scheduleTransfer(bank, key, { from, to });
    const statuses = [];
    for (const verb of ['pause', 'resume', 'cancel']) {
      const path = `schedules/${id}/${verb}`;
      statuses.push((await send(path, { environment, reason: 'Asked for' })).body.status);
    }
    expect(statuses).toEqual(['paused', 'active', 'canceled']);
  });

  it('can suspend a developer, whose keys are refused until the developer is reinstated', async () => {
    const otherDeveloper = await register(bank);
    const path = `developers/${otherDeveloper.developerId}`;
    const suspendAnswer = await send(`${path}/suspend`, { reason: 'Fraud' });
    expect(suspendAnswer.body).toMatchObject({
      id: otherDeveloper.developerId,
      status: 'suspended',
    });
    const refusedAnswer = await bank.call('/v1/accounts', { key: otherDeveloper.key });
    expect(outcomeOf(refusedAnswer)).toEqual([403, 'developer_suspended']);
    await send(`${path}/reinstate`, { reason: 'Cleared' });
    expect((await bank.call('/v1/accounts', { key: otherDeveloper.key })).status).toBe(200);
  });

  it("can lower a developer's rate limit and restore the limit", async () => {
    const otherDeveloper = await register(bank);
    const path = `developers/${otherDeveloper.developerId}/throttle`;
    await send(path, { perSecond: 1, reason: 'Too many' }, OPERATOR_KEY, 'PUT');
    const ask = () => bank.call('/v1/accounts', { key: otherDeveloper.key });
    const answers = await Promise.all(Array.from({ length: 12 }, ask));
    expect(answers.map(({ status }) => status)).toContain(429);
    const unthrottleAnswer = await send(
      path,
      { perSecond: null, reason: 'Fine' },
      OPERATOR_KEY,
      'PUT',
    );
    expect(unthrottleAnswer.body.throttle).toBeNull();
    const answersAfter = await Promise.all(Array.from({ length: 12 }, ask));
    expect(new Set(answersAfter.map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('sets limits alone within the bound, and above the bound with a second person', async () => {
    const postLimits = (body: object) =>
      send(`accounts/${to}/limits`, { environment, currency: 'EUR', reason: 'Agreed', ...body });
    const putLimits = (body: object) =>
      bank.call(`/v1/ops/accounts/${to}/limits`, {
        key: OPERATOR_KEY,
        method: 'PUT',
        body: { environment, currency: 'EUR', reason: 'Agreed', ...body },
      });
    expect((await postLimits({ daily: 5 })).status).toBe(405);
    const settingAnswer = await putLimits({ daily: 5_000 });
    expect(settingAnswer.body.limits).toMatchObject([{ period: 'day', maxAmount: 5_000 }]);
    const highLimitAnswer = await putLimits({ daily: 50_000_000 });
    expect([highLimitAnswer.status, highLimitAnswer.body.request.act]).toEqual([202, 'limits']);
    expect((await putLimits({})).body.code).toBe('invalid_state_transition');
    const agreementAnswer = await decideApproval(highLimitAnswer.body.id);
    expect(agreementAnswer.body.request.carriedOutAt).not.toBeNull();
    const limitsAnswer = await bank.call(`/v1/accounts/${to}/limits`, { key });
    expect(JSON.stringify(limitsAnswer.body)).toContain('50000000');
    // A limit of each payment alone does not bound the sum of all payments.
    expect((await putLimits({ perTransaction: 5 })).status).toBe(202);
  });

  it('sets a cap above the bound only with a second person', async () => {
    const path = `developers/${developerId}/settlement`;
    const body = { currency: 'EUR', prefunded: 0, cap: 5_000_000, reason: 'Contract' };
    const answer = await send(path, body, OPERATOR_KEY, 'PUT');
    expect([answer.status, answer.body.request.act]).toEqual([202, 'settlement']);
    const decision = { environment: 'production', decision: 'granted', reason: 'Seen' };
    await send(`approvals/${answer.body.id}/decision`, decision, secondOperatorKey);
    const { body: stateAfter } = await bank.call(`/v1/ops/${path}`, { key: OPERATOR_KEY });
    expect(stateAfter.currencies[0]).toMatchObject({ currency: 'EUR', cap: '5000000' });
  });

  it('cannot waive a transaction that is not a fee', async () => {
    const paymentAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: transferOf(from, to, 3),
    });
    const path = `transactions/${paymentAnswer.body.id}/waive-fee`;
    expect(outcomeOf(await send(path, { environment, reason: 'Kindness' }))).toEqual([
      409,
      'invalid_state_transition',
    ]);
  });
});

describe('the books', () => {
  it('are exported by day and account, balanced, and end at the account balances', async () => {
    const { status, headers, lines } = await csvOf(`startDate=${today()}&endDate=${today()}`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    const [head = '', ...otherLines] = lines;
    const names = head.split(',');
    const rows = otherLines.map((line) => {
      const values = line.split(',');
      return Object.fromEntries(names.map((name, index) => [name, values[index] ?? '']));
    });
    const sum = (name: string) => rows.reduce((total, row) => total + BigInt(row[name] ?? 0), 0n);
    expect(sum('debit')).toBe(sum('credit'));
    expect(sum('closing_balance')).toBe(0n);
    const ownRow = rows.find((row) => row.account_id === to);
    expect(Number(ownRow?.closing_balance)).toBe(await balanceOf(to));
    expect(ownRow).toMatchObject({ developer_id: developerId, kind: 'customer', currency: 'EUR' });
  });

  it('are refused for an invalid range of days', async () => {
    for (const query of [
      `startDate=${today()}&endDate=2020-01-01`,
      'startDate=2020-01-01&endDate=2026-01-01',
      'startDate=x&endDate=y',
      'startDate=2020-01-01',
    ]) {
      expect((await csvOf(query)).status, query).toBe(400);
    }
  });

  it('have the balances of a given day: none before the first day, and today the current ones', async () => {
    const trialBalanceAt = async (asOf: string) => {
      const path = `/v1/ops/trial-balance?environment=sandbox${asOf}`;
      return (await bank.call(path, { key: OPERATOR_KEY })).body;
    };
    expect((await trialBalanceAt('&asOf=2020-01-01')).rows).toEqual([]);
    const [currentTrialBalance, dayTrialBalance] = [
      await trialBalanceAt(''),
      await trialBalanceAt(`&asOf=${today()}`),
    ];
    const pickMoved = ({ rows }: { rows: { debit: string; credit: string }[] }) =>
      rows.filter(({ debit, credit }) => debit !== '0' || credit !== '0');
    expect(pickMoved(dayTrialBalance)).toEqual(pickMoved(currentTrialBalance));
    const invariants = await bank.call('/v1/ops/invariants?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    expect(invariants.body.ok, JSON.stringify(invariants.body.checks)).toBe(true);
  });

  it('refund a fee once, charged to the expense for refunded fees', async () => {
    const spender = await openSpender(bank, { funds: 1_000 });
    const feePolicy = { perItem: 300, gracePeriodHours: 24, graceAmount: 500, maxPerDay: 2 };
    await spender.enable({ limit: 10_000, feePolicy });
    await spender.withdraw(1_700);
    await spender.advance('P1D');
    const [fee] = await spender.fees();
    expect(fee).toMatchObject({ status: 'posted', amount: 300 });
    const ownAnswer = await bank.call(`/v1/transactions/${fee.id}/reverse`, {
      key: spender.key,
      body: { reason: 'Ours again' },
    });
    expect(outcomeOf(ownAnswer)).toEqual([409, 'not_reversible']);
    // An operator cannot reverse a part of a fee either: a fee is waived as a whole or not at all.
    const partialBody = { environment, amount: 100, reason: 'Half of it' };
    expect(outcomeOf(await send(`transactions/${fee.id}/reverse`, partialBody))).toEqual([
      409,
      'not_reversible',
    ]);
    const postedBalance = (await spender.balance()).posted;
    const waive = () => send(`transactions/${fee.id}/waive-fee`, { environment, reason: 'Ours' });
    const waiverAnswer = await waive();
    expect(waiverAnswer.body).toMatchObject({
      type: 'deposit',
      category: 'fee_waiver',
      amount: 300,
    });
    const accounts = waiverAnswer.body.entries.map(
      (entry: { ledgerAccount: string }) => entry.ledgerAccount,
    );
    expect(accounts).toContain('fee_waivers/EUR');
    expect((await waive()).body.id).toBe(waiverAnswer.body.id);
    expect((await spender.balance()).posted).toBe(postedBalance + 300);
  });

  it("show operators' entries in the profit and loss accounts, and balance", async () => {
    const path = '/v1/ops/trial-balance?environment=sandbox';
    const { body } = await bank.call(path, { key: OPERATOR_KEY });
    const { rows } = body;
    const debitOf = (kind: string) =>
      rows
        .filter((row: { kind: string }) => row.kind === kind)
        .reduce((sum: bigint, row: { debit: string }) => sum + BigInt(row.debit), 0n);
    // Corrections of 250, 2,000,000 and 250 that are not reversed, a loss of 500 and a fee of 300.
    expect(debitOf('corrections')).toBe(2_000_500n);
    expect(debitOf('write_off_loss')).toBe(500n);
    expect(debitOf('fee_waivers')).toBe(300n);
    const invariants = await bank.call('/v1/ops/invariants?environment=sandbox', {
      key: OPERATOR_KEY,
    });
    expect(invariants.body.ok).toBe(true);
  });

  const csvOf = async (query: string) => {
    const path = `/v1/ops/ledger/export?environment=sandbox&${query}`;
    const answer = await bank.call(path, { key: OPERATOR_KEY });
    return { ...answer, lines: String(answer.body).trim().split('\r\n') };
  };
  const today = () => new Date().toISOString().slice(0, 10);
});
