// What one can do about alerts, and what comes of it: the words that the API and the relay share
// with the writer (db/alerts/acts.ts).

import type { AlertType, BalanceKind } from '../../ledger/alert.ts';
import type { Cause } from '../transactions/port.ts';
import type { AlertPlace } from './reads.ts';
import type { AlertChannel } from './view.ts';

/** What an owner can set and change. */
export interface AlertTerms {
  /** Minor units; percent of `limit_near`. */
  readonly threshold: number;
  readonly balanceKind: BalanceKind | null;
  readonly hysteresis: number;
  readonly firesOn: 'edge' | 'level';
  readonly channels: readonly AlertChannel[];
  readonly cooldownSeconds: number;
  readonly notifyOnClear: boolean;
  readonly enabled: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface AlertOrder extends AlertPlace {
  readonly type: AlertType;
  readonly terms: AlertTerms;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** Which alert, read at which version. */
export interface AlertAct extends AlertPlace {
  readonly alertId: string;
  /** Version that the caller read; null when it does not care. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

export interface AlertChange extends AlertAct {
  readonly terms: Partial<AlertTerms>;
}

export type AlertOutcome =
  | { readonly kind: 'done'; readonly id: string; readonly replayed: boolean }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'account_not_found' }
  | { readonly kind: 'alert_not_found' }
  | { readonly kind: 'version_conflict'; readonly version: number }
  /** The account is closed or was rejected. */
  | { readonly kind: 'account_over' }
  /** The account has as many as there may be. */
  | { readonly kind: 'too_many' }
  /** The type has no such kind of balance. */
  | { readonly kind: 'wrong_kind' }
  /** The threshold, or the way back from it, lies where that type never is. */
  | { readonly kind: 'threshold_out_of_range'; readonly pointer: string };

/** The acts, each in a database transaction of its own. */
export interface AlertActs {
  create(order: AlertOrder): Promise<AlertOutcome>;
  change(order: AlertChange): Promise<AlertOutcome>;
  remove(order: AlertAct): Promise<AlertOutcome>;
  /**
   * Holds up to so many readings against the alerts of their accounts, oldest first; returns how
   * many there were.
   */
  look(most: number): Promise<number>;
}
