// The acts of executions, each inside a commit.

import { type Committed, committed } from '../kernel/committed.ts';
import type { Database } from '../kernel/connect.ts';
import type { ExecutionActs, ExecutionWriter } from './rows.ts';
import type { TransactionView } from '../transactions/view.ts';

export type ExecutionStore = Committed<ExecutionActs>;

/** Runs an act in one commit and tells of the transactions that came to rest in it. */
type Announcing = <T>(act: (settled: TransactionView[]) => T) => Promise<T>;

export function executionStore(
  database: Database,
  writer: ExecutionWriter,
  announcing: Announcing,
): ExecutionStore {
  const { settle, ...others } = writer;
  return {
    ...committed(database, others),
    settle: (order) => announcing((settled) => settle(order, settled)),
  };
}
