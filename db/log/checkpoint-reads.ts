// Reads checkpoints: one, a page, the newest, and the first that covers a leaf.

import { desc, eq, lt, type SQL } from 'drizzle-orm';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import { type Page, type PageOrder, pageOf } from '../kernel/page.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { checkpoints, logHead, logKeys } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { type CheckpointView, checkpointView } from './checkpoint-view.ts';
import type { FindLedger } from './proofs.ts';
import { logReader } from './tree.ts';

/** Returns the newest checkpoint; null when there is none. */
export async function findLatestCheckpoint(ledger: ReadLedger): Promise<CheckpointView | null> {
  const [row] = rowsOf(ledger, undefined, 1);
  return row ? checkpointView(row, ledger.livemode) : null;
}

/** Returns a checkpoint by its id; null when there is none. */
export async function findCheckpoint(
  ledger: ReadLedger,
  id: string,
): Promise<CheckpointView | null> {
  const [row] = rowsOf(ledger, eq(checkpoints.id, id), 1);
  return row ? checkpointView(row, ledger.livemode) : null;
}

/** Checkpoints of the environment, newest first. */
export async function listCheckpoints(
  ledger: ReadLedger,
  order: PageOrder,
): Promise<Page<CheckpointView>> {
  const { startingAfter } = order;
  const older = startingAfter ? lt(checkpoints.id, startingAfter) : undefined;
  const page = pageOf(rowsOf(ledger, older, order.limit + 1), order.limit);
  return {
    data: page.data.map((row) => checkpointView(row, ledger.livemode)),
    hasMore: page.hasMore,
  };
}

function rowsOf(ledger: ReadLedger, condition: SQL | undefined, limit: number): CheckpointRow[] {
  return selectCheckpoints(ledger)
    .where(condition)
    .orderBy(desc(checkpoints.treeSize))
    .limit(limit)
    .all();
}

function selectCheckpoints(ledger: ReadLedger) {
  return ledger.database.orm
    .select({
      treeSize: checkpoints.treeSize,
      id: checkpoints.id,
      origin: checkpoints.origin,
      rootHash: checkpoints.rootHash,
      signature: checkpoints.signature,
      keyId: checkpoints.keyId,
      signedAt: checkpoints.signedAt,
      previous: checkpoints.previous,
      verifierKey: logKeys.verifierKey,
    })
    .from(checkpoints)
    .innerJoin(logKeys, eq(logKeys.keyId, checkpoints.keyId));
}

/** Names of the ledgers that leaves came from, each found by one index lookup. */
const FIRST_LEDGERS = `WITH RECURSIVE found (ledger) AS (
    SELECT min(first_ledger) FROM arrived_leaves UNION ALL
    SELECT (SELECT min(first_ledger) FROM arrived_leaves WHERE first_ledger > found.ledger)
    FROM found WHERE found.ledger IS NOT NULL)
  SELECT ledger FROM found WHERE ledger IS NOT NULL`;

/**
 * Returns the public keys that checkpoints were signed with, newest first: of the ledger's own log,
 * and of the logs that prove bookings from other ledgers.
 */
export async function listLogKeys(ledger: ReadLedger, findLedger: FindLedger) {
  const firsts = ledger.database.raw.prepare<[], string>(FIRST_LEDGERS).pluck().all();
  const otherLedgers = firsts.flatMap((name) =>
    name === ledger.name ? [] : (findLedger(name) ?? []),
  );
  return [ledger, ...otherLedgers]
    .flatMap(({ database }) => database.orm.select().from(logKeys).all())
    .sort((a, other) => other.firstUsedAt - a.firstUsedAt || (a.keyId < other.keyId ? 1 : -1))
    .map(({ keyId, verifierKey, firstUsedAt }) => {
      const object = 'log_key' as const;
      return { object, keyId, verifierKey, firstUsedAt: timestamp(firstUsedAt) };
    });
}

/** Returns the number of leaves that no checkpoint covers yet. */
export async function countUnsignedLeaves(ledger: ReadLedger): Promise<number> {
  const head = ledger.database.orm.select({ size: logHead.size }).from(logHead).get();
  return (head?.size ?? 0) - (logReader(ledger.database).newest()?.treeSize ?? 0);
}
