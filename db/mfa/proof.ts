// The proof of a customer's second factor: the parts that the ledger needs.

import type { PasskeyProof } from '../kernel/passkey-proof.ts';

/** The proof that was presented. */
export type MfaProof =
  | {
      readonly method: 'totp';
      /** Six digits, as the app shows them. */
      readonly code: string;
    }
  | { readonly method: 'recovery_code' /** SHA-256. */; readonly hash: Buffer }
  | PasskeyProof;

/** A code of an app, or a recovery code. */
export type CodeProof = Exclude<MfaProof, PasskeyProof>;

export interface NewRecoveryCodes {
  /** SHA-256 of each code of a new set. */
  readonly recoveryHashes: readonly Buffer[];
}

/** The context in which the secret of a factor is sealed (db/kernel/seal.ts). */
export function mfaContext(factorId: string): string {
  return `mfa/${factorId}`;
}
