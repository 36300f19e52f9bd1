// Proofs that a transaction is in the log that a checkpoint signed, and that the log of one
// checkpoint is a prefix of another's. Paths are computed for the size of the checkpoint, not for
// the current size of the log.

import { and, asc, eq } from 'drizzle-orm';
import { canonicalLeaf, hashLeaf } from '../../chain/leaf.ts';
import { consistencyPath, inclusionPath } from '../../chain/merkle.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { CheckpointRow, TransactionRow } from '../kernel/rows.ts';
import {
  arrivedLeaves,
  checkpoints,
  entries,
  leafErasures,
  leafSalts,
  leaves,
  transactions,
} from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { type AnchorState, anchorStatus } from './anchor-view.ts';
import { signedCheckpoint } from './checkpoint-view.ts';
import { logReader } from './tree.ts';

/** Milliseconds from a posting to its checkpoint under normal conditions. */
export const SIGNED_WITHIN_MS = 10_000;

/** The content of an erased leaf. */
const ERASED_CONTENT = { canonical: null, salt: null, erased: true } as const;

type ProofMissing =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_posted'; readonly status: TransactionStatus };

/** The reasons for which a checkpoint cannot prove a transaction. */
type NotCovered = { readonly kind: 'checkpoint_not_found' } | { readonly kind: 'not_covered' };

/** The place of a posted transaction in the log. */
interface LeafPosition {
  readonly kind: 'posted';
  readonly row: TransactionRow;
  /** The ledger whose log has the leaf. */
  readonly ledger: ReadLedger;
  readonly leafIndex: number;
  readonly hash: Buffer;
  readonly anchorState: AnchorState;
  /** Index of the leaf in the ledger that has the rows, which differs after a move. */
  readonly localIndex: number;
}

/** Finds a ledger of the environment by its name. */
export type FindLedger = (name: string) => ReadLedger | undefined;

/**
 * Returns the inclusion proof of a transaction for the first checkpoint that covers it, or for a
 * given later one; `pending` while no checkpoint covers it.
 */
export async function readProof(
  ledger: ReadLedger,
  order: {
    readonly tenantId: string;
    readonly transactionId: string;
    readonly checkpointId: string | null;
  },
  findLedger: FindLedger = () => undefined,
) {
  return ledger.database.read(() => {
    const position = positionOf(ledger, order.tenantId, order.transactionId);
    if (position.kind !== 'posted') return position;
    const first = firstPositionOf(position, findLedger);
    const { checkpoint } = first.anchorState;
    if (order.checkpointId === null) {
      return checkpoint ? proofOf(ledger, first, checkpoint) : pendingOf(first);
    }
    for (const place of new Set([first, position])) {
      const requestedCheckpoint = findCheckpointById(place.ledger, order.checkpointId);
      if (!requestedCheckpoint) continue;
      if (requestedCheckpoint.treeSize <= place.leafIndex)
        return { kind: 'not_covered' } satisfies NotCovered;
      return proofOf(ledger, place, requestedCheckpoint);
    }
    return { kind: 'checkpoint_not_found' } satisfies NotCovered;
  });
}

/** Returns the blockchain record of a transaction: its leaf, and how far the leaf is anchored. */
export async function readRecord(
  ledger: ReadLedger,
  { tenantId, transactionId }: { readonly tenantId: string; readonly transactionId: string },
  findLedger: FindLedger = () => undefined,
) {
  return ledger.database.read(() => {
    const place = positionOf(ledger, tenantId, transactionId);
    if (place.kind !== 'posted') return place;
    const erased = ledger.database.orm
      .select({ at: leafErasures.erasedAt })
      .from(leafErasures)
      .where(eq(leafErasures.leafIndex, place.leafIndex))
      .get();
    const first = firstPositionOf(place, findLedger);
    return { kind: 'record' as const, record: recordView(first, erased?.at ?? null, ledger) };
  });
}

/**
 * Returns the proof that the log of the checkpoint of size `from` is a prefix of the log of the
 * checkpoint of size `to`.
 */
export async function readConsistency(ledger: ReadLedger, from: number, to: number | null) {
  return ledger.database.read(() => {
    const log = logReader(ledger.database);
    const older = log.ofSize(from);
    const newer = to === null ? log.newest() : log.ofSize(to);
    if (!older || !newer) return { kind: 'no_checkpoint' as const, from: !older, to: !newer };
    if (older.treeSize > newer.treeSize) return { kind: 'backwards' as const };
    const path = consistencyPath(older.treeSize, newer.treeSize, log.nodes);
    const proof = {
      object: 'consistency_proof' as const,
      from: signedCheckpoint(older),
      to: signedCheckpoint(newer),
      path: path.map(toHex),
    };
    return { kind: 'proof' as const, proof };
  });
}

function positionOf(
  ledger: ReadLedger,
  tenantId: string,
  transactionId: string,
): ProofMissing | LeafPosition {
  const { orm } = ledger.database;
  const row = orm
    .select()
    .from(transactions)
    .where(and(eq(transactions.id, transactionId), eq(transactions.tenantId, tenantId)))
    .get();
  if (!row) return { kind: 'not_found' };
  if (row.ledgerSequence === null) return { kind: 'not_posted', status: row.status };
  const leafIndex = row.ledgerSequence - 1;
  const leaf = orm.select().from(leaves).where(eq(leaves.leafIndex, leafIndex)).get();
  if (leaf?.transactionId !== row.id)
    throw new Error(`transaction ${row.id} has no leaf ${leafIndex}`);
  const anchorState = logReader(ledger.database).anchorState(leafIndex);
  return {
    kind: 'posted',
    row,
    ledger,
    leafIndex,
    localIndex: leafIndex,
    hash: leaf.hash,
    anchorState,
  };
}

