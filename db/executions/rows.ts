// Acts on executions. Each step writes in one commit: the status, the event, the signer's order,
// and at the end the booking or release of the hold.

import type { EventType } from '../../ledger/event.ts';
import {
  type ExecutionEffect,
  type ExecutionSettlement,
  type ExecutionStatus,
  HOLD_MIN_AT_SEND_MS,
  isExecutionEdge,
  isExecutionOver,
} from '../../ledger/execution.ts';
import { invalidState } from '../../ledger/refusal.ts';
import { executionWorkflowId } from '../../ledger/workflow-id.ts';
import { orderTransaction } from '../chain/orders.ts';
import { captureHold, releaseHold } from '../holds/acts.ts';
import { act, readingAct } from '../kernel/act.ts';
import type { Cause } from '../kernel/cause.ts';
import { columnsOf, insertOf } from '../kernel/columns.ts';
import { findHold, findTransaction } from '../kernel/find-transaction.ts';
import { type KeyedResult, type KeyedRow, replayOf } from '../kernel/keys.ts';
import { mintAt } from '../kernel/mint.ts';
import type { Tx } from '../kernel/tx.ts';
import type { HoldOutcome } from '../transactions/port.ts';
import { type HoldUse, holdRefusal, type PaymentOrder, requirePayment } from './guard.ts';
import { contractExecutions } from './tables.ts';
import {
  type ExecutionReceipt,
  type ExecutionRow,
  executionView,
  type Json,
  type RevertReason,
} from './view.ts';

/** A checked request to execute a function whose simulation has just succeeded. */
export interface ExecutionDraft {
  readonly tenantId: string;
  readonly contract: string;
  readonly function: string;
  /** The arguments in the form of the request. */
  readonly arguments: readonly unknown[];
  readonly address: `0x${string}`;
  readonly chainId: number;
  readonly callData: `0x${string}`;
  /** Wei, as decimal text. */
  readonly value: string;
  readonly gasLimit: number;
  readonly effect: ExecutionEffect;
  /** Names the transaction whose hold the execution uses; null when its effect is `none`. */
  readonly payment: PaymentOrder | null;
  readonly requestHash: Buffer;
  readonly cause: Cause;
}

/** The state of an execution after an act. */
export interface ExecutionState {
  readonly id: string;
  readonly status: ExecutionStatus;
  readonly settlement: ExecutionSettlement;
  readonly transactionId: string | null;
}

type StepFields = Partial<
  Pick<
    ExecutionRow,
    | 'status'
    | 'statusCode'
    | 'statusMessage'
    | 'revert'
    | 'result'
    | 'receipt'
    | 'chainTransactionId'
    | 'settlement'
    | 'settlementCode'
    | 'ledgerSequence'
  >
>;

const BY_ID = `SELECT ${columnsOf(contractExecutions)} FROM contract_executions WHERE id = ?`;
const BY_KEY = `SELECT id, request_hash AS requestHash FROM contract_executions
     WHERE tenant_id = ? AND contract = ? AND function = ? AND idempotency_key = ?`;
const INSERT = `INSERT INTO contract_executions ${insertOf(contractExecutions)}`;
const UPDATE = `UPDATE contract_executions SET status = @status, status_code = @statusCode,
     status_message = @statusMessage, revert = @revert, result = @result, receipt = @receipt,
     chain_transaction_id = @chainTransactionId,
     settlement = @settlement, settlement_code = @settlementCode,
     ledger_sequence = @ledgerSequence, version = @version, updated_at = @updatedAt
     WHERE id = @id`;

function emit(
  tx: Tx,
  row: ExecutionRow,
  type: EventType,
  cause: Cause,
  previous?: ExecutionRow,
): void {
  tx.emit({
    tenantId: row.tenantId,
    type,
    object: executionView(row, tx.livemode),
    ...(previous ? { previous: { status: previous.status } } : {}),
    cause,
  });
}

function writeStep(tx: Tx, row: ExecutionRow, type: EventType, fields: StepFields): ExecutionRow {
  const version = row.version + 1;
  const next = { ...row, ...fields, version, updatedAt: Math.max(tx.now(), row.updatedAt) };
  tx.run(UPDATE, next);
  emit(tx, next, type, causeOf(row), row);
  return next;
}

function requireExecution(tx: Tx, id: string): ExecutionRow {
  const row = tx.get<ExecutionRow>(BY_ID, id);
  if (!row) throw new Error(`execution ${id} is gone`);
  return row;
}

/** Writes the `submitted` step of an execution that was first seen in a block. */
function recordSubmitted(tx: Tx, row: ExecutionRow, receipt: string | null): ExecutionRow {
  if (row.status !== 'simulated') return row;
  return writeStep(tx, row, 'contract.execution.submitted', { status: 'submitted', receipt });
}

