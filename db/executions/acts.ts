// The port of executions on SQLite: each act runs inside the group commit.

import type { Database } from '../kernel/connect.ts';
import type { Settled } from '../transactions/port.ts';
import type { ExecutionStore } from './port.ts';
import type { ExecutionWriter } from './rows.ts';

/** Runs an act in one commit and tells of the transactions that came to rest in it. */
type Announcing = <T>(act: (settled: Settled[]) => T) => Promise<T>;

export function executionStore(
  { write }: Database,
  writer: ExecutionWriter,
  announcing: Announcing,
): ExecutionStore {
  return {
    acceptExecution: (draft) => write(() => writer.accept(draft)),
    passExecution: (order) => write(() => writer.pass(order)),
    sendExecution: (order) => write(() => writer.send(order)),
    trackExecution: (order) => write(() => writer.track(order)),
    settleExecution: (order) => announcing((settled) => writer.settle(order, settled)),
    revertExecution: (order) => write(() => writer.revert(order)),
    failExecution: (order) => write(() => writer.fail(order)),
  };
}
