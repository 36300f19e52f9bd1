// The operator's report on the chain of one ledger: the progress of anchoring, the stuck
// transactions, and the faults as sentences.

import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { logReader } from '../log/tree.ts';
import { type Anchoring, readAnchoring } from './anchor-reads.ts';
import {
  type ChainRow,
  type ChainStatus,
  type ChainTransaction,
  readChainStatus,
} from './order-reads.ts';

/** Milliseconds after which a transaction that is not final counts as stuck. */
export const STUCK_AFTER_MS = 2 * 60_000;
/** The signer checks the chain at least once a minute and records its findings. */
const SILENT_AFTER_MS = 3 * 60_000;
/** Checkpoints come every few seconds. */
const UNSIGNED_AFTER_MS = 2 * 60_000;
const MAX_STUCK = 100;

export interface StuckTransaction
  extends Pick<ChainTransaction, 'id' | 'kind' | 'objectId' | 'status' | 'nonce' | 'createdAt'> {
  /** Number of signed attempts: the first and its replacements. */
  readonly attempts: number;
}

export interface ChainReport {
  readonly anchoring: Anchoring;
  readonly lag: AnchorLag;
  readonly newest: CheckpointRow | null;
  readonly newestAnchor: NewestAnchor | null;
  readonly status: ChainStatus & { readonly current: ChainRow | null };
  readonly stuck: readonly StuckTransaction[];
  /** One sentence for each fault; empty in a healthy bank. */
  readonly problems: readonly string[];
}

/** The anchor on the chain with the most leaves. */
export interface NewestAnchor {
  readonly checkpointId: string;
  readonly treeSize: number;
  readonly status: 'anchored' | 'confirmed';
  readonly contract: string;
  readonly txHash: string | null;
  readonly blockNumber: number | null;
}

export interface AnchorLag {
  /** Leaves of the log that no confirmed anchor covers. */
  readonly leaves: number;
  /** Age of the oldest such posting in milliseconds; 0 when there is none. */
  readonly ms: number;
}

/** Returns how far the chain is behind the log. */
export function anchorLag(anchoring: Anchoring, now: number): AnchorLag {
  const { logSize, confirmedSize, waitingSince } = anchoring;
  const ms = waitingSince === null ? 0 : Math.max(0, now - waitingSince);
  return { leaves: Math.max(0, logSize - confirmedSize), ms };
}

function readNewestAnchor({ database }: ReadLedger): NewestAnchor | null {
  const row = database.raw
    .prepare<[], NewestAnchor>(
      `SELECT checkpoint_id AS checkpointId, tree_size AS treeSize, status, contract,
       tx_hash AS txHash, block_number AS blockNumber FROM anchors
       WHERE status IN ('anchored', 'confirmed') ORDER BY tree_size DESC LIMIT 1`,
    )
    .get();
  return row ?? null;
}

/** Transactions that have not become final for `STUCK_AFTER_MS`, oldest first. */
export function listStuckOnChain({ database }: ReadLedger, now: number): StuckTransaction[] {
  return database.raw
    .prepare<[number, number], StuckTransaction>(
      `SELECT t.id, t.kind, t.object_id AS objectId, t.status, t.nonce, t.created_at AS createdAt,
       (SELECT count(*) FROM chain_attempts a WHERE a.transaction_id = t.id) AS attempts
       FROM chain_transactions t INDEXED BY chain_transactions_open
       WHERE t.status IN ('queued', 'signed', 'sent', 'included') AND t.created_at < ?
       ORDER BY t.id LIMIT ?`,
    )
    .all(now - STUCK_AFTER_MS, MAX_STUCK);
}

/** Counts the open transactions by status, and the stuck ones among them. */
export function countOnChain({ database }: ReadLedger, now: number): Record<string, number> {
  const rows = database.raw
    .prepare<[number], { status: string; count: number; old: number }>(
      `SELECT status, count(*) AS count, sum(created_at < ?) AS old
       FROM chain_transactions INDEXED BY chain_transactions_open
       WHERE status IN ('queued', 'signed', 'sent', 'included') GROUP BY status`,
    )
    .all(now - STUCK_AFTER_MS);
  const counts: Record<string, number> = { queued: 0, signed: 0, sent: 0, included: 0, stuck: 0 };
  for (const { status, count, old } of rows) {
    counts[status] = count;
    counts.stuck = (counts.stuck ?? 0) + old;
  }
  return counts;
}

/**
 * Reads the whole report.
 * @param isConfigured false for an environment without a chain, where only signing can fail
 * @param now milliseconds since 1970 UTC
 */
export async function readChainReport(
  ledger: ReadLedger,
  isConfigured: boolean,
  now: number,
): Promise<ChainReport> {
  const anchoring = readAnchoring(ledger);
  const status = await readChainStatus(ledger);
  const stuck = listStuckOnChain(ledger, now);
  const facts = { anchoring, status, stuck, now };
  const problems = [...describeUnsigned(facts), ...(isConfigured ? describeProblems(facts) : [])];
  const lag = anchorLag(anchoring, now);
  const newestAnchor = readNewestAnchor(ledger);
  return {
    anchoring,
    lag,
    newest: logReader(ledger.database).newest(),
    newestAnchor,
    status,
    stuck,
    problems,
  };
}

interface Facts {
  readonly anchoring: Anchoring;
  readonly status: ChainStatus;
  readonly stuck: readonly StuckTransaction[];
  readonly now: number;
}

function describeUnsigned({ anchoring, now }: Facts): string[] {
  const { logSize, signedSize, unsignedSince } = anchoring;
  if (unsignedSince === null || now - unsignedSince < UNSIGNED_AFTER_MS) return [];
  return [`${logSize - signedSize} leaves wait for a signed checkpoint.`];
}

function describeProblems({ anchoring, status, stuck, now }: Facts): string[] {
  const differences: string[] = [];
  if (status.state === 'unknown') return ['The signer has not checked the chain yet.'];
  if (status.state !== 'ok') differences.push(`The chain is ${status.state}: ${status.detail}.`);
  else if (now - status.checkedAt > SILENT_AFTER_MS) {
    differences.push(`The signer has not checked the chain since ${iso(status.checkedAt)}.`);
  }
  if (anchoring.state === 'waiting' || anchoring.state === 'refused') {
    differences.push(`Anchoring is ${anchoring.state}: ${anchoring.detail}.`);
  }
  if (stuck.length > 0) {
    const oldest = stuck[0] as StuckTransaction;
    differences.push(
      `${stuck.length} chain transactions are stuck; the oldest since ${iso(oldest.createdAt)}.`,
    );
  }
  return differences;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
