// The arguments and results of the acts on transactions (calls.ts), and the port of the lane. Each
// act is one database transaction: status, entries, balances, holds, timeline, event and log leaf
// together.

import type { ProfitAndLoss } from '../../ledger/account.ts';
import type { ExchangeWish } from '../../ledger/exchange.ts';
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
import type { Done } from '../kernel/keys.ts';
import type { RiskView } from '../kernel/risk-summary.ts';
import type { ItemFee } from './item-fees.ts';
import type { TransactionView } from './view.ts';

/** A wallet stands for its account in the currency of the payment. */
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
  /** The account that stands for the bank instead of its settlement account. */
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
  /** Left out: it is no payment. A wallet stands for its account in the currency. */
  readonly payment?: PaymentSides;
  /** The occurrence of a schedule that it is an attempt of. */
  readonly occurrence?: { readonly id: string; readonly scheduleId: string };
  /** The instruction in plain language that it carries out; its key is the id of that. */
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
  readonly wish: ExchangeWish;
}

/** A checked request to reverse the booking of a transaction. */
export interface ReversalOrder {
  /** Null for a request by an operator, who serves all tenants. */
  readonly tenantId: string | null;
  readonly transactionId: string;
  /** Minor units; null takes back all that is left. */
  readonly amount: number | null;
  readonly reason: string;
  /** Machine-readable reason; omitted when none is stated. */
  readonly reasonCode?: ReversalReason | undefined;
  readonly reference: string | null;
  /** Left out: none. */
  readonly metadata?: Metadata | undefined;
  /** The payee may go below zero for it: an operator's decision. */
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
  /** Null removes all of it. */
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
  /** The customers' accounts among its sides. */
  readonly projected: readonly {
    readonly accountId: string;
    readonly current: BalanceView;
    readonly resulting: BalanceView;
  }[];
  /** The terms that would be agreed on, or null when it is no exchange. */
  readonly exchange: ReturnType<typeof exchangeView> | null;
  /** Its fees; an overdraft fee is charged after its grace period, unless the account recovers. */
  readonly fees: readonly ItemFee[];
  /** The expected risk decision, or null when it is not judged. */
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
  /** The customers' accounts among its two sides. */
  readonly accountIds: readonly string[];
  readonly currency: string;
  readonly amountMinor: number;
}

/** The state of a transaction's money, as operators may read it: states and figures only. */
export interface MoneyOutcome {
  readonly status: TransactionStatus;
  /** Position of the booking in the log, or null when nothing is booked. */
  readonly ledgerSequence: number | null;
  /** The risk decision, or null when it was not judged. */
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
  /** Present for a waiting transaction only: the others do not need it. */
  readonly facts?: WaitingFacts;
  /** Left out: for a capture, a confirmation or a person. */
  readonly waitsFor?: 'day' | 'network';
  /** Left out where there is no such row, and in histories before 2026-11-23. */
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
  /** True when an earlier call had already done it. */
  readonly replayed: boolean;
  readonly rejection: Rejection | null;
  /** Set when the status does not allow the act at all. */
  readonly conflict: boolean;
  /** Its payment network has it: the reason of the conflict. */
  readonly isWithNetwork?: boolean;
  /** The amount captured earlier, minor units, when this call asks for another amount. */
  readonly capturedAmount?: number;
  /** Set when the caller's key was used with another body. */
  readonly keyReused?: boolean;
  /** The smart-contract execution that keeps the hold for itself: the reason of the conflict. */
  readonly boundTo?: string;
}

/** The hold that an act is about, and the actor. */
export interface ActOnHold {
  /** Null when the engine itself acts. */
  readonly tenantId: string | null;
  readonly transactionId: string;
  /** SHA-256 of the canonical request body in hex; none when no request asks. */
  readonly requestHash?: string;
  readonly cause: Cause;
}

export interface CaptureOrder extends ActOnHold {
  readonly tenantId: string;
  /** Minor units; null captures everything that is held. */
  readonly amount: number | null;
}

/** A request of a client or an operator about a waiting transaction, as the API records it. */
export interface OrderOnHold {
  readonly act: 'capture' | 'cancel';
  readonly tenantId: string;
  readonly transactionId: string;
  /** Minor units to capture; null takes all that is held. */
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

/** An order that was recorded, or the answer of one that need not be. */
export type PlacedOrder = OrderRef | { readonly orderId: null; readonly outcome: HoldOutcome };

export interface ReleaseOrder extends ActOnHold {
  readonly to: 'canceled' | 'expired' | 'failed';
  readonly reason: string | null;
  /** The workflow that gives the hold up; when omitted, the transaction keeps its workflow. */
  readonly workflow?: WorkflowRef;
}

/** The acts that accept a request, with the order that each takes. */
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

/** The facts that its workflow is started with, and that operators search by and read. */
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
  /** Set when it came to rest before its workflow began, and the starter knows how. */
  readonly outcome?: MoneyOutcome;
  /** When it was accepted, and judged and booked or held; by the clock of its developer, in UTC. */
  readonly times?: { readonly accepted: string; readonly settled: string };
}

/** A transaction whose workflow has to be started. */
export interface Unstarted extends TransferFacts {
  readonly workflowId: string;
}

/** The ledger's result of a request. */
export interface Taken {
  readonly accepted: Done;
  /** The settled transaction, or null when it is not settled yet or not by this request. */
  readonly settled: TransactionView | null;
}

export interface Booked extends Taken {
  readonly unstarted: readonly Unstarted[];
}

/**
 * A refusal wrote nothing and is the answer. After a fault nothing was written either: the request
 * is to be accepted, and settled by a workflow.
 */
export type LaneOutcome = Booked | { readonly refusal: RefusalData } | 'fault';

/** The workflows of a group's transactions that need none of their own. */
export interface Carriers {
  /** So many of them have one of their own all the same. */
  readonly own: number;
  /** The workflow of the others; null: it is named after the first of them. */
  readonly shared: string | null;
}

export interface LaneGroup {
  /** Books only while it has the lease. */
  readonly holder: string;
  readonly requests: readonly LaneRequest[];
  readonly carriers: Carriers;
}

export interface BookedGroup {
  /** In the order of the requests. */
  readonly outcomes: readonly LaneOutcome[];
  /** Members of the next group: as many as one commit takes without holding up the others. */
  readonly next: number;
}

/** The turn of a request came later than its caller would wait for: nothing was written. */
export class LaneOverdue extends Error {}
