// The port through which executions of smart-contract functions are written. Each operation is one
// business act and one database transaction; each may be repeated and then answers what stands.

import type {
  ExecutionEffect,
  ExecutionSettlement,
  ExecutionStatus,
} from '../../ledger/execution.ts';
import type { TransactionStatus } from '../../ledger/transaction.ts';
import type { Cause } from '../transactions/port.ts';
import type { ExecutionReceipt, Json, RevertReason } from './view.ts';

/** A checked request to execute a function, simulated a moment ago. */
export interface ExecutionDraft {
  readonly tenantId: string;
  readonly contract: string;
  readonly function: string;
  /** As the caller wrote them. */
  readonly arguments: readonly unknown[];
  readonly address: `0x${string}`;
  readonly chainId: number;
  readonly callData: `0x${string}`;
  /** Wei, as decimal text. */
  readonly value: string;
  readonly gasLimit: number;
  readonly effect: ExecutionEffect;
  /** The transaction whose hold it uses; null when its effect is `none`. */
  readonly payment: PaymentOrder | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** What the arguments say about the money, to be held against the transaction. */
export interface PaymentOrder {
  readonly transactionId: string;
  /** Minor units. */
  readonly amount: bigint;
  readonly currency: string;
  /** Milliseconds since 1970 UTC until which the hold has to last; null: a few minutes. */
  readonly heldUntil: number | null;
}

export type PaymentFault =
  | { readonly kind: 'transaction_not_found' }
  /** There is no hold that could be booked (or, for a release, that was not booked). */
  | { readonly kind: 'not_held'; readonly status: TransactionStatus }
  | { readonly kind: 'amount_mismatch'; readonly amount: number }
  | { readonly kind: 'currency_mismatch'; readonly currency: string }
  | { readonly kind: 'hold_too_short'; readonly expiresAt: number }
  /** Another execution works on it, or keeps it for another contract. */
  | { readonly kind: 'in_use'; readonly executionId: string };

export type ExecutionAcceptance =
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'replayed'; readonly id: string }
  | { readonly kind: 'key_reused'; readonly existingId: string }
  | PaymentFault;

/** Where an execution stands after an act. */
export interface ExecutionStanding {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly settlement: ExecutionSettlement;
  readonly transactionId: string | null;
}

export interface ExecutionStore {
  /** Binds the caller's key and the transaction to a new execution, status `queued`. */
  acceptExecution(draft: ExecutionDraft): Promise<ExecutionAcceptance>;
  /** It would succeed; remembers what it would answer. */
  passExecution(order: { readonly id: string; readonly result: Json }): Promise<ExecutionStanding>;
  /**
   * Hands it to the signer, once, if its hold still stands; otherwise it ends as `failed`.
   * Nothing is sent by this.
   */
  sendExecution(order: { readonly id: string }): Promise<ExecutionStanding>;
  /** What the chain says while it is not final: sent, in a block, out of it again. */
  trackExecution(order: {
    readonly id: string;
    readonly status: 'submitted' | 'included';
    readonly receipt: ExecutionReceipt;
  }): Promise<ExecutionStanding>;
  /** Final on the chain: books or frees the hold and ends it, in one commit. */
  settleExecution(order: {
    readonly id: string;
    readonly receipt: ExecutionReceipt;
  }): Promise<ExecutionStanding>;
  /** The contract refused it, in the simulation or in a final block. The hold stays. */
  revertExecution(order: {
    readonly id: string;
    readonly revert: RevertReason;
    readonly receipt: ExecutionReceipt | null;
  }): Promise<ExecutionStanding>;
  /** It can never have an effect on the chain. The hold stays. */
  failExecution(order: {
    readonly id: string;
    readonly code: string;
    readonly message: string;
  }): Promise<ExecutionStanding>;
}
