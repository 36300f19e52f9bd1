// The steps of an execution: simulate it on the chain, hand it to the signer, follow its outcome.
// Each step may run twice: the row records what has been done. An unreachable chain throws, and the
// step is retried.

import type { Hex } from 'viem';
import { type ChainNode, ChainUnreachable } from '../chain/client.ts';
import { decodeEvents, decodeRevert } from '../chain/contract-call.ts';
import { type Contract, findContract, findFunction } from '../chain/registry.ts';
import { type ContractCall, simulate } from '../chain/simulate.ts';
import {
  type ChainTransaction,
  findChainTransaction,
  listAttempts,
  readChainStatus,
} from '../db/chain/order-reads.ts';
import { readExecution } from '../db/executions/reads.ts';
import {
  type ExecutionState,
  failExecution,
  passExecution,
  revertExecution,
  sendExecution,
  settleExecution,
  trackExecution,
} from '../db/executions/rows.ts';
import type { ExecutionReceipt, ExecutionRow, RevertReason } from '../db/executions/view.ts';
import type { Ledger } from '../db/ledger.ts';
import { isExecutionOver } from '../ledger/execution.ts';

interface ExecutionInput {
  readonly executionId: string;
}

export interface ExecutionActivities {
  /** Simulates the call on the chain. An execution that would fail ends here. */
  simulateExecution(input: ExecutionInput): Promise<ExecutionState>;
  /** Orders the call of an execution from the signer if its hold is still active. */
  sendExecution(input: ExecutionInput): Promise<ExecutionState>;
  /** Records the chain's state of the transaction; once it is final, its effect on the ledger. */
  followExecution(input: ExecutionInput): Promise<ExecutionState>;
}

export interface ExecutionDeps {
  readonly ledger: Ledger;
  /** Null when no chain is configured. */
  readonly node: ChainNode | null;
  readonly failPoint?: (name: string) => void;
}

/**
 * Milliseconds to wait for an unreachable chain before anything is sent; the client cannot use its
 * hold meanwhile. After the handover to the signer the wait has no limit.
 */
const MAX_UNREACHABLE_MS = 10 * 60 * 1000;

