// The check of the codes of authenticator apps, a part that a ledger is opened with.

import { ledgerPart } from './tx.ts';

/**
 * Compares a code with the sealed secret of a factor. The key of the secret is outside of the
 * ledger.
 */
export interface CodeCheck {
  /**
   * Returns the time step of a correct code, later than `after`, or null for a wrong code.
   * @param context the context that the secret is sealed to
   */
  timeStepOf(check: {
    readonly code: string;
    readonly sealed: string;
    readonly context: string;
    readonly after: number;
    readonly atMs: number;
  }): number | null;
}

export const codeCheck = ledgerPart<CodeCheck>('a check of codes');
