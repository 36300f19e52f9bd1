// Accepts the signed answer of an authenticator. A challenge is answered once, before it expires,
// for its subject, by an active passkey, whose counter must increase. The signature was verified
// earlier; facts that may have changed since then are checked here, under lock.

import { columnsOf } from '../kernel/columns.ts';
import { invalidPasskey, type PasskeyProof } from '../kernel/passkey-proof.ts';
import type { Tx } from '../kernel/tx.ts';
import type { ChallengeRow } from './reads.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import type { PasskeyRow } from './view.ts';

/** The owner and subject that the passkey must have signed for. */
export interface ChallengeSubject {
  readonly tenantId: string;
  /** Null before the sign-in, when the customer is not known. */
  readonly customerId: string | null;
  readonly subject: string | null;
}

const HAS_PASSKEY = `SELECT 1 FROM passkeys WHERE customer_id = ? AND status = 'active' LIMIT 1`;
const BY_ID = `SELECT ${columnsOf(passkeys)} FROM passkeys WHERE id = ?`;
const CHALLENGE_BY_ID = `SELECT ${columnsOf(passkeyChallenges)} FROM passkey_challenges WHERE id = ?`;
const SET_ANSWERED = 'UPDATE passkey_challenges SET answered_at = ? WHERE id = ?';
const RECORD_USE = `UPDATE passkeys SET counter = ?, last_used_at = ?, updated_at = ?, version = version + 1
     WHERE id = ?`;

/**
 * Marks a challenge as answered.
 * @throws Refusal passkey_invalid when it cannot be answered
 */
export function answerChallenge(
  tx: Tx,
  id: string,
  ceremony: ChallengeRow['ceremony'],
  subject: ChallengeSubject,
): ChallengeRow {
  const row = tx.get<ChallengeRow>(CHALLENGE_BY_ID, id);
  const isExpected =
    row?.ceremony === ceremony &&
    row.tenantId === subject.tenantId &&
    row.customerId === subject.customerId &&
    row.subject === subject.subject;
  if (!isExpected) throw invalidPasskey('/challengeId', 'No challenge of this step has this id.');
  if (row.answeredAt !== null) {
    throw invalidPasskey('/challengeId', 'The challenge was already answered: request a new one.');
  }
  if (row.expiresAt <= tx.now()) {
    throw invalidPasskey('/challengeId', 'The challenge has expired: request a new one.');
  }
  tx.run(SET_ANSWERED, tx.now(), id);
  return row;
}

/** True when a customer has an active passkey. */
export function hasPasskey(tx: Tx, customerId: string): boolean {
  return tx.value(HAS_PASSKEY, customerId) !== undefined;
}

export function findPasskeyRow(tx: Tx, id: string): PasskeyRow | null {
  return tx.get<PasskeyRow>(BY_ID, id) ?? null;
}

export function findChallenge(tx: Tx, id: string): ChallengeRow | null {
  return tx.get<ChallengeRow>(CHALLENGE_BY_ID, id) ?? null;
}

/**
 * Accepts a proof once. Returns its passkey.
 * @throws Refusal passkey_invalid
 */
export function usePasskey(
  tx: Tx,
  subject: ChallengeSubject,
  { challengeId, passkeyId, counter }: PasskeyProof,
): PasskeyRow {
  answerChallenge(tx, challengeId, 'authenticate', subject);
  const row = tx.get<PasskeyRow>(BY_ID, passkeyId);
  const isOwn =
    row?.status === 'active' &&
    row.tenantId === subject.tenantId &&
    (subject.customerId === null || row.customerId === subject.customerId);
  if (!isOwn) throw invalidPasskey('/credential/id', 'No passkey of the customer has this id.');
  // Two passkeys with the same counter: one of them is a copy.
  const hasAdvanced = counter > row.counter || (counter === 0 && row.counter === 0);
  if (!hasAdvanced) throw invalidPasskey('/credential', COUNTER_WENT_BACK);
  const now = tx.now();
  tx.run(RECORD_USE, counter, now, now, row.id);
  return row;
}

const COUNTER_WENT_BACK = 'The counter of the authenticator went back: it may be a copy.';
