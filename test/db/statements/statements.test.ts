// A statement adds up for any history of the account and any period. It is read from a snapshot in
// pieces while other transactions are written.

import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Ledger } from '../../../db/ledger.ts';
import { acceptExchange } from '../../../db/money/calls.ts';
import {
  keyBefore,
  listMovementsAfter,
  type Movement,
  movementKey,
  openStatement,
  readStatementTotals,
  type StatementRange,
  streamMovements,
} from '../../../db/statements/reads.ts';
import { openTestLedger } from '../../kit/bank/opened-ledger.ts';
import { createTestMarket, makeRateTable } from '../../kit/money/market.ts';
import { isDeep } from '../../kit/suite/tier.ts';
import { stoppedClock } from '../sqlite-rig.ts';
import type { Clock } from '../store-rig.ts';
import { causeOf, hashOf, type Teller, tellerOf } from '../teller.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
type Code = (typeof CURRENCIES)[number];

interface Bank {
  readonly ledger: Ledger;
  readonly clock: Clock;
  readonly teller: Teller;
  /** Two accounts in each currency. */
  readonly accounts: Readonly<Record<Code, readonly [string, string]>>;
}

async function openBank(): Promise<Bank> {
  const clock = stoppedClock();
  const market = createTestMarket(30);
  market.set(makeRateTable({ JPY: '162.5', KWD: '0.3331' }));
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: clock.now,
    market,
  });
  onTestFinished(() => ledger.close());
  const execute = async (sql: string) => void ledger.database.raw.exec(sql);
  const balance = async () => null;
  const teller = tellerOf({ store: ledger, people: ledger, balance, execute });
  const pair = async (currency: Code) =>
    [await teller.account({ currency }), await teller.account({ currency })] as const;
  const accounts = { EUR: await pair('EUR'), JPY: await pair('JPY'), KWD: await pair('KWD') };
  return { ledger, clock, teller, accounts };
}

/** One act on an account; acts may be refused. */
interface Act {
  readonly kind: 'deposit' | 'withdrawal' | 'transfer' | 'capture' | 'cancel' | 'reverse' | 'trade';
  readonly currency: Code;
  readonly amount: number;
  readonly waitMs: number;
}

const acts = fc.array(
  fc.record<Act>({
    kind: fc.constantFrom(
      'deposit',
      'withdrawal',
      'transfer',
      'capture',
      'cancel',
      'reverse',
      'trade',
    ),
    currency: fc.constantFrom(...CURRENCIES),
    amount: fc.oneof(fc.integer({ min: 1, max: 2_000 }), fc.integer({ min: 1, max: 2 ** 40 })),
    waitMs: fc.integer({ min: 0, max: 3 }),
  }),
  { minLength: 5, maxLength: 30 },
);

async function runAct(bank: Bank, { kind, currency, amount, waitMs }: Act): Promise<void> {
  const { teller, accounts, clock, ledger } = bank;
  const [from, to] = accounts[currency];
  const order = { amount, currency };
  clock.move(waitMs);
  if (kind === 'deposit') await teller.send({ ...order, to: from });
  if (kind === 'withdrawal') await teller.send({ ...order, from });
  if (kind === 'transfer') await teller.send({ ...order, from, to });
  if (kind === 'capture' || kind === 'cancel') {
    const id = await teller.send({ ...order, from, to, capture: 'manual' });
    if (kind === 'capture') await teller.capture(id, Math.ceil(amount / 2));
    else await teller.release(id, 'canceled');
  }
  if (kind === 'reverse') {
    const last = ledger.database.raw
      .prepare<[string], string>(
        `SELECT id FROM transactions WHERE status = 'posted' AND type <> 'reversal'
         AND currency = ? ORDER BY id DESC LIMIT 1`,
      )
      .pluck()
      .get(currency);
    const created = last && (await teller.reverse(last, { amount: Math.min(amount, 5) }));
    if (created) await teller.settle(created.id);
  }
  if (kind === 'trade') await exchangeBetween(bank, currency, amount);
}

async function exchangeBetween({ ledger, teller, accounts }: Bank, currency: Code, amount: number) {
  const other = currency === 'EUR' ? 'JPY' : 'EUR';
  const accepted = await ledger.run(acceptExchange, {
    tenantId: teller.tenantId,
    sourceAccountId: accounts[currency][0],
    destinationAccountId: accounts[other][0],
    exchange: {
      amounts: {
        sourceCurrency: currency,
        destinationCurrency: other,
        fixed: 'source',
        amount: BigInt(amount),
      },
      quoteId: null,
      maxSlippageBps: 100,
    },
    description: null,
    reference: null,
    category: null,
    metadata: {},
    requestHash: hashOf('trade'),
    cause: causeOf(),
  });
  await teller.settle(accepted.id);
}

async function readStatement({ ledger, teller }: Bank, accountId: string, range: StatementRange) {
  const books = await openStatement(ledger, teller.tenantId, accountId, range);
  if (!books) throw new Error('no such account');
  const totals = await readStatementTotals(ledger, books);
  const movements: Movement[] = [];
  for await (const piece of streamMovements(ledger, books)) movements.push(...piece);
  return { books, ...totals, opening: books.opening, movements };
}

/** Returns the balance before a time from all entries, without the code under test. */
function computeBalanceBefore({ ledger }: Bank, accountId: string, time: number): bigint {
  const rows = ledger.database.raw
    .prepare<[string, number], { direction: string; amount: bigint }>(
      'SELECT direction, amount FROM entries WHERE account_id = ? AND posted_at < ?',
    )
    .safeIntegers()
    .all(accountId, time);
  const signed = rows.map((row) => (row.direction === 'credit' ? row.amount : -row.amount));
  return signed.reduce((sum, amount) => sum + amount, 0n);
}

