// Accepts an authenticator's signed answer. A challenge is answered once, before it expires, for
// the subject it was made for, by an active passkey, and the passkey's counter must increase. The
// signature is verified earlier; facts that may have changed since then are checked here, under
// lock.

import { columnsOf } from '../kernel/columns.ts';
import { invalid, type PasskeyProof } from '../kernel/passkey-proof.ts';
import type { Tx } from '../kernel/tx.ts';
import type { ChallengeRow } from './reads.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import type { PasskeyRow } from './view.ts';

/** The owner and subject that the passkey must have signed for. */
export interface Asked {
  readonly tenantId: string;
  /** Null: not known before the sign-in. */
  readonly customerId: string | null;
  readonly subject: string | null;
}

const ONE = `SELECT 1 FROM passkeys WHERE customer_id = ? AND status = 'active' LIMIT 1`;
const BY_ID = `SELECT ${columnsOf(passkeys)} FROM passkeys WHERE id = ?`;
const CHALLENGE_BY_ID = `SELECT ${columnsOf(passkeyChallenges)} FROM passkey_challenges WHERE id = ?`;
const ANSWERED = 'UPDATE passkey_challenges SET answered_at = ? WHERE id = ?';
const USED = `UPDATE passkeys SET counter = ?, last_used_at = ?, updated_at = ?, version = version + 1
     WHERE id = ?`;

/** Answers a challenge once. @throws Refusal passkey_invalid */
export function answerChallenge(
  tx: Tx,
  id: string,
  ceremony: ChallengeRow['ceremony'],
  asked: Asked,
): ChallengeRow {
  const row = tx.get<ChallengeRow>(CHALLENGE_BY_ID, id);
  const isAsked =
    row?.ceremony === ceremony &&
    row.tenantId === asked.tenantId &&
    row.customerId === asked.customerId &&
    row.subject === asked.subject;
  if (!isAsked) throw invalid('/challengeId', 'No challenge of this step has this id.');
  if (row.answeredAt !== null) {
    throw invalid('/challengeId', 'The challenge was answered before: ask for another one.');
  }
  if (row.expiresAt <= tx.now()) {
    throw invalid('/challengeId', 'The challenge has expired: ask for another one.');
  }
  tx.run(ANSWERED, tx.now(), id);
  return row;
}

/** True when a customer has a passkey that counts. */
export function hasPasskey(tx: Tx, customerId: string): boolean {
  return tx.value(ONE, customerId) !== undefined;
}

export function findPasskeyRow(tx: Tx, id: string): PasskeyRow | null {
  return tx.get<PasskeyRow>(BY_ID, id) ?? null;
}

export function findChallenge(tx: Tx, id: string): ChallengeRow | null {
  return tx.get<ChallengeRow>(CHALLENGE_BY_ID, id) ?? null;
}

/** Accepts a proof once and returns the passkey it came from. @throws Refusal passkey_invalid */
export function takePasskey(
  tx: Tx,
  asked: Asked,
  { challengeId, passkeyId, counter }: PasskeyProof,
): PasskeyRow {
  answerChallenge(tx, challengeId, 'authenticate', asked);
  const row = tx.get<PasskeyRow>(BY_ID, passkeyId);
  const isOwn =
    row?.status === 'active' &&
    row.tenantId === asked.tenantId &&
    (asked.customerId === null || row.customerId === asked.customerId);
  if (!isOwn) throw invalid('/credential/id', 'No passkey of the customer has this id.');
  // Two that counted alike at the same time: one of both is a copy.
  const isOn = counter > row.counter || (counter === 0 && row.counter === 0);
  if (!isOn) throw invalid('/credential', COUNTER_WENT_BACK);
  const at = tx.now();
  tx.run(USED, counter, at, at, row.id);
  return row;
}

const COUNTER_WENT_BACK = 'The counter of the authenticator went back: it may be a copy.';
