// Histories that are read forward from the journal are those of the simulator that the fraud model
// was trained with: fast-check makes up what happens, a book gets it directly, and a reader
// reads the ledger at moments of its own, inside commits too. SEEDS sets how many lives.

import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Pages, pagesOf, partyOf } from '../../ai/risk/pages.ts';
import type { Ledger } from '../../db/ledger.ts';
import {
  historyBook,
  newPage,
  type PostedTransfer,
  payeeHistory,
  payerHistory,
  ruleHistory,
} from '../../models/features/transfer-history.ts';
import { stoppedClock } from '../db/sqlite-rig.ts';
import { acceptIn, accountIn, customerIn, TENANT, takeBackIn } from '../kit/bank/books.ts';
import { openTestLedger } from '../kit/bank/opened-ledger.ts';
import { isDeep } from '../kit/suite/tier.ts';

const LIVES = Number(process.env.SEEDS ?? (isDeep ? 40 : 10));
const DAY_MS = 86_400_000;
const AMOUNT = 3;
const FAULT = new Error('a part of the commit fails');
const WORKFLOW = { id: 'test', runId: 'test' };
interface Outsider {
  readonly name: string;
  readonly accountNumber?: string;
  readonly method?: 'book';
}
const OUTSIDERS: readonly (Outsider | null)[] = [
  null,
  { name: 'Bob' },
  { name: 'Eve', accountNumber: 'DE1' },
];

const place = fc.integer({ min: 0, max: 2 });
/** What shares one commit: payments that are settled in it, looks between them, faults. */
const group = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('settle' as const), from: place, to: place }),
    fc.record({
      kind: fc.constant('look' as const),
      account: place,
      fails: fc.boolean(),
      turns: fc.nat(4),
    }),
  ),
  { minLength: 2, maxLength: 8 },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom('transfer' as const, 'withdrawal' as const, 'deposit' as const),
      from: place,
      to: place,
      outsider: place,
      amount: fc.integer({ min: 1, max: 5_000 }),
      takenBack: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ms: fc.oneof(
        fc.constantFrom(0, 1, 3_600_000, DAY_MS, 7 * DAY_MS, 90 * DAY_MS),
        fc.integer({ min: 0, max: 40 * DAY_MS }),
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const), account: place }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('group' as const), group }) },
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Group = typeof group extends fc.Arbitrary<infer T> ? T : never;
type Payment = Extract<Step, { amount: number }>;

async function live(steps: readonly Step[]): Promise<void> {
  const clock = stoppedClock();
  let fed: Pages | undefined;
  const ledger = await openTestLedger({
    environment: 'sandbox',
    file: ':memory:',
    now: clock.now,
    risk: (parts) => {
      fed = pagesOf(parts);
      return {
        asksApart: () => false,
        ask: async () => new Map(),
        rules: () => [],
        followBooking: fed.followBooking,
      };
    },
  });
  try {
    const customerId = await customerIn(ledger, TENANT);
    const accounts: string[] = [];
    for (let at = 0; at < 3; at++) accounts.push(await accountIn(ledger, TENANT, customerId, 0));
    const book = historyBook();
    const opened = ledger.database.raw.prepare<[string], number>(
      'SELECT created_at FROM accounts WHERE id = ?',
    );
    const version = ledger.database.raw
      .prepare<[string], number>('SELECT version FROM accounts WHERE id = ?')
      .pluck();
    for (const id of accounts) book.open(id, opened.pluck().get(id) ?? 0);
    const pages = fed ?? pagesOf(ledger);
    const unfed = pagesOf(ledger);
    const outside = OUTSIDERS.map((party) => partyNamed(party));

    function look(account: string): void {
      const at = clock.now();
      // The rules know the version from the commit, and come first half of the time.
      const early = at % 2 === 0 ? pages.ofVersion(account, version.get(account) ?? 0) : null;
      const page = pages.read(account)?.page ?? newPage(null);
      expect(early ?? page).toBe(page);
      expect(pages.readAll(new Set([account])).get(account)?.page ?? page).toBe(page);
      expect(page).toEqual(unfed.read(account)?.page);
      for (const party of [...accounts, ...outside]) {
        const all = payerHistory(page, party, at, 7);
        expect(all).toEqual(book.ofPayer(account, party, at, 7));
        expect(ruleHistory(page, party, at)).toEqual({
          outCount1h: all.out1h.count,
          out24h: all.out24h,
          paidBefore: all.toPayee.count,
        });
      }
      expect(payeeHistory(page, at)).toEqual(book.ofPayee(account, at));
    }

    for (const one of steps) {
      if (one.kind === 'pass') clock.move(one.ms);
      else if (one.kind === 'look') look(accounts[one.account] ?? '');
      else if (one.kind === 'group') {
        for (const posted of await inOneCommit(ledger, accounts, one.group, pages)) {
          book.add(posted);
        }
      } else {
        const posted = await pay(ledger, accounts, one);
        if (posted) book.add(posted);
      }
    }
    for (const account of accounts) look(account);
  } finally {
    ledger.close();
  }
}

const partyNamed = (party: (typeof OUTSIDERS)[number] | undefined) =>
  partyOf('settlement/EUR/x', { externalParty: party ? JSON.stringify(party) : null });

