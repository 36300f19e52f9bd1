// The arguments and results of the acts on transactions (calls.ts), and the port of the lane. Each
// act is one database transaction: status, entries, balances, holds, timeline, event and log leaf
// together.

import type { ProfitAndLoss } from '../../ledger/account.ts';
import type { ExchangeRequest } from '../../ledger/exchange.ts';
import type { Metadata } from '../../ledger/metadata.ts';
import type { RefusalData } from '../../ledger/refusal.ts';
import type { Rejection } from '../../ledger/rejection.ts';
import type {
  Rail,
  ReversalReason,
  TransactionStatus,
  TransactionType,
} from '../../ledger/transaction.ts';
import type { WorkflowRef } from '../../ledger/workflow-id.ts';
import type { BalanceView } from '../accounts/view.ts';
import type { exchangeView } from '../exchange/view.ts';
import type { Cause } from '../kernel/cause.ts';
import type { KeyedResult } from '../kernel/keys.ts';
import type { RiskView } from '../kernel/risk-summary.ts';
import type { ItemFee } from './item-fees.ts';
import type { TransactionView } from './view.ts';

/** The wallets of a payment. A wallet stands for its account in the currency of the payment. */
export interface PaymentSides {
  readonly sourceWalletId: string | null;
  readonly destinationWalletId: string | null;
}

