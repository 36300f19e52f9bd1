// Acts on the second factor of a customer. A code is accepted once; wrong codes are counted, and
// too many of them lock the factor for a while. The database transaction that checks a code writes
// all of this.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type CustomerRow, customerView } from '../customers/view.ts';
import { readAbsentAsEmpty } from '../kernel/absent-tables.ts';
import { act } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { codeCheck } from '../kernel/code-check.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { PasskeyProof } from '../kernel/passkey-proof.ts';
import { customers } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import { ledgerPart, type Tx } from '../kernel/tx.ts';
import { type CodeProof, type MfaProof, mfaContext, type NewRecoveryCodes } from './proof.ts';
import { mfaFactors, mfaRecoveryCodes } from './tables.ts';

type FactorRow = typeof mfaFactors.$inferSelect;

/** Number of consecutive wrong codes that lock the factor. */
const MAX_ATTEMPTS = 5;
const LOCKED_MS = 15 * 60 * 1000;

/** The passkeys of customers. */
interface CustomerPasskeys {
  /** True when a customer has an active passkey. */
  has(tx: Tx, customerId: string): boolean;
  /**
   * Accepts a proof once.
   * @throws Refusal passkey_invalid
   */
  accept(
    tx: Tx,
    subject: {
      readonly tenantId: string;
      readonly customerId: string | null;
      readonly subject: string | null;
    },
    proof: PasskeyProof,
  ): unknown;
}

export const customerPasskeys = ledgerPart<CustomerPasskeys>('passkeys of customers');

/** The factor as the API shows it. */
export interface MfaFactorView {
  readonly id: string;
  readonly object: 'mfa_factor';
  readonly livemode: boolean;
  readonly customerId: string;
  readonly type: 'totp';
  readonly status: 'pending' | 'active' | 'disabled';
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/**
 * The result for a wrong code. It is not an error, because an error would undo the count of wrong
 * codes.
 */
export interface WrongCode {
  readonly kind: 'wrong_code';
}

export type MfaOutcome =
  | { readonly kind: 'done'; readonly factor: MfaFactorView; readonly sealed: string | null }
  | WrongCode;

interface MfaOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly cause: Cause;
}

/** A factor to be enrolled; its secret is sealed to its id. */
export interface FactorOrder extends MfaOrder {
  readonly factorId: string;
  readonly sealedSecret: string;
}

export interface CodeOrder extends MfaOrder {
  readonly proof: CodeProof;
}

// Secrets arrive sealed. `codeCheck` compares codes with them, so this layer neither opens secrets
// nor computes codes.
const BY_CUSTOMER = `SELECT ${columnsOf(mfaFactors)} FROM mfa_factors WHERE customer_id = ?`;
const INSERT = `INSERT INTO mfa_factors ${insertOf(mfaFactors)}`;
const UPDATE = `UPDATE mfa_factors SET id = @id, status = @status, secret = @secret, last_step = @lastStep,
     recovery_set = @recoverySet, failed_attempts = @failedAttempts, locked_until = @lockedUntil,
     created_at = @createdAt, updated_at = @updatedAt, version = @version
     WHERE customer_id = @customerId`;
const INSERT_CODE = `INSERT INTO mfa_recovery_codes ${insertOf(mfaRecoveryCodes)}`;
const USE_CODE = `UPDATE mfa_recovery_codes SET used_at = ?
     WHERE factor_id = ? AND recovery_set = ? AND code_hash = ? AND used_at IS NULL`;
const CUSTOMER_BY_ID = `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?
     AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`;

function save(tx: Tx, row: FactorRow, fields: Partial<FactorRow>): FactorRow {
  const next = { ...row, ...fields, version: row.version + 1, updatedAt: tx.now() };
  tx.run(UPDATE, next);
  return next;
}

function emitEvent(
  tx: Tx,
  row: FactorRow,
  type: 'customer.mfa.enabled' | 'customer.mfa.disabled',
  cause: Cause,
) {
  const customer = tx.get<CustomerRow>(CUSTOMER_BY_ID, row.customerId);
  if (!customer) throw new Error(`customer ${row.customerId} is gone`);
  const object = customerView(customer, tx.livemode);
  tx.emit({ tenantId: row.tenantId, type, object, cause });
}

