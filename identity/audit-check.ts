// Checks the audit log: its hash chain, its head in a separate file, and the outcomes of the acts
// of operators.

import { type ActsVerdict, checkActs } from '../db/platform/acts-check.ts';
import { type AuditVerdict, checkAuditChain } from '../db/platform/audit-chain.ts';
import { compareHead, type HeadFault, readHead } from './audit-head.ts';

export interface AuditCheck extends Omit<AuditVerdict, 'hashAt'> {
  /** Contradiction between the head and the log; null when they agree. */
  readonly fault: HeadFault | null;
  readonly acts: ActsVerdict;
  readonly violations: number;
}

type PlatformRows = Parameters<typeof checkAuditChain>[0];

/**
 * Checks the audit log of an open platform database; reads only.
 * @param headSource the file of the head; the seal, or null to accept the head unverified; and the
 *   ids of the acts that have written to a ledger
 */
export function checkAudit(
  db: PlatformRows,
  headSource: {
    readonly headFile: string;
    readonly seal: Parameters<typeof readHead>[1];
    readonly marks: readonly string[];
  },
): AuditCheck {
  const { hashAt, ...chain } = checkAuditChain(db);
  const head = readHead(headSource.headFile, headSource.seal);
  const fault = compareHead(head, { count: chain.head.count, hashAt });
  const acts = checkActs(db, headSource.marks);
  const brokenCount = chain.broken.length + chain.missing.length + acts.faults.length;
  return { ...chain, fault, acts, violations: brokenCount + (fault === null ? 0 : 1) };
}
