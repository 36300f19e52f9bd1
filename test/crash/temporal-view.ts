// Queries Temporal about the bank's workflows, as an operator does.

import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { transferWorkflowId } from '../../ledger/workflow-id.ts';

export interface TemporalView {
  /** Returns true while the workflow of a transaction runs. */
  isRunning(transactionId: string): Promise<boolean>;
  /**
   * Returns a text about the workflows of transfers that still run, or null when there is none.
   * Permanent workflows never end and are left out.
   */
  describeOpen(): Promise<string | null>;
  /**
   * Returns the workflows that ended without being completed, which must not happen to a transfer.
   */
  listFailed(): Promise<string[]>;
  /** Returns the ids of the completed workflows of transfers in the sandbox. */
  listCompleted(): Promise<ReadonlySet<string>>;
  close(): Promise<void>;
}

const NAMESPACES = ['sandbox', 'production'] as const;

export async function openTemporal(port: number): Promise<TemporalView> {
  const connection = await Connection.connect({ address: `127.0.0.1:${port}` });
  const openClient = (namespace: string) => new Client({ connection, namespace });

  async function findIds(query: string): Promise<string[]> {
    const ids: string[] = [];
    for (const namespace of NAMESPACES) {
      for await (const { workflowId, status } of openClient(namespace).workflow.list({ query })) {
        ids.push(`${namespace} ${workflowId} ${status.name}`);
        if (ids.length > 20) return ids;
      }
    }
    return ids;
  }

  return {
    async isRunning(transactionId) {
      try {
        const handle = openClient('sandbox').workflow.getHandle(transferWorkflowId(transactionId));
        return (await handle.describe()).status.name === 'RUNNING';
      } catch (error) {
        if (error instanceof WorkflowNotFoundError) return false;
        throw error;
      }
    },
    async describeOpen() {
      const transfers = 'WorkflowType IN ("transfer", "transfers")';
      const open = await findIds(`ExecutionStatus = "Running" AND ${transfers}`);
      return open.length === 0 ? null : open.join(', ');
    },
    listFailed: () =>
      findIds('ExecutionStatus IN ("Failed", "Terminated", "TimedOut", "Canceled")'),
    async listCompleted() {
      const query = 'ExecutionStatus = "Completed" AND WorkflowType IN ("transfer", "transfers")';
      const ids = new Set<string>();
      for await (const item of openClient('sandbox').workflow.list({ query, pageSize: 1_000 })) {
        ids.add(item.workflowId);
      }
      return ids;
    },
    close: () => connection.close(),
  };
}