/** What was booked, in the words of the book; null when the money was not there. */
async function pay(ledger: Ledger, accounts: readonly string[], one: Payment) {
  const { kind, amount } = one;
  const [from = '', to = ''] = [accounts[one.from], accounts[one.to]];
  if (kind === 'transfer' && from === to) return null;
  const outsider = kind === 'transfer' ? null : (OUTSIDERS[one.outsider] ?? null);
  const facts = await acceptIn(ledger, {
    type: kind,
    amount,
    sourceAccountId: kind === 'deposit' ? null : from,
    destinationAccountId: kind === 'withdrawal' ? null : to,
    externalParty: outsider,
  });
  const [settled] = await ledger.store.settle([facts.id], WORKFLOW);
  if (settled?.status !== 'posted') return null;
  const atMs = readPostingTime(ledger, facts.id);
  if (one.takenBack) {
    // What is taken back is in no history, and does not take the payment out of it.
    const back = await takeBackIn(ledger, facts, amount).catch(() => null);
    if (back) await ledger.store.settle([back.id], WORKFLOW);
  }
  return {
    atMs,
    payer: kind === 'deposit' ? partyNamed(outsider) : from,
    payee: kind === 'withdrawal' ? partyNamed(outsider) : to,
    amountMinor: amount,
  };
}

/**
 * What is settled and looked at in one commit; some looks fail and are undone with all that
 * came before them in the first try. Inside it a page is compared with one that is read anew.
 */
async function inOneCommit(
  ledger: Ledger,
  accounts: readonly string[],
  parts: Group,
  pages: Pages,
): Promise<PostedTransfer[]> {
  const drafted = parts.map(async (one) => {
    const [from = '', to = ''] =
      one.kind === 'settle' ? [accounts[one.from], accounts[one.to]] : [];
    if (from === to) return null;
    const facts = await acceptIn(ledger, {
      amount: AMOUNT,
      sourceAccountId: from,
      destinationAccountId: to,
    });
    return { id: facts.id, payer: from, payee: to };
  });
  const payments = await Promise.all(drafted);
  const posted: PostedTransfer[] = [];
  const done = parts.map(async (one, index) => {
    const payment = payments[index];
    if (one.kind === 'settle' && payment) {
      const [settled] = await ledger.store.settle([payment.id], WORKFLOW);
      const atMs = readPostingTime(ledger, payment.id);
      if (settled?.status === 'posted') posted.push({ ...payment, atMs, amountMinor: AMOUNT });
    } else if (one.kind === 'look') {
      // A settlement gets to its commit some turns of the promises later: looks come between.
      for (let turn = 0; turn < one.turns; turn++) await null;
      await ledger.database
        .write(() => {
          const account = accounts[one.account] ?? '';
          if (one.fails) bookAgain(ledger, account);
          expect(pages.read(account)).toEqual(pagesOf(ledger).read(account));
          if (one.fails) throw FAULT;
        })
        .catch((error) => expect(error).toBe(FAULT));
    }
  });
  await Promise.all(done);
  return posted;
}

/** Books the latest movement of an account once more, for a commit that is going to be undone. */
function bookAgain({ database: { raw } }: Ledger, account: string): void {
  const entry = raw
    .prepare<[string], Record<string, unknown>>(
      'SELECT * FROM entries WHERE account_id = ? ORDER BY ledger_sequence DESC LIMIT 1',
    )
    .get(account);
  const again = Object.values({ ...entry, ledger_sequence: 1_000_000_000 });
  if (entry) raw.prepare(`INSERT INTO entries VALUES (${again.map(() => '?')})`).run(again);
  raw.prepare('UPDATE accounts SET version = version + 1 WHERE id = ?').run(account);
}

function readPostingTime({ database }: Ledger, id: string): number {
  const at = database.raw.prepare<[string], number>(
    'SELECT posted_at FROM transactions WHERE id = ?',
  );
  return at.pluck().get(id) ?? Number.NaN;
}

test('pages that read the journal say what a book says of all payments', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), live), {
    numRuns: LIVES,
  });
}, 120_000);

test('a page has what this process books and what another one books between', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'kontor-pages-')), 'ledger.db');
  let pages: Pages | undefined;
  const ours = await openTestLedger({
    environment: 'sandbox',
    file,
    risk: (parts) => {
      const own = pagesOf(parts);
      pages = own;
      return {
        asksApart: () => false,
        ask: async () => new Map(),
        rules: () => [],
        followBooking: own.followBooking,
      };
    },
  });
  const theirs = await openTestLedger({ environment: 'sandbox', file });
  try {
    const customerId = await customerIn(ours, TENANT);
    const [from, to] = [
      await accountIn(ours, TENANT, customerId, 9_000),
      await accountIn(ours, TENANT, customerId, 0),
    ];
    const amounts = () => pages?.read(to)?.page.in.amount;
    const sendPayment = async (ledger: Ledger, amount: number) => {
      const sides = { sourceAccountId: from, destinationAccountId: to };
      const { id } = await acceptIn(ledger, { type: 'transfer', amount, ...sides });
      const [settled] = await ledger.store.settle([id], WORKFLOW);
      expect(settled?.status).toBe('posted');
    };
    await sendPayment(ours, 1);
    expect(amounts()).toEqual([1]);
    await sendPayment(ours, 2);
    expect(amounts()).toEqual([1, 2]);
    await sendPayment(ours, 3);
    await sendPayment(theirs, 4);
    await sendPayment(ours, 5);
    expect(amounts()).toEqual([1, 2, 3, 4, 5]);
  } finally {
    theirs.close();
    ours.close();
  }
});
