// A bank with four months in its books, for questions about them; and the same figures added up
// from the entries by other code than the bank's.

import { DateTime } from 'luxon';
import { openAccount } from '../../../db/accounts/acts.ts';
import { createCustomer } from '../../../db/customers/acts.ts';
import type { Ledger } from '../../../db/ledger.ts';
import {
  acceptExchange,
  acceptReversal,
  acceptTransaction,
  settleTransactions,
} from '../../../db/money/calls.ts';
import { createSchedule } from '../../../db/schedules/acts.ts';
import { stoppedClock } from '../../db/sqlite-rig.ts';
import { causeOf, draftOf, hashOf, WORKFLOW } from '../../db/teller.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createTestMarket } from '../../kit/money/market.ts';
import { EASY_RATES } from '../../kit/money/rates.ts';
import { DAILY } from '../../kit/money/scheduling.ts';

export const ZONE = 'Europe/Berlin';
export const NOW = Date.parse('2026-11-18T10:00:00Z');
const TENANT = 'dev_06ayx0rw7mf5w0h1y6k2v3c4d5';
const START_TIME = Date.parse('2026-08-01T08:00:00Z');
const HOUR = 3_600_000;

export interface AskedBank {
  readonly ledger: Ledger;
  readonly tenantId: string;
  readonly customerId: string;
  readonly everyday: string;
  readonly savings: string;
  readonly dollars: string;
}

const SHOPS = [
  ['Green Grocer', 'groceries', 3_120],
  ['Super Mart', 'groceries', 5_475],
  ['Bella Pasta', 'dining', 4_890],
  ['Noodle Bar', 'dining', 1_735],
  ['City Metro', 'transport', 290],
  ['Power Co', 'utilities', 7_305],
  ['Streamly', 'subscriptions', 1_299],
  ['City Cinema', 'entertainment', 1_450],
] as const;

/**
 * Opens the bank at noon of 18 November 2026 in Berlin.
 * @param file left out: it is in memory
 */
export async function askedBank(file = ':memory:'): Promise<AskedBank> {
  const clock = stoppedClock(START_TIME);
  const market = createTestMarket(100);
  const ledger = await openTestLedger({ environment: 'sandbox', file, now: clock.now, market });
  const moveClock = (iso: string) => clock.move(Date.parse(iso) - clock.now());
  const { customer, account } = openersOf(ledger);
  const customerId = await customer('Ada Lovelace');
  const everyday = await account(customerId, 'Everyday', 'checking');
  const savings = await account(customerId, 'Rainy Day', 'savings');
  const dollars = await account(customerId, 'Travel Dollars', 'checking', 'USD');
  const maria = await account(await customer('Maria Lopez'), 'Main', 'checking');
  const bob = await account(await customer('Bob Stone'), 'Main', 'checking');
  const send = async (order: Parameters<typeof draftOf>[1]) => {
    const created = await ledger.run(acceptTransaction, draftOf(TENANT, order));
    const [settled] = await ledger.run(settleTransactions, {
      ids: [created.id],
      workflow: WORKFLOW,
    });
    if (settled?.state !== 'final' && order.capture !== 'manual')
      throw new Error(`${settled?.status}`);
    return created.id;
  };
  const party = (name: string) => ({ name, method: 'book' as const });
  for (let month = 8; month <= 11; month++) {
    const on = (day: number) =>
      `2026-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}T09:00:00Z`;
    moveClock(on(month === 8 ? 2 : 1));
    await send({
      to: everyday,
      amount: 320_000 + month,
      category: 'salary',
      externalParty: party('Acme Ltd'),
    });
    await send({ from: everyday, to: maria, amount: 85_000, category: 'rent' });
    await send({ from: everyday, to: savings, amount: 20_000 });
    for (const [index, [name, category, price]] of SHOPS.entries()) {
      for (const day of [3 + index, 12 + (index % 4)]) {
        moveClock(on(day));
        if (clock.now() > NOW) continue;
        const amount = price + month * 11 + day;
        await send({ from: everyday, amount, category, externalParty: party(name) });
      }
    }
    moveClock(on(16));
    await send({ from: everyday, to: bob, amount: 4_000 + month });
    await send({ from: bob, to: everyday, amount: 1_500 + month });
  }
  await lastDays({ ledger, at: moveClock, send, party, everyday, dollars, bob, now: clock.now });
  moveClock('2026-11-18T10:00:00Z');
  await planIn(ledger, everyday, { maria, savings });
  return { ledger, tenantId: TENANT, customerId, everyday, savings, dollars };
}

