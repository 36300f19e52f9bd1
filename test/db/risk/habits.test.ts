// The habits stored per account for judging are compared with queries over the entries, written
// independently: at 10,000 random moments of random accounts, in banks of several seeds.

import { expect, test } from 'vitest';
import { ledgerMarket } from '../../../db/exchange/market.ts';
import type { Ledger } from '../../../db/ledger.ts';
import { settleTransactions } from '../../../db/money/calls.ts';
import { habitsIn } from '../../../db/risk/habits.ts';
import { partyKeysOf } from '../../../db/risk/parties.ts';
import {
  createHabits,
  NO_PARTY,
  noteMovement,
  packHabits,
  sumIn,
  unpackHabits,
} from '../../../ledger/decisions/habits.ts';
import { summarisePayee, summarisePayer } from '../../../models/features/habit-histories.ts';
import { createRandom } from '../../../models/learn/train/random.ts';
import { acceptIn, openAccountIn, openCustomerIn, TENANT } from '../../kit/bank/books.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { stoppedClock } from '../sqlite-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WORKFLOW = { id: 'test', runId: 'test' };
const OUTSIDERS = [
  null,
  { name: 'Bob' },
  { name: 'Eve', accountNumber: 'DE1' },
  { name: 'Eve', accountNumber: 'DE2' },
  { name: 'Mill', accountNumber: 'DE3' },
];
const MOMENTS = 10_000;
const SEEDS = [11, 12, 13, 14];

/**
 * Reads the counted movements of accounts from the journal. They change with a payment only, so they
 * are read once for all questions between two payments.
 */
const MOVED_MONEY = `WITH moved AS (
  SELECT e.account_id AS account, e.posted_at AS at, e.ledger_sequence AS sequence, e.amount,
    iif(t.source_account_id = e.account_id, 'out', 'in') AS side,
    iif(t.source_account_id = e.account_id, t.destination_account_id, t.source_account_id) AS other,
    coalesce(t.external_party ->> 'accountNumber', t.external_party ->> 'name', '-') AS outside
  FROM entries e JOIN transactions t ON t.id = e.transaction_id
  LEFT JOIN accounts d ON d.id = t.destination_account_id
  WHERE e.account_id IN (SELECT value FROM json_each(:accounts))
    AND t.type IN ('transfer', 'withdrawal', 'deposit')
    AND NOT (t.type = 'transfer' AND d.customer_id = t.customer_id)
), known AS (
  SELECT *, iif(instr(other, '/') > 0, 'x' || outside, other) AS party FROM moved
)
SELECT *, row_number() OVER (PARTITION BY account, side, party ORDER BY at, sequence) AS nth
FROM known`;

const placesWithin = (minutes: number, places: number) =>
  `at / ${minutes * MINUTE} > :moment / ${minutes * MINUTE} - ${places}`;
const [HOURLY, DAILY_PLACES] = [placesWithin(5, 12), placesWithin(60, 24)];
const [WEEKLY, QUARTERLY] = [placesWithin(360, 28), placesWithin(7_200, 18)];
const sumOutgoing = (condition: string, label = '1') =>
  `coalesce(sum(iif(side = 'out' AND ${condition}, ${label}, 0)), 0)`;
const sumIncoming = (condition: string, label = '1') =>
  `coalesce(sum(iif(side = 'in' AND ${condition}, ${label}, 0)), 0)`;
const inQuarter = (quarter: number) =>
  sumOutgoing(`${QUARTERLY} AND at % ${DAY} / ${6 * HOUR} = ${quarter}`);

const ACCOUNT = `SELECT
  ${sumOutgoing(HOURLY)} AS out1h, ${sumOutgoing(`${HOURLY} AND nth = 1`)} AS newPayees1h,
  ${sumOutgoing(`${HOURLY} AND nth = 1 AND amount < 3000`)} AS newSmall1h,
  ${sumOutgoing(DAILY_PLACES)} AS out24h, ${sumOutgoing(DAILY_PLACES, 'amount')} AS sum24h,
  ${sumOutgoing(`${DAILY_PLACES} AND nth = 1`)} AS newPayees24h,
  ${sumOutgoing(`${DAILY_PLACES} AND amount >= 800000`)} AS near24h,
  ${sumIncoming(DAILY_PLACES, 'amount')} AS in24h,
  ${sumIncoming(`${DAILY_PLACES} AND nth = 1`, 'amount')} AS newPayersSum24h,
  ${sumOutgoing(WEEKLY)} AS out7d, ${sumOutgoing(WEEKLY, 'amount')} AS sum7d,
  ${sumIncoming(WEEKLY, 'amount')} AS in7d,
  count(DISTINCT iif(side = 'in' AND ${WEEKLY}, party, NULL)) AS payers7d,
  ${sumIncoming(`${WEEKLY} AND nth = 1`)} AS newPayers7d,
  ${sumOutgoing(QUARTERLY)} AS out90d, ${sumOutgoing(QUARTERLY, 'amount')} AS sum90d,
  coalesce(max(iif(side = 'out' AND ${QUARTERLY}, amount, 0)), 0) AS largest90d,
  ${inQuarter(0)} AS q0, ${inQuarter(1)} AS q1, ${inQuarter(2)} AS q2, ${inQuarter(3)} AS q3,
  max(iif(side = 'out', at, NULL)) AS lastOut FROM counted_movements WHERE account = :account`;

