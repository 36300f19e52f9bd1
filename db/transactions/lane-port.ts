// The lane's port: what was asked is accepted and settled in one commit, by the one lane that holds
// the lease. What it books gets its workflow afterwards, under a name that the row has already.

import type { Refusal } from '../../ledger/refusal.ts';
import type { Done } from '../kernel/keys.ts';
import type {
  ExchangeDraft,
  MoneyOutcome,
  ReversalOrder,
  Settled,
  TransactionDraft,
} from './port.ts';

/** Which act accepts a request, and the order that it takes. */
export interface LaneOrders {
  readonly accept: TransactionDraft;
  readonly exchange: ExchangeDraft;
  readonly reverse: ReversalOrder;
}

export type LaneAct = keyof LaneOrders;

export type LaneRequest =
  | { [Act in LaneAct]: { readonly act: Act; readonly order: LaneOrders[Act] } }[LaneAct]
  /** A row that was accepted before. */
  | { readonly act: 'settle'; readonly id: string };

/** A request as it waits for its group. */
export type LaneMember = LaneRequest & {
  /** The act of an operator that it is part of; left out: none. */
  readonly operatorAct?: string | null;
};

/** A transaction whose workflow has to be started. */
export interface Unstarted {
  readonly id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly workflowId: string;
  readonly sourceAccountId?: string | null;
  readonly destinationAccountId?: string | null;
  /** Left out by the sweeper, which lists rows and nothing beside them. */
  readonly outcome?: MoneyOutcome;
}

export interface Booked {
  readonly accepted: Done;
  /** Null: an earlier request was accepted with the same key. */
  readonly settled: Settled | null;
  readonly unstarted: readonly Unstarted[];
}

/**
 * A refusal wrote nothing and is the answer. After a fault nothing was written either: the request
 * is to be accepted, and settled by a workflow.
 */
export type LaneOutcome = Booked | Refusal | 'fault';

/** Who books, and under which names workflows will carry what was booked. */
export interface LaneTerms {
  readonly holder: string;
  /** Called inside the commit; the same id may be named twice, when the commit runs again. */
  nameOf(transactionId: string, hasCompany: boolean): string;
}

/** Another lane has taken the lease: nothing of the group was written. */
export class LaneLost extends Error {}

/** The turn of a request came later than its caller would wait for: nothing was written. */
export class LaneOverdue extends Error {}

export interface LaneStore {
  /** Takes the lease: the former holder books nothing more. */
  take(holder: string): Promise<void>;
  holds(holder: string): boolean;
  /**
   * Accepts and settles the members of a group in one commit; one that faults is undone alone.
   * @throws LaneLost when another process has taken the lease
   */
  book(requests: readonly LaneMember[], terms: LaneTerms): Promise<LaneOutcome[]>;
}
