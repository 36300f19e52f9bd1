// Asking about the risk of a payment that nobody has asked to make: the words that the API shares
// with the writer (db/risk/score.ts).

import type { Acceptance, Cause, TransactionDraft } from '../transactions/port.ts';
import type { RiskDecisionRow } from './summary.ts';

export interface RiskQuestion {
  /** The payment as it would be accepted; it never is. Its cause carries no key. */
  readonly draft: TransactionDraft;
  /** The version to ask; null: the one that would decide. */
  readonly pinned: string | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export type RiskAnswer =
  | { readonly kind: 'done'; readonly replayed: boolean; readonly decision: RiskDecisionRow }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'refused'; readonly why: Acceptance }
  /** An account has another currency. */
  | { readonly kind: 'currency_mismatch'; readonly field: string; readonly currency: string };

export interface RiskActs {
  /**
   * Decides about a payment as settling would, and writes only the decision: no money moves, and a
   * suspicion that the sandbox has planned stays for the payment itself.
   */
  score(question: RiskQuestion): Promise<RiskAnswer>;
}
