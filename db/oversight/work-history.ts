// The history of background work for an operator, by the id of the work: the past steps, and the
// next one. It contains no text that people typed, and no address.

import type { ReadLedger } from '../kernel/ledger-reads.ts';
import type { BackgroundWork, HistoryRow, Step } from './background-kind.ts';
import { findBackgroundWork, kindOf } from './stuck.ts';

export interface WorkHistory extends BackgroundWork {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The past steps, earliest first. */
  readonly happened: readonly Step[];
  readonly next: string;
  /** Ids of related objects. */
  readonly related: readonly string[];
}

/** Returns work with its history, or null when this ledger has no work with this id. */
export function readWorkHistory(ledger: ReadLedger, id: string): WorkHistory | null {
  const work = findBackgroundWork(ledger, id);
  const kind = work && kindOf(ledger.database, id);
  if (!kind) return null;
  const { table, columns, describe } = kind;
  const row = ledger.database.raw
    .prepare<[string], HistoryRow>(
      `SELECT ${columns}, created_at AS createdAt, updated_at AS updatedAt
       FROM ${table} WHERE id = ?`,
    )
    .get(id);
  if (!row) return null;
  const { createdAt, updatedAt } = row;
  const { happened, next, related = [] } = describe(row, work);
  const accepted = { at: createdAt, what: 'It was accepted.' };
  const steps = [accepted, ...happened.filter((step) => step !== null)];
  return {
    ...work,
    createdAt,
    updatedAt,
    happened: steps,
    next,
    related: related.filter((step) => step !== null),
  };
}
