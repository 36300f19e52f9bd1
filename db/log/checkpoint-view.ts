// A checkpoint as the API, the events and the proofs show it.

import { formatCheckpoint, formatSignedNote } from '../../chain/checkpoint.ts';
import type { CheckpointRow } from '../kernel/rows.ts';
import { timestamp } from '../kernel/timestamp.ts';

/**
 * Returns the fields that the signature of a checkpoint covers, and no others: the form that proofs
 * carry.
 */
export function signedCheckpoint(row: CheckpointRow) {
  return {
    id: row.id,
    origin: row.origin,
    treeSize: row.treeSize,
    rootHash: row.rootHash.toString('hex'),
    signedAt: timestamp(row.signedAt),
    signature: row.signature.toString('base64'),
    keyId: row.keyId,
    verifierKey: row.verifierKey,
    previous: row.previous,
    note: formatSignedNote(formatCheckpoint(row), row.keyId, row.signature),
  };
}

/** The wire form of a checkpoint; hashes in hexadecimal, the signature in base64. */
export function checkpointView(row: CheckpointRow, livemode: boolean) {
  const signedAt = timestamp(row.signedAt);
  return {
    ...signedCheckpoint(row),
    object: 'checkpoint' as const,
    livemode,
    version: 1,
    createdAt: signedAt,
    updatedAt: signedAt,
  };
}

export type CheckpointView = ReturnType<typeof checkpointView>;
