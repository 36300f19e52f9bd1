// The daily run of the AML monitor: once a day by the developer's clock, over the entries since the
// last run, with the same alerts as a requested run, and never twice.

import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openScreening } from '../../../ai/screening/open.ts';
import { createPartyScreen, type PartyScreen } from '../../../ai/screening/parties.ts';
import { amlSweep } from '../../../bank/sweeps/aml.ts';
import { beginAmlDay, stepAmlDay } from '../../../db/aml/day-acts.ts';
import type { AmlDayRow } from '../../../db/aml/days.ts';
import { DAY_MS } from '../../../ledger/durations.ts';
import { dayAt } from '../../../ledger/value-date.ts';
import { hasModule, openAccounts, register as registered } from '../../kit/bank/bank.ts';
import { type CheckedBank, countRows, openCheckedBank } from '../../kit/bank/checked-bank.ts';
import { advanceDays } from '../../kit/models/ledger-training.ts';
import { writeShortList } from '../../kit/people/sanctions.ts';

let bank: CheckedBank;
let partyScreen: PartyScreen;
beforeAll(async () => {
  bank = await openCheckedBank();
  partyScreen = createPartyScreen(openScreening(writeShortList(bank.dataDir)));
}, 60_000);
afterAll(() => bank.close());

const ledgerOf = () => bank.bank.environments.sandbox.ledger;
/** Returns the sweep of a process that has just started; only a small slice stops it early. */
const createSweep = (sliceMs = 60_000) => amlSweep(ledgerOf(), partyScreen, sliceMs);
const daysOf = (tenantId: string): AmlDayRow[] =>
  ledgerOf()
    .database.raw.prepare<[string], AmlDayRow>(
      `SELECT day, customers, runs, after_customer AS afterCustomer, finished_at AS finishedAt
       FROM aml_days WHERE tenant_id = ? ORDER BY day`,
    )
    .all(tenantId);
const runsOf = (tenantId: string) =>
  ledgerOf()
    .database.raw.prepare<[string], string>('SELECT id FROM aml_runs WHERE tenant_id = ?')
    .pluck()
    .all(tenantId);

/** Registers a developer whose clock is at noon, so that no midnight passes during a test. */
async function register(checked: CheckedBank) {
  const created = await registered(checked);
  const tomorrow = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS;
  const advanceTo = new Date(tomorrow + DAY_MS / 2).toISOString();
  const body = { advanceTo };
  const { status } = await checked.call('/v1/sandbox/clock?wait=30', { key: created.key, body });
  expect(status).toBe(200);
  return created;
}

async function listEmitted(key: string): Promise<string[]> {
  const { body } = await bank.call('/v1/events?type=aml.*&limit=100', { key });
  return body.data.map(({ type }: { type: string }) => type).sort();
}

async function deposit(key: string, accountId: string, payer: string): Promise<void> {
  const money = { type: 'deposit', amount: 40_000, currency: 'EUR' };
  const body = { ...money, destinationAccountId: accountId, externalParty: { name: payer } };
  const { status } = await bank.call('/v1/transactions?wait=10', { key, body });
  expect(status).toBe(201);
}

async function withdraw(key: string, accountId: string, amount: number, payee: string) {
  const money = { type: 'withdrawal', amount, currency: 'EUR' };
  const body = { ...money, sourceAccountId: accountId, externalParty: { name: payee } };
  return (await bank.call('/v1/transactions?wait=10', { key, body })).body;
}

/** Opens an account that ten payers pay at once and that pays the money on in fifths. */
async function openCollector(key: string) {
  const { customerId, accountIds } = await openAccounts(bank, key, [0]);
  const [accountId = ''] = accountIds;
  for (const letter of 'ABCDEFGHIJ') await deposit(key, accountId, `Payer Number ${letter}`);
  for (let part = 0; part < 5; part++) {
    const sentPayment = await withdraw(key, accountId, 76_000, 'Far Away');
    expect(sentPayment.status, JSON.stringify(sentPayment.risk)).toBe('posted');
  }
  return { customerId, accountId };
}