interface Town {
  readonly ledger: Ledger;
  at(iso: string): void;
  send(order: Parameters<typeof draftOf>[1]): Promise<string>;
  party(name: string): { readonly name: string; readonly method: 'book' };
  readonly everyday: string;
  readonly dollars: string;
  readonly bob: string;
  readonly now: () => number;
}

/** The events of the two days before the questions: a refund, dollars, an exchange, a hold. */
async function lastDays(town: Town): Promise<void> {
  const { ledger, at, send, party, everyday, dollars, bob } = town;
  at('2026-11-17T09:00:00Z');
  const wrong = await send({
    from: everyday,
    amount: 2_222,
    category: 'groceries',
    externalParty: party('Super Mart'),
  });
  await send({
    to: dollars,
    currency: 'USD',
    amount: 90_000,
    externalParty: party('Globex Inc'),
    category: 'salary',
  });
  await send({
    from: dollars,
    currency: 'USD',
    amount: 12_345,
    externalParty: party('Sky Air'),
    category: 'travel',
  });
  const reversal = await ledger.run(acceptReversal, {
    ...{ tenantId: TENANT, transactionId: wrong, amount: 1_000, reason: 'Back', reference: null },
    ...{ allowNegative: false, keyScope: 'test', requestHash: hashOf('back'), cause: causeOf() },
  });
  await ledger.run(settleTransactions, { ids: [reversal.id], workflow: WORKFLOW });
  await exchangeIn(ledger, everyday, dollars);
  at('2026-11-18T07:00:00Z');
  await send({
    from: everyday,
    amount: 650,
    category: 'dining',
    externalParty: party('Noodle Bar'),
  });
  await send({
    from: everyday,
    to: bob,
    amount: 3_300,
    capture: 'manual',
    holdExpiresAt: town.now() + 100 * HOUR,
  });
}

/** Opens customers, and accounts of theirs. */
function openersOf(ledger: Ledger) {
  const customer = async (name: string) => {
    const { id } = await ledger.run(createCustomer, {
      ...{ tenantId: TENANT, type: 'individual', name, email: null, phone: null },
      ...{ dateOfBirth: null, country: null, address: null, metadata: {} },
      ...{ kycStatus: 'verified', requestHash: hashOf(name), cause: causeOf() },
    });
    return id;
  };
  const account = async (
    customerId: string,
    name: string,
    type: 'checking' | 'savings',
    currency = 'EUR',
  ) => {
    const order = { tenantId: TENANT, customerId, type, currency, name, metadata: {} };
    return (
      await ledger.run(openAccount, { ...order, requestHash: hashOf(name), cause: causeOf() })
    ).id;
  };
  return { customer, account };
}

async function exchangeIn(ledger: Ledger, from: string, to: string): Promise<void> {
  const ask = {
    sourceCurrency: 'EUR',
    destinationCurrency: 'USD',
    fixed: 'source',
    amount: 10_000n,
  } as const;
  const created = await ledger.run(acceptExchange, {
    ...{ tenantId: TENANT, sourceAccountId: from, destinationAccountId: to, metadata: {} },
    ...{ description: null, reference: null, category: null, requestHash: hashOf('fx') },
    exchange: { amounts: ask, quoteId: null, maxSlippageBps: 100 },
    cause: causeOf(),
  });
  await ledger.run(settleTransactions, { ids: [created.id], workflow: WORKFLOW });
}

async function planIn(ledger: Ledger, from: string, to: { maria: string; savings: string }) {
  const plan = (destinationAccountId: string, over: object, every: object, name: string) =>
    ledger.run(createSchedule, {
      tenantId: TENANT,
      requestHash: hashOf(name),
      cause: causeOf(),
      terms: {
        ...{ sourceAccountId: from, destinationAccountId, currency: 'EUR', amountType: 'fixed' },
        ...{ localTimeMs: 0, timezone: ZONE, convention: 'none', calendar: 'weekends' },
        ...{ catchUp: 'latest', onInsufficientFunds: 'retry', retryAttempts: 3 },
        ...{
          retryIntervalHours: 24,
          maxConsecutiveFailures: 3,
          notifyDaysBefore: null,
          metadata: '{}',
        },
        ...(over as { amount: number; description: string; startDate: string }),
        recurrence: JSON.stringify({ ...DAILY, ...every }),
      },
    });
  const rent = { amount: 85_000, description: 'rent', startDate: '2026-12-01' };
  await plan(to.maria, rent, { frequency: 'monthly', dayOfMonth: 1 }, 'rent');
  const save = { amount: 2_500, description: 'saving', startDate: '2026-11-20' };
  await plan(to.savings, save, { frequency: 'weekly' }, 'saving');
}

