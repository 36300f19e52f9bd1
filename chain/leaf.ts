// The log leaf of one posted transaction: what the customer can later prove is in the ledger.
// Bytes: RFC 8785 canonical JSON of the fields below, in UTF-8; hash: SHA-256(0x00 ‖ bytes), the
// leaf hash of RFC 6962. The salt keeps the content of a published hash from being guessed, and
// forgetting the salt and the payload forgets the person without touching the log.

import { createHash } from 'node:crypto';

export interface LeafEntry {
  readonly account: string;
  readonly amount: number;
  /** Written only where it is not that of the leaf: the other half of an exchange. */
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
}

/** What a leaf says. Amounts in minor units, `postedAt` in milliseconds since 1970 UTC. */
export interface Leaf {
  readonly currency: string;
  readonly entries: readonly LeafEntry[];
  readonly ledgerSequence: number;
  readonly postedAt: number;
  /** 32 hexadecimal digits. */
  readonly salt: string;
  readonly transactionId: string;
  readonly type: string;
}

/**
 * The canonical form. Writing the members in the order of their names makes plain JSON equal to
 * RFC 8785 here: all names are ASCII and all numbers are safe integers.
 */
export function canonicalLeaf(leaf: Leaf): string {
  return JSON.stringify({
    currency: leaf.currency,
    entries: leaf.entries.map((entry) => ({
      account: entry.account,
      amount: entry.amount,
      ...(entry.currency === leaf.currency ? {} : { currency: entry.currency }),
      direction: entry.direction,
    })),
    ledgerSequence: leaf.ledgerSequence,
    postedAt: leaf.postedAt,
    salt: leaf.salt,
    transactionId: leaf.transactionId,
    type: leaf.type,
    v: 1,
  });
}

const LEAF_PREFIX = Buffer.from([0]);

/** RFC 6962 §2.1 leaf hash: 32 bytes. */
export function leafHash(canonical: string): Buffer {
  return createHash('sha256').update(LEAF_PREFIX).update(canonical, 'utf8').digest();
}