it('a daily run is made once a day, like a requested run', async () => {
  const { key, developerId } = await register(bank);
  const { customerId, accountId } = await openCollector(key);
  await openAccounts(bank, key, [1_000]);
  await openAccounts(bank, key, [0]);
  const answer = await bank.call('/v1/ai/aml-monitor', { key, body: { scope: { customerId } } });
  const suspected = answer.body.typologies.filter(
    (typology: { triggered: boolean }) => typology.triggered,
  );
  expect(suspected.length).toBeGreaterThan(0);
  expect(answer.body.origin).toBe('request');

  await createSweep()();
  const { body } = await bank.call('/v1/aml/alerts', { key });
  const codesOf = (list: { code?: string; typology?: string }[]) =>
    list.map(({ code, typology }) => code ?? typology).sort();
  expect(codesOf(body.data)).toEqual(codesOf(suspected));
  const run = (await bank.call(`/v1/ai/aml-monitor/${body.data[0].runId}`, { key })).body;
  expect(run).toMatchObject({ origin: 'daily', scope: { customerId }, truncated: false });
  expect(run.typologies).toEqual(answer.body.typologies);
  expect(await listEmitted(key)).toEqual(suspected.map(() => 'aml.alert.opened'));
  // The customer without bookings is left out.
  const day = dayAt(ledgerOf().clock(developerId));
  expect(daysOf(developerId)).toMatchObject([{ day, customers: 2, runs: 1 }]);

  const rowsBefore = countRows(bank, 'sandbox');
  const secondSweep = createSweep();
  for (let pass = 0; pass < 3; pass++) expect(await secondSweep()).toBe(0);
  expect(await createSweep()()).toBe(0);
  expect(countRows(bank, 'sandbox')).toEqual(rowsBefore);

  // Missed days are covered by one run; a known suspicion opens no second alert.
  await advanceDays(bank, key, 3);
  await deposit(key, accountId, 'Payer Number K');
  const onwardPayment = await withdraw(key, accountId, 39_800, 'Farther Away');
  if (hasModule('risk')) {
    // The risk engine holds payments while the alert is open, so a person has to release this one.
    const received = onwardPayment.risk.reasons.map(({ code }: { code: string }) => code);
    expect([onwardPayment.status, received]).toEqual([
      'pending_review',
      expect.arrayContaining(['aml_alert_open']),
    ]);
    const released = { transactionId: onwardPayment.id, decision: 'approved' };
    await bank.call('/v1/sandbox/simulations/review-decision', { key, body: released });
  }
  await vi.waitFor(async () => {
    const laterAnswer = await bank.call(`/v1/transactions/${onwardPayment.id}`, { key });
    expect(laterAnswer.body.status).toBe('posted');
  }, 20_000);
  await createSweep()();
  const days = daysOf(developerId);
  expect(days.map((due) => due.day - day)).toEqual([0, 3]);
  expect(days[1]).toMatchObject({ runs: 1 });
  expect((await listEmitted(key)).filter((type) => type === 'aml.alert.opened')).toHaveLength(
    suspected.length,
  );
  expect(await listEmitted(key)).toContain('aml.alert.updated');
  await advanceDays(bank, key, 1);
  await createSweep()();
  expect(daysOf(developerId)).toHaveLength(3);
  expect(daysOf(developerId)[2]).toMatchObject({ runs: 0 });
  expect(runsOf(developerId)).toHaveLength(3);
}, 60_000);

