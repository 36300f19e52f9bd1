// Taking what an authenticator has signed: a challenge is answered once, in time, about the thing
// that it was made for, by a passkey that counts, and the passkey's counter only goes on. The
// signature itself was checked before; what may have changed since is checked here, under lock.

import { columnsOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { invalid, type PasskeyProof } from '../kernel/passkey-proof.ts';
import type { ChallengeRow } from './reads.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import type { PasskeyRow } from './view.ts';

/** About what a passkey has to have signed. */
export interface Asked {
  readonly tenantId: string;
  /** Null: not known before the sign-in. */
  readonly customerId: string | null;
  readonly subject: string | null;
}

export interface PasskeyBook {
  /** True when a customer has a passkey that counts. */
  has(customerId: string): boolean;
  byId(id: string): PasskeyRow | null;
  challenge(id: string): ChallengeRow | null;
  /** Answers a challenge once. @throws Refusal passkey_invalid */
  answer(id: string, ceremony: ChallengeRow['ceremony'], asked: Asked): ChallengeRow;
  /** Takes a proof once, and returns whose it was. @throws Refusal passkey_invalid */
  take(asked: Asked, proof: PasskeyProof): PasskeyRow;
}

/** Call `answer` and `take` inside `database.write` only. */
export function passkeyBook(database: Database, now: () => number): PasskeyBook {
  const { raw } = database;
  const one = raw
    .prepare<[string]>(`SELECT 1 FROM passkeys WHERE customer_id = ? AND status = 'active' LIMIT 1`)
    .pluck();
  const byId = raw.prepare<[string], PasskeyRow>(
    `SELECT ${columnsOf(passkeys)} FROM passkeys WHERE id = ?`,
  );
  const challengeById = raw.prepare<[string], ChallengeRow>(
    `SELECT ${columnsOf(passkeyChallenges)} FROM passkey_challenges WHERE id = ?`,
  );
  const answered = raw.prepare('UPDATE passkey_challenges SET answered_at = ? WHERE id = ?');
  const used = raw.prepare(
    `UPDATE passkeys SET counter = ?, last_used_at = ?, updated_at = ?, version = version + 1
     WHERE id = ?`,
  );

  function answer(id: string, ceremony: ChallengeRow['ceremony'], asked: Asked): ChallengeRow {
    const row = challengeById.get(id);
    const isAsked =
      row?.ceremony === ceremony &&
      row.tenantId === asked.tenantId &&
      row.customerId === asked.customerId &&
      row.subject === asked.subject;
    if (!isAsked) throw invalid('/challengeId', 'No challenge of this step has this id.');
    if (row.answeredAt !== null) {
      throw invalid('/challengeId', 'The challenge was answered before: ask for another one.');
    }
    if (row.expiresAt <= now()) {
      throw invalid('/challengeId', 'The challenge has expired: ask for another one.');
    }
    answered.run(now(), id);
    return row;
  }

  return {
    has: (customerId) => one.get(customerId) !== undefined,
    byId: (id) => byId.get(id) ?? null,
    challenge: (id) => challengeById.get(id) ?? null,
    answer,
    take(asked, { challengeId, passkeyId, counter }) {
      answer(challengeId, 'authenticate', asked);
      const row = byId.get(passkeyId);
      const isOwn =
        row?.status === 'active' &&
        row.tenantId === asked.tenantId &&
        (asked.customerId === null || row.customerId === asked.customerId);
      if (!isOwn) throw invalid('/credential/id', 'No passkey of the customer has this id.');
      // Two that counted alike at the same time: one of both is a copy.
      const isOn = counter > row.counter || (counter === 0 && row.counter === 0);
      if (!isOn) throw invalid('/credential', COUNTER_WENT_BACK);
      const at = now();
      used.run(counter, at, at, row.id);
      return row;
    },
  };
}

const COUNTER_WENT_BACK = 'The counter of the authenticator went back: it may be a copy.';
