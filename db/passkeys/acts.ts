// Acts on a customer's passkeys: request, add, use and remove. A customer with a second factor must
// present it to add a passkey; otherwise a thief of the session could add one.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type CustomerRow, customerView } from '../customers/view.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { mintAt } from '../kernel/mint.ts';
import { invalidPasskey, type PasskeyProof } from '../kernel/passkey-proof.ts';
import { customers } from '../kernel/tables.ts';
import type { Tx } from '../kernel/tx.ts';
import { hasCodes, isEnrolled, useProof, type WrongCode } from '../mfa/acts.ts';
import type { MfaProof } from '../mfa/proof.ts';
import type { ChallengeRow } from './reads.ts';
import { answerChallenge, findChallenge, findPasskeyRow, usePasskey } from './rows.ts';
import { passkeyChallenges, passkeys } from './tables.ts';
import { type PasskeyRow, type PasskeyView, passkeyView } from './view.ts';

/**
 * Time allowed for answering a challenge, and time for which an authentication permits setting up
 * another passkey.
 */
const CHALLENGE_MS = 5 * 60 * 1000;
/** Time for which an expired challenge is kept. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const MAX_PRUNED = 100;
const MAX_PASSKEYS = 10;

export interface ChallengeOrder {
  readonly tenantId: string;
  /** Null before the sign-in, when the customer is not known. */
  readonly customerId: string | null;
  /** The transaction or sign-in page that the answer applies to; null for neither. */
  readonly subject: string | null;
  /** 32 random bytes in base64url. */
  readonly challenge: string;
}

/** The factor that a customer presents before setting up another passkey. */
export type PresentedFactor =
  | { readonly kind: 'code'; readonly proof: MfaProof }
  /** A challenge without a subject that a passkey of the customer has answered. */
  | { readonly kind: 'authentication'; readonly authenticationId: string }
  | { readonly kind: 'nothing' };

export interface SetupOrder extends ChallengeOrder {
  readonly customerId: string;
  readonly factor: PresentedFactor;
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
  /** Null before the sign-in, when the customer is not known. */
  readonly customerId: string | null;
  readonly subject: string | null;
  readonly proof: PasskeyProof;
}

export interface Authentication {
  readonly customerId: string;
  readonly passkeyId: string;
  readonly answeredAt: number;
  /** Time until which the authentication permits setting up another passkey. */
  readonly expiresAt: number;
}

const SQL = {
  customer: `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?
     AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`,
  insert: `INSERT INTO passkeys ${insertOf(passkeys)}`,
  known: 'SELECT 1 FROM passkeys WHERE tenant_id = ? AND credential_id = ?',
  count: `SELECT count(*) FROM passkeys WHERE customer_id = ? AND status = 'active'`,
  remove: `UPDATE passkeys SET status = @status, updated_at = @updatedAt, version = @version
       WHERE id = @id`,
  spend: 'UPDATE passkey_challenges SET spent_at = ? WHERE id = ?',
};
const INSERT_CHALLENGE = `INSERT INTO passkey_challenges ${insertOf(passkeyChallenges)}`;
const PRUNE = `DELETE FROM passkey_challenges WHERE id IN
     (SELECT id FROM passkey_challenges WHERE expires_at <= ? ORDER BY expires_at LIMIT ?)`;

function challengeFor(
  tx: Tx,
  order: ChallengeOrder,
  ceremony: ChallengeRow['ceremony'],
): ChallengeRow {
  const { tenantId, customerId, subject, challenge } = order;
  const { id } = mintAt('passkeyChallenge');
  const createdAt = tx.now();
  tx.run(PRUNE, createdAt - KEPT_MS, MAX_PRUNED);
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
  tx.run(INSERT_CHALLENGE, row);
  return row;
}

function customerOf(tx: Tx, { tenantId, customerId }: Omit<PasskeyOrder, 'cause'>): CustomerRow {
  const row = tx.get<CustomerRow>(SQL.customer, customerId);
  if (row?.tenantId === tenantId) return row;
  const message = 'No customer has this id.';
  throw new Refusal('customer_not_found', { pointer: '/customerId', message });
}

function emitEvent(
  tx: Tx,
  customer: CustomerRow,
  type: 'customer.passkey.added' | 'customer.passkey.removed',
  cause: Cause,
): void {
  const object = customerView(customer, tx.livemode);
  tx.emit({ tenantId: customer.tenantId, type, object, cause });
}

/**
 * Checks the presented factor. Returns false for a wrong code, which is counted.
 * @throws Refusal mfa_required
 */