const PARTY = `SELECT
  coalesce(sum(side = 'out'), 0) AS outCount,
  coalesce(sum(iif(side = 'out', amount, 0)), 0) AS outSum,
  min(iif(side = 'out', at, NULL)) AS outFirstAt, max(iif(side = 'out', at, NULL)) AS outLastAt,
  coalesce(max(iif(side = 'out', amount, 0)), 0) AS outLargest,
  coalesce(sum(side = 'in'), 0) AS inCount, coalesce(sum(iif(side = 'in', amount, 0)), 0) AS inSum,
  min(iif(side = 'in', at, NULL)) AS inFirstAt, max(iif(side = 'in', at, NULL)) AS inLastAt
  FROM counted_movements WHERE account = :account AND party = :party`;

async function createBank(seed: number) {
  const clock = stoppedClock();
  const ledger = await openTestLedger({ environment: 'sandbox', file: ':memory:', now: clock.now });
  const accounts: string[] = [];
  for (const paymentCounts of [2, 1, 1, 1]) {
    const customer = await openCustomerIn(ledger, TENANT);
    for (let index = 0; index < paymentCounts; index++)
      accounts.push(await openAccountIn(ledger, TENANT, customer, 0));
  }
  return { clock, ledger, accounts, random: createRandom(seed) };
}

async function play(seed: number, moments: number): Promise<void> {
  const { clock, ledger, accounts, random } = await createBank(seed);
  const integerBelow = (count: number) => Math.floor(random.next() * count);
  const pick = <T>(list: readonly T[]): T => list[integerBelow(list.length)] as T;
  try {
    const book = habitsIn(ledger.database, ledgerMarket(ledger.database));
    const { raw } = ledger.database;
    const parameters = { accounts: JSON.stringify(accounts) };
    raw.prepare(`CREATE TEMP TABLE counted_movements AS ${MOVED_MONEY}`).run(parameters);
    const readAgain = raw.prepare(`INSERT INTO counted_movements ${MOVED_MONEY}`);
    const [bySql, partyBySql] = [raw.prepare(ACCOUNT), raw.prepare(PARTY)];
    for (const id of accounts) await pay(ledger, { kind: 'deposit', to: id, amount: 5_000_000 });
    let count = 0;
    while (count < moments) {
      clock.move(
        pick([
          0,
          1,
          integerBelow(MINUTE),
          integerBelow(HOUR),
          integerBelow(HOUR),
          integerBelow(DAY),
          integerBelow(4 * DAY),
        ]),
      );
      const group = Array.from({ length: 1 + integerBelow(4) }, () => ({
        kind: pick(['transfer', 'transfer', 'withdrawal', 'deposit'] as const),
        from: pick(accounts),
        to: pick(accounts),
        outsider: pick(OUTSIDERS),
        amount: 1 + integerBelow(pick([100, 3_500, 20_000, 900_000])),
      }));
      await Promise.all(group.map((value) => pay(ledger, value)));
      raw.exec('DELETE FROM counted_movements');
      readAgain.run(parameters);
      for (let index = 0; index < 20 && count < moments; index++, count++) {
        const account = pick(accounts);
        const moment =
          clock.now() +
          pick([
            0,
            integerBelow(HOUR),
            integerBelow(DAY),
            integerBelow(9 * DAY),
            integerBelow(95 * DAY),
          ]);
        const known = book.find(account);
        if (!known) throw new Error('the account is gone');
        expect(accountByHabits(known, moment)).toEqual(bySql.get({ account, moment }));
        const outsider = pick(OUTSIDERS);
        const other = pick(accounts);
        const isOutside = integerBelow(2) === 0;
        const key = isOutside ? keyOf(outsider) : other;
        const party = isOutside ? `x${outsider?.accountNumber ?? outsider?.name ?? '-'}` : other;
        const { outRises: _, ...stored } = known.party(key);
        expect(stored).toEqual(partyBySql.get({ account, party }));
      }
    }
    // The habits of an account that was used without the risk module are computed from its entries,
    // with the same result.
    const before = accounts.map((id) => book.find(id)?.habits);
    raw.exec('DELETE FROM account_habits; DELETE FROM party_habits');
    expect(accounts.map((id) => book.find(id)?.habits)).toEqual(before);
  } finally {
    ledger.close();
  }
}

