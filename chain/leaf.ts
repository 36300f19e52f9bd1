// The log leaf of one posted transaction, or of one decision about a customer, with which the
// customer can prove that the log contains it. A leaf is the RFC 8785 canonical JSON of the fields
// below in UTF-8; its hash is SHA-256(0x00 ‖ bytes), the leaf hash of RFC 6962. The salt prevents
// guessing the content from a published hash: when salt and payload are deleted, the person is
// erased and the log is unchanged.

import { hash } from 'node:crypto';

/** An entry of the journal. */
interface LeafEntry {
  readonly accountId: string;
  readonly amount: number;
  /** Written only when it differs from that of the leaf, as in an exchange. */
  readonly currency: string;
  readonly direction: 'debit' | 'credit';
}

/** The fields of a leaf. Amounts in minor units, `postedAt` in milliseconds since 1970 UTC. */
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
 * The canonical form of the leaf of a posting: members in the order of their names, whole numbers
 * in digits, texts as JSON. It is written by hand because every posting computes it; a test
 * compares it with an RFC 8785 library.
 */
export function canonicalLeaf(leaf: Leaf): string {
  let entries = '';
  for (const { accountId, amount, currency, direction } of leaf.entries) {
    const ownCurrency = currency === leaf.currency ? '' : `,"currency":${quote(currency)}`;
    const before = entries === '' ? '' : ',';
    entries += `${before}{"account":${quote(accountId)},"amount":${amount}${ownCurrency},`;
    entries += `"direction":"${direction}"}`;
  }
  return (
    `{"currency":${quote(leaf.currency)},"entries":[${entries}],` +
    `"ledgerSequence":${leaf.ledgerSequence},"postedAt":${leaf.postedAt},` +
    `"salt":${quote(leaf.salt)},"transactionId":${quote(leaf.transactionId)},` +
    `"type":${quote(leaf.type)},"v":1}`
  );
}

/** The fields of the leaf of a decision. `recordedAt` in milliseconds since 1970 UTC. */
export interface DecisionLeaf {
  readonly decisionId: string;
  /** 64 hexadecimal digits. */
  readonly factsSha256: string;
  readonly leafIndex: number;
  readonly recordedAt: number;
  /** 32 hexadecimal digits. */
  readonly salt: string;
}

/** The canonical form of the leaf of a decision; its version `v` differs from that of a posting. */
export function canonicalDecision(leaf: DecisionLeaf): string {
  return (
    `{"decisionId":${quote(leaf.decisionId)},"factsSha256":${quote(leaf.factsSha256)},` +
    `"leafIndex":${leaf.leafIndex},"recordedAt":${leaf.recordedAt},` +
    `"salt":${quote(leaf.salt)},"v":2}`
  );
}

/** Printable ASCII without quote and backslash, such as ids, which JSON does not escape. */
const UNESCAPED_TEXT = /^[ !#-[\]-~]*$/;

function quote(text: string): string {
  return UNESCAPED_TEXT.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** RFC 6962 §2.1 leaf hash: 32 bytes. */
export function hashLeaf(canonical: string): Buffer {
  // U+0000 is the byte 0 in UTF-8, so that one call hashes prefix and text.
  return hash('sha256', `\u0000${canonical}`, 'buffer');
}