function hasPresentedFactor(tx: Tx, { tenantId, customerId, factor }: SetupOrder): boolean {
  if (factor.kind === 'code') return useProof(tx, customerId, factor.proof);
  if (factor.kind === 'authentication') {
    useAuthentication(tx, { tenantId, customerId }, factor.authenticationId);
    return true;
  }
  if (!isEnrolled(tx, customerId)) return true;
  const detail = hasCodes(tx, customerId)
    ? 'The customer has a second factor: send a `code`, or the id of an authentication.'
    : 'The customer has a passkey: send the id of an authentication with it.';
  throw new Refusal('mfa_required', { detail });
}

function useAuthentication(
  tx: Tx,
  owner: { tenantId: string; customerId: string },
  id: string,
): void {
  const row = findChallenge(tx, id);
  const isUsable =
    row?.ceremony === 'authenticate' &&
    row.tenantId === owner.tenantId &&
    row.customerId === owner.customerId &&
    row.subject === null &&
    row.spentAt === null &&
    row.answeredAt !== null &&
    row.answeredAt + CHALLENGE_MS > tx.now();
  if (!isUsable) {
    const message = 'No authentication of the customer in the last five minutes has this id.';
    throw invalidPasskey('/authenticationId', message);
  }
  tx.run(SQL.spend, tx.now(), id);
}

/** Creates the challenge for setting up a passkey. */
export const createSetupChallenge = act(
  'passkey.begin',
  (tx, order: SetupOrder): ChallengeRow | WrongCode => {
    customerOf(tx, order);
    if (!hasPresentedFactor(tx, order)) return { kind: 'wrong_code' };
    if ((tx.value<number>(SQL.count, order.customerId) ?? 0) >= MAX_PASSKEYS)
      throw tooManyPasskeys();
    return challengeFor(tx, order, 'setup');
  },
);

/** Creates the challenge that a passkey signs. */
export const createPasskeyChallenge = act(
  'passkey.ask',
  (tx, order: ChallengeOrder): ChallengeRow => {
    if (order.customerId !== null) customerOf(tx, { ...order, customerId: order.customerId });
    return challengeFor(tx, order, 'authenticate');
  },
);

/**
 * Adds a passkey after its challenge was answered.
 * @throws Refusal when the customer has the maximum number of passkeys, or already has this one
 */
export const addPasskey = act(
  'passkey.add',
  (
    tx,
    { credential, synced, name, cause, challengeId, subject, ...owner }: NewPasskey,
  ): PasskeyView => {
    const customer = customerOf(tx, owner);
    answerChallenge(tx, challengeId, 'setup', { ...owner, subject });
    if ((tx.value<number>(SQL.count, owner.customerId) ?? 0) >= MAX_PASSKEYS)
      throw tooManyPasskeys();
    if (tx.value(SQL.known, owner.tenantId, credential.credentialId) !== undefined) {
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
    tx.run(SQL.insert, row);
    emitEvent(tx, customer, 'customer.passkey.added', cause);
    return passkeyView(row, tx.livemode);
  },
);

/**
 * Accepts the signature of a passkey. Returns the customer and the authentication.
 * @throws Refusal passkey_invalid
 */
export const authenticate = act(
  'passkey.authenticate',
  (tx, { tenantId, customerId, subject, proof }: AuthenticationOrder): Authentication => {
    const row = usePasskey(tx, { tenantId, customerId, subject }, proof);
    const answeredAt = tx.now();
    const passkeyId = row.id;
    return {
      customerId: row.customerId,
      passkeyId,
      answeredAt,
      expiresAt: answeredAt + CHALLENGE_MS,
    };
  },
);

/**
 * Removes a passkey of a customer.
 * @throws Refusal passkey_not_found
 */
export const removePasskey = act(
  'passkey.remove',
  (
    tx,
    { passkeyId, cause, ...owner }: PasskeyOrder & { readonly passkeyId: string },
  ): PasskeyView => {
    const customer = customerOf(tx, owner);
    const row = findPasskeyRow(tx, passkeyId);
    if (row?.customerId !== owner.customerId || row.tenantId !== owner.tenantId) {
      throw new Refusal('passkey_not_found');
    }
    if (row.status === 'removed') return passkeyView(row, tx.livemode);
    const removed: PasskeyRow = {
      ...row,
      status: 'removed',
      updatedAt: tx.now(),
      version: row.version + 1,
    };
    tx.run(SQL.remove, removed);
    emitEvent(tx, customer, 'customer.passkey.removed', cause);
    return passkeyView(removed, tx.livemode);
  },
);

function tooManyPasskeys(): Refusal {
  return invalidState(`The customer has ${MAX_PASSKEYS} passkeys: remove one first.`);
}
