// The second factor of a customer. A code is taken once, wrong ones are counted, and too many of
// them lock the factor for a while: all of it in the database transaction that looks at the code.

import { invalidState, Refusal } from '../../ledger/refusal.ts';
import { type CustomerRow, customerView } from '../customers/view.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import type { Database } from '../kernel/connect.ts';
import { mint } from '../kernel/mint.ts';
import type { PasskeyProof } from '../kernel/passkey-proof.ts';
import { customers } from '../kernel/tables.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { TxParts } from '../kernel/tx.ts';
import { type CodeOfRecovery, type CodeProof, type MfaProof, mfaContext } from './proof.ts';
import { mfaFactors, mfaRecoveryCodes } from './tables.ts';

type FactorRow = typeof mfaFactors.$inferSelect;

/** Wrong codes in a row until nothing is looked at for a while. */
const MOST_ATTEMPTS = 5;
const LOCKED_MS = 15 * 60 * 1000;

/** The passkeys of customers. */
interface CustomerPasskeys {
  /** True when a customer has a passkey that counts. */
  has(customerId: string): boolean;
  /** Takes a proof once. @throws Refusal passkey_invalid */
  take(
    asked: {
      readonly tenantId: string;
      readonly customerId: string | null;
      readonly subject: string | null;
    },
    proof: PasskeyProof,
  ): unknown;
}

interface Deps {
  readonly database: Database;
  readonly emit: TxParts['emit'];
  readonly livemode: boolean;
  readonly now: () => number;
  readonly passkeys: CustomerPasskeys;
}

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

/** A wrong code is counted; that it was one is what the act has written. */
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

export interface CodeOrder extends MfaOrder {
  readonly proof: CodeProof;
}

// Secrets arrive sealed, codes as a way to check them under lock: this layer neither opens the one
// nor computes the other.
export interface MfaActs {
  /** Begins to enrol: the factor counts once a first code of it was shown. */
  enable(order: MfaOrder & { readonly sealSecret: (id: string) => string }): MfaOutcome;
  /** A first code: from now on the factor counts, with a set of recovery codes. */
  activate(order: CodeOrder & CodeOfRecovery): MfaOutcome;
  /** Replaces the recovery codes. */
  renewRecovery(order: CodeOrder & CodeOfRecovery): MfaOutcome;
  disable(order: CodeOrder): MfaOutcome;
  /** The customer signs something that is no transaction: the code is used up. */
  sign(order: Pick<CodeOrder, 'tenantId' | 'customerId' | 'proof'>): {
    kind: 'done' | 'wrong_code';
  };
}

export interface MfaWriter extends MfaActs {
  /** True when a customer can be asked for a code or a passkey. */
  isEnrolled(customerId: string): boolean;
  /** True when he can be asked for a code. */
  hasCodes(customerId: string): boolean;
  /**
   * True when the code is right; a wrong one is counted.
   * @param subject what a passkey has to have signed about
   */
  take(customerId: string, proof: MfaProof, subject?: string): boolean;
}

