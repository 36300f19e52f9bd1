// What a customer has proved, as far as the ledger has to know it.

import type { PasskeyProof } from '../kernel/passkey-proof.ts';

/** Checks what was shown against what is stored, without either being known here. */
export type MfaProof =
  | {
      readonly method: 'totp';
      /**
       * The time step whose code it is, later than `after`; null when it is none.
       * @param context what the secret is sealed to
       */
      readonly stepOf: (sealed: string, context: string, after: number) => number | null;
    }
  | { readonly method: 'recovery_code' /** SHA-256. */; readonly hash: Buffer }
  | PasskeyProof;

/** A code of an app, or of the set for the day on which the app is lost. */
export type CodeProof = Exclude<MfaProof, PasskeyProof>;

export interface CodeOfRecovery {
  /** SHA-256 of each code of a new set. */
  readonly recoveryHashes: readonly Buffer[];
}

/** The context in which the secret of a factor is sealed (db/kernel/seal.ts). */
export function mfaContext(factorId: string): string {
  return `mfa/${factorId}`;
}
