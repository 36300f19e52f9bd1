// Reads the orders for the chain and the last findings of the signer. Conditions of partial indexes
// are literals, because SQLite does not match them with a parameter.

import { and, asc, desc, eq, gte, inArray, isNotNull, sql } from 'drizzle-orm';
import { LEDGER_ANCHOR } from '../../chain/ledger-anchor.ts';
import type { LedgerReads } from '../kernel/ledger-reads.ts';
import { readLogRestart } from '../losses/reads.ts';
import { chainAttempts, chainStatus, chains, chainTransactions } from './tables.ts';

export type ChainTransaction = typeof chainTransactions.$inferSelect;
export type ChainAttempt = typeof chainAttempts.$inferSelect;
export type ChainStatus = typeof chainStatus.$inferSelect;
export type ChainRow = typeof chains.$inferSelect;

/** Returns one order with its state; null when no order has this id. */
export async function findChainTransaction(
  ledger: LedgerReads,
  id: string,
): Promise<ChainTransaction | null> {
  const { orm } = ledger.database;
  const row = orm.select().from(chainTransactions).where(eq(chainTransactions.id, id)).get();
  return row ?? null;
}

/** Returns the chain transactions that are not final, oldest first; at most `limit`. */
export async function listOpenChainTransactions(
  ledger: LedgerReads,
  limit: number,
): Promise<ChainTransaction[]> {
  return ledger.database.orm
    .select()
    .from(chainTransactions)
    .where(sql`${chainTransactions.status} IN ('queued', 'signed', 'sent', 'included')`)
    .orderBy(asc(chainTransactions.id))
    .limit(limit)
    .all();
}

/** Returns the signed attempts of an order, newest first. */
export async function listAttempts(ledger: LedgerReads, id: string): Promise<ChainAttempt[]> {
  return ledger.database.orm
    .select()
    .from(chainAttempts)
    .where(eq(chainAttempts.transactionId, id))
    .orderBy(desc(chainAttempts.signedAt))
    .all();
}

/**
 * Returns the last findings of the signer and the current chain, which is null before its first
 * check.
 */
export async function readChainStatus(
  ledger: LedgerReads,
): Promise<ChainStatus & { readonly current: ChainRow | null }> {
  const { orm } = ledger.database;
  const status = orm.select().from(chainStatus).get();
  if (!status) throw new Error('the ledger has no chain row');
  const current =
    status.chain === null
      ? null
      : (orm.select().from(chains).where(eq(chains.id, status.chain)).get() ?? null);
  return { ...status, current };
}

/** Returns the newest valid deployment of a contract on a chain; null when there is none. */
export async function findDeployment(
  ledger: LedgerReads,
  contract: string,
  chain: number,
): Promise<ChainTransaction | null> {
  const contractCondition = and(
    sql`${chainTransactions.kind} = 'deployment'`,
    eq(chainTransactions.objectId, contract),
  );
  const rows = ledger.database.orm
    .select()
    .from(chainTransactions)
    .where(contractCondition)
    .orderBy(desc(chainTransactions.id))
    .all();
  // A contract deployed before a restart of the log holds lost checkpoints and is not valid.
  const since = contract === LEDGER_ANCHOR ? readLogRestart(ledger) : 0;
  const isValid = (row: ChainTransaction) =>
    row.status !== 'failed' &&
    row.status !== 'dropped' &&
    row.createdAt >= since &&
    (row.chain ?? chain) === chain;
  return rows.find(isValid) ?? null;
}

/**
 * Returns the transactions that are recorded as done although the chain has not reached their
 * nonce: the chain has lost them.
 */
export async function listUndone(
  ledger: LedgerReads,
  { chain, address, nonce }: { chain: number; address: string; nonce: number },
): Promise<ChainTransaction[]> {
  return ledger.database.orm
    .select()
    .from(chainTransactions)
    .where(
      and(
        ofAddress(chain, address),
        gte(chainTransactions.nonce, nonce),
        inArray(chainTransactions.status, ['final', 'failed']),
      ),
    )
    .orderBy(asc(chainTransactions.nonce))
    .all();
}

/** Returns the next unused nonce of an address on a chain, from 0. */
export async function nextNonce(
  ledger: LedgerReads,
  chain: number,
  address: string,
): Promise<number> {
  const row = ledger.database.orm
    .select({ highest: chainTransactions.nonce })
    .from(chainTransactions)
    .where(ofAddress(chain, address))
    .orderBy(desc(chainTransactions.nonce))
    .limit(1)
    .get();
  return row?.highest == null ? 0 : row.highest + 1;
}

function ofAddress(chain: number, address: string) {
  return and(
    eq(chainTransactions.chain, chain),
    eq(chainTransactions.fromAddress, address),
    isNotNull(chainTransactions.nonce),
  );
}