/**
 * Returns the time step of a correct app code, 0 for a correct recovery code, null for a wrong
 * code.
 */
function findTimeStep(tx: Tx, row: FactorRow, proof: CodeProof): number | null {
  if (row.secret === null) return null;
  if (proof.method === 'totp') {
    const check = { code: proof.code, sealed: row.secret, context: mfaContext(row.id) };
    return codeCheck(tx).timeStepOf({ ...check, after: row.lastStep, atMs: tx.now() });
  }
  if (row.status !== 'active') return null;
  const changes = tx.run(USE_CODE, tx.now(), row.id, row.recoverySet, proof.hash);
  return changes === 1 ? 0 : null;
}

/**
 * Checks a code. Returns the changed factor, or null for a wrong code, which is counted.
 * @throws Refusal while the factor is locked
 */
function tryProof(tx: Tx, row: FactorRow, proof: CodeProof): FactorRow | null {
  const lockedForMs = (row.lockedUntil ?? 0) - tx.now();
  if (lockedForMs > 0) {
    throw new Refusal('mfa_locked', { retryAfterSeconds: Math.ceil(lockedForMs / 1000) });
  }
  const step = findTimeStep(tx, row, proof);
  if (step === null) {
    const failed = row.failedAttempts + 1;
    const isLocked = failed >= MAX_ATTEMPTS;
    const lockedUntil = isLocked ? tx.now() + LOCKED_MS : null;
    save(tx, row, { failedAttempts: isLocked ? 0 : failed, lockedUntil });
    return null;
  }
  const lastStep = Math.max(row.lastStep, step);
  return save(tx, row, { lastStep, failedAttempts: 0, lockedUntil: null });
}

function requireCustomer(
  tx: Tx,
  { tenantId, customerId }: Pick<MfaOrder, 'tenantId' | 'customerId'>,
): void {
  if (tx.get<CustomerRow>(CUSTOMER_BY_ID, customerId)?.tenantId === tenantId) return;
  const message = 'No customer has this id.';
  throw new Refusal('customer_not_found', { pointer: '/customerId', message });
}

/** Runs an act on a factor after its code was accepted. */
function withCode(
  tx: Tx,
  order: CodeOrder,
  status: FactorRow['status'],
  act: (row: FactorRow) => FactorRow,
): MfaOutcome {
  requireCustomer(tx, order);
  const row = tx.get<FactorRow>(BY_CUSTOMER, order.customerId);
  if (status === 'pending' && row?.status === 'active') throw enrolledRefusal();
  if (row?.status !== status) throw notEnrolled();
  const factor = tryProof(tx, row, order.proof);
  return factor ? outcomeOf(tx, act(factor)) : { kind: 'wrong_code' };
}

/** True when the customer has an active factor with codes. */
export function hasCodes(tx: Tx, customerId: string): boolean {
  return tx.get<FactorRow>(BY_CUSTOMER, customerId)?.status === 'active';
}

function outcomeOf(tx: Tx, row: FactorRow): MfaOutcome {
  return { kind: 'done', factor: factorView(row, tx.livemode), sealed: row.secret };
}

function replaceRecoveryCodes(tx: Tx, row: FactorRow, hashes: readonly Buffer[]): number {
  const recoverySet = row.recoverySet + 1;
  for (const codeHash of hashes) {
    tx.run(INSERT_CODE, { factorId: row.id, recoverySet, codeHash, usedAt: null });
  }
  return recoverySet;
}

/** True when the customer has an active factor with codes or an active passkey. */
export function isEnrolled(tx: Tx, customerId: string): boolean {
  return hasCodes(tx, customerId) || customerPasskeys(tx).has(tx, customerId);
}