const signedSum = (movements: readonly Movement[]) =>
  movements.reduce(
    (sum, { direction, amount }) => sum + BigInt(direction === 'credit' ? amount : -amount),
    0n,
  );

describe('an account statement', () => {
  test('adds up, and joins the statements beside it, for any period of any history', async () => {
    let movementsSeen = 0;
    await fc.assert(
      fc.asyncProperty(acts, fc.tuple(fc.nat(1_000), fc.nat(1_000)), async (history, cuts) => {
        const bank = await openBank();
        const begin = bank.clock.now();
        for (const act of history) await runAct(bank, act);
        bank.clock.move(1);
        const end = bank.clock.now();
        const cutAt = (part: number) => begin + Math.floor(((end - begin) * part) / 1_000);
        const [early = begin, laterEnd = end] = cuts.map(cutAt).sort((a, b) => a - b);
        for (const accountId of Object.values(bank.accounts).flat()) {
          const parts = [];
          for (const range of [
            { from: begin - 5, to: early },
            { from: early, to: laterEnd },
            { from: laterEnd, to: end },
          ]) {
            parts.push(await readStatement(bank, accountId, range));
          }
          const wholeStatement = await readStatement(bank, accountId, { from: begin - 5, to: end });
          for (const part of [...parts, wholeStatement]) {
            const { opening, closing, credit, debit, movements, books } = part;
            expect(opening + credit.amount - debit.amount).toBe(closing);
            expect(opening + signedSum(movements)).toBe(closing);
            expect(credit.count + debit.count).toBe(movements.length);
            expect(opening).toBe(computeBalanceBefore(bank, accountId, books.from));
            expect(closing).toBe(computeBalanceBefore(bank, accountId, books.to));
            expect(movements.at(-1)?.balanceAfter ?? Number(opening)).toBe(Number(closing));
          }
          const [first, second, third] = parts;
          expect(first?.opening).toBe(0n);
          expect(first?.closing).toBe(second?.opening);
          expect(second?.closing).toBe(third?.opening);
          expect(parts.flatMap(({ movements }) => movements)).toEqual(wholeStatement.movements);
          movementsSeen += wholeStatement.movements.length;
        }
      }),
      { numRuns: isDeep ? 25 : 8 },
    );
    expect(movementsSeen).toBeGreaterThan(isDeep ? 50 : 15);
  }, 120_000);

  test('has the same movements in pages of any length', async () => {
    const bank = await openBank();
    const [account] = bank.accounts.EUR;
    const from = bank.clock.now();
    for (let count = 0; count < 7; count += 1) {
      await bank.teller.post({ to: account, amount: 10 + count });
      bank.clock.move(count % 2);
    }
    bank.clock.move(1);
    const wholeStatement = await readStatement(bank, account, { from, to: bank.clock.now() });
    expect(wholeStatement.movements).toHaveLength(7);
    for (const limit of [1, 2, 3, 7, 8]) {
      const paged: Movement[] = [];
      for (let after = keyBefore(wholeStatement.books); ; ) {
        const page = listMovementsAfter(bank.ledger, wholeStatement.books, after, limit);
        paged.push(...page);
        const last = page.at(-1);
        if (!last) break;
        const key = movementKey(bank.ledger, wholeStatement.books, last.transactionId);
        if (!key) throw new Error('a movement has no position');
        after = key;
      }
      expect(paged).toEqual(wholeStatement.movements);
    }
  });

  test('excludes bookings made while it is read', async () => {
    const bank = await openBank();
    const [account] = bank.accounts.EUR;
    const from = bank.clock.now();
    for (let count = 0; count < 3; count += 1) await bank.teller.post({ to: account, amount: 5 });
    const range = { from, to: from + 60_000 };
    const books = await openStatement(bank.ledger, bank.teller.tenantId, account, range);
    if (!books) throw new Error('no such account');
    await bank.teller.post({ to: account, amount: 100 });
    const totals = await readStatementTotals(bank.ledger, books);
    expect(totals.closing).toBe(15n);
    const movements: Movement[] = [];
    for await (const piece of streamMovements(bank.ledger, books)) movements.push(...piece);
    expect(movements).toHaveLength(3);
  });

  test('that does not add up is an error, not a result', async () => {
    const bank = await openBank();
    const [account] = bank.accounts.EUR;
    const from = bank.clock.now();
    for (let count = 0; count < 3; count += 1) await bank.teller.post({ to: account, amount: 5 });
    const { raw } = bank.ledger.database;
    raw.exec('DROP TRIGGER entries_no_update');
    raw.exec(`UPDATE entries SET balance_after = 11 WHERE balance_after = 10`);
    await expect(readStatement(bank, account, { from, to: from + 60_000 })).rejects.toThrow(
      /add up/,
    );
    raw.exec(`UPDATE entries SET balance_after = 10 WHERE balance_after = 11;
      UPDATE entries SET amount = 6 WHERE balance_after = 10`);
    await expect(readStatement(bank, account, { from, to: from + 60_000 })).rejects.toThrow(
      /add up/,
    );
  });

  test('of another tenant is not found', async () => {
    const bank = await openBank();
    const [account] = bank.accounts.EUR;
    const range = { from: 0, to: bank.clock.now() };
    expect(await openStatement(bank.ledger, 'dev_other', account, range)).toBeNull();
    const settlement = `settlement/EUR/${bank.teller.tenantId}`;
    await bank.teller.post({ to: account, amount: 5 });
    expect(await openStatement(bank.ledger, bank.teller.tenantId, settlement, range)).toBeNull();
  });
});
