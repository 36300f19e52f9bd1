// Alerts on the ledger: the figure each type watches, which event is emitted when, and the cases
// without an event.

import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AlertTerms, changeAlert } from '../../../db/alerts/acts.ts';
import { findAlert } from '../../../db/alerts/reads.ts';
import { checkReadings } from '../../../db/alerts/watch.ts';
import { listEvents } from '../../../db/events/reads.ts';
import { readRelayLag } from '../../../db/events/relay.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { replaceLimits } from '../../../db/limits/acts.ts';
import { captureHeldMoney, settleTransactions } from '../../../db/money/calls.ts';
import type { AlertType } from '../../../ledger/alert.ts';
import {
  acceptIn,
  cause,
  fundIn,
  openAccountIn,
  openCustomer,
  TENANT,
} from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createAlertIn, readTriggeredBalances } from '../../kit/people/alerts.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';

const WORKFLOW = { id: 'test', runId: 'test' };
let ledger: Ledger;
let clock: Clock;
let account: string;
let other: string;
beforeEach(async () => {
  clock = stoppedClock();
  ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const customerId = await openCustomer(ledger);
  account = await openAccountIn(ledger, TENANT, customerId, 500);
  other = await openAccountIn(ledger, TENANT, customerId, 0);
});

async function pay(amount: number, fields: { capture?: 'manual' } = {}): Promise<string> {
  const sides = { sourceAccountId: account, destinationAccountId: other };
  const { id } = await acceptIn(ledger, { ...sides, amount, ...fields });
  await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
  return id;
}

const createAlert = (type: AlertType, terms: Partial<AlertTerms> = {}) =>
  createAlertIn(ledger, account, type, terms);
const evaluateAlerts = () => ledger.run(checkReadings, 100);
const stateOf = async (id: string) =>
  (await findAlert(ledger, { tenantId: TENANT, accountId: account }, id))?.state;
const triggeredBalancesOf = (id: string) => readTriggeredBalances(ledger, id);
async function countCleared(objectId: string): Promise<number> {
  const filter = { tenantId: TENANT, objectId, afterSequence: 0, limit: 100 };
  const page = await listEvents(ledger, { ...filter, type: 'balance.alert.cleared' });
  return page.data.length;
}

describe('a low-balance alert', () => {
  test('notices every dip between two polls', async () => {
    const id = await createAlert('low_balance');
    await pay(450);
    await fundIn(ledger, TENANT, account, 450);
    await pay(460);
    expect(await evaluateAlerts()).toBe(3);
    expect(await triggeredBalancesOf(id)).toEqual([50, 40]);
    expect(await stateOf(id)).toBe('triggered');
  });

  test('counts held money according to the chosen balance', async () => {
    const [available, posted] = [
      await createAlert('low_balance'),
      await createAlert('low_balance', { balanceKind: 'posted' }),
    ];
    const id = await pay(450, { capture: 'manual' });
    await evaluateAlerts();
    expect([await triggeredBalancesOf(available), await triggeredBalancesOf(posted)]).toEqual([
      [50],
      [],
    ]);
    await ledger.run(captureHeldMoney, {
      tenantId: TENANT,
      transactionId: id,
      amount: null,
      cause,
    });
    await evaluateAlerts();
    expect([await triggeredBalancesOf(available), await triggeredBalancesOf(posted)]).toEqual([
      [50],
      [50],
    ]);
  });

  test('on a balance that is already low is triggered from the start, without an event', async () => {
    const id = await createAlert('low_balance', { threshold: 501 });
    expect(await stateOf(id)).toBe('triggered');
    await pay(1);
    await evaluateAlerts();
    expect(await triggeredBalancesOf(id)).toEqual([]);
    await fundIn(ledger, TENANT, account, 100);
    await pay(100);
    await evaluateAlerts();
    expect(await triggeredBalancesOf(id)).toEqual([499]);
  });

  test('clears without an event, unless an event was asked for and its trigger had one', async () => {
    const withoutNotice = await createAlert('low_balance');
    const withNotice = await createAlert('low_balance', { notifyOnClear: true });
    const withoutTriggerEvent = await createAlert('low_balance', {
      notifyOnClear: true,
      threshold: 501,
    });
    await pay(450);
    await fundIn(ledger, TENANT, account, 500);
    await evaluateAlerts();
    const ids = [withoutNotice, withNotice, withoutTriggerEvent];
    expect(await Promise.all(ids.map(countCleared))).toEqual([0, 1, 0]);
    expect(await Promise.all(ids.map(stateOf))).toEqual(['ok', 'ok', 'ok']);
  });

  test('emits nothing during its cool-down', async () => {
    const id = await createAlert('low_balance', { cooldownSeconds: 60 });
    const dipBalance = async () => {
      await pay(450);
      await fundIn(ledger, TENANT, account, 450);
      await evaluateAlerts();
    };
    await dipBalance();
    clock.move(59_999);
    await dipBalance();
    expect(await triggeredBalancesOf(id)).toEqual([50]);
    clock.move(1);
    await dipBalance();
    expect(await triggeredBalancesOf(id)).toEqual([50, 50]);
  });
});