/**
 * Writes a new execution with the status `queued`, bound to the caller's key and transaction.
 * @throws Refusal when the execution cannot use the hold
 */
export const acceptExecution = act('execution.accept', (tx, draft: ExecutionDraft): KeyedResult => {
  const { tenantId, contract, cause } = draft;
  if (cause.idempotencyKey !== null) {
    const key = cause.idempotencyKey;
    const keyed = tx.get<KeyedRow>(BY_KEY, tenantId, contract, draft.function, key);
    const replayed = replayOf(keyed, draft.requestHash);
    if (replayed) return replayed;
  }
  const { payment, effect } = draft;
  if (payment) requirePayment(tx, { tenantId, contract, effect, payment });
  const row = newRow(draft);
  tx.run(INSERT, row);
  emit(tx, row, 'contract.execution.created', cause);
  return { id: row.id, replayed: false };
});

/** True when the hold has expired or ended since the execution was accepted. */
function hasLostHold(tx: Tx, row: ExecutionRow): boolean {
  if (row.transactionId === null) return false;
  const transaction = findTransaction(tx, row.transactionId);
  const hold = findHold(tx, row.transactionId);
  if (!transaction) return true;
  const until = tx.clock(row.tenantId) + HOLD_MIN_AT_SEND_MS;
  return holdRefusal({ effect: row.effect, row: transaction, hold, until }) !== null;
}

/**
 * Orders the chain transaction of an execution, once. When its hold has ended, the execution ends
 * as `failed`. The signer sends the transaction later.
 */
export const sendExecution = act(
  'execution.send',
  (tx, { id }: { readonly id: string }): ExecutionState => {
    const row = requireExecution(tx, id);
    if (row.status !== 'simulated' || row.chainTransactionId !== null) return stateOf(row);
    if (hasLostHold(tx, row)) {
      return stateOf(
        writeStep(tx, row, 'contract.execution.failed', {
          status: 'failed',
          statusCode: 'hold_gone',
          statusMessage:
            'The hold ended, or was about to end, before a transaction was sent to the chain.',
          settlement: 'none',
        }),
      );
    }
    const chainTransactionId = orderTransaction(tx, {
      kind: 'execution',
      objectId: row.id,
      to: row.address,
      data: Buffer.from(row.callData.slice(2), 'hex'),
      value: BigInt(row.value),
      gas: row.gasLimit,
      notify: executionWorkflowId(row.id),
    });
    // No event, because a client sees no change before the signer sends the transaction.
    tx.run(UPDATE, { ...row, chainTransactionId });
    return stateOf(row);
  },
);

/** Captures or releases the hold at the end of an execution. Returns the fields of the result. */
function applyEffect(tx: Tx, row: ExecutionRow): StepFields {
  const { effect, transactionId, tenantId } = row;
  if (transactionId === null || effect === 'none' || effect === 'bind') return {};
  const cause = causeOf(row);
  const order = { tenantId, transactionId, cause };
  const outcome =
    effect === 'capture'
      ? captureHold(tx, { ...order, amount: null }, 'execution')
      : releaseHold(tx, { ...order, to: 'canceled', reason: REFUND_REASON }, 'execution');
  const code = refusalOf(row, outcome);
  if (code !== null) return { settlement: 'refused', settlementCode: code };
  const bookedRow = findTransaction(tx, transactionId);
  return { settlement: 'done', ledgerSequence: bookedRow?.ledgerSequence ?? null };
}

/**
 * Checks the hold of an execution. Writes nothing.
 * @throws Refusal when the execution cannot use the hold
 */
export const checkExecution = readingAct('execution.check', (tx, holdUse: HoldUse): void =>
  requirePayment(tx, holdUse),
);

/** Records that the simulation succeeded, and its result. */
export const passExecution = act(
  'execution.pass',
  (tx, { id, result }: { readonly id: string; readonly result: Json }): ExecutionState => {
    const row = requireExecution(tx, id);
    if (row.status !== 'queued') return stateOf(row);
    return stateOf(
      writeStep(tx, row, 'contract.execution.simulated', {
        status: 'simulated',
        result: JSON.stringify(result),
      }),
    );
  },
);

/**
 * Records the state on the chain before it is final: sent, included in a block, or removed again.
 */
export const trackExecution = act(
  'execution.track',
  (
    tx,
    {
      id,
      status,
      receipt,
    }: {
      readonly id: string;
      readonly status: 'submitted' | 'included';
      readonly receipt: ExecutionReceipt;
    },
  ): ExecutionState => {
    const facts = JSON.stringify(receipt);
    const row = recordSubmitted(tx, requireExecution(tx, id), facts);
    if (row.status === status || !isExecutionEdge(row.status, status)) return stateOf(row);
    return stateOf(writeStep(tx, row, `contract.execution.${status}`, { status, receipt: facts }));
  },
);