interface Entry {
  readonly accountId: string;
  readonly direction: 'debit' | 'credit';
  readonly amount: number;
  readonly currency: string;
  readonly postedAt: number;
  readonly type: string;
  readonly source: string;
  readonly destination: string;
  readonly category: string | null;
  readonly party: string | null;
  readonly original: string | null;
}

export interface Want {
  readonly category?: string;
  readonly party?: string;
  readonly account?: string;
  readonly currency?: string;
  /** Days in Berlin, both inclusive. Defaults to this month. */
  readonly from?: string;
  readonly to?: string;
}

export type Bookkeeper = ReturnType<typeof bookkeeper>;

/** Sums of a test over the entries: nothing of the bank's own arithmetic is asked. */
export function bookkeeper({ ledger, everyday, savings, dollars }: AskedBank) {
  const { raw } = ledger.database;
  const ownAccounts = [everyday, savings, dollars];
  const all = raw
    .prepare<[], Entry>(
      `SELECT e.account_id AS accountId, e.direction, e.amount, e.currency,
       e.posted_at AS postedAt, t.type, t.source_account_id AS source,
       t.destination_account_id AS destination, coalesce(t.category, o.category) AS category,
       o.type AS original, coalesce(json_extract(t.external_party, '$.name'),
         json_extract(o.external_party, '$.name')) AS party
       FROM entries e JOIN transactions t ON t.id = e.transaction_id
       LEFT JOIN transactions o ON o.id = t.reversal_of ORDER BY e.ledger_sequence`,
    )
    .all();
  const holders = new Map(
    raw
      .prepare<[], { id: string; name: string }>(
        'SELECT a.id, c.name FROM accounts a JOIN customers c ON c.id = a.customer_id',
      )
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const day = (text: string) => DateTime.fromISO(text, { zone: ZONE });
  const otherOf = (entry: Entry) =>
    entry.source === entry.accountId ? entry.destination : entry.source;
  const partyOf = (entry: Entry) => entry.party ?? holders.get(otherOf(entry)) ?? null;
  const within = ({ from = '2026-11-01', to = '2026-11-30', ...want }: Want) =>
    all.filter(
      (item) =>
        ownAccounts.includes(item.accountId) &&
        item.currency === (want.currency ?? 'EUR') &&
        !ownAccounts.includes(otherOf(item)) &&
        item.postedAt >= day(from).toMillis() &&
        item.postedAt < day(to).plus({ days: 1 }).toMillis() &&
        (want.category === undefined || item.category === want.category) &&
        (want.account === undefined || item.accountId === want.account) &&
        (want.party === undefined || partyOf(item) === want.party),
    );
  const isPayment = ({ type }: Entry) => ['transfer', 'deposit', 'withdrawal'].includes(type);
  const out = (want: Want) =>
    within(want).filter((item) => isPayment(item) && item.direction === 'debit');
  const income = (want: Want) =>
    within(want).filter((item) => isPayment(item) && item.direction === 'credit');
  const sum = (rows: readonly Entry[]) => rows.reduce((total, { amount }) => total + amount, 0);
  const returnedIn = (want: Want) =>
    within(want).filter(({ type, original }) => type === 'reversal' && original === 'withdrawal');
  const sumSpent = (want: Want = {}) => sum(out(want)) - sum(returnedIn(want));
  const balance = (id: string, before = Number.MAX_SAFE_INTEGER) =>
    all
      .filter((item) => item.accountId === id && item.postedAt < before)
      .reduce(
        (total, item) => total + (item.direction === 'credit' ? item.amount : -item.amount),
        0,
      );
  return {
    ids: { everyday, savings, dollars },
    /** Cents to dollars at the easy rate of the test, one percent kept, rounded down. */
    convert: (cents: number) => Math.floor(cents * Number(EASY_RATES.USD) * 0.99 + 1e-6),
    spent: sumSpent,
    sumReceived: (want: Want = {}) => sum(income(want)),
    count: (want: Want = {}) => out(want).length,
    amounts: (want: Want = {}) => out(want).map(({ amount }) => amount),
    incomes: (want: Want = {}) => income(want).map(({ amount }) => amount),
    balance,
    /** At the end of a day in Berlin. */
    balanceOn: (id: string, date: string) => balance(id, day(date).plus({ days: 1 }).toMillis()),
    sumExchanged: () =>
      sum(
        all.filter(
          (item) =>
            item.type === 'exchange' && item.accountId === everyday && item.direction === 'debit',
        ),
      ),
  };
}