/**
 * Returns the place where the booking first entered a log, whose checkpoints and anchors prove it.
 * Returns the given place when this ledger made the booking, or when the first ledger is not open
 * here.
 */
function firstPositionOf(place: LeafPosition, findLedger: FindLedger): LeafPosition {
  const { row, localIndex } = place;
  const arrived = place.ledger.database.orm
    .select()
    .from(arrivedLeaves)
    .where(eq(arrivedLeaves.leafIndex, localIndex))
    .get();
  const first = arrived && findLedger(arrived.firstLedger);
  if (!first) return place;
  const leafIndex = arrived.firstIndex;
  const leaf = first.database.orm
    .select()
    .from(leaves)
    .where(eq(leaves.leafIndex, leafIndex))
    .get();
  if (leaf?.transactionId !== row.id)
    throw new Error(`transaction ${row.id} has no leaf ${leafIndex} in ${first.name}`);
  const anchorState = logReader(first.database).anchorState(leafIndex);
  return {
    kind: 'posted',
    row,
    ledger: first,
    leafIndex,
    localIndex,
    hash: leaf.hash,
    anchorState,
  };
}

function proofOf(ledger: ReadLedger, place: LeafPosition, checkpoint: CheckpointRow) {
  const { row, leafIndex, hash, anchorState } = place;
  const path = inclusionPath(
    leafIndex,
    checkpoint.treeSize,
    logReader(place.ledger.database).nodes,
  );
  const proof = {
    object: 'proof' as const,
    transactionId: row.id,
    leaf: { hash: toHex(hash), ...contentOf(ledger, place) },
    leafIndex,
    treeSize: checkpoint.treeSize,
    auditPath: path.map(toHex),
    checkpoint: signedCheckpoint(checkpoint),
    anchor: anchorState.chain,
    verifier: {
      algorithm: 'RFC6962-SHA256' as const,
      canonicalization: 'RFC8785' as const,
      url: '/verify',
    },
  };
  return { kind: 'proof' as const, proof };
}

/** Returns the content of a leaf, rebuilt from the journal; null fields when it was erased. */
function contentOf(
  { database: { orm } }: ReadLedger,
  { row, localIndex, leafIndex, hash }: LeafPosition,
) {
  const saltRow = orm.select().from(leafSalts).where(eq(leafSalts.leafIndex, localIndex)).get();
  if (!saltRow) return ERASED_CONTENT;
  const salt = saltRow.salt.toString('hex');
  const bookedEntries = orm
    .select({
      accountId: entries.accountId,
      amount: entries.amount,
      currency: entries.currency,
      direction: entries.direction,
    })
    .from(entries)
    .where(eq(entries.ledgerSequence, localIndex + 1))
    .orderBy(asc(entries.leg))
    .all();
  const canonical = canonicalLeaf({
    currency: row.currency,
    entries: bookedEntries,
    ledgerSequence: leafIndex + 1,
    postedAt: row.postedAt ?? 0,
    salt,
    transactionId: row.id,
    type: row.type,
  });
  // A changed journal gets no proof, because the proof would look valid.
  if (!hashLeaf(canonical).equals(hash))
    throw new Error(`transaction ${row.id} differs from its leaf`);
  return { canonical, salt, erased: false as const };
}

function pendingOf({ row, leafIndex, hash }: LeafPosition) {
  const pending = {
    object: 'pending_proof' as const,
    transactionId: row.id,
    status: 'pending' as const,
    leafIndex,
    leafHash: toHex(hash),
    expectedBy: timestamp((row.postedAt ?? 0) + SIGNED_WITHIN_MS),
  };
  return { kind: 'pending' as const, pending };
}

function recordView(place: LeafPosition, erasedAt: number | null, { livemode }: ReadLedger) {
  const { row, leafIndex, hash, anchorState } = place;
  const { checkpoint } = anchorState;
  const postedAt = row.postedAt ?? 0;
  const signedAt = checkpoint?.signedAt ?? null;
  return {
    id: row.id.replace(/^txn_/, 'bcr_'),
    object: 'blockchain_record' as const,
    livemode,
    transactionId: row.id,
    status: anchorStatus(anchorState),
    ledgerSequence: leafIndex + 1,
    leafIndex,
    leafHash: toHex(hash),
    erasedAt: timestamp(erasedAt),
    checkpoint: checkpoint && {
      id: checkpoint.id,
      treeSize: checkpoint.treeSize,
      rootHash: toHex(checkpoint.rootHash),
      signedAt: timestamp(checkpoint.signedAt),
    },
    chain: anchorState.chain,
    postedAt: timestamp(postedAt),
    // The version counts the steps of a record: booked, signed, erased.
    version: 1 + Number(signedAt !== null) + Number(erasedAt !== null),
    createdAt: timestamp(postedAt),
    updatedAt: timestamp(Math.max(postedAt, signedAt ?? 0, erasedAt ?? 0)),
  };
}

function findCheckpointById(ledger: ReadLedger, id: string): CheckpointRow | null {
  const checkpoint = ledger.database.orm
    .select({ treeSize: checkpoints.treeSize })
    .from(checkpoints)
    .where(eq(checkpoints.id, id))
    .get();
  return checkpoint ? logReader(ledger.database).ofSize(checkpoint.treeSize) : null;
}

function toHex(hash: Buffer): string {
  return hash.toString('hex');
}