/** Call its functions inside `database.write` only. */
export function mfaWriter(deps: Deps): MfaWriter {
  const { raw } = deps.database;
  const byCustomer = raw.prepare<[string], FactorRow>(
    `SELECT ${columnsOf(mfaFactors)} FROM mfa_factors WHERE customer_id = ?`,
  );
  const insert = raw.prepare(`INSERT INTO mfa_factors ${insertOf(mfaFactors)}`);
  const update = raw.prepare(
    `UPDATE mfa_factors SET id = @id, status = @status, secret = @secret, last_step = @lastStep,
     recovery_set = @recoverySet, failed_attempts = @failedAttempts, locked_until = @lockedUntil,
     created_at = @createdAt, updated_at = @updatedAt, version = @version
     WHERE customer_id = @customerId`,
  );
  const insertCode = raw.prepare(`INSERT INTO mfa_recovery_codes ${insertOf(mfaRecoveryCodes)}`);
  const useCode = raw.prepare(
    `UPDATE mfa_recovery_codes SET used_at = ?
     WHERE factor_id = ? AND recovery_set = ? AND code_hash = ? AND used_at IS NULL`,
  );
  const customerById = raw.prepare<[string], CustomerRow>(
    `SELECT ${columnsOf(customers)} FROM customers WHERE id = ?
     AND NOT EXISTS (SELECT 1 FROM customer_erasures e WHERE e.customer_id = customers.id)`,
  );

  function save(row: FactorRow, fields: Partial<FactorRow>): FactorRow {
    const next = { ...row, ...fields, version: row.version + 1, updatedAt: deps.now() };
    update.run(next);
    return next;
  }

  function emitEvent(
    row: FactorRow,
    type: 'customer.mfa.enabled' | 'customer.mfa.disabled',
    by: Cause,
  ) {
    const customer = customerById.get(row.customerId);
    if (!customer) throw new Error(`customer ${row.customerId} is gone`);
    const object = customerView(customer, deps.livemode);
    deps.emit({ tenantId: row.tenantId, type, object, cause: by });
  }

  /** The step of a right code of an app, 0 for a right recovery code, null for a wrong one. */
  function stepOf(row: FactorRow, proof: CodeProof): number | null {
    if (row.secret === null) return null;
    if (proof.method === 'totp') return proof.stepOf(row.secret, mfaContext(row.id), row.lastStep);
    if (row.status !== 'active') return null;
    const { changes } = useCode.run(deps.now(), row.id, row.recoverySet, proof.hash);
    return changes === 1 ? 0 : null;
  }

  /** The factor after a right code; null after a wrong one. */
  function tryProof(row: FactorRow, proof: CodeProof): FactorRow | null {
    const forMs = (row.lockedUntil ?? 0) - deps.now();
    if (forMs > 0) {
      throw new Refusal('mfa_locked', { retryAfterSeconds: Math.ceil(forMs / 1000) });
    }
    const step = stepOf(row, proof);
    if (step === null) {
      const failed = row.failedAttempts + 1;
      const isLocked = failed >= MOST_ATTEMPTS;
      const lockedUntil = isLocked ? deps.now() + LOCKED_MS : null;
      save(row, { failedAttempts: isLocked ? 0 : failed, lockedUntil });
      return null;
    }
    const lastStep = Math.max(row.lastStep, step);
    return save(row, { lastStep, failedAttempts: 0, lockedUntil: null });
  }

  function requireCustomer({
    tenantId,
    customerId,
  }: Pick<MfaOrder, 'tenantId' | 'customerId'>): void {
    if (customerById.get(customerId)?.tenantId === tenantId) return;
    const message = 'No customer has this id.';
    throw new Refusal('customer_not_found', { pointer: '/customerId', message });
  }

  /** Goes on with the factor once its code was taken. */
  function withCode(
    order: CodeOrder,
    status: FactorRow['status'],
    act: (row: FactorRow) => FactorRow,
  ): MfaOutcome {
    requireCustomer(order);
    const row = byCustomer.get(order.customerId);
    if (status === 'pending' && row?.status === 'active') throw enrolledRefusal();
    if (row?.status !== status) throw notEnrolled();
    const taken = tryProof(row, order.proof);
    return taken ? outcomeOf(act(taken)) : { kind: 'wrong_code' };
  }

  function hasCodes(customerId: string): boolean {
    return byCustomer.get(customerId)?.status === 'active';
  }

  function outcomeOf(row: FactorRow): MfaOutcome {
    return { kind: 'done', factor: factorView(row, deps.livemode), sealed: row.secret };
  }

  function renew(row: FactorRow, hashes: readonly Buffer[]): number {
    const recoverySet = row.recoverySet + 1;
    for (const codeHash of hashes) {
      insertCode.run({ factorId: row.id, recoverySet, codeHash, usedAt: null });
    }
    return recoverySet;
  }

  return {
    isEnrolled: (customerId) => hasCodes(customerId) || deps.passkeys.has(customerId),
    hasCodes,
    sign({ tenantId, customerId, proof }) {
      requireCustomer({ tenantId, customerId });
      const row = byCustomer.get(customerId);
      if (row?.status !== 'active') throw notEnrolled();
      return tryProof(row, proof) === null ? { kind: 'wrong_code' } : { kind: 'done' };
    },
    take(customerId, proof, subject) {
      if (proof.method === 'passkey') {
        const tenantId = customerById.get(customerId)?.tenantId ?? '';
        deps.passkeys.take({ tenantId, customerId, subject: subject ?? null }, proof);
        return true;
      }
      const row = byCustomer.get(customerId);
      if (row?.status !== 'active') throw notEnrolled();
      return tryProof(row, proof) !== null;
    },
    enable({ sealSecret, ...order }) {
      requireCustomer(order);
      const { tenantId, customerId } = order;
      const known = byCustomer.get(customerId);
      if (known?.status === 'active') throw enrolledRefusal();
      const id = mint('mfaFactor');
      const at = deps.now();
      const fresh = { id, status: 'pending', secret: sealSecret(id), createdAt: at } as const;
      // A lock outlives the secret: beginning again is no way around it.
      if (known) return outcomeOf(save(known, { ...fresh, lastStep: 0, recoverySet: 0 }));
      const row: FactorRow = {
        ...fresh,
        customerId,
        tenantId,
        lastStep: 0,
        recoverySet: 0,
        failedAttempts: 0,
        lockedUntil: null,
        updatedAt: at,
        version: 1,
      };
      insert.run(row);
      return outcomeOf(row);
    },
    activate: (order) =>
      withCode(order, 'pending', (row) => {
        const recoverySet = renew(row, order.recoveryHashes);
        const active = save(row, { status: 'active', recoverySet });
        emitEvent(active, 'customer.mfa.enabled', order.cause);
        return active;
      }),
    renewRecovery: (order) =>
      withCode(order, 'active', (row) =>
        save(row, { recoverySet: renew(row, order.recoveryHashes) }),
      ),
    disable: (order) =>
      withCode(order, 'active', (row) => {
        const disabled = save(row, { status: 'disabled', secret: null });
        emitEvent(disabled, 'customer.mfa.disabled', order.cause);
        return disabled;
      }),
  };
}

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