/** Ends an execution that is final on the chain, and books or releases its hold. */
export const settleExecution = act(
  'execution.settle',
  (
    tx,
    { id, receipt }: { readonly id: string; readonly receipt: ExecutionReceipt },
  ): ExecutionState => {
    const facts = JSON.stringify(receipt);
    const row = recordSubmitted(tx, requireExecution(tx, id), facts);
    if (isExecutionOver(row.status)) return stateOf(row);
    const effect = applyEffect(tx, row);
    const isRefused = effect.settlement === 'refused';
    const type = isRefused ? 'contract.execution.unsettled' : 'contract.execution.succeeded';
    return stateOf(writeStep(tx, row, type, { status: 'final', receipt: facts, ...effect }));
  },
);

/**
 * Ends an execution that the contract reverted, in the simulation or in a final block. The hold
 * stays.
 */
export const revertExecution = act(
  'execution.revert',
  (
    tx,
    {
      id,
      revert,
      receipt,
    }: {
      readonly id: string;
      readonly revert: RevertReason;
      readonly receipt: ExecutionReceipt | null;
    },
  ): ExecutionState => {
    const facts = receipt === null ? null : JSON.stringify(receipt);
    const row =
      receipt === null
        ? requireExecution(tx, id)
        : recordSubmitted(tx, requireExecution(tx, id), facts);
    if (isExecutionOver(row.status)) return stateOf(row);
    return stateOf(
      writeStep(tx, row, 'contract.execution.reverted', {
        status: 'reverted',
        statusCode: 'contract_reverted',
        statusMessage: `The contract reverted the call with ${revert.name}.`,
        revert: JSON.stringify(revert),
        receipt: facts,
        settlement: 'none',
      }),
    );
  },
);

/** Ends an execution that can no longer have an effect on the chain. The hold stays. */
export const failExecution = act(
  'execution.fail',
  (
    tx,
    {
      id,
      code,
      message,
    }: {
      readonly id: string;
      readonly code: string;
      readonly message: string;
    },
  ): ExecutionState => {
    const row = requireExecution(tx, id);
    if (isExecutionOver(row.status)) return stateOf(row);
    return stateOf(
      writeStep(tx, row, 'contract.execution.failed', {
        status: 'failed',
        statusCode: code,
        statusMessage: message,
        settlement: 'none',
      }),
    );
  },
);

/**
 * Ends an execution on the order of an operator. The hold stays.
 * @throws Refusal when the signer may have sent the transaction, which cannot be withdrawn
 */
export const endExecution = act(
  'execution.end',
  (tx, { id }: { readonly id: string }): ExecutionState => {
    const row = requireExecution(tx, id);
    if (isExecutionOver(row.status)) {
      throw invalidState(`The execution is ${row.status} and has ended.`);
    }
    if (row.chainTransactionId !== null) {
      throw invalidState('Its transaction may already be on the chain: retry the execution.');
    }
    return stateOf(
      writeStep(tx, row, 'contract.execution.failed', {
        status: 'failed',
        statusCode: 'ended_by_operator',
        statusMessage: 'An operator ended it before anything was sent to the chain.',
        settlement: 'none',
      }),
    );
  },
);

const REFUND_REASON = 'Refunded by a smart-contract function.';

function refusalOf(row: ExecutionRow, outcome: HoldOutcome | null): string | null {
  if (outcome === null) return 'transaction_gone';
  if (outcome.rejection) return outcome.rejection.code;
  // A hold that has already ended needs no release.
  const isReleased = outcome.status === 'canceled' || outcome.status === 'expired';
  if (row.effect === 'release' && isReleased) return null;
  return outcome.conflict ? `transaction_${outcome.status}` : null;
}

function causeOf(row: ExecutionRow): Cause {
  const { requestId, idempotencyKey } = row;
  return { actor: 'workflow', requestId, idempotencyKey };
}

function stateOf({ id, status, settlement, transactionId }: ExecutionRow): ExecutionState {
  return { id, status, settlement, transactionId };
}

function newRow(draft: ExecutionDraft): ExecutionRow {
  const { id, at } = mintAt('execution');
  const { payment, cause, arguments: functionArguments, ...fields } = draft;
  const movesMoney = draft.effect === 'capture' || draft.effect === 'release';
  return {
    ...fields,
    id,
    arguments: JSON.stringify(functionArguments),
    transactionId: payment?.transactionId ?? null,
    status: 'queued',
    statusCode: null,
    statusMessage: null,
    revert: null,
    result: null,
    receipt: null,
    chainTransactionId: null,
    settlement: movesMoney ? 'pending' : 'none',
    settlementCode: null,
    ledgerSequence: null,
    idempotencyKey: cause.idempotencyKey,
    requestId: cause.requestId,
    actor: cause.actor,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
