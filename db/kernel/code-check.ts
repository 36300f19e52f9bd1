// The check of the codes of authenticator apps, which a ledger is opened with.

import { ledgerPart } from './tx.ts';

/**
 * Compares a code with the sealed secret of a factor: the key that opens the secret lies outside of
 * a ledger.
 */
export interface CodeCheck {
  /**
   * Returns the time step of a right code, later than `after`, or null for a wrong code.
   * @param context the context that the secret is sealed to
   */
  stepOf(shown: {
    readonly code: string;
    readonly sealed: string;
    readonly context: string;
    readonly after: number;
    readonly atMs: number;
  }): number | null;
}

export const codeCheck = ledgerPart<CodeCheck>('a check of codes');