/** A checked money request, ready to be accepted. Amounts in minor units. */
export interface TransactionDraft {
  readonly tenantId: string;
  readonly type: TransactionType;
  readonly amount: number;
  readonly currency: string;
  /** Null on a deposit: the bank's settlement account is the source. */
  readonly sourceAccountId: string | null;
  /** Null on a withdrawal. */
  readonly destinationAccountId: string | null;
  /** The account on the bank's side when it is not the settlement account. */
  readonly bankSide?: ProfitAndLoss;
  readonly description: string | null;
  readonly reference: string | null;
  readonly category: string | null;
  readonly capture: 'automatic' | 'manual';
  /** Percentage of the hold that a capture may book beyond it; omitted for none. */
  readonly overcapturePercent?: number;
  /** Value date in days since 1970-01-01; omitted for the day of the booking. */
  readonly valueDate?: number | null;
  /** Milliseconds since 1970 UTC at which a manual hold ends. */
  readonly holdExpiresAt: number | null;
  readonly externalParty: {
    readonly name?: string | undefined;
    readonly method?: Rail | undefined;
    readonly accountNumber?: string | undefined;
    readonly mcc?: string | undefined;
  } | null;
  readonly context: object | null;
  readonly metadata: Metadata;
  /** The wallets of a payment. Left out for other transactions. */
  readonly payment?: PaymentSides;
  /** The occurrence of a schedule that the transaction attempts to pay. */
  readonly occurrence?: { readonly id: string; readonly scheduleId: string };
  /**
   * The instruction in plain language that the transaction carries out; its id is the idempotency
   * key.
   */
  readonly intentId?: string;
  /** Names the path on which the key was used; omitted for the path of the draft's kind. */
  readonly keyScope?: string;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** A checked request to exchange money between two currencies. */
export interface ExchangeDraft
  extends Pick<
    TransactionDraft,
    'tenantId' | 'description' | 'reference' | 'category' | 'metadata' | 'requestHash' | 'cause'
  > {
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
  readonly exchange: ExchangeRequest;
}

/** A checked request to reverse the booking of a transaction. */
export interface ReversalOrder {
  /** Null for a request by an operator, who serves all tenants. */
  readonly tenantId: string | null;
  readonly transactionId: string;
  /** Minor units; null reverses the whole remaining amount. */
  readonly amount: number | null;
  readonly reason: string;
  /** Machine-readable reason; omitted when none is stated. */
  readonly reasonCode?: ReversalReason | undefined;
  readonly reference: string | null;
  /** Left out: none. */
  readonly metadata?: Metadata | undefined;
  /** True when the payee may go below zero, which an operator decides. */
  readonly allowNegative: boolean;
  /** Names the path on which the key was used. */
  readonly keyScope: string;
  /** SHA-256 of the canonical request body: distinguishes a replay from a reused key. */
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** New metadata of a transaction, merged into the stored metadata. */
export interface TransactionDescription {
  readonly tenantId: string;
  readonly transactionId: string;
  /** Null removes all metadata. */
  readonly metadata: Metadata | null;
  /** Version that the caller read; null when it named none. */
  readonly ifVersion: number | null;
  readonly cause: Cause;
}

/** The expected result of a request, by the present state of the ledger. Amounts in minor units. */
export interface Preview {
  /** The first status at which it would come to rest, or null when the bank would decline it. */
  readonly status:
    | 'posted'
    | 'pending'
    | 'pending_approval'
    | 'pending_review'
    | 'requires_confirmation'
    | null;
  readonly rejection: Rejection | null;
  /** The customers' accounts on either side. */
  readonly projected: readonly {
    readonly accountId: string;
    readonly current: BalanceView;
    readonly resulting: BalanceView;
  }[];
  /** The terms of the exchange, or null for other types. */
  readonly exchange: ReturnType<typeof exchangeView> | null;
  /**
   * The expected fees; an overdraft fee is charged after its grace period, unless the account
   * recovers.
   */
  readonly fees: readonly ItemFee[];
  /** The expected risk decision, or null when none is made. */
  readonly risk: RiskView | null;
  /** Limits of the payer, by period. */
  readonly limits: readonly {
    readonly limitId: string;
    readonly period: 'day' | 'week' | 'month' | 'day_count';
    /** Minor units; of `day_count`, how many payments. */
    readonly remainingAfter: number;
  }[];
}

/**
 * Facts by which an operator finds a waiting transaction: ids and figures, nothing about a person.
 */
export interface WaitingFacts {
  readonly tenantId: string;
  readonly customerId: string;
  /** The customers' accounts on either side. */
  readonly accountIds: readonly string[];
  readonly currency: string;
  readonly amountMinor: number;
}

/** The state of a transaction's money, as operators may read it: states and figures only. */
export interface MoneyOutcome {
  readonly status: TransactionStatus;
  /** Position of the booking in the log, or null when nothing is booked. */
  readonly ledgerSequence: number | null;
  /** The risk decision, or null when none was made. */
  readonly risk: RiskOutcome | null;
}

/** Score 0 to 100, null where no model answered. */
export type RiskOutcome = Pick<RiskView, 'score' | 'level' | 'decision'>;

/** The result for one member of a group; `fault` means that nothing was written for it. */
export interface Settlement {
  readonly id: string;
  readonly state: 'final' | 'waiting' | 'fault' | 'unknown';
  readonly status: TransactionStatus | null;
  /** Milliseconds until a waiting transaction expires. */
  readonly expiresInMs: number | null;
  /** Present for a waiting transaction only. */
  readonly facts?: WaitingFacts;
  /** Left out when it waits for a capture, a confirmation or a person. */
  readonly waitsFor?: 'day' | 'network';
  /** Left out when there is no such row, and in histories before 2026-11-23. */
  readonly ledgerSequence?: number | null;
  readonly risk?: RiskOutcome | null;
}

/**
 * The answer to a capture, cancellation or expiry: the resulting state, or the reason against it.
 */
export interface HoldOutcome {
  readonly transactionId: string;
  readonly status: TransactionStatus;
  /** Position of the booking in the log, or null when nothing is booked. */
  readonly ledgerSequence?: number | null;
  /** True when an earlier call has already done the act. */
  readonly replayed: boolean;
  readonly rejection: Rejection | null;
  /** Set when the status does not allow the act at all. */
  readonly conflict: boolean;
  /** True when the payment was submitted to its network, which is the reason of the conflict. */
  readonly isWithNetwork?: boolean;
  /** The amount captured earlier, minor units, when this call asks for another amount. */
  readonly capturedAmount?: number;
  /** Set when the caller's key was used with another body. */
  readonly keyReused?: boolean;
  /** The smart-contract execution that reserves the hold, which is the reason of the conflict. */
  readonly boundTo?: string;
}

/** The hold that an act is about, and the actor. */
export interface ActOnHold {
  /** Null when the engine itself acts. */
  readonly tenantId: string | null;
  readonly transactionId: string;
  /** SHA-256 of the canonical request body in hex; omitted without a request. */
  readonly requestHash?: string;
  readonly cause: Cause;
}

export interface CaptureOrder extends ActOnHold {
  readonly tenantId: string;
  /** Minor units; null captures the whole hold. */
  readonly amount: number | null;
}

/** A request of a client or an operator about a waiting transaction, as the API records it. */
export interface OrderOnHold {
  readonly act: 'capture' | 'cancel';
  readonly tenantId: string;
  readonly transactionId: string;
  /** Minor units to capture; null captures the whole hold. */
  readonly amount: number | null;
  readonly reason: string | null;
  /** SHA-256 of the canonical request body in hex. */
  readonly requestHash: string;
  readonly cause: Cause;
}

/** Names a recorded order without its contents. */
export interface OrderRef {
  readonly orderId: string;
  readonly transactionId: string;
}

/** A recorded order, or the answer to a request that needs no order. */
export type PlacedOrder = OrderRef | { readonly orderId: null; readonly outcome: HoldOutcome };

export interface ReleaseOrder extends ActOnHold {
  readonly to: 'canceled' | 'expired' | 'failed';
  readonly reason: string | null;
  /** The workflow that releases the hold; when omitted, the transaction keeps its workflow. */
  readonly workflow?: WorkflowRef;
}

/** The acts that accept a request, with the input of each. */
export interface LaneOrders {
  readonly accept: TransactionDraft;
  readonly exchange: ExchangeDraft;
  readonly reverse: ReversalOrder;
}

export type LaneAct = keyof LaneOrders;

export type LaneRequest = (
  | { [Act in LaneAct]: { readonly act: Act; readonly order: LaneOrders[Act] } }[LaneAct]
  /** A row that was accepted before. */
  | { readonly act: 'settle'; readonly id: string }
) & {
  /** The operator's act that the request is part of; omitted or null when there is none. */
  readonly operatorAct?: string | null;
};

/** The facts with which a transaction's workflow is started, and by which operators search. */
export interface TransferFacts {
  readonly id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly currency: string;
  readonly amountMinor: number;
  readonly customerId?: string;
  /**
   * Accounts of customers; null for an external party, omitted when the starter does not know it.
   */
  readonly sourceAccountId?: string | null;
  readonly destinationAccountId?: string | null;
  /**
   * The outcome of a transaction that came to rest before its workflow started, if the starter
   * knows it.
   */
  readonly outcome?: MoneyOutcome;
  /**
   * When the transaction was accepted, and when it was decided; by the developer's clock, in UTC.
   */
  readonly times?: { readonly accepted: string; readonly settled: string };
}

/** A transaction whose workflow has to be started. */
export interface UnstartedTransaction extends TransferFacts {
  readonly workflowId: string;
}

/** The ledger's result of a request. */
export interface AcceptedRequest {
  readonly accepted: KeyedResult;
  /** The settled transaction, or null when it is not settled yet or not by this request. */
  readonly settled: TransactionView | null;
}

export interface BookedRequest extends AcceptedRequest {
  readonly unstarted: readonly UnstartedTransaction[];
}

/**
 * The result of one request. A refusal has written nothing and is the answer. A fault has written
 * nothing either: the request must be accepted, and a workflow settles it.
 */
export type LaneOutcome = BookedRequest | { readonly refusal: RefusalData } | 'fault';

/**
 * Names the workflows of the transactions of a group that do not require a workflow of their own.
 */
export interface ReservedWorkflows {
  /** Number of these transactions, the first ones, that get a workflow of their own anyway. */
  readonly ownCount: number;
  /**
   * The shared workflow of the other transactions; null: a new workflow with the id of the first.
   */
  readonly shared: string | null;
}

export interface LaneGroup {
  /** The lane; it books only while it holds the lease. */
  readonly holder: string;
  readonly requests: readonly LaneRequest[];
  readonly workflows: ReservedWorkflows;
}

export interface BookedGroup {
  /** In the order of the requests. */
  readonly outcomes: readonly LaneOutcome[];
  /** The most members of the next group, so that one commit does not delay other work. */
  readonly next: number;
}

/** Thrown when a request waited longer than its caller allows; nothing was written. */
export class LaneOverdue extends Error {}
