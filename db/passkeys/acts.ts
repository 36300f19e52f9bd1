// The passkeys of a customer: asked for, added, used, removed. A customer who has a second factor
// adds no passkey without showing it: otherwise the holder of the session had the factor too.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type CustomerRow, customerView } from '../customers/view.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mintAt } from '../kernel/mint.ts';
import { invalid, type PasskeyProof } from '../kernel/passkey-proof.ts';
import { customers } from '../kernel/tables.ts';
import type { TxParts } from '../kernel/tx.ts';
import type { MfaWriter, WrongCode } from '../mfa/acts.ts';
import type { MfaProof } from '../mfa/proof.ts';
import type { ChallengeRow } from './reads.ts';
import type { PasskeyBook } from './rows.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import { type PasskeyRow, type PasskeyView, passkeyView } from './view.ts';

/** How long a customer has, and how long what was shown lets another passkey be set up. */
const CHALLENGE_MS = 5 * 60 * 1000;
/** Challenges are looked at no more so long after their end. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MOST_PRUNED = 100;
const MOST_PASSKEYS = 10;

export interface ChallengeOrder {
  readonly tenantId: string;
  /** Null: not known before the sign-in. */
  readonly customerId: string | null;
  /** What the answer is good for besides: a transaction, or a page of a sign-in. */
  readonly subject: string | null;
  /** 32 random bytes in base64url. */
  readonly challenge: string;
}

/** What a customer shows before another passkey is set up. */
export type Shown =
  | { readonly kind: 'code'; readonly proof: MfaProof }
  /** A challenge about nothing else that a passkey of his has answered. */
  | { readonly kind: 'authentication'; readonly authenticationId: string }
  | { readonly kind: 'nothing' };

export interface SetupOrder extends ChallengeOrder {
  readonly customerId: string;
  readonly shown: Shown;
}

export interface PasskeyOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly cause: Cause;
}

export interface NewPasskey extends PasskeyOrder {
  readonly challengeId: string;
  readonly subject: string | null;
  readonly credential: Pick<PasskeyRow, 'credentialId' | 'publicKey' | 'counter' | 'transports'>;
  readonly synced: boolean;
  readonly name: string;
}

export interface AuthenticationOrder {
  readonly tenantId: string;
  /** Null: not known before the sign-in. */
  readonly customerId: string | null;
  readonly subject: string | null;
  readonly proof: PasskeyProof;
}

export interface Authentication {
  readonly customerId: string;
  readonly passkeyId: string;
  readonly answeredAt: number;
  /** Until when it lets another passkey be set up. */
  readonly expiresAt: number;
}

export interface PasskeyActs {
  /** Asks an authenticator to make a passkey. */
  begin(order: SetupOrder): ChallengeRow | WrongCode;
  /** Asks one to sign. */
  ask(order: ChallengeOrder): ChallengeRow;
  add(order: NewPasskey): PasskeyView;
  authenticate(order: AuthenticationOrder): Authentication;
  remove(order: PasskeyOrder & { readonly passkeyId: string }): PasskeyView;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly now: () => number;
  readonly book: PasskeyBook;
  readonly mfa: Pick<MfaWriter, 'isEnrolled' | 'hasCodes' | 'take'>;
}

