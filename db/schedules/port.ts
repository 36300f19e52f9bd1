// What a client does with a schedule, and what becomes of it: the words between the API and the
// ledger. Amounts in minor units.

import type { Cause } from '../transactions/port.ts';
import type { ScheduleDates, ScheduleRow } from './view.ts';

/** Everything that a schedule is agreed on, as its row keeps it. */
export type ScheduleTerms = ScheduleDates &
  Pick<
    ScheduleRow,
    | 'sourceAccountId'
    | 'destinationAccountId'
    | 'currency'
    | 'amountType'
    | 'amount'
    | 'description'
    | 'catchUp'
    | 'onInsufficientFunds'
    | 'retryAttempts'
    | 'retryIntervalHours'
    | 'maxConsecutiveFailures'
    | 'notifyDaysBefore'
    | 'metadata'
  >;

/** Who asks, for whom, and what the key of the request is bound to. */
export interface Order {
  readonly tenantId: string;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

export interface ScheduleOrder extends Order {
  readonly terms: ScheduleTerms;
}

/** Something that is done with one schedule. */
export interface OrderOnOne extends Order {
  readonly scheduleId: string;
  /** Version that the caller read (If-Match), null when it does not care. */
  readonly ifVersion: number | null;
}

export interface ScheduleChange extends OrderOnOne {
  readonly terms: Partial<Omit<ScheduleTerms, 'currency'>>;
}

export interface ScheduleAct extends OrderOnOne {
  readonly act: 'pause' | 'resume' | 'cancel' | 'skip' | 'run-now';
  readonly reason: string | null;
}

export type ScheduleOutcome =
  | { readonly kind: 'done'; readonly id: string; readonly replayed: boolean }
  | { readonly kind: 'key_reused' }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'version_conflict'; readonly version: number }
  | { readonly kind: 'invalid_state'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly pointer: string; readonly message: string }
  | {
      readonly kind: 'refused';
      readonly code: 'account_not_found' | 'account_closed' | 'currency_mismatch' | 'same_account';
      readonly pointer: string;
    };
