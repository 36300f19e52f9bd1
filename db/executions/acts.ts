// The acts of executions, each inside a commit.

import { type Committed, committed } from '../kernel/committed.ts';
import type { Database } from '../kernel/connect.ts';
import type { Settled } from '../transactions/port.ts';
import type { ExecutionActs, ExecutionWriter } from './rows.ts';

export type ExecutionStore = Committed<ExecutionActs>;

/** Runs an act in one commit and notifies about the transactions that became final in it. */
type Announcing = <T>(act: (settled: Settled[]) => T) => Promise<T>;

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