export function executionActivities(deps: ExecutionDeps): ExecutionActivities {
  const { ledger, node } = deps;
  const failPoint = deps.failPoint ?? (() => {});

  async function requireRow(id: string): Promise<ExecutionRow> {
    const row = await readExecution(ledger, id);
    if (!row) throw new Error(`execution ${id} is not in this ledger`);
    return row;
  }

  /**
   * Returns the call as it was accepted, or null when the registry does not contain the contract
   * any more.
   */
  async function findCall(row: ExecutionRow): Promise<ContractCall | null> {
    const contract = findContract(row.contract);
    const called = contract && findFunction(contract, row.function);
    const { address: from } = await readChainStatus(ledger);
    if (!contract || !called) return null;
    if (from === null) throw new ChainUnreachable('the signer has not reached the chain yet');
    const { address: to, callData: data } = row;
    return { contract, called, from: from as Hex, to, data, value: BigInt(row.value) };
  }

  async function simulateCall(row: ExecutionRow): Promise<ExecutionState> {
    const { id } = row;
    const call = await findCall(row);
    if (node === null || call === null) {
      const message = 'The contract is not configured any more.';
      return ledger.run(failExecution, { id, code: 'not_configured', message });
    }
    const outcome = await simulate(node, call);
    return outcome.kind === 'done'
      ? ledger.run(passExecution, { id, result: outcome.result })
      : ledger.run(revertExecution, { id, revert: outcome.revert, receipt: null });
  }

  async function findSentReceipt(order: ChainTransaction): Promise<ExecutionReceipt | null> {
    const hash = order.hash ?? (await listAttempts(ledger, order.id))[0]?.hash;
    if (!hash || order.fromAddress === null || order.nonce === null) return null;
    const { blockNumber, blockHash, gasUsed, fromAddress: from, nonce } = order;
    const block = { blockNumber, blockHash, gasUsed: gasUsed === null ? null : String(gasUsed) };
    return { transactionHash: hash, from, nonce, ...block, logs: [] };
  }

  /** Returns null while the chain does not have the transaction, for example after a reorganisation. */
  async function finalReceipt(row: ExecutionRow, sent: ExecutionReceipt) {
    const contract: Contract | null = findContract(row.contract);
    const receipt = await node?.receipt(sent.transactionHash as Hex);
    if (!receipt) return null;
    const ownLogs = receipt.logs.filter(({ address }) => isSameHex(address, row.address));
    return { ...sent, logs: contract ? decodeEvents(contract, ownLogs) : [] };
  }

  /** A block does not state why a call failed, so the call is simulated once more. */
  async function revertReasonOf(row: ExecutionRow, order: ChainTransaction): Promise<RevertReason> {
    const contract = findContract(row.contract);
    const reason = /^0x[0-9a-f]*$/i.test(order.reason ?? '') ? (order.reason as Hex) : null;
    if (contract && reason) return decodeRevert(contract, reason);
    const call = await findCall(row);
    if (order.gasUsed !== null && order.gasUsed >= row.gasLimit) {
      return { name: 'OutOfGas', args: { most: String(row.gasLimit) } };
    }
    const simulated = node && call && order.nonce !== null ? await simulate(node, call) : null;
    return simulated?.kind === 'reverted' ? simulated.revert : { name: 'Reverted', args: {} };
  }

  async function endExecution(row: ExecutionRow, order: ChainTransaction): Promise<ExecutionState> {
    const { id } = row;
    if (order.status === 'failed' && order.reasonCode === 'reverted') {
      const receipt = await findSentReceipt(order);
      return ledger.run(revertExecution, { id, revert: await revertReasonOf(row, order), receipt });
    }
    const code = order.reasonCode ?? 'not_sent';
    const message = order.reason ?? 'The chain did not take it.';
    return ledger.run(failExecution, { id, code, message });
  }

  async function follow(row: ExecutionRow): Promise<ExecutionState> {
    const { id } = row;
    const order = row.chainTransactionId
      ? await findChainTransaction(ledger, row.chainTransactionId)
      : null;
    if (!order || isExecutionOver(row.status)) return row;
    if (order.status === 'failed' || order.status === 'dropped') return endExecution(row, order);
    const sentReceipt = await findSentReceipt(order);
    if (!sentReceipt || order.status === 'queued' || order.status === 'signed') return row;
    if (order.status !== 'final') {
      const status = order.status === 'included' ? 'included' : 'submitted';
      return ledger.run(trackExecution, { id, status, receipt: sentReceipt });
    }
    const receipt = await finalReceipt(row, sentReceipt);
    if (!receipt) return row;
    failPoint('before-execution-settle');
    const state = await ledger.run(settleExecution, { id, receipt });
    failPoint('after-execution-settle');
    return state;
  }

  return {
    async simulateExecution({ executionId }) {
      const row = await requireRow(executionId);
      if (row.status !== 'queued') return stateOf(row);
      try {
        return await simulateCall(row);
      } catch (error) {
        const isLate = ledger.now() - row.createdAt > MAX_UNREACHABLE_MS;
        if (!(error instanceof ChainUnreachable) || !isLate) throw error;
        const message = 'The chain was away for too long; nothing was sent.';
        return ledger.run(failExecution, { id: row.id, code: 'chain_unavailable', message });
      }
    },
    async sendExecution({ executionId }) {
      const state = await ledger.run(sendExecution, { id: executionId });
      failPoint('after-execution-send');
      return state;
    },
    followExecution: async ({ executionId }) =>
      stateOf(await follow(await requireRow(executionId))),
  };
}

function stateOf({ id, status, settlement, transactionId }: ExecutionState) {
  return { id, status, settlement, transactionId };
}

function isSameHex(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
