// What can be done about a customer's second factor. Secrets arrive sealed, codes as a way to
// check them under lock: this layer neither opens the one nor computes the other.

import type { Cause } from '../transactions/port.ts';
import type { CodeOfRecovery, MfaProof } from './proof.ts';

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

/** Why a code was not taken. */
export type MfaRefusal =
  | { readonly kind: 'not_found' }
  | { readonly kind: 'not_enrolled' }
  | { readonly kind: 'already_enrolled' }
  | { readonly kind: 'invalid' }
  /** Too many wrong codes: none is looked at until then. Milliseconds. */
  | { readonly kind: 'locked'; readonly forMs: number };

export type MfaOutcome =
  | { readonly kind: 'done'; readonly factor: MfaFactorView; readonly sealed: string | null }
  | MfaRefusal;

interface MfaOrder {
  readonly tenantId: string;
  readonly customerId: string;
  readonly cause: Cause;
}

export interface MfaActs {
  /** Begins to enrol: the factor counts once a first code of it was shown. */
  enable(order: MfaOrder & { readonly sealSecret: (id: string) => string }): Promise<MfaOutcome>;
  /** A first code: from now on the factor counts, with a set of recovery codes. */
  activate(order: CodeOrder & CodeOfRecovery): Promise<MfaOutcome>;
  /** Replaces the recovery codes. */
  renewRecovery(order: CodeOrder & CodeOfRecovery): Promise<MfaOutcome>;
  disable(order: CodeOrder): Promise<MfaOutcome>;
  /** Writes down that a customer confirmed a transaction; the workflow then goes on with it. */
  confirm(order: ConfirmOrder): Promise<ConfirmOutcome>;
}

export interface CodeOrder extends MfaOrder {
  readonly proof: MfaProof;
}

export interface ConfirmOrder {
  readonly tenantId: string;
  readonly transactionId: string;
  readonly proof: MfaProof;
  readonly cause: Cause;
}

export type ConfirmOutcome =
  | { readonly kind: 'done'; readonly replayed: boolean }
  /** It does not wait for a confirmation. */
  | { readonly kind: 'conflict'; readonly status: string }
  | MfaRefusal;
