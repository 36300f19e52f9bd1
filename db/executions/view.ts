// The execution of a smart-contract function as the API and the events show it.

import { executionWorkflowId } from '../../ledger/workflow-id.ts';
import { timestamp } from '../kernel/timestamp.ts';
import type { contractExecutions } from './tables.ts';

export type ExecutionRow = typeof contractExecutions.$inferSelect;

/** A value of a contract or a caller as JSON. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The error with which a contract reverted. */
export interface RevertReason {
  readonly name: string;
  readonly args: Record<string, Json>;
}

/** The chain transaction of an execution and its block, as far as they are known. */
export interface ExecutionReceipt {
  readonly transactionHash: string;
  readonly from: string;
  readonly nonce: number;
  readonly blockNumber: number | null;
  readonly blockHash: string | null;
  readonly gasUsed: string | null;
  readonly logs: { readonly name: string; readonly args: Record<string, Json> }[];
}

/** The wire form of an execution. */
export function executionView(row: ExecutionRow, livemode: boolean) {
  return {
    id: row.id,
    object: 'contract_execution' as const,
    livemode,
    contract: row.contract,
    function: row.function,
    arguments: JSON.parse(row.arguments) as Json[],
    value: row.value,
    status: row.status,
    statusReason: reasonOf(row),
    revert: parseJson<RevertReason>(row.revert),
    result: parseJson<Json>(row.result),
    transactionId: row.transactionId,
    effect: row.effect,
    settlement: {
      status: row.settlement,
      code: row.settlementCode,
      /** Position in the journal of the booking of the hold. */
      ledgerSequence: row.ledgerSequence,
    },
    chain: {
      chainId: row.chainId,
      contract: row.address,
      gasLimit: row.gasLimit,
      receipt: parseJson<ExecutionReceipt>(row.receipt),
    },
    workflow: { id: executionWorkflowId(row.id) },
    version: row.version,
    createdAt: timestamp(row.createdAt),
    updatedAt: timestamp(row.updatedAt),
  };
}

export type ExecutionView = ReturnType<typeof executionView>;

function reasonOf(row: ExecutionRow) {
  return row.statusCode === null
    ? null
    : { code: row.statusCode, message: row.statusMessage ?? row.statusCode };
}

function parseJson<T>(text: string | null): T | null {
  return text === null ? null : (JSON.parse(text) as T);
}