/** Call its functions inside `database.write` only. */
export function passkeyWriter(deps: Deps): PasskeyActs {
  const { book, now } = deps;
  const ask = challenges(deps);
  const rows = statementsOf(deps.database);

  function customerOf({ tenantId, customerId }: Omit<PasskeyOrder, 'cause'>): CustomerRow {
    const row = rows.customer.get(customerId);
    if (row?.tenantId === tenantId) return row;
    const message = 'No customer has this id.';
    throw new Refusal('customer_not_found', { pointer: '/customerId', message });
  }

  function emitEvent(
    customer: CustomerRow,
    type: 'customer.passkey.added' | 'customer.passkey.removed',
    cause: Cause,
  ): void {
    const object = customerView(customer, deps.livemode);
    deps.emit({ tenantId: customer.tenantId, type, object, cause });
  }

  /** False after a wrong code, which is counted. @throws Refusal mfa_required */
  function isShown({ tenantId, customerId, shown }: SetupOrder): boolean {
    if (shown.kind === 'code') return deps.mfa.take(customerId, shown.proof);
    if (shown.kind === 'authentication') {
      spend({ tenantId, customerId }, shown.authenticationId);
      return true;
    }
    if (!deps.mfa.isEnrolled(customerId)) return true;
    const detail = deps.mfa.hasCodes(customerId)
      ? 'The customer has a second factor: send a `code`, or the id of an authentication.'
      : 'The customer has a passkey: send the id of an authentication with it.';
    throw new Refusal('mfa_required', { detail });
  }

  function spend(owner: { tenantId: string; customerId: string }, id: string): void {
    const row = book.challenge(id);
    const isGood =
      row?.ceremony === 'authenticate' &&
      row.tenantId === owner.tenantId &&
      row.customerId === owner.customerId &&
      row.subject === null &&
      row.spentAt === null &&
      row.answeredAt !== null &&
      row.answeredAt + CHALLENGE_MS > now();
    if (!isGood) {
      const message = 'No authentication of the customer in the last five minutes has this id.';
      throw invalid('/authenticationId', message);
    }
    rows.spend.run(now(), id);
  }

  return {
    begin(order) {
      customerOf(order);
      if (!isShown(order)) return { kind: 'wrong_code' };
      if ((rows.count.get(order.customerId) ?? 0) >= MOST_PASSKEYS) throw full();
      return ask(order, 'setup');
    },
    ask(order) {
      if (order.customerId !== null) customerOf({ ...order, customerId: order.customerId });
      return ask(order, 'authenticate');
    },
    add({ credential, synced, name, cause, challengeId, subject, ...owner }) {
      const customer = customerOf(owner);
      book.answer(challengeId, 'setup', { ...owner, subject });
      if ((rows.count.get(owner.customerId) ?? 0) >= MOST_PASSKEYS) throw full();
      if (rows.known.get(owner.tenantId, credential.credentialId) !== undefined) {
        throw invalidState('The passkey was set up before.');
      }
      const { id, at } = mintAt('passkey');
      const row: PasskeyRow = {
        id,
        ...owner,
        ...credential,
        name,
        synced: synced ? 1 : 0,
        status: 'active',
        lastUsedAt: null,
        createdAt: at,
        updatedAt: at,
        version: 1,
      };
      rows.insert.run(row);
      emitEvent(customer, 'customer.passkey.added', cause);
      return passkeyView(row, deps.livemode);
    },
    authenticate({ tenantId, customerId, subject, proof }) {
      const row = book.take({ tenantId, customerId, subject }, proof);
      const answeredAt = now();
      const passkeyId = row.id;
      return {
        customerId: row.customerId,
        passkeyId,
        answeredAt,
        expiresAt: answeredAt + CHALLENGE_MS,
      };
    },
    remove({ passkeyId, cause, ...owner }) {
      const customer = customerOf(owner);
      const row = book.byId(passkeyId);
      if (row?.customerId !== owner.customerId || row.tenantId !== owner.tenantId) {
        throw new Refusal('passkey_not_found');
      }
      if (row.status === 'removed') return passkeyView(row, deps.livemode);
      const removed: PasskeyRow = {
        ...row,
        status: 'removed',
        updatedAt: now(),
        version: row.version + 1,
      };
      rows.remove.run(removed);
      emitEvent(customer, 'customer.passkey.removed', cause);
      return passkeyView(removed, deps.livemode);
    },
  };
}

function full(): Refusal {
  return invalidState(`The customer has ${MOST_PASSKEYS} passkeys: remove one first.`);
}

function challenges({ database: { raw }, now }: Deps) {
  const insert = raw.prepare(`INSERT INTO passkey_challenges ${insertOf(passkeyChallenges)}`);
  const prune = raw.prepare(
    `DELETE FROM passkey_challenges WHERE id IN
     (SELECT id FROM passkey_challenges WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`,
  );
  return (order: ChallengeOrder, ceremony: ChallengeRow['ceremony']): ChallengeRow => {
    const { tenantId, customerId, subject, challenge } = order;
    const { id } = mintAt('passkeyChallenge');
    const createdAt = now();
    prune.run(createdAt - KEPT_MS, MOST_PRUNED);
    const row: ChallengeRow = {
      id,
      tenantId,
      customerId,
      ceremony,
      subject,
      challenge,
      expiresAt: createdAt + CHALLENGE_MS,
      answeredAt: null,
      spentAt: null,
      createdAt,
    };
    insert.run(row);
    return row;
  };
}

function statementsOf({ raw }: Database) {
  return {
    customer: raw.prepare<[string], CustomerRow>(
      `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?
     AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`,
    ),
    insert: raw.prepare(`INSERT INTO passkeys ${insertOf(passkeys)}`),
    known: raw
      .prepare<[string, string]>('SELECT 1 FROM passkeys WHERE tenant_id = ? AND credential_id = ?')
      .pluck(),
    count: raw
      .prepare<[string], number>(
        `SELECT count(*) FROM passkeys WHERE customer_id = ? AND status = 'active'`,
      )
      .pluck(),
    remove: raw.prepare(
      `UPDATE passkeys SET status = @status, updated_at = @updatedAt, version = @version
       WHERE id = @id`,
    ),
    spend: raw.prepare('UPDATE passkey_challenges SET spent_at = ? WHERE id = ?'),
  };
}