test('alerts on a high balance, large debits and large credits each react to their own movements only', async () => {
  const high = await createAlert('high_balance', { threshold: 600 });
  const debit = await createAlert('large_debit');
  const credit = await createAlert('large_credit');
  await pay(99);
  const largeDebit = await pay(100);
  await fundIn(ledger, TENANT, account, 400);
  await evaluateAlerts();
  expect([
    await triggeredBalancesOf(high),
    await triggeredBalancesOf(debit),
    await triggeredBalancesOf(credit),
  ]).toEqual([[701], [100], [400]]);
  const stored = await findAlert(ledger, { tenantId: TENANT, accountId: account }, debit);
  expect(stored).toMatchObject({ state: 'ok', triggerCount: 1, lastTransactionId: largeDebit });
});

test('an alert on the overdraft in use reads the amount of the balance below zero', async () => {
  ledger.database.raw.exec(`UPDATE accounts SET overdraft_limit = 1000 WHERE id = '${account}'`);
  const id = await createAlert('overdraft_used');
  expect(await stateOf(id)).toBe('ok');
  await pay(599);
  await pay(1);
  await evaluateAlerts();
  expect(await triggeredBalancesOf(id)).toEqual([100]);
});

describe('an alert on a limit that is nearly reached', () => {
  const setLimits = (daily: number | null, monthly: number | null) =>
    ledger.run(replaceLimits, {
      tenantId: TENANT,
      accountId: account,
      currency: 'EUR',
      terms: {
        perTransaction: null,
        daily,
        weekly: null,
        monthly,
        dailyCount: null,
        windows: [],
        allowedCategories: null,
        blockedCategories: [],
        allowedCountries: null,
        blockedCounterparties: [],
        requireApprovalAbove: null,
        requireMfaAbove: null,
      },
      effectiveFrom: null,
      effectiveUntil: null,
      coolOffMs: 0,
      ifVersion: null,
      cause,
    });

  test('is unknown without limits, and shown in percent', async () => {
    const id = await createAlert('limit_near', { threshold: 80 });
    await pay(1);
    await evaluateAlerts();
    expect(await stateOf(id)).toBe('unknown');
    await setLimits(100, null);
    await pay(78);
    await evaluateAlerts();
    expect([await stateOf(id), await triggeredBalancesOf(id)]).toEqual(['ok', []]);
    await pay(1);
    await pay(1);
    await evaluateAlerts();
    expect([await stateOf(id), await triggeredBalancesOf(id)]).toEqual(['triggered', [81]]);
  });

  test('fires again in the next period', async () => {
    await setLimits(100, null);
    const id = await createAlert('limit_near', { threshold: 80 });
    await pay(85);
    await evaluateAlerts();
    clock.move(24 * 60 * 60 * 1000);
    await pay(90);
    await evaluateAlerts();
    expect(await triggeredBalancesOf(id)).toEqual([85, 90]);
  });
});

test('a paused alert evaluates no reading, and is triggered by the present balance when it is enabled', async () => {
  const id = await createAlert('low_balance');
  const act = { tenantId: TENANT, accountId: account, alertId: id, ifVersion: null, cause };
  await ledger.run(changeAlert, { ...act, terms: { enabled: false } });
  await pay(450);
  expect([await evaluateAlerts(), await stateOf(id)]).toEqual([0, 'unknown']);
  await ledger.run(changeAlert, { ...act, terms: { enabled: true } });
  await pay(1);
  await evaluateAlerts();
  expect([await stateOf(id), await triggeredBalancesOf(id)]).toEqual(['triggered', []]);
});

test('an alert that cannot be evaluated is unknown, and delays no other alert', async () => {
  const [brokenAlert, soundAlert] = [
    await createAlert('low_balance'),
    await createAlert('large_debit'),
  ];
  ledger.database.raw.exec(`CREATE TRIGGER inject_fault BEFORE UPDATE OF told ON alerts
    WHEN NEW.id = '${brokenAlert}' BEGIN SELECT RAISE(ABORT, 'injected fault'); END`);
  await pay(450);
  await evaluateAlerts();
  expect([await stateOf(brokenAlert), await triggeredBalancesOf(soundAlert)]).toEqual([
    'unknown',
    [450],
  ]);
  expect(readRelayLag(ledger).unread).toBe(false);
});

test('an account without alerts writes no reading', async () => {
  const spy = vi.spyOn(ledger, 'run');
  await pay(450);
  expect(readRelayLag(ledger).unread).toBe(false);
  expect(spy.mock.calls.map(([act]) => act)).not.toContain(checkReadings);
});

test('an alert never replaces a newer balance by an older one', async () => {
  const id = await createAlert('low_balance');
  const setVersion = (version: number) =>
    ledger.database.raw
      .prepare('UPDATE alerts SET balance_version = ? WHERE id = ?')
      .run(version, id);
  setVersion(100);
  expect(() => setVersion(99)).toThrow('later balances only');
  await pay(450);
  await evaluateAlerts();
  expect(await triggeredBalancesOf(id)).toEqual([]);
});
