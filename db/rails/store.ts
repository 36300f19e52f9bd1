// The acts of payments on a network, each inside a commit.

import { type Committed, committed } from '../kernel/committed.ts';
import type { Database } from '../kernel/connect.ts';
import type { RailActs, RailNewsWriter } from './news.ts';
import type { TransactionView } from '../transactions/view.ts';

export type RailStore = Committed<RailActs>;

/** Runs an act in one commit and tells of the transactions that came to rest in it. */
type Announcing = <T>(act: (settled: TransactionView[]) => T) => Promise<T>;

export function railStore(
  database: Database,
  writer: RailNewsWriter,
  announcing: Announcing,
): RailStore {
  const { begin, simulate } = writer;
  return {
    ...committed(database, { begin, simulate }),
    taken: (order) => announcing((settled) => writer.taken(order, settled)),
    refused: (order) => announcing((settled) => writer.refused(order, settled)),
    heard: (order) => announcing((settled) => writer.heard(order, settled)),
  };
}
