// Writes a history of payments with the acts of the ledger, in groups and with its own clock, as
// the state of a bank before a measurement. Its judge approves every payment: the bank's judge
// would hold most payments to so many new payees.

import { join } from 'node:path';
import { bankNameOf } from '../db/kernel/bank-name.ts';
import type { RiskScorer, ScoredPayment } from '../db/kernel/judge.ts';
import { type OpenedLedger, openLedger } from '../db/ledger.ts';
import { openPostgresLedger } from '../db/postgres/ledger.ts';
import type { TransactionDraft } from '../db/transactions/port.ts';
import { TRANSFER_FEATURES } from '../models/features/transfer-features.ts';
import { bookAndCountHeld, makeDraft, openBooks } from './books.ts';

/** Bytes of a large file that stay in memory while it is written. */
const CACHE_KIB = 2 * 1024 * 1024;
const HOT_ACCOUNTS = 20;
const GROUP = 2_048;
const DAY = 86_400_000;
/** Days over which the payments are spread. */
const DAYS = 400;
const FUNDS = 1_000_000_000;

const HARMLESS_JUDGEMENT: ScoredPayment = {
  serving: 'production',
  model: { name: 'history', version: '1.0.0', sha256: 'ab'.repeat(32) },
  features: TRANSFER_FEATURES.map((_, index) => index / 7),
  probability: 0.01,
  thresholds: { review: 0.5, block: null, decline: null },
  reasons: null,
  asOf: 0,
};

const PASSING_SCORER: RiskScorer = {
  ask: async (rows) => new Map(rows.map(({ id }) => [id, HARMLESS_JUDGEMENT])),
  applyRules: () => [],
};

/**
 * Returns an amount. Small payments to one new payee after the other look like card testing and
 * would be declined.
 */
export const randomMoney = () => ({
  amount: 2_000 + Math.floor(Math.random() * 20_000),
  currency: 'EUR',
});

const pickRandom = (items: readonly string[], excluded?: string): string => {
  for (;;) {
    const pick = items[Math.floor(Math.random() * items.length)] as string;
    if (pick !== excluded) return pick;
  }
};

/**
 * Returns a transfer between two accounts; four of five transfers are paid to the first twenty
 * accounts.
 */
export function randomTransfer(ids: readonly string[]) {
  const hotIds = ids.slice(0, HOT_ACCOUNTS);
  const destinationAccountId = Math.random() < 0.8 ? pickRandom(hotIds) : pickRandom(ids);
  const sides = { sourceAccountId: pickRandom(ids, destinationAccountId), destinationAccountId };
  return { type: 'transfer' as const, ...randomMoney(), ...sides };
}

export interface HistoryOrder {
  /** Data directory of a stopped bank. */
  readonly dataDir: string;
  /** The bank's database on PostgreSQL, or null for files. */
  readonly databaseUrl: string | null;
  readonly tenantId: string;
  readonly accounts: number;
  readonly transactions: number;
  /**
   * Number of transactions with outside parties: one account pays so many new payees, and is paid
   * by so many new payers.
   */
  readonly outside: number;
}

export interface History {
  readonly accounts: readonly string[];
  /** Number of payments that were held or declined. */
  readonly held: number;
  readonly perSecond: number;
}

/**
 * Opens the accounts and books the transactions. No party is screened, no workflow is started, and
 * nothing is signed.
 */
export async function writeHistory(order: HistoryOrder): Promise<History> {
  const { tenantId, transactions, outside } = order;
  const until = Date.now() - DAY;
  let now = until - DAYS * DAY;
  const { ledger, close } = await openStopped(order, () => now);
  try {
    const accounts = await openBooks(ledger, order.accounts, FUNDS, tenantId);
    const busiestAccount = accounts.at(-1) as string;
    const step = ((until - now) * GROUP) / Math.max(transactions, GROUP);
    const every = Math.max(1, Math.floor(transactions / (2 * outside || 1)));
    const draftOf = (index: number): TransactionDraft => {
      const side = outside > 0 && index % every === 0 ? (index / every) % 2 : null;
      if (side === null) return makeDraft({ tenantId, ...randomTransfer(accounts) });
      const externalParty = { name: `Firm ${index.toString(36)} Limited`, country: 'GB' };
      const sides =
        side === 0
          ? { type: 'withdrawal' as const, sourceAccountId: busiestAccount }
          : { type: 'deposit' as const, destinationAccountId: busiestAccount };
      return makeDraft({ tenantId, ...randomMoney(), ...sides, externalParty });
    };
    let heldCount = 0;
    const began = performance.now();
    for (let doneCount = 0; doneCount < transactions; doneCount += GROUP) {
      now += step;
      const count = Math.min(GROUP, transactions - doneCount);
      heldCount += await bookAndCountHeld(
        ledger,
        Array.from({ length: count }, (_, n) => draftOf(doneCount + n)),
      );
    }
    const seconds = (performance.now() - began) / 1_000;
    // Otherwise the bank would start a workflow for each transaction that people look for.
    await markStarted(ledger);
    return { accounts, held: heldCount, perSecond: transactions / seconds };
  } finally {
    await close();
  }
}

/** Opens the sandbox's ledger of a stopped bank. */
async function openStopped({ dataDir, databaseUrl: url }: HistoryOrder, now: () => number) {
  const terms = { environment: 'sandbox', now, risk: () => PASSING_SCORER } as const;
  if (url !== null) {
    const bank = bankNameOf(dataDir);
    return openPostgresLedger({ ...terms, url, folder: dataDir, ...(bank ? { bank } : {}) });
  }
  const ledger = openLedger({ ...terms, file: join(dataDir, 'sandbox.db') });
  // An interrupted history is written again from the start, so its commits need no flush.
  ledger.database.raw.pragma('synchronous = OFF');
  ledger.database.raw.pragma(`cache_size = -${CACHE_KIB}`);
  return { ledger, close: () => ledger.close() };
}

/** Number of rows that one write marks, because each of them is sent to PostgreSQL. */
const MARKED_AT_ONCE = 5_000;

async function markStarted({ database }: OpenedLedger): Promise<void> {
  const mark = database.raw.prepare(
    `UPDATE transactions SET workflow_started_at = updated_at WHERE id IN (
       SELECT id FROM transactions WHERE workflow_started_at IS NULL AND stage <> 'accepted'
       LIMIT ${MARKED_AT_ONCE})`,
  );
  let marked = MARKED_AT_ONCE;
  while (marked === MARKED_AT_ONCE) marked = await database.write(() => mark.run().changes);
}