const keyOf = (party: (typeof OUTSIDERS)[number]) =>
  partyKeysOf('settlement/EUR/x', { externalParty: party && JSON.stringify(party) }).key;

type KnownHabits = NonNullable<ReturnType<ReturnType<typeof habitsIn>['find']>>;

function accountByHabits({ habits, openedAt: openedAtMs }: KnownHabits, atMs: number) {
  const ownPayerHistory = summarisePayer(habits, NO_PARTY, { openedAtMs, atMs, availableMinor: 0 });
  const payee = summarisePayee(habits, { openedAtMs, atMs });
  const [q0, q1, q2, q3] = ownPayerHistory.outByQuarterDay90d;
  return {
    out1h: ownPayerHistory.out1h.count,
    newPayees1h: sumIn(habits, 'hour', atMs, 'newPayees'),
    newSmall1h: sumIn(habits, 'hour', atMs, 'newPayeesSmall'),
    out24h: ownPayerHistory.out24h.count,
    sum24h: ownPayerHistory.out24h.sumMinor,
    newPayees24h: ownPayerHistory.newPayees24h,
    near24h: sumIn(habits, 'day', atMs, 'nearThreshold'),
    in24h: ownPayerHistory.in24h.sumMinor,
    newPayersSum24h: sumIn(habits, 'day', atMs, 'newPayersSum'),
    out7d: ownPayerHistory.out7d.count,
    sum7d: ownPayerHistory.out7d.sumMinor,
    in7d: payee.inMinor7d,
    payers7d: payee.payers7d,
    newPayers7d: payee.newPayers7d,
    out90d: ownPayerHistory.out90d.count,
    sum90d: ownPayerHistory.out90d.sumMinor,
    largest90d: ownPayerHistory.out90d.largestMinor,
    ...{ q0, q1, q2, q3 },
    lastOut: ownPayerHistory.lastOutAtMs,
  };
}

interface Payment {
  readonly kind: 'transfer' | 'withdrawal' | 'deposit';
  readonly from?: string;
  readonly to?: string;
  readonly outsider?: (typeof OUTSIDERS)[number];
  readonly amount: number;
}

async function pay(ledger: Ledger, { kind, from, to, outsider = null, amount }: Payment) {
  if (kind === 'transfer' && from === to) return;
  const { id } = await acceptIn(ledger, {
    type: kind,
    amount,
    sourceAccountId: kind === 'deposit' ? null : (from ?? null),
    destinationAccountId: kind === 'withdrawal' ? null : (to ?? null),
    externalParty: kind === 'transfer' ? null : outsider,
  });
  await ledger.run(settleTransactions, { ids: [id], workflow: WORKFLOW });
}

test.each(SEEDS)(
  'habit aggregates equal the results of queries over the entries (seed %i)',
  async (seed) => {
    await play(seed, MOMENTS / SEEDS.length);
  },
  180_000,
);

test('the habit record of an account stays below three thousand bytes with any history', () => {
  const habits = createHabits();
  let largest = 0;
  for (let index = 0; index < 200_000; index++) {
    const movement = {
      atMs: 1_760_000_000_000 + index * 4 * MINUTE,
      amountMinor: 1 + ((index * 7_919) % 99_999_999),
      amountReference: 9_000,
      origin: {
        device: 2 ** 47 + index,
        country: 2 ** 47 + index,
        place: [90_000, 180_000] as const,
      },
    };
    noteMovement(habits, NO_PARTY, { ...movement, side: 'out' });
    noteMovement(habits, NO_PARTY, { ...movement, side: 'in' });
    if (index % 1_000 === 0) largest = Math.max(largest, packHabits(habits).length);
  }
  expect(unpackHabits(packHabits(habits))).toEqual(habits);
  expect(largest).toBeLessThan(3_000);
});