/** Accepts a code as the signature of an act that is not a transaction. The code is used up. */
export const signWithCode = act(
  'mfa.sign',
  (
    tx,
    { tenantId, customerId, proof }: Pick<CodeOrder, 'tenantId' | 'customerId' | 'proof'>,
  ): {
    kind: 'done' | 'wrong_code';
  } => {
    requireCustomer(tx, { tenantId, customerId });
    const byCustomer = readAbsentAsEmpty(tx.database.raw, BY_CUSTOMER, [mfaFactors]);
    const row = tx.get<FactorRow>(byCustomer, customerId);
    if (row?.status !== 'active') throw notEnrolled();
    return tryProof(tx, row, proof) === null ? { kind: 'wrong_code' } : { kind: 'done' };
  },
);

/**
 * Uses up a proof. Returns false for a wrong code, which is counted.
 * @param subject the subject that a passkey must have signed for
 * @throws Refusal when the customer has no active factor, or a passkey is not valid
 */
export function useProof(tx: Tx, customerId: string, proof: MfaProof, subject?: string): boolean {
  if (proof.method === 'passkey') {
    const tenantId = tx.get<CustomerRow>(CUSTOMER_BY_ID, customerId)?.tenantId ?? '';
    customerPasskeys(tx).accept(tx, { tenantId, customerId, subject: subject ?? null }, proof);
    return true;
  }
  const row = tx.get<FactorRow>(BY_CUSTOMER, customerId);
  if (row?.status !== 'active') throw notEnrolled();
  return tryProof(tx, row, proof) !== null;
}

/** Begins the enrolment of a factor, which becomes active with its first correct code. */
export const enableFactor = act(
  'mfa.enable',
  (tx, { factorId: id, sealedSecret, ...order }: FactorOrder): MfaOutcome => {
    requireCustomer(tx, order);
    const { tenantId, customerId } = order;
    const factor = tx.get<FactorRow>(BY_CUSTOMER, customerId);
    if (factor?.status === 'active') throw enrolledRefusal();
    const now = tx.now();
    const newFactor = { id, status: 'pending', secret: sealedSecret, createdAt: now } as const;
    // A lock stays when the secret is replaced, so that a new enrolment cannot avoid it.
    if (factor)
      return outcomeOf(tx, save(tx, factor, { ...newFactor, lastStep: 0, recoverySet: 0 }));
    const row: FactorRow = {
      ...newFactor,
      customerId,
      tenantId,
      lastStep: 0,
      recoverySet: 0,
      failedAttempts: 0,
      lockedUntil: null,
      updatedAt: now,
      version: 1,
    };
    tx.run(INSERT, row);
    return outcomeOf(tx, row);
  },
);

/** Activates a pending factor with its first code, and stores a set of recovery codes. */
export const activateFactor = act(
  'mfa.activate',
  (tx, order: CodeOrder & NewRecoveryCodes): MfaOutcome =>
    withCode(tx, order, 'pending', (row) => {
      const recoverySet = replaceRecoveryCodes(tx, row, order.recoveryHashes);
      const active = save(tx, row, { status: 'active', recoverySet });
      emitEvent(tx, active, 'customer.mfa.enabled', order.cause);
      return active;
    }),
);

/** Replaces the recovery codes of an active factor. */
export const renewRecovery = act(
  'mfa.renew_recovery',
  (tx, order: CodeOrder & NewRecoveryCodes): MfaOutcome =>
    withCode(tx, order, 'active', (row) =>
      save(tx, row, { recoverySet: replaceRecoveryCodes(tx, row, order.recoveryHashes) }),
    ),
);

/** Disables an active factor after a correct code. */
export const disableFactor = act(
  'mfa.disable',
  (tx, order: CodeOrder): MfaOutcome =>
    withCode(tx, order, 'active', (row) => {
      const disabled = save(tx, row, { status: 'disabled', secret: null });
      emitEvent(tx, disabled, 'customer.mfa.disabled', order.cause);
      return disabled;
    }),
);

function enrolledRefusal(): Refusal {
  return invalidState(
    'The customer already has a second factor: disable it before you enrol another.',
  );
}

function notEnrolled(): Refusal {
  const detail = 'The customer has no second factor that this step applies to: enrol one first.';
  return new Refusal('mfa_not_enrolled', { detail });
}

function factorView(row: FactorRow, livemode: boolean): MfaFactorView {
  return {
    id: row.id,
    object: 'mfa_factor',
    livemode,
    customerId: row.customerId,
    type: 'totp',
    status: row.status,
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}