it('a daily run opens an alert about a circle of transfers, with the same findings as a requested run', async () => {
  const { key } = await register(bank);
  const { customerId, accountIds } = await openAccounts(bank, key, [500_000]);
  const circle = [...accountIds];
  for (let hop = 0; hop < 2; hop += 1) {
    circle.push(...(await openAccounts(bank, key, [1_000])).accountIds);
  }
  for (const [hop, sourceAccountId] of circle.entries()) {
    const destinationAccountId = circle[(hop + 1) % circle.length];
    const body = { type: 'transfer', amount: 300_000 - hop * 1_000, currency: 'EUR' };
    const sides = { sourceAccountId, destinationAccountId };
    const sendAnswer = await bank.call('/v1/transactions?wait=10', {
      key,
      body: { ...body, ...sides },
    });
    expect(sendAnswer.body.status, JSON.stringify(sendAnswer.body.risk)).toBe('posted');
  }
  await createSweep()();
  const { body } = await bank.call('/v1/aml/alerts', { key });
  const alert = body.data.find((one: { customerId: string }) => one.customerId === customerId);
  expect(alert).toMatchObject({ typology: 'round_tripping', accountId: circle[0] });
  const run = (await bank.call(`/v1/ai/aml-monitor/${alert.runId}`, { key })).body;
  const askedRun = await bank.call('/v1/ai/aml-monitor', { key, body: { scope: { customerId } } });
  expect(run.typologies).toEqual(askedRun.body.typologies);
}, 60_000);

it('a daily run continues where another process stopped and checks no customer twice', async () => {
  const { key, developerId } = await register(bank);
  const customers: string[] = [];
  for (let n = 0; n < 3; n++) customers.push((await openCollector(key)).customerId);
  const reachedCustomers: (string | undefined)[] = [];
  // Each pass is another process, which has time for one customer.
  for (let pass = 0; pass < 40 && !daysOf(developerId)[0]?.finishedAt; pass++) {
    await createSweep(0)();
    const [today] = daysOf(developerId);
    if (today && reachedCustomers.at(-1) !== today.afterCustomer)
      reachedCustomers.push(today.afterCustomer);
  }
  expect(reachedCustomers).toEqual(customers);
  expect(daysOf(developerId)).toMatchObject([{ customers: 3, runs: 3 }]);
  expect(runsOf(developerId)).toHaveLength(3);
}, 60_000);

it('a daily run advances a day only once across processes, and the days in order', async () => {
  const { key, developerId: tenantId } = await register(bank);
  await openAccounts(bank, key, [1_000]);
  const ledger = ledgerOf();
  const { database } = ledger;
  const moved = { movedFrom: 1, movedTo: 2 };
  expect(await ledger.run(beginAmlDay, { tenantId, day: 20_000, ...moved })).toBe(true);
  expect(await ledger.run(beginAmlDay, { tenantId, day: 20_000, ...moved })).toBe(false);
  expect(await ledger.run(beginAmlDay, { tenantId, day: 19_999, ...moved })).toBe(false);
  const step = { tenantId, day: 20_000, customers: 1, findings: null, isOver: false };
  expect(await ledger.run(stepAmlDay, { ...step, from: '', to: 'cust_b' })).toBe(true);
  expect(await ledger.run(stepAmlDay, { ...step, from: '', to: 'cust_a' })).toBe(false);
  expect(daysOf(tenantId)).toMatchObject([{ customers: 1, afterCustomer: 'cust_b' }]);
  expect(
    await ledger.run(stepAmlDay, { ...step, from: 'cust_b', to: 'cust_c', isOver: true }),
  ).toBe(true);
  expect(await ledger.run(stepAmlDay, { ...step, from: 'cust_c', to: 'cust_d' })).toBe(false);
  const run = (sql: string) => () => database.raw.prepare(sql).run();
  const ownRows = `tenant_id = '${tenantId}'`;
  expect(run(`UPDATE aml_days SET customers = 9 WHERE ${ownRows}`)).toThrow('never back');
  expect(run(`DELETE FROM aml_days WHERE ${ownRows}`)).toThrow('never deleted');
  expect(
    run(`INSERT INTO aml_days SELECT tenant_id, day - 1, moved_from, moved_to, '', 0, 0,
      started_at, NULL FROM aml_days WHERE ${ownRows}`),
  ).toThrow('in its turn');
});
